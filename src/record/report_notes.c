/* What is said after the figures: what did not go well, and what they suffer from. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/naming.h"
#include "record/report_formats.h"

#define TEXT	   256
#define TOLD_BYTES 400	/* of a text from outside; all of it is in the JSON */
#define TOLD_MOST  20	/* warnings and failures, likewise */
#define STEAL_MUCH 0.05 /* of the machine */

static void
add_where(const struct model *model, size_t index, struct buf *out)
{
	char name[TEXT];

	buf_puts(out, naming_step(model->plan, index, name, sizeof(name)));
}

/* No more of it than can be read, up to the end of a word. */
static void
add_told(struct buf *out, const char *text)
{
	size_t len = utf8_cut(text, TOLD_BYTES), end = len;

	while (text[len] && end > 0 && text[end] != ' ')
		end--;
	buf_add(out, text, end ? end : len);
	buf_puts(out, text[len] ? " …" : "");
}

/* ---- ops ---- */

static void
add_failures(const struct model_cell *cell, struct buf *out)
{
	static const struct {
		enum op_state state;
		const char *words;
	} rows[] = {
		{ OP_FAILED, "failed" },
		{ OP_REFUSED, "refused by the driver" },
		{ OP_UNKNOWN, "of unknown outcome" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (cell->count[rows[i].state])
			buf_printf(out, "%s%" PRIu32 " %s", out->len ? ", " : "",
				   cell->count[rows[i].state], rows[i].words);
	if (!cell->first_error)
		return;
	buf_puts(out, out->len ? "; the first: " : "failed while warming up: ");
	add_told(out, cell->first_error);
}

static void
add_skips(const struct model_cell *cell, struct buf *out)
{
	if (cell->count[OP_SKIPPED] == 0)
		return;
	buf_printf(out, "%s%" PRIu32 " skipped", out->len ? "; " : "", cell->count[OP_SKIPPED]);
	buf_puts(out, cell->first_skip ? ": " : ", there was nothing to do");
	if (cell->first_skip)
		add_told(out, cell->first_skip);
}

/* What did not end OK, with the first reason. */
static void
note_counts(const struct report_lines *lines, size_t index)
{
	const struct model_cell *cell = &lines->model->cells[index];
	autobuf text = { 0 };
	autobuf note = { 0 };

	add_failures(cell, &text);
	add_skips(cell, &text);
	if (text.len == 0)
		return;
	add_where(lines->model, index, &note);
	buf_printf(&note, ": %s", buf_text(&text));
	report_say(lines, "", &note);
}

static void
note_remark(const struct report_lines *lines, size_t index)
{
	const char *remark = lines->model->cells[index].remark;
	autobuf note = { 0 };

	if (!remark)
		return;
	add_where(lines->model, index, &note);
	buf_printf(&note, ": %s", remark);
	report_say(lines, "", &note);
}

/* ---- what the figures suffer from ---- */

/* Of the steps that count, which are `all`. */
static size_t
tainted_steps(const struct model *model, enum taint bit, size_t *all)
{
	size_t n = 0;

	*all = 0;
	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (step->warmup || step->running)
			continue;
		n += (step->taint & bit) != 0;
		++*all;
	}
	return n;
}

/* One note a reason, however many cells it is about. */
static void
note_taint(const struct report_lines *lines, enum taint bit, const char *words)
{
	const struct model *model = lines->model;
	size_t all, steps = tainted_steps(model, bit, &all);
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
		buf_printf(&note, "%s in %zu of %zu steps, so read all of it with care", words,
			   steps, all);
	else
		buf_printf(&note, "%s in %zu of %zu steps, so read with care: %s", words, steps,
			   all, buf_text(&where));
	report_say(lines, "", &note);
}

static void
note_taints(const struct report_lines *lines)
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
		{ TAINT_PAUSED, "it was paused" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++)
		note_taint(lines, rows[i].bit, rows[i].words);
}

/* Which round it was, and by how much: without that nobody can tell whether to mind. */
static void
note_outlier(const struct report_lines *lines, size_t index, size_t i, uint64_t median)
{
	const struct model_cell *cell = &lines->model->cells[index];
	char time[UNITS_LEN], usual[UNITS_LEN];
	autobuf note = { 0 };

	add_where(lines->model, index, &note);
	buf_printf(&note, ": round %u took %s, far from the median of %s; it is counted",
		   cell->makespan_rounds[i] - lines->model->plan->warmup + 1,
		   units_time(time, cell->makespans[i]), units_time(usual, median));
	report_say(lines, "", &note);
}

/* A first round that was to be counted, and found everything cold. */
static bool
note_first(const struct report_lines *lines, size_t index)
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
	report_say(lines, "", &note);
	return true;
}

static void
note_outliers(const struct report_lines *lines, size_t index)
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
note_drift(const struct report_lines *lines)
{
	struct drift drift = summary_drift(lines->model);
	autobuf note = { 0 };

	if (!drift.found)
		return;
	buf_printf(&note, "the machine got %s during the test (%+.0f %% from first to last)",
		   drift.change > 0 ? "slower" : "faster", drift.change * 100);
	report_say(lines, "", &note);
}

