#include "widgets/table.h"

#include <stdint.h>
#include <string.h>

enum { GAP = 2, GAP_MORE = 6 }; /* columns between two columns; and at most so many more */

/* Room for the rows: the header takes a line, but not the only one. */
static int
row_lines(struct rect area)
{
	return area.h > 1 ? area.h - 1 : area.h;
}

void
table_scroll(struct table_state *state, size_t n_rows, int lines)
{
	size_t room = lines > 0 ? (size_t)lines : 0;

	table_move(state, n_rows, 0);
	if (state->cursor < state->top)
		state->top = state->cursor;
	if (room && state->cursor >= state->top + room)
		state->top = state->cursor - room + 1;
	/* No empty lines below the last row while there are rows above the first. */
	if (state->top + room > n_rows)
		state->top = n_rows > room ? n_rows - room : 0;
	state->below = n_rows > state->top + room ? n_rows - state->top - room : 0;
}

void
table_drawn_at(struct table_state *state, size_t n_rows, int y, int row_h)
{
	state->first_y = y;
	state->row_h = row_h;
	state->drawn = n_rows - state->top - state->below;
}

size_t
table_row_at(const struct table_state *state, int y)
{
	size_t index;

	if (state->drawn == 0 || y < state->first_y)
		return SIZE_MAX;
	index = (size_t)((y - state->first_y) / state->row_h);
	return index < state->drawn ? state->top + index : SIZE_MAX;
}

static void
get_cell(const struct table *table, size_t row, size_t column, struct table_cell *cell)
{
	cell->text[0] = '\0';
	cell->role = ROLE_TEXT;
	table->cell(table->arg, row, column, cell);
}

/* What the column's name and the rows in sight need. */
static int
natural_width(const struct canvas *canvas, const struct table *table, size_t column, size_t from,
	      size_t to)
{
	int widest = canvas_width(canvas, table->columns[column].name);

	for (size_t row = from; row < to; row++) {
		struct table_cell cell;
		int width;

		get_cell(table, row, column, &cell);
		width = canvas_width(canvas, cell.text);
		if (width > widest)
			widest = width;
	}
	return widest;
}

static int
sum_of(const int *widths, size_t n)
{
	int sum = 0;

	for (size_t i = 0; i < n; i++)
		if (widths[i] > 0)
			sum += widths[i] + (sum ? GAP : 0);
	return sum;
}

/* The one that is missed least: of the highest rank, the one furthest right; 0: none may go. */
static size_t
least_wanted(const struct table *table, const int *widths)
{
	size_t least = 0;

	for (size_t i = 1; i < table->n_columns; i++)
		if (widths[i] > 0 && table->columns[i].rank > 0 &&
		    (!least || table->columns[i].rank >= table->columns[least].rank))
			least = i;
	return least;
}

/* The widest of those that may still be cut; n_columns: none may. */
static size_t
most_to_spare(const struct table *table, const int *widths)
{
	size_t most = table->n_columns;

	for (size_t i = 0; table->least && i < table->n_columns; i++)
		if (table->least[i] > 0 && widths[i] > table->least[i] &&
		    (most == table->n_columns || widths[i] > widths[most]))
			most = i;
	return most;
}

/* By one at a time, so that columns that are as wide stay so. */
static void
cut_texts(const struct table *table, int room, int *widths)
{
	size_t most;

	while (sum_of(widths, table->n_columns) > room &&
	       (most = most_to_spare(table, widths)) < table->n_columns)
		widths[most]--;
}

/* From what each needs to what it has, 0 for those left out. */
static void
fit_widths(const struct table *table, int room, int *widths)
{
	autofree_mem int *needed = xcalloc(table->n_columns + 1, sizeof(*needed));
	size_t least;

	memcpy(needed, widths, table->n_columns * sizeof(*widths));
	cut_texts(table, room, widths);
	while (sum_of(widths, table->n_columns) > room &&
	       (least = least_wanted(table, widths)) != 0) {
		needed[least] = 0;
		memcpy(widths, needed, table->n_columns * sizeof(*widths));
		cut_texts(table, room, widths);
	}
	if (sum_of(widths, table->n_columns) > room)
		widths[table->widest] += room - sum_of(widths, table->n_columns);
	if (widths[table->widest] < 1)
		widths[table->widest] = 1;
}

