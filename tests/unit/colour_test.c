#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "colour.h"

static void
reads_what_theme_files_hold(void **state)
{
	/* clang-format off */
	static const struct {
		const char *text;
		int32_t want;
	} rows[] = {
		{ "", COLOUR_DEFAULT },
		{ "#e69f00", 0xe69f00 },
		{ "#E69F00", 0xe69f00 },
		{ "#000000", 0 },
		{ "#f80", 0xff8800 },
		{ "#cc", 0xcccccc },
		{ "230 159 0", 0xe69f00 },
		{ "  230\t159   0 ", 0xe69f00 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		int32_t colour = 42;

		assert_true(colour_parse(rows[i].text, &colour));
		assert_int_equal(colour, rows[i].want);
	}
	(void)state;
}

static void
refuses_what_is_no_colour(void **state)
{
	/* clang-format off */
	static const char *const rows[] = {
		"#", "#1", "#12345", "#1234567", "#12345g", "#-12345", "# 12345", "e69f00", "orange",
		"1 2", "1 2 3 4", "1 2 256", "1 2 -3", "1 2 3x", "1,2,3", "99999999999 1 1", " ",
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		int32_t colour = 42;

		assert_false(colour_parse(rows[i], &colour));
		assert_int_equal(colour, 42);
	}
	(void)state;
}

static void
gradients_go_from_one_to_the_other(void **state)
{
	assert_int_equal(colour_between(0x000000, 0xff8000, 0), 0x000000);
	assert_int_equal(colour_between(0x000000, 0xff8000, 50), 0x7f4000);
	assert_int_equal(colour_between(0x000000, 0xff8000, 100), 0xff8000);
	assert_int_equal(colour_between(0xff8000, 0x000000, 100), 0x000000);
	/* There is nothing between a colour and the terminal's own. */
	assert_int_equal(colour_between(COLOUR_DEFAULT, 0xff8000, 49), COLOUR_DEFAULT);
	assert_int_equal(colour_between(COLOUR_DEFAULT, 0xff8000, 50), 0xff8000);
	(void)state;
}

static void
nearest_of_256(void **state)
{
	/* clang-format off */
	static const struct {
		int32_t colour;
		int want;
	} rows[] = {
		{ 0xe69f00, 178 }, { 0x56b4e9, 74 }, { 0x009e73, 35 }, { 0xf0e442, 221 },
		{ 0x0072b2, 25 }, { 0xd55e00, 166 }, { 0xcc79a7, 175 }, { 0x999999, 246 },
		{ 0x000000, 16 }, { 0xffffff, 231 }, { 0x080808, 232 }, { 0x808080, 244 },
		{ 0x5f87af, 67 },	/* is in the palette itself */
		{ COLOUR_DEFAULT, COLOUR_DEFAULT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(colour_256(rows[i].colour), rows[i].want);
	(void)state;
}

static void
eight_colours_stay_apart_and_readable(void **state)
{
	enum { RED = 1, GREEN, YELLOW, BLUE, MAGENTA, CYAN };
	/* clang-format off */
	static const struct {
		int32_t colour;
		int text, background;
	} rows[] = {
		{ 0xe69f00, YELLOW, YELLOW }, { 0x56b4e9, CYAN, CYAN }, { 0x009e73, GREEN, GREEN },
		{ 0xd55e00, RED, RED }, { 0xcc79a7, MAGENTA, MAGENTA },
		{ 0x0072b2, CYAN, BLUE },	/* blue on black cannot be read */
		{ 0x0000ff, CYAN, BLUE },
		{ 0xff0000, RED, RED },
		/* Black on black, grey on grey: those are the terminal's business. */
		{ 0x000000, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0x002b36, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0x808080, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0xffffff, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0xfdf6e3, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ COLOUR_DEFAULT, COLOUR_DEFAULT, COLOUR_DEFAULT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(colour_8_text(rows[i].colour, COLOUR_DEFAULT), rows[i].text);
		assert_int_equal(colour_8_background(rows[i].colour), rows[i].background);
	}
	/* On a background all text is white or black. */
	assert_int_equal(colour_8_text(0xffffff, BLUE), 7);
	assert_int_equal(colour_8_text(0x56b4e9, BLUE), 7);
	assert_int_equal(colour_8_text(0x101010, YELLOW), 0);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_what_theme_files_hold),
		cmocka_unit_test(refuses_what_is_no_colour),
		cmocka_unit_test(gradients_go_from_one_to_the_other),
		cmocka_unit_test(nearest_of_256),
		cmocka_unit_test(eight_colours_stay_apart_and_readable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
