/* Of a report: rows of texts under names of columns, and how they are set as text. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/report_formats.h"

#define GAP	     2	 /* columns between two columns */
#define NAME_LEAST   16	 /* to which the first column is cut before a figure goes */
#define RANK_NOTHING 100 /* of one in which nothing is told: above all others */

void
report_grid_column(struct report_grid *grid, const char *name, int rank, bool numeric)
{
	grid->columns = xrealloc(grid->columns, grid->n_columns + 1, sizeof(*grid->columns));
	grid->columns[grid->n_columns++] =
		(struct report_column){ .name = name, .rank = rank, .numeric = numeric };
}

void
report_grid_add(struct report_grid *grid, const char *text)
{
	autobuf clean = { 0 };

	utf8_add_clean(&clean, text);
	grid->cells = mem_grow(grid->cells, grid->n_cells, &grid->room, sizeof(*grid->cells));
	grid->cells[grid->n_cells++] = buf_steal(&clean);
}

void
report_grid_wipe(struct report_grid *grid)
{
	for (size_t i = 0; i < grid->n_cells; i++)
		free(grid->cells[i]);
	free(grid->cells);
	free(grid->columns);
	*grid = (struct report_grid){ 0 };
}

/* ---- which columns are shown ---- */

/* In no row is anything known. */
static bool
says_nothing(const struct report_grid *grid, size_t column)
{
	for (size_t i = column; i < grid->n_cells; i += grid->n_columns)
		if (strcmp(grid->cells[i], "-") != 0 && strcmp(grid->cells[i], UNITS_UNKNOWN) != 0)
			return false;
	return true;
}

static size_t
widest(const struct report_grid *grid, size_t column)
{
	size_t width = utf8_columns(grid->columns[column].name);

	for (size_t i = column; i < grid->n_cells; i += grid->n_columns)
		if (utf8_columns(grid->cells[i]) > width)
			width = utf8_columns(grid->cells[i]);
	return width;
}

static size_t
total_width(const struct report_grid *grid, const size_t *widths)
{
	size_t width = 0;

	for (size_t column = 0; column < grid->n_columns; column++)
		if (widths[column])
			width += widths[column] + (width ? GAP : 0);
	return width;
}

/* The column that is shown and can best be spared; n_columns: none can. */
static size_t
least_needed(const struct report_grid *grid, const size_t *widths)
{
	size_t least = grid->n_columns;
	int highest = 0;

	for (size_t column = 0; column < grid->n_columns; column++) {
		int rank = grid->columns[column].rank;

		if (widths[column] == 0 || rank == 0)
			continue;
		if (says_nothing(grid, column))
			rank += RANK_NOTHING;
		if (rank > highest) {
			highest = rank;
			least = column;
		}
	}
	return least;
}

static void
omit(struct report_omitted *omitted, const char *name)
{
	for (size_t i = 0; i < omitted->n; i++)
		if (strcmp(omitted->names[i], name) == 0)
			return;
	if (omitted->n < COUNTOF(omitted->names))
		omitted->names[omitted->n++] = name;
}

/* Columns by which the names in the first column may be cut; what says nothing goes before that. */
static size_t
spare(const struct report_grid *grid, const size_t *widths)
{
	for (size_t column = 1; column < grid->n_columns; column++)
		if (widths[column] && grid->columns[column].rank > 0 && says_nothing(grid, column))
			return 0;
	return grid->n_columns && !grid->columns[0].numeric && widths[0] > NAME_LEAST
		       ? widths[0] - NAME_LEAST
		       : 0;
}

/* The widths of those that are shown; 0: it is not. */
static void
choose_columns(const struct report_grid *grid, size_t room, size_t *widths)
{
	size_t column, over;

	for (column = 0; column < grid->n_columns; column++)
		widths[column] = widest(grid, column);
	while (total_width(grid, widths) > room + spare(grid, widths) &&
	       (column = least_needed(grid, widths)) < grid->n_columns)
		widths[column] = 0;
	over = total_width(grid, widths);
	if (over > room)
		widths[0] -= over - room < spare(grid, widths) ? over - room : spare(grid, widths);
}

/* What was not told anyway is not missed. */
static void
tell_omitted(const struct report_grid *grid, const size_t *widths, struct report_omitted *omitted)
{
	for (size_t column = 0; column < grid->n_columns; column++)
		if (widths[column] == 0 && !says_nothing(grid, column))
			omit(omitted, grid->columns[column].name);
}

size_t
report_grid_width(const struct report_grid *grid, size_t columns)
{
	autofree_mem size_t *widths = xcalloc(grid->n_columns, sizeof(*widths));

	choose_columns(grid, columns, widths);
	return total_width(grid, widths);
}

/* ---- rows ---- */

static void
add_spaces(struct buf *out, size_t n)
{
	while (n--)
		buf_putc(out, ' ');
}

static void
add_cell(const char *text, size_t width, bool right, size_t *pending, struct buf *out)
{
	size_t columns = utf8_columns(text);
	size_t fill = columns < width ? width - columns : 0;

	/* Spaces wait for what comes behind them, so that no line ends in one. */
	if (!*text) {
		*pending += width + GAP;
		return;
	}
	add_spaces(out, *pending + (right ? fill : 0));
	utf8_add_cut(out, text, width);
	*pending = GAP + (right ? 0 : fill);
}

void
report_grid_text(const struct report_grid *grid, size_t columns, struct report_omitted *omitted,
		 struct buf *out)
{
	autofree_mem size_t *widths = xcalloc(grid->n_columns, sizeof(*widths));
	size_t pending = 0;

	choose_columns(grid, columns, widths);
	tell_omitted(grid, widths, omitted);
	for (size_t column = 0; column < grid->n_columns; column++)
		if (widths[column])
			add_cell(grid->columns[column].name, widths[column],
				 grid->columns[column].numeric, &pending, out);
	for (size_t i = 0; i < grid->n_cells; i++) {
		size_t column = i % grid->n_columns;

		if (column == 0) {
			buf_putc(out, '\n');
			pending = 0;
		}
		if (widths[column])
			add_cell(grid->cells[i], widths[column], grid->columns[column].numeric,
				 &pending, out);
	}
	buf_putc(out, '\n');
}

void
report_omissions(const struct report_omitted *omitted, report_line *line, void *arg)
{
	autobuf names = { 0 };

	for (size_t i = 0; i < omitted->n; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", omitted->names[i]);
	if (names.len)
		line(arg, "not shown in every table for want of room:", buf_text(&names));
}
