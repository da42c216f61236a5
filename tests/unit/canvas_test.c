#include <limits.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canvas.h"

static void
assert_shows(const struct canvas *canvas, const char *want)
{
	autobuf out = { 0 };

	canvas_dump(canvas, &out);
	assert_string_equal(buf_text(&out), want);
}

static void
text_is_cut_by_columns(void **state)
{
	/* clang-format off */
	static const struct {
		int width;
		const char *text, *want;
		int used;
	} rows[] = {
		{ 8, "launch", "launch\n", 6 },
		{ 6, "launch", "launch\n", 6 },
		{ 5, "launch", "laun…\n", 5 },
		{ 1, "launch", "…\n", 1 },
		{ 0, "launch", "\n", 0 },
		{ -3, "launch", "\n", 0 },
		{ 4, "日本", "日本\n", 4 },
		{ 3, "日本", "日…\n", 3 },
		{ 2, "日本", "…\n", 1 },	/* no half of a wide character */
		{ 8, "e\u0301a", "ea\n", 2 },	/* combining marks take no cell */
		{ 8, "a\tb\x1b[1m", "a\ufffdb\ufffd[1m\n", 7 },
		{ 8, "a\xff\xc0\xaf", "a\ufffd\ufffd\ufffd\n", 4 },
		{ 8, "\u202egnp", "gnp\n", 3 },	/* nothing turns the line round */
		{ 8, "", "\n", 0 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(8, 1, GLYPHS_BRAILLE);

		assert_int_equal(canvas_text(canvas, 0, 0, rows[i].width, ROLE_TEXT, rows[i].text),
				 rows[i].used);
		assert_shows(canvas, rows[i].want);
	}
	(void)state;
}

static void
ascii_canvas_shows_ascii_only(void **state)
{
	autofree(canvas) canvas = canvas_new(10, 1, GLYPHS_ASCII);

	canvas_text(canvas, 0, 0, 6, ROLE_TEXT, "é日a\u0301bcdef");
	canvas_put(canvas, 9, 0, U'█', ROLE_TEXT, 0);
	assert_shows(canvas, "??a?b~   ?\n");
	(void)state;
}

static void
right_hand_text_ends_at_its_width(void **state)
{
	static const struct {
		int width;
		const char *want;
	} rows[] = {
		{ 8, "  0.88 s\n" }, { 6, "0.88 s\n" }, { 4, "0.8…\n" }, { 0, "\n" }, { -1, "\n" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(8, 1, GLYPHS_BLOCK);

		canvas_text_right(canvas, 0, 0, rows[i].width, ROLE_TEXT, "0.88 s");
		assert_shows(canvas, rows[i].want);
	}
	(void)state;
}

static void
printf_is_text(void **state)
{
	autofree(canvas) canvas = canvas_new(8, 1, GLYPHS_BLOCK);

	assert_int_equal(canvas_printf(canvas, 1, 0, 7, ROLE_OK, "%d of %s", 3, "10"), 7);
	assert_shows(canvas, " 3 of 10\n");
	(void)state;
}

/* Cells around the canvas would be found by the sanitizer; what is inside must stay as it is. */
static void
nothing_is_drawn_outside(void **state)
{
	static const struct {
		int x, y;
	} places[] = {
		{ -1, 0 }, { 4, 0 }, { 0, -1 }, { 0, 2 }, { INT_MIN, 0 }, { 0, INT_MAX }, { -9, 1 },
	};
	autofree(canvas) canvas = canvas_new(4, 2, GLYPHS_BRAILLE);

	for (size_t i = 0; i < COUNTOF(places); i++) {
		canvas_put(canvas, places[i].x, places[i].y, 'x', ROLE_TEXT, 0);
		canvas_fill(canvas, (struct rect){ places[i].x, places[i].y, -1, 3 }, 'x',
			    ROLE_TEXT);
		canvas_mark(canvas, (struct rect){ places[i].x, places[i].y, 0, 0 }, ATTR_BOLD);
	}
	canvas_fill(canvas, (struct rect){ INT_MAX, 0, INT_MAX, INT_MAX }, 'x', ROLE_TEXT);
	assert_shows(canvas, "\n\n");
	canvas_fill(canvas, (struct rect){ INT_MIN, -5, INT_MAX, 100 }, 'x', ROLE_TEXT);
	assert_shows(canvas, "\n\n");
	canvas_fill(canvas, (struct rect){ -5, 1, INT_MAX, INT_MAX }, 'x', ROLE_TEXT);
	assert_shows(canvas, "\nxxxx\n");
	(void)state;
}

static void
text_beyond_the_edge_is_cut_off(void **state)
{
	autofree(canvas) canvas = canvas_new(4, 1, GLYPHS_BRAILLE);

	assert_int_equal(canvas_text(canvas, -2, 0, 20, ROLE_TEXT, "abcdefgh"), 8);
	assert_shows(canvas, "cdef\n");
	canvas_text(canvas, -1, 0, 20, ROLE_TEXT, "日日日");
	assert_shows(canvas, " 日\n"); /* halves at both edges are blanks */
	(void)state;
}

static void
empty_canvases_can_be_drawn_on(void **state)
{
	static const struct {
		int cols, rows;
		const char *want;
	} sizes[] = {
		{ 0, 0, "" }, { 0, 2, "\n\n" }, { 3, 0, "" }, { -4, -4, "" }, { INT_MIN, 1, "\n" },
	};

	for (size_t i = 0; i < COUNTOF(sizes); i++) {
		autofree(canvas) canvas = canvas_new(sizes[i].cols, sizes[i].rows, GLYPHS_BLOCK);

		canvas_text(canvas, 0, 0, 10, ROLE_TEXT, "text");
		canvas_fill(canvas, (struct rect){ 0, 0, 5, 5 }, '#', ROLE_TEXT);
		assert_shows(canvas, sizes[i].want);
	}
	(void)state;
}

static void
half_a_wide_character_never_stays(void **state)
{
	/* clang-format off */
	static const struct {
		int x;
		char32_t ch;
		const char *want;
	} rows[] = {
		{ 2, 'a', "日a 日\n" },
		{ 3, 'a', "日 a日\n" },
		{ 1, U'本', " 本 日\n" },
		{ 2, U'本', "日本日\n" },
		{ 5, U'本', "日日\n" },	/* half of it would be outside */
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(6, 1, GLYPHS_BRAILLE);

		canvas_text(canvas, 0, 0, 6, ROLE_TEXT, "日日日");
		canvas_put(canvas, rows[i].x, 0, rows[i].ch, ROLE_TEXT, 0);
		assert_shows(canvas, rows[i].want);
	}
	(void)state;
}

static void
clip_confines_and_is_put_back(void **state)
{
	autofree(canvas) canvas = canvas_new(6, 2, GLYPHS_BRAILLE);
	struct rect before = canvas_clip(canvas, (struct rect){ 1, -3, 3, 4 });

	canvas_fill(canvas, (struct rect){ 0, 0, 6, 2 }, 'x', ROLE_TEXT);
	assert_shows(canvas, " xxx\n\n");
	canvas_text(canvas, 0, 0, 6, ROLE_TEXT, "日日日");
	assert_shows(canvas, "  日\n\n");
	canvas_clip(canvas, before);
	canvas_put(canvas, 5, 1, 'o', ROLE_TEXT, 0);
	assert_shows(canvas, "  日\n     o\n");
	canvas_clip(canvas, (struct rect){ 9, 9, 5, 5 });
	canvas_fill(canvas, (struct rect){ 0, 0, 6, 2 }, 'x', ROLE_TEXT);
	assert_shows(canvas, "  日\n     o\n");
	(void)state;
}

static void
marks_add_to_what_is_there(void **state)
{
	autofree(canvas) canvas = canvas_new(3, 1, GLYPHS_BLOCK);

	canvas_put(canvas, 1, 0, 'a', ROLE_FAIL, ATTR_BOLD);
	canvas_mark(canvas, (struct rect){ 1, 0, 9, 9 }, ATTR_REVERSE);
	assert_int_equal(canvas->cells[0].attr, 0);
	assert_int_equal(canvas->cells[1].attr, ATTR_BOLD | ATTR_REVERSE);
	assert_int_equal(canvas->cells[1].role, ROLE_FAIL);
	assert_int_equal(canvas->cells[2].attr, ATTR_REVERSE);
	(void)state;
}

static void
roles_are_dumped_in_the_same_shape(void **state)
{
	autofree(canvas) canvas = canvas_new(8, 2, GLYPHS_BRAILLE);
	autobuf out = { 0 };

	canvas_text(canvas, 1, 0, 7, ROLE_FAIL, "日 no");
	canvas_put_level(canvas, 0, 1, U'█', ROLE_CPU, 50);
	canvas_fill(canvas, (struct rect){ 2, 1, 3, 1 }, ' ', ROLE_SELECTED);
	canvas_dump_roles(canvas, &out);
	assert_string_equal(buf_text(&out), " XXXXX\nc sss\n");
	(void)state;
}

static void
resizing_and_clearing_start_anew(void **state)
{
	autofree(canvas) canvas = canvas_new(3, 1, GLYPHS_BLOCK);

	canvas_text(canvas, 0, 0, 3, ROLE_TEXT, "abc");
	canvas_clip(canvas, (struct rect){ 0, 0, 1, 1 });
	canvas_resize(canvas, 2, 2);
	assert_shows(canvas, "\n\n");
	canvas_text(canvas, 0, 1, 2, ROLE_TEXT, "xy");
	assert_shows(canvas, "\nxy\n");
	canvas_clear(canvas);
	assert_shows(canvas, "\n\n");
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_cut_by_columns),
		cmocka_unit_test(ascii_canvas_shows_ascii_only),
		cmocka_unit_test(right_hand_text_ends_at_its_width),
		cmocka_unit_test(printf_is_text),
		cmocka_unit_test(nothing_is_drawn_outside),
		cmocka_unit_test(text_beyond_the_edge_is_cut_off),
		cmocka_unit_test(empty_canvases_can_be_drawn_on),
		cmocka_unit_test(half_a_wide_character_never_stays),
		cmocka_unit_test(clip_confines_and_is_put_back),
		cmocka_unit_test(marks_add_to_what_is_there),
		cmocka_unit_test(roles_are_dumped_in_the_same_shape),
		cmocka_unit_test(resizing_and_clearing_start_anew),
	};

	/* Widths of characters come from the locale. */
	if (!setlocale(LC_ALL, "C.UTF-8")) {
		printf("SKIP: there is no locale C.UTF-8\n");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
