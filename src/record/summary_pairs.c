/* Comparing the pools of a group, and whether the machine drifted meanwhile. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/summary.h"

#define LEAST_PAIRED 6	 /* rounds: flips of fewer signs decide nothing */
#define OFTEN	     0.2 /* of the steps: more make disturbances no exception */

/* What others did to the machine meanwhile. */
#define TAINTS_DISTURBED (TAINT_STEAL | TAINT_DISTURBED | TAINT_SHARED)

struct pairs {
	struct summary_pair *items;
	size_t n, room;
};

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

static struct disturbance
find_disturbance(const struct model *model)
{
	struct disturbance it = { 0 };

	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (step->warmup || step->running ||
		    cell_is_prime(model_plan_cell(model, step->cell)))
			continue;
		it.steps++;
		it.disturbed += (step->taint & TAINTS_DISTURBED) != 0;
	}
	it.often = (double)it.disturbed > OFTEN * (double)it.steps;
	return it;
}

/* What a comparison is made of. */
struct times {
	double *a, *b; /* owned */
	size_t n, m;
};

/* The times of the rounds that both have. */
static struct times
match_rounds(const struct model_cell *x, const struct model_cell *y)
{
	struct times it = { xmalloc(x->n_makespans * sizeof(*it.a)),
			    xmalloc(x->n_makespans * sizeof(*it.b)), 0, 0 };

	for (size_t i = 0; i < x->n_makespans; i++)
		for (size_t j = 0; j < y->n_makespans && it.n < x->n_makespans; j++) {
			if (x->makespan_rounds[i] != y->makespan_rounds[j])
				continue;
			it.a[it.n] = (double)x->makespans[i];
			it.b[it.n++] = (double)y->makespans[j];
		}
	it.m = it.n;
	return it;
}

static void
wipe_times(struct times *it)
{
	free(it->a);
	free(it->b);
}

static struct times
times_of_pair(const struct model *model, struct summary_pair *pair, bool within_rounds)
{
	const struct model_cell *x = &model->cells[pair->a], *y = &model->cells[pair->b];

	if (within_rounds) {
		struct times it = match_rounds(x, y);

		pair->paired = it.n >= LEAST_PAIRED;
		if (pair->paired)
			return it;
		wipe_times(&it);
	}
	return (struct times){ summary_times(x), summary_times(y), x->n_makespans, y->n_makespans };
}

/* Those of one group, which are told together. */
static void
judge_pairs(const struct model *model, struct summary_pair *pairs, size_t n, bool within_rounds)
{
	autofree_mem struct times *times = xmalloc(n * sizeof(*times));
	autofree_mem struct contest *contests = xmalloc(n * sizeof(*contests));
	autofree_mem struct verdict *verdicts = xmalloc(n * sizeof(*verdicts));

	for (size_t i = 0; i < n; i++) {
		times[i] = times_of_pair(model, &pairs[i], within_rounds);
		contests[i] = (struct contest){ times[i].a, times[i].b, times[i].n, times[i].m,
						pairs[i].paired };
	}
	stats_verdicts(contests, n, verdicts);
	for (size_t i = 0; i < n; i++) {
		pairs[i].verdict = verdicts[i];
		wipe_times(&times[i]);
	}
}

struct ranked {
	size_t cell;
	double median;
};

static int
by_median(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->median != y->median)
		return x->median < y->median ? -1 : 1;
	return (x->cell > y->cell) - (x->cell < y->cell);
}

/* The cells of the group that have complete rounds, the fastest first; returns their number. */
static size_t
rank_group(const struct model *model, size_t first, struct ranked *ranked)
{
	size_t n = 0;

	for (size_t i = first; i < model->plan->n_cells; i++)
		if (summary_same_group(model, first, i) && model->cells[i].n_makespans > 0)
			ranked[n++] = (struct ranked){ i, median_time(model, i) };
	qsort(ranked, n, sizeof(*ranked), by_median);
	return n;
}

static void
add_pair(struct pairs *pairs, size_t a, size_t b, bool fastest)
{
	pairs->items = mem_grow(pairs->items, pairs->n, &pairs->room, sizeof(*pairs->items));
	pairs->items[pairs->n++] = (struct summary_pair){ .a = a, .b = b, .fastest = fastest };
}

/* Adds the pairs of the group whose first cell it is. */
static void
compare_group(const struct model *model, size_t first, bool within_rounds, struct pairs *pairs)
{
	autofree_mem struct ranked *ranked = xmalloc(model->plan->n_cells * sizeof(*ranked));
	size_t n = rank_group(model, first, ranked), before = pairs->n;
	size_t against = n > SUMMARY_ALL_PAIRS ? 1 : n;

	for (size_t i = 0; i < against; i++)
		for (size_t k = i + 1; k < n; k++)
			add_pair(pairs, ranked[i].cell, ranked[k].cell, i == 0);
	judge_pairs(model, pairs->items + before, pairs->n - before, within_rounds);
}

static bool
is_first_of_group(const struct model *model, size_t cell)
{
	for (size_t i = 0; i < cell; i++)
		if (summary_same_group(model, i, cell))
			return false;
	return true;
}

static struct pairs
find_pairs(const struct model *model, bool within_rounds)
{
	struct pairs pairs = { 0 };

	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (!cell_is_prime(model_plan_cell(model, i)) && is_first_of_group(model, i))
			compare_group(model, i, within_rounds, &pairs);
	return pairs;
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
	struct disturbance disturbance;
	struct pairs pairs;
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
	free(kept->pairs.items);
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
	kept->disturbance = find_disturbance(model);
	kept->pairs = find_pairs(model, kept->drift.found || kept->disturbance.often);
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

/* As it is told of the pair, whose interval is as wide as its family asks. */
static bool
told_ratio(const struct pairs *pairs, size_t cell, size_t other, struct ratio *ret)
{
	for (size_t i = 0; i < pairs->n; i++) {
		const struct summary_pair *pair = &pairs->items[i];

		if (pair->a == cell && pair->b == other)
			*ret = pair->verdict.ratio;
		else if (pair->a == other && pair->b == cell)
			*ret = stats_turned(&pair->verdict).ratio;
		else
			continue;
		return true;
	}
	return false;
}

struct ratio
summary_ratio(const struct model *model, size_t cell, size_t other)
{
	const struct model_cell *x = &model->cells[cell], *y = &model->cells[other];
	const struct kept *kept = keep(model);
	struct kept_times *times = &kept->times[cell];
	struct ratio told;

	if (told_ratio(&kept->pairs, cell, other, &told))
		return told;
	if (times->ratio_to != other) {
		autofree_mem double *a = summary_times(x);
		autofree_mem double *b = summary_times(y);

		times->ratio = stats_ratio(a, x->n_makespans, b, y->n_makespans);
		times->ratio_to = other;
	}
	return times->ratio;
}

bool
summary_alike(const struct model_cell *a, const struct model_cell *b)
{
	return text_same(a->remark, b->remark);
}

void
summary_add_unlike(struct buf *out, const struct model_cell *cell, const char *name,
		   const struct model_cell *other)
{
	if (cell->remark && !summary_alike(cell, other))
		buf_printf(out, "; not like with like, as on %s: %s", name, cell->remark);
}

struct disturbance
summary_disturbance(const struct model *model)
{
	return keep(model)->disturbance;
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
	size_t n = kept ? kept->pairs.n : 0;

	*ret = xcalloc(n, sizeof(**ret));
	if (n)
		memcpy(*ret, kept->pairs.items, n * sizeof(**ret));
	return n;
}
