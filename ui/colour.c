#include "colour.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define BRIGHT "bright-"

// clang-format off
static const struct {
	const char *name;
	int32_t rgb;	/* of xterm */
	int32_t bright;	/* 8 further on */
} ansi[] = {
	{ "black",   0x000000, 0x7f7f7f },
	{ "red",     0xcd0000, 0xff0000 },
	{ "green",   0x00cd00, 0x00ff00 },
	{ "yellow",  0xcdcd00, 0xffff00 },
	{ "blue",    0x0000ee, 0x5c5cff },
	{ "magenta", 0xcd00cd, 0xff00ff },
	{ "cyan",    0x00cdcd, 0x00ffff },
	{ "white",   0xe5e5e5, 0xffffff },
};
// clang-format on

#define N_ANSI ((int)COUNTOF(ansi))

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

/* ---- as text ---- */

/* -1 when the text is not `len` hex digits and nothing else. */
static int32_t
hex_number(const char *digits, size_t len)
{
	int32_t number = 0;

	if (strlen(digits) != len)
		return -1;
	for (; *digits; digits++) {
		static const char all[] = "0123456789abcdef0123456789ABCDEF";
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

/* One number 0..255 is an index, three are red, green and blue; any blanks between and around. */
static int32_t
parse_decimal(const char *text)
{
	int part[3];
	size_t n = 0;

	for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
		size_t digits = strspn(text, "0123456789");

		if (digits < 1 || digits > 3 || n == COUNTOF(part))
			return -1;
		part[n] = atoi(text);
		if (part[n++] > 255)
			return -1;
		text += digits;
	}
	if (n == 1)
		return COLOUR_INDEX(part[0]);
	return n == COUNTOF(part) ? of_parts(part[0], part[1], part[2]) : -1;
}

static int32_t
parse_name(const char *text)
{
	size_t bright = strncmp(text, BRIGHT, strlen(BRIGHT)) == 0 ? strlen(BRIGHT) : 0;

	for (int i = 0; i < N_ANSI; i++)
		if (strcmp(text + bright, ansi[i].name) == 0)
			return COLOUR_INDEX(bright ? i + N_ANSI : i);
	return -1;
}

bool
colour_parse(const char *text, int32_t *ret)
{
	int32_t colour;

	if (*text == '\0' || strcmp(text, "default") == 0) {
		*ret = COLOUR_DEFAULT;
		return true;
	}
	if (*text == '#')
		colour = parse_hex(text + 1);
	else if (*text >= 'a' && *text <= 'z')
		colour = parse_name(text);
	else
		colour = parse_decimal(text);
	if (colour < 0)
		return false;
	*ret = colour;
	return true;
}

const char *
colour_text(int32_t colour, char out[COLOUR_TEXT_LEN])
{
	int index = colour & 0xff;

	if (colour == COLOUR_DEFAULT)
		out[0] = '\0';
	else if (!colour_is_index(colour))
		snprintf(out, COLOUR_TEXT_LEN, "#%06x", (unsigned)colour);
	else if (index < 2 * N_ANSI)
		snprintf(out, COLOUR_TEXT_LEN, "%s%s", index < N_ANSI ? "" : BRIGHT,
			 ansi[index % N_ANSI].name);
	else
		snprintf(out, COLOUR_TEXT_LEN, "%d", index);
	return out;
}

/* ---- the palette ---- */

bool
colour_is_index(int32_t colour)
{
	return colour >= COLOUR_INDEX(0);
}

static int32_t
palette(int index)
{
	static const int levels[6] = { 0, 95, 135, 175, 215, 255 };
	int cube = index - 16;

	if (index < 2 * N_ANSI)
		return index < N_ANSI ? ansi[index].rgb : ansi[index - N_ANSI].bright;
	if (index >= 232)
		return (8 + 10 * (index - 232)) * 0x010101;
	return of_parts(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]);
}

int32_t
colour_rgb(int32_t colour)
{
	return colour_is_index(colour) ? palette(colour & 0xff) : colour;
}

static bool
is_rgb(int32_t colour)
{
	return colour >= 0 && !colour_is_index(colour);
}

int32_t
colour_between(int32_t from, int32_t to, int part)
{
	if (!is_rgb(from) || !is_rgb(to))
		return part < 50 ? from : to;
	return of_parts(red(from) + (red(to) - red(from)) * part / 100,
			green(from) + (green(to) - green(from)) * part / 100,
			blue(from) + (blue(to) - blue(from)) * part / 100);
}

/* ---- light and dark ---- */

