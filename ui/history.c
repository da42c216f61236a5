#include "history.h"

#include <stdlib.h>

#include "base/xdg.h"

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
	history->folder = xdg_data("runs");
	history->n_entries = index_scan(history->folder, &history->entries);
	history->read = true;
}
