/*
 * run_comparison.c - how the pools stand to the fastest so far, by the rounds
 * that are complete: how many times as fast, what that lies between, and what can
 * be said of it. The figures are those of the verdicts in Results.
 */
#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "record/summary.h"
#include "views/run.h"
#include "views/shown.h"
#include "widgets/bars.h"
#include "widgets/scale.h"

#define GLYPH_WIDTH 2
#define NAME_MOST   20
#define PLOT_LEAST  12
#define RATIO_LEN   96

struct comparison {
	const struct ui *ui;
	const struct model *model;
	struct summary_pair *pairs; /* of the whole run */
	size_t n_pairs;
	size_t *cells; /* of the workload that is shown */
	size_t n;
	struct scale scale;
	int name, ratio, words; /* columns; words 0: left out */
	int plot;		/* columns; 0: left out */
};

/* ---- what is told of a cell ---- */

/* Against the fastest of its group; NULL: it is that itself, or there is none. */
static const struct summary_pair *
pair_of(const struct comparison *comparison, size_t cell)
{
	for (size_t i = 0; i < comparison->n_pairs; i++)
		if (comparison->pairs[i].fastest && comparison->pairs[i].b == cell)
			return &comparison->pairs[i];
	return NULL;
}

static bool
is_fastest(const struct comparison *comparison, size_t cell)
{
	for (size_t i = 0; i < comparison->n_pairs; i++)
		if (comparison->pairs[i].fastest && comparison->pairs[i].a == cell)
			return true;
	return false;
}

/* What is made ready is so once; all else has others of its kind, or nothing to be set against. */
static bool
is_compared(const struct comparison *comparison, size_t cell)
{
	if (cell_is_prime(model_plan_cell(comparison->model, cell)))
		return false;
	for (size_t i = 0; i < comparison->n; i++)
		if (comparison->cells[i] != cell &&
		    summary_same_group(comparison->model, comparison->cells[i], cell))
			return true;
	return false;
}

/* What can be said of the ratio; "" of the fastest itself. */
static const char *
words_of(const struct comparison *comparison, size_t cell)
{
	static const char *const verdicts[] = {
		[VERDICT_FASTER] = "slower",
		[VERDICT_SLOWER] = "faster",
		[VERDICT_SMALL] = "a small difference",
		[VERDICT_SAME] = "no difference over 5 %",
		[VERDICT_UNDECIDED] = "not enough to say",
	};
	const struct summary_pair *pair = pair_of(comparison, cell);

	if (!is_compared(comparison, cell))
		return "not compared";
	if (is_fastest(comparison, cell))
		return "";
	if (pair && pair->verdict.kind != VERDICT_TOO_FEW)
		return verdicts[pair->verdict.kind];
	return ui_running(comparison->ui) ? "not enough rounds yet" : "not enough rounds";
}

/* "0.84x (0.77 to 0.91)", times of the fastest over its own, or in its place why there is none;
 * true: the words are told by it. */
static bool
ratio_text(const struct comparison *comparison, size_t cell, char *out, size_t size)
{
	const struct summary_pair *pair = pair_of(comparison, cell);

	if (!pair || !isfinite(pair->verdict.ratio.estimate)) {
		snprintf(out, size, "%s",
			 is_fastest(comparison, cell) ? "fastest" : words_of(comparison, cell));
		return true;
	}
	stats_ratio_text(&pair->verdict.ratio, out, size);
	return false;
}

/* ---- columns ---- */

static void
widen(int *width, int needed)
{
	if (needed > *width)
		*width = needed;
}

static void
measure(struct comparison *comparison, const struct canvas *canvas)
{
	char name[SHOWN_NAME], ratio[RATIO_LEN];

	for (size_t i = 0; i < comparison->n; i++) {
		size_t cell = comparison->cells[i];

		if (!ratio_text(comparison, cell, ratio, sizeof(ratio)))
			widen(&comparison->words, canvas_width(canvas, words_of(comparison, cell)));
		widen(&comparison->name,
		      canvas_width(canvas, shown_name(comparison->model->plan, cell, name)));
		widen(&comparison->ratio, canvas_width(canvas, ratio));
	}
	if (comparison->name > NAME_MOST)
		comparison->name = NAME_MOST;
}

/* Before the first whole round there is nothing to plot. */
static bool
has_pairs(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->n; i++)
		if (pair_of(comparison, comparison->cells[i]))
			return true;
	return false;
}

/* In a narrow place the plot goes first, then the words. */
static void
place_columns(struct comparison *comparison, int width)
{
	int left = width - GLYPH_WIDTH - comparison->name - 1 - comparison->ratio;

	if (left < comparison->words + 2)
		comparison->words = 0;
	else
		left -= comparison->words + 2;
	comparison->plot = left > PLOT_LEAST && has_pairs(comparison) ? left - 1 : 0;
}