/* What is left over stands between the columns, but not so much that a line is lost sight of. */
static int
gap_of(const struct table *table, int room, const int *widths)
{
	int left = room - sum_of(widths, table->n_columns), between = -1;

	for (size_t i = 0; i < table->n_columns; i++)
		between += widths[i] > 0;
	if (between < 1 || left <= 0)
		return GAP;
	return left / between < GAP_MORE ? GAP + left / between : GAP + GAP_MORE;
}

static void
draw_text(struct canvas *canvas, const struct table_column *column, int x, int y, int width,
	  enum role role, const char *text)
{
	if (column->numeric)
		canvas_text_right(canvas, x, y, width, role, text);
	else
		canvas_text(canvas, x, y, width, role, text);
}

static void
draw_header(struct canvas *canvas, struct rect line, const struct table *table, const int *widths,
	    int gap)
{
	int x = line.x;

	for (size_t i = 0; i < table->n_columns; i++) {
		int room = line.x + line.w - x;

		if (widths[i] == 0)
			continue;
		draw_text(canvas, &table->columns[i], x, line.y,
			  widths[i] < room ? widths[i] : room, ROLE_TITLE, table->columns[i].name);
		x += widths[i] + gap;
	}
}

static void
draw_row(struct canvas *canvas, struct rect line, const struct table *table, const int *widths,
	 int gap, size_t row, bool selected)
{
	int x = line.x;

	if (selected)
		canvas_fill(canvas, line, ' ', ROLE_SELECTED);
	for (size_t i = 0; i < table->n_columns; i++) {
		int room = line.x + line.w - x;
		struct table_cell cell;

		if (widths[i] == 0)
			continue;
		get_cell(table, row, i, &cell);
		draw_text(canvas, &table->columns[i], x, line.y,
			  widths[i] < room ? widths[i] : room, selected ? ROLE_SELECTED : cell.role,
			  cell.text);
		x += widths[i] + gap;
	}
}

void
table_draw(struct canvas *canvas, struct rect area, const struct table *table,
	   struct table_state *state, bool focused)
{
	autofree_mem int *widths = xcalloc(table->n_columns + 1, sizeof(*widths));
	struct rect line = { area.x, area.y, area.w, 1 };
	size_t lines, end;
	int gap;

	if (area.w <= 0 || area.h <= 0 || table->n_columns == 0)
		return;
	lines = (size_t)row_lines(area);
	table_scroll(state, table->n_rows, row_lines(area));
	end = state->top + lines < table->n_rows ? state->top + lines : table->n_rows;

	for (size_t i = 0; i < table->n_columns; i++)
		widths[i] = natural_width(canvas, table, i, state->top, end);
	fit_widths(table, area.w, widths);
	gap = gap_of(table, area.w, widths);

	if (area.h > 1) {
		draw_header(canvas, line, table, widths, gap);
		line.y++;
	}
	table_drawn_at(state, table->n_rows, line.y, 1);
	for (size_t row = state->top; row < end; row++, line.y++)
		draw_row(canvas, line, table, widths, gap, row, focused && row == state->cursor);
}

static size_t
smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

void
table_move(struct table_state *state, size_t n_rows, long by)
{
	size_t last = n_rows ? n_rows - 1 : 0;

	state->cursor = smaller(state->cursor, last);
	/* As unsigned before the sign is turned: the least long has no counterpart. */
	if (by < 0)
		state->cursor -= smaller(-(size_t)by, state->cursor);
	else
		state->cursor += smaller((size_t)by, last - state->cursor);
}
