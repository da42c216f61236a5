/* Of a report: a group's bars as a chart, and the format svg, which is all of them in one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "record/report_formats.h"

#define BAR   16
#define ROW   46 /* a bar with its text above it, and the gap below */
#define TICK  3	 /* that the grid reaches over a bar */
#define EDGE  8	 /* room for marks that reach out */
#define GLYPH 16 /* before a name */

/* ---- how a pool looks ---- */

static const struct {
	const char *driver;
	enum chart_colour colour;
} drivers[] = {
	{ "btrfs", CHART_ORANGE },	{ "zfs", CHART_SKY },
	{ "lvm", CHART_GREEN },		{ "lvmcluster", CHART_GREEN },
	{ "dir", CHART_PURPLE },	{ "ceph", CHART_VERMILLION },
	{ "cephfs", CHART_VERMILLION }, { "cephobject", CHART_VERMILLION },
};

struct chart_ink
report_ink(const struct model *model, size_t target)
{
	const char *driver = model->plan->targets[target].driver;
	struct chart_ink ink = { CHART_GREY, model->targets[target].mark };

	for (size_t i = 0; driver && i < COUNTOF(drivers); i++)
		if (strcmp(drivers[i].driver, driver) == 0)
			ink.colour = drivers[i].colour;
	return ink;
}

void
report_chart_name(const struct model *model, size_t target, double y, double width, struct buf *out)
{
	struct chart_ink ink = report_ink(model, target);
	char name[REPORT_TEXT];

	chart_marks_begin(out, ink, false);
	chart_mark(out, EDGE / 2.0, y - 4.5, ink.mark, false, NULL);
	chart_marks_end(out);
	chart_text(out, GLYPH, y, width - GLYPH, CHART_PLAIN, CHART_START,
		   summary_target_name(model, target, name, sizeof(name)));
}

/* ---- bars ---- */

/* Holds the bars, and of times the rounds as well. */
static struct chart_scale
scale_of(const struct report_group *group)
{
	double max = 0;

	for (size_t row = group->first; row < group->n; row++) {
		const struct model_cell *cell = &group->model->cells[group->rows[row].cell];

		if (!report_in_group(group, row))
			continue;
		max = fmax(max, report_bar(group, row));
		for (size_t i = 0; i < cell->n_makespans; i++)
			max = fmax(max, (double)cell->makespans[i]);
	}
	return chart_scale_of(group->by_rate ? CHART_RATE : CHART_TIME, max);
}

/* Where the rows of a figure lie. */
struct frame {
	const struct report_group *group; /* NULL: of none */
	struct chart_scale scale;
	double x, width; /* of the longest bar */
	struct buf *out;
};

static double
x_of(const struct frame *frame, double value)
{
	return frame->x + frame->width * chart_part(&frame->scale, value);
}

static void
add_rounds(const struct frame *frame, size_t cell, double y)
{
	const struct model *model = frame->group->model;
	const struct model_cell *it = &model->cells[cell];
	unsigned warmup = model->plan->warmup;

	chart_marks_begin_paper(frame->out);
	for (size_t i = 0; i < it->n_makespans; i++) {
		unsigned round = it->makespan_rounds[i];
		char title[64], time[UNITS_LEN];

		snprintf(title, sizeof(title), "round %u: %s",
			 round < warmup ? round + 1 : round - warmup + 1,
			 units_time(time, it->makespans[i]));
		chart_mark(frame->out, x_of(frame, (double)it->makespans[i]), y,
			   report_ink(model, model_plan_cell(model, cell)->target).mark, false,
			   title);
	}
	chart_marks_end(frame->out);
}

/* The name and the figure above, the bar below; NAN: none. */
static void
add_bar(const struct frame *frame, const struct model *model, size_t target, double y, double value,
	const char *text)
{
	double top = y + CHART_LINE;

	report_chart_name(model, target, y + CHART_TEXT_HEIGHT, frame->width / 2, frame->out);
	chart_text(frame->out, frame->x + frame->width + EDGE, y + CHART_TEXT_HEIGHT, 0,
		   CHART_PLAIN, CHART_END, text);
	chart_grid(frame->out, &frame->scale, frame->x, frame->width, top - TICK, top + BAR + TICK);
	if (!isnan(value))
		chart_bar(frame->out, frame->x, top, x_of(frame, value) - frame->x, BAR,
			  report_ink(model, target), text);
}

static void
add_row(const struct frame *frame, size_t row, double y)
{
	const struct report_group *group = frame->group;
	size_t cell = group->rows[row].cell;
	double bar = report_bar(group, row), middle = y + CHART_LINE + BAR / 2.0, low, high;
	char text[REPORT_TEXT];

	add_bar(frame, group->model, model_plan_cell(group->model, cell)->target, y, bar,
		report_bar_text(group, row, text, sizeof(text)));
	if (isnan(bar))
		return;
	if (report_bar_span(group, row, &low, &high))
		chart_whisker(frame->out, x_of(frame, low), x_of(frame, high), middle);
	add_rounds(frame, cell, middle);
}

