/*
 * help.h - what lies on top of a screen: its keys, the warnings, the question
 * before leaving.
 */
#ifndef UI_HELP_H
#define UI_HELP_H

#include "view.h"

/* Items of the overlay that is open; each may take several lines. */
size_t help_items(const struct ui *ui);
/* Brings ui->overlay_list into range: its cursor is the first item that is seen. */
void help_draw(struct canvas *canvas, struct ui *ui);

#endif
