/*
 * box.h - a frame with a title at the left and a note at the right of its upper edge.
 */
#ifndef UI_WIDGETS_BOX_H
#define UI_WIDGETS_BOX_H

#include "canvas.h"

/* The inside. Title and note may be NULL; the note goes first when there is no room. */
struct rect box_draw(struct canvas *canvas, struct rect area, const char *title, const char *note,
		     bool focused);

#endif
