/*
 * view_results.c - Results: what was found, of one workload at a time.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "record/report_formats.h"
#include "save.h"
#include "views/results.h"
#include "views/shown.h"

/* ---- the figures ---- */

bool
results_of(const struct ui *ui, struct results *ret)
{
	size_t like = shown_workload(ui);
	autofree_mem struct summary *all = NULL;
	autofree_mem size_t *cells = NULL;

	if (like == NO_CELL)
		return false;
	summary_rows(ui->model, &all);
	ret->model = ui->model;
	ret->n = shown_cells(ui, like, &cells);
	ret->rows = xcalloc(ret->n, sizeof(*ret->rows));
	for (size_t i = 0; i < ret->n; i++)
		ret->rows[i] = all[cells[i]];
	return true;
}

void
results_wipe(struct results *results)
{
	free(results->rows);
	*results = (struct results){ 0 };
}

bool
results_span(const struct results *results, size_t row, double *low, double *high)
{
	const struct report_group group = { .model = results->model, .rows = results->rows };

	return report_bar_span(&group, row, low, high);
}

/* ---- the table ---- */

static void
table_note(const struct ui *ui, char *out, size_t size)
{
	size_t like = shown_workload(ui);

	if (like == NO_CELL && ui->model->plan)
		snprintf(out, size, "what lay on the pools");
	if (like == NO_CELL)
		return;
	if (cell_is_prime(model_plan_cell(ui->model, like)))
		snprintf(out, size, "prime  once on each pool");
	else
		snprintf(out, size, "%s  %u round%s of %u instance%s",
			 model_plan_cell(ui->model, like)->workload, ui->model->plan->rounds,
			 ui->model->plan->rounds == 1 ? "" : "s", ui->model->plan->count,
			 ui->model->plan->count == 1 ? "" : "s");
}

/* ---- commands ---- */

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_LEFT: shown_workload_by(ui, -1); return true;
	case CMD_RIGHT: shown_workload_by(ui, 1); return true;
	case CMD_SORT: shown_next_sort(ui); return true;
	case CMD_METRIC: results_next_metric(ui); return true;
	case CMD_PICTURE: results_next_picture(ui); return true;
	case CMD_WRITE: save_report(ui); return true;
	case CMD_BASELINE: results_pick_baseline(ui); return true;
	default: return false;
	}
}

// clang-format off
static const struct panel panels[] = {
	/*                             band col  least   preferred  weight priority */
	[RESULTS_TABLE] = { "Results",  { 0, 0, 36, 5,   80, 8,     1, 0 }, table_note, results_table_draw, shown_lines, false },
	[RESULTS_CHART] = { "Chart",    { 1, 0, 36, 5,   80, 7,     1, 1 }, results_chart_note, results_chart_draw, NULL, false },
	[RESULTS_NOTES] = { "What can be said", { 2, 0, 36, 4, 80, 6, 1, 2 }, NULL, results_notes_draw, results_notes_lines, false },
};
// clang-format on

const struct view view_results = {
	.id = VIEW_RESULTS,
	.name = "Results",
	.panels = panels,
	.n_panels = COUNTOF(panels),
	.shown = results_read_ops,
	.forget = results_forget_ops,
	.command = command,
};
