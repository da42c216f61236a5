#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "record/chart.h"

static void
a_scale_has_a_round_end_and_few_round_ticks(void **state)
{
	static const struct {
		enum chart_quantity quantity;
		double max, high, step;
		const char *unit;
	} rows[] = {
		{ CHART_TIME, 1e9, 1e9, 2e8, "s" },
		{ CHART_TIME, 1.01e9, 1.5e9, 5e8, "s" },
		{ CHART_TIME, 12.3e9, 15e9, 5e9, "s" },
		{ CHART_TIME, 1e8, 1e8, 2e7, "s" },	/* as units.h: seconds from a tenth on */
		{ CHART_TIME, 99e6, 100e6, 20e6, "ms" },
		{ CHART_TIME, 5e3, 5e3, 1e3, "ms" },
		{ CHART_TIME, 0, 1e9, 2e8, "s" },	/* nothing to hold */
		{ CHART_TIME, -5, 1e9, 2e8, "s" },
		{ CHART_TIME, NAN, 1e9, 2e8, "s" },
		{ CHART_TIME, INFINITY, 1e9, 2e8, "s" },
		{ CHART_TIME, 1.8e19, 2e19, 5e18, "s" },
		{ CHART_RATE, 900e6, 1000e6, 200e6, "MB/s" },
		{ CHART_RATE, 1, 1, 0.2, "MB/s" },
		{ CHART_SIZE, 4.45 * 0x1p30, 5 * 0x1p30, 0x1p30, "GiB" },
		{ CHART_SIZE, 589 * 0x1p20, 600 * 0x1p20, 200 * 0x1p20, "MiB" },
		{ CHART_SIZE, 0x1p41, 2 * 0x1p40, 0.5 * 0x1p40, "TiB" },
		{ CHART_SIZE, 0, 0x1p40, 0.2 * 0x1p40, "TiB" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct chart_scale scale = chart_scale_of(rows[i].quantity, rows[i].max);

		assert_true(fabs(scale.high / rows[i].high - 1) < 1e-9);
		assert_true(fabs(scale.step / rows[i].step - 1) < 1e-9);
		assert_string_equal(scale.unit_name, rows[i].unit);
	}
}

static void
any_number_has_its_place_on_a_scale_that_holds_it(void **state)
{
	(void)state;
	for (double max = 3e3; max < 1e18; max *= 1.37) {
		struct chart_scale scale = chart_scale_of(CHART_TIME, max);
		double ticks = scale.high / scale.step;

		assert_true(scale.high >= max * (1 - 1e-9));
		assert_true(fabs(ticks - round(ticks)) < 1e-6 && ticks >= 1 && ticks <= 5 + 1e-6);
		assert_true(chart_part(&scale, max) > 0.4);
		assert_true(chart_part(&scale, 2 * scale.high) == 1);
		assert_true(chart_part(&scale, -1) == 0);
		assert_true(isnan(chart_part(&scale, NAN)));
	}
}

static void
a_text_from_outside_is_no_markup(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "btrfs", "btrfs" },
		{ "<script>", "&lt;script&gt;" },
		{ "\"'&", "&quot;&#39;&amp;" },
		{ "&lt;", "&amp;lt;" },
		{ "\x1b[2J\n\t", "?[2J??" },
		{ "\xc3\x28\xff", "?(?" },			/* no UTF-8 */
		{ "a\xe2\x80\xae" "b", "a?b" },			/* turns the order of letters round */
		{ "\xef\xbf\xbe\xef\xbf\xbf", "??" },		/* U+FFFE, U+FFFF: not in XML */
		{ "\xe6\xb1\xa0", "\xe6\xb1\xa0" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf out = { 0 };

		chart_escape(&out, rows[i].text);
		assert_string_equal(buf_text(&out), rows[i].want);
	}
}

/* What stands between the tags. */
static const char *
words_of(const struct buf *svg, char *out, size_t size)
{
	size_t n = 0;
	bool tag = false;

	for (const char *at = buf_text(svg); *at && n + 1 < size; at++) {
		if (*at == '<')
			tag = true;
		if (!tag)
			out[n++] = *at;
		if (*at == '>')
			tag = false;
	}
	out[n] = '\0';
	return out;
}

