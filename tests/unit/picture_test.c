#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "picture.h"

static struct canvas *canvas;
static struct theme *theme;

static int
make_canvas(void **state)
{
	(void)state;
	canvas = canvas_new(10, 2, GLYPHS_BRAILLE);
	theme = theme_default();
	return 0;
}

static int
free_canvas(void **state)
{
	(void)state;
	canvas_free(canvas);
	theme_free(theme);
	return 0;
}

/* Is it there as often as that? */
static void
assert_times(const struct buf *out, const char *part, int times)
{
	int found = 0;

	for (const char *at = buf_text(out); (at = strstr(at, part)); at++)
		found++;
	if (found != times)
		fail_msg("%d times and not %d: %s in\n%s", found, times, part, buf_text(out));
}

static void
draw(enum depth depth, struct buf *out)
{
	picture_svg(canvas, theme, depth, out);
}

static void
one_text_is_what_looks_the_same(void **state)
{
	autobuf out = { 0 };

	canvas_text(canvas, 0, 0, 10, ROLE_TEXT, "ab  cd");
	canvas_text(canvas, 2, 1, 10, ROLE_WARN, "x");
	canvas_text(canvas, 3, 1, 10, ROLE_OK, "y");
	draw(DEPTH_TRUE, &out);

	assert_times(&out, "<text", 3);
	/* With the blanks within, and without those behind. */
	assert_times(&out, "x=\"8.0\" y=\"21.7\" textLength=\"54.0\">ab  cd</text>", 1);
	assert_times(&out, "x=\"26.0\" y=\"38.7\" textLength=\"9.0\" fill=\"#e69f00\">x</text>", 1);
	assert_times(&out, "x=\"35.0\" y=\"38.7\" textLength=\"9.0\" fill=\"#009e73\">y</text>", 1);
	(void)state;
}

static void
glyphs_stand_in_texts_of_their_own(void **state)
{
	autobuf out = { 0 };

	canvas_text(canvas, 0, 0, 10, ROLE_TEXT, "a██⣿⣿b");
	draw(DEPTH_TRUE, &out);

	assert_times(&out, ">a<", 1);
	assert_times(&out, "lengthAdjust=\"spacingAndGlyphs\">██<", 1);
	assert_times(&out, "lengthAdjust=\"spacingAndGlyphs\">⣿⣿<", 1);
	assert_times(&out, ">b<", 1);
	(void)state;
}

static void
names_from_outside_are_text_and_no_markup(void **state)
{
	autobuf out = { 0 };

	canvas_text(canvas, 0, 0, 10, ROLE_TEXT, "<b>&\"\x01\xff");
	draw(DEPTH_TRUE, &out);

	assert_times(&out, ">&lt;b&gt;&amp;\"<", 1);
	assert_times(&out, "\xef\xbf\xbd\xef\xbf\xbd<", 1);
	(void)state;
}

static void
backgrounds_are_painted_behind_the_text(void **state)
{
	autobuf out = { 0 };
	const char *rect, *text;

	canvas_text(canvas, 1, 1, 3, ROLE_SELECTED, "abc");
	draw(DEPTH_TRUE, &out);

	assert_times(&out, "<rect", 2);
	assert_times(
		&out,
		"<rect x=\"17.0\" y=\"25.0\" width=\"27.0\" height=\"17.0\" fill=\"#0072b2\"/>", 1);
	rect = strstr(buf_text(&out), "<rect x=");
	text = strstr(buf_text(&out), "<text");
	assert_true(rect < text);
	(void)state;
}

static void
without_colours_attributes_are_drawn(void **state)
{
	autobuf out = { 0 };

	canvas_text(canvas, 0, 0, 3, ROLE_SELECTED, "abc");
	canvas_text(canvas, 0, 1, 3, ROLE_FAIL, "def");
	draw(DEPTH_MONO, &out);

	/* Reverse: the text in the colour of the ground, on that of the text. */
	assert_times(&out, "fill=\"#e5e5e5\"/>", 1);
	assert_times(&out, "fill=\"#000000\">abc<", 1);
	assert_times(&out, "font-weight=\"bold\" text-decoration=\"underline\">def<", 1);
	(void)state;
}

static void
few_colours_are_those_of_the_palette(void **state)
{
	autobuf out = { 0 };

	canvas_text(canvas, 0, 0, 3, ROLE_WARN, "abc");
	draw(DEPTH_8, &out);
	assert_times(&out, "fill=\"#cdcd00\">abc<", 1);
	(void)state;
}

static void
any_size_is_a_picture(void **state)
{
	autobuf out = { 0 };

	canvas_resize(canvas, 0, 0);
	draw(DEPTH_TRUE, &out);
	assert_times(&out, "width=\"16.0\" height=\"16.0\"", 1);
	assert_times(&out, "<text ", 0);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_text_is_what_looks_the_same, make_canvas,
						free_canvas),
		cmocka_unit_test_setup_teardown(glyphs_stand_in_texts_of_their_own, make_canvas,
						free_canvas),
		cmocka_unit_test_setup_teardown(names_from_outside_are_text_and_no_markup,
						make_canvas, free_canvas),
		cmocka_unit_test_setup_teardown(backgrounds_are_painted_behind_the_text,
						make_canvas, free_canvas),
		cmocka_unit_test_setup_teardown(without_colours_attributes_are_drawn, make_canvas,
						free_canvas),
		cmocka_unit_test_setup_teardown(few_colours_are_those_of_the_palette, make_canvas,
						free_canvas),
		cmocka_unit_test_setup_teardown(any_size_is_a_picture, make_canvas, free_canvas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