/* What of a pool's use is not its own, or was not at rest, makes no exact figure. */
static void
note_disk(const struct report_lines *lines, size_t target)
{
	const struct model_target *it = &lines->model->targets[target];
	const struct env_pool *pool = model_target_pool(lines->model, target);
	bool shared = summary_is_shared(lines->model, target);
	char name[TEXT];
	autobuf note = { 0 };

	if (summary_is_steady(lines->model, target) || !known(it->baseline))
		return;
	buf_printf(&note, "the disk figures of %s, marked with ~, are ",
		   summary_target_name(lines->model, target, name, sizeof(name)));
	if (shared)
		buf_printf(&note, "of %s: others may write there too",
			   pool->backing == BACKING_FOLDER ? "the whole file system"
							   : "all of its storage");
	else
		buf_puts(&note, "not exact");
	if (it->unsettled)
		buf_puts(&note, shared ? ", and its use did not come to rest"
				       : ": its use did not come to rest");
	report_say(lines, "", &note);
}

static double
stolen(const struct model_cell *cell)
{
	return cell->n_cpu && cell->cpu.wall > 0 ? cell->cpu.steal / cell->cpu.wall : 0;
}

/* Nobody can tell whose it was: also the kernel works for a pool, and for others. */
static void
note_cpu(const struct report_lines *lines)
{
	const struct model *model = lines->model;
	bool any = false, disturbed = false;
	size_t worst = 0;
	autobuf note = { 0 };

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		any |= model->cells[i].n_cpu > 0;
		disturbed |= model->cells[i].taint & TAINT_DISTURBED;
		worst = stolen(&model->cells[i]) > stolen(&model->cells[worst]) ? i : worst;
	}
	if (!any)
		return;
	buf_puts(&note, "CPU is the busy time of the whole machine, others' work in it");
	buf_puts(&note, disturbed ? ", which was more than 10 % of the machine (see above)" : "");
	if (stolen(&model->cells[worst]) > STEAL_MUCH) {
		buf_printf(&note, "; the hypervisor took %.0f %% of it away in ",
			   stolen(&model->cells[worst]) * 100);
		add_where(model, worst, &note);
	}
	report_say(lines, "", &note);
}

/* ---- warnings, failures, the end ---- */

/* "warning at launch on tiny, round 2: ... (3 times)" */
static void
note_told(const struct report_lines *lines, const struct model_note *told)
{
	const struct model *model = lines->model;
	char round[TEXT];
	autobuf note = { 0 };

	buf_puts(&note, told->level == NOTE_ERROR ? "failure" : "warning");
	if (told->step != NO_STEP) {
		const struct model_step *step = &model->steps[told->step];

		buf_puts(&note, " at ");
		add_where(model, step->cell, &note);
		if (!cell_is_prime(model_plan_cell(model, step->cell)))
			buf_printf(&note, ", %s",
				   report_round_text(step, model->plan, round, sizeof(round)));
	}
	buf_puts(&note, ": ");
	add_told(&note, told->text);
	if (told->n > 1)
		buf_printf(&note, " (%" PRIu64 " times)", told->n);
	report_say(lines, "", &note);
}

/* That it is stopping is told by its end. */
static bool
is_end(const struct model *model, const struct model_note *told)
{
	return model->end.text && strstr(told->text, model->end.text);
}

static void
note_all_told(const struct report_lines *lines)
{
	const struct model *model = lines->model;
	uint64_t more = model->notes_dropped;
	size_t shown = 0;
	autobuf note = { 0 };

	for (size_t i = 0; i < model->n_notes; i++) {
		if (is_end(model, &model->notes[i]))
			continue;
		if (shown < TOLD_MOST)
			note_told(lines, &model->notes[i]);
		else
			more += model->notes[i].n;
		shown++;
	}
	if (more == 0)
		return;
	buf_printf(&note, "%" PRIu64 " more warnings and failures are in the recording", more);
	report_say(lines, "", &note);
}

static void
note_end(const struct report_lines *lines)
{
	const struct model *model = lines->model;
	bool one = model->end.left_behind == 1;
	autobuf note = { 0 };

	if (model->state == MODEL_ENDED && model->end.how != END_DONE) {
		buf_printf(&note, "the run was %s%s%s", run_end_name(model->end.how),
			   model->end.text ? ": " : "", model->end.text ? model->end.text : "");
		report_say(lines, "", &note);
	}
	if (model->state == MODEL_ENDED && model->end.left_behind > 0) {
		buf_clear(&note);
		buf_printf(&note,
			   "%zu thing%s of ours %s left behind; `poolscope clean` removes %s",
			   model->end.left_behind, one ? "" : "s", one ? "is" : "are",
			   one ? "it" : "them");
		report_say(lines, "", &note);
	}
}

void
report_notes(const struct model *model, report_line *line, void *arg)
{
	const struct report_lines lines = { model, line, arg };

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		note_counts(&lines, i);
		note_outliers(&lines, i);
		note_remark(&lines, i);
	}
	note_all_told(&lines);
	note_taints(&lines);
	note_drift(&lines);
	for (size_t i = 0; i < model->plan->n_targets; i++)
		note_disk(&lines, i);
	note_cpu(&lines);
	note_end(&lines);
}
