#include "base/utf8.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void
reads_characters_and_replaces_what_is_none(void **state)
{
	/* clang-format off */
	static const struct {
		const char *text;
		uint32_t want[4];
	} rows[] = {
		{ "", { 0 } },
		{ "a", { 'a', 0 } },
		{ "\xc3\xa9", { 0xe9, 0 } },
		{ "\xe2\x82\xac!", { 0x20ac, '!', 0 } },
		{ "\xf0\x9f\x98\x80", { 0x1f600, 0 } },
		{ "\xff", { UTF8_REPLACEMENT, 0 } },
		{ "\xe2\x82", { UTF8_REPLACEMENT, UTF8_REPLACEMENT, 0 } },	/* cut off */
		{ "\xc0\x80", { UTF8_REPLACEMENT, UTF8_REPLACEMENT, 0 } },	/* overlong */
		{ "\xed\xa0\x80", { UTF8_REPLACEMENT, UTF8_REPLACEMENT, UTF8_REPLACEMENT, 0 } },
		{ "\xf4\x90\x80", { UTF8_REPLACEMENT, UTF8_REPLACEMENT, UTF8_REPLACEMENT, 0 } },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const char *at = rows[i].text;
		size_t n = 0;

		do {
			assert_int_equal(utf8_next(&at), rows[i].want[n]);
		} while (rows[i].want[n++]);
	}
}

static void
what_is_no_utf8_is_found_where_it_stands(void **state)
{
	static const struct {
		const char *text;
		size_t len, valid;
	} rows[] = {
		{ "", 0, 0 },
		{ "abc", 3, 3 },
		{ "a\0b", 3, 3 },
		{ "a\xe2\x82\xac\xf0\x9f\x98\x80", 8, 8 },
		{ "\xef\xbf\xbd", 3, 3 },
		{ "ab\xff", 3, 2 },
		{ "a\xe2\x82\xac", 3, 1 },		/* whole, but beyond what may be read */
		{ "\xc3\xa9\xed\xa0\x80", 5, 2 },	/* half a pair */
		{ "\xc0\xaf", 2, 0 },
		{ "\xf4\x90\x80\x80", 4, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(utf8_valid(rows[i].text, rows[i].len), rows[i].valid);
}

static void
measures_columns(void **state)
{
	/* clang-format off */
	static const struct {
		const char *text;
		size_t want;
	} rows[] = {
		{ "", 0 },
		{ "btrfs", 5 },
		{ "\xe6\xb1\xa0", 2 },		/* a wide one */
		{ "e\xcc\x81", 1 },		/* e with a combining accent */
		{ "\x1b[2J", 4 },		/* as the four that are shown: "?[2J" */
		{ "\xff", 1 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(utf8_columns(rows[i].text), rows[i].want);
}

static void
cut_splits_no_character(void **state)
{
	/* clang-format off */
	static const struct {
		const char *text;
		size_t room, want;
	} rows[] = {
		{ "abc", 2, 2 },
		{ "abc", 9, 3 },
		{ "a\xe2\x82\xac", 3, 1 },
		{ "a\xe2\x82\xac", 4, 4 },
		{ "\xe2\x82\xac", 0, 0 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(utf8_cut(rows[i].text, rows[i].room), rows[i].want);
}

static void
clean_leaves_nothing_a_terminal_obeys(void **state)
{
	autobuf out = { 0 };

	(void)state;
	utf8_add_clean(&out, "a\x1b]0;x\x07\xc2\x9b\xe6\xb1\xa0\xff\n");
	assert_string_equal(buf_text(&out), "a?]0;x??\xe6\xb1\xa0??");
}

static void
what_turns_letters_round_or_ends_a_line_is_not_shown(void **state)
{
	static const char *const texts[] = { "\xe2\x80\xae", "\xe2\x80\xaa", "\xe2\x81\xa6",
					     "\xe2\x81\xa9", "\xe2\x80\xa8", "\xe2\x80\xa9" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(texts); i++) {
		autobuf out = { 0 };

		utf8_add_clean(&out, texts[i]);
		assert_string_equal(buf_text(&out), "?");
	}
}

static void
a_cut_text_ends_in_an_ellipsis(void **state)
{
	static const struct {
		const char *text;
		size_t columns;
		const char *want;
	} rows[] = {
		{ "abc", 3, "abc" },
		{ "abcd", 3, "ab…" },
		{ "abcd", 1, "…" },
		{ "", 0, "" },
		{ "\xe6\xb1\xa0\xe6\xb1\xa0", 4, "\xe6\xb1\xa0\xe6\xb1\xa0" },
		{ "\xe6\xb1\xa0\xe6\xb1\xa0", 3, "\xe6\xb1\xa0…" },	/* two columns each */
		{ "\xe6\xb1\xa0\xe6\xb1\xa0", 2, "…" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf out = { 0 };

		utf8_add_cut(&out, rows[i].text, rows[i].columns);
		assert_string_equal(buf_text(&out), rows[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_characters_and_replaces_what_is_none),
		cmocka_unit_test(what_is_no_utf8_is_found_where_it_stands),
		cmocka_unit_test(measures_columns),
		cmocka_unit_test(cut_splits_no_character),
		cmocka_unit_test(clean_leaves_nothing_a_terminal_obeys),
		cmocka_unit_test(what_turns_letters_round_or_ends_a_line_is_not_shown),
		cmocka_unit_test(a_cut_text_ends_in_an_ellipsis),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
