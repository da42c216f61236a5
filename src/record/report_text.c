/* Of a report as text: the environment above the tables, the notes below them. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "record/report_formats.h"
#include "record/summary.h"

#define INDENT 8
#define TEXT   256

/* Adds ", " between what is told of one thing, and the text; nothing for what is not known. */
static void
add_item(struct buf *out, const char *before, const char *text)
{
	if (text)
		buf_printf(out, "%s%s%s", out->len ? ", " : "", before, text);
}

/* ---- the environment ---- */

static void
say_run(const struct model *model, struct buf *out)
{
	const struct event_header *header = model->header;
	autobuf text = { 0 };
	char stamp[CLOCK_STAMP_LEN], span[UNITS_LEN];

	clock_stamp(header->started_wall_ns, stamp);
	add_item(&text, "", header->run);
	add_item(&text, "", header->label);
	add_item(&text, "", stamp);
	add_item(&text, "", header->program);
	add_item(&text, "source: ", header->source);
	add_item(&text, model->state == MODEL_ENDED ? run_end_name(model->end.how) : "not ended",
		 "");
	buf_printf(&text, " after %s", units_span(span, model_elapsed(model)));
	report_paragraph(out, "run", INDENT, buf_text(&text));
}

static void
say_server(const struct env_server *server, struct buf *out)
{
	autobuf text = { 0 };

	buf_puts(&text, server->name);
	add_item(&text, "", server->kind);
	if (server->version)
		buf_printf(&text, " %s", server->version);
	add_item(&text, "", server->os);
	add_item(&text, "kernel ", server->kernel);
	report_paragraph(out, "server", INDENT, buf_text(&text));
}

static const struct env_server *
find_server(const struct model *model, const char *name)
{
	const struct env *env = &model->header->env;

	for (size_t i = 0; name && i < env->n_servers; i++)
		if (strcmp(env->servers[i].name, name) == 0)
			return &env->servers[i];
	return NULL;
}

static const char *const backings[] = {
	[BACKING_UNKNOWN] = NULL,
	[BACKING_LOOP] = "on a loop file",
	[BACKING_DISK] = "on a disk",
	[BACKING_FOLDER] = "in a folder",
	[BACKING_REMOTE] = "on remote storage",
};

static void
say_pool(const struct model *model, const struct target *target, struct buf *out)
{
	const struct env_server *server = find_server(model, target->server);
	const struct env_pool *pool = server ? env_find_pool(server, target->pool) : NULL;
	autobuf text = { 0 };

	buf_puts(&text, target->pool);
	add_item(&text, "member ", target->member);
	add_item(&text, "driver ", target->driver);
	if (pool && pool->driver_version)
		buf_printf(&text, " %s", pool->driver_version);
	if (pool) {
		add_item(&text, "", backings[pool->backing]);
		add_item(&text, "encrypted by ", pool->encryption);
	}
	report_paragraph(out, "pool", INDENT, buf_text(&text));
}

static void
say_image(const struct model *model, const struct cell *cell, struct buf *out)
{
	const struct env_server *server =
		find_server(model, model->plan->targets[cell->target].server);
	const struct env_image *image =
		server && cell->fingerprint ? env_find_image(server, cell->fingerprint) : NULL;
	autobuf text = { 0 };
	char size[UNITS_LEN];

	buf_puts(&text, cell->image);
	if (image) {
		add_item(&text, "", image->architecture);
		add_item(&text, "", units_size(size, image->size));
	}
	if (cell->fingerprint)
		buf_printf(&text, ", %.12s", cell->fingerprint);
	report_paragraph(out, "image", INDENT, buf_text(&text));
}

static bool
image_was_told(const struct plan *plan, size_t cell)
{
	for (size_t i = 0; i < cell; i++)
		if (plan->cells[i].image &&
		    strcmp(plan->cells[i].image, plan->cells[cell].image) == 0)
			return true;
	return false;
}

