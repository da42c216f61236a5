/*
 * past.h - what can be done with the run under History's cursor, and with those
 * that are marked.
 */
#ifndef UI_VIEWS_PAST_H
#define UI_VIEWS_PAST_H

#include "view.h"

enum history_panel { HISTORY_RUNS, HISTORY_ONE, HISTORY_TREND };

/* The run under the cursor; NULL: there are none. */
const struct index_entry *past_at_cursor(const struct ui *ui);
/* A path, or a message that begins with one, without the folder, which is the same for all. */
const char *past_in_folder(const struct history *history, const char *text);

/* Whenever the screen comes up, since a run may have ended meanwhile, and when asked. */
void past_read_again(struct ui *ui);
void past_open(struct ui *ui);
void past_mark(struct ui *ui);
void past_compare(struct ui *ui);
void past_again(struct ui *ui);
/* The same of the recording at that path, which comes under the cursor. */
void past_again_of(struct ui *ui, const char *path);
void past_label(struct ui *ui);
void past_delete(struct ui *ui);
void past_filter(struct ui *ui);
/* History with those alone, from wherever it is asked; asked again there: with all. */
void past_published(struct ui *ui);
/* False: there was no filter. */
bool past_show_all(struct ui *ui);

#endif
