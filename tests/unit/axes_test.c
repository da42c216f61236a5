/* What stands beside and below a graph, and where there is no room for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/mem.h"
#include "widgets/axes.h"

static void
assert_drawn(const struct canvas *canvas, size_t row, const char *want)
{
	autobuf text = { 0 };

	canvas_dump(canvas, &text);
	if (strcmp(buf_text(&text), want) != 0)
		fail_msg("row %zu: expected\n%s\nbut it is\n%s", row, want, buf_text(&text));
}

static void
assert_left(size_t row, struct rect left, int x, int w, int h)
{
	if (left.x != x || left.w != w || left.h != h)
		fail_msg("row %zu: left is %d+%d, %d lines", row, left.x, left.w, left.h);
}

static void
a_height_has_both_its_ends(void **state)
{
	static const struct {
		int cols, rows;
		const char *want;
		int x, w; /* of what is left */
	} rows[] = {
		{ 30, 4, " 100+read, MB/s\n    |\n    |\n   0+\n", 5, 25 },
		{ 30, 2, " 100+read, MB/s\n   0+\n", 5, 25 },
		{ 30, 1, "\n", 0, 30 },			 /* one end alone would say nothing */
		{ 23, 4, "read, MB/s\n\n\n\n", 0, 23 }, /* too narrow */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].cols, rows[i].rows, GLYPHS_ASCII);
		struct rect left = axes_height(
			canvas, (struct rect){ 0, 0, rows[i].cols, rows[i].rows }, "100");

		axes_title(canvas, left, "read, MB/s");
		assert_drawn(canvas, i, rows[i].want);
		assert_left(i, left, rows[i].x, rows[i].w, rows[i].rows);
	}
}

static void
a_time_ends_in_the_column_it_means(void **state)
{
	static const struct {
		int cols, rows, seconds;
		const char *want;
		int h;
	} rows[] = {
		{ 46, 4, 1, "\n\n\n            30 s      20 s      10 s       now\n", 3 },
		{ 46, 4, 2, "\n\n\n           1 min           30 s            now\n", 3 },
		{ 75, 4, 2, "\n\n\n          2 min           90 s          1 min           30 s            now\n",
		  3 },
		{ 46, 3, 1, "\n\n\n", 3 },
		{ 10, 4, 1, "\n\n\n       now\n", 3 },
		{ 2, 4, 1, "\n\n\n\n", 3 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].cols, rows[i].rows, GLYPHS_ASCII);
		struct rect left =
			axes_time(canvas, (struct rect){ 0, 0, rows[i].cols, rows[i].rows },
				  rows[i].seconds);

		assert_drawn(canvas, i, rows[i].want);
		assert_left(i, left, 0, rows[i].cols, rows[i].h);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_height_has_both_its_ends),
		cmocka_unit_test(a_time_ends_in_the_column_it_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
