/*
 * results_chart.c - one figure of each cell as a bar: which one is a row of a table.
 */
#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "views/results.h"
#include "views/shown.h"
#include "widgets/bars.h"
#include "widgets/scale.h"

#define NAME_MOST   24
#define GLYPH_WIDTH 2
#define BAR_LEAST   4

static double
figure(uint64_t value)
{
	return known(value) ? (double)value : NAN;
}

static double
median(const struct summary *row)
{
	return figure(row->median);
}

static double
tail(const struct summary *row)
{
	return row->n ? figure(row->tail.value) : NAN;
}

static double
rate(const struct summary *row)
{
	return row->rate;
}

static double
makespan(const struct summary *row)
{
	return figure(row->makespan);
}

static double
disk(const struct summary *row)
{
	return row->disk_known ? (double)row->disk : NAN;
}

static double
throughput(const struct summary *row)
{
	return row->throughput;
}

static double
cpu(const struct summary *row)
{
	return row->cpu;
}

static const struct metric {
	const char *name;
	enum quantity quantity;
	double (*value)(const struct summary *row);
	double (*mark)(const struct summary *row); /* NULL: no mark */
	bool rounds;				   /* of the rounds: with their interval */
} metrics[] = {
	{ "median, mark p95 or max", QUANTITY_TIME, median, tail, false },
	{ "p95, or max under 20 ops", QUANTITY_TIME, tail, NULL, false },
	{ "time of a whole step, line its interval or range", QUANTITY_TIME, makespan, NULL, true },
	{ "succeeded ops a second", QUANTITY_PER_S, rate, NULL, false },
	{ "disk taken by a step", QUANTITY_DELTA, disk, NULL, false },
	{ "CPU time of a step, whole machine", QUANTITY_SECONDS, cpu, NULL, false },
	{ "bytes a second", QUANTITY_RATE, throughput, NULL, false },
};

static bool
has_figures(const struct metric *metric, const struct results *results)
{
	for (size_t i = 0; i < results->n; i++)
		if (!isnan(metric->value(&results->rows[i])))
			return true;
	return false;
}

/* The chosen one, or the next of which there is a figure: others' runs have their steps' times and
 * no op's. */
static const struct metric *
metric_of(const struct ui *ui, const struct results *results)
{
	for (size_t i = 0; i < COUNTOF(metrics); i++) {
		const struct metric *metric = &metrics[(ui->metric + i) % COUNTOF(metrics)];

		if (has_figures(metric, results))
			return metric;
	}
	return &metrics[ui->metric % COUNTOF(metrics)];
}

void
results_next_metric(struct ui *ui)
{
	if (ui->picture != PICTURE_BARS)
		ui_say(ui, "only bars show one figure or another: %s goes on to them",
		       ui_key_name(ui, CMD_PICTURE));
	else
		ui->metric = (ui->metric + 1) % COUNTOF(metrics);
}

void
results_chart_note(const struct ui *ui, char *out, size_t size)
{
	autoresults results = { 0 };

	if (ui->picture != PICTURE_BARS) {
		results_picture_note(ui, out, size);
		return;
	}
	if (!results_of(ui, &results))
		return;
	snprintf(out, size, "%s%s", metric_of(ui, &results)->name, ui->log_scale ? "  log" : "");
}

static struct scale
scale_for(const struct results *results, const struct metric *metric, bool log)
{
	double min = NAN, max = NAN, low, high;

	for (size_t i = 0; i < results->n; i++) {
		min = fmin(min, metric->value(&results->rows[i]));
		max = fmax(max, metric->value(&results->rows[i]));
		if (metric->rounds && results_span(results, i, &low, &high))
			max = fmax(max, high);
		if (metric->mark)
			max = fmax(max, metric->mark(&results->rows[i]));
	}
	return scale_of(metric->quantity, min, max, log);
}

/* ---- drawing ---- */

struct columns {
	int name, bar, bar_width, text;
};