static void
say_host(const struct env_host *host, struct buf *out)
{
	autobuf text = { 0 };
	char size[UNITS_LEN];

	add_item(&text, "", host->cpu_model);
	if (host->cpus)
		buf_printf(&text, "%s%u CPU%s", text.len ? ", " : "", host->cpus,
			   host->cpus == 1 ? "" : "s");
	add_item(&text, "governor ", host->governor);
	if (known(host->memory))
		add_item(&text, "memory ", units_size(size, host->memory));
	add_item(&text, "", host->virt);
	add_item(&text, "kernel ", host->kernel);
	if (text.len)
		report_paragraph(out, "host", INDENT, buf_text(&text));
}

static void
say_plan(const struct plan *plan, struct buf *out)
{
	static const char *const orders[] = {
		[ORDER_SHUFFLED] = "shuffled",
		[ORDER_GIVEN] = "as given",
		[ORDER_RACE] = "a race, all pools at once",
	};
	autobuf text = { 0 };

	buf_printf(&text,
		   "%u instance%s, %u at a time (%s), %u round%s after %u to warm up, order %s",
		   plan->count, plan->count == 1 ? "" : "s", plan->parallel,
		   plan->batch ? "in batches" : "a sliding window", plan->rounds,
		   plan->rounds == 1 ? "" : "s", plan->warmup, orders[plan->order]);
	if (plan->order == ORDER_SHUFFLED)
		buf_printf(&text, ", seed %" PRIu64, plan->seed);
	add_item(&text, "privileged", plan->privileged ? "" : NULL);
	add_item(&text, "with the profile's network", plan->network ? "" : NULL);
	report_paragraph(out, "test", INDENT, buf_text(&text));
}

void
report_environment(const struct model *model, struct buf *out)
{
	const struct env *env = &model->header->env;
	const struct plan *plan = model->plan;

	say_run(model, out);
	for (size_t i = 0; i < env->n_servers; i++)
		say_server(&env->servers[i], out);
	for (size_t i = 0; i < plan->n_targets; i++)
		say_pool(model, &plan->targets[i], out);
	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].image && !image_was_told(plan, i))
			say_image(model, &plan->cells[i], out);
	say_host(&env->host, out);
	if (model->header->kind == RUN_MEASURED)
		say_plan(plan, out);
}

/* ---- notes ---- */

struct notes {
	const struct model *model;
	struct buf *out;
	bool begun;
};

static void
add_note(struct notes *notes, const char *text)
{
	if (!notes->begun)
		buf_puts(notes->out, "\nnotes\n");
	notes->begun = true;
	report_paragraph(notes->out, "-", 2, text);
}

/* "launch on btrfs" */
static void
add_where(const struct model *model, size_t cell, struct buf *out)
{
	char pool[TEXT];

	buf_printf(out, "%s on %s", model_plan_cell(model, cell)->workload,
		   summary_pool_name(model, cell, pool, sizeof(pool)));
}

/* What did not end OK, with the first reason. */
static void
note_counts(struct notes *notes, size_t index)
{
	static const struct {
		enum op_state state;
		const char *words;
	} rows[] = {
		{ OP_FAILED, "failed" },
		{ OP_REFUSED, "refused by the driver" },
		{ OP_UNKNOWN, "of unknown outcome" },
		{ OP_SKIPPED, "skipped, there was nothing to do" },
	};
	const struct model_cell *cell = &notes->model->cells[index];
	autobuf text = { 0 };

	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (cell->count[rows[i].state])
			buf_printf(&text, "%s%" PRIu32 " %s", text.len ? ", " : "",
				   cell->count[rows[i].state], rows[i].words);
	if (cell->first_error && text.len)
		buf_printf(&text, "; the first: %s", cell->first_error);
	else if (cell->first_error)
		buf_printf(&text, "failed while warming up: %s", cell->first_error);
	if (text.len) {
		autobuf note = { 0 };

		add_where(notes->model, index, &note);
		buf_printf(&note, ": %s", buf_text(&text));
		add_note(notes, buf_text(&note));
	}
}

