#include "colour.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/mem.h"

static int
red(int32_t colour)
{
	return colour >> 16 & 0xff;
}

static int
green(int32_t colour)
{
	return colour >> 8 & 0xff;
}

static int
blue(int32_t colour)
{
	return colour & 0xff;
}

static int32_t
of_parts(int r, int g, int b)
{
	return r << 16 | g << 8 | b;
}

/* -1 when the text is not `len` hex digits and nothing else. */
static int32_t
hex_number(const char *digits, size_t len)
{
	int32_t number = 0;

	if (strlen(digits) != len)
		return -1;
	for (; *digits; digits++) {
		const char *all = "0123456789abcdef0123456789ABCDEF";
		const char *found = strchr(all, *digits);

		if (!found)
			return -1;
		number = number << 4 | (int32_t)((found - all) & 0xf);
	}
	return number;
}

static int32_t
parse_hex(const char *digits)
{
	int32_t number = hex_number(digits, strlen(digits) <= 6 ? strlen(digits) : 0);

	if (number < 0)
		return -1;
	switch (strlen(digits)) {
	case 2: return number * 0x010101;
	case 3: return of_parts((number >> 8) * 17, (number >> 4 & 0xf) * 17, (number & 0xf) * 17);
	case 6: return number;
	}
	return -1;
}

/* Three numbers 0..255, any blanks between and around them. */
static int32_t
parse_decimal(const char *text)
{
	int part[3];

	for (size_t i = 0; i < COUNTOF(part); i++) {
		size_t digits;

		text += strspn(text, " \t");
		digits = strspn(text, "0123456789");
		if (digits < 1 || digits > 3)
			return -1;
		part[i] = 0;
		for (; digits; digits--)
			part[i] = part[i] * 10 + (*text++ - '0');
		if (part[i] > 255)
			return -1;
	}
	text += strspn(text, " \t");
	return *text ? -1 : of_parts(part[0], part[1], part[2]);
}

bool
colour_parse(const char *text, int32_t *ret)
{
	int32_t colour;

	if (*text == '\0') {
		*ret = COLOUR_DEFAULT;
		return true;
	}
	colour = *text == '#' ? parse_hex(text + 1) : parse_decimal(text);
	if (colour < 0)
		return false;
	*ret = colour;
	return true;
}

int32_t
colour_between(int32_t from, int32_t to, int part)
{
	if (from < 0 || to < 0)
		return part < 50 ? from : to;
	return of_parts(red(from) + (red(to) - red(from)) * part / 100,
			green(from) + (green(to) - green(from)) * part / 100,
			blue(from) + (blue(to) - blue(from)) * part / 100);
}

/* "Redmean": the eye sees a step of red differently in light and dark reds. */
static long
distance(int32_t a, int32_t b)
{
	long mean = (red(a) + red(b)) / 2;
	long dr = red(a) - red(b);
	long dg = green(a) - green(b);
	long db = blue(a) - blue(b);

	return ((512 + mean) * dr * dr >> 8) + 4 * dg * dg + ((767 - mean) * db * db >> 8);
}

static int32_t
palette(int index)
{
	static const int levels[6] = { 0, 95, 135, 175, 215, 255 };
	int cube = index - 16;

	if (index >= 232)
		return (8 + 10 * (index - 232)) * 0x010101;
	return of_parts(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]);
}

int
colour_256(int32_t colour)
{
	long best = LONG_MAX;
	int nearest = COLOUR_DEFAULT;

	for (int i = 16; colour >= 0 && i < 256; i++) {
		long away = distance(colour, palette(i));

		if (away < best) {
			best = away;
			nearest = i;
		}
	}
	return nearest;
}

/* clang-format off */
/*
 * Okabe and Ito's colours stand beside the pure ones: their sky, green and
 * blue are all nearest to pure cyan, and would look the same.
 */
static const struct ansi {
	int32_t colour;
	int text, background;
} ansi_colours[] = {
	{ 0x000000, COLOUR_DEFAULT, COLOUR_DEFAULT },
	{ 0xffffff, COLOUR_DEFAULT, COLOUR_DEFAULT },
	{ 0xff0000, 1, 1 }, { 0xd55e00, 1, 1 },
	{ 0x00ff00, 2, 2 }, { 0x009e73, 2, 2 },
	{ 0xffff00, 3, 3 }, { 0xe69f00, 3, 3 }, { 0xf0e442, 3, 3 },
	{ 0x0000ff, 6, 4 }, { 0x0072b2, 6, 4 },
	{ 0xff00ff, 5, 5 }, { 0xcc79a7, 5, 5 },
	{ 0x00ffff, 6, 6 }, { 0x56b4e9, 6, 6 },
};
/* clang-format on */

static const struct ansi *
nearest_ansi(int32_t colour)
{
	const struct ansi *nearest = ansi_colours;

	for (size_t i = 1; i < COUNTOF(ansi_colours); i++)
		if (distance(colour, ansi_colours[i].colour) < distance(colour, nearest->colour))
			nearest = &ansi_colours[i];
	return nearest;
}

/* So little colour that only light and dark are left of it. */
static bool
is_grey(int32_t colour)
{
	int r = red(colour), g = green(colour), b = blue(colour);
	int most = r > g ? r : g;
	int least = r < g ? r : g;

	most = most > b ? most : b;
	least = least < b ? least : b;
	return most - least < 40;
}

static bool
is_light(int32_t colour)
{
	return 299 * red(colour) + 587 * green(colour) + 114 * blue(colour) > 128 * 1000;
}

int
colour_8_background(int32_t colour)
{
	return colour < 0 || is_grey(colour) ? COLOUR_DEFAULT : nearest_ansi(colour)->background;
}

int
colour_8_text(int32_t colour, int background)
{
	if (background >= 0 && colour >= 0)
		return is_light(colour) ? 7 : 0;
	return colour < 0 || is_grey(colour) ? COLOUR_DEFAULT : nearest_ansi(colour)->text;
}
