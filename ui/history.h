/*
 * history.h - the recordings of the usual folder, as they were when last looked
 * for, and the published ones; which of them are shown, in what order, and
 * which are marked.
 *
 * Reading a folder may open every file in it, so it is not done while drawing.
 */
#ifndef UI_HISTORY_H
#define UI_HISTORY_H

#include "record/index.h"
#include "trend.h"
#include "widgets/prompt.h"

enum history_sort {
	HISTORY_BY_TIME,	/* own ones newest first, then published ones */
	HISTORY_BY_LABEL,
	HISTORY_BY_POOLS,
	HISTORY_BY_WORKLOADS,
	HISTORY_BY_SERVER,
	HISTORY_BY_SIZE,
	HISTORY_SORTS
};

struct history {
	char *folder;
	struct index_entry *entries;	/* own ones newest first, then published ones, which are in another folder */
	size_t n_entries;
	bool *marked;			/* one an entry */
	size_t *shown;			/* entries that pass the filter, in order */
	size_t n_shown;
	char filter[PROMPT_LEN];	/* words that must all be found; "": all are shown */
	enum history_sort sort;
	bool backwards;
	struct trends trends;
};

/* Filter, order and marks stay. */
void history_read(struct history *history);
void history_wipe(struct history *history);

void history_set_filter(struct history *history, const char *filter);
void history_next_sort(struct history *history);
void history_turn(struct history *history);
const char *history_sort_name(enum history_sort sort);	/* "time" */

/* The one in that row; NULL: there are not that many. */
const struct index_entry *history_at(const struct history *history, size_t row);
bool history_is_marked(const struct history *history, size_t row);
void history_mark(struct history *history, size_t row);		/* or no longer */
/* In the order of their time, oldest first, also those that the filter hides; the caller frees the array. */
size_t history_marked(const struct history *history, const struct index_entry ***ret);
/* False of those that came with the program. */
bool history_is_own(const struct history *history, const struct index_entry *entry);

#endif
