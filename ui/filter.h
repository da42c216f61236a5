/*
 * filter.h - which lines of a list are shown: those that hold all the words of
 * a text, in any case. Each list has a filter of its own; "" shows all.
 */
#ifndef UI_FILTER_H
#define UI_FILTER_H

#include "view.h"

bool filter_takes(const char *filter, const char *text);
/* Of a panel of the screen that is shown. */
const char *filter_of(const struct ui *ui, int panel);
/* Asks for the filter of the list that has the keys; it works while it is typed, and Esc takes it away. */
void filter_ask(struct ui *ui);
/* True: there was one, and all is shown again. */
bool filter_clear(struct ui *ui);

#endif
