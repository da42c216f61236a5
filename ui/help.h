/*
 * help.h - what lies on top of a screen: its keys, the warnings, the question
 * before leaving.
 */
#ifndef UI_HELP_H
#define UI_HELP_H

#include "view.h"

/* Lines of the overlay that is open. */
size_t help_lines(const struct ui *ui);
void help_draw(struct canvas *canvas, const struct ui *ui);

#endif
