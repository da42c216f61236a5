#include "depth.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "canvas.h"

enum depth
depth_named(const char *name)
{
	static const char *const names[] = {
		[DEPTH_AUTO] = "auto", [DEPTH_MONO] = "mono", [DEPTH_8] = "8",
		[DEPTH_16] = "16",     [DEPTH_256] = "256",   [DEPTH_TRUE] = "true",
	};

	for (size_t i = 0; i < COUNTOF(names); i++)
		if (strcmp(names[i], name) == 0)
			return (enum depth)i;
	return DEPTH_AUTO;
}

enum depth
depth_wanted(enum depth depth)
{
	const char *no_color = getenv("NO_COLOR");
	const char *colorterm = getenv("COLORTERM");

	if (depth != DEPTH_AUTO)
		return depth;
	if (no_color && *no_color)
		return DEPTH_MONO;
	if (colorterm && (strcmp(colorterm, "truecolor") == 0 || strcmp(colorterm, "24bit") == 0))
		return DEPTH_TRUE;
	return DEPTH_256;
}

enum depth
depth_shown(enum depth wish, int colours, bool direct)
{
	static const struct {
		enum depth depth;
		int colours;
	} steps[] = { { DEPTH_256, 256 }, { DEPTH_16, 16 }, { DEPTH_8, 8 } };
	enum depth wanted = depth_wanted(wish);

	if (wanted == DEPTH_MONO)
		return DEPTH_MONO;
	if (direct && (wanted == DEPTH_TRUE || wish == DEPTH_AUTO))
		return DEPTH_TRUE;
	for (size_t i = 0; i < COUNTOF(steps); i++)
		if (wanted >= steps[i].depth && colours >= steps[i].colours)
			return steps[i].depth;
	return DEPTH_MONO;
}

static int32_t
index_or_default(int index)
{
	return index < 0 ? COLOUR_DEFAULT : COLOUR_INDEX(index);
}

static int32_t
of_256(int32_t colour)
{
	if (colour == COLOUR_DEFAULT || colour_is_index(colour))
		return colour;
	return COLOUR_INDEX(colour_256(colour));
}

/* On a background that is painted the terminal's own text may not be seen. */
static int32_t
plain_text_on(int32_t behind, int n)
{
	return COLOUR_INDEX(colour_is_light(behind) ? 0 : n - 1);
}

static struct style
of_ansi(struct style style, int32_t ground, int n)
{
	int32_t bg = index_or_default(colour_ansi_background(style.bg, n));
	int32_t behind = bg == COLOUR_DEFAULT ? ground : bg;
	int32_t fg = index_or_default(colour_ansi_text(style.fg, behind, n));

	if (fg == COLOUR_DEFAULT && bg != COLOUR_DEFAULT)
		fg = plain_text_on(behind, n);
	return (struct style){ fg, bg, style.attr };
}

static struct style
reduce(struct style style, int32_t ground, enum depth depth)
{
	switch (depth) {
	case DEPTH_8: return of_ansi(style, ground, 8);
	case DEPTH_16: return of_ansi(style, ground, 16);
	case DEPTH_256: return (struct style){ of_256(style.fg), of_256(style.bg), style.attr };
	case DEPTH_TRUE: return style;
	default: return (struct style){ COLOUR_DEFAULT, COLOUR_DEFAULT, style.attr };
	}
}

/* Reverse where its background is not to be seen, all else where the text has no colour. */
struct style
depth_style(const struct theme *theme, struct style style, enum depth depth)
{
	int32_t ground = theme_ground(theme);
	struct style text = reduce(theme_style(theme, ROLE_TEXT, LEVEL_NONE), ground, depth);
	uint8_t attr = style.attr;

	style = reduce(style, ground, depth);
	if (style.bg != text.bg)
		attr = 0;
	else if (style.fg != text.fg)
		attr &= ATTR_REVERSE;
	style.attr = attr;
	return style;
}