/* Room for UNITS_LEN + 1. What a disk figure is of more than the instances is seen beside its bar, too. */
static const char *
figure_text(const struct metric *metric, const struct summary *row, char *out)
{
	if (metric->value == disk && row->disk_known)
		return summary_delta(out, row->disk, row->steady);
	return quantity_text(metric->quantity, metric->value(row), out);
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static struct columns
columns_of(const struct canvas *canvas, const struct results *results, const struct metric *metric,
	   int width)
{
	struct columns columns = { 0 };
	char name[SHOWN_NAME], text[UNITS_LEN + 1];

	for (size_t i = 0; i < results->n; i++) {
		const struct summary *row = &results->rows[i];

		columns.name = larger(
			columns.name,
			canvas_width(canvas, shown_name(results->model->plan, row->cell, name)));
		columns.text =
			larger(columns.text,
			       canvas_width(canvas, figure_text(metric, row, text)));
	}
	if (columns.name > NAME_MOST)
		columns.name = NAME_MOST;
	columns.bar = GLYPH_WIDTH + columns.name + 1;
	columns.bar_width = larger(0, width - columns.bar - columns.text - 1);
	return columns;
}

/* The line hides where the bar ends, so that is marked. */
static void
draw_interval(struct canvas *canvas, struct rect line, const struct columns *columns,
	      const struct scale *scale, double low, double value, double high)
{
	int x = line.x + columns->bar;

	bar_span(canvas, x, line.y, columns->bar_width, scale_part(scale, low),
		 scale_part(scale, high), ROLE_TEXT);
	bar_mark(canvas, x, line.y, columns->bar_width, scale_part(scale, value), ROLE_TEXT);
}

static void
draw_row(struct canvas *canvas, struct rect line, const struct results *results,
	 const struct summary *row, const struct metric *metric, const struct scale *scale,
	 const struct columns *columns)
{
	const struct plan *plan = results->model->plan;
	size_t target = plan->cells[row->cell].target;
	double value = metric->value(row), low, high;
	char name[SHOWN_NAME], text[UNITS_LEN + 1];

	canvas_put(canvas, line.x, line.y, pool_glyph(canvas, results->model->targets[target].mark),
		   shown_role(plan, target), 0);
	canvas_text(canvas, line.x + GLYPH_WIDTH, line.y, columns->name, ROLE_TEXT,
		    shown_name(plan, row->cell, name));
	if (columns->bar_width >= BAR_LEAST) {
		bar_draw(canvas, line.x + columns->bar, line.y, columns->bar_width,
			 scale_part(scale, value), shown_role(plan, target));
		if (metric->rounds &&
		    results_span(results, (size_t)(row - results->rows), &low, &high))
			draw_interval(canvas, line, columns, scale, low, value, high);
		if (metric->mark)
			bar_mark(canvas, line.x + columns->bar, line.y, columns->bar_width,
				 scale_part(scale, metric->mark(row)), ROLE_TEXT);
	}
	canvas_text_right(canvas, line.x + line.w - columns->text, line.y, columns->text, ROLE_TEXT,
			  figure_text(metric, row, text));
}

void
results_chart_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		   struct table_state *list, bool focused)
{
	const struct metric *metric;
	autoresults results = { 0 };
	struct columns columns;
	struct scale scale;
	int y = inside.y, step;
	size_t i;

	(void)focused;
	if (ui->picture != PICTURE_BARS) {
		results_picture_draw(canvas, inside, ui, list);
		return;
	}
	if (!results_of(ui, &results)) {
		if (ui->model->plan)
			canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
				    "no times were measured; the table has what lay on the pools");
		return;
	}
	metric = metric_of(ui, &results);
	scale = scale_for(&results, metric, ui->log_scale);
	columns = columns_of(canvas, &results, metric, inside.w);
	/* A line between two bars where there is one for each. */
	step = 2 * (int)results.n <= inside.h ? 2 : 1;
	for (i = 0; i < results.n && y < inside.y + inside.h - 1; i++, y += step) {
		struct rect line = { inside.x, y, inside.w, 1 };

		draw_row(canvas, line, &results, &results.rows[i], metric, &scale, &columns);
	}
	list->below = results.n - i;
	scale_draw(canvas, inside.x + columns.bar, y, columns.bar_width, &scale);
}
