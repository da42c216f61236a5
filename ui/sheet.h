/*
 * sheet.h - a text over the whole screen, to be scrolled: runs compared with
 * each other. It is laid out for the width that there is, anew when that has
 * changed; what is wider all the same is cut with a sign, and scrolled to.
 */
#ifndef UI_SHEET_H
#define UI_SHEET_H

#include "base/buf.h"
#include "canvas.h"
#include "key.h"

struct ui;

/* Where its lines come from; `arg` is the sheet's, which ends it. */
struct sheet_text {
	void *arg;
	void (*lay)(const void *arg, size_t columns, struct buf *out);
	void (*end)(void *arg);
};

struct sheet {
	char *title;
	struct sheet_text source;
	struct buf text;	/* for so many columns; 0: not laid out yet */
	int columns;
	int left;		/* columns that are scrolled out */
};

/* Takes what the text comes from; the title is copied. */
void sheet_open(struct ui *ui, const char *title, struct sheet_text source);
void sheet_wipe(struct sheet *sheet);
/* Moving scrolls it, everything else closes it. */
void sheet_key(struct ui *ui, struct key key);
void sheet_draw(struct canvas *canvas, struct ui *ui);

#endif
