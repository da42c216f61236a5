/*
 * view_results.c - Results: what was found, of one workload at a time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
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

/* ---- the table ---- */

struct drawn {
	const struct canvas *canvas;
	struct results results;
	const struct summary_column **columns;	/* those that are shown, if there is room */
};

/* The pool's glyph stands before its name, as on the other screens. */
static void
pool_cell(const struct drawn *drawn, const struct summary *summary, struct table_cell *cell)
{
	const struct plan *plan = drawn->results.model->plan;
	size_t target = plan->cells[summary->cell].target;
	char name[SHOWN_NAME];
	autobuf text = { 0 };

	utf8_add(&text, pool_glyph(drawn->canvas, target));
	buf_printf(&text, " %s", shown_name(plan, summary->cell, name));
	snprintf(cell->text, sizeof(cell->text), "%s", buf_text(&text));
	cell->role = shown_role(plan, target);
}

static void
cell(const void *arg, size_t row, size_t column, struct table_cell *cell)
{
	const struct drawn *drawn = arg;
	const struct summary *summary = &drawn->results.rows[row];

	if (column == 0) {
		pool_cell(drawn, summary, cell);
		return;
	}
	drawn->columns[column]->text(drawn->results.model, summary, cell->text, sizeof(cell->text));
	if (summary->failed || summary->unknown)
		cell->role = ROLE_WARN;
}

static void
drawn_wipe(struct drawn *drawn)
{
	results_wipe(&drawn->results);
	free(drawn->columns);
}

static bool
has_something_to_tell(const struct results *results, const struct summary_column *column)
{
	char text[256];

	for (size_t i = 0; i < results->n; i++)
		if (strcmp(column->text(results->model, &results->rows[i], text, sizeof(text)),
			   "-") != 0)
			return true;
	return false;
}

/* As in a report: a sparse column with nothing to tell would only take the others' room. */
static size_t
choose_columns(struct drawn *drawn, struct table_column *columns)
{
	size_t n = 0;

	drawn->columns = xcalloc(n_summary_columns, sizeof(*drawn->columns));
	for (size_t i = 0; i < n_summary_columns; i++) {
		const struct summary_column *column = &summary_columns[i];

		if (column->sparse && !has_something_to_tell(&drawn->results, column))
			continue;
		drawn->columns[n] = column;
		columns[n++] =
			(struct table_column){ column->name, column->rank, column->numeric };
	}
	return n;
}

static void
table_draw_results(struct canvas *canvas, struct rect inside, const struct ui *ui,
		   struct table_state *list, bool focused)
{
	autofree_mem struct table_column *columns = xcalloc(n_summary_columns, sizeof(*columns));
	__attribute__((cleanup(drawn_wipe))) struct drawn drawn = { .canvas = canvas };
	struct table table = {
		.columns = columns,
		.cell = cell,
		.arg = &drawn,
	};

	if (!results_of(ui, &drawn.results)) {
		canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			    "no results yet: 1 is Setup, 4 opens an earlier run");
		return;
	}
	table.n_columns = choose_columns(&drawn, columns);
	table.n_rows = drawn.results.n;
	table_draw(canvas, inside, &table, list, focused);
}

static void
table_note(const struct ui *ui, char *out, size_t size)
{
	size_t like = shown_workload(ui);

	if (like == NO_CELL)
		return;
	if (strcmp(model_plan_cell(ui->model, like)->workload, "prime") == 0)
		snprintf(out, size, "prime  once on each pool");
	else
		snprintf(out, size, "%s  %u round%s of %u instance%s",
			 model_plan_cell(ui->model, like)->workload, ui->model->plan->rounds,
			 ui->model->plan->rounds == 1 ? "" : "s", ui->model->plan->count,
			 ui->model->plan->count == 1 ? "" : "s");
}

static size_t
table_lines(const struct ui *ui)
{
	size_t like = shown_workload(ui);
	autofree_mem size_t *cells = NULL;

	return like == NO_CELL ? 0 : shown_cells(ui, like, &cells);
}

/* ---- commands ---- */

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_LEFT: shown_workload_by(ui, -1); return true;
	case CMD_RIGHT: shown_workload_by(ui, 1); return true;
	case CMD_METRIC: results_next_metric(ui); return true;
	default: return false;
	}
}

// clang-format off
static const struct panel panels[] = {
	/*                             band col  least   preferred  weight priority */
	[RESULTS_TABLE] = { "Results",  { 0, 0, 36, 5,   80, 8,     1, 0 }, table_note, table_draw_results, table_lines },
	[RESULTS_CHART] = { "Chart",    { 1, 0, 36, 5,   80, 7,     1, 1 }, results_chart_note, results_chart_draw, NULL },
	[RESULTS_NOTES] = { "What can be said", { 2, 0, 36, 4, 80, 6, 1, 2 }, NULL, results_notes_draw, results_notes_lines },
};
// clang-format on

const struct view view_results = {
	.id = VIEW_RESULTS,
	.name = "Results",
	.panels = panels,
	.n_panels = COUNTOF(panels),
	.command = command,
};
