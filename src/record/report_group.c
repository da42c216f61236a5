/* Of a report: the groups of cells that are compared, their verdicts, and how their figures are
 * told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/naming.h"
#include "record/report_formats.h"

#define SENTENCE (4 * REPORT_TEXT)

/* ---- groups ---- */

struct report_group
report_groups(const struct model *model)
{
	struct report_group group = { .model = model };

	if (!model->header)
		return group;
	group.n = summary_rows(model, &group.rows);
	group.n_pairs = summary_pairs(model, &group.pairs);
	return group;
}

void
report_groups_wipe(struct report_group *group)
{
	free(group->rows);
	free(group->pairs);
}

bool
report_in_group(const struct report_group *group, size_t row)
{
	return row >= group->first &&
	       summary_same_group(group->model, group->rows[group->first].cell,
				  group->rows[row].cell);
}

/* What was skipped whenever it counted has no figures: the notes tell why. Of another tool only the
 * time may be told. */
static bool
has_figures(const struct model_cell *cell)
{
	uint32_t others = 0;

	for (int state = 0; state < OP_STATES; state++)
		others += state == OP_SKIPPED ? 0 : cell->count[state];
	return others > 0 || cell->n_makespans > 0 || (cell->ops > 0 && !cell->count[OP_SKIPPED]);
}

static bool
has_begun(const struct report_group *group)
{
	for (size_t row = group->first; row < group->n; row++)
		if (report_in_group(group, row) &&
		    has_figures(&group->model->cells[group->rows[row].cell]))
			return true;
	return false;
}

static bool
begins_a_group(const struct report_group *group, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (summary_same_group(group->model, group->rows[i].cell, group->rows[row].cell))
			return false;
	return true;
}

static bool
is_by_rate(const struct report_group *group)
{
	bool rate = false;

	for (size_t row = group->first; row < group->n; row++) {
		if (!report_in_group(group, row))
			continue;
		if (group->rows[row].rounds > 0)
			return false;
		rate = rate || isfinite(group->rows[row].throughput);
	}
	return rate;
}

bool
report_next_group(struct report_group *group)
{
	for (; group->next < group->n; group->next++) {
		if (!begins_a_group(group, group->next))
			continue;
		group->first = group->next;
		if (!has_begun(group))
			continue;
		group->next++;
		group->by_rate = is_by_rate(group);
		summary_group_name(group->model, group->rows[group->first].cell, group->name,
				   sizeof(group->name));
		return true;
	}
	return false;
}

/* ---- verdicts ---- */

const char *
report_sentence(const struct model *model, const struct summary_pair *pair, char *out, size_t size)
{
	const struct model_cell *x = &model->cells[pair->a], *y = &model->cells[pair->b];
	char a[REPORT_TEXT], b[REPORT_TEXT];
	autobuf text = { 0 };

	naming_cell(model->plan, pair->a, a, sizeof(a));
	naming_cell(model->plan, pair->b, b, sizeof(b));
	buf_puts(&text, stats_sentence(&pair->verdict, a, b, out, size));
	summary_add_unlike(&text, x, a, y);
	summary_add_unlike(&text, y, b, x);
	snprintf(out, size, "%s", buf_text(&text));
	return out;
}

static void
say_pair(const struct model *model, const struct summary_pair *pair, report_line *line, void *arg)
{
	char a[REPORT_TEXT], b[REPORT_TEXT], sentence[SENTENCE];
	autobuf text = { 0 };

	buf_printf(&text, "%s against %s: %s%s", naming_cell(model->plan, pair->a, a, sizeof(a)),
		   naming_cell(model->plan, pair->b, b, sizeof(b)),
		   report_sentence(model, pair, sentence, sizeof(sentence)),
		   pair->paired ? " (compared within rounds)" : "");
	line(arg, "", buf_text(&text));
}

/* Of a group's verdicts: how many there are, how many of these are judged together, and of those
 * for which the rounds are too few the one that differs most. */
struct together {
	size_t pairs, with_fastest;
	size_t family;
	const struct summary_pair *too_few;
};

static bool
differs_more(const struct summary_pair *pair, const struct summary_pair *than)
{
	return pair->verdict.ratio.estimate < than->verdict.ratio.estimate;
}

static void
say_together(const struct together *it, report_line *line, void *arg)
{
	autobuf text = { 0 };

	if (it->family < 2)
		return;
	buf_printf(&text,
		   "%zu comparisons are told together, so each is judged more strictly (Holm)",
		   it->family);
	if (it->pairs >= SUMMARY_ALL_PAIRS && it->pairs == it->with_fastest)
		buf_printf(&text, "; of %zu pools each is set against the fastest only",
			   it->pairs + 1);
	line(arg, "", buf_text(&text));
}