static void
a_text_is_cut_where_it_has_no_room(void **state)
{
	static const struct {
		const char *text;
		double width;
		const char *want;
	} rows[] = {
		{ "a-pool-with-a-name", 200, "a-pool-with-a-name\n" },
		{ "a-pool-with-a-name", 60, "a-pool-…\n" },
		{ "a-pool-with-a-name", 0, "a-pool-with-a-name\n" },
		{ "\xe6\xb1\xa0\xe6\xb1\xa0\xe6\xb1\xa0", 35, "\xe6\xb1\xa0\xe6\xb1\xa0…\n" },
		{ "<<<<<<<<<<<<", 35, "&lt;&lt;&lt;&lt;…\n" },	/* never within an entity */
		{ "ab", 1, "…\n" },
		{ "", 50, "\n" },
	};
	char words[256];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf out = { 0 };

		chart_text(&out, 0, 0, rows[i].width, CHART_PLAIN, CHART_START, rows[i].text);
		assert_string_equal(words_of(&out, words, sizeof(words)), rows[i].want);
	}
}

static void
a_paragraph_is_as_high_as_its_lines(void **state)
{
	static const struct {
		const char *text;
		double lines;
		const char *want;
	} rows[] = {
		{ "", 0, "" },
		{ "one two", 1, "one two\n" },
		{ "one two three four", 2, "one two three\nfour\n" },
		{ "  one   two  ", 1, "  one   two  \n" },
		{ "a wonderfully-long-word b", 3, "a\nwonderfully-l…\nb\n" },
	};
	char words[256];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf out = { 0 };

		assert_true(chart_paragraph(&out, 0, 0, 14.5 * 6.9, CHART_PLAIN, rows[i].text) ==
			    rows[i].lines * CHART_LINE);
		assert_string_equal(words_of(&out, words, sizeof(words)), rows[i].want);
	}
}

/* Calls `fn` with each point of the paths' absolute moves and lines. */
static void
each_point(const char *svg, void (*fn)(double x, double y))
{
	for (const char *at = svg; (at = strpbrk(at, "ML")) != NULL; at++) {
		double x, y;

		if (sscanf(at + 1, "%lf %lf", &x, &y) == 2)
			fn(x, y);
	}
}

static void
lies_in_the_bar(double x, double y)
{
	assert_true(x >= 10 - 0.06 && x <= 110.06);
	assert_true(y >= 20 - 0.06 && y <= 36.06);
}

static void
a_hatching_stays_within_its_bar(void **state)
{
	(void)state;
	for (unsigned mark = 0; mark < 8; mark++) {
		autobuf out = { 0 };

		chart_bar(&out, 10, 20, 100, 16, (struct chart_ink){ CHART_SKY, mark }, "<b>");
		each_point(buf_text(&out), lies_in_the_bar);
		assert_non_null(strstr(buf_text(&out), "<title>&lt;b&gt;</title>"));
	}
}

/* Colours alone would not do for everyone. */
static void
bars_and_marks_of_two_pools_differ_without_their_colour(void **state)
{
	struct buf bars[7] = { 0 };
	struct buf marks[7] = { 0 };

	(void)state;
	for (unsigned i = 0; i < COUNTOF(bars); i++) {
		chart_bar(&bars[i], 0, 0, 100, 16, (struct chart_ink){ CHART_GREY, i }, NULL);
		chart_mark(&marks[i], 0, 0, i, false, NULL);
		for (unsigned k = 0; k < i; k++) {
			assert_string_not_equal(buf_text(&bars[i]), buf_text(&bars[k]));
			assert_string_not_equal(buf_text(&marks[i]), buf_text(&marks[k]));
		}
	}
	for (unsigned i = 0; i < COUNTOF(bars); i++) {
		buf_wipe(&bars[i]);
		buf_wipe(&marks[i]);
	}
}

static void
a_file_is_whole_and_one_within_a_page_has_no_address(void **state)
{
	autobuf file = { 0 };
	autobuf page = { 0 };

	(void)state;
	chart_begin_file(&file, 100, 50, "a & b");
	chart_end(&file);
	assert_non_null(strstr(buf_text(&file), "xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\""));
	assert_non_null(strstr(buf_text(&file), "aria-label=\"a &amp; b\""));
	assert_non_null(strstr(buf_text(&file), "prefers-color-scheme"));
	assert_non_null(strstr(buf_text(&file), "</svg>"));
	chart_begin(&page, 100, 50, "");
	chart_end(&page);
	assert_null(strstr(buf_text(&page), "http"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_scale_has_a_round_end_and_few_round_ticks),
		cmocka_unit_test(any_number_has_its_place_on_a_scale_that_holds_it),
		cmocka_unit_test(a_text_from_outside_is_no_markup),
		cmocka_unit_test(a_text_is_cut_where_it_has_no_room),
		cmocka_unit_test(a_paragraph_is_as_high_as_its_lines),
		cmocka_unit_test(a_hatching_stays_within_its_bar),
		cmocka_unit_test(bars_and_marks_of_two_pools_differ_without_their_colour),
		cmocka_unit_test(a_file_is_whole_and_one_within_a_page_has_no_address),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
