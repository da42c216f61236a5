/*
 * tiny.h - the screen where no panel has room: how the run goes in as many
 * words as fit, the most telling first, and the key that leaves.
 */
#ifndef UI_TINY_H
#define UI_TINY_H

#include "view.h"

void tiny_draw(struct canvas *canvas, struct ui *ui);

#endif
