#include "record/chart.h"

#include <math.h>

#include "base/units.h"

#define HATCH 7 /* between two lines of a hatching */
#define TICKS 5 /* besides the 0, at most */

const char chart_style[] = "svg text{font:13px system-ui,sans-serif}"
			   "svg .head{font-weight:600}"
			   "@media (prefers-color-scheme:dark){"
			   "svg .paper{fill:#16191d}"
			   "svg .ink{fill:#ececec}"
			   "svg .dim{fill:#a9afb6}"
			   "svg .lines{stroke:#3d434a}"
			   "svg .rim{stroke:#16191d}"
			   "svg .edge{stroke:#ececec}}";

static const char *const colours[] = {
	[CHART_ORANGE] = "#e69f00", [CHART_SKY] = "#56b4e9",	    [CHART_GREEN] = "#009e73",
	[CHART_PURPLE] = "#cc79a7", [CHART_VERMILLION] = "#d55e00", [CHART_GREY] = "#909090",
};

enum hatch {
	HATCH_UP = 1,
	HATCH_DOWN = 2,
	HATCH_UPRIGHT = 4,
	HATCH_LEVEL = 8,
};

static const unsigned hatches[] = {
	0,
	HATCH_UP,
	HATCH_DOWN,
	HATCH_UPRIGHT,
	HATCH_UP | HATCH_DOWN,
	HATCH_LEVEL,
	HATCH_UPRIGHT | HATCH_LEVEL,
};

/* Paths around the point that is moved to before them. */
static const char *const shapes[] = {
	"m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",	     /* circle */
	"m-3-3h6v6h-6z",				     /* square */
	"m0-4l4 7h-8z",					     /* triangle */
	"m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z",		     /* diamond */
	"m0 4l-4-7h8z",					     /* triangle on its tip */
	"m-1.5-4h3v2.5h2.5v3h-2.5v2.5h-3v-2.5h-2.5v-3h2.5z", /* plus */
	"m-4-3.5h8l-8 7h8z",				     /* hourglass */
};

static void
add_title(struct buf *out, const char *title)
{
	if (!title)
		return;
	buf_puts(out, "<title>");
	chart_escape(out, title);
	buf_puts(out, "</title>");
}

/* ---- a picture ---- */

static void
begin(struct buf *out, const char *attributes, double width, double height, const char *label)
{
	buf_printf(out, "<svg%s viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", attributes,
		   width, height);
	chart_escape(out, label);
	buf_puts(out, "\" font-family=\"sans-serif\" font-size=\"13\">\n");
}

void
chart_begin(struct buf *out, double width, double height, const char *label)
{
	begin(out, "", width, height, label);
}

void
chart_begin_file(struct buf *out, double width, double height, const char *label)
{
	autobuf attributes = { 0 };

	buf_printf(&attributes,
		   " xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\"", width,
		   height);
	begin(out, buf_text(&attributes), width, height, label);
	add_title(out, label);
	buf_printf(out, "\n<style>%s</style>\n", chart_style);
	buf_puts(out, "<rect width=\"100%\" height=\"100%\" class=\"paper\" fill=\"#fff\"/>\n");
}

void
chart_end(struct buf *out)
{
	buf_puts(out, "</svg>\n");
}

/* ---- scales ---- */

/* From the largest; the last of a quantity serves everything below. */
/* clang-format off */
static const struct {
	enum chart_quantity quantity;
	double from, unit;
	const char *name;
} units[] = {
	{ CHART_TIME, 1e8, 1e9, "s" },
	{ CHART_TIME, 0, 1e6, "ms" },
	{ CHART_RATE, 0, 1e6, "MB/s" },
	{ CHART_SIZE, 0x1p40, 0x1p40, "TiB" },
	{ CHART_SIZE, 0x1p30, 0x1p30, "GiB" },
	{ CHART_SIZE, 0, 0x1p20, "MiB" },
};
/* clang-format on */

struct chart_scale
chart_scale_of(enum chart_quantity quantity, double max)
{
	struct chart_scale scale = { 0 };
	size_t i = 0;

	while (units[i].quantity != quantity)
		i++;
	if (!isfinite(max) || max <= 0)
		max = units[i].unit;
	while (max < units[i].from)
		i++;
	scale.unit = units[i].unit;
	scale.unit_name = units[i].name;
	scale.step = units_round_up(max / scale.unit / TICKS) * scale.unit;
	scale.high = ceil(max / scale.step * (1 - 1e-9)) * scale.step;
	return scale;
}

double
chart_part(const struct chart_scale *scale, double value)
{
	return isnan(value) ? NAN : fmin(fmax(value / scale->high, 0), 1);
}

static void
tick_text(struct buf *out, double x, double y, const struct chart_scale *scale, double value,
	  bool unit, enum chart_anchor anchor)
{
	autobuf text = { 0 };

	buf_printf(&text, "%g%s%s", value / scale->unit, unit ? " " : "",
		   unit ? scale->unit_name : "");
	chart_text(out, x, y, 0, CHART_DIM, anchor, buf_text(&text));
}

static void
line(struct buf *out, double x1, double y1, double x2, double y2)
{
	buf_printf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"lines\" stroke=\"#d4d4d4\"/>\n",
		   x1, y1, x2, y2);
}

static int
last_tick(const struct chart_scale *scale)
{
	return (int)lround(scale->high / scale->step);
}

void
chart_grid(struct buf *out, const struct chart_scale *scale, double x, double width, double top,
	   double bottom)
{
	int last = last_tick(scale);

	for (int i = 0; i <= last; i++)
		chart_rule(out, x + width * i / last, top, bottom);
}

