#include "standing.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/units.h"

/* ---- the medians' own order ---- */

static int
compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* UNKNOWN is the largest, so what was not measured comes last. */
static int
by_median(const void *a, const void *b, void *arg)
{
	const struct standing *standing = arg;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int by = compare(standing->cells[x].median, standing->cells[y].median);

	return by ? by : compare(x, y);
}

/* The cells of one workload; returns how many. */
static size_t
in_order(struct standing *standing, const struct model *model, size_t phase, size_t **ret)
{
	size_t *cells = xcalloc(standing->n, sizeof(*cells));
	size_t n = 0;

	for (size_t i = phase; i < standing->n; i++)
		if (model->cells[i].phase == phase)
			cells[n++] = i;
	qsort_r(cells, n, sizeof(*cells), by_median, standing);
	*ret = cells;
	return n;
}

/* ---- one workload ---- */

static bool
stands(const struct standing *standing, const size_t *cells, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (standing->cells[cells[i]].place != i)
			return false;
	return true;
}

/* What had no place of its own before has not moved from it. */
static void
take(struct standing *standing, const size_t *cells, size_t n, bool mark)
{
	for (size_t i = 0; i < n; i++) {
		struct standing_cell *cell = &standing->cells[cells[i]];

		if (!mark) {
			cell->moved = 0;
		} else if (cell->ranked && cell->place != i) {
			cell->moved = i < cell->place ? 1 : -1;
			cell->moved_at = standing->now;
		}
		cell->place = i;
		cell->ranked = known(cell->median);
	}
}

static void
set_wrong(struct standing *standing, struct standing_cell *lead, uint64_t since)
{
	standing->n_wrong += known(since);
	standing->n_wrong -= known(lead->wrong);
	lead->wrong = since;
}

/* The order that is shown has been wrong long enough. */
static bool
is_time(struct standing *standing, struct standing_cell *lead)
{
	if (!known(lead->wrong))
		set_wrong(standing, lead, standing->now);
	return standing->now - lead->wrong >= STANDING_HOLD_NS;
}

static void
update_workload(struct standing *standing, const struct model *model, size_t phase, bool followed)
{
	struct standing_cell *lead = &standing->cells[phase];
	autofree_mem size_t *cells = NULL;
	size_t n = in_order(standing, model, phase, &cells);

	if (followed && !stands(standing, cells, n) && !is_time(standing, lead))
		return;
	take(standing, cells, n, followed);
	set_wrong(standing, lead, UNKNOWN);
}

/* ---- all of them ---- */

static void
update_all(struct standing *standing, const struct model *model, bool followed, bool only_wrong)
{
	for (size_t i = 0; i < standing->n; i++)
		if (model->cells[i].phase == i && (!only_wrong || known(standing->cells[i].wrong)))
			update_workload(standing, model, i, followed);
}

/* As the medians are now. */
static void
begin(struct standing *standing, const struct model *model)
{
	standing_wipe(standing);
	standing->plan = model->plan;
	standing->n = model->plan->n_cells;
	standing->cells = xcalloc(standing->n, sizeof(*standing->cells));
	for (size_t i = 0; i < standing->n; i++) {
		standing->cells[i].median = hist_median(&model->cells[i].latency);
		standing->cells[i].wrong = UNKNOWN;
	}
	update_all(standing, model, false, false);
}

static void
op_ended(struct standing *standing, const struct model *model, const struct event_op *op)
{
	size_t cell = model->steps[op->step].cell;
	uint64_t median = hist_median(&model->cells[cell].latency);

	if (standing->cells[cell].median == median)
		return;
	standing->cells[cell].median = median;
	update_workload(standing, model, model->cells[cell].phase, true);
}

bool
standing_knows(const struct standing *standing, const struct model *model)
{
	return standing->plan && standing->plan == model->plan &&
	       standing->n == model->plan->n_cells && standing->revision <= model->revision;
}

void
standing_event(struct standing *standing, const struct model *model, const struct event *event,
	       double pace)
{
	/* Nobody stands anywhere with the header, nor where others have told whole steps at once. */
	if (event->type == EV_HEADER || model->header->kind != RUN_MEASURED)
		return;
	if (!standing_knows(standing, model))
		begin(standing, model);
	standing->revision = model->revision;
	standing->now = model->now;
	standing->pace = pace;
	if (event->type == EV_OP_END)
		op_ended(standing, model, &event->op);
	if (event->type == EV_END)
		update_all(standing, model, false, false);
	else if (standing->n_wrong)
		update_all(standing, model, true, true);
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
	double since = (double)(standing->now - it->moved_at);

	return it->moved && since < (double)STANDING_MARK_NS * standing->pace ? it->moved : 0;
}