/* Below the last row; returns where the figure ends. */
static double
add_ticks(const struct frame *frame, double bottom)
{
	bottom -= ROW - CHART_LINE - BAR - TICK;
	chart_ticks(frame->out, &frame->scale, frame->x, frame->width, bottom);
	return bottom + CHART_LINE;
}

double
report_bars(const struct report_group *group, double y, double width, struct buf *out)
{
	struct frame frame = { group, scale_of(group), EDGE, width - 2 * EDGE, out };
	double bottom = y;

	for (size_t row = group->first; row < group->n; row++) {
		if (!report_in_group(group, row))
			continue;
		add_row(&frame, row, bottom);
		bottom += ROW;
	}
	return add_ticks(&frame, bottom) - y;
}

/* ---- what lay on the pools ---- */

double
report_usage_bars(const struct model *model, double y, double width, struct buf *out)
{
	struct frame frame = { NULL, { 0 }, EDGE, width - 2 * EDGE, out };
	double bottom = y, max = 0;

	for (size_t i = 0; i < model->plan->n_targets; i++)
		if (known(model->targets[i].peak))
			max = fmax(max, (double)model->targets[i].peak);
	frame.scale = chart_scale_of(CHART_SIZE, max);
	for (size_t i = 0; i < model->plan->n_targets; i++) {
		char size[UNITS_LEN], text[UNITS_LEN + 1];

		if (!known(model->targets[i].peak))
			continue;
		snprintf(text, sizeof(text), "%s%s", summary_is_steady(model, i) ? "" : "~",
			 units_size(size, model->targets[i].peak));
		add_bar(&frame, model, i, bottom, (double)model->targets[i].peak, text);
		bottom += ROW;
	}
	return bottom > y ? add_ticks(&frame, bottom) - y : 0;
}

/* ---- svg ---- */

#define WIDTH  640
#define MARGIN 20
#define GAP    14

/* Where the next text goes. */
struct column {
	struct buf *out;
	double y;
};

static void
add_text(struct column *column, enum chart_text style, const char *text)
{
	column->y +=
		chart_paragraph(column->out, MARGIN, column->y, WIDTH - 2 * MARGIN, style, text);
}

static void
add_verdict(void *arg, const char *label, const char *text)
{
	(void)label;
	add_text(arg, CHART_PLAIN, text);
}

static void
add_heading(struct column *column, const struct event_header *header)
{
	autobuf text = { 0 };
	char stamp[CLOCK_STAMP_LEN];

	clock_stamp(header->started_wall_ns, stamp);
	buf_printf(&text, "%s%srun %s, %s", header->label ? header->label : "",
		   header->label ? ", " : "", header->run, stamp);
	add_text(column, CHART_HEAD, buf_text(&text));
	if (header->source)
		add_text(column, CHART_DIM, header->source);
}

/* The lines of the environment that tell of servers and hardware, and of the test. */
static void
add_environment(void *arg, const char *label, const char *text)
{
	if (strcmp(label, "run") != 0)
		add_text(arg, CHART_DIM, text);
}

static bool
has_bars(const struct report_group *group)
{
	for (size_t row = group->first; row < group->n; row++)
		if (report_in_group(group, row) && !isnan(report_bar(group, row)))
			return true;
	return false;
}

static void
add_group(struct column *column, const struct report_group *group)
{
	column->y += GAP;
	add_text(column, CHART_HEAD, group->name);
	buf_printf(column->out, "<g transform=\"translate(%d 0)\">\n", MARGIN);
	column->y += report_bars(group, column->y, WIDTH - 2 * MARGIN, column->out);
	buf_puts(column->out, "</g>\n");
	report_verdicts(group, add_verdict, column);
}

static void
add_usage(struct column *column, const struct model *model)
{
	autobuf bars = { 0 };
	double height =
		report_usage_bars(model, column->y + GAP + CHART_LINE, WIDTH - 2 * MARGIN, &bars);

	if (height == 0)
		return;
	column->y += GAP;
	add_text(column, CHART_HEAD, REPORT_USAGE_CAPTION);
	buf_printf(column->out, "<g transform=\"translate(%d 0)\">\n%s</g>\n", MARGIN,
		   buf_text(&bars));
	column->y += height;
}

void
report_svg(const struct model *model, const struct samples *samples, struct buf *out)
{
	autogroup group = report_groups(model);
	autobuf inside = { 0 };
	struct column column = { &inside, MARGIN };
	bool times = false;

	(void)samples;
	if (!model->header)
		return;
	add_heading(&column, model->header);
	report_environment(model, add_environment, &column);
	while (report_next_group(&group)) {
		if (!has_bars(&group))
			continue;
		add_group(&column, &group);
		times = true;
	}
	add_usage(&column, model);
	column.y += GAP;
	if (times)
		add_text(&column, CHART_DIM, REPORT_BARS_HELP);
	chart_begin_file(out, WIDTH, column.y + MARGIN,
			 "poolscope: times of whole steps, a bar a pool");
	buf_add(out, buf_text(&inside), inside.len);
	chart_end(out);
}
