#include "widgets/bars.h"

#include <math.h>

#define EIGHTHS 8

/* 1 to 8 eighths of a column, from the left. */
static const char32_t blocks[] = U"▏▎▍▌▋▊▉█";

/*
 * How many of `room` steps are filled. What is not nothing shows at least one
 * step, and what is not all leaves at least one, so that neither is hidden by
 * rounding.
 */
static int
steps_of(double part, int room)
{
	int steps;

	if (isnan(part) || part <= 0)
		return 0;
	if (part >= 1)
		return room;
	steps = (int)lround(part * room);
	if (steps < 1)
		return 1;
	return steps < room || room == 1 ? steps : room - 1;
}

/* Bars are warmer towards their end where the role has a gradient. */
static uint8_t
level_at(int column, int width)
{
	return (uint8_t)(width > 1 ? column * 100 / (width - 1) : 0);
}

static void
draw_ascii(struct canvas *canvas, int x, int y, int width, double part, enum role role)
{
	int filled = steps_of(part, width);

	for (int i = 0; i < filled; i++)
		canvas_put_level(canvas, x + i, y, '#', role, level_at(i, width));
	for (int i = filled; i < width; i++)
		canvas_put(canvas, x + i, y, '.', ROLE_METER_EMPTY, 0);
}

static void
draw_blocks(struct canvas *canvas, int x, int y, int width, double part, enum role role)
{
	int filled = steps_of(part, width * EIGHTHS);

	for (int i = 0; i < width; i++) {
		int eighths = filled - i * EIGHTHS;

		if (eighths > EIGHTHS)
			eighths = EIGHTHS;
		if (eighths > 0)
			canvas_put_level(canvas, x + i, y, blocks[eighths - 1], role,
					 level_at(i, width));
		else
			canvas_put(canvas, x + i, y, U'░', ROLE_METER_EMPTY, 0);
	}
}

void
bar_draw(struct canvas *canvas, int x, int y, int width, double part, enum role role)
{
	if (canvas->glyphs == GLYPHS_ASCII)
		draw_ascii(canvas, x, y, width, part, role);
	else
		draw_blocks(canvas, x, y, width, part, role);
}

/* Of `width` columns, the one in which the part ends. */
static int
column_of(double part, int width)
{
	int column = (int)(fmin(fmax(part, 0), 1) * width);

	return column < width ? column : width - 1;
}

void
bar_mark(struct canvas *canvas, int x, int y, int width, double part, enum role role)
{
	if (isnan(part) || width <= 0)
		return;
	canvas_put(canvas, x + column_of(part, width), y,
		   canvas->glyphs == GLYPHS_ASCII ? '|' : U'┃', role, 0);
}

/* What starts, fills and ends it; one column alone is `single`. */
struct stroke {
	char32_t start, middle, end, single;
};

static void
draw_stroke(struct canvas *canvas, int x, int y, int from, int to, const struct stroke *stroke,
	    enum role role)
{
	for (int i = from; i <= to; i++)
		canvas_put(canvas, x + i, y,
			   from == to  ? stroke->single
			   : i == from ? stroke->start
			   : i == to   ? stroke->end
				       : stroke->middle,
			   role, 0);
}

static void
draw_between(struct canvas *canvas, int x, int y, int width, double low, double high,
	     const struct stroke strokes[2], enum role role)
{
	if (isnan(low) || isnan(high) || width <= 0)
		return;
	draw_stroke(canvas, x, y, column_of(low, width), column_of(high, width),
		    &strokes[canvas->glyphs == GLYPHS_ASCII], role);
}

void
bar_span(struct canvas *canvas, int x, int y, int width, double low, double high, enum role role)
{
	static const struct stroke strokes[] = { { U'├', U'─', U'┤', U'┼' },
						 { '|', '-', '|', '+' } };

	draw_between(canvas, x, y, width, low, high, strokes, role);
}

void
bar_box(struct canvas *canvas, int x, int y, int width, double low, double high, enum role role)
{
	static const struct stroke strokes[] = { { U'█', U'█', U'█', U'█' },
						 { '[', '=', ']', '=' } };

	draw_between(canvas, x, y, width, low, high, strokes, role);
}
