/*
 * results_table.c - the figures as a table: the columns of every report, and
 * two that need a screen: what the rounds' times lie between, and how many
 * times as fast a step is as that of the pool that is the baseline.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "record/report_formats.h"
#include "views/results.h"
#include "views/shown.h"

#define N_OWN	  2 /* columns besides the summary's */
#define RANK_SPAN 8
#define RANK_TIME 3

/* Behind the step's time stand its two companions. */
#define COMPANIONS_OF "makespan"

struct drawn;
typedef void own_text(const struct drawn *drawn, size_t row, char *out, size_t size);

struct column {
	const struct summary_column *summary; /* NULL: */
	own_text *own;
};

struct drawn {
	const struct canvas *canvas;
	const struct ui *ui;
	struct results results;
	char against[SHOWN_NAME + 16]; /* head of the column of times */
	struct column *columns;	       /* those that are shown, if there is room */
	size_t n_columns;
};

/* ---- the baseline ---- */

static bool
is_baseline(const struct ui *ui, const struct results *results, size_t row)
{
	return ui->baseline == results->model->plan->cells[results->rows[row].cell].target;
}

/* The chosen pool's row in the group of `row`, otherwise that of the fastest; results->n: there is
 * none. */
static size_t
baseline_row(const struct ui *ui, const struct results *results, size_t row)
{
	size_t fastest = results->n;

	for (size_t i = 0; i < results->n; i++) {
		const struct summary *it = &results->rows[i];

		if (it->rounds == 0 ||
		    !summary_same_group(results->model, it->cell, results->rows[row].cell))
			continue;
		if (is_baseline(ui, results, i))
			return i;
		if (fastest == results->n || it->makespan < results->rows[fastest].makespan)
			fastest = i;
	}
	return fastest;
}

/* "1.19x (1.10 to 1.30)" */
static void
time_against(const struct drawn *drawn, size_t row, char *out, size_t size)
{
	const struct results *results = &drawn->results;
	size_t against = baseline_row(drawn->ui, results, row);
	struct ratio ratio;

	snprintf(out, size, "-");
	if (against == results->n || results->rows[row].rounds == 0)
		return;
	if (against == row) {
		snprintf(out, size, "baseline");
		return;
	}
	/* Times of the baseline over times of the row: how many times as fast the row is. */
	ratio = summary_ratio(results->model, results->rows[against].cell, results->rows[row].cell);
	stats_ratio_text(&ratio, out, size);
}

/* "0.40 s to 0.44 s" */
static void
span_of_rounds(const struct drawn *drawn, size_t row, char *out, size_t size)
{
	char from[UNITS_LEN], to[UNITS_LEN];
	double low, high;

	if (results_span(&drawn->results, row, &low, &high))
		snprintf(out, size, "%s to %s", units_time(from, (uint64_t)low),
			 units_time(to, (uint64_t)high));
	else
		snprintf(out, size, "-");
}

/* Below 6 rounds there is no interval. */
static const char *
name_of_span(const struct results *results)
{
	for (size_t i = 0; i < results->n; i++)
		if (results->rows[i].makespan_interval.coverage > 0)
			return "95 % interval";
	return "range";
}

static const char *
name_of_time(struct drawn *drawn)
{
	const struct plan *plan = drawn->results.model->plan;
	char name[SHOWN_NAME];

	snprintf(drawn->against, sizeof(drawn->against), "speed/%s",
		 drawn->ui->baseline < plan->n_targets
			 ? shown_target(plan, drawn->ui->baseline, name)
			 : "fastest");
	return drawn->against;
}

void
results_pick_baseline(struct ui *ui)
{
	size_t row = ui->lists[VIEW_RESULTS][RESULTS_TABLE].cursor;
	autoresults results = { 0 };
	char name[SHOWN_NAME];

	if (!results_of(ui, &results) || row >= results.n)
		return;
	if (is_baseline(ui, &results, row))
		ui->baseline = SIZE_MAX;
	else
		ui->baseline = results.model->plan->cells[results.rows[row].cell].target;
	ui_say(ui, "times are set against %s",
	       ui->baseline == SIZE_MAX ? "the fastest"
					: shown_target(results.model->plan, ui->baseline, name));
}