/* From 0, so that a length is what it says. */
static struct scale
scale_for(const struct comparison *comparison)
{
	double max = 1;

	for (size_t i = 0; i < comparison->n; i++) {
		const struct summary_pair *pair = pair_of(comparison, comparison->cells[i]);
		struct ratio ratio;

		if (!pair)
			continue;
		ratio = pair->verdict.ratio;
		max = fmax(max, ratio.estimate);
		if (ratio.interval.coverage > 0)
			max = fmax(max, ratio.interval.high);
	}
	return scale_of(QUANTITY_TIMES, 0, max, false);
}

/* ---- drawing ---- */

/* The interval with its estimate, and behind it where the fastest stands. */
static void
draw_plot(struct canvas *canvas, const struct comparison *comparison, int x, int y, size_t cell)
{
	const struct summary_pair *pair = pair_of(comparison, cell);
	const struct plan *plan = comparison->model->plan;
	const struct scale *scale = &comparison->scale;
	struct ratio ratio;

	bar_mark(canvas, x, y, comparison->plot, scale_part(scale, 1), ROLE_GRAPH_TEXT);
	if (!pair)
		return;
	ratio = pair->verdict.ratio;
	if (ratio.interval.coverage > 0)
		bar_span(canvas, x, y, comparison->plot, scale_part(scale, ratio.interval.low),
			 scale_part(scale, ratio.interval.high),
			 shown_role(plan, plan->cells[cell].target));
	bar_mark(canvas, x, y, comparison->plot, scale_part(scale, ratio.estimate), ROLE_TEXT);
}

static void
draw_cell(struct canvas *canvas, const struct comparison *comparison, struct rect line, size_t cell,
	  bool selected)
{
	const struct plan *plan = comparison->model->plan;
	size_t target = plan->cells[cell].target;
	int x = line.x + GLYPH_WIDTH;
	bool told;
	char name[SHOWN_NAME], ratio[RATIO_LEN];

	canvas_put(canvas, line.x, line.y, pool_glyph(canvas, comparison->model->targets[target].mark),
		   shown_role(plan, target), 0);
	canvas_text(canvas, x, line.y, comparison->name, selected ? ROLE_SELECTED : ROLE_TEXT,
		    shown_name(plan, cell, name));
	x += comparison->name + 1;
	told = ratio_text(comparison, cell, ratio, sizeof(ratio));
	canvas_text(canvas, x, line.y, comparison->ratio, told ? ROLE_DIM : ROLE_TEXT, ratio);
	x += comparison->ratio + 1;
	if (comparison->plot)
		draw_plot(canvas, comparison, x, line.y, cell);
	if (comparison->words && !told)
		canvas_text(canvas, line.x + line.w - comparison->words, line.y, comparison->words,
			    ROLE_TEXT, words_of(comparison, cell));
}

static void
draw_cells(struct canvas *canvas, const struct comparison *comparison, struct rect inside,
	   struct table_state *list, bool focused)
{
	bool has_scale = comparison->plot && inside.h > 1;
	int y = inside.y;

	table_scroll(list, comparison->n, inside.h - has_scale);
	table_drawn_at(list, comparison->n, y, 1);
	for (size_t i = list->top; i < comparison->n - list->below; i++, y++)
		draw_cell(canvas, comparison, (struct rect){ inside.x, y, inside.w, 1 },
			  comparison->cells[i], focused && i == list->cursor);
	if (has_scale)
		scale_draw(canvas,
			   inside.x + GLYPH_WIDTH + comparison->name + comparison->ratio + 2, y,
			   comparison->plot, &comparison->scale);
}

/* ---- the panel ---- */

/* The most that any cell of the workload has complete. */
static size_t
rounds_of(const struct model *model, size_t like)
{
	size_t most = 0;

	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (model->cells[i].phase == model->cells[like].phase &&
		    model->cells[i].n_makespans > most)
			most = model->cells[i].n_makespans;
	return most;
}

void
run_comparison_note(const struct ui *ui, char *out, size_t size)
{
	size_t like = shown_workload(ui), rounds;

	if (like == NO_CELL)
		return;
	rounds = rounds_of(ui->model, like);
	snprintf(out, size, "%s  speed vs fastest  %zu round%s",
		 ui->model->plan->cells[like].workload, rounds, rounds == 1 ? "" : "s");
}

void
run_comparison_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		    struct table_state *list, bool focused)
{
	struct comparison comparison = { .ui = ui, .model = ui->model };
	autofree_mem struct summary_pair *pairs = NULL;
	size_t like = shown_workload(ui);
	autofree_mem size_t *cells = NULL;

	if (like == NO_CELL)
		return;
	comparison.n = shown_cells(ui, like, &cells);
	comparison.n_pairs = summary_pairs(ui->model, &pairs);
	comparison.cells = cells;
	comparison.pairs = pairs;
	comparison.scale = scale_for(&comparison);
	measure(&comparison, canvas);
	place_columns(&comparison, inside.w);
	draw_cells(canvas, &comparison, inside, list, focused);
}
