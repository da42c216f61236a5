#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "layout.h"

#define MOST 12

/* A screen like those of the program: two columns, one of them a stack, and a log below. */
/* clang-format off */
static const struct panel_spec screen[] = {
	{ .band = 0, .column = 0, .min_w = 40, .min_h = 6, .pref_w = 60, .pref_h = 12, .weight = 2, .priority = 0 },
	{ .band = 0, .column = 1, .min_w = 30, .min_h = 4, .pref_w = 38, .pref_h = 8, .weight = 1, .priority = 1 },
	{ .band = 0, .column = 1, .min_w = 30, .min_h = 4, .pref_w = 38, .pref_h = 8, .weight = 1, .priority = 3 },
	{ .band = 1, .column = 0, .min_w = 20, .min_h = 3, .pref_w = 80, .pref_h = 9, .weight = 1, .priority = 2 },
};
/* clang-format on */

/* The same numbers in each run, so that a failure comes again. */
static unsigned
next_random(unsigned *seed, unsigned below)
{
	*seed = *seed * 1103515245 + 12345;
	return (*seed >> 16) % below;
}

static size_t
random_screen(unsigned *seed, struct panel_spec *panels)
{
	size_t n = 1 + next_random(seed, MOST);

	for (size_t i = 0; i < n; i++) {
		panels[i] = (struct panel_spec){
			.band = (int)next_random(seed, 4),
			.column = (int)next_random(seed, 3),
			.min_w = 1 + (int)next_random(seed, 40),
			.min_h = 1 + (int)next_random(seed, 10),
			.weight = (int)next_random(seed, 3),
			.priority = (int)next_random(seed, 6),
		};
		panels[i].pref_w = panels[i].min_w + (int)next_random(seed, 40);
		panels[i].pref_h = panels[i].min_h + (int)next_random(seed, 10);
	}
	return n;
}

static bool
overlap(struct rect a, struct rect b)
{
	return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static void
check_places(const struct panel_spec *panels, size_t n, struct rect area, int focus,
	     const struct rect *places, size_t shown)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		const struct rect *at = &places[i];

		if (at->w == 0)
			continue;
		count++;
		assert_true(at->w > 0 && at->h > 0);
		assert_true(at->x >= area.x && at->x + at->w <= area.x + area.w);
		assert_true(at->y >= area.y && at->y + at->h <= area.y + area.h);
		if (shown > 1)
			assert_true(at->w >= panels[i].min_w && at->h >= panels[i].min_h);
		for (size_t j = 0; j < i; j++)
			assert_false(places[j].w > 0 && overlap(*at, places[j]));
	}
	assert_int_equal(count, shown);
	assert_true(shown > 0);
	if (focus >= 0)
		assert_true(places[focus].w > 0);
}

/* Whether a panel that was left out could have been shown with all those that go before it. */
static void
check_priorities(const struct panel_spec *panels, size_t n, struct rect area,
		 const struct rect *places)
{
	for (size_t out = 0; out < n; out++) {
		struct panel_spec before[MOST];
		struct rect again[MOST];
		size_t m = 0;

		if (places[out].w > 0)
			continue;
		for (size_t i = 0; i < n; i++) {
			bool first = panels[i].priority < panels[out].priority ||
				     (panels[i].priority == panels[out].priority && i < out);

			if (i == out || (first && places[i].w > 0))
				before[m++] = panels[i];
		}
		assert_true(layout_place(before, m, area, -1, -1, again) < m || m == 1);
	}
}

static void
panels_stay_inside_and_apart_at_every_size(void **state)
{
	unsigned seed = 7;

	for (int w = 1; w <= 300; w += 1 + w / 20) {
		for (int h = 1; h <= 100; h += 1 + h / 20) {
			struct rect area = { 3, 2, w, h };
			struct panel_spec panels[MOST];
			struct rect places[MOST];
			size_t n = random_screen(&seed, panels);
			int focus = (int)next_random(&seed, (unsigned)n + 1) - 1;
			size_t shown = layout_place(panels, n, area, focus, -1, places);

			check_places(panels, n, area, focus, places, shown);
			if (focus < 0)
				check_priorities(panels, n, area, places);
			shown = layout_place(screen, COUNTOF(screen), area, 3, -1, places);
			check_places(screen, COUNTOF(screen), area, 3, places, shown);
		}
	}
	(void)state;
}

