/*
 * text.h - text of several lines.
 */
#ifndef UI_WIDGETS_TEXT_H
#define UI_WIDGETS_TEXT_H

#include "canvas.h"

/*
 * Text broken between words, or within one that is wider than the area; what
 * does not fit ends in an ellipsis. Returns the lines taken.
 */
int text_draw(struct canvas *canvas, struct rect area, enum role role, const char *text);
/* Lines it takes when there is room for all. */
int text_lines(int width, const char *text);
/* The bytes of the first of those lines; *next is where the following one begins ("" after the
 * last). */
size_t text_line(int width, const char *text, const char **next);

#endif
