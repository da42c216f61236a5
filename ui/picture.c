/*
 * The cells are those of DejaVu Sans Mono at FONT_SIZE. Each text is told the
 * width it must have, so that columns stay columns in any other font.
 */
#include "picture.h"

#include "base/utf8.h"

/* All lengths are in tenths. */
#define FONT_SIZE 150
#define CELL_W	  90
#define CELL_H	  170
#define BASELINE  137 /* from the top of the cell */
#define MARGIN	  80

#define AS_TENTHS(n) (n) / 10, (n) % 10

/* What is seen of a cell, apart from its character. */
struct look {
	int32_t ink, paper; /* 0xRRGGBB */
	uint8_t attr;	    /* ATTR_BOLD, ATTR_UNDERLINE */
};

struct picture {
	const struct canvas *canvas;
	const struct theme *theme;
	enum depth depth;
	struct buf *out;
};

static const struct canvas_cell *
cell_at(const struct picture *picture, int x, int y)
{
	const struct canvas *canvas = picture->canvas;

	return &canvas->cells[(size_t)y * (size_t)canvas->cols + (size_t)x];
}

static int32_t
seen(int32_t colour, int32_t otherwise)
{
	return colour_rgb(colour == COLOUR_DEFAULT ? otherwise : colour);
}

static struct look
look_at(const struct picture *picture, int x, int y)
{
	const struct theme *theme = picture->theme;
	const struct canvas_cell *cell = cell_at(picture, x, y);
	struct style style =
		depth_style(theme, theme_style(theme, cell->role, cell->level), picture->depth);
	uint8_t attr = style.attr | cell->attr;
	int32_t ink = seen(style.fg, theme_ink(theme));
	int32_t paper = seen(style.bg, theme_ground(theme));
	bool reverse = (attr & ATTR_REVERSE) != 0;

	return (struct look){
		.ink = reverse ? paper : ink,
		.paper = reverse ? ink : paper,
		.attr = attr & (ATTR_BOLD | ATTR_UNDERLINE),
	};
}

static bool
same_text(struct look a, struct look b)
{
	return a.ink == b.ink && a.attr == b.attr;
}

/* Characters that one font has, and so with one width: letters, lines and blocks, braille. */
static char32_t
page(char32_t ch)
{
	return ch >> 8;
}

static void
add_place(struct buf *out, int x, int y, int columns, const char *length)
{
	buf_printf(out, " x=\"%d.%d\" y=\"%d.%d\" %s=\"%d.%d\"", AS_TENTHS(MARGIN + x * CELL_W),
		   AS_TENTHS(MARGIN + y), length, AS_TENTHS(columns * CELL_W));
}

static void
add_papers(const struct picture *picture, int y)
{
	int32_t ground = theme_ground(picture->theme);
	int end;

	for (int x = 0; x < picture->canvas->cols; x = end) {
		int32_t paper = look_at(picture, x, y).paper;

		for (end = x + 1; end < picture->canvas->cols; end++)
			if (look_at(picture, end, y).paper != paper)
				break;
		if (paper == ground)
			continue;
		buf_puts(picture->out, "<rect");
		add_place(picture->out, x, y * CELL_H, end - x, "width");
		buf_printf(picture->out, " height=\"%d.%d\" fill=\"#%06x\"/>\n", AS_TENTHS(CELL_H),
			   (unsigned)paper);
	}
}

static void
add_char(struct buf *out, char32_t ch)
{
	switch (ch) {
	case 0: break; /* the right half of a wide one */
	case '<': buf_puts(out, "&lt;"); break;
	case '>': buf_puts(out, "&gt;"); break;
	case '&': buf_puts(out, "&amp;"); break;
	default: utf8_add(out, ch);
	}
}

static void
add_text(const struct picture *picture, int x, int y, int end, struct look look)
{
	struct buf *out = picture->out;

	buf_puts(out, "<text");
	add_place(out, x, y * CELL_H + BASELINE, end - x, "textLength");
	if (page(cell_at(picture, x, y)->ch))
		buf_puts(out, " lengthAdjust=\"spacingAndGlyphs\"");
	if (look.ink != theme_ink(picture->theme))
		buf_printf(out, " fill=\"#%06x\"", (unsigned)look.ink);
	if (look.attr & ATTR_BOLD)
		buf_puts(out, " font-weight=\"bold\"");
	if (look.attr & ATTR_UNDERLINE)
		buf_puts(out, " text-decoration=\"underline\"");
	buf_putc(out, '>');
	for (; x < end; x++)
		add_char(out, cell_at(picture, x, y)->ch);
	buf_puts(out, "</text>\n");
}

/* From x on, the end of what can be one text: blanks within it, but not behind it. */
static int
text_end(const struct picture *picture, int x, int y)
{
	struct look look = look_at(picture, x, y);
	char32_t of_page = page(cell_at(picture, x, y)->ch);
	int end = x + 1;

	for (int i = x + 1; i < picture->canvas->cols; i++) {
		char32_t ch = cell_at(picture, i, y)->ch;

		if (!same_text(look_at(picture, i, y), look) || (ch && page(ch) != of_page))
			break;
		if (ch != ' ')
			end = i + 1;
	}
	return end;
}

static void
add_texts(const struct picture *picture, int y)
{
	int end;

	for (int x = 0; x < picture->canvas->cols; x = end) {
		end = x + 1;
		if (cell_at(picture, x, y)->ch == ' ')
			continue;
		end = text_end(picture, x, y);
		add_text(picture, x, y, end, look_at(picture, x, y));
	}
}

void
picture_svg(const struct canvas *canvas, const struct theme *theme, enum depth depth,
	    struct buf *out)
{
	struct picture picture = { canvas, theme, depth, out };
	int width = 2 * MARGIN + canvas->cols * CELL_W;
	int height = 2 * MARGIN + canvas->rows * CELL_H;

	buf_printf(out,
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d.%d\" height=\"%d.%d\""
		   " role=\"img\" xml:space=\"preserve\" fill=\"#%06x\" font-size=\"%d.%d\""
		   " font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\">\n"
		   "<title>poolscope</title>\n"
		   "<style>text{white-space:pre}</style>\n"
		   "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n",
		   AS_TENTHS(width), AS_TENTHS(height), (unsigned)theme_ink(theme),
		   AS_TENTHS(FONT_SIZE), (unsigned)theme_ground(theme));
	for (int y = 0; y < canvas->rows; y++) {
		add_papers(&picture, y);
		add_texts(&picture, y);
	}
	buf_puts(out, "</svg>\n");
}
