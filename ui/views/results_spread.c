/*
 * results_spread.c - how the times of the ops are spread, on one axis for all
 * pools: as a line with a box, or as the share that took no longer (ECDF).
 */
#include <math.h>

#include "views/results.h"
#include "views/run.h"
#include "views/shown.h"
#include "widgets/bars.h"
#include "widgets/scale.h"

#define STEPS 100 /* in which the share is looked up */

static double
figure(uint64_t ns)
{
	return known(ns) ? (double)ns : NAN;
}

static const struct hist *
times_of(const struct results *results, size_t row)
{
	return &results->model->cells[results->rows[row].cell].latency;
}

static enum role
role_of(const struct results *results, size_t row)
{
	const struct plan *plan = results->model->plan;

	return shown_role(plan, plan->cells[results->rows[row].cell].target);
}

static struct scale
scale_for(const struct ui *ui, const struct results *results)
{
	double min = NAN, max = NAN;

	for (size_t i = 0; i < results->n; i++) {
		min = fmin(min, figure(results->rows[i].min));
		max = fmax(max, figure(results->rows[i].max));
	}
	return scale_of(QUANTITY_TIME, min, max, ui->log_scale);
}

/* ---- line and box ---- */

static void
draw_box(struct canvas *canvas, struct rect place, const struct ui *ui,
	 const struct results *results, size_t row, const struct scale *scale)
{
	const struct summary *it = &results->rows[row];
	const struct hist *times = times_of(results, row);
	enum role role = role_of(results, row);
	char text[UNITS_LEN];

	(void)ui;
	canvas_text_right(canvas, place.x + place.w, place.y, RESULTS_FIGURE_WIDTH, ROLE_TEXT,
			  quantity_text(QUANTITY_TIME, figure(it->median), text));
	bar_span(canvas, place.x, place.y, place.w, scale_part(scale, figure(it->min)),
		 scale_part(scale, figure(it->max)), role);
	bar_box(canvas, place.x, place.y, place.w,
		scale_part(scale, figure(hist_quantile(times, 0.25))),
		scale_part(scale, figure(hist_quantile(times, 0.75))), role);
	bar_mark(canvas, place.x, place.y, place.w, scale_part(scale, figure(it->median)),
		 ROLE_TEXT);
}

/* ---- share ---- */

/* Of the steps those that the value has reached, as a part of all; NAN before the first. */
static double
share_at(const double *reached, size_t *step, double part)
{
	while (*step < STEPS && reached[*step] <= part)
		++*step;
	return *step ? (double)*step / STEPS : NAN;
}

static void
draw_share(struct canvas *canvas, struct rect place, const struct ui *ui,
	   const struct results *results, size_t row, const struct scale *scale)
{
	size_t places = results_graph_values(canvas, ui, place.w), step = 0;
	double reached[STEPS];
	struct series series;

	for (size_t i = 0; i < STEPS; i++)
		reached[i] = scale_part(scale, figure(hist_quantile(times_of(results, row),
								    (double)(i + 1) / STEPS)));
	series_init(&series);
	for (size_t i = 0; i < places; i++)
		series_add(&series, share_at(reached, &step, (double)(i + 1) / (double)places));
	run_graph(canvas, place, ui, &series, 1, role_of(results, row));
	canvas_text(canvas, place.x + place.w + 1, place.y, RESULTS_FIGURE_WIDTH - 1,
		    ROLE_GRAPH_TEXT, "100 %");
	if (place.h > 1)
		canvas_text(canvas, place.x + place.w + 1, place.y + place.h - 1,
			    RESULTS_FIGURE_WIDTH - 1, ROLE_GRAPH_TEXT, "0");
}

/* ---- the panel ---- */

typedef void draw_row(struct canvas *canvas, struct rect place, const struct ui *ui,
		      const struct results *results, size_t row, const struct scale *scale);

static const struct {
	draw_row *draw;
	bool grows; /* with the height there is; otherwise a line is left free between two */
} drawings[] = {
	[PICTURE_SPREAD] = { draw_box, false },
	[PICTURE_SHARE] = { draw_share, true },
};

size_t
results_spread_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		    const struct results *results)
{
	bool grows = drawings[ui->picture].grows;
	int room = inside.h > 1 ? inside.h - 1 : inside.h; /* for the scale */
	int lines = room / (int)results->n > 1 ? room / (int)results->n : 1;
	int step = grows || lines < 2 ? lines : 2;
	struct rect line = { inside.x, inside.y, inside.w - RESULTS_FIGURE_WIDTH, 1 };
	struct scale scale = scale_for(ui, results);
	struct rect place = line;
	size_t i;

	for (i = 0; i < results->n && line.y < inside.y + room; i++, line.y += step) {
		place = results_draw_name(canvas, line, results, i);
		place.h = grows && step > 2 ? step - 1 : grows ? step : 1;
		if (times_of(results, i)->n)
			drawings[ui->picture].draw(canvas, place, ui, results, i, &scale);
	}
	if (inside.h > 1)
		scale_draw(canvas, place.x, line.y, place.w, &scale);
	return results->n - i;
}
