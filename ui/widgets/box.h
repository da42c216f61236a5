/*
 * box.h - a frame with a title at the left and a note at the right of its upper edge,
 * and in the lower one what had no room inside.
 */
#ifndef UI_WIDGETS_BOX_H
#define UI_WIDGETS_BOX_H

#include <stddef.h>

#include "canvas.h"

/* The inside. Title and note may be NULL; the note goes first when there is no room. */
struct rect box_draw(struct canvas *canvas, struct rect area, const char *title, const char *note,
		     bool focused);
/* "7 more, 1 chosen" in the lower edge: lines that had no room. 0: nothing. */
void box_below(struct canvas *canvas, struct rect area, size_t below, size_t chosen);

#endif
