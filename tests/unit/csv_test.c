#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/csv.h"
#include "base/units.h"

static void
a_text_is_quoted_when_it_must_be_and_is_no_formula(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ NULL, "" },
		{ "", "" },
		{ "btrfs", "btrfs" },
		{ "a b", "a b" },
		{ "a,b", "\"a,b\"" },
		{ "say \"x\"", "\"say \"\"x\"\"\"" },
		{ "\"", "\"\"\"\"" },
		{ "a;b", "\"a;b\"" },	/* parts fields for readers of some languages */
		{ "=1+1", "'=1+1" },
		{ "+1", "'+1" },
		{ "-1", "'-1" },
		{ "@SUM(A1)", "'@SUM(A1)" },
		{ "a=1", "a=1" },
		{ " =1", " '=1" },
		{ "\"=1\"", "\"\"\"'=1\"\"\"" },
		{ "a;=1;-2", "\"a;'=1;'-2\"" },
		{ "\t=1", "?=1" },
		{ "\r=1\n=2", "?=1?=2" },
		{ "\xef\xbc\x9d" "1", "'\xef\xbc\x9d" "1" },	/* a wide = */
		{ "\xff,", "\"?,\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf out = { 0 };
		struct csv csv = { &out, CSV_END, false };

		csv_text(&csv, rows[i].text);
		assert_string_equal(buf_text(&out), rows[i].want);
	}
}

static void
figures_are_exact_and_empty_when_unknown(void **state)
{
	static const char *const names[] = { "a", "b", NULL };
	autobuf out = { 0 };
	struct csv csv = { &out, CSV_END, false };

	(void)state;
	csv_names(&csv, names);
	csv_number(&csv, 0);
	csv_number(&csv, UNKNOWN - 1);
	csv_number(&csv, UNKNOWN);
	csv_signed(&csv, -49152);
	csv_end_row(&csv);
	csv_seconds(&csv, 0);
	csv_seconds(&csv, 12000000001);
	csv_seconds(&csv, UNKNOWN);
	csv_real(&csv, 2.5);
	csv_real(&csv, NAN);
	csv_real(&csv, INFINITY);
	csv_end_row(&csv);
	assert_string_equal(buf_text(&out), "a,b\r\n"
					    "0,18446744073709551614,,-49152\r\n"
					    "0.000000000,12.000000001,,2.5,,\r\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_is_quoted_when_it_must_be_and_is_no_formula),
		cmocka_unit_test(figures_are_exact_and_empty_when_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
