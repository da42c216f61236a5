#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/listing.h"
#include "base/units.h"

static const char *const columns[] = { "name", "used", "state", NULL };

static struct listing
example(void)
{
	struct listing listing = { .columns = columns };

	listing_text(&listing, "btrfs");
	listing_size(&listing, 8 << 20);
	listing_text(&listing, "usable");
	listing_text(&listing, "a\"b\n");
	listing_size(&listing, UNKNOWN);
	listing_text(&listing, NULL);
	return listing;
}

static void
a_table_is_aligned_clean_and_says_what_is_unknown(void **state)
{
	struct listing listing = example();
	autobuf text = { 0 };

	(void)state;
	listing_table(&listing, &text);
	assert_string_equal(buf_text(&text), "name   used      state\n"
					     "btrfs  8.00 MiB  usable\n"
					     "a\"b?   ?         -\n");
	listing_wipe(&listing);
}

/* Of what has no room in 80 columns. */
static void
the_last_columns_may_stand_below(void **state)
{
	struct listing listing = example();
	autobuf text = { 0 };

	(void)state;
	listing.n_below = 2;
	listing_text(&listing, "x");
	listing_size(&listing, 8 << 20);
	listing_text(&listing, "a reason that is too long to stand on the same line as the size, by a few words");
	listing_table(&listing, &text);
	assert_string_equal(buf_text(&text),
			    "name\nbtrfs\n    8.00 MiB, usable\na\"b?\n    ?\nx\n    8.00 MiB\n"
			    "    a reason that is too long to stand on the same line as the size, by a few words\n");
	listing_wipe(&listing);
}

/* Rows end as RFC 4180 has it, what looks like a formula is disarmed, what is unknown is empty. */
static void
csv_is_for_spreadsheets(void **state)
{
	static const char *const heads[] = { "name", "what it holds", NULL };
	struct listing listing = { .columns = heads };
	autobuf text = { 0 };

	(void)state;
	listing_text(&listing, "=1+1");
	listing_size(&listing, 8 << 20);
	listing_text(&listing, "a,\"b");
	listing_size(&listing, UNKNOWN);
	listing_csv(&listing, &text);
	assert_string_equal(buf_text(&text),
			    "name,what_it_holds\r\n'=1+1,8388608\r\n\"a,\"\"b\",\r\n");
	buf_wipe(&text);
	listing_json(&listing, &text);
	assert_non_null(strstr(buf_text(&text), "\"what_it_holds\":8388608"));
	listing_wipe(&listing);
}

static void
words_are_a_list_in_json_and_a_text_elsewhere(void **state)
{
	static const char *const heads[] = { "pools", NULL };
	struct listing listing = { .columns = heads };
	autobuf text = { 0 };

	(void)state;
	listing_words(&listing, "btrfs dir");
	listing_words(&listing, NULL);
	listing_json(&listing, &text);
	assert_string_equal(buf_text(&text),
			    "[\n {\"pools\":[\"btrfs\",\"dir\"]},\n {\"pools\":[]}\n]\n");
	buf_wipe(&text);
	listing_csv(&listing, &text);
	assert_string_equal(buf_text(&text), "pools\r\nbtrfs dir\r\n\r\n");
	listing_wipe(&listing);
}

static void
json_has_numbers_and_null(void **state)
{
	struct listing listing = example();
	autobuf text = { 0 };

	(void)state;
	listing_json(&listing, &text);
	assert_string_equal(buf_text(&text),
			    "[\n {\"name\":\"btrfs\",\"used\":8388608,\"state\":\"usable\"},\n"
			    " {\"name\":\"a\\\"b\\n\",\"used\":null,\"state\":null}\n]\n");
	listing_wipe(&listing);
}

static void
nothing_is_a_header_or_an_empty_list(void **state)
{
	struct listing listing = { .columns = columns };
	autobuf table = { 0 };
	autobuf json = { 0 };

	(void)state;
	listing_table(&listing, &table);
	listing_json(&listing, &json);
	assert_string_equal(buf_text(&table), "name  used  state\n");
	assert_string_equal(buf_text(&json), "[\n]\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_is_aligned_clean_and_says_what_is_unknown),
		cmocka_unit_test(the_last_columns_may_stand_below),
		cmocka_unit_test(csv_is_for_spreadsheets),
		cmocka_unit_test(words_are_a_list_in_json_and_a_text_elsewhere),
		cmocka_unit_test(json_has_numbers_and_null),
		cmocka_unit_test(nothing_is_a_header_or_an_empty_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
