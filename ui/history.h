/*
 * history.h - the recordings of the usual folder, as they were when last looked for, and the published ones.
 *
 * Reading a folder may open every file in it, so it is not done while drawing.
 */
#ifndef UI_HISTORY_H
#define UI_HISTORY_H

#include "record/index.h"

struct history {
	char *folder;
	struct index_entry *entries;	/* own ones newest first, then published ones, which are in another folder */
	size_t n_entries;
};

void history_read(struct history *history);
void history_wipe(struct history *history);

#endif
