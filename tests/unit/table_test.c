#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#include <stdio.h>

#include <cmocka.h>

#include "widgets/table.h"

/* clang-format off */
static const struct table_column columns[] = {
	{ "pool", 0, false }, { "driver", 2, false }, { "median", 0, true }, { "n", 1, true },
};
/* clang-format on */

static void
fill_cell(const void *arg, size_t row, size_t column, struct table_cell *cell)
{
	static const char *const drivers[] = { "btrfs", "zfs", "lvm" };

	(void)arg;
	switch (column) {
	case 0: snprintf(cell->text, sizeof(cell->text), "p%zu", row); break;
	case 1:
		snprintf(cell->text, sizeof(cell->text), "%s", drivers[row % 3]);
		cell->role = ROLE_BTRFS;
		break;
	case 2: snprintf(cell->text, sizeof(cell->text), "%zu.5 s", row); break;
	case 3: snprintf(cell->text, sizeof(cell->text), "%zu", row * 10); break;
	}
}

/* clang-format off */
static const struct table three_rows = {
	.columns = columns, .n_columns = COUNTOF(columns), .n_rows = 3, .cell = fill_cell,
};
/* clang-format on */

static void
assert_shows(const struct canvas *canvas, const char *want)
{
	autobuf out = { 0 };

	canvas_dump(canvas, &out);
	assert_string_equal(buf_text(&out), want);
}