void
report_verdicts(const struct report_group *group, report_line *line, void *arg)
{
	struct together all = { 0 };

	for (size_t i = 0; i < group->n_pairs; i++) {
		const struct summary_pair *pair = &group->pairs[i];

		if (!summary_same_group(group->model, group->rows[group->first].cell, pair->a))
			continue;
		all.pairs++;
		all.with_fastest += pair->fastest;
		if (pair->verdict.family > all.family)
			all.family = pair->verdict.family;
		if (pair->verdict.kind != VERDICT_TOO_FEW)
			say_pair(group->model, pair, line, arg);
		else if (!all.too_few || differs_more(pair, all.too_few))
			all.too_few = pair;
	}
	if (all.too_few)
		say_pair(group->model, all.too_few, line, arg);
	say_together(&all, line, arg);
}

/* ---- rows ---- */

/* In a group in which it has nothing to tell a sparse column is none. */
static bool
has_column(const struct report_group *group, const struct summary_column *column)
{
	char text[REPORT_TEXT];

	for (size_t row = group->first; row < group->n; row++)
		if (report_in_group(group, row) &&
		    strcmp(column->text(group->model, &group->rows[row], text, sizeof(text)),
			   "-") != 0)
			return true;
	return !column->sparse;
}

struct report_grid
report_group_grid(const struct report_group *group)
{
	autofree_mem bool *shown = xcalloc(n_summary_columns, sizeof(*shown));
	struct report_grid grid = { 0 };
	char text[REPORT_TEXT];

	for (size_t i = 0; i < n_summary_columns; i++) {
		const struct summary_column *column = &summary_columns[i];

		shown[i] = has_column(group, column);
		if (shown[i])
			report_grid_column(&grid, column->name, column->rank, column->numeric);
	}
	for (size_t row = group->first; row < group->n; row++)
		for (size_t i = 0; report_in_group(group, row) && i < n_summary_columns; i++)
			if (shown[i])
				report_grid_add(&grid, summary_columns[i].text(group->model,
									       &group->rows[row],
									       text, sizeof(text)));
	return grid;
}

/* ---- bars ---- */

double
report_bar(const struct report_group *group, size_t row)
{
	const struct summary *it = &group->rows[row];

	if (group->by_rate)
		return it->throughput;
	return it->rounds ? (double)it->makespan : NAN;
}

double
report_longest_bar(const struct report_group *group)
{
	double longest = NAN;

	for (size_t row = group->first; row < group->n; row++)
		if (report_in_group(group, row))
			longest = fmax(longest, report_bar(group, row));
	return longest;
}

bool
report_bar_span(const struct report_group *group, size_t row, double *low, double *high)
{
	const struct summary *it = &group->rows[row];
	const struct model_cell *cell = &group->model->cells[it->cell];
	uint64_t min = UNKNOWN, max = 0;

	if (it->makespan_interval.coverage > 0) {
		*low = it->makespan_interval.low;
		*high = it->makespan_interval.high;
		return true;
	}
	for (size_t i = 0; i < cell->n_makespans; i++) {
		min = cell->makespans[i] < min ? cell->makespans[i] : min;
		max = cell->makespans[i] > max ? cell->makespans[i] : max;
	}
	*low = (double)min;
	*high = (double)max;
	return cell->n_makespans > 1;
}

static const char *
why_no_bar(const struct model_cell *cell)
{
	uint64_t ended = 0;

	for (int state = 0; state < OP_STATES; state++)
		ended += cell->count[state];
	if (ended == 0)
		return "nothing was measured";
	return cell->count[OP_SKIPPED] == ended ? "nothing to do" : "no round without a failure";
}

const char *
report_bar_text(const struct report_group *group, size_t row, char *out, size_t size)
{
	char figure[UNITS_LEN], from[UNITS_LEN], to[UNITS_LEN];
	double bar = report_bar(group, row), low, high;

	if (isnan(bar))
		snprintf(out, size, "%s", why_no_bar(&group->model->cells[group->rows[row].cell]));
	else if (group->by_rate)
		snprintf(out, size, "%s", units_rate(figure, bar));
	else if (!report_bar_span(group, row, &low, &high))
		snprintf(out, size, "%s (1 round)", units_time(figure, (uint64_t)bar));
	else
		snprintf(out, size, "%s (%s to %s)", units_time(figure, (uint64_t)bar),
			 units_time(from, (uint64_t)low), units_time(to, (uint64_t)high));
	return out;
}

const char *
report_bars_caption(const struct report_group *group)
{
	if (group->by_rate)
		return "Throughput";
	return "Whole steps: median of the rounds (95 % interval; below 6 rounds the range)";
}

/* ---- rounds ---- */

unsigned
report_round(const struct model_step *step, const struct plan *plan)
{
	return step->warmup || step->round < plan->warmup ? step->round + 1
							  : step->round - plan->warmup + 1;
}

const char *
report_round_text(const struct model_step *step, const struct plan *plan, char *out, size_t size)
{
	snprintf(out, size, "%sround %u", step->warmup ? "warm-up " : "", report_round(step, plan));
	return out;
}
