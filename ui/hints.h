/*
 * hints.h - the bottom line: the keys that do something now, as many as there
 * is room for, in the keymap's order.
 */
#ifndef UI_HINTS_H
#define UI_HINTS_H

#include "view.h"

void hints_draw(struct canvas *canvas, struct ui *ui, int y);
/* The one of that command, or its key alone, ending at column `end`; returns the columns taken, 0: no room. */
int hints_draw_one(struct canvas *canvas, struct ui *ui, int end, int y, enum command command);

#endif
