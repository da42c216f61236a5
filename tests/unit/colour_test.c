#include <math.h>
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
		{ "default", COLOUR_DEFAULT },
		{ "0", COLOUR_INDEX(0) },
		{ " 255 ", COLOUR_INDEX(255) },
		{ "black", COLOUR_INDEX(0) },
		{ "magenta", COLOUR_INDEX(5) },
		{ "bright-black", COLOUR_INDEX(8) },
		{ "bright-white", COLOUR_INDEX(15) },
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
		"256", "-1", "1x", "red ", "bright", "bright-", "bright-default", "Red",
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
indexes_do_not_mix(void **state)
{
	assert_int_equal(colour_between(COLOUR_INDEX(2), 0xff8000, 49), COLOUR_INDEX(2));
	assert_int_equal(colour_between(0x000000, COLOUR_INDEX(1), 50), COLOUR_INDEX(1));
	(void)state;
}

static void
is_written_as_it_is_read(void **state)
{
	static const char *const rows[] = { "",	  "#00ff7f", "#000000", "red", "bright-black",
					    "16", "255" };

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char text[COLOUR_TEXT_LEN];
		int32_t colour;

		assert_true(colour_parse(rows[i], &colour));
		assert_string_equal(colour_text(colour, text), rows[i]);
	}
	(void)state;
}

