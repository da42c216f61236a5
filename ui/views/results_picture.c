/*
 * results_picture.c - the pictures of Results other than bars: how the ops are
 * spread, each of them in the order in which they ended, and how many a second.
 *
 * The single ops stand in the recording and not in the model; without them the
 * rounds are shown instead.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "record/report.h"
#include "views/results.h"
#include "views/shown.h"
#include "widgets/bars.h"
#include "widgets/graph.h"
#include "widgets/scale.h"

#define NAME_MOST    24
#define GLYPH_WIDTH  2
#define FIGURE_WIDTH 10		/* beside the picture */
#define DOTS	     2		/* values side by side in a column of a graph, at most */
#define LONGEST	     (64 << 20) /* bytes of a recording whose ops are read while a person waits */

static const struct {
	const char *ops, *rounds; /* what is shown: of single ops, of rounds */
} captions[N_PICTURES] = {
	[PICTURE_SPREAD] = { "spread of the ops: line all, box the middle half, mark median",
			     NULL },
	[PICTURE_COURSE] = { "each op, in order of its end", "each round, in order" },
	[PICTURE_PACE] = { "ops a second, from a step's first op to its last",
			   "ops a second, of each round" },
};

/* ---- the ops ---- */

struct reading {
	const struct model *model;
	struct course *course;
};

static int
read_op(void *arg, struct event *event, struct err *err)
{
	struct reading *reading = arg;

	(void)err;
	course_add(reading->course, reading->model, event);
	return 0;
}

/* UNKNOWN: it cannot be looked at. */
static uint64_t
size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (uint64_t)st.st_size : UNKNOWN;
}

void
results_forget_ops(struct ui *ui)
{
	course_free(ui->course);
	ui->course = NULL;
	mem_free_at(&ui->course_path);
}

/* While the run goes on there is more than what was read. */
static bool
has_ops_of(const struct ui *ui, const char *path)
{
	return path && ui->course_path && strcmp(ui->course_path, path) == 0 && !ui_running(ui);
}

static const char *
path_shown(const struct ui *ui)
{
	return ui->source->path ? ui->source->path(ui) : NULL;
}

/* Once for each recording, and again when rounds were added; only when a picture asks for them. */
void
results_read_ops(struct ui *ui)
{
	const char *path = path_shown(ui);
	uint64_t size = path ? size_of(path) : UNKNOWN;
	struct reading reading = { .model = ui->model };
	struct err err;

	if (ui->picture < PICTURE_COURSE || !known(size) || ui_running(ui) || !ui->model->plan ||
	    (has_ops_of(ui, path) && ui->course_size == size))
		return;
	results_forget_ops(ui);
	reading.course = ui->course = course_new(ui->model);
	if (size > LONGEST)
		ui_say(ui, "so many ops take long to read: the rounds are shown");
	else if (report_each_event(path, false, read_op, &reading, &err) < 0)
		ui_say(ui, "%s", err.text);
	ui->course_path = xstrdup(path);
	ui->course_size = size;
}

static bool
has_ops(const struct ui *ui)
{
	return has_ops_of(ui, path_shown(ui)) && course_ops(ui->course) > 0;
}

void
results_picture_note(const struct ui *ui, char *out, size_t size)
{
	bool ops = has_ops(ui) || !captions[ui->picture].rounds;

	snprintf(out, size, "%s", ops ? captions[ui->picture].ops : captions[ui->picture].rounds);
}

void
results_next_picture(struct ui *ui)
{
	ui->picture = (ui->picture + 1) % N_PICTURES;
	results_read_ops(ui);
}

/* ---- values ---- */

struct values {
	double *items;
	size_t n, room;
};

static void
add_value(struct values *values, double value)
{
	values->items = mem_grow(values->items, values->n, &values->room, sizeof(*values->items));
	values->items[values->n++] = value;
}

/* What has no time is a gap. */
static void
op_times(const struct course_cell *cell, struct values *values)
{
	for (size_t i = 0; i < cell->n; i++)
		add_value(values, cell->slowest[i]);
}

