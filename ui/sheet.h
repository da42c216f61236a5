/*
 * sheet.h - a finished text over the whole screen, to be scrolled: runs
 * compared with each other.
 */
#ifndef UI_SHEET_H
#define UI_SHEET_H

#include "canvas.h"
#include "key.h"

struct ui;

struct sheet {
	char *title;
	char *text;	/* lines, each as wide as it is */
};

/* Takes the text over; the title is copied. */
void sheet_open(struct ui *ui, const char *title, char *text);
void sheet_wipe(struct sheet *sheet);
/* Moving scrolls it, everything else closes it. */
void sheet_key(struct ui *ui, struct key key);
void sheet_draw(struct canvas *canvas, struct ui *ui);

#endif
