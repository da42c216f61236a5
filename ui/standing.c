#include "standing.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/units.h"

/* A cell where its median puts it. */
struct entry {
	size_t cell, phase;
	uint64_t median;
};

/* ---- the medians' own order ---- */

static int
compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Workload by workload. UNKNOWN is the largest, so what was not measured comes last. */
static int
by_median(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int by = compare(x->phase, y->phase);

	if (!by)
		by = compare(x->median, y->median);
	return by ? by : compare(x->cell, y->cell);
}

static struct entry *
entries_of(const struct model *model)
{
	size_t n = model->plan->n_cells;
	struct entry *entries = xcalloc(n, sizeof(*entries));

	for (size_t i = 0; i < n; i++)
		entries[i] = (struct entry){ i, model->cells[i].phase,
					     hist_median(&model->cells[i].latency) };
	qsort(entries, n, sizeof(*entries), by_median);
	return entries;
}

/* ---- one workload ---- */

static bool
stands(const struct standing *standing, const struct entry *entries, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (standing->cells[entries[i].cell].place != i)
			return false;
	return true;
}

/* What had no place of its own before has not moved from it. */
static void
take(struct standing *standing, const struct entry *entries, size_t n, bool mark)
{
	for (size_t i = 0; i < n; i++) {
		struct standing_cell *cell = &standing->cells[entries[i].cell];

		if (!mark)
			cell->moved = 0;
		else if (cell->ranked && cell->place != i) {
			cell->moved = i < cell->place ? 1 : -1;
			cell->moved_at = standing->now;
		}
		cell->place = i;
		cell->ranked = known(entries[i].median);
	}
}

/* The order that is shown has been wrong long enough. */
static bool
is_time(struct standing *standing, struct standing_cell *lead)
{
	if (!known(lead->wrong))
		lead->wrong = standing->now;
	return standing->now - lead->wrong >= STANDING_HOLD_NS;
}

static void
update_workload(struct standing *standing, const struct entry *entries, size_t n, bool followed)
{
	struct standing_cell *lead = &standing->cells[entries[0].phase];

	if (followed && !stands(standing, entries, n) && !is_time(standing, lead))
		return;
	take(standing, entries, n, followed);
	lead->wrong = UNKNOWN;
}

/* ---- all of them ---- */

static void
begin(struct standing *standing, const struct model *model)
{
	standing_wipe(standing);
	standing->plan = model->plan;
	standing->n = model->plan->n_cells;
	standing->cells = xcalloc(model->plan->n_cells, sizeof(*standing->cells));
}

bool
standing_knows(const struct standing *standing, const struct model *model)
{
	return standing->plan && standing->plan == model->plan &&
	       standing->n == model->plan->n_cells && standing->revision <= model->revision;
}

void
standing_update(struct standing *standing, const struct model *model)
{
	bool followed = standing_knows(standing, model) && model->state != MODEL_ENDED &&
			model->now - standing->now < STANDING_LEAP_NS;
	autofree_mem struct entry *entries = NULL;

	if (!model->plan)
		return;
	if (!standing_knows(standing, model))
		begin(standing, model);
	else if (standing->revision == model->revision)
		return;
	standing->revision = model->revision;
	standing->now = model->now;
	entries = entries_of(model);
	for (size_t i = 0, n; i < model->plan->n_cells; i += n) {
		for (n = 1; i + n < model->plan->n_cells; n++)
			if (entries[i + n].phase != entries[i].phase)
				break;
		update_workload(standing, &entries[i], n, followed);
	}
}

void
standing_wipe(struct standing *standing)
{
	free(standing->cells);
	*standing = (struct standing){ 0 };
}

size_t
standing_rank(const struct standing *standing, size_t cell)
{
	const struct standing_cell *it = &standing->cells[cell];

	return it->ranked ? it->place + 1 : 0;
}

int
standing_moved(const struct standing *standing, size_t cell)
{
	const struct standing_cell *it = &standing->cells[cell];

	return it->moved && standing->now - it->moved_at < STANDING_MARK_NS ? it->moved : 0;
}