static void
round_times(const struct model_cell *cell, struct values *values)
{
	for (size_t i = 0; i < cell->n_makespans; i++)
		add_value(values, (double)cell->makespans[i]);
}

/* Several places share a value where there are more of them than `columns`. */
static void
op_rates(const struct course_cell *cell, size_t columns, struct values *values)
{
	size_t most = cell->paces, groups = most < columns ? most : columns;

	for (size_t group = 0; group < groups; group++) {
		double ns = 0, n = 0;

		for (size_t k = group * most / groups; k < (group + 1) * most / groups; k++) {
			ns += cell->gap_ns[k];
			n += cell->gaps[k];
		}
		add_value(values, n > 0 && ns > 0 ? n / ns * 1e9 : NAN);
	}
}

static void
round_rates(const struct model *model, size_t cell, struct values *values)
{
	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (step->cell == cell && !step->warmup && known(step->end) &&
		    step->end > step->start && step->count[OP_OK])
			add_value(values,
				  step->count[OP_OK] / ((double)(step->end - step->start) / 1e9));
	}
}

static void
values_of(const struct ui *ui, size_t cell, size_t columns, struct values *values)
{
	const struct course_cell *ops = has_ops(ui) ? course_of(ui->course, cell) : NULL;

	if (ui->picture == PICTURE_COURSE && ops)
		op_times(ops, values);
	else if (ui->picture == PICTURE_COURSE)
		round_times(&ui->model->cells[cell], values);
	else if (ops)
		op_rates(ops, columns, values);
	else
		round_rates(ui->model, cell, values);
}

static double
largest(const double *values, size_t n)
{
	double max = NAN;

	for (size_t i = 0; i < n; i++)
		max = fmax(max, values[i]);
	return max;
}

/* Over the whole width; of several values that share a place the largest, so that no outlier is
 * lost. */
static void
stretch(const struct values *values, size_t places, struct series *series)
{
	series_init(series);
	for (size_t i = 0; i < places && values->n > 0; i++) {
		size_t from = i * values->n / places, to = (i + 1) * values->n / places;

		series_add(series, largest(values->items + from, to > from ? to - from : 1));
	}
}

/* ---- rows ---- */

static int
name_columns(const struct canvas *canvas, const struct results *results)
{
	int widest = 0;
	char name[SHOWN_NAME];

	for (size_t i = 0; i < results->n; i++) {
		int width = canvas_width(
			canvas, shown_name(results->model->plan, results->rows[i].cell, name));

		widest = width > widest ? width : widest;
	}
	return widest < NAME_MOST ? widest : NAME_MOST;
}

/* Returns what is left of the line for the picture. */
static struct rect
draw_name(struct canvas *canvas, struct rect line, const struct results *results, size_t row)
{
	const struct plan *plan = results->model->plan;
	size_t cell = results->rows[row].cell, target = plan->cells[cell].target;
	int width = name_columns(canvas, results);
	char name[SHOWN_NAME];

	canvas_put(canvas, line.x, line.y, pool_glyph(canvas, target), shown_role(plan, target), 0);
	canvas_text(canvas, line.x + GLYPH_WIDTH, line.y, width, ROLE_TEXT,
		    shown_name(plan, cell, name));
	line.x += GLYPH_WIDTH + width + 1;
	line.w -= GLYPH_WIDTH + width + 1;
	return line;
}

static void
draw_figure(struct canvas *canvas, struct rect line, enum quantity quantity, double value)
{
	char text[UNITS_LEN];

	canvas_text_right(canvas, line.x + line.w, line.y, FIGURE_WIDTH, ROLE_TEXT,
			  quantity_text(quantity, value, text));
}

/* ---- spread ---- */

static double
figure(uint64_t ns)
{
	return known(ns) ? (double)ns : NAN;
}

static struct scale
spread_scale(const struct ui *ui, const struct results *results)
{
	double min = NAN, max = NAN;

	for (size_t i = 0; i < results->n; i++) {
		min = fmin(min, figure(results->rows[i].min));
		max = fmax(max, figure(results->rows[i].max));
	}
	return scale_of(QUANTITY_TIME, min, max, ui->log_scale);
}

