#include "record/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/summary.h"

/* ---- names of runs ---- */

static bool
label_is_its_own(const struct compare *compare, size_t run)
{
	const char *label = compare->models[run]->header->label;

	if (!label || !*label)
		return false;
	for (size_t i = 0; i < compare->n; i++) {
		const char *other = compare->models[i]->header->label;

		if (i != run && other && strcmp(other, label) == 0)
			return false;
	}
	return true;
}

static void
name_runs(struct compare *compare)
{
	compare->names = xcalloc(compare->n, sizeof(*compare->names));
	for (size_t i = 0; i < compare->n; i++) {
		const struct event_header *header = compare->models[i]->header;

		snprintf(compare->names[i], COMPARE_NAME, "%s",
			 label_is_its_own(compare, i) ? header->label : header->run);
	}
}

/* ---- groups and rows ---- */

static const struct cell *
plan_cell(const struct compare *compare, size_t run, size_t cell)
{
	return model_plan_cell(compare->models[run], cell);
}

/* The image's fingerprint may be another: that is a difference of the environment, and told as one.
 */
static bool
in_group(const struct compare *compare, const struct compare_group *group, size_t run, size_t cell)
{
	return summary_same_work(plan_cell(compare, group->run, group->cell),
				 plan_cell(compare, run, cell));
}

static struct compare_row *
row_named(const struct compare *compare, struct compare_group *group, const char *pool)
{
	struct compare_row *row;

	for (size_t i = 0; i < group->n_rows; i++)
		if (strcmp(group->rows[i].pool, pool) == 0)
			return &group->rows[i];
	group->rows = xrealloc(group->rows, group->n_rows + 1, sizeof(*group->rows));
	row = &group->rows[group->n_rows++];
	snprintf(row->pool, sizeof(row->pool), "%s", pool);
	row->cells = xcalloc(compare->n, sizeof(*row->cells));
	for (size_t run = 0; run < compare->n; run++)
		row->cells[run] = NO_CELL;
	return row;
}

/* Of other tools' runs the ops may not be told. */
static bool
has_begun(const struct model_cell *cell)
{
	return cell->ops > 0 || cell->n_makespans > 0;
}

/* Two images of one name make two cells of one pool: the first is taken. */
static void
add_rows(const struct compare *compare, struct compare_group *group, size_t run)
{
	const struct model *model = compare->models[run];
	char pool[COMPARE_NAME];

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		struct compare_row *row;

		if (!in_group(compare, group, run, i) || !has_begun(&model->cells[i]))
			continue;
		row = row_named(compare, group, summary_pool_name(model, i, pool, sizeof(pool)));
		if (row->cells[run] == NO_CELL)
			row->cells[run] = i;
	}
}

/* ---- pairs ---- */

/* Of what that run has of the row; NULL: no round that is whole. */
static const struct model_cell *
timed_cell(const struct compare *compare, const struct compare_row *row, size_t run)
{
	const struct model_cell *cell;

	if (row->cells[run] == NO_CELL)
		return NULL;
	cell = &compare->models[run]->cells[row->cells[run]];
	return cell->n_makespans ? cell : NULL;
}

static void
add_pair(struct compare_group *group, size_t row_a, size_t run_a, size_t row_b, size_t run_b)
{
	group->pairs = xrealloc(group->pairs, group->n_pairs + 1, sizeof(*group->pairs));
	group->pairs[group->n_pairs++] = (struct compare_pair){ row_a, run_a, row_b, run_b, { 0 } };
}

/* Each run that has the pool against the first that has it. */
static void
pair_over_runs(const struct compare *compare, struct compare_group *group, size_t row)
{
	size_t first = 0;

	while (first < compare->n && !timed_cell(compare, &group->rows[row], first))
		first++;
	for (size_t run = first + 1; run < compare->n; run++)
		if (timed_cell(compare, &group->rows[row], run))
			add_pair(group, row, first, row, run);
}

/* The only row that run `has` and the other has not; NO_CELL: there is none, or several. */
static size_t
only_row_of(const struct compare *compare, const struct compare_group *group, size_t has,
	    size_t not )
{
	size_t found = NO_CELL;

	for (size_t i = 0; i < group->n_rows; i++) {
		if (!timed_cell(compare, &group->rows[i], has) ||
		    group->rows[i].cells[not ] != NO_CELL)
			continue;
		if (found != NO_CELL)
			return NO_CELL;
		found = i;
	}
	return found;
}

static void
pair_other_names(const struct compare *compare, struct compare_group *group)
{
	for (size_t run = 1; run < compare->n; run++) {
		size_t a = only_row_of(compare, group, 0, run);
		size_t b = only_row_of(compare, group, run, 0);

		if (a != NO_CELL && b != NO_CELL)
			add_pair(group, a, 0, b, run);
	}
}

static struct contest
contest_of(const struct compare *compare, const struct compare_group *group,
	   const struct compare_pair *pair)
{
	const struct model_cell *x = timed_cell(compare, &group->rows[pair->row_a], pair->run_a);
	const struct model_cell *y = timed_cell(compare, &group->rows[pair->row_b], pair->run_b);

	return (struct contest){ summary_times(x), summary_times(y), x->n_makespans, y->n_makespans,
				 false };
}

static void
judge_all(const struct compare *compare, struct compare_group *group)
{
	autofree_mem struct contest *contests = xmalloc(group->n_pairs * sizeof(*contests));
	autofree_mem struct verdict *verdicts = xmalloc(group->n_pairs * sizeof(*verdicts));

	for (size_t i = 0; i < group->n_pairs; i++)
		contests[i] = contest_of(compare, group, &group->pairs[i]);
	stats_verdicts(contests, group->n_pairs, verdicts);
	for (size_t i = 0; i < group->n_pairs; i++) {
		group->pairs[i].verdict = verdicts[i];
		free((double *)contests[i].a);
		free((double *)contests[i].b);
	}
}

