#include "widgets/graph.h"

#include <math.h>

/* How a cell is divided, and what it shows. */
struct dots {
	int across, up;				/* values side by side, steps of height */
	char32_t (*glyph)(int left, int right); /* filled from below, 0..up each */
};

/* The dots of a column from below: bits of the braille patterns. */
static char32_t
braille(int left, int right)
{
	static const uint8_t left_dots[] = { 0, 0x40, 0x44, 0x46, 0x47 };
	static const uint8_t right_dots[] = { 0, 0x80, 0xa0, 0xb0, 0xb8 };
	uint8_t dots = left_dots[left] | right_dots[right];

	return dots ? U'\u2800' + dots : ' ';
}

static char32_t
block(int height, int unused)
{
	static const char32_t blocks[] = U" ▁▂▃▄▅▆▇█";

	(void)unused;
	return blocks[height];
}

static char32_t
ascii(int height, int unused)
{
	static const char32_t greys[] = U" .:-=+*#";

	(void)unused;
	return greys[height];
}

static const struct dots dots_of[] = {
	[GLYPHS_ASCII] = { 1, 7, ascii },
	[GLYPHS_BLOCK] = { 1, 8, block },
	[GLYPHS_BRAILLE] = { 2, 4, braille },
};

/*
 * Steps of `room` that a value is high. Zero is one step, so that it can be
 * told from a gap, which is none.
 */
static int
height_of(double value, double max, int room)
{
	int height;

	if (isnan(value))
		return 0;
	if (!(value > 0) || !(max > 0))
		return 1;
	height = value < max ? (int)lround(value / max * room) : room;
	return height > 0 ? height : 1;
}

/* What of a height falls into the row, counted from below. */
static int
in_row(int height, int row, int up)
{
	int left = height - row * up;

	if (left < 0)
		return 0;
	return left < up ? left : up;
}

static void
draw_column(struct canvas *canvas, struct rect area, int x, int left, int right, enum role role)
{
	const struct dots *dots = &dots_of[canvas->glyphs];
	int highest = left > right ? left : right;

	for (int row = 0; row < area.h && row * dots->up < highest; row++) {
		/* One row alone is coloured by its value, several by their height. */
		int level = area.h > 1 ? row * 100 / (area.h - 1) : (highest - 1) * 100 / dots->up;

		canvas_put_level(
			canvas, x, area.y + area.h - 1 - row,
			dots->glyph(in_row(left, row, dots->up), in_row(right, row, dots->up)),
			role, (uint8_t)level);
	}
}

int
graph_across(enum glyphs glyphs)
{
	return dots_of[glyphs].across;
}

void
graph_draw(struct canvas *canvas, struct rect area, const struct series *series, double max,
	   enum role role)
{
	const struct dots *dots = &dots_of[canvas->glyphs];
	int room = area.h * dots->up;

	if (area.w <= 0 || area.h <= 0)
		return;
	if (!(max > 0))
		max = series_max(series, (size_t)(area.w * dots->across));
	for (int column = 0; column < area.w; column++) {
		size_t back = (size_t)((area.w - 1 - column) * dots->across);
		double right = series_back(series, back);
		double left = dots->across > 1 ? series_back(series, back + 1) : right;

		draw_column(canvas, area, area.x + column, height_of(left, max, room),
			    height_of(right, max, room), role);
	}
}
