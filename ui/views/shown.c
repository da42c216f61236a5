#include "views/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/naming.h"
#include "views/run_figures.h"

/* ---- the workload ---- */

/* The first cell of each workload stands for it. */
static bool
stands_for_workload(const struct model *model, size_t cell)
{
	return model->cells[cell].phase == cell;
}

/* The cell of the workload counted `index` in plan order; NO_CELL: there are not that many. */
static size_t
workload_at(const struct model *model, size_t index)
{
	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (stands_for_workload(model, i) && index-- == 0)
			return i;
	return NO_CELL;
}

static size_t
count_workloads(const struct model *model)
{
	size_t n = 0;

	while (workload_at(model, n) != NO_CELL)
		n++;
	return n;
}

static size_t
first_workload(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_cells; i++)
		if (!cell_is_prime(&plan->cells[i]))
			return i;
	return plan->n_cells ? 0 : NO_CELL;
}

/* That of the newest step; making ready is not what one waits to see. */
static size_t
newest_workload(const struct model *model)
{
	for (size_t i = model->n_steps; i-- > 0;)
		if (!cell_is_prime(model_plan_cell(model, model->steps[i].cell)))
			return model->steps[i].cell;
	return first_workload(model->plan);
}

size_t
shown_workload(const struct ui *ui)
{
	const struct model *model = ui->model;
	size_t picked;

	if (!model->plan)
		return NO_CELL;
	picked = ui->shown_workload == SIZE_MAX ? NO_CELL : workload_at(model, ui->shown_workload);
	if (picked != NO_CELL)
		return picked;
	return ui->view == VIEW_RUN && ui_running(ui) ? newest_workload(model)
						      : first_workload(model->plan);
}

void
shown_workload_by(struct ui *ui, int by)
{
	size_t n = ui->model->plan ? count_workloads(ui->model) : 0;
	size_t at = ui->shown_workload < n ? ui->shown_workload : n;

	if (n <= 1)
		ui_say(ui, "there is no other workload in this run");
	at = (at + (by > 0 ? 1 : n)) % (n + 1);
	ui->shown_workload = at < n ? at : SIZE_MAX;
}

/* ---- its cells ---- */

struct order {
	const struct model *model;
	const struct standing *standing; /* NULL: it is of another model */
	enum bar_sort sort;
};

enum bar_sort
shown_sort(const struct ui *ui)
{
	const struct plan *plan = ui->model->plan;

	if (!ui->sort_picked && plan && plan->order == ORDER_RACE)
		return SORT_MEDIAN;
	return ui->sort;
}

static int
compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* As in the last frame, if any. UNKNOWN is the largest, so what was not measured comes last. */
static int
compare_medians(const struct order *order, size_t x, size_t y)
{
	if (order->standing)
		return compare(order->standing->cells[x].place, order->standing->cells[y].place);
	return compare(figures_median(order->model, x), figures_median(order->model, y));
}

static int
in_order(const void *a, const void *b, void *arg)
{
	const struct order *order = arg;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int by = 0;

	if (order->sort == SORT_MEDIAN)
		by = compare_medians(order, x, y);
	else if (order->sort == SORT_NAME)
		by = strcmp(model_cell_target(order->model, x)->pool,
			    model_cell_target(order->model, y)->pool);
	return by ? by : compare(x, y);
}

void
shown_next_sort(struct ui *ui)
{
	ui->sort = (shown_sort(ui) + 1) % N_SORTS;
	ui->sort_picked = true;
}

size_t
shown_cells(const struct ui *ui, size_t like, size_t **ret)
{
	const struct model *model = ui->model;
	bool known_order = standing_knows(&ui->standing, model);
	struct order order = { model, known_order ? &ui->standing : NULL, shown_sort(ui) };
	size_t *cells = xcalloc(model->plan->n_cells, sizeof(*cells));
	size_t n = 0;

	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (model->cells[i].phase == model->cells[like].phase)
			cells[n++] = i;
	qsort_r(cells, n, sizeof(*cells), in_order, &order);
	*ret = cells;
	return n;
}

size_t
shown_lines(const struct ui *ui)
{
	size_t like = shown_workload(ui);
	autofree_mem size_t *cells = NULL;

	return like == NO_CELL ? 0 : shown_cells(ui, like, &cells);
}

/* What others have published names images and has no fingerprints. */
static bool
same_image(const struct cell *a, const struct cell *b)
{
	return a->fingerprint || b->fingerprint ? text_same(a->fingerprint, b->fingerprint)
						: text_same(a->image, b->image);
}

size_t
shown_beside(const struct model *model, size_t cell, size_t **ret)
{
	const struct plan *plan = model->plan;
	const struct cell *it = &plan->cells[cell];
	size_t *cells = xcalloc(plan->n_cells, sizeof(*cells));
	size_t n = 0;

	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].target == it->target &&
		    same_image(&plan->cells[i], it) &&
		    model->cells[i].phase != model->cells[cell].phase && !cell_is_prime(&plan->cells[i]))
			cells[n++] = i;
	*ret = cells;
	return n;
}

/* ---- names ---- */

const char *
shown_target(const struct plan *plan, size_t target, char out[SHOWN_NAME])
{
	return naming_target(plan, target, out, SHOWN_NAME);
}

const char *
shown_name(const struct plan *plan, size_t cell, char out[SHOWN_NAME])
{
	return naming_cell(plan, cell, out, SHOWN_NAME);
}

enum role
shown_role(const struct plan *plan, size_t target)
{
	const char *driver = plan->targets[target].driver;

	return driver ? theme_driver_role(driver) : ROLE_DRIVER_OTHER;
}

const char *
shown_driver(const struct plan *plan, size_t target)
{
	const char *driver = plan->targets[target].driver;

	return driver ? driver : UNITS_UNKNOWN;
}