const char *
compare_sentence(const struct compare *compare, const struct compare_group *group,
		 const struct compare_pair *pair, char *out, size_t size)
{
	struct verdict verdict = stats_turned(&pair->verdict);
	const struct model_cell *x = timed_cell(compare, &group->rows[pair->row_a], pair->run_a);
	const struct model_cell *y = timed_cell(compare, &group->rows[pair->row_b], pair->run_b);
	const char *pool_a = group->rows[pair->row_a].pool, *pool_b = group->rows[pair->row_b].pool;
	const char *run_a = compare->names[pair->run_a], *run_b = compare->names[pair->run_b];
	bool one_pool = pair->row_a == pair->row_b;
	autofree_mem char *a = one_pool ? xstrdup(run_a) : xasprintf("%s of %s", pool_a, run_a);
	autofree_mem char *b = one_pool ? xstrdup(run_b) : xasprintf("%s of %s", pool_b, run_b);

	autobuf text = { 0 };

	buf_puts(&text, stats_sentence(&verdict, b, a, out, size));
	summary_add_unlike(&text, x, a, y);
	summary_add_unlike(&text, y, b, x);
	snprintf(out, size, "%s", buf_text(&text));
	return out;
}

/* ---- groups ---- */

static bool
has_times(const struct compare *compare, const struct compare_group *group, size_t run)
{
	for (size_t i = 0; i < group->n_rows; i++)
		if (timed_cell(compare, &group->rows[i], run))
			return true;
	return false;
}

/* How many runs have times in it; and whether those are of as many instances, where that is told.
 */
static size_t
look_at_runs(const struct compare *compare, struct compare_group *group)
{
	unsigned count = 0;
	size_t n = 0;

	for (size_t run = 0; run < compare->n; run++) {
		unsigned its = compare->models[run]->plan->count;

		if (!has_times(compare, group, run))
			continue;
		n++;
		group->counts_differ |= count && its && its != count;
		count = its ? its : count;
	}
	return n;
}

static void
group_wipe(struct compare_group *group)
{
	for (size_t i = 0; i < group->n_rows; i++)
		free(group->rows[i].cells);
	free(group->rows);
	free(group->pairs);
}

static void
add_group(struct compare *compare, size_t first_run, size_t cell)
{
	struct compare_group group = { .run = first_run, .cell = cell };
	size_t n;

	for (size_t run = first_run; run < compare->n; run++)
		add_rows(compare, &group, run);
	n = look_at_runs(compare, &group);
	if (n < 2) {
		compare->n_alone += n;
		group_wipe(&group);
		return;
	}
	for (size_t row = 0; row < group.n_rows && !group.counts_differ; row++)
		pair_over_runs(compare, &group, row);
	if (!group.counts_differ)
		pair_other_names(compare, &group);
	judge_all(compare, &group);
	compare->groups =
		xrealloc(compare->groups, compare->n_groups + 1, sizeof(*compare->groups));
	compare->groups[compare->n_groups++] = group;
}

/* An earlier run, or an earlier cell of this one, has begun the group. */
static bool
was_seen(const struct compare *compare, size_t run, size_t cell)
{
	const struct compare_group like = { .run = run, .cell = cell };

	for (size_t r = 0; r <= run; r++) {
		size_t n = r == run ? cell : compare->models[r]->plan->n_cells;

		for (size_t i = 0; i < n; i++)
			if (in_group(compare, &like, r, i))
				return true;
	}
	return false;
}

static void
add_groups(struct compare *compare)
{
	for (size_t run = 0; run < compare->n; run++) {
		const struct plan *plan = compare->models[run]->plan;

		for (size_t i = 0; i < plan->n_cells; i++)
			if (!cell_is_prime(&plan->cells[i]) && !was_seen(compare, run, i))
				add_group(compare, run, i);
	}
}

static bool
is_measured(const struct compare *compare, size_t run)
{
	return compare->models[run]->header->kind == RUN_MEASURED;
}

static bool
are_in_a_row(const struct compare *compare)
{
	for (size_t i = 0; i < compare->n_groups; i++) {
		const struct compare_group *group = &compare->groups[i];

		for (size_t k = 0; k < group->n_pairs; k++)
			if (is_measured(compare, group->pairs[k].run_a) &&
			    is_measured(compare, group->pairs[k].run_b))
				return true;
	}
	return false;
}

/* ---- all of it ---- */

struct compare *
compare_new(const struct model *const *models, size_t n)
{
	struct compare *compare = xcalloc(1, sizeof(*compare));

	compare->models = xcalloc(n, sizeof(*compare->models));
	memcpy(compare->models, models, n * sizeof(*models));
	compare->n = n;
	name_runs(compare);
	compare->n_differences = compare_environments(models, n, &compare->differences);
	add_groups(compare);
	compare->in_a_row = are_in_a_row(compare);
	return compare;
}

void
compare_free(struct compare *compare)
{
	if (!compare)
		return;
	for (size_t i = 0; i < compare->n_differences; i++) {
		for (size_t run = 0; run < compare->n; run++)
			free(compare->differences[i].values[run]);
		free(compare->differences[i].values);
		free(compare->differences[i].what);
	}
	for (size_t i = 0; i < compare->n_groups; i++)
		group_wipe(&compare->groups[i]);
	free(compare->differences);
	free(compare->groups);
	free(compare->names);
	free(compare->models);
	free(compare);
}
