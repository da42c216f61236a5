#include "widgets/axes.h"

#include <stdio.h>

#include "base/mem.h"

#define GUTTER	   5  /* columns left of the graph: four for the text, one for the line */
#define WIDE_FROM  24 /* columns: below that there is no gutter */
#define TIME_FROM  4  /* lines: below that there are no times */
#define TITLE_FROM 2
#define TIME_GAP   10 /* columns from one time to the next, at least */

static int
gutter_of(struct rect area)
{
	return area.w >= WIDE_FROM && area.h >= 2 ? GUTTER : 0;
}

/* ---- below ---- */

/* The first that is far enough from the next. */
static int
step_of(int seconds)
{
	static const int steps[] = { 5, 10, 15, 30, 60, 120, 300 };

	for (size_t i = 0; i < COUNTOF(steps); i++)
		if (steps[i] >= TIME_GAP * seconds)
			return steps[i];
	return steps[COUNTOF(steps) - 1];
}

static void
time_text(int ago, char *out, size_t size)
{
	if (ago == 0)
		snprintf(out, size, "now");
	else if (ago % 60 == 0)
		snprintf(out, size, "%d min", ago / 60);
	else
		snprintf(out, size, "%d s", ago);
}

/* Each time ends in the column it means. */
static void
draw_times(struct canvas *canvas, struct rect line, int seconds)
{
	char text[24];

	for (int ago = 0, width;; ago += step_of(seconds)) {
		int end = line.w - ago / seconds;

		time_text(ago, text, sizeof(text));
		width = canvas_width(canvas, text);
		if (width > end)
			return;
		canvas_text(canvas, line.x + end - width, line.y, width, ROLE_GRAPH_TEXT, text);
	}
}

struct rect
axes_time(struct canvas *canvas, struct rect area, int seconds)
{
	int gutter = gutter_of(area);

	if (area.h < TIME_FROM || seconds < 1)
		return area;
	area.h--;
	draw_times(canvas, (struct rect){ area.x + gutter, area.y + area.h, area.w - gutter, 1 },
		   seconds);
	return area;
}

/* ---- at the left ---- */

struct rect
axes_height(struct canvas *canvas, struct rect area, const char *high)
{
	bool ascii = canvas->glyphs == GLYPHS_ASCII;
	int line = area.x + GUTTER - 1, last = area.y + area.h - 1;

	if (gutter_of(area) == 0)
		return area;
	for (int y = area.y; y <= last; y++)
		canvas_put(canvas, line, y, ascii ? '|' : U'│', ROLE_GRAPH_TEXT, 0);
	for (int y = area.y; y <= last; y += last - area.y)
		canvas_put(canvas, line, y, ascii ? '+' : U'┤', ROLE_GRAPH_TEXT, 0);
	canvas_text_right(canvas, area.x, area.y, GUTTER - 1, ROLE_GRAPH_TEXT, high);
	canvas_text_right(canvas, area.x, last, GUTTER - 1, ROLE_GRAPH_TEXT, "0");
	area.x += GUTTER;
	area.w -= GUTTER;
	return area;
}

void
axes_title(struct canvas *canvas, struct rect graph, const char *title)
{
	if (graph.h >= TITLE_FROM)
		canvas_text(canvas, graph.x, graph.y, graph.w, ROLE_GRAPH_TEXT, title);
}
