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

static void
json_has_numbers_and_null(void **state)
{
	struct listing listing = example();
	autobuf text = { 0 };

	(void)state;
	listing_json(&listing, &text);
	assert_string_equal(buf_text(&text),
			    "[\n {\"name\":\"btrfs\",\"used\":8388608,\"state\":\"usable\"},\n"
			    " {\"name\":\"a\\\"b\\n\",\"used\":null,\"state\":\"\"}\n]\n");
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
		cmocka_unit_test(json_has_numbers_and_null),
		cmocka_unit_test(nothing_is_a_header_or_an_empty_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