static void
columns_go_by_rank_where_there_is_no_room(void **state)
{
	/* clang-format off */
	static const struct {
		int w;
		const char *want;
	} rows[] = {
		{ 28, "pool   driver   median    n\n"	/* what is left over stands between */
		      "p0     btrfs     0.5 s    0\n"
		      "p1     zfs       1.5 s   10\n" },
		{ 24, "pool  driver  median   n\n"
		      "p0    btrfs    0.5 s   0\n"
		      "p1    zfs      1.5 s  10\n" },
		{ 23, "pool     median      n\n"
		      "p0        0.5 s      0\n"
		      "p1        1.5 s     10\n" },
		{ 15, "pool     median\n"
		      "p0        0.5 s\n"
		      "p1        1.5 s\n" },
		{ 60, "pool        driver        median         n\n"	/* not so far that a line is lost */
		      "p0          btrfs          0.5 s         0\n"
		      "p1          zfs            1.5 s        10\n" },
		{ 11, "po…  median\n"		/* the first gives way, rank 0 stays */
		      "p0    0.5 s\n"
		      "p1    1.5 s\n" },
		{ 5, "…  m…\n"
		     "…  0…\n"
		     "…  1…\n" },
		{ 1, "…\n…\n…\n" },
		{ 0, "\n\n\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].w, 3, GLYPHS_BLOCK);
		struct table_state table = { 0 };

		table_draw(canvas, (struct rect){ 0, 0, rows[i].w, 3 }, &three_rows, &table, false);
		assert_shows(canvas, rows[i].w ? rows[i].want : "\n\n\n");
	}
	(void)state;
}

static void
texts_are_cut_before_figures_go(void **state)
{
	/* clang-format off */
	static const struct {
		int w, least[COUNTOF(columns)];
		const char *want;
	} rows[] = {
		{ 23, { 3 }, "po…  driver  median   n\n"
			     "p0   btrfs    0.5 s   0\n"
			     "p1   zfs      1.5 s  10\n" },
		{ 22, { 3, 5 }, "po…  driv…  median   n\n"
				"p0   btrfs   0.5 s   0\n"
				"p1   zfs     1.5 s  10\n" },
		{ 22, { 3 }, "pool     median      n\n"	/* with one column less it need not be cut */
			     "p0        0.5 s      0\n"
			     "p1        1.5 s     10\n" },
		{ 23, { 9 }, "pool     median      n\n"	/* it needs less than that */
			     "p0        0.5 s      0\n"
			     "p1        1.5 s     10\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].w, 3, GLYPHS_BLOCK);
		struct table table = three_rows;
		struct table_state list = { 0 };

		table.least = rows[i].least;
		table_draw(canvas, (struct rect){ 0, 0, rows[i].w, 3 }, &table, &list, false);
		assert_shows(canvas, rows[i].want);
	}
	(void)state;
}

static void
cursor_stays_in_sight(void **state)
{
	/* clang-format off */
	static const struct {
		size_t n_rows, cursor, top;
		int h;
		size_t want_cursor, want_top, want_below;
	} rows[] = {
		{ 10, 0, 0, 4, 0, 0, 7 },
		{ 10, 2, 0, 4, 2, 0, 7 },
		{ 10, 3, 0, 4, 3, 1, 6 },
		{ 10, 9, 0, 4, 9, 7, 0 },
		{ 10, 1, 5, 4, 1, 1, 6 },
		{ 10, 8, 8, 4, 8, 7, 0 },		/* no empty lines at the end */
		{ 10, 5, 0, 1, 5, 5, 4 },		/* the only line is a row's */
		{ 2, 9, 9, 4, 1, 0, 0 },		/* rows have gone */
		{ 0, 9, 9, 4, 0, 0, 0 },
		{ SIZE_MAX, SIZE_MAX, 0, 4, SIZE_MAX - 1, SIZE_MAX - 3, 0 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(20, rows[i].h, GLYPHS_BLOCK);
		struct table_state at = { .cursor = rows[i].cursor, .top = rows[i].top };
		struct table table = three_rows;

		table.n_rows = rows[i].n_rows;
		table_draw(canvas, (struct rect){ 0, 0, 20, rows[i].h }, &table, &at, true);
		assert_int_equal(at.cursor, rows[i].want_cursor);
		assert_int_equal(at.top, rows[i].want_top);
		assert_int_equal(at.below, rows[i].want_below);
	}
	(void)state;
}

static void
cursor_moves_within_the_rows(void **state)
{
	/* clang-format off */
	static const struct {
		size_t n_rows, from;
		long by;
		size_t want;
	} rows[] = {
		{ 5, 0, 1, 1 }, { 5, 4, 1, 4 }, { 5, 0, -1, 0 }, { 5, 3, -2, 1 }, { 5, 1, 100, 4 },
		{ 5, 2, LONG_MIN, 0 }, { 5, 2, LONG_MAX, 4 }, { 0, 3, 1, 0 }, { 2, 9, 0, 1 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct table_state at = { .cursor = rows[i].from };

		table_move(&at, rows[i].n_rows, rows[i].by);
		assert_int_equal(at.cursor, rows[i].want);
	}
	(void)state;
}

static void
cursors_line_is_selected_where_the_keys_are(void **state)
{
	autofree(canvas) canvas = canvas_new(16, 3, GLYPHS_BLOCK);
	struct table_state at = { .cursor = 1 };
	struct table table = three_rows;
	autobuf out = { 0 };

	table.n_columns = 2;
	table_draw(canvas, (struct rect){ 0, 0, 16, 3 }, &table, &at, true);
	canvas_dump_roles(canvas, &out);
	canvas_clear(canvas);
	table_draw(canvas, (struct rect){ 0, 0, 16, 3 }, &table, &at, false);
	canvas_dump_roles(canvas, &out);
	assert_string_equal(buf_text(&out), "TTTT      TTTTTT\ntt        FFFFF\nssssssssssssssss\n"
					    "TTTT      TTTTTT\ntt        FFFFF\ntt        FFF\n");
	(void)state;
}

static void
tables_of_nothing_can_be_drawn(void **state)
{
	autofree(canvas) canvas = canvas_new(20, 3, GLYPHS_BLOCK);
	struct table_state at = { 0 };
	struct table table = three_rows;

	table.n_rows = 0;
	table_draw(canvas, (struct rect){ 0, 0, 12, 3 }, &table, &at, true);
	assert_shows(canvas, "pool  median\n\n\n");
	table.n_columns = 0;
	table_draw(canvas, (struct rect){ 0, 0, 12, 3 }, &table, &at, true);
	table_draw(canvas, (struct rect){ 0, 0, -2, -2 }, &three_rows, &at, true);
	assert_shows(canvas, "pool  median\n\n\n");
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_go_by_rank_where_there_is_no_room),
		cmocka_unit_test(texts_are_cut_before_figures_go),
		cmocka_unit_test(cursor_stays_in_sight),
		cmocka_unit_test(cursor_moves_within_the_rows),
		cmocka_unit_test(cursors_line_is_selected_where_the_keys_are),
		cmocka_unit_test(tables_of_nothing_can_be_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
