#include "base/units.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/mem.h"

static void
time_has_three_digits_and_its_unit(void **state)
{
	static const struct {
		uint64_t ns;
		const char *want;
	} rows[] = {
		{ 0, "0.00 ms" },
		{ 35200000, "35.2 ms" },
		{ 9990000, "9.99 ms" },
		{ 9999000, "10.0 ms" },		/* rounds up into the next form */
		{ 99940000, "99.9 ms" },
		{ 100000000, "0.100 s" },
		{ 881000000, "0.881 s" },
		{ 999400000, "0.999 s" },
		{ 999600000, "1.00 s" },
		{ 9994000000, "9.99 s" },
		{ 9996000000, "10.0 s" },
		{ 12100000000, "12.1 s" },
		{ 99960000000, "100 s" },
		{ 3600000000000, "3600 s" },
		{ UNKNOWN - 1, "18446744074 s" },
		{ UNKNOWN, "?" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char out[UNITS_LEN];

		assert_string_equal(units_time(out, rows[i].ns), rows[i].want);
	}
}

static void
about_is_as_coarse_as_an_estimate(void **state)
{
	static const struct {
		double s;
		const char *want;
	} rows[] = {
		{ 0, "1 s" },	       { 0.4, "1 s" },	       { 1.2, "2 s" },
		{ 59, "59 s" },	       { 60, "1 min" },	       { 89, "1 min" },
		{ 90, "2 min" },       { 3569, "59 min" },     { 3570, "1 h 0 min" },
		{ 7800, "2 h 10 min" },
	};
	char out[UNITS_LEN];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_string_equal(units_about(out, (uint64_t)(rows[i].s * 1e9)), rows[i].want);
}

static void
span_counts_in_minutes_then_hours(void **state)
{
	static const struct {
		uint64_t ns;
		const char *want;
	} rows[] = {
		{ 0, "00:00" },
		{ 999999999, "00:00" },
		{ 68000000000, "01:08" },
		{ 3599000000000, "59:59" },
		{ 3600000000000, "1:00:00" },
		{ 3723000000000, "1:02:03" },
		{ 400000000000000, "111:06:40" },
		{ UNKNOWN, "?" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char out[UNITS_LEN];

		assert_string_equal(units_span(out, rows[i].ns), rows[i].want);
	}
}

static void
size_is_binary(void **state)
{
	static const struct {
		uint64_t bytes;
		const char *want;
	} rows[] = {
		{ 0, "0 B" },
		{ 999, "999 B" },
		{ 1000, "0.98 KiB" },		/* never four digits */
		{ 1024, "1.00 KiB" },
		{ 1536, "1.50 KiB" },
		{ 325058560, "310 MiB" },
		{ UINT64_C(1) << 30, "1.00 GiB" },
		{ UINT64_C(5) << 40, "5.00 TiB" },
		{ UNKNOWN - 1, "16.0 EiB" },
		{ UNKNOWN, "?" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char out[UNITS_LEN];

		assert_string_equal(units_size(out, rows[i].bytes), rows[i].want);
	}
}

static void
delta_always_has_a_sign(void **state)
{
	static const struct {
		int64_t bytes;
		const char *want;
	} rows[] = {
		{ 0, "+0 B" },
		{ 325058560, "+310 MiB" },
		{ -325058560, "-310 MiB" },
		{ INT64_MIN, "-8.00 EiB" },
		{ INT64_MAX, "+8.00 EiB" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char out[UNITS_LEN];

		assert_string_equal(units_delta(out, rows[i].bytes), rows[i].want);
	}
}

static void
rates_and_percents_know_what_is_unknown(void **state)
{
	char out[UNITS_LEN];

	(void)state;
	assert_string_equal(units_rate(out, 118.2e6), "118 MB/s");
	assert_string_equal(units_rate(out, 0), "0.00 MB/s");
	assert_string_equal(units_rate(out, 1e4), "0.01 MB/s");
	assert_string_equal(units_rate(out, 4100), "4.10 kB/s");
	assert_string_equal(units_rate(out, NAN), "?");
	assert_string_equal(units_rate(out, INFINITY), "?");
	assert_string_equal(units_per_s(out, 4.214), "4.21/s");
	assert_string_equal(units_per_s(out, NAN), "?");
	assert_string_equal(units_percent(out, 62.6), "63 %");
	assert_string_equal(units_percent(out, NAN), "?");
	assert_string_equal(units_percent(out, -INFINITY), "?");
}

static void
no_figure_is_too_large_for_its_room(void **state)
{
	char out[UNITS_LEN];

	(void)state;
	assert_true(strlen(units_rate(out, DBL_MAX)) < UNITS_LEN);
	assert_true(strlen(units_per_s(out, DBL_MAX)) < UNITS_LEN);
	assert_true(strlen(units_percent(out, -DBL_MAX)) < UNITS_LEN);
}

static void
reads_sizes(void **state)
{
	static const struct {
		const char *text;
		int result;
		uint64_t want;
	} rows[] = {
		{ "4096", 0, 4096 },
		{ "0", 0, 0 },
		{ "256MiB", 0, UINT64_C(256) << 20 },
		{ "256 mib", 0, UINT64_C(256) << 20 },
		{ "1GiB", 0, UINT64_C(1) << 30 },
		{ "2k", 0, 2048 },
		{ "3T", 0, UINT64_C(3) << 40 },
		{ "7B", 0, 7 },
		{ "16777215TiB", 0, UINT64_C(16777215) << 40 },
		{ "18446744073709551615", 0, UINT64_MAX },
		{ "16777216TiB", -1, 0 },	/* 2^64 */
		{ "18446744073709551616", -1, 0 },
		{ "", -1, 0 },
		{ "MiB", -1, 0 },
		{ "-1", -1, 0 },
		{ "+1", -1, 0 },
		{ " 1", -1, 0 },
		{ "1.5GiB", -1, 0 },
		{ "1MB", -1, 0 },		/* 10^6 or 2^20? not ours to guess */
		{ "1GiBx", -1, 0 },
		{ "0x10", -1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		uint64_t bytes = 12345;

		assert_int_equal(units_parse_size(rows[i].text, &bytes), rows[i].result);
		assert_true(bytes == (rows[i].result ? 12345 : rows[i].want));
	}
}

static void
axes_end_at_round_numbers(void **state)
{
	/* clang-format off */
	static const struct {
		double max, want;
	} rows[] = {
		{ 0.003, 0.005 }, { 0.3, 0.5 }, { 0.2, 0.2 }, { 1, 1 }, { 1.01, 2 }, { 2, 2 },
		{ 3.6, 5 }, { 7, 10 }, { 10, 10 }, { 4200, 5000 }, { 1e12, 1e12 },
		{ 0, 1 }, { -4, 1 }, { NAN, 1 }, { INFINITY, 1 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_true(fabs(units_round_up(rows[i].max) - rows[i].want) <= rows[i].want * 1e-9);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_has_three_digits_and_its_unit),
		cmocka_unit_test(span_counts_in_minutes_then_hours),
		cmocka_unit_test(about_is_as_coarse_as_an_estimate),
		cmocka_unit_test(size_is_binary),
		cmocka_unit_test(delta_always_has_a_sign),
		cmocka_unit_test(rates_and_percents_know_what_is_unknown),
		cmocka_unit_test(no_figure_is_too_large_for_its_room),
		cmocka_unit_test(reads_sizes),
		cmocka_unit_test(axes_end_at_round_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
