#include "record/estimate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/units.h"
#include "record/index.h"
#include "record/model.h"
#include "record/naming.h"
#include "record/sums.h"

#define NAME 128

struct earlier_turn {
	char *key;	/* all that must be the same */
	double ns;	/* of a turn ... */
	unsigned count; /* ... with so many instances */
};

/* ---- what earlier runs took ---- */

void
earlier_wipe(struct earlier *earlier)
{
	for (size_t i = 0; i < earlier->n; i++)
		free(earlier->turns[i].key);
	free(earlier->turns);
	index_free(earlier->entries, earlier->n_entries);
	free(earlier->opened);
	*earlier = (struct earlier){ 0 };
}

static bool
are_known(const struct earlier *earlier, const struct index_entry *entries, size_t n)
{
	if (n != earlier->n_entries)
		return false;
	for (size_t i = 0; i < n; i++)
		if (strcmp(entries[i].path, earlier->entries[i].path) != 0 ||
		    entries[i].changed_ns != earlier->entries[i].changed_ns)
			return false;
	return true;
}

void
earlier_read(struct earlier *earlier, const char *folder)
{
	struct index_entry *entries;
	size_t n = index_scan(folder, &entries);

	if (are_known(earlier, entries, n)) {
		index_free(entries, n);
		return;
	}
	earlier_wipe(earlier);
	earlier->entries = entries;
	earlier->n_entries = n;
	earlier->opened = xcalloc(n, sizeof(*earlier->opened));
}

static const char *
or_none(const char *text)
{
	return text ? text : "";
}

static char *
key_of(const struct plan *plan, size_t index)
{
	const struct cell *cell = &plan->cells[index];
	const struct target *target = &plan->targets[cell->target];

	return xasprintf("%s\n%s\n%s\n%s\n%s\n%s\n%d %u %u %d", or_none(target->server),
			 or_none(target->member), target->pool, cell->workload,
			 or_none(cell->variant), or_none(cell->image), cell->place, plan->parallel,
			 plan->fill, plan->order == ORDER_RACE);
}

static const struct earlier_turn *
find_turn(const struct earlier *earlier, const char *key)
{
	for (size_t i = 0; i < earlier->n; i++)
		if (strcmp(earlier->turns[i].key, key) == 0)
			return &earlier->turns[i];
	return NULL;
}

/* ns; NAN: nothing to go by. The very last turn of a run has no end: there its newest makespan must do. */
static double
turn_ns(const struct model_cell *cell)
{
	if (cell->count[OP_FAILED] || cell->count[OP_UNKNOWN])
		return NAN;
	if (cell->turns.n)
		return (double)hist_median(&cell->turns);
	return cell->n_makespans ? (double)cell->makespans[cell->n_makespans - 1] : NAN;
}

/* A newer run has told already what is there. */
static void
add_turn(struct earlier *earlier, const struct model *model, size_t cell)
{
	autofree_mem char *key = key_of(model->plan, cell);
	double ns = turn_ns(&model->cells[cell]);

	if (isnan(ns) || find_turn(earlier, key))
		return;
	earlier->turns = mem_grow(earlier->turns, earlier->n, &earlier->room, sizeof(*earlier->turns));
	earlier->turns[earlier->n++] =
		(struct earlier_turn){ steal(key), ns, model->plan->count };
}

static void
open_run(struct earlier *earlier, const char *path)
{
	struct err ignored;
	autofree(model) model = sums_open(path, &ignored);

	for (size_t i = 0; model && i < model->plan->n_cells; i++)
		add_turn(earlier, model, i);
}

/* The names of the entry, blank-separated, have this one. */
static bool
has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; at && (at = strstr(at, word)); at += len)
		if ((at == words || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
			return true;
	return false;
}

/* Another pool's or workload's run need not be opened. */
static bool
may_tell(const struct index_entry *entry, const struct plan *plan, size_t cell)
{
	const char *workload = plan->cells[cell].workload;

	return index_is_measured(entry) &&
	       has_word(entry->pools, plan->targets[plan->cells[cell].target].pool) &&
	       (cell_is_prime(&plan->cells[cell]) || has_word(entry->workloads, workload));
}

/* The turn of this cell, for which runs are opened that were not yet. */
static const struct earlier_turn *
turn_of(struct earlier *earlier, const struct plan *plan, size_t cell)
{
	autofree_mem char *key = key_of(plan, cell);
	const struct earlier_turn *turn = find_turn(earlier, key);

	for (size_t i = 0; !turn && i < earlier->n_entries && earlier->left > 0; i++) {
		if (earlier->opened[i] || !may_tell(&earlier->entries[i], plan, cell))
			continue;
		earlier->left--;
		earlier->opened[i] = true;
		open_run(earlier, earlier->entries[i].path);
		turn = find_turn(earlier, key);
	}
	return turn;
}

/* ---- a plan ---- */

/* ns of all the cell's turns; NAN: no run tells. */
static double
time_of(struct earlier *earlier, const struct plan *plan, size_t cell)
{
	const struct earlier_turn *turn = turn_of(earlier, plan, cell);
	double turns = (double)plan_turns(plan, cell) * plan_all_rounds(plan);

	if (!turn)
		return NAN;
	if (cell_is_prime(&plan->cells[cell]))
		return turn->ns;
	return turns * turn->ns * (turn->count ? (double)plan->count / turn->count : 1);
}

struct estimate
estimate_plan(struct earlier *earlier, const struct plan *plan)
{
	autofree_mem double *lanes = xcalloc(plan->n_targets + 1, sizeof(*lanes));
	struct estimate estimate = { 0 };
	double longest = 0;

	earlier->left = earlier->busy ? 0 : ESTIMATE_RUNS;
	for (size_t i = 0; i < plan->n_cells; i++) {
		double *lane = &lanes[plan->order == ORDER_RACE ? plan->cells[i].target : 0];
		double ns = time_of(earlier, plan, i);

		if (!isnan(ns))
			*lane += ns;
		else if (!cell_is_prime(&plan->cells[i]) && estimate.unknown++ == 0)
			estimate.first_unknown = i;
		longest = fmax(longest, *lane);
	}
	estimate.ns = (uint64_t)fmin(longest, 1e18);
	return estimate;
}

void
estimate_text(const struct estimate *estimate, const struct plan *plan, struct buf *out)
{
	char about[UNITS_LEN], where[NAME], work[NAME];

	units_about(about, estimate->ns);
	if (estimate->unknown == 0) {
		buf_printf(out, "about %s by earlier runs", about);
		return;
	}
	if (estimate->ns)
		buf_printf(out, "at least %s", about);
	else
		buf_puts(out, "time unknown");
	buf_printf(out, ": no earlier run of %s on %s",
		   naming_work(&plan->cells[estimate->first_unknown], work, sizeof(work)),
		   naming_where(plan, estimate->first_unknown, where, sizeof(where)));
}
