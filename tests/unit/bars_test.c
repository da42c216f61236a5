#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>

#include <cmocka.h>

#include "widgets/bars.h"

static void
assert_shows(const struct canvas *canvas, const char *want)
{
	autobuf out = { 0 };

	canvas_dump(canvas, &out);
	assert_string_equal(buf_text(&out), want);
}

static void
bars_are_as_long_as_their_part(void **state)
{
	/* clang-format off */
	static const struct {
		double part;
		const char *blocks, *ascii;
	} rows[] = {
		{ 0, "░░░░\n", "....\n" },
		{ -3, "░░░░\n", "....\n" },
		{ NAN, "░░░░\n", "....\n" },
		{ 1e-9, "▏░░░\n", "#...\n" },	/* little is not nothing */
		{ 0.25, "█░░░\n", "#...\n" },
		{ 0.40625, "█▋░░\n", "##..\n" },
		{ 0.5, "██░░\n", "##..\n" },
		{ 0.53125, "██▏░\n", "##..\n" },
		{ 0.9999, "███▉\n", "###.\n" },	/* nearly all is not all */
		{ 1, "████\n", "####\n" },
		{ 7, "████\n", "####\n" },
		{ INFINITY, "████\n", "####\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) blocks = canvas_new(6, 1, GLYPHS_BLOCK);
		autofree(canvas) ascii = canvas_new(6, 1, GLYPHS_ASCII);

		bar_draw(blocks, 0, 0, 4, rows[i].part, ROLE_BTRFS);
		bar_draw(ascii, 0, 0, 4, rows[i].part, ROLE_BTRFS);
		assert_shows(blocks, rows[i].blocks);
		assert_shows(ascii, rows[i].ascii);
	}
	(void)state;
}

static void
bars_of_any_width_can_be_drawn(void **state)
{
	/* clang-format off */
	static const struct {
		int width;
		const char *want;
	} rows[] = {
		{ -1, "\n" }, { 0, "\n" }, { 1, "▌\n" }, { 9, "████▌░\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(6, 1, GLYPHS_BLOCK);

		bar_draw(canvas, 0, 0, rows[i].width, 0.5, ROLE_BTRFS);
		assert_shows(canvas, rows[i].want);
	}
	(void)state;
}

static void
bars_have_their_role_and_the_rest_another(void **state)
{
	autofree(canvas) canvas = canvas_new(5, 1, GLYPHS_BLOCK);
	autobuf roles = { 0 };

	bar_draw(canvas, 0, 0, 5, 0.6, ROLE_CPU);
	canvas_dump_roles(canvas, &roles);
	assert_string_equal(buf_text(&roles), "cccmm\n");
	assert_int_equal(canvas->cells[0].level, 0);
	assert_int_equal(canvas->cells[2].level, 50);
	(void)state;
}

static void
marks_stand_at_their_part(void **state)
{
	/* clang-format off */
	static const struct {
		double part;
		int width;
		const char *blocks, *ascii;
	} rows[] = {
		{ 0, 4, "┃\n", "|\n" },
		{ 0.5, 4, "  ┃\n", "  |\n" },
		{ 1, 4, "   ┃\n", "   |\n" },
		{ 9, 4, "   ┃\n", "   |\n" },
		{ -9, 4, "┃\n", "|\n" },
		{ NAN, 4, "\n", "\n" },
		{ 0.5, 0, "\n", "\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) blocks = canvas_new(6, 1, GLYPHS_BRAILLE);
		autofree(canvas) ascii = canvas_new(6, 1, GLYPHS_ASCII);

		bar_mark(blocks, 0, 0, rows[i].width, rows[i].part, ROLE_TEXT);
		bar_mark(ascii, 0, 0, rows[i].width, rows[i].part, ROLE_TEXT);
		assert_shows(blocks, rows[i].blocks);
		assert_shows(ascii, rows[i].ascii);
	}
	(void)state;
}

static void
spans_and_boxes_have_their_ends(void **state)
{
	/* clang-format off */
	static const struct {
		double low, high;
		const char *span, *box, *ascii_span, *ascii_box;
	} rows[] = {
		{ 0.25, 0.9, " ├─┤\n", " ███\n", " |-|\n", " [=]\n" },
		{ 0, 1, "├──┤\n", "████\n", "|--|\n", "[==]\n" },
		{ 0.5, 0.5, "  ┼\n", "  █\n", "  +\n", "  =\n" },	/* all values are the same */
		{ -1, 7, "├──┤\n", "████\n", "|--|\n", "[==]\n" },
		{ NAN, 1, "\n", "\n", "\n", "\n" },
		{ 0, NAN, "\n", "\n", "\n", "\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) blocks = canvas_new(6, 1, GLYPHS_BLOCK);
		autofree(canvas) ascii = canvas_new(6, 1, GLYPHS_ASCII);

		bar_span(blocks, 0, 0, 4, rows[i].low, rows[i].high, ROLE_TEXT);
		assert_shows(blocks, rows[i].span);
		bar_span(ascii, 0, 0, 4, rows[i].low, rows[i].high, ROLE_TEXT);
		assert_shows(ascii, rows[i].ascii_span);
		canvas_clear(blocks);
		canvas_clear(ascii);
		bar_box(blocks, 0, 0, 4, rows[i].low, rows[i].high, ROLE_TEXT);
		assert_shows(blocks, rows[i].box);
		bar_box(ascii, 0, 0, 4, rows[i].low, rows[i].high, ROLE_TEXT);
		assert_shows(ascii, rows[i].ascii_box);
	}
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bars_are_as_long_as_their_part),
		cmocka_unit_test(bars_of_any_width_can_be_drawn),
		cmocka_unit_test(bars_have_their_role_and_the_rest_another),
		cmocka_unit_test(marks_stand_at_their_part),
		cmocka_unit_test(spans_and_boxes_have_their_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
