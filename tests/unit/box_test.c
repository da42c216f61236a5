#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "widgets/box.h"

static void
frames_have_a_title_and_a_note(void **state)
{
	/* clang-format off */
	static const struct {
		int w, h;
		const char *title, *note, *want;
	} rows[] = {
		{ 20, 3, "Pools", "2/4", "╭─ Pools ──── 2/4 ─╮\n│                  │\n╰──────────────────╯\n" },
		{ 20, 2, "Pools", NULL, "╭─ Pools ──────────╮\n╰──────────────────╯\n" },
		{ 20, 2, NULL, "2/4", "╭──────────── 2/4 ─╮\n╰──────────────────╯\n" },
		{ 17, 2, "Pools", "2/4", "╭─ Pools ─ 2/4 ─╮\n╰───────────────╯\n" },
		{ 16, 2, "Pools", "2/4", "╭─ Pools ──────╮\n╰──────────────╯\n" },	/* the note goes first */
		{ 10, 2, "Pools", "2/4", "╭─ Poo… ─╮\n╰────────╯\n" },
		{ 6, 2, "Pools", "2/4", "╭────╮\n╰────╯\n" },
		{ 2, 2, "Pools", "2/4", "╭╮\n╰╯\n" },
		{ 1, 3, "Pools", "2/4", "\n\n\n" },
		{ 5, 1, "Pools", "2/4", "\n" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].w, rows[i].h, GLYPHS_BLOCK);
		autobuf out = { 0 };

		box_draw(canvas, (struct rect){ 0, 0, rows[i].w, rows[i].h }, rows[i].title,
			 rows[i].note, false);
		canvas_dump(canvas, &out);
		assert_string_equal(buf_text(&out), rows[i].want);
	}
	(void)state;
}

static void
inside_is_what_the_frame_leaves(void **state)
{
	/* clang-format off */
	static const struct {
		struct rect area, want;
	} rows[] = {
		{ { 3, 4, 20, 10 }, { 4, 5, 18, 8 } },
		{ { 0, 0, 2, 2 }, { 1, 1, 0, 0 } },
		{ { 0, 0, 1, 9 }, { 1, 1, 0, 7 } },
		{ { 0, 0, 0, 0 }, { 1, 1, 0, 0 } },
		{ { 5, 5, -7, -7 }, { 6, 6, 0, 0 } },
	};
	/* clang-format on */
	autofree(canvas) canvas = canvas_new(30, 20, GLYPHS_BLOCK);

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct rect inside = box_draw(canvas, rows[i].area, "T", "n", true);

		assert_memory_equal(&inside, &rows[i].want, sizeof(inside));
	}
	(void)state;
}

static void
focus_is_seen_without_colours_too(void **state)
{
	autofree(canvas) plain = canvas_new(9, 2, GLYPHS_ASCII);
	autofree(canvas) focused = canvas_new(9, 2, GLYPHS_ASCII);
	autobuf out = { 0 };

	box_draw(plain, (struct rect){ 0, 0, 9, 2 }, "Log", NULL, false);
	box_draw(focused, (struct rect){ 0, 0, 9, 2 }, "Log", NULL, true);
	canvas_dump(plain, &out);
	canvas_dump(focused, &out);
	canvas_dump_roles(focused, &out);
	assert_string_equal(buf_text(&out), "+- Log -+\n+-------+\n"
					    "+= Log =+\n+=======+\n"
					    "BBhhhhhBB\nBBBBBBBBB\n");
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_have_a_title_and_a_note),
		cmocka_unit_test(inside_is_what_the_frame_leaves),
		cmocka_unit_test(focus_is_seen_without_colours_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
