#include "widgets/text.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/mem.h"

static void
lines_break_between_words(void **state)
{
	static const struct {
		int width, height;
		const char *text, *want;
		int lines;
	} rows[] = {
		{ 10, 3, "one two three", "one two\nthree\n\n", 2 },
		{ 7, 3, "one two three", "one two\nthree\n\n", 2 }, /* a word may end at the edge */
		{ 3, 4, "one two three", "one\ntwo\nthr\nee\n",
		  4 },					       /* and break when it is wider */
		{ 10, 1, "one two three", "one two t~\n", 1 }, /* what has no room is told */
		{ 10, 2, "", "\n\n", 0 },
		{ 10, 2, "one   two", "one   two\n\n", 1 },
		{ 4, 2, "one   two", "one\ntwo\n", 2 }, /* blanks go with the break */
		{ 5, 2,
		  "a\xff"
		  "b cd",
		  "a?b\ncd\n", 2 }, /* as the canvas shows it */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].width, rows[i].height, GLYPHS_ASCII);
		struct rect area = { 0, 0, rows[i].width, rows[i].height };
		autobuf screen = { 0 };

		assert_int_equal(text_draw(canvas, area, ROLE_TEXT, rows[i].text), rows[i].lines);
		canvas_dump(canvas, &screen);
		assert_string_equal(buf_text(&screen), rows[i].want);
	}
}

static void
lines_are_counted_as_they_are_drawn(void **state)
{
	(void)state;
	assert_int_equal(text_lines(10, "one two three"), 2);
	assert_int_equal(text_lines(3, "one two three"), 4);
	assert_int_equal(text_lines(10, ""), 0);
	assert_int_equal(text_lines(0, "ab"), 2); /* it ends at any width */
}

static void
wide_characters_are_not_split(void **state)
{
	const char *next;

	(void)state;
	if (!setlocale(LC_CTYPE, "C.UTF-8")) {
		print_message("SKIP: there is no C.UTF-8\n");
		skip();
	}
	/* Two of two columns fit into five. */
	assert_int_equal(text_line(5, "日本語", &next), strlen("日本"));
	assert_string_equal(next, "語");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_between_words),
		cmocka_unit_test(lines_are_counted_as_they_are_drawn),
		cmocka_unit_test(wide_characters_are_not_split),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