static void
least_priority_goes_first(void **state)
{
	/* clang-format off */
	static const struct {
		int w, h;
		const char *shown;	/* one letter a panel */
	} rows[] = {
		{ 200, 50, "yyyy" },
		{ 80, 24, "yyyy" },
		{ 70, 11, "yyyy" },
		{ 70, 10, "yy.y" },	/* the stack is too high beside the log */
		{ 70, 8, "yyy." },	/* without the log, it fits */
		{ 69, 11, "y..y" },	/* too narrow for two side by side */
		{ 40, 8, "y..." },
		{ 1, 1, "y..." },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct rect places[COUNTOF(screen)];
		char shown[COUNTOF(screen) + 1] = "";

		layout_place(screen, COUNTOF(screen), (struct rect){ 0, 0, rows[i].w, rows[i].h },
			     -1, -1, places);
		for (size_t j = 0; j < COUNTOF(screen); j++)
			shown[j] = places[j].w ? 'y' : '.';
		assert_string_equal(shown, rows[i].shown);
	}
	(void)state;
}

/* Where it would fit before, but a screen of 180x45 has the first of those areas. */
static void
what_is_for_a_large_screen_is_on_no_other(void **state)
{
	static const struct panel_spec panels[] = {
		{ .min_w = 30, .min_h = 5, .weight = 1 },
		{ .column = 1, .min_w = 30, .min_h = 5, .weight = 1, .priority = LAYOUT_LARGE },
	};
	static const struct {
		int w, h, focus;
		bool shown;
	} rows[] = {
		{ 180, 41, 0, true }, { 179, 41, 0, false }, { 180, 40, 0, false },
		{ 120, 36, 0, false }, { 120, 36, 1, true }, /* it is what has the keys */
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct rect places[COUNTOF(panels)];

		layout_place(panels, COUNTOF(panels), (struct rect){ 0, 2, rows[i].w, rows[i].h },
			     rows[i].focus, -1, places);
		assert_true((places[1].w > 0) == rows[i].shown);
		assert_true(places[0].w > 0);
	}
	(void)state;
}

static void
focus_is_kept_when_only_one_fits(void **state)
{
	struct rect places[COUNTOF(screen)];
	struct rect area = { 1, 1, 10, 2 };

	for (int focus = 0; focus < (int)COUNTOF(screen); focus++) {
		assert_int_equal(layout_place(screen, COUNTOF(screen), area, focus, -1, places), 1);
		assert_memory_equal(&places[focus], &area, sizeof(area));
	}
	(void)state;
}

static void
expanded_gets_everything(void **state)
{
	struct rect places[COUNTOF(screen)];
	struct rect area = { 0, 2, 80, 20 };

	assert_int_equal(layout_place(screen, COUNTOF(screen), area, 0, 2, places), 1);
	assert_memory_equal(&places[2], &area, sizeof(area));
	assert_int_equal(places[0].w, 0);
	(void)state;
}

static void
nothing_is_shown_where_there_is_nothing(void **state)
{
	static const struct rect areas[] = { { 0, 0, 0, 5 }, { 0, 0, 5, 0 }, { 0, 0, -3, -3 } };
	struct rect places[COUNTOF(screen)];

	for (size_t i = 0; i < COUNTOF(areas); i++)
		assert_int_equal(layout_place(screen, COUNTOF(screen), areas[i], 1, 2, places), 0);
	assert_int_equal(layout_place(screen, 0, (struct rect){ 0, 0, 80, 24 }, 1, 2, places), 0);
	/* An index that is none is as none given. */
	assert_int_equal(layout_place(screen, COUNTOF(screen), (struct rect){ 0, 0, 200, 50 }, 99,
				      99, places),
			 COUNTOF(screen));
	(void)state;
}

static void
what_is_left_is_shared_by_weight(void **state)
{
	static const struct panel_spec panels[] = {
		{ .column = 0, .min_w = 5, .pref_w = 10, .min_h = 1, .pref_h = 1, .weight = 0 },
		{ .column = 1, .min_w = 5, .pref_w = 10, .min_h = 1, .pref_h = 1, .weight = 1 },
		{ .column = 2, .min_w = 5, .pref_w = 10, .min_h = 1, .pref_h = 1, .weight = 3 },
	};
	/* clang-format off */
	static const struct {
		int w, want[3];
	} rows[] = {
		{ 15, { 5, 5, 5 } },
		{ 21, { 7, 7, 7 } },	/* towards the preferred sizes, alike */
		{ 30, { 10, 10, 10 } },
		{ 70, { 10, 20, 40 } },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct rect places[3];

		layout_place(panels, 3, (struct rect){ 0, 0, rows[i].w, 4 }, -1, -1, places);
		for (size_t j = 0; j < 3; j++) {
			assert_int_equal(places[j].w, rows[i].want[j]);
			assert_int_equal(places[j].h, 4);
		}
	}
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(panels_stay_inside_and_apart_at_every_size),
		cmocka_unit_test(least_priority_goes_first),
		cmocka_unit_test(what_is_for_a_large_screen_is_on_no_other),
		cmocka_unit_test(focus_is_kept_when_only_one_fits),
		cmocka_unit_test(expanded_gets_everything),
		cmocka_unit_test(nothing_is_shown_where_there_is_nothing),
		cmocka_unit_test(what_is_left_is_shared_by_weight),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
