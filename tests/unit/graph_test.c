#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>

#include <cmocka.h>

#include "widgets/graph.h"

static void
fill(struct series *series, const double *values, size_t n)
{
	series_init(series);
	for (size_t i = 0; i < n; i++)
		series_add(series, values[i]);
}

static void
assert_graph(enum glyphs glyphs, int w, int h, const double *values, size_t n, double max,
	     const char *want)
{
	autofree(canvas) canvas = canvas_new(w, h, glyphs);
	struct series series;
	autobuf out = { 0 };

	fill(&series, values, n);
	graph_draw(canvas, (struct rect){ 0, 0, w, h }, &series, max, ROLE_CPU);
	canvas_dump(canvas, &out);
	assert_string_equal(buf_text(&out), want);
}

static void
newest_value_is_at_the_right(void **state)
{
	static const double values[] = { 9, 9, 0, 1, 2, 3, 4 };

	assert_graph(GLYPHS_BRAILLE, 3, 1, values, COUNTOF(values), 4, "⣇⣠⣾\n");
	assert_graph(GLYPHS_BLOCK, 4, 1, values, COUNTOF(values), 4, "▂▄▆█\n");
	assert_graph(GLYPHS_ASCII, 4, 1, values, COUNTOF(values), 4, ":=+#\n");
	(void)state;
}

static void
short_series_leave_the_left_blank(void **state)
{
	static const double values[] = { 4, 4, 4 };

	assert_graph(GLYPHS_BRAILLE, 3, 1, values, COUNTOF(values), 4, " ⢸⣿\n");
	assert_graph(GLYPHS_BLOCK, 5, 2, values, COUNTOF(values), 4, "  ███\n  ███\n");
	assert_graph(GLYPHS_BLOCK, 3, 1, values, 0, 4, "\n");
	(void)state;
}

static void
zero_is_seen_and_a_gap_is_not(void **state)
{
	static const double values[] = { 0, NAN, 0.001, NAN, 4 };

	assert_graph(GLYPHS_BLOCK, 5, 1, values, COUNTOF(values), 4, "▁ ▁ █\n");
	assert_graph(GLYPHS_ASCII, 5, 1, values, COUNTOF(values), 4, ". . #\n");
	assert_graph(GLYPHS_BRAILLE, 3, 1, values, COUNTOF(values), 4, "⢀⢀⢸\n");
	(void)state;
}

static void
rows_stand_on_each_other(void **state)
{
	static const double values[] = { 1, 4, 8, 6, 3, 0 };

	assert_graph(GLYPHS_BLOCK, 6, 2, values, COUNTOF(values), 8, "  █▄\n▂███▆▁\n");
	assert_graph(GLYPHS_BRAILLE, 3, 2, values, COUNTOF(values), 8, " ⣧\n⣸⣿⣆\n");
	(void)state;
}

static void
largest_shown_is_the_height_where_none_is_given(void **state)
{
	static const double values[] = { 100, 2, 1 };
	static const double zeros[] = { 0, 0 };
	static const double gaps[] = { NAN, NAN };

	/* The hundred is no longer in sight. */
	assert_graph(GLYPHS_BLOCK, 2, 1, values, COUNTOF(values), 0, "█▄\n");
	assert_graph(GLYPHS_BLOCK, 2, 1, values, COUNTOF(values), NAN, "█▄\n");
	assert_graph(GLYPHS_BLOCK, 2, 1, zeros, COUNTOF(zeros), 0, "▁▁\n");
	assert_graph(GLYPHS_BLOCK, 2, 1, gaps, COUNTOF(gaps), 0, "\n");
	(void)state;
}

static void
wild_values_stay_inside(void **state)
{
	static const double values[] = { -5, INFINITY, -INFINITY, 1e300, 9 };

	assert_graph(GLYPHS_BLOCK, 5, 1, values, COUNTOF(values), 4, "▁█▁██\n");
	(void)state;
}

static void
every_size_can_be_drawn(void **state)
{
	static const enum glyphs all[] = { GLYPHS_ASCII, GLYPHS_BLOCK, GLYPHS_BRAILLE };
	struct series series;

	series_init(&series);
	for (int i = 0; i < 2 * SERIES_ROOM; i++)
		series_add(&series, i % 7 ? i : NAN);
	for (size_t i = 0; i < COUNTOF(all); i++) {
		for (int size = -2; size < 400; size += 1 + size / 10) {
			autofree(canvas) canvas = canvas_new(20, 8, all[i]);

			graph_draw(canvas, (struct rect){ -3, -2, size, size / 4 }, &series, 0,
				   ROLE_CPU);
			graph_draw(canvas, (struct rect){ 4, 2, size / 4, size }, &series, 0,
				   ROLE_CPU);
		}
	}
	(void)state;
}

static void
colours_follow_the_height(void **state)
{
	static const double values[] = { 8 };
	autofree(canvas) canvas = canvas_new(1, 3, GLYPHS_BLOCK);
	autofree(canvas) line = canvas_new(1, 1, GLYPHS_BLOCK);
	struct series series;

	fill(&series, values, 1);
	graph_draw(canvas, (struct rect){ 0, 0, 1, 3 }, &series, 8, ROLE_CPU);
	assert_int_equal(canvas->cells[0].level, 100);
	assert_int_equal(canvas->cells[1].level, 50);
	assert_int_equal(canvas->cells[2].level, 0);
	graph_draw(line, (struct rect){ 0, 0, 1, 1 }, &series, 16, ROLE_CPU);
	assert_in_range(line->cells[0].level, 30, 60);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(newest_value_is_at_the_right),
		cmocka_unit_test(short_series_leave_the_left_blank),
		cmocka_unit_test(zero_is_seen_and_a_gap_is_not),
		cmocka_unit_test(rows_stand_on_each_other),
		cmocka_unit_test(largest_shown_is_the_height_where_none_is_given),
		cmocka_unit_test(wild_values_stay_inside),
		cmocka_unit_test(every_size_can_be_drawn),
		cmocka_unit_test(colours_follow_the_height),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
