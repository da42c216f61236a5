/*
 * results_usage.c - what lay on the pools, of a run without workloads: others
 * have published that too.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "record/report_formats.h"
#include "views/results.h"

static void
cell(const void *arg, size_t row, size_t column, struct table_cell *cell)
{
	const struct report_grid *grid = arg;

	snprintf(cell->text, sizeof(cell->text), "%s", grid->cells[row * grid->n_columns + column]);
}

bool
results_usage_draw(struct canvas *canvas, struct rect inside, const struct model *model,
		   struct table_state *list, bool focused)
{
	autofree_mem struct table_column *columns = NULL;
	autofree_mem int *least = NULL;
	autogrid grid = { 0 };
	struct table table = { .cell = cell, .arg = &grid };

	if (model->plan)
		grid = report_usage_grid(model);
	if (grid.n_cells == 0)
		return false;
	columns = xcalloc(grid.n_columns, sizeof(*columns));
	least = xcalloc(grid.n_columns, sizeof(*least));
	least[0] = RESULTS_NAME_LEAST;
	for (size_t i = 0; i < grid.n_columns; i++)
		columns[i] = (struct table_column){ grid.columns[i].name, grid.columns[i].rank,
						    grid.columns[i].numeric };
	table.columns = columns;
	table.least = least;
	table.n_columns = grid.n_columns;
	table.n_rows = grid.n_cells / grid.n_columns;
	table_draw(canvas, inside, &table, list, focused);
	return true;
}