static void
note_taint(struct notes *notes, size_t index)
{
	static const struct {
		enum taint bit;
		const char *words;
	} rows[] = {
		{ TAINT_STEAL, "the hypervisor took more than 5 % of the CPU time" },
		{ TAINT_DISTURBED, "others used more than 10 % of the machine" },
		{ TAINT_SUSPENDED, "the machine slept" },
		{ TAINT_CLOCK, "a clock went backwards" },
		{ TAINT_LAG, "poolscope itself was late by more than 0.1 s" },
		{ TAINT_SHARED, "another run went on at the same time" },
		{ TAINT_RACE, "the pools ran at once" },
		{ TAINT_PAUSED, "it was paused within a step" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf note = { 0 };

		if (!(notes->model->cells[index].taint & rows[i].bit))
			continue;
		add_where(notes->model, index, &note);
		buf_printf(&note, ", to be read with care: %s", rows[i].words);
		add_note(notes, buf_text(&note));
	}
}

/* Which round it was, and by how much: without that nobody can tell whether to mind. */
static void
note_outliers(struct notes *notes, size_t index)
{
	const struct model_cell *cell = &notes->model->cells[index];
	autofree_mem double *times = xmalloc(cell->n_makespans * sizeof(*times));
	autofree_mem bool *flags = xmalloc(cell->n_makespans * sizeof(*flags));
	char time[UNITS_LEN], usual[UNITS_LEN];

	for (size_t i = 0; i < cell->n_makespans; i++)
		times[i] = (double)cell->makespans[i];
	stats_outliers(times, cell->n_makespans, flags);
	for (size_t i = 0; i < cell->n_makespans; i++) {
		autobuf note = { 0 };

		if (!flags[i])
			continue;
		add_where(notes->model, index, &note);
		buf_printf(&note, ": round %u took %s, far from the median of %s; it is counted",
			   cell->makespan_rounds[i] - notes->model->plan->warmup + 1,
			   units_time(time, cell->makespans[i]),
			   units_time(usual, (uint64_t)stats_median(times, cell->n_makespans)));
		add_note(notes, buf_text(&note));
	}
}

static void
note_drift(struct notes *notes)
{
	struct drift drift = summary_drift(notes->model);
	autobuf note = { 0 };

	if (!drift.found)
		return;
	buf_printf(&note, "the machine got %s during the test (%+.0f %% from first to last)",
		   drift.change > 0 ? "slower" : "faster", drift.change * 100);
	add_note(notes, buf_text(&note));
}

static void
note_end(struct notes *notes)
{
	const struct model *model = notes->model;
	bool one = model->end.left_behind == 1;
	autobuf note = { 0 };

	if (model->state == MODEL_ENDED && model->end.how != END_DONE) {
		buf_printf(&note, "the run was %s%s%s", run_end_name(model->end.how),
			   model->end.text ? ": " : "", model->end.text ? model->end.text : "");
		add_note(notes, buf_text(&note));
	}
	if (model->state == MODEL_ENDED && model->end.left_behind > 0) {
		buf_clear(&note);
		buf_printf(&note,
			   "%zu thing%s of ours %s left behind; `poolscope clean` removes %s",
			   model->end.left_behind, one ? "" : "s", one ? "is" : "are",
			   one ? "it" : "them");
		add_note(notes, buf_text(&note));
	}
	if (model->warnings > 0) {
		buf_clear(&note);
		buf_printf(&note, "%zu warning%s in the log", model->warnings,
			   model->warnings == 1 ? " is" : "s are");
		add_note(notes, buf_text(&note));
	}
}

void
report_notes(const struct model *model, struct buf *out)
{
	struct notes notes = { model, out, false };

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		note_counts(&notes, i);
		note_taint(&notes, i);
		note_outliers(&notes, i);
	}
	note_drift(&notes);
	note_end(&notes);
}
