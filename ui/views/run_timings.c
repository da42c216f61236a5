/*
 * run_timings.c - a bar for each pool: the median of the workload that is
 * shown, a mark for the tail, and the figures, which keep their room. Where
 * only whole steps were timed, the bar is theirs and says so.
 *
 * Where there is height, a pool has more lines: its newest ops as a graph, and
 * the other workloads of its chain, each on a scale of its own, whose ends are
 * told before the bar: the axis at the bottom is not theirs.
 */
#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/units.h"
#include "record/naming.h"
#include "views/run.h"
#include "views/run_figures.h"
#include "views/shown.h"
#include "widgets/bars.h"
#include "widgets/scale.h"

#define NAME_MOST   20
#define NAME_LEAST  10 /* below that it is not cut further */
#define BAR_LEAST   8
#define BAR_ENOUGH  16
#define GLYPH_WIDTH 2
#define RECENT_MOST 4 /* lines of the graph */

/* How all bars of the panel are drawn. */
struct timings {
	const struct ui *ui;
	const struct model *model;
	struct rect area;
	size_t *cells;
	size_t n;
	struct scale scale;
	struct figures figures;
	int name, driver;   /* widths; driver 0: left out */
	int bar, bar_width; /* columns */
	bool stacked;	    /* the figures have a line of their own */
	int recent;	    /* lines for the newest ops */
	int others;	    /* lines for the other workloads of a pool */
	int other_name;	    /* width of their names, and a gap */
	int other_scale;    /* width of the ends of their scales, and a gap */
	int rank;	    /* columns left of the area; 0: none */
};

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* ---- scales ---- */

static double
figure(uint64_t ns)
{
	return known(ns) ? (double)ns : NAN;
}

/* What the bars of a workload have to hold: medians and tails of all its cells. */
static struct scale
scale_for(const struct timings *timings, size_t like)
{
	double min = NAN, max = NAN;

	for (size_t i = 0; i < timings->model->plan->n_cells; i++) {
		const struct model_cell *cell = &timings->model->cells[i];

		if (cell->phase != timings->model->cells[like].phase)
			continue;
		min = fmin(min, figures_bar(timings->model, i));
		max = fmax(max, figures_bar(timings->model, i));
		max = fmax(max, figure(hist_p95_or_max(&cell->latency).value));
	}
	return scale_of(figures_kind_of(timings->model, like) == FIGURES_RATES ? QUANTITY_RATE
									       : QUANTITY_TIME,
			min, max, timings->ui->log_scale);
}

/* ---- columns and lines ---- */

static void
measure_names(struct timings *timings, const struct canvas *canvas)
{
	const struct plan *plan = timings->model->plan;
	char name[SHOWN_NAME];

	for (size_t i = 0; i < timings->n; i++) {
		size_t cell = timings->cells[i];

		timings->name =
			larger(timings->name, canvas_width(canvas, shown_name(plan, cell, name)));
		timings->driver =
			larger(timings->driver,
			       canvas_width(canvas, shown_driver(plan, plan->cells[cell].target)));
	}
	if (timings->name > NAME_MOST)
		timings->name = NAME_MOST;
}

/* While the bars race: an arrow and a number left of everything, whose room is kept. */
static void
place_ranks(struct timings *timings)
{
	char digits[UNITS_LEN];

	if (shown_sort(timings->ui) != SORT_MEDIAN || !ui_running(timings->ui) ||
	    !standing_knows(&timings->ui->standing, timings->model))
		return;
	timings->rank = 2 + snprintf(digits, sizeof(digits), "%zu", timings->n);
	timings->area.x += timings->rank;
	timings->area.w -= timings->rank;
}

/* What is left for the bar between the names and the figures. */
static int
bar_room(const struct timings *timings)
{
	return timings->area.w - GLYPH_WIDTH - timings->name - 1 -
	       (timings->driver ? timings->driver + 1 : 0) - timings->figures.width - 1;
}

/* What the bar lacks, as far as a long name has it. */
static void
shorten_names(struct timings *timings)
{
	int lacks = BAR_ENOUGH - bar_room(timings);
	int has = timings->name - NAME_LEAST;

	if (lacks > 0 && has > 0)
		timings->name -= lacks < has ? lacks : has;
}

/* In a narrow place names are cut first, then the driver goes, then the figures to a line of their own. */
static void
place_columns(struct timings *timings)
{
	shorten_names(timings);
	if (bar_room(timings) < BAR_LEAST)
		timings->driver = 0;
	timings->stacked = bar_room(timings) < BAR_LEAST;
	timings->bar =
		GLYPH_WIDTH + timings->name + 1 + (timings->driver ? timings->driver + 1 : 0);
	timings->bar_width = timings->stacked ? timings->area.w - timings->bar : bar_room(timings);
}

