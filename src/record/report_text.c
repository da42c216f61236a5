/* What is said around the figures: the environment before them, the notes after them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "record/report_formats.h"

#define TEXT 256

/* Where the lines go. */
struct lines {
	const struct model *model;
	report_line *line;
	void *arg;
};

static void
say(const struct lines *lines, const char *label, const struct buf *text)
{
	lines->line(lines->arg, label, buf_text(text));
}

/* Adds ", " between what is told of one thing, and the text; nothing for what is not known. */
static void
add_item(struct buf *out, const char *before, const char *text)
{
	if (text)
		buf_printf(out, "%s%s%s", out->len ? ", " : "", before, text);
}

static void
add_size(struct buf *out, const char *before, unsigned mib)
{
	char text[24];

	snprintf(text, sizeof(text), "%u MiB", mib);
	add_item(out, before, mib ? text : NULL);
}

/* ---- the environment ---- */

static void
say_run(const struct lines *lines)
{
	const struct model *model = lines->model;
	const struct event_header *header = model->header;
	autobuf text = { 0 };
	char stamp[CLOCK_STAMP_LEN], span[UNITS_LEN];

	clock_stamp(header->started_wall_ns, stamp);
	add_item(&text, "", header->run);
	add_item(&text, "", header->label);
	add_item(&text, "", stamp);
	add_item(&text, "", header->program);
	add_item(&text, "source: ", header->source);
	/* Of a document the span is that of its figures in a row, which nobody has waited for. */
	if (header->kind != RUN_PUBLISHED) {
		add_item(&text,
			 model->state == MODEL_ENDED ? run_end_name(model->end.how) : "not ended",
			 "");
		buf_printf(&text, " after %s", units_span(span, model_elapsed(model)));
	}
	say(lines, "run", &text);
}

static void
say_server(const struct lines *lines, const struct env_server *server)
{
	autobuf text = { 0 };

	buf_puts(&text, server->name);
	add_item(&text, "", server->kind);
	if (server->version)
		buf_printf(&text, " %s", server->version);
	add_item(&text, "", server->os);
	add_item(&text, "kernel ", server->kernel);
	say(lines, "server", &text);
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
say_pool(const struct lines *lines, const struct target *target)
{
	const struct env_server *server = find_server(lines->model, target->server);
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
	say(lines, "pool", &text);
}

static void
say_image(const struct lines *lines, const struct cell *cell)
{
	const struct env_server *server =
		find_server(lines->model, lines->model->plan->targets[cell->target].server);
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
	say(lines, "image", &text);
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
say_host(const struct lines *lines, const struct env_host *host)
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
		say(lines, "host", &text);
}

static void
say_plan(const struct lines *lines, const struct plan *plan)
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
	add_size(&text, "filled with ", plan->fill);
	add_size(&text, "root disks of ", plan->vm_size);
	add_item(&text, "with the profile's network", plan->network ? "" : NULL);
	say(lines, "test", &text);
}

void
report_environment(const struct model *model, report_line *line, void *arg)
{
	const struct lines lines = { model, line, arg };
	const struct env *env = &model->header->env;
	const struct plan *plan = model->plan;

	say_run(&lines);
	for (size_t i = 0; i < env->n_servers; i++)
		say_server(&lines, &env->servers[i]);
	for (size_t i = 0; i < plan->n_targets; i++)
		say_pool(&lines, &plan->targets[i]);
	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].image && !image_was_told(plan, i))
			say_image(&lines, &plan->cells[i]);
	say_host(&lines, &env->host);
	if (model->header->kind == RUN_MEASURED)
		say_plan(&lines, plan);
}

/* ---- notes ---- */

/* "export:optimized on btrfs" */
static void
add_where(const struct model *model, size_t index, struct buf *out)
{
	const struct cell *cell = model_plan_cell(model, index);
	char pool[TEXT];

	buf_printf(out, "%s%s%s on %s", cell->workload, cell->variant ? ":" : "",
		   cell->variant ? cell->variant : "",
		   summary_pool_name(model, index, pool, sizeof(pool)));
}

/* What did not end OK, with the first reason. */
static void
note_counts(const struct lines *lines, size_t index)
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
	const struct model_cell *cell = &lines->model->cells[index];
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

		add_where(lines->model, index, &note);
		buf_printf(&note, ": %s", buf_text(&text));
		say(lines, "", &note);
	}
}

static void
note_remark(const struct lines *lines, size_t index)
{
	const char *remark = lines->model->cells[index].remark;
	autobuf note = { 0 };

	if (!remark)
		return;
	add_where(lines->model, index, &note);
	buf_printf(&note, ": %s", remark);
	say(lines, "", &note);
}