static double
light_of_part(int part)
{
	double value = part / 255.0;

	return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* Relative luminance: 0 for black, 1 for white. */
static double
luminance(int32_t colour)
{
	colour = colour_rgb(colour);
	return 0.2126 * light_of_part(red(colour)) + 0.7152 * light_of_part(green(colour)) +
	       0.0722 * light_of_part(blue(colour));
}

double
colour_contrast(int32_t a, int32_t b)
{
	double of_a = luminance(a) + 0.05;
	double of_b = luminance(b) + 0.05;

	return of_a > of_b ? of_a / of_b : of_b / of_a;
}

bool
colour_is_light(int32_t colour)
{
	return colour_contrast(colour, 0x000000) > colour_contrast(colour, 0xffffff);
}

/* ---- fewer colours ---- */

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

int
colour_256(int32_t colour)
{
	int nearest = 16;

	for (int i = 17; i < 256; i++)
		if (distance(colour, palette(i)) < distance(colour, palette(nearest)))
			nearest = i;
	return nearest;
}

static int
greatest(int a, int b, int c)
{
	int most = a > b ? a : b;

	return most > c ? most : c;
}

/* Of the three parts, how far the greatest is from the least. */
static int
spread(int32_t colour)
{
	int r = red(colour), g = green(colour), b = blue(colour);

	return greatest(r, g, b) + greatest(-r, -g, -b);
}

/* So little colour that only light and dark are left: cream is white, the darkest blue black. */
static bool
is_grey(int32_t colour)
{
	bool pale = colour_contrast(colour, 0xffffff) < 1.6;

	return spread(colour) < (pale ? 80 : 36) || colour_contrast(colour, 0x000000) < 1.5;
}

/* Degrees on the circle of colours: red is at 0, green at 120, blue at 240. Not for greys. */
static double
angle(int32_t colour)
{
	int r = red(colour), g = green(colour), b = blue(colour);
	double most = greatest(r, g, b);

	if (most == r)
		return fmod(60.0 * (g - b) / spread(colour) + 360, 360);
	return most == g ? 120 + 60.0 * (b - r) / spread(colour)
			 : 240 + 60.0 * (r - g) / spread(colour);
}

/* A hue that is near counts most, then how light the colours are. */
static double
unlikeness(int32_t a, int32_t b)
{
	double apart = fabs(angle(a) - angle(b));

	return fmin(apart, 360 - apart) + 10 * (colour_contrast(a, b) - 1);
}

enum { GREY = 0, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN };

/*
 * Okabe and Ito's colours stand beside the pure ones: their sky and their blue
 * are one hue, and their green is nearest to cyan. So do the dark orange and
 * the dark red that stand for theirs on white.
 */
static int
hue_of(int32_t colour)
{
	static const struct {
		int32_t colour;
		int hue;
	} hues[] = {
		{ 0xff0000, RED },     { 0xd55e00, RED },    { 0x962100, RED },
		{ 0x00ff00, GREEN },   { 0x009e73, GREEN },  { 0xffff00, YELLOW },
		{ 0xe69f00, YELLOW },  { 0xf0e442, YELLOW }, { 0x9b6801, YELLOW },
		{ 0x0000ff, BLUE },    { 0x0072b2, BLUE },   { 0xff00ff, MAGENTA },
		{ 0xcc79a7, MAGENTA }, { 0x00ffff, CYAN },   { 0x56b4e9, CYAN },
	};
	size_t nearest = 0;

	if (is_grey(colour))
		return GREY;
	for (size_t i = 1; i < COUNTOF(hues); i++)
		if (unlikeness(colour, hues[i].colour) < unlikeness(colour, hues[nearest].colour))
			nearest = i;
	return hues[nearest].hue;
}

/* The hue's index, normal or (of 16) bright: the nearer one that has the contrast; -1: none. */
static int
readable(int hue, int32_t colour, int32_t behind, int n, double contrast)
{
	int nearest = -1;

	for (int i = hue; i < n; i += N_ANSI) {
		if (colour_contrast(palette(i), behind) < contrast)
			continue;
		if (nearest < 0 ||
		    colour_contrast(palette(i), colour) < colour_contrast(palette(nearest), colour))
			nearest = i;
	}
	return nearest;
}

/* The terminal's own, or one of the indexes it has. */
static bool
is_known(int32_t colour, int n)
{
	return colour == COLOUR_DEFAULT || (colour_is_index(colour) && (colour & 0xff) < n);
}

int
colour_ansi_background(int32_t colour, int n)
{
	static const int greys[] = { 0, 7, 8, 15 };
	int nearest = 0;

	if (is_known(colour, n))
		return colour == COLOUR_DEFAULT ? colour : colour & 0xff;
	colour = colour_rgb(colour);
	if (hue_of(colour) != GREY)
		return readable(hue_of(colour), colour, colour, n, 1);
	for (size_t i = 1; i < COUNTOF(greys); i++)
		if (greys[i] < n &&
		    distance(colour, palette(greys[i])) < distance(colour, palette(nearest)))
			nearest = greys[i];
	return nearest;
}

int
colour_ansi_text(int32_t colour, int32_t behind, int n)
{
	int hue, beside, index;

	if (is_known(colour, n))
		return colour == COLOUR_DEFAULT ? colour : colour & 0xff;
	colour = colour_rgb(colour);
	hue = hue_of(colour);
	if (hue == GREY)
		return COLOUR_DEFAULT;
	beside = hue == BLUE ? CYAN : hue == CYAN ? BLUE : hue;
	index = readable(hue, colour, behind, n, 4.5);
	if (index < 0)
		index = readable(beside, colour, behind, n, 4.5);
	return index < 0 ? readable(hue, colour, behind, n, 3) : index;
}
