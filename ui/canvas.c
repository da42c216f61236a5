#include "canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"

#define REPLACEMENT    U'\uFFFD'
#define ELLIPSIS       U'…'
#define ELLIPSIS_ASCII U'~'

static const struct canvas_cell blank = { .ch = ' ', .role = ROLE_TEXT, .level = LEVEL_NONE };

static int
at_least_0(int n)
{
	return n > 0 ? n : 0;
}

struct canvas *
canvas_new(int cols, int rows, enum glyphs glyphs)
{
	struct canvas *canvas = xcalloc(1, sizeof(*canvas));

	canvas->glyphs = glyphs;
	canvas_resize(canvas, cols, rows);
	return canvas;
}

void
canvas_free(struct canvas *canvas)
{
	if (!canvas)
		return;
	free(canvas->cells);
	free(canvas);
}

void
canvas_resize(struct canvas *canvas, int cols, int rows)
{
	canvas->cols = at_least_0(cols);
	canvas->rows = at_least_0(rows);
	canvas->cells = xrealloc(canvas->cells, (size_t)canvas->cols * (size_t)canvas->rows,
				 sizeof(*canvas->cells));
	canvas_clear(canvas);
}

static struct rect
whole(const struct canvas *canvas)
{
	return (struct rect){ 0, 0, canvas->cols, canvas->rows };
}

void
canvas_clear(struct canvas *canvas)
{
	size_t n = (size_t)canvas->cols * (size_t)canvas->rows;

	for (size_t i = 0; i < n; i++)
		canvas->cells[i] = blank;
	canvas->clip = whole(canvas);
}

/* What both have of one axis; in 64 bits, so that no rectangle overflows. */
static void
meet(int a, int a_len, int b, int b_len, int *start, int *len)
{
	int64_t a_end = (int64_t)a + at_least_0(a_len);
	int64_t b_end = (int64_t)b + at_least_0(b_len);
	int64_t end = a_end < b_end ? a_end : b_end;

	*start = a > b ? a : b;
	*len = end > *start ? (int)(end - *start) : 0;
}

static struct rect
meeting(struct rect a, struct rect b)
{
	struct rect both;

	meet(a.x, a.w, b.x, b.w, &both.x, &both.w);
	meet(a.y, a.h, b.y, b.h, &both.y, &both.h);
	return both;
}

struct rect
canvas_clip(struct canvas *canvas, struct rect to)
{
	struct rect before = canvas->clip;

	canvas->clip = meeting(to, whole(canvas));
	return before;
}

static bool
inside(struct rect area, int x, int y)
{
	return x >= area.x && x < area.x + area.w && y >= area.y && y < area.y + area.h;
}

static struct canvas_cell *
cell_at(const struct canvas *canvas, int x, int y)
{
	return &canvas->cells[(size_t)y * (size_t)canvas->cols + (size_t)x];
}

/* Half a wide character cannot be shown: what is overwritten takes its other half with it. */
static void
put_cell(struct canvas *canvas, int x, int y, struct canvas_cell cell)
{
	struct canvas_cell *at = cell_at(canvas, x, y);

	if (at->ch == 0 && x > 0)
		at[-1].ch = ' ';
	if (x + 1 < canvas->cols && at[1].ch == 0)
		at[1].ch = ' ';
	*at = cell;
}

/* 0 for combining marks and other things that take no cell; -1 for what cannot be shown. */
static int
columns_of(char32_t ch)
{
	if (ch >= 0x20 && ch < 0x7f)
		return 1;
	/* Our own lines, blocks, shapes, braille and ellipsis, in any locale. */
	if ((ch >= 0x2500 && ch < 0x2600) || (ch >= 0x2800 && ch < 0x2900) || ch == ELLIPSIS)
		return 1;
	if (ch < 0x20)
		return -1;
	return wcwidth((wchar_t)ch);
}

/* What is shown for it on this canvas. */
static char32_t
shown(const struct canvas *canvas, char32_t ch)
{
	if (canvas->glyphs == GLYPHS_ASCII && (ch < 0x20 || ch > 0x7e))
		return '?';
	return columns_of(ch) < 0 ? REPLACEMENT : ch;
}

static int
shown_columns(char32_t ch)
{
	return ch == REPLACEMENT ? 1 : columns_of(ch);
}

