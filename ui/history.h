/*
 * history.h - the recordings of the usual folder, as they were when last looked for.
 *
 * Reading the folder opens every file in it, so it is not done while drawing.
 */
#ifndef UI_HISTORY_H
#define UI_HISTORY_H

#include <stdbool.h>

#include "record/index.h"

struct history {
	bool read;			/* the folder was looked at */
	char *folder;
	struct index_entry *entries;	/* newest first */
	size_t n_entries;
};

void history_read(struct history *history);
void history_wipe(struct history *history);

#endif