static void
draw_spread(struct canvas *canvas, struct rect line, const struct results *results, size_t row,
	    const struct scale *scale)
{
	const struct summary *it = &results->rows[row];
	const struct hist *hist = &results->model->cells[it->cell].latency;
	enum role role =
		shown_role(results->model->plan, results->model->plan->cells[it->cell].target);

	if (it->n == 0 || !known(it->median))
		return;
	bar_span(canvas, line.x, line.y, line.w, scale_part(scale, figure(it->min)),
		 scale_part(scale, figure(it->max)), role);
	bar_box(canvas, line.x, line.y, line.w,
		scale_part(scale, figure(hist_quantile(hist, 0.25))),
		scale_part(scale, figure(hist_quantile(hist, 0.75))), role);
	bar_mark(canvas, line.x, line.y, line.w, scale_part(scale, figure(it->median)), ROLE_TEXT);
}

static size_t
draw_spreads(struct canvas *canvas, struct rect inside, const struct ui *ui,
	     const struct results *results)
{
	struct scale scale = spread_scale(ui, results);
	int step = 2 * (int)results->n <= inside.h ? 2 : 1;
	struct rect line = { inside.x, inside.y, inside.w - FIGURE_WIDTH, 1 };
	struct rect place = line;
	size_t i;

	for (i = 0; i < results->n && line.y < inside.y + inside.h - 1; i++, line.y += step) {
		place = draw_name(canvas, line, results, i);
		draw_spread(canvas, place, results, i, &scale);
		draw_figure(canvas, place, QUANTITY_TIME, figure(results->rows[i].median));
	}
	scale_draw(canvas, place.x, line.y, place.w, &scale);
	return results->n - i;
}

/* ---- course and pace ---- */

static double
largest_of_all(const struct ui *ui, const struct results *results, size_t columns)
{
	double max = NAN;

	for (size_t i = 0; i < results->n; i++) {
		struct values values = { 0 };

		values_of(ui, results->rows[i].cell, columns, &values);
		max = fmax(max, largest(values.items, values.n));
		free(values.items);
	}
	return max;
}

static void
draw_graph(struct canvas *canvas, struct rect place, const struct ui *ui, size_t cell, double max)
{
	size_t places = (size_t)(place.w > 0 ? place.w : 0) * DOTS;
	struct values values = { 0 };
	struct series series;

	if (places > SERIES_ROOM)
		places = SERIES_ROOM;
	values_of(ui, cell, places, &values);
	stretch(&values, places, &series);
	graph_draw(canvas, place, &series, max,
		   shown_role(ui->model->plan, ui->model->plan->cells[cell].target));
	free(values.items);
}

/* All pools to one scale, whose end stands beside the first. */
static size_t
draw_graphs(struct canvas *canvas, struct rect inside, const struct ui *ui,
	    const struct results *results)
{
	size_t shown = results->n < (size_t)inside.h ? results->n : (size_t)inside.h;
	int height = inside.h / (int)shown;
	double max = largest_of_all(ui, results, SERIES_ROOM);
	struct rect line = { inside.x, inside.y, inside.w - FIGURE_WIDTH, height };

	for (size_t i = 0; i < shown; i++, line.y += height) {
		struct rect place = draw_name(canvas, line, results, i);

		place.h = height > 2 ? height - 1 : height;
		draw_graph(canvas, place, ui, results->rows[i].cell, max);
		if (i == 0)
			draw_figure(canvas, place,
				    ui->picture == PICTURE_COURSE ? QUANTITY_TIME : QUANTITY_PER_S,
				    max);
	}
	return results->n - shown;
}

void
results_picture_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		     struct table_state *list)
{
	autoresults results = { 0 };

	if (!results_of(ui, &results) || inside.h < 1 || inside.w <= FIGURE_WIDTH)
		return;
	if (ui->picture == PICTURE_SPREAD)
		list->below = draw_spreads(canvas, inside, ui, &results);
	else
		list->below = draw_graphs(canvas, inside, ui, &results);
}
