#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "filter.h"
#include "runs.h"

/* ---- filter ---- */

static void
add_word(struct buf *out, const char *word)
{
	buf_printf(out, "%s ", word ? word : "");
}

/* All that is told of it. */
static void
text_of(const struct index_entry *entry, struct buf *out)
{
	char stamp[CLOCK_STAMP_LEN];

	clock_stamp(entry->started_wall_ns, stamp);
	add_word(out, entry->damage ? "damaged" : stamp);
	add_word(out, entry->run);
	add_word(out, entry->label);
	add_word(out, entry->pools);
	add_word(out, entry->workloads);
	add_word(out, entry->server);
	if (!entry->damage)
		add_word(out, entry->ended ? run_end_name(entry->end) : "no end");
	if (!entry->damage)
		add_word(out, run_kind_name(entry->kind));
}

static bool
passes(const char *filter, const struct index_entry *entry)
{
	autobuf text = { 0 };

	text_of(entry, &text);
	return filter_takes(filter, buf_text(&text));
}

/* ---- order ---- */

static int
compare_texts(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b; /* what has none comes last */
	return strcasecmp(a, b);
}

static int
compare_by(enum history_sort sort, const struct index_entry *a, const struct index_entry *b)
{
	switch (sort) {
	case HISTORY_BY_LABEL: return compare_texts(a->label, b->label);
	case HISTORY_BY_POOLS: return compare_texts(a->pools, b->pools);
	case HISTORY_BY_WORKLOADS: return compare_texts(a->workloads, b->workloads);
	case HISTORY_BY_SERVER: return compare_texts(a->server, b->server);
	case HISTORY_BY_SIZE: return (a->size < b->size) - (a->size > b->size);
	case HISTORY_BY_TIME:
	case HISTORY_SORTS: break;
	}
	return 0;
}

static int
in_order(const void *a, const void *b, void *arg)
{
	const struct history *history = arg;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int by = compare_by(history->sort, &history->entries[x], &history->entries[y]);

	if (by == 0)
		by = (x > y) - (x < y);
	return history->backwards ? -by : by;
}

static void
arrange(struct history *history)
{
	free(history->shown);
	history->shown = xcalloc(history->n_entries, sizeof(*history->shown));
	history->n_shown = 0;
	for (size_t i = 0; i < history->n_entries; i++)
		if (passes(history->filter, &history->entries[i]))
			history->shown[history->n_shown++] = i;
	if (history->n_shown)
		qsort_r(history->shown, history->n_shown, sizeof(*history->shown), in_order,
			history);
}

void
history_set_filter(struct history *history, const char *filter)
{
	snprintf(history->filter, sizeof(history->filter), "%s", filter);
	arrange(history);
}

void
history_next_sort(struct history *history)
{
	history->sort = (history->sort + 1) % HISTORY_SORTS;
	arrange(history);
}

void
history_turn(struct history *history)
{
	history->backwards = !history->backwards;
	arrange(history);
}

const char *
history_sort_name(enum history_sort sort)
{
	static const char *const names[] = {
		[HISTORY_BY_TIME] = "time",	[HISTORY_BY_LABEL] = "label",
		[HISTORY_BY_POOLS] = "pools",	[HISTORY_BY_WORKLOADS] = "workloads",
		[HISTORY_BY_SERVER] = "server", [HISTORY_BY_SIZE] = "size",
	};

	return names[sort];
}

/* ---- rows and marks ---- */

const struct index_entry *
history_at(const struct history *history, size_t row)
{
	return row < history->n_shown ? &history->entries[history->shown[row]] : NULL;
}

bool
history_is_marked(const struct history *history, size_t row)
{
	return row < history->n_shown && history->marked[history->shown[row]];
}

void
history_mark(struct history *history, size_t row)
{
	if (row < history->n_shown)
		history->marked[history->shown[row]] = !history->marked[history->shown[row]];
}

static int
older_first(const void *a, const void *b)
{
	const struct index_entry *x = *(const struct index_entry *const *)a;
	const struct index_entry *y = *(const struct index_entry *const *)b;

	return (x->started_wall_ns > y->started_wall_ns) -
	       (x->started_wall_ns < y->started_wall_ns);
}

size_t
history_marked(const struct history *history, const struct index_entry ***ret)
{
	size_t n = 0;

	*ret = xcalloc(history->n_entries, sizeof(**ret));
	for (size_t i = 0; i < history->n_entries; i++)
		if (history->marked[i])
			(*ret)[n++] = &history->entries[i];
	if (n)
		qsort(*ret, n, sizeof(**ret), older_first);
	return n;
}

bool
history_is_own(const struct history *history, const struct index_entry *entry)
{
	size_t len = strlen(history->folder);

	return strncmp(entry->path, history->folder, len) == 0 && entry->path[len] == '/';
}

/* ---- reading ---- */

static void
wipe_entries(struct history *history)
{
	index_free(history->entries, history->n_entries);
	free(history->marked);
	free(history->folder);
}

void
history_wipe(struct history *history)
{
	wipe_entries(history);
	free(history->shown);
	trends_wipe(&history->trends);
	*history = (struct history){ 0 };
}

static bool
was_marked(const struct history *before, const char *path)
{
	for (size_t i = 0; i < before->n_entries; i++)
		if (before->marked[i] && strcmp(before->entries[i].path, path) == 0)
			return true;
	return false;
}

void
history_read(struct history *history)
{
	struct history before = *history;

	history->folder = runs_folder();
	history->n_entries = runs_scan(&history->entries);
	history->marked = xcalloc(history->n_entries, sizeof(*history->marked));
	for (size_t i = 0; i < history->n_entries; i++)
		history->marked[i] = was_marked(&before, history->entries[i].path);
	wipe_entries(&before);
	arrange(history);
	trends_read(&history->trends, history->entries, history->n_entries);
}
