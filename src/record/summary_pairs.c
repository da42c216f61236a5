/* Comparing the pools of a group, and whether the machine drifted meanwhile. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/summary.h"

#define LEAST_PAIRED 6 /* rounds: flips of fewer signs decide nothing */

double *
summary_times(const struct model_cell *cell)
{
	double *times = xmalloc(cell->n_makespans * sizeof(*times));

	for (size_t i = 0; i < cell->n_makespans; i++)
		times[i] = (double)cell->makespans[i];
	return times;
}

static double
median_time(const struct model *model, size_t cell)
{
	autofree_mem double *times = summary_times(&model->cells[cell]);

	return stats_median(times, model->cells[cell].n_makespans);
}

static struct drift
find_drift(const struct model *model)
{
	autofree_mem double *medians = xcalloc(model->plan->n_cells, sizeof(*medians));
	autofree_mem double *parts = xmalloc(model->n_steps * sizeof(*parts));
	size_t n = 0;

	for (size_t i = 0; i < model->plan->n_cells; i++)
		medians[i] = median_time(model, i);
	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];
		uint64_t ns;

		/* A cell's only round is its own median and tells nothing. */
		if (!step->warmup && step->n > 0 && model->cells[step->cell].n_makespans > 1 &&
		    medians[step->cell] > 0 && model_round_time(model, i, &ns))
			parts[n++] = (double)ns / medians[step->cell];
	}
	return stats_drift(parts, n);
}

/* The times of the rounds that both have, in `a` and `b`, which have room for all of either's. */
static size_t
match_rounds(const struct model_cell *x, const struct model_cell *y, double *a, double *b)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_makespans; i++)
		for (size_t j = 0; j < y->n_makespans && n < x->n_makespans; j++) {
			if (x->makespan_rounds[i] != y->makespan_rounds[j])
				continue;
			a[n] = (double)x->makespans[i];
			b[n++] = (double)y->makespans[j];
		}
	return n;
}

static struct verdict
judge(const struct model *model, struct summary_pair *pair, bool drifted)
{
	const struct model_cell *x = &model->cells[pair->a], *y = &model->cells[pair->b];
	autofree_mem double *a = summary_times(x);
	autofree_mem double *b = summary_times(y);
	autofree_mem double *paired_a = xmalloc(x->n_makespans * sizeof(*paired_a));
	autofree_mem double *paired_b = xmalloc(x->n_makespans * sizeof(*paired_b));
	size_t n = drifted ? match_rounds(x, y, paired_a, paired_b) : 0;

	pair->paired = n >= LEAST_PAIRED;
	if (pair->paired)
		return stats_paired_verdict(paired_a, paired_b, n);
	return stats_verdict(a, x->n_makespans, b, y->n_makespans);
}

/* NO_CELL: none of the group has a complete round. */
static size_t
fastest_of_group(const struct model *model, size_t first)
{
	size_t fastest = NO_CELL;

	for (size_t i = first; i < model->plan->n_cells; i++) {
		if (!summary_same_group(model, first, i) || model->cells[i].n_makespans == 0)
			continue;
		if (fastest == NO_CELL || median_time(model, i) < median_time(model, fastest))
			fastest = i;
	}
	return fastest;
}

static void
judge_together(struct summary_pair *pairs, size_t n)
{
	autofree_mem struct verdict **verdicts = xmalloc(n * sizeof(*verdicts));

	for (size_t i = 0; i < n; i++)
		verdicts[i] = &pairs[i].verdict;
	stats_judge_together(verdicts, n);
}

/* Adds the pairs of the group whose first cell it is; returns their number. */
static size_t
compare_group(const struct model *model, size_t first, bool drifted, struct summary_pair *pairs)
{
	size_t fastest = fastest_of_group(model, first), n = 0;

	for (size_t i = first; fastest != NO_CELL && i < model->plan->n_cells; i++) {
		struct summary_pair *pair = &pairs[n];

		if (i == fastest || !summary_same_group(model, first, i) ||
		    model->cells[i].n_makespans == 0)
			continue;
		*pair = (struct summary_pair){ .a = fastest, .b = i };
		pair->verdict = judge(model, pair, drifted);
		n++;
	}
	judge_together(pairs, n);
	return n;
}

static bool
is_first_of_group(const struct model *model, size_t cell)
{
	for (size_t i = 0; i < cell; i++)
		if (summary_same_group(model, i, cell))
			return false;
	return true;
}