/* ---- cells ---- */

/* The pool's glyph stands before its name, as on the other screens. */
static void
pool_cell(const struct drawn *drawn, const struct summary *summary, struct table_cell *cell)
{
	const struct plan *plan = drawn->results.model->plan;
	size_t target = plan->cells[summary->cell].target;
	char name[SHOWN_NAME];
	autobuf text = { 0 };

	utf8_add(&text,
		 pool_glyph(drawn->canvas, drawn->results.model->targets[target].mark));
	buf_printf(&text, " %s", shown_name(plan, summary->cell, name));
	snprintf(cell->text, sizeof(cell->text), "%s", buf_text(&text));
	cell->role = shown_role(plan, target);
}

static bool
is_some(uint64_t n)
{
	return known(n) && n > 0;
}

static void
cell(const void *arg, size_t row, size_t column, struct table_cell *cell)
{
	const struct drawn *drawn = arg;
	const struct summary *summary = &drawn->results.rows[row];
	const struct column *it = &drawn->columns[column];

	if (column == 0) {
		pool_cell(drawn, summary, cell);
		return;
	}
	if (it->summary)
		it->summary->text(drawn->results.model, summary, cell->text, sizeof(cell->text));
	else
		it->own(drawn, row, cell->text, sizeof(cell->text));
	if (is_some(summary->failed) || is_some(summary->unknown))
		cell->role = ROLE_WARN;
}

/* ---- columns ---- */

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

static void
add_column(struct drawn *drawn, struct table_column *columns, struct column column,
	   struct table_column head)
{
	drawn->columns[drawn->n_columns] = column;
	columns[drawn->n_columns++] = head;
}

static void
add_companions(struct drawn *drawn, struct table_column *columns)
{
	add_column(drawn, columns, (struct column){ NULL, span_of_rounds },
		   (struct table_column){ name_of_span(&drawn->results), RANK_SPAN, true });
	if (drawn->results.n > 1)
		add_column(drawn, columns, (struct column){ NULL, time_against },
			   (struct table_column){ name_of_time(drawn), RANK_TIME, true });
}

/* As in a report: a sparse column with nothing to tell would only take the others' room. */
static void
choose_columns(struct drawn *drawn, struct table_column *columns)
{
	drawn->columns = xcalloc(n_summary_columns + N_OWN, sizeof(*drawn->columns));
	for (size_t i = 0; i < n_summary_columns; i++) {
		const struct summary_column *it = &summary_columns[i];

		if (it->sparse && !has_something_to_tell(&drawn->results, it))
			continue;
		add_column(drawn, columns, (struct column){ it, NULL },
			   (struct table_column){ it->name, it->rank, it->numeric });
		if (strcmp(it->name, COMPANIONS_OF) == 0)
			add_companions(drawn, columns);
	}
}

/* ---- the panel ---- */

static void
drawn_wipe(struct drawn *drawn)
{
	results_wipe(&drawn->results);
	free(drawn->columns);
}

void
results_table_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		   struct table_state *list, bool focused)
{
	autofree_mem struct table_column *columns =
		xcalloc(n_summary_columns + N_OWN, sizeof(*columns));
	__attribute__((cleanup(drawn_wipe))) struct drawn drawn = { .canvas = canvas, .ui = ui };
	struct table table = { .columns = columns, .cell = cell, .arg = &drawn };
	autofree_mem int *least = NULL;

	if (!results_of(ui, &drawn.results)) {
		if (results_usage_draw(canvas, inside, ui->model, list, focused))
			return;
		canvas_printf(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			      "no results yet: %s is Setup, %s has earlier runs",
			      ui_key_name(ui, CMD_SETUP), ui_key_name(ui, CMD_HISTORY));
		return;
	}
	choose_columns(&drawn, columns);
	least = xcalloc(drawn.n_columns, sizeof(*least));
	least[0] = RESULTS_NAME_LEAST;
	table.least = least;
	table.n_columns = drawn.n_columns;
	table.n_rows = drawn.results.n;
	table_draw(canvas, inside, &table, list, focused);
}
