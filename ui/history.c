#include "history.h"

#include <stdlib.h>

#include "runs.h"

void
history_wipe(struct history *history)
{
	index_free(history->entries, history->n_entries);
	free(history->folder);
	*history = (struct history){ 0 };
}

void
history_read(struct history *history)
{
	history_wipe(history);
	history->folder = runs_folder();
	history->n_entries = runs_scan(&history->entries);
}