static int
lines_a_cell(const struct timings *timings)
{
	return (timings->stacked ? 2 : 1) + timings->recent + timings->others;
}

static const char *
work_name(const struct timings *timings, size_t cell, char out[SHOWN_NAME])
{
	return naming_work(&timings->model->plan->cells[cell], out, SHOWN_NAME);
}

/* The other workloads are those of the first cell's chain; every pool has the same. */
static void
find_others(struct timings *timings, const struct canvas *canvas)
{
	autofree_mem size_t *beside = NULL;
	int name = 0, ends = 0;
	char text[SCALE_ENDS], work[SHOWN_NAME];

	timings->others = (int)shown_beside(timings->model, timings->cells[0], &beside);
	for (int i = 0; i < timings->others; i++) {
		struct scale scale = scale_for(timings, beside[i]);

		name = larger(name, canvas_width(canvas, work_name(timings, beside[i], work)));
		ends = larger(ends, canvas_width(canvas, scale_ends(&scale, text)));
	}
	timings->other_name = name + 1;
	timings->other_scale = ends ? ends + 1 : 0;
}

/* As much as there is height for, so that every pool is seen. */
static void
place_lines(struct timings *timings, const struct canvas *canvas)
{
	int room = timings->area.h / (int)timings->n;

	find_others(timings, canvas);
	timings->recent = 1;
	if (lines_a_cell(timings) > room || timings->stacked ||
	    timings->bar_width < timings->other_name + timings->other_scale + BAR_LEAST)
		timings->others = 0;
	if (lines_a_cell(timings) > room)
		timings->recent = 0;
	while (timings->recent > 0 && timings->recent < RECENT_MOST &&
	       lines_a_cell(timings) + 1 < room)
		timings->recent++;
}

/* ---- drawing ---- */

static void
draw_bar(struct canvas *canvas, const struct timings *timings, int x, int y, int width, size_t cell,
	 const struct scale *scale)
{
	const struct hist *latency = &timings->model->cells[cell].latency;
	enum role role = shown_role(timings->model->plan, timings->model->plan->cells[cell].target);

	bar_draw(canvas, x, y, width, scale_part(scale, figures_bar(timings->model, cell)), role);
	if (latency->n)
		bar_mark(canvas, x, y, width,
			 scale_part(scale, figure(hist_p95_or_max(latency).value)), ROLE_TEXT);
}

static void
draw_names(struct canvas *canvas, const struct timings *timings, int y, size_t cell, bool selected)
{
	const struct plan *plan = timings->model->plan;
	size_t target = plan->cells[cell].target;
	int x = timings->area.x;
	char name[SHOWN_NAME];

	canvas_put(canvas, x, y, pool_glyph(canvas, timings->model->targets[target].mark),
		   shown_role(plan, target), 0);
	canvas_text(canvas, x + GLYPH_WIDTH, y, timings->name, selected ? ROLE_SELECTED : ROLE_TEXT,
		    shown_name(plan, cell, name));
	if (timings->driver)
		canvas_text(canvas, x + GLYPH_WIDTH + timings->name + 1, y, timings->driver,
			    shown_role(plan, target), shown_driver(plan, target));
}

/* Only while it moves is it bright: "↑1", or "^1". */
static void
draw_rank(struct canvas *canvas, const struct timings *timings, int y, size_t cell)
{
	static const char32_t arrows[2][2] = { { U'v', U'^' }, { U'↓', U'↑' } };
	const struct standing *standing = &timings->ui->standing;
	int x = timings->area.x - timings->rank;
	size_t rank;
	int moved;

	if (!timings->rank)
		return;
	rank = standing_rank(standing, cell);
	moved = standing_moved(standing, cell);
	if (moved)
		canvas_put(canvas, x, y, arrows[canvas->glyphs != GLYPHS_ASCII][moved > 0],
			   ROLE_HOT, ATTR_BOLD);
	if (rank)
		canvas_printf(canvas, x + 1, y, timings->rank - 2, moved ? ROLE_HOT : ROLE_DIM,
			      "%zu", rank);
}

static int
figures_at(const struct timings *timings)
{
	return timings->area.x + timings->area.w - timings->figures.width;
}

static void
draw_figures(struct canvas *canvas, const struct timings *timings, int y, size_t cell)
{
	char text[FIGURES_LEN];

	canvas_text(canvas, figures_at(timings), y, timings->figures.width,
		    figures_role(&timings->model->cells[cell]),
		    figures_text(&timings->figures, timings->model, cell, text));
}

