/* Of a report: every op of a group as a mark, a strip a pool, in the order in which they ended. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/report_formats.h"

/*
 * Up to STRIP_MARKS marks have their shapes, up to STRIP_OPS they are dots, and
 * beyond, or when the page has more than PAGE_OPS and would be slow to open,
 * ops share them.
 */
#define STRIP_MARKS 200
#define STRIP_OPS   2000
#define PAGE_OPS    20000

#define STRIP  70 /* height of what is drawn of a pool */
#define GAP    10
#define LEFT   54  /* room for the figures of the axis */
#define LINES  4   /* between the lines of two rounds, at least */
#define DIGIT  6.5 /* width of one, and of a letter on average */
#define INSIDE 6   /* from the strip's ends to the first and the last mark */

/* ---- which ops are whose ---- */

struct report_ops
report_ops_of(const struct model *model, const struct samples *samples)
{
	size_t n_cells = model->plan->n_cells, n = samples ? samples->n : 0;
	struct report_ops ops = { .samples = samples,
				  .most = n > PAGE_OPS ? STRIP_MARKS : STRIP_OPS };
	size_t *next = ops.first = xcalloc(n_cells + 2, sizeof(*next));

	ops.order = xmalloc(n * sizeof(*ops.order));
	/* Counted one place late, so that filling in leaves each cell's first index in its place.
	 */
	for (size_t i = 0; i < n; i++)
		next[model->steps[samples->items[i].step].cell + 2]++;
	for (size_t i = 2; i < n_cells + 2; i++)
		next[i] += next[i - 1];
	for (size_t i = 0; i < n; i++)
		ops.order[next[model->steps[samples->items[i].step].cell + 1]++] = i;
	return ops;
}

void
report_ops_wipe(struct report_ops *ops)
{
	free(ops->first);
	free(ops->order);
}

/* ---- a strip ---- */

struct strip {
	const struct model *model;
	size_t cell;
	const struct report_ops *ops;
	const struct chart_scale *scale;
	struct buf *out;
	size_t first, n; /* in ops->order */
	double x, width, top;
	struct chart_ink ink;
};

static const struct sample *
sample_at(const struct strip *strip, size_t i)
{
	return &strip->ops->samples->items[strip->ops->order[strip->first + i]];
}

static const struct model_step *
step_at(const struct strip *strip, size_t i)
{
	return &strip->model->steps[sample_at(strip, i)->step];
}

static double
x_at(const struct strip *strip, double i)
{
	double room = strip->width - 2 * INSIDE;

	return strip->x + INSIDE + (strip->n > 1 ? room * i / (double)(strip->n - 1) : room / 2);
}

static double
y_at(const struct strip *strip, uint64_t ns)
{
	return strip->top + STRIP * (1 - chart_part(strip->scale, (double)ns));
}

/* Shapes cannot be told apart where there is no room for them. */
static unsigned
mark_of(const struct strip *strip)
{
	return strip->n > STRIP_MARKS ? CHART_DOT : strip->ink.mark;
}

static void
add_op(const struct strip *strip, size_t i)
{
	const struct sample *sample = sample_at(strip, i);
	const struct model_step *step = step_at(strip, i);
	uint64_t ns = sample_time(sample);
	char round[64], time[UNITS_LEN];
	autobuf title = { 0 };

	buf_printf(&title, "%s, op %" PRIu32 ": ",
		   report_round_text(step, strip->model->plan, round, sizeof(round)),
		   sample->op + 1);
	if (known(ns)) {
		buf_puts(&title, units_time(time, ns));
		chart_mark(strip->out, x_at(strip, (double)i), y_at(strip, ns), mark_of(strip),
			   step->warmup, buf_text(&title));
		return;
	}
	buf_printf(&title, "%s%s%s", op_state_name(sample->state), sample->text ? ": " : "",
		   sample->text ? sample->text : "");
	chart_mark_failed(strip->out, x_at(strip, (double)i), strip->top + STRIP, buf_text(&title));
}

/* ---- many ops in one mark ---- */