static size_t
find_pairs(const struct model *model, bool drifted, struct summary_pair **ret)
{
	size_t n_cells = model->plan->n_cells, n = 0;

	*ret = xcalloc(n_cells, sizeof(**ret));
	for (size_t i = 0; i < n_cells; i++)
		if (!cell_is_prime(model_plan_cell(model, i)) && is_first_of_group(model, i))
			n += compare_group(model, i, drifted, *ret + n);
	return n;
}

/* ---- kept until the next step has ended ---- */

struct kept_times {
	double median; /* ns; NAN: none */
	double spread;
	struct interval interval;
	bool *outliers;	    /* of the makespans */
	struct ratio ratio; /* to the cell that was last asked for */
	size_t ratio_to;    /* NO_CELL: to none */
};

struct kept {
	struct kept_times *times; /* of each cell */
	size_t n_cells;
	struct drift drift;
	struct summary_pair *pairs;
	size_t n_pairs;
};

/* One value has none. */
static double
spread_of(const double *times, size_t n)
{
	struct robust it = stats_robust(times, n);

	return n > 1 && it.median > 0 ? it.mad / it.median : NAN;
}

static struct kept_times *
find_times(const struct model *model)
{
	size_t n_cells = model->plan->n_cells;
	struct kept_times *all = xcalloc(n_cells, sizeof(*all));

	for (size_t i = 0; i < n_cells; i++) {
		const struct model_cell *cell = &model->cells[i];
		autofree_mem double *times = summary_times(cell);

		all[i].median = stats_median(times, cell->n_makespans);
		all[i].outliers = xcalloc(cell->n_makespans, sizeof(*all[i].outliers));
		stats_outliers(times, cell->n_makespans, all[i].outliers);
		all[i].spread = spread_of(times, cell->n_makespans);
		all[i].interval = stats_median_interval(times, cell->n_makespans);
		all[i].ratio_to = NO_CELL;
	}
	return all;
}

static void
free_kept(void *arg)
{
	struct kept *kept = arg;

	for (size_t i = 0; i < kept->n_cells; i++)
		free(kept->times[i].outliers);
	free(kept->times);
	free(kept->pairs);
	free(kept);
}

/* Of hundreds of rounds the tests take longer than a frame may, and every frame asks for them. */
static struct kept *
keep(const struct model *model)
{
	struct model_memo *memo = model->memo;
	size_t ended = model->n_steps - model->n_running;
	struct kept *kept;

	if (memo->kept && memo->steps == ended)
		return memo->kept;
	if (memo->kept)
		memo->free(memo->kept);
	kept = xcalloc(1, sizeof(*kept));
	kept->times = find_times(model);
	kept->n_cells = model->plan->n_cells;
	kept->drift = find_drift(model);
	kept->n_pairs = find_pairs(model, kept->drift.found, &kept->pairs);
	*memo = (struct model_memo){ kept, free_kept, ended };
	return kept;
}

void
summary_makespans(const struct model *model, struct summary *row)
{
	const struct kept_times *times = &keep(model)->times[row->cell];

	row->rounds = model->cells[row->cell].n_makespans;
	row->makespan = isnan(times->median) ? UNKNOWN : (uint64_t)times->median;
	row->makespan_interval = times->interval;
	row->spread = times->spread;
}

const bool *
summary_outliers(const struct model *model, size_t cell)
{
	return keep(model)->times[cell].outliers;
}

struct ratio
summary_ratio(const struct model *model, size_t cell, size_t other)
{
	const struct model_cell *x = &model->cells[cell], *y = &model->cells[other];
	struct kept_times *times = &keep(model)->times[cell];

	if (times->ratio_to != other) {
		autofree_mem double *a = summary_times(x);
		autofree_mem double *b = summary_times(y);

		times->ratio = stats_ratio(a, x->n_makespans, b, y->n_makespans);
		times->ratio_to = other;
	}
	return times->ratio;
}

struct drift
summary_drift(const struct model *model)
{
	return keep(model)->drift;
}

size_t
summary_pairs(const struct model *model, struct summary_pair **ret)
{
	const struct kept *kept = model->plan ? keep(model) : NULL;
	size_t n = kept ? kept->n_pairs : 0;

	*ret = xcalloc(n, sizeof(**ret));
	if (n)
		memcpy(*ret, kept->pairs, n * sizeof(**ret));
	return n;
}