static void
indexes_are_those_of_xterm(void **state)
{
	/* clang-format off */
	static const struct {
		int32_t colour, want;
	} rows[] = {
		{ COLOUR_INDEX(0), 0x000000 }, { COLOUR_INDEX(1), 0xcd0000 }, { COLOUR_INDEX(9), 0xff0000 },
		{ COLOUR_INDEX(15), 0xffffff }, { COLOUR_INDEX(16), 0x000000 }, { COLOUR_INDEX(67), 0x5f87af },
		{ COLOUR_INDEX(231), 0xffffff }, { COLOUR_INDEX(232), 0x080808 }, { COLOUR_INDEX(255), 0xeeeeee },
		{ 0x123456, 0x123456 }, { COLOUR_DEFAULT, COLOUR_DEFAULT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(colour_rgb(rows[i].colour), rows[i].want);
	(void)state;
}

static void
contrast_is_that_of_wcag(void **state)
{
	/* clang-format off */
	static const struct {
		int32_t a, b;
		int hundredths;
	} rows[] = {
		{ 0x000000, 0xffffff, 2100 },
		{ 0xffffff, 0xffffff, 100 },
		{ 0x777777, 0xffffff, 448 },	/* the well known one that just fails */
		{ 0x767676, 0xffffff, 454 },
		{ COLOUR_INDEX(0), COLOUR_INDEX(15), 2100 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(lround(colour_contrast(rows[i].a, rows[i].b) * 100),
				 rows[i].hundredths);
		assert_int_equal(lround(colour_contrast(rows[i].b, rows[i].a) * 100),
				 rows[i].hundredths);
	}
	assert_true(colour_is_light(0xfdf6e3));
	assert_true(colour_is_light(0x808080));
	assert_false(colour_is_light(0x2e3440));
	assert_false(colour_is_light(COLOUR_INDEX(4)));
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
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(colour_256(rows[i].colour), rows[i].want);
	(void)state;
}

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE, BRIGHT };
#define ON_BLACK 0x000000
#define ON_WHITE 0xffffff

static void
few_colours_stay_apart_and_readable(void **state)
{
	/* clang-format off */
	static const struct {
		int32_t colour, behind;
		int of_8, of_16;
	} rows[] = {
		{ 0xe69f00, ON_BLACK, YELLOW, YELLOW }, { 0x56b4e9, ON_BLACK, CYAN, CYAN },
		{ 0x009e73, ON_BLACK, GREEN, GREEN }, { 0xcc79a7, ON_BLACK, MAGENTA, MAGENTA + BRIGHT },
		{ 0xd55e00, ON_BLACK, RED, RED + BRIGHT }, { 0xf0e442, ON_BLACK, YELLOW, YELLOW + BRIGHT },
		{ 0xffff00, ON_BLACK, YELLOW, YELLOW + BRIGHT },
		/* Those of popular palettes, which are paler. */
		{ 0xa3be8c, ON_BLACK, GREEN, GREEN }, { 0xebcb8b, ON_BLACK, YELLOW, YELLOW },
		{ 0xd08770, ON_BLACK, RED, RED + BRIGHT }, { 0xb48ead, ON_BLACK, MAGENTA, MAGENTA + BRIGHT },
		{ 0x88c0d0, ON_BLACK, CYAN, CYAN }, { 0x83a598, ON_BLACK, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0xfe8019, ON_BLACK, RED, RED + BRIGHT }, { 0x268bd2, ON_BLACK, CYAN, CYAN },
		/* Blue on black cannot be read. */
		{ 0x0072b2, ON_BLACK, CYAN, CYAN }, { 0x0000ff, ON_BLACK, CYAN, CYAN },
		/* On white there are few that can. */
		{ 0x0072b2, ON_WHITE, BLUE, BLUE + BRIGHT }, { 0x56b4e9, ON_WHITE, BLUE, BLUE + BRIGHT },
		{ 0xd55e00, ON_WHITE, RED, RED }, { 0xcc79a7, ON_WHITE, MAGENTA, MAGENTA },
		{ 0x009e73, ON_WHITE, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0xe69f00, ON_WHITE, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0x9b6801, ON_WHITE, COLOUR_DEFAULT, COLOUR_DEFAULT }, { 0x962100, ON_WHITE, RED, RED },
		/* Black, white and grey: both light and dark terminals have a pair of their own for those. */
		{ 0x000000, ON_BLACK, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0x808080, ON_BLACK, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0xffffff, ON_BLACK, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ COLOUR_DEFAULT, ON_BLACK, COLOUR_DEFAULT, COLOUR_DEFAULT },
		/* An index is what the theme wants, if there is one. */
		{ COLOUR_INDEX(4), ON_BLACK, BLUE, BLUE }, { COLOUR_INDEX(12), ON_WHITE, BLUE, BLUE + BRIGHT },
		{ COLOUR_INDEX(8), ON_BLACK, COLOUR_DEFAULT, BRIGHT },
		{ COLOUR_INDEX(196), ON_BLACK, RED, RED + BRIGHT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(colour_ansi_text(rows[i].colour, rows[i].behind, 8), rows[i].of_8);
		assert_int_equal(colour_ansi_text(rows[i].colour, rows[i].behind, 16),
				 rows[i].of_16);
	}
	(void)state;
}

static void
few_backgrounds_are_the_nearest(void **state)
{
	/* clang-format off */
	static const struct {
		int32_t colour;
		int of_8, of_16;
	} rows[] = {
		{ COLOUR_DEFAULT, COLOUR_DEFAULT, COLOUR_DEFAULT },
		{ 0x0072b2, BLUE, BLUE + BRIGHT }, { 0xd55e00, RED, RED + BRIGHT },
		{ 0x002b36, BLACK, BLACK }, { 0x2e3440, BLACK, BLACK },
		{ 0x4c566a, BLACK, BRIGHT }, { 0x808080, WHITE, BRIGHT }, { 0xfdf6e3, WHITE, WHITE + BRIGHT },
		{ COLOUR_INDEX(7), WHITE, WHITE }, { COLOUR_INDEX(15), WHITE, WHITE + BRIGHT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(colour_ansi_background(rows[i].colour, 8), rows[i].of_8);
		assert_int_equal(colour_ansi_background(rows[i].colour, 16), rows[i].of_16);
	}
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_what_theme_files_hold),
		cmocka_unit_test(refuses_what_is_no_colour),
		cmocka_unit_test(gradients_go_from_one_to_the_other),
		cmocka_unit_test(indexes_do_not_mix),
		cmocka_unit_test(is_written_as_it_is_read),
		cmocka_unit_test(indexes_are_those_of_xterm),
		cmocka_unit_test(contrast_is_that_of_wcag),
		cmocka_unit_test(nearest_of_256),
		cmocka_unit_test(few_colours_stay_apart_and_readable),
		cmocka_unit_test(few_backgrounds_are_the_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