static int
by_time(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The times of the ops `from` to before `to` that have one, sorted; returns their number. */
static size_t
times_between(const struct strip *strip, size_t from, size_t to, uint64_t *times)
{
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		if (known(sample_time(sample_at(strip, i))))
			times[n++] = sample_time(sample_at(strip, i));
	qsort(times, n, sizeof(*times), by_time);
	return n;
}

static void
add_several(const struct strip *strip, size_t from, size_t to)
{
	autofree_mem uint64_t *times = xmalloc((to - from) * sizeof(*times));
	size_t n = times_between(strip, from, to, times);
	double x = x_at(strip, (double)(from + to - 1) / 2);
	char low[UNITS_LEN], middle[UNITS_LEN], high[UNITS_LEN];
	autobuf title = { 0 };

	buf_printf(&title, "ops %zu to %zu: ", from + 1, to);
	if (n > 0) {
		uint64_t median = times[(n - 1) / 2] + (times[n / 2] - times[(n - 1) / 2]) / 2;

		buf_printf(&title, "%s to %s, median %s", units_time(low, times[0]),
			   units_time(high, times[n - 1]), units_time(middle, median));
		chart_mark_range(strip->out, x, y_at(strip, times[0]), y_at(strip, median),
				 y_at(strip, times[n - 1]), mark_of(strip), buf_text(&title));
	}
	if (n < to - from) {
		buf_printf(&title, "%s%zu not ok", n ? "; " : "", to - from - n);
		chart_mark_failed(strip->out, x, strip->top + STRIP, buf_text(&title));
	}
}

/* ---- rounds ---- */

/* The first op after `i` that is of another step. */
static size_t
next_step(const struct strip *strip, size_t i)
{
	uint32_t step = sample_at(strip, i)->step;

	while (i < strip->n && sample_at(strip, i)->step == step)
		i++;
	return i;
}

/* A line where a round begins, and its number, where there is room for them. */
static void
add_rounds(const struct strip *strip)
{
	double line_from = 0, text_from = 0;

	for (size_t i = 0, next; i < strip->n; i = next) {
		const struct model_step *step = step_at(strip, i);
		double x = x_at(strip, i ? (double)i - 0.5 : 0), end;
		char text[16];

		next = next_step(strip, i);
		if (i > 0 && x >= line_from) {
			chart_rule(strip->out, x, strip->top, strip->top + STRIP);
			line_from = x + LINES;
		}
		if (step->warmup)
			snprintf(text, sizeof(text), "warm-up");
		else
			snprintf(text, sizeof(text), "%u", report_round(step, strip->model->plan));
		end = x + 2 + DIGIT * (double)strlen(text);
		if (x < text_from || (step->warmup && end > x_at(strip, (double)next - 0.5)))
			continue;
		chart_text(strip->out, x + 2, strip->top + STRIP + CHART_TEXT_HEIGHT + 2, 0,
			   CHART_DIM, CHART_START, text);
		text_from = end + DIGIT;
	}
}

/* How many ops share a mark. */
static size_t
stride_of(const struct strip *strip)
{
	return strip->n <= strip->ops->most ? 1 : 1 + (strip->n - 1) / STRIP_MARKS;
}

static void
add_title(const struct strip *strip, double y)
{
	size_t stride = stride_of(strip),
	       target = model_plan_cell(strip->model, strip->cell)->target;
	autobuf text = { 0 };

	buf_printf(&text, "%zu op%s", strip->n, strip->n == 1 ? "" : "s");
	if (stride > 1)
		buf_printf(&text, ", %zu a mark", stride);
	report_chart_name(strip->model, target, y, strip->width, strip->out);
	chart_text(strip->out, strip->x + strip->width, y, 0, CHART_DIM, CHART_END,
		   buf_text(&text));
}

static void
add_marks(const struct strip *strip)
{
	size_t stride = stride_of(strip);

	chart_marks_begin(strip->out, strip->ink, strip->n > STRIP_MARKS);
	for (size_t i = 0; i < strip->n; i += stride) {
		size_t to = i + stride < strip->n ? i + stride : strip->n;

		if (stride == 1)
			add_op(strip, i);
		else
			add_several(strip, i, to);
	}
	chart_marks_end(strip->out);
}

/* ---- the strips of a group ---- */

static struct chart_scale
scale_of(const struct report_group *group, const struct report_ops *ops)
{
	uint64_t max = 0;

	for (size_t row = group->first; row < group->n; row++) {
		size_t cell = group->rows[row].cell;

		if (!report_in_group(group, row))
			continue;
		for (size_t i = ops->first[cell]; i < ops->first[cell + 1]; i++) {
			uint64_t ns = sample_time(&ops->samples->items[ops->order[i]]);

			max = known(ns) && ns > max ? ns : max;
		}
	}
	return chart_scale_of(CHART_TIME, (double)max);
}

double
report_strips(const struct report_group *group, const struct report_ops *ops, double width,
	      struct buf *out)
{
	struct chart_scale scale = scale_of(group, ops);
	double y = 0;

	for (size_t row = group->first; row < group->n; row++) {
		size_t cell = group->rows[row].cell;
		struct strip strip = {
			.model = group->model,
			.cell = cell,
			.ops = ops,
			.scale = &scale,
			.out = out,
			.first = ops->first[cell],
			.n = ops->first[cell + 1] - ops->first[cell],
			.x = LEFT,
			.width = width - LEFT,
			.top = y + CHART_LINE + GAP,
			.ink = report_ink(group->model,
					  model_plan_cell(group->model, cell)->target),
		};

		if (!report_in_group(group, row) || strip.n == 0)
			continue;
		add_title(&strip, y + CHART_TEXT_HEIGHT);
		chart_axis_y(out, &scale, strip.x, strip.width, strip.top, strip.top + STRIP);
		add_rounds(&strip);
		add_marks(&strip);
		y = strip.top + STRIP + CHART_LINE + GAP;
	}
	return y;
}
