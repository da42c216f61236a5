/*
 * picker.h - the list of themes on top of a screen; where the cursor is, is
 * what the whole screen looks like.
 */
#ifndef UI_PICKER_H
#define UI_PICKER_H

#include "view.h"

void picker_open(struct ui *ui);
/* Moving shows, Enter keeps, Esc and q put the old one back. */
void picker_key(struct ui *ui, struct key key);
void picker_draw(struct canvas *canvas, struct ui *ui);

#endif
