/*
 * results_picture.c - the pictures of Results other than bars: each op in the
 * order in which they ended, how many a second, and what lay on the pools. How
 * they are spread is in results_spread.c.
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
#include "record/report_formats.h"
#include "views/results.h"
#include "views/run.h"
#include "views/shown.h"
#include "widgets/scale.h"
#include "widgets/text.h"

#define NAME_MOST	24
#define GLYPH_WIDTH	2
#define TURNS_OF_A_RATE 2
#define LONGEST		(64 << 20) /* bytes of a recording whose ops are read while a person waits */

static const struct {
	const char *ops, *rounds; /* what is shown: of single ops, of rounds */
} captions[N_PICTURES] = {
	[PICTURE_SPREAD] = { "spread of the ops: line all, box the middle half, mark median",
			     NULL },
	[PICTURE_SHARE] = { "share of the ops that took no longer, 0 to 100 %", NULL },
	[PICTURE_COURSE] = { "each op by its end, and the median", "each round, and the median" },
	[PICTURE_PACE] = { "ops a second over a step, and the mean",
			   "ops a second of each round, and the mean" },
	[PICTURE_USAGE] = { REPORT_USAGE_HEAD, NULL },
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

static bool
is_of_ops(const struct ui *ui)
{
	return ui->picture == PICTURE_COURSE || ui->picture == PICTURE_PACE;
}

/* Once for each recording, and again when rounds were added; only when a picture asks for them. */
void
results_read_ops(struct ui *ui)
{
	const char *path = path_shown(ui);
	uint64_t size = path ? size_of(path) : UNKNOWN;
	struct reading reading = { .model = ui->model };
	struct err err;

	if (!is_of_ops(ui) || !known(size) || ui_running(ui) || !ui->model->plan ||
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

/*
 * Ops in flight together also end together, and between two of them lies next
 * to no time: a rate is told of several turns of all that are in flight.
 */
static size_t
places_of_a_rate(const struct plan *plan, size_t places)
{
	size_t ops = (size_t)plan->parallel * TURNS_OF_A_RATE;
	size_t window = plan->count ? (ops * places + plan->count - 1) / plan->count : 1;

	return window > 1 ? window : 1;
}

/* Over a window that ends at the place; the first ones are from the step's start. */
static void
op_rates(const struct plan *plan, const struct course_cell *cell, struct values *values)
{
	size_t window = places_of_a_rate(plan, cell->paces);
	double ns = 0, n = 0;

	for (size_t k = 0; k < cell->paces; k++) {
		ns += cell->gap_ns[k];
		n += cell->gaps[k];
		if (k >= window) {
			ns -= cell->gap_ns[k - window];
			n -= cell->gaps[k - window];
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
values_of(const struct ui *ui, size_t cell, struct values *values)
{
	const struct course_cell *ops = has_ops(ui) ? course_of(ui->course, cell) : NULL;

	if (ui->picture == PICTURE_COURSE && ops)
		op_times(ops, values);
	else if (ui->picture == PICTURE_COURSE)
		round_times(&ui->model->cells[cell], values);
	else if (ops)
		op_rates(ui->model->plan, ops, values);
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

size_t
results_graph_values(const struct canvas *canvas, const struct ui *ui, int width)
{
	size_t values = width > 0 ? (size_t)width * (size_t)run_graph_seconds(canvas, ui) : 0;

	return values < SERIES_ROOM ? values : SERIES_ROOM;
}

/*
 * Over the width that the longest of all has, as parts of the scale; of several
 * values that share a place the largest, so that no outlier is lost.
 */
static void
stretch(const struct values *values, size_t longest, size_t places, const struct scale *scale,
	struct series *series)
{
	series_init(series);
	for (size_t i = 0; i < places; i++) {
		size_t from = i * longest / places, to = (i + 1) * longest / places;
		double value = NAN;

		to = to > from ? to : from + 1;
		if (from < values->n)
			value = largest(values->items + from,
					(to < values->n ? to : values->n) - from);
		series_add(series, scale_part(scale, value));
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

struct rect
results_draw_name(struct canvas *canvas, struct rect line, const struct results *results,
		  size_t row)
{
	const struct plan *plan = results->model->plan;
	size_t cell = results->rows[row].cell, target = plan->cells[cell].target;
	int width = name_columns(canvas, results);
	char name[SHOWN_NAME];

	canvas_put(canvas, line.x, line.y, pool_glyph(canvas, results->model->targets[target].mark),
		   shown_role(plan, target), 0);
	canvas_text(canvas, line.x + GLYPH_WIDTH, line.y, width, ROLE_TEXT,
		    shown_name(plan, cell, name));
	line.x += GLYPH_WIDTH + width + 1;
	line.w -= GLYPH_WIDTH + width + 1;
	return line;
}

/* ---- course and pace ---- */

/* What all pools are drawn to. */
struct axes {
	struct scale up, along;
	size_t longest; /* values of the pool that has most */
	size_t known;	/* of all, those that are no gaps */
};

static struct axes
axes_of(const struct ui *ui, const struct results *results)
{
	enum quantity up = ui->picture == PICTURE_COURSE ? QUANTITY_TIME : QUANTITY_PER_S;
	double min = NAN, max = NAN;
	struct axes axes = { 0 };

	for (size_t i = 0; i < results->n; i++) {
		struct values values = { 0 };

		values_of(ui, results->rows[i].cell, &values);
		for (size_t k = 0; k < values.n; k++) {
			axes.known += isfinite(values.items[k]) != 0;
			min = fmin(min, values.items[k]);
			max = fmax(max, values.items[k]);
		}
		if (values.n > axes.longest)
			axes.longest = values.n;
		free(values.items);
	}
	axes.up = scale_of(up, min, max, ui->log_scale);
	axes.along = scale_of(has_ops(ui) ? QUANTITY_OPS : QUANTITY_ROUNDS, 0, (double)axes.longest,
			      false);
	/* They are counted: of a few each has its tick. */
	if (axes.along.step < 1) {
		axes.along.step = 1;
		axes.along.high = (double)axes.longest;
	}
	return axes;
}

void
results_picture_note(const struct ui *ui, char *out, size_t size)
{
	bool ops = has_ops(ui) || !captions[ui->picture].rounds;
	const char *caption = ops ? captions[ui->picture].ops : captions[ui->picture].rounds;
	autoresults results = { 0 };
	char ends[SCALE_ENDS] = "";

	if (is_of_ops(ui) && results_of(ui, &results)) {
		struct axes axes = axes_of(ui, &results);

		scale_ends(&axes.up, ends);
	}
	snprintf(out, size, "%s%s%s%s", caption, *ends ? ", " : "", ends,
		 ui->log_scale ? "  log" : "");
}

static void
draw_graph(struct canvas *canvas, struct rect place, const struct ui *ui, size_t cell,
	   const struct axes *axes)
{
	size_t places = results_graph_values(canvas, ui, place.w);
	struct values values = { 0 };
	struct series series;

	values_of(ui, cell, &values);
	stretch(&values, (size_t)axes->along.high, places, &axes->up, &series);
	run_graph(canvas, place, ui, &series, 1,
		  shown_role(ui->model->plan, ui->model->plan->cells[cell].target));
	free(values.items);
}

/* Beside a graph stands the pool's own figure, that of the table; the scale's ends are all pools'.
 */
static void
draw_figure(struct canvas *canvas, struct rect place, const struct ui *ui,
	    const struct summary *row)
{
	uint64_t ns = has_ops(ui) ? row->median : row->makespan;
	char text[UNITS_LEN];

	if (ui->picture == PICTURE_PACE)
		units_per_s(text, row->rate);
	else
		units_time(text, ns);
	canvas_text_right(canvas, place.x + place.w + 1, place.y, RESULTS_FIGURE_WIDTH - 1,
			  ROLE_TEXT, text);
}

/* All pools to one scale; below them what they are along. */
static size_t
draw_graphs(struct canvas *canvas, struct rect inside, const struct ui *ui,
	    const struct results *results, const struct axes *axes)
{
	int room = inside.h > 1 ? inside.h - 1 : inside.h;
	size_t shown = results->n < (size_t)room ? results->n : (size_t)room;
	int height = room / (int)shown;
	struct rect line = { inside.x, inside.y, inside.w - RESULTS_FIGURE_WIDTH, height };
	struct rect place = line;

	for (size_t i = 0; i < shown; i++, line.y += height) {
		place = results_draw_name(canvas, line, results, i);
		place.h = height > 2 ? height - 1 : height;
		draw_graph(canvas, place, ui, results->rows[i].cell, axes);
		draw_figure(canvas, place, ui, &results->rows[i]);
	}
	if (inside.h > 1)
		scale_draw(canvas, place.x, line.y, place.w, &axes->along);
	return results->n - shown;
}

/* NULL: there is something to see. */
static const char *
why_nothing(const struct ui *ui, const struct results *results, const struct axes *axes)
{
	uint64_t n = 0;

	for (size_t i = 0; i < results->n; i++)
		n += results->model->cells[results->rows[i].cell].latency.n;
	if (ui->picture < PICTURE_COURSE)
		return n ? NULL : "no op has a time of its own: bars (v) tell what is known";
	if (axes->known == 0)
		return has_ops(ui) ? "no op here was timed" : "no round is complete";
	if (axes->longest > 1)
		return NULL;
	if (has_ops(ui))
		return "one op: its course needs 2";
	return ui->picture == PICTURE_COURSE
		       ? "one round, and no single ops: the course over the rounds needs 2"
		       : "one round, and no single ops: the rate over the sequence needs 2";
}

void
results_picture_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		     struct table_state *list)
{
	autoresults results = { 0 };
	struct axes axes = { 0 };
	const char *nothing;

	if (ui->picture == PICTURE_USAGE) {
		if (!results_usage_draw(canvas, inside, ui->model, list, false))
			text_draw(canvas, inside, ROLE_DIM, "what lay on the pools is not known");
		return;
	}
	if (!results_of(ui, &results) || inside.h < 1 || inside.w <= RESULTS_FIGURE_WIDTH)
		return;
	if (ui->picture >= PICTURE_COURSE)
		axes = axes_of(ui, &results);
	nothing = why_nothing(ui, &results, &axes);
	if (nothing)
		text_draw(canvas, inside, ROLE_DIM, nothing);
	else if (ui->picture < PICTURE_COURSE)
		list->below = results_spread_draw(canvas, inside, ui, &results);
	else
		list->below = draw_graphs(canvas, inside, ui, &results, &axes);
}