static void
draw_recent(struct canvas *canvas, const struct timings *timings, int y, size_t cell)
{
	const struct model_cell *it = &timings->model->cells[cell];
	int x = timings->area.x + timings->bar;
	struct rect graph = { x, y, figures_at(timings) - 1 - x, timings->recent };
	char text[FIGURES_LEN];

	if (it->recent.count == 0)
		return;
	if (graph.w >= BAR_LEAST)
		run_graph(
			canvas, graph, timings->ui, &it->recent, 0,
			shown_role(timings->model->plan, timings->model->plan->cells[cell].target));
	canvas_text(canvas, figures_at(timings), y, timings->figures.width, ROLE_DIM,
		    figures_range(it, text));
}

/* Below the bar of the workload that is shown, behind its name and its scale's ends. */
static void
draw_other(struct canvas *canvas, const struct timings *timings, int y, size_t cell)
{
	struct scale scale = scale_for(timings, cell);
	int x = timings->area.x + timings->bar;
	char ends[SCALE_ENDS], work[SHOWN_NAME];

	canvas_text(canvas, x, y, timings->other_name, ROLE_DIM, work_name(timings, cell, work));
	x += timings->other_name;
	canvas_text(canvas, x, y, timings->other_scale, ROLE_GRAPH_TEXT, scale_ends(&scale, ends));
	x += timings->other_scale;
	draw_bar(canvas, timings, x, y, figures_at(timings) - 1 - x, cell, &scale);
	draw_figures(canvas, timings, y, cell);
}

static void
draw_others(struct canvas *canvas, const struct timings *timings, int y, size_t cell)
{
	autofree_mem size_t *beside = NULL;
	size_t n = shown_beside(timings->model, cell, &beside);

	for (size_t i = 0; i < n && (int)i < timings->others; i++)
		draw_other(canvas, timings, y + (int)i, beside[i]);
}

static void
draw_cell(struct canvas *canvas, const struct timings *timings, int y, size_t cell, bool selected)
{
	draw_rank(canvas, timings, y, cell);
	draw_names(canvas, timings, y, cell, selected);
	draw_bar(canvas, timings, timings->area.x + timings->bar, y, timings->bar_width, cell,
		 &timings->scale);
	draw_figures(canvas, timings, y + timings->stacked, cell);
	y += 1 + timings->stacked;
	if (timings->recent)
		draw_recent(canvas, timings, y, cell);
	draw_others(canvas, timings, y + timings->recent, cell);
}

/* Returns the line below them. */
static int
draw_cells(struct canvas *canvas, const struct timings *timings, struct table_state *list,
	   bool focused)
{
	int lines = lines_a_cell(timings);
	int y = timings->area.y;

	table_scroll(list, timings->n, larger(1, timings->area.h / lines));
	/* A line between two pools where there is one for each. */
	if ((lines + 1) * (int)timings->n <= timings->area.h + 1)
		lines++;
	table_drawn_at(list, timings->n, y, lines);
	for (size_t i = list->top; i < timings->n - list->below; i++, y += lines)
		draw_cell(canvas, timings, y, timings->cells[i], focused && i == list->cursor);
	return y < timings->area.y + timings->area.h ? y : timings->area.y + timings->area.h;
}

/* ---- the panel ---- */

void
run_timings_note(const struct ui *ui, char *out, size_t size)
{
	static const char *const orders[] = {
		[SORT_PLAN] = "plan order",
		[SORT_MEDIAN] = "by median",
		[SORT_NAME] = "by name",
	};
	static const char *const bars[] = {
		[FIGURES_OPS] = "bar median, mark p95 or max",
		[FIGURES_STEPS] = "bar whole step, of all its instances",
		[FIGURES_RATES] = "bar bytes a second",
	};
	size_t like = shown_workload(ui);

	if (like != NO_CELL)
		snprintf(out, size, "%s  %s%s  %s", ui->model->plan->cells[like].workload,
			 orders[shown_sort(ui)], ui->log_scale ? ", log" : "",
			 bars[figures_kind_of(ui->model, like)]);
}

void
run_timings_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		 struct table_state *list, bool focused)
{
	struct timings timings = { .ui = ui, .model = ui->model, .area = inside };
	size_t like = shown_workload(ui);
	autofree_mem size_t *cells = NULL;

	if (like == NO_CELL) {
		canvas_printf(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			      "nothing has been run yet: %s is Setup, %s runs its plan",
			      ui_key_name(ui, CMD_SETUP), keymap_key(VIEW_SETUP, CMD_START));
		return;
	}
	timings.n = shown_cells(ui, like, &cells);
	timings.cells = cells;
	timings.area.h--; /* for the scale */
	timings.scale = scale_for(&timings, like);
	timings.figures = figures_measure(canvas, ui->model);
	place_ranks(&timings);
	measure_names(&timings, canvas);
	place_columns(&timings);
	place_lines(&timings, canvas);
	scale_draw(canvas, timings.area.x + timings.bar,
		   draw_cells(canvas, &timings, list, focused), timings.bar_width, &timings.scale);
}