/* Returns the columns taken; a wide character of which only half would be seen becomes a blank. */
static int
put(struct canvas *canvas, int x, int y, struct canvas_cell cell)
{
	int columns;

	cell.ch = shown(canvas, cell.ch);
	columns = shown_columns(cell.ch);
	if (columns < 2) {
		if (columns == 1 && inside(canvas->clip, x, y))
			put_cell(canvas, x, y, cell);
		return columns;
	}

	if (inside(canvas->clip, x, y) && inside(canvas->clip, x + 1, y)) {
		struct canvas_cell right = cell;

		right.ch = 0;
		put_cell(canvas, x, y, cell);
		put_cell(canvas, x + 1, y, blank);
		*cell_at(canvas, x + 1, y) = right;
		return columns;
	}
	cell.ch = ' ';
	for (int i = 0; i < columns; i++)
		if (inside(canvas->clip, x + i, y))
			put_cell(canvas, x + i, y, cell);
	return columns;
}

void
canvas_put(struct canvas *canvas, int x, int y, char32_t ch, enum role role, uint8_t attr)
{
	put(canvas, x, y, (struct canvas_cell){ ch, (uint8_t)role, LEVEL_NONE, attr });
}

void
canvas_put_level(struct canvas *canvas, int x, int y, char32_t ch, enum role role, uint8_t level)
{
	put(canvas, x, y, (struct canvas_cell){ ch, (uint8_t)role, level, 0 });
}

void
canvas_fill(struct canvas *canvas, struct rect area, char32_t ch, enum role role)
{
	struct rect seen = meeting(area, canvas->clip);
	int columns = shown_columns(shown(canvas, ch));

	for (int y = seen.y; columns > 0 && y < seen.y + seen.h; y++)
		for (int x = seen.x; x < seen.x + seen.w; x += columns)
			canvas_put(canvas, x, y, ch, role, 0);
}

void
canvas_mark(struct canvas *canvas, struct rect area, uint8_t attr)
{
	struct rect seen = meeting(area, canvas->clip);

	for (int y = seen.y; y < seen.y + seen.h; y++)
		for (int x = seen.x; x < seen.x + seen.w; x++)
			cell_at(canvas, x, y)->attr |= attr;
}

int
canvas_width(const struct canvas *canvas, const char *text)
{
	int columns = 0;

	for (char32_t ch; (ch = utf8_next(&text)) != 0;)
		columns += shown_columns(shown(canvas, ch));
	return columns;
}

int
canvas_text(struct canvas *canvas, int x, int y, int width, enum role role, const char *text)
{
	bool cut = canvas_width(canvas, text) > width;
	int room = cut ? width - 1 : width;
	int used = 0;

	if (width <= 0)
		return 0;
	for (char32_t ch; (ch = utf8_next(&text)) != 0;) {
		if (used + shown_columns(shown(canvas, ch)) > room)
			break;
		used += put(canvas, x + used, y,
			    (struct canvas_cell){ ch, (uint8_t)role, LEVEL_NONE, 0 });
	}
	if (cut)
		canvas_put(canvas, x + used++, y,
			   canvas->glyphs == GLYPHS_ASCII ? ELLIPSIS_ASCII : ELLIPSIS, role, 0);
	return used;
}

int
canvas_printf(struct canvas *canvas, int x, int y, int width, enum role role, const char *fmt, ...)
{
	char text[2048]; /* no terminal is as wide */
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return canvas_text(canvas, x, y, width, role, text);
}

int
canvas_text_right(struct canvas *canvas, int x, int y, int width, enum role role, const char *text)
{
	int free_columns = width - canvas_width(canvas, text);

	if (free_columns < 0)
		free_columns = 0;
	return canvas_text(canvas, x + free_columns, y, width - free_columns, role, text);
}

/* Columns of the row up to the last that can be seen. */
static int
row_end(const struct canvas *canvas, int y, bool roles)
{
	int end = canvas->cols;

	for (; end > 0; end--) {
		const struct canvas_cell *cell = cell_at(canvas, end - 1, y);

		if (cell->ch != ' ' || (roles && cell->role != ROLE_TEXT))
			break;
	}
	return end;
}

void
canvas_dump(const struct canvas *canvas, struct buf *out)
{
	for (int y = 0; y < canvas->rows; y++) {
		int end = row_end(canvas, y, false);

		for (int x = 0; x < end; x++)
			if (cell_at(canvas, x, y)->ch)
				utf8_add(out, cell_at(canvas, x, y)->ch);
		buf_putc(out, '\n');
	}
}

static char
role_letter(const struct canvas_cell *cell)
{
	bool unseen = cell->ch == ' ' && cell->role == ROLE_TEXT;

	return unseen ? ' ' : role_rows[cell->role].letter;
}

void
canvas_dump_roles(const struct canvas *canvas, struct buf *out)
{
	for (int y = 0; y < canvas->rows; y++) {
		int end = row_end(canvas, y, true);

		for (int x = 0; x < end; x++)
			buf_putc(out, role_letter(cell_at(canvas, x, y)));
		buf_putc(out, '\n');
	}
}
