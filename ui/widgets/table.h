/*
 * table.h - rows and columns with a cursor, scrolled to keep it in sight.
 *
 * The caller gives texts through callbacks. Where there is no room, columns of
 * text are cut first, with an ellipsis, down to what the caller allows; then
 * those of high rank are left out. Where there is more, columns stand apart.
 */
#ifndef UI_WIDGETS_TABLE_H
#define UI_WIDGETS_TABLE_H

#include <stddef.h>

#include "canvas.h"

struct table_column {
	const char *name;
	int rank;		/* 0: always shown */
	bool numeric;		/* set to the right */
};

struct table_cell {
	char text[128];
	enum role role;
};

struct table {
	const struct table_column *columns;
	size_t n_columns;
	size_t widest;		/* the column that is cut when nothing more can be left out, of rank 0 */
	const int *least;	/* how far each column may be cut before others go, 0: not at all; NULL: none is */
	size_t n_rows;
	/* Fills the cell's text and role (preset to ROLE_TEXT). */
	void (*cell)(const void *arg, size_t row, size_t column, struct table_cell *cell);
	const void *arg;
};

struct table_state {
	size_t cursor, top;	/* kept in range by table_draw, table_move and table_scroll */
	size_t below;		/* rows that had no room below the last one that is shown ... */
	size_t below_chosen;	/* ... and how many of them a person has chosen */
	int first_y, row_h;	/* where `top` was drawn, and lines a row */
	size_t drawn;		/* rows; 0: none */
};

/* Header line included. `focused`: the cursor's line is shown selected. */
void table_draw(struct canvas *canvas, struct rect area, const struct table *table,
		struct table_state *state, bool focused);
/* Moves by lines; `n_rows` of the table. */
void table_move(struct table_state *state, size_t n_rows, long by);
/* Brings the cursor into range and in sight, of so many lines; for lists that draw their rows themselves. */
void table_scroll(struct table_state *state, size_t n_rows, int lines);
/* They then tell where, for the mouse: the row `top` at line `y` of the canvas, each `row_h` lines. */
void table_drawn_at(struct table_state *state, size_t n_rows, int y, int row_h);
/* The row that was drawn at a line of the canvas; SIZE_MAX: none was. */
size_t table_row_at(const struct table_state *state, int y);

#endif
