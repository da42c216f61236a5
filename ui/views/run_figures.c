#include "views/run_figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "record/summary.h"

/* ---- what the bars are of ---- */

enum figures_kind
figures_kind_of(const struct model *model, size_t cell)
{
	bool steps = false, rates = false;

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		const struct model_cell *it = &model->cells[i];

		if (it->phase != model->cells[cell].phase)
			continue;
		if (it->latency.n)
			return FIGURES_OPS;
		steps = steps || it->n_makespans;
		rates = rates || it->n_rates;
	}
	if (steps)
		return FIGURES_STEPS;
	return rates ? FIGURES_RATES : FIGURES_OPS;
}

static uint64_t
median_of_steps(const struct model *model, size_t cell)
{
	struct summary row = { .cell = cell };

	summary_makespans(model, &row);
	return row.makespan;
}

uint64_t
figures_median(const struct model *model, size_t cell)
{
	return figures_kind_of(model, cell) == FIGURES_STEPS
		       ? median_of_steps(model, cell)
		       : hist_median(&model->cells[cell].latency);
}

static double
rate_of(const struct model_cell *cell)
{
	return cell->n_rates ? cell->rates / cell->n_rates : NAN;
}

double
figures_bar(const struct model *model, size_t cell)
{
	uint64_t median = figures_median(model, cell);

	if (figures_kind_of(model, cell) == FIGURES_RATES)
		return rate_of(&model->cells[cell]);
	return known(median) ? (double)median : NAN;
}

/* ---- texts ---- */

static const char *
tail_text(const struct hist *latency, char out[UNITS_LEN])
{
	struct hist_tail tail = hist_p95_or_max(latency);
	char time[UNITS_LEN];

	snprintf(out, UNITS_LEN, "%s %s", tail.name, units_time(time, tail.value));
	return out;
}

/* Several steps run at once in a race; the cell's own is among the last. */
static const struct model_step *
running_step(const struct model *model, size_t cell)
{
	size_t left = model->n_running;

	for (size_t i = model->n_steps; i-- > 0 && left > 0;) {
		if (!model->steps[i].running)
			continue;
		if (model->steps[i].cell == cell)
			return &model->steps[i];
		left--;
	}
	return NULL;
}

/* "running 3/10": there is no bar before there is a median, but this grows. */
static const char *
so_far(const struct model_step *step, const char *word, char out[FIGURES_LEN])
{
	uint32_t ended = 0;

	for (int i = 0; i < OP_STATES; i++)
		ended += step->count[i];
	snprintf(out, FIGURES_LEN, "%s %" PRIu32 "/%" PRIu32, word, ended, step->n);
	return out;
}

/* Why there is no figure yet. */
static const char *
absence(const struct model *model, size_t index, char out[FIGURES_LEN])
{
	const struct model_cell *cell = &model->cells[index];
	const struct model_step *step = running_step(model, index);

	if (cell->count[OP_REFUSED])
		return "refused by the driver";
	if (cell->count[OP_FAILED] || cell->count[OP_UNKNOWN])
		return "none succeeded";
	if (cell->count[OP_SKIPPED])
		return "already there";
	if (step)
		return so_far(step, step->warmup ? "warming up" : "running", out);
	if (cell->count[OP_OK])
		return "whole steps only";
	if (model->state == MODEL_ENDED)
		return "not measured";
	return cell->recent.count ? "warming up" : "waiting";
}

static uint32_t
failures(const struct model_cell *cell)
{
	return cell->count[OP_FAILED] + cell->count[OP_UNKNOWN];
}

/* "10.2 s  whole step", "430 MB/s" */
static const char *
whole_step(const struct figures *figures, const struct model *model, size_t cell,
	   char out[FIGURES_LEN])
{
	uint64_t median = median_of_steps(model, cell);
	double rate = rate_of(&model->cells[cell]);
	char text[UNITS_LEN];

	if (known(median))
		snprintf(out, FIGURES_LEN, "%*s  whole step", figures->median,
			 units_time(text, median));
	else if (rate >= 0)
		snprintf(out, FIGURES_LEN, "%*s", figures->median, units_rate(text, rate));
	else
		return absence(model, cell, out);
	return out;
}

const char *
figures_text(const struct figures *figures, const struct model *model, size_t cell,
	     char out[FIGURES_LEN])
{
	const struct model_cell *it = &model->cells[cell];
	char median[UNITS_LEN], tail[UNITS_LEN];

	if (figures_kind_of(model, cell) != FIGURES_OPS)
		return whole_step(figures, model, cell, out);
	if (it->latency.n == 0)
		return absence(model, cell, out);
	snprintf(out, FIGURES_LEN, "%*s  %-*s  n %*" PRIu64 "  err %*" PRIu32, figures->median,
		 units_time(median, hist_median(&it->latency)), figures->tail,
		 tail_text(&it->latency, tail), figures->count, it->latency.n, figures->failed,
		 failures(it));
	return out;
}

const char *
figures_range(const struct model_cell *cell, char out[FIGURES_LEN])
{
	char min[UNITS_LEN], max[UNITS_LEN], last[UNITS_LEN];

	if (cell->latency.n)
		snprintf(out, FIGURES_LEN, "%s to %s, last %s", units_time(min, cell->latency.min),
			 units_time(max, cell->latency.max), units_time(last, cell->last));
	else
		snprintf(out, FIGURES_LEN, "last %s", units_time(last, cell->last));
	return out;
}

enum role
figures_role(const struct model_cell *cell)
{
	if (failures(cell))
		return ROLE_FAIL;
	return cell->latency.n ? ROLE_TEXT : ROLE_DIM;
}

/* ---- widths ---- */

static void
widen(int *width, int needed)
{
	if (needed > *width)
		*width = needed;
}

static int
digits(uint64_t n)
{
	char text[UNITS_LEN];

	return snprintf(text, sizeof(text), "%" PRIu64, n);
}

static void
measure_parts(struct figures *figures, const struct canvas *canvas, const struct model *model,
	      size_t index)
{
	const struct model_cell *cell = &model->cells[index];
	uint64_t median = figures_median(model, index);
	char text[UNITS_LEN];

	if (known(median))
		widen(&figures->median, canvas_width(canvas, units_time(text, median)));
	if (cell->latency.n == 0)
		return;
	widen(&figures->tail, canvas_width(canvas, tail_text(&cell->latency, text)));
	widen(&figures->count, digits(cell->latency.n));
	widen(&figures->failed, digits(failures(cell)));
}

struct figures
figures_measure(const struct canvas *canvas, const struct model *model)
{
	struct figures figures = { 0 };
	char text[FIGURES_LEN];

	for (size_t i = 0; i < model->plan->n_cells; i++)
		measure_parts(&figures, canvas, model, i);
	for (size_t i = 0; i < model->plan->n_cells; i++) {
		widen(&figures.width, canvas_width(canvas, figures_text(&figures, model, i, text)));
		widen(&figures.width, canvas_width(canvas, figures_range(&model->cells[i], text)));
	}
	return figures;
}