/* One note a reason, however many cells it is about. */
static void
note_taint(const struct lines *lines, enum taint bit, const char *words)
{
	const struct model *model = lines->model;
	size_t tainted = 0, run = 0;
	autobuf where = { 0 };
	autobuf note = { 0 };

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		run += model->cells[i].ops > 0;
		if (!(model->cells[i].taint & bit))
			continue;
		buf_puts(&where, tainted++ ? ", " : "");
		add_where(model, i, &where);
	}
	if (tainted == 0)
		return;
	if (tainted == run)
		buf_printf(&note, "%s, so read all of it with care", words);
	else
		buf_printf(&note, "%s, so read with care: %s", words, buf_text(&where));
	say(lines, "", &note);
}

static void
note_taints(const struct lines *lines)
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

	for (size_t i = 0; i < COUNTOF(rows); i++)
		note_taint(lines, rows[i].bit, rows[i].words);
}

/* Which round it was, and by how much: without that nobody can tell whether to mind. */
static void
note_outlier(const struct lines *lines, size_t index, size_t i, uint64_t median)
{
	const struct model_cell *cell = &lines->model->cells[index];
	char time[UNITS_LEN], usual[UNITS_LEN];
	autobuf note = { 0 };

	add_where(lines->model, index, &note);
	buf_printf(&note, ": round %u took %s, far from the median of %s; it is counted",
		   cell->makespan_rounds[i] - lines->model->plan->warmup + 1,
		   units_time(time, cell->makespans[i]), units_time(usual, median));
	say(lines, "", &note);
}

/* A first round that was to be counted, and found everything cold. */
static bool
note_first(const struct lines *lines, size_t index)
{
	const struct model_cell *cell = &lines->model->cells[index];
	autofree_mem double *times = summary_times(cell);
	size_t n = cell->n_makespans;
	char time[UNITS_LEN], usual[UNITS_LEN];
	autobuf note = { 0 };

	if (lines->model->plan->warmup || n == 0 || cell->makespan_rounds[0] != 0 ||
	    !stats_first_is_slow(times, n))
		return false;
	add_where(lines->model, index, &note);
	buf_printf(&note,
		   ": the first round took %s, the median of the others is %s; it is counted, as "
		   "there was no round to warm up",
		   units_time(time, cell->makespans[0]),
		   units_time(usual, (uint64_t)stats_median(times + 1, n - 1)));
	say(lines, "", &note);
	return true;
}

static void
note_outliers(const struct lines *lines, size_t index)
{
	const struct model_cell *cell = &lines->model->cells[index];
	const bool *outliers = summary_outliers(lines->model, index);
	struct summary row = { .cell = index };
	bool first = note_first(lines, index);

	summary_makespans(lines->model, &row);
	for (size_t i = first; i < cell->n_makespans; i++)
		if (outliers[i])
			note_outlier(lines, index, i, row.makespan);
}

static void
note_drift(const struct lines *lines)
{
	struct drift drift = summary_drift(lines->model);
	autobuf note = { 0 };

	if (!drift.found)
		return;
	buf_printf(&note, "the machine got %s during the test (%+.0f %% from first to last)",
		   drift.change > 0 ? "slower" : "faster", drift.change * 100);
	say(lines, "", &note);
}

static void
note_end(const struct lines *lines)
{
	const struct model *model = lines->model;
	bool one = model->end.left_behind == 1;
	autobuf note = { 0 };

	if (model->state == MODEL_ENDED && model->end.how != END_DONE) {
		buf_printf(&note, "the run was %s%s%s", run_end_name(model->end.how),
			   model->end.text ? ": " : "", model->end.text ? model->end.text : "");
		say(lines, "", &note);
	}
	if (model->state == MODEL_ENDED && model->end.left_behind > 0) {
		buf_clear(&note);
		buf_printf(&note,
			   "%zu thing%s of ours %s left behind; `poolscope clean` removes %s",
			   model->end.left_behind, one ? "" : "s", one ? "is" : "are",
			   one ? "it" : "them");
		say(lines, "", &note);
	}
	if (model->warnings > 0) {
		buf_clear(&note);
		buf_printf(&note, "%zu warning%s in the log", model->warnings,
			   model->warnings == 1 ? " is" : "s are");
		say(lines, "", &note);
	}
}

void
report_notes(const struct model *model, report_line *line, void *arg)
{
	const struct lines lines = { model, line, arg };

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		note_counts(&lines, i);
		note_outliers(&lines, i);
		note_remark(&lines, i);
	}
	note_taints(&lines);
	note_drift(&lines);
	note_end(&lines);
}
