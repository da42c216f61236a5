/*
 * term_draw.c - shows what differs from what is shown, in the terminal's colours.
 */
#include <stdlib.h>
#include <string.h>

#include "term_parts.h"

/* ---- looks ---- */

static attr_t
curses_attr(uint8_t attr)
{
	attr_t all = A_NORMAL;

	if (attr & ATTR_BOLD)
		all |= A_BOLD;
	if (attr & ATTR_REVERSE)
		all |= A_REVERSE;
	if (attr & ATTR_UNDERLINE)
		all |= A_UNDERLINE;
	return all;
}

/*
 * As curses numbers it. Where it takes any colour, 0 to 7 are still the palette's,
 * and the palette's others are not to be had.
 */
static int
curses_colour(const struct term *term, int32_t colour)
{
	bool ansi = colour >= COLOUR_INDEX(0) && colour < COLOUR_INDEX(8);

	if (colour == COLOUR_DEFAULT)
		return -1;
	if (!term->direct || ansi)
		return colour & 0xff;
	colour = colour_rgb(colour);
	return colour < 8 ? 0 : colour;
}

static int
pair_of(const struct term *term, int fg, int bg)
{
	int pair;

	if (fg < 0 && bg < 0)
		return 0;
	if (!term->own_default) {
		fg = fg < 0 ? COLOR_WHITE : fg;
		bg = bg < 0 ? COLOR_BLACK : bg;
	}
	pair = alloc_pair(fg, bg);
	return pair > 0 ? pair : 0;
}

static struct look
make_look(const struct term *term, struct style style, uint8_t attr, const struct theme *theme)
{
	style = depth_style(theme, style, term->depth);
	return (struct look){ curses_attr(attr | style.attr),
			      pair_of(term, curses_colour(term, style.fg),
				      curses_colour(term, style.bg)) };
}

static bool
same_style(struct style a, struct style b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* Looking for the nearest colour takes long, so what was found is kept, until term_redraw(). */
static struct look
look_of(struct term *term, struct style style, uint8_t attr, const struct theme *theme)
{
	uint32_t hash = ((uint32_t)style.fg * 31 + (uint32_t)style.bg) * 2654435761u;
	struct look_slot *slot = &term->looks[((hash >> 16) + style.attr * 8 + attr) % LOOKS];

	if (!slot->used || slot->attr != attr || !same_style(slot->style, style))
		*slot = (struct look_slot){ true, style, attr,
					    make_look(term, style, attr, theme) };
	return slot->look;
}

/* ---- cells ---- */

/* Another role may look no different: curses sees that, and writes nothing. */
static bool
same_cell(const struct canvas_cell *a, const struct canvas_cell *b)
{
	return a->ch == b->ch && a->role == b->role && a->level == b->level && a->attr == b->attr;
}

static void
put_run(struct term *term, int x, int y, int n)
{
	if (n)
		mvwadd_wchnstr(stdscr, y, x, term->run, n);
}

static void
add_to_run(struct term *term, int *n, const struct canvas_cell *cell, const struct theme *theme)
{
	struct look look = look_of(term, theme_style(theme, cell->role, cell->level), cell->attr, theme);
	wchar_t text[2] = { (wchar_t)cell->ch, L'\0' };

	/* The right half of a wide character comes with the left one. */
	if (cell->ch)
		setcchar(&term->run[(*n)++], text, look.attr, 0, &look.pair);
}

/* Hands the changed cells of a row to curses; true when there were any. */
static bool
draw_row(struct term *term, const struct canvas_cell *cells, int cols, int y,
	 const struct theme *theme)
{
	struct canvas_cell *shown = &term->shown[(size_t)y * (size_t)term->cols];
	int start = 0, n = 0;
	bool changed = false;

	for (int x = 0; x < cols; x++) {
		if (same_cell(&shown[x], &cells[x])) {
			put_run(term, start, y, n);
			n = 0;
			continue;
		}
		if (n == 0)
			start = x;
		add_to_run(term, &n, &cells[x], theme);
		shown[x] = cells[x];
		changed = true;
	}
	put_run(term, start, y, n);
	return changed;
}

/* No character is this one, so that each cell differs from what is shown. */
static void
forget_shown(struct term *term)
{
	size_t n = (size_t)term->cols * (size_t)term->rows;

	for (size_t i = 0; i < n; i++)
		term->shown[i].ch = UINT32_MAX;
	clearok(curscr, TRUE);
}

void
term_redraw(struct term *term)
{
	term->repaint = true;
	memset(term->looks, 0, sizeof(term->looks));
}

void
term_draw(struct term *term, const struct canvas *canvas, const struct theme *theme)
{
	int cols = canvas->cols < term->cols ? canvas->cols : term->cols;
	int rows = canvas->rows < term->rows ? canvas->rows : term->rows;
	bool changed = term->repaint;

	if (term->repaint)
		forget_shown(term);
	term->repaint = false;
	for (int y = 0; y < rows; y++)
		if (draw_row(term, &canvas->cells[(size_t)y * (size_t)canvas->cols], cols, y,
			     theme))
			changed = true;
	/* Not even an empty refresh, so that an idle screen sends nothing. */
	if (!changed)
		return;
	wnoutrefresh(stdscr);
	doupdate();
}
