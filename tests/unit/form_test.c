#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "widgets/form.h"

static unsigned instances, parallel, order;
static const char *const orders[] = { "interleaved", "blocks", "race", NULL };
static const struct field fields[] = {
	{ .label = "instances", .unit = "per pool", .min = 1, .max = 500, .value = &instances },
	{ .label = "parallel", .unit = "", .min = 1, .max = 64, .value = &parallel },
	{ .label = "order", .unit = "", .value = &order, .choices = orders },
};

static int
reset(void **state)
{
	(void)state;
	instances = 10;
	parallel = 4;
	order = 0;
	return 0;
}

/* Presses keys by their names; the answer of the last one. */
static bool
press(struct form_state *form, const char *names)
{
	char copy[200];
	bool taken = false;

	snprintf(copy, sizeof(copy), "%s", names);
	for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
		struct key key;

		assert_true(key_parse(name, &key));
		taken = form_key(fields, COUNTOF(fields), form, key);
	}
	return taken;
}

static void
keys_change_values(void **state)
{
	/* clang-format off */
	static const struct {
		const char *keys;
		unsigned instances, parallel, order;
	} rows[] = {
		{ "2 5 Enter", 25, 4, 0 },
		{ "2 5 Esc", 10, 4, 0 },
		{ "2 5 Backspace 7 Enter", 27, 4, 0 },
		{ "2 5", 10, 4, 0 },			/* not yet */
		{ "2 5 Down", 25, 4, 0 },		/* leaving keeps */
		{ "+ +", 12, 4, 0 },
		{ "- WheelUp", 10, 4, 0 },
		{ "2 5 +", 26, 4, 0 },
		{ "Down 8 Enter", 10, 8, 0 },
		{ "Down 6 4 Enter +", 10, 64, 0 },	/* numbers stop at their ends */
		{ "Down Down Space", 10, 4, 1 },
		{ "Down Down Enter Right", 10, 4, 2 },
		{ "Down Down Left", 10, 4, 2 },		/* choices go round */
		{ "Down Down Down Down + + +", 10, 4, 0 },
		{ "End Right Home +", 11, 4, 1 },
		{ "0 Enter", 10, 4, 0 },
		{ "5 0 1 Enter", 10, 4, 0 },
		{ "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 Enter", 10, 4, 0 },
		{ "5 0 1 Enter Backspace Enter", 50, 4, 0 },	/* what was wrong can be mended */
		{ "3 Backspace Enter", 10, 4, 0 },
		{ "5 0 1 Enter Esc 7 Enter", 7, 4, 0 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct form_state form = { 0 };

		reset(state);
		press(&form, rows[i].keys);
		assert_int_equal(instances, rows[i].instances);
		assert_int_equal(parallel, rows[i].parallel);
		assert_int_equal(order, rows[i].order);
	}
}

static void
values_out_of_range_are_told(void **state)
{
	static const struct {
		const char *keys, *complaint;
	} rows[] = {
		{ "5 0 1 Enter", "instances: 1 to 500" },
		{ "5 0 1 Down", "instances: 1 to 500" },
		{ "5 0 1", "instances: 1 to 500" },	/* at once */
		{ "5 0 1 Enter 1", "instances: 1 to 500" },
		{ "5 0 1 Backspace", "" },
		{ "5 0 1 Enter Esc", "" },
		{ "Down 0 Enter", "parallel: 1 to 64" },
		{ "- - - - - - - - - -", "instances: 1 to 500" },
		{ "5 Enter", "" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct form_state form = { 0 };

		reset(state);
		press(&form, rows[i].keys);
		assert_string_equal(form.complaint, rows[i].complaint);
	}
}

static void
too_large_a_number_stays_in_its_field(void **state)
{
	struct form_state form = { 0 };

	reset(state);
	press(&form, "9 9 9 9 9 9 9");
	assert_string_equal(form.digits, "99999");
	press(&form, "Backspace Backspace Backspace Enter");
	assert_int_equal(instances, 99);
}

static void
other_keys_are_left_to_others(void **state)
{
	/* clang-format off */
	static const struct {
		const char *keys;
		bool taken;
		unsigned instances;
	} rows[] = {
		{ "q", false, 10 },
		{ "Tab", false, 10 },
		{ "Enter", false, 10 },
		{ "Esc", false, 10 },
		{ "Left", false, 10 },
		{ "Space", false, 10 },
		{ "2 5 r", false, 25 },		/* what was typed counts for what comes next */
		{ "5 0 1 r", true, 10 },	/* nothing starts on a wrong number */
		{ "Up", true, 10 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct form_state form = { 0 };

		reset(state);
		assert_int_equal(press(&form, rows[i].keys), rows[i].taken);
		assert_int_equal(instances, rows[i].instances);
	}
	assert_false(form_key(fields, 0, &(struct form_state){ 0 }, (struct key){ .code = '+' }));
	/* A form that has become shorter. */
	assert_true(form_key(fields, 1, &(struct form_state){ .cursor = 2 },
			     (struct key){ .code = '+' }));
	assert_int_equal(instances, 11);
}

static void
fields_are_drawn_with_what_is_typed(void **state)
{
	/* clang-format off */
	static const struct {
		const char *keys;
		int w, h;
		const char *want;
	} rows[] = {
		{ "", 30, 4, "instances [    10] per pool\n"
			     "parallel  [     4]\n"
			     "order     <interleaved>\n\n" },
		{ "2 5", 30, 3, "instances [   25_] 1 to 500\n"
				"parallel  [     4]\n"
				"order     <interleaved>\n" },
		{ "5 0 1 Enter", 30, 4, "instances [  501_] 1 to 500\n"
					"parallel  [     4]\n"
					"order     <interleaved>\n"
					"instances: 1 to 500\n" },
		{ "5 0 1 Enter", 30, 2, "instances [  501_] 1 to 500\n"
					"instances: 1 to 500\n" },
		{ "Down Down", 30, 1, "order     <interleaved>\n" },	/* scrolled */
		{ "Down Down", 16, 2, "parallel  [    …\norder     <inte…\n" },
		{ "", 4, 1, "ins…\n" },
		{ "", 0, 1, "\n" },
		{ "", 9, 0, "" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].w, rows[i].h, GLYPHS_BLOCK);
		struct form_state form = { 0 };
		autobuf out = { 0 };

		reset(state);
		press(&form, rows[i].keys);
		form_draw(canvas, (struct rect){ 0, 0, rows[i].w, rows[i].h }, fields,
			  COUNTOF(fields), &form, true);
		canvas_dump(canvas, &out);
		assert_string_equal(buf_text(&out), rows[i].want);
	}
}

static void
cursor_is_seen_where_the_keys_are(void **state)
{
	autofree(canvas) canvas = canvas_new(28, 1, GLYPHS_BLOCK);
	struct form_state form = { 0 };
	autobuf out = { 0 };

	form_draw(canvas, (struct rect){ 0, 0, 28, 1 }, fields, COUNTOF(fields), &form, true);
	canvas_dump_roles(canvas, &out);
	form_draw(canvas, (struct rect){ 0, 0, 28, 1 }, fields, COUNTOF(fields), &form, false);
	canvas_dump_roles(canvas, &out);
	assert_string_equal(buf_text(&out), "ttttttttt ssssssss dddddddd\n"
					    "ttttttttt hhhhhhhh dddddddd\n");
	(void)state;
}

static void
a_text_is_shown_and_left_to_others(void **state)
{
	const struct field texts[] = {
		{ .label = "label", .unit = "", .text = "before", .help = "to find it again" },
		{ .label = "fill", .unit = "MiB", .max = 9, .value = &instances },
	};
	static const char *const left[] = { "Enter", "7", "+", "Space", "x" };
	autofree(canvas) canvas = canvas_new(32, 4, GLYPHS_BLOCK);
	struct form_state form = { 0 };
	autobuf out = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(left); i++) {
		struct key key;

		assert_true(key_parse(left[i], &key));
		assert_false(form_key(texts, COUNTOF(texts), &form, key));
	}
	assert_int_equal(form_draw(canvas, (struct rect){ 0, 0, 32, 1 }, texts, COUNTOF(texts),
				   &form, true),
			 1);
	assert_int_equal(form_draw(canvas, (struct rect){ 0, 0, 20, 2 }, texts, COUNTOF(texts),
				   &form, true),
			 0);
	canvas_clear(canvas);
	form_draw(canvas, (struct rect){ 0, 0, 32, 4 }, texts, COUNTOF(texts), &form, true);
	canvas_dump(canvas, &out);
	assert_string_equal(buf_text(&out), "label [before]\n"
					    "fill  [    10] MiB\n"
					    "\n"
					    "to find it again\n");
}

static void
a_choice_that_is_none_is_not_looked_up(void **state)
{
	autofree(canvas) canvas = canvas_new(20, 1, GLYPHS_BLOCK);
	struct form_state form = { 0 };
	autobuf out = { 0 };

	order = UINT_MAX;
	form_draw(canvas, (struct rect){ 0, 0, 20, 1 }, &fields[2], 1, &form, true);
	canvas_dump(canvas, &out);
	assert_string_equal(buf_text(&out), "order <?>\n");
	form_key(&fields[2], 1, &form, (struct key){ .code = '+' });
	assert_int_equal(order, 0);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(keys_change_values, reset),
		cmocka_unit_test_setup(values_out_of_range_are_told, reset),
		cmocka_unit_test_setup(too_large_a_number_stays_in_its_field, reset),
		cmocka_unit_test_setup(other_keys_are_left_to_others, reset),
		cmocka_unit_test_setup(fields_are_drawn_with_what_is_typed, reset),
		cmocka_unit_test_setup(cursor_is_seen_where_the_keys_are, reset),
		cmocka_unit_test_setup(a_text_is_shown_and_left_to_others, reset),
		cmocka_unit_test_setup(a_choice_that_is_none_is_not_looked_up, reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
