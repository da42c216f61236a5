#include "record/import.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "record/import_rows.h"

/* What was read, and what was said of it. */
struct import {
	const char *name;
	const char *bytes;
	size_t len;
	const struct import_said *said;
	struct import_rows rows;
};

/*
 * The tool's own words, which are its labels unless a person gave one. Its
 * `delete` stops what still runs, and ours never does: the file does not say
 * what there was to stop, so it is not compared with ours unasked.
 */
static const struct word {
	const char *label, *workload, *variant;
} words[] = {
	{ "launch", "launch", NULL },
	{ "init", "create", NULL },
	{ "start", "start", NULL },
	{ "stop", "stop", NULL },
	{ "delete", "delete", "stopped first if running" },
};

static struct word
word_of(const struct import *import, size_t i)
{
	const char *label = import->rows.labels[i], *said = import->said->workload;

	/* The label tells cells apart where the workload does not. */
	if (said)
		return (struct word){ label, said, import->rows.n_labels > 1 ? label : NULL };
	for (size_t k = 0; k < COUNTOF(words); k++)
		if (strcmp(words[k].label, label) == 0)
			return words[k];
	return (struct word){ label, UNITS_UNKNOWN, label };
}

static struct cell
cell_of(const struct import *import, size_t target, size_t i)
{
	struct word word = word_of(import, i);

	return (struct cell){
		.target = target,
		.image = (char *)import->said->image,
		.workload = (char *)word.workload,
		.variant = (char *)word.variant,
		.place = PLACE_CONTAINER, /* those tools make no others */
	};
}

static struct plan *
make_plan(const struct import *import)
{
	struct plan *plan = xcalloc(1, sizeof(*plan));
	const char *pool = import->said->pool ? import->said->pool : UNITS_UNKNOWN;
	size_t target = plan_add_target(plan, NULL, NULL, pool, NULL);

	plan->count = import->said->count;
	plan->order = ORDER_GIVEN;
	for (size_t i = 0; i < import->rows.n_labels; i++) {
		struct cell cell = cell_of(import, target, i);
		size_t index = plan_add_cell(plan, &cell);

		plan_add_chain(plan, &index, 1, NO_CELL);
		if (import->rows.rounds[i] > plan->rounds)
			plan->rounds = import->rows.rounds[i];
	}
	return plan;
}

static uint64_t
begin_ms(const struct import_row *row)
{
	return row->ended_ms - row->elapsed_ms;
}

/* The same file, said to be the same, is the same run: to import it twice is then seen. */
static uint32_t
hash(uint32_t seed, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		seed = (seed ^ (unsigned char)bytes[i]) * UINT32_C(16777619);
	return seed;
}

static char *
run_id(const struct import *import)
{
	const struct import_said *said = import->said;
	const char *const texts[] = { said->pool, said->image, said->workload, said->label };
	uint32_t id = hash(UINT32_C(2166136261), import->bytes, import->len) ^ said->count;

	for (size_t i = 0; i < COUNTOF(texts); i++)
		id = hash(id, texts[i] ? texts[i] : "", texts[i] ? strlen(texts[i]) + 1 : 1);
	return xasprintf("%08" PRIx32, id);
}

static struct event_header *
make_header(const struct import *import)
{
	struct event_header *header = xcalloc(1, sizeof(*header));
	const char *slash = strrchr(import->name, '/');

	header->version = RECORDING_VERSION;
	header->kind = RUN_IMPORTED;
	header->run = run_id(import);
	header->label = xstrdup(import->said->label);
	header->source =
		xasprintf("%s, as incus-benchmark writes it", slash ? slash + 1 : import->name);
	header->started_wall_ns = begin_ms(&import->rows.rows[0]) * NS_PER_MS;
	header->env.host.memory = UNKNOWN;
	header->plan = make_plan(import);
	return header;
}

static void
note_success(struct figures *figures, const struct import *import)
{
	bool all = true;

	for (size_t i = 0; i < import->rows.n; i++) {
		autofree_mem char *text = NULL;

		if (import->rows.rows[i].success)
			continue;
		all = false;
		text = xasprintf("line %zu: the run of %.3f s has failed and is not counted",
				 import->rows.rows[i].line,
				 (double)import->rows.rows[i].elapsed_ms / 1000);
		figures_note(figures, NOTE_WARN, text);
	}
	if (all)
		figures_note(figures, NOTE_WARN,
			     "incus-benchmark writes success=true whatever has happened: instances "
			     "that failed may be among those that were timed");
}

static struct figures *
make_figures(const struct import *import)
{
	struct figures *figures = figures_new(make_header(import));
	uint64_t first = begin_ms(&import->rows.rows[0]);

	for (size_t i = 0; i < import->rows.n; i++) {
		const struct import_row *row = &import->rows.rows[i];
		uint64_t begin = begin_ms(row);

		figures_step(figures,
			     &(struct figure){
				     .cell = row->label,
				     .round = row->round,
				     .n = import->said->count,
				     .failed = !row->success,
				     .start = begin < first ? 0 : (begin - first) * NS_PER_MS,
				     .ns = row->elapsed_ms * NS_PER_MS,
				     .bytes = UNKNOWN,
				     .rate = UNKNOWN,
			     });
	}
	note_success(figures, import);
	return figures;
}

struct figures *
import_parse(const char *name, const char *bytes, size_t len, const struct import_said *said,
	     struct err *err)
{
	autofree_mem struct import *import = xcalloc(1, sizeof(*import));
	struct figures *figures = NULL;

	*import = (struct import){ .name = name, .bytes = bytes, .len = len, .said = said };
	if (import_rows(name, bytes, len, &import->rows, err) == 0)
		figures = make_figures(import);
	import_rows_wipe(&import->rows);
	return figures;
}

struct figures *
import_read(const char *path, const struct import_said *said, struct err *err)
{
	autofree_mem char *bytes = NULL;
	size_t len;

	if (xdg_read_file(path, IMPORT_BYTES_MAX, &bytes, &len, err))
		return NULL;
	return import_parse(path, bytes, len, said, err);
}
