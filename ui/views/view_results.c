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

/* Others' figures are of what they told, which may be neither rounds nor instances. */
static void
told_note(const struct model *model, const char *workload, char *out, size_t size)
{
	const char *kind = run_kind_name(model->header->kind);

	if (model->plan->count)
		snprintf(out, size, "%s  %s, %u instance%s", workload, kind, model->plan->count,
			 model->plan->count == 1 ? "" : "s");
	else
		snprintf(out, size, "%s  %s", workload, kind);
}

static void
table_note(const struct ui *ui, char *out, size_t size)
{
	const struct model *model = ui->model;
	size_t like = shown_workload(ui);
	const struct cell *cell;
	char rounds[REPORT_TEXT];

	if (like == NO_CELL && model->plan)
		snprintf(out, size, "what lay on the pools");
	if (like == NO_CELL)
		return;
	cell = model_plan_cell(model, like);
	if (cell_is_prime(cell))
		snprintf(out, size, "prime  once on each pool");
	else if (model->header->kind != RUN_MEASURED)
		told_note(model, cell->workload, out, size);
	else
		snprintf(out, size, "%s  %s of %u instance%s", cell->workload,
			 report_rounds_text(model, like, rounds, sizeof(rounds)),
			 model->plan->count, model->plan->count == 1 ? "" : "s");
}

/* ---- commands ---- */

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_LEFT: shown_workload_by(ui, -1); return true;
	case CMD_RIGHT: shown_workload_by(ui, 1); return true;
	case CMD_SORT: shown_next_sort(ui); return true;
	case CMD_LOG_SCALE:
		if (ui->picture == PICTURE_USAGE)
			ui_say(ui, "what lay on the pools is drawn on a linear scale only");
		return ui->picture == PICTURE_USAGE;
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