void
chart_ticks(struct buf *out, const struct chart_scale *scale, double x, double width, double y)
{
	int last = last_tick(scale);

	for (int i = 0; i <= last; i++)
		tick_text(out, x + width * i / last, y + CHART_TEXT_HEIGHT, scale, scale->step * i,
			  i == last,
			  i == 0      ? CHART_START
			  : i == last ? CHART_END
				      : CHART_MIDDLE);
}

void
chart_axis_y(struct buf *out, const struct chart_scale *scale, double x, double width, double top,
	     double bottom)
{
	line(out, x, top, x + width, top);
	line(out, x, bottom, x + width, bottom);
	tick_text(out, x - 5, top + CHART_TEXT_HEIGHT / 2.0 - 2, scale, scale->high, true,
		  CHART_END);
	tick_text(out, x - 5, bottom + CHART_TEXT_HEIGHT / 2.0 - 2, scale, 0, false, CHART_END);
}

void
chart_rule(struct buf *out, double x, double top, double bottom)
{
	line(out, x, top, x, bottom);
}

/* ---- bars ---- */

/* Lines that lean by the bar's height, cut off at its ends. */
static void
hatch_leaning(struct buf *out, double x, double y, double width, double height, bool up)
{
	for (double at = x - height + HATCH; at < x + width; at += HATCH) {
		double from = fmax(0, x - at), to = fmin(height, x + width - at);

		buf_printf(out, "M%.1f %.1fL%.1f %.1f", at + from,
			   up ? y + height - from : y + from, at + to,
			   up ? y + height - to : y + to);
	}
}

static void
add_hatching(struct buf *out, double x, double y, double width, double height, unsigned lines)
{
	if (!lines)
		return;
	buf_puts(out, "<path stroke=\"#000\" stroke-opacity=\".55\" fill=\"none\" d=\"");
	if (lines & HATCH_UP)
		hatch_leaning(out, x, y, width, height, true);
	if (lines & HATCH_DOWN)
		hatch_leaning(out, x, y, width, height, false);
	if (lines & HATCH_UPRIGHT)
		for (double at = x + HATCH; at < x + width; at += HATCH)
			buf_printf(out, "M%.1f %.1fv%.1f", at, y, height);
	if (lines & HATCH_LEVEL)
		for (double at = y + HATCH / 2.0; at < y + height; at += HATCH)
			buf_printf(out, "M%.1f %.1fh%.1f", x, at, width);
	buf_puts(out, "\"/>");
}

void
chart_bar(struct buf *out, double x, double y, double width, double height, struct chart_ink ink,
	  const char *title)
{
	buf_puts(out, "<g>");
	add_title(out, title);
	buf_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
		   x, y, width, height, colours[ink.colour]);
	add_hatching(out, x, y, width, height, hatches[ink.mark % COUNTOF(hatches)]);
	buf_printf(out,
		   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"edge\" "
		   "fill=\"none\" stroke=\"" CHART_INK "\"/></g>\n",
		   x, y, width, height);
}

static void
whisker_line(struct buf *out, double from, double to, double y, const char *name,
	     const char *colour, int width)
{
	buf_printf(out,
		   "<path d=\"M%.1f %.1fv10m0-5H%.1fm0-5v10\" class=\"%s\" fill=\"none\" "
		   "stroke=\"%s\" stroke-width=\"%d\"/>\n",
		   from, y - 5, to, name, colour, width);
}

/* A rim of the page's colour keeps it in sight over any bar. */
void
chart_whisker(struct buf *out, double from, double to, double y)
{
	whisker_line(out, from, to, y, "rim", "#fff", 5);
	whisker_line(out, from, to, y, "edge", CHART_INK, 2);
}

/* ---- marks ---- */

void
chart_marks_begin(struct buf *out, struct chart_ink ink, bool fine)
{
	buf_printf(out, "<g class=\"edge\" fill=\"%s\" stroke=\"" CHART_INK "\"%s>\n",
		   colours[ink.colour], fine ? " stroke-width=\".4\"" : "");
}

void
chart_marks_begin_paper(struct buf *out)
{
	buf_puts(out, "<g class=\"edge paper\" fill=\"#fff\" stroke=\"" CHART_INK "\">\n");
}

static const char *
shape(unsigned mark)
{
	if (mark == CHART_DOT)
		return "m-1.3-1.3h2.6v2.6h-2.6z";
	return shapes[mark % COUNTOF(shapes)];
}

static void
end_mark(struct buf *out, const char *title)
{
	buf_putc(out, '>');
	add_title(out, title);
	buf_puts(out, "</path>\n");
}

void
chart_mark(struct buf *out, double x, double y, unsigned mark, bool hollow, const char *title)
{
	buf_printf(out, "<path d=\"M%.1f %.1f%s\"%s", x, y, shape(mark),
		   hollow ? " fill-opacity=\".15\"" : "");
	end_mark(out, title);
}

void
chart_mark_range(struct buf *out, double x, double low, double middle, double high, unsigned mark,
		 const char *title)
{
	buf_printf(out, "<path d=\"M%.1f %.1fV%.1fM%.1f %.1f%s\"", x, low, high, x, middle,
		   shape(mark));
	end_mark(out, title);
}

void
chart_mark_failed(struct buf *out, double x, double y, const char *title)
{
	buf_printf(out, "<path d=\"M%.1f %.1fm-3.5-3.5l7 7m0-7l-7 7\" stroke-width=\"2\"", x, y);
	end_mark(out, title);
}

void
chart_marks_end(struct buf *out)
{
	buf_puts(out, "</g>\n");
}
