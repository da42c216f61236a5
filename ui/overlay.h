/*
 * overlay.h - what lies on top of the screen, and has the keys meanwhile: the
 * help, the warnings, a question, a list to pick from, a text.
 */
#ifndef UI_OVERLAY_H
#define UI_OVERLAY_H

#include "view.h"

void overlay_open(struct ui *ui, enum overlay overlay);
void overlay_key(struct ui *ui, struct key key);
void overlay_draw(struct canvas *canvas, struct ui *ui);

#endif
