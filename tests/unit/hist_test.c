#include "record/hist.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "base/mem.h"
#include "base/units.h"

static void
empty_knows_nothing(void **state)
{
	struct hist hist;

	(void)state;
	hist_init(&hist);
	assert_int_equal(hist_median(&hist), UNKNOWN);
	assert_int_equal(hist_quantile(&hist, 0.5), UNKNOWN);
	assert_int_equal(hist_p95_or_max(&hist).value, UNKNOWN);
	assert_int_equal(hist.min, UNKNOWN);
	hist_wipe(&hist);
}

static void
median_takes_the_middle(void **state)
{
	/* clang-format off */
	static const struct { uint64_t v[4]; size_t n; uint64_t want; } rows[] = {
		{ { 7 },          1, 7 },	/* one sample is its own median */
		{ { 90, 1, 5 },   3, 5 },	/* an outlier does not move it */
		{ { 9, 1, 4, 6 }, 4, 5 },	/* even: half-way between the two */
		{ { 0, 0 },       2, 0 },
		{ { UINT64_MAX - 1, UINT64_MAX - 3 }, 2, UINT64_MAX - 2 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct hist hist;

		hist_init(&hist);
		for (size_t k = 0; k < rows[i].n; k++)
			hist_add(&hist, rows[i].v[k]);
		assert_int_equal(hist_median(&hist), rows[i].want);
		hist_wipe(&hist);
	}
}

/* Example E6 of the statistics' notes: nearest rank, and p99 withheld. */
static void
quantiles_are_the_nearest_rank(void **state)
{
	struct hist hist;

	(void)state;
	hist_init(&hist);
	for (uint64_t i = 0; i < 40; i++)
		hist_add(&hist, 480 + 7 * i + i * i / 9);
	assert_int_equal(hist_quantile(&hist, 0.50), 653);
	assert_int_equal(hist_quantile(&hist, 0.95), 891);
	assert_int_equal(hist_quantile(&hist, 1.0), 922);
	assert_int_equal(hist_quantile(&hist, 1e-9), 480);
	assert_string_equal(hist_p95_or_max(&hist).name, "p95");
	assert_int_equal(hist_p95_or_max(&hist).value, 891);
	hist_wipe(&hist);
}

static void
rank_is_not_moved_by_binary_fractions(void **state)
{
	struct hist hist;

	(void)state;
	hist_init(&hist);
	for (uint64_t i = 1; i <= 100; i++)
		hist_add(&hist, i);
	for (uint64_t percent = 1; percent <= 100; percent++)
		assert_int_equal(hist_quantile(&hist, (double)percent / 100), percent);
	hist_wipe(&hist);
}

static void
under_twenty_the_tail_is_the_maximum(void **state)
{
	struct hist hist;

	(void)state;
	hist_init(&hist);
	for (uint64_t i = 1; i <= 19; i++)
		hist_add(&hist, i);
	assert_string_equal(hist_p95_or_max(&hist).name, "max");
	assert_int_equal(hist_p95_or_max(&hist).value, 19);
	hist_add(&hist, 20);
	assert_string_equal(hist_p95_or_max(&hist).name, "p95");
	assert_int_equal(hist_p95_or_max(&hist).value, 19);
	hist_wipe(&hist);
}

static void
buckets_err_by_a_32nd_upwards_at_most(void **state)
{
	struct hist hist;

	(void)state;
	for (int power = 0; power < 64; power++) {
		uint64_t value = (UINT64_C(1) << power) + (UINT64_C(1) << power) / 3;

		/* All but one are the value, so the median should read it back. */
		hist_init(&hist);
		for (int i = 0; i < 2 * HIST_EXACT; i++)
			hist_add(&hist, value);
		hist_add(&hist, UINT64_MAX - 1);
		assert_non_null(hist.buckets);
		assert_true(hist_median(&hist) >= value);
		assert_true(hist_median(&hist) - value <= value / 32);
		assert_int_equal(hist.min, value);
		assert_int_equal(hist.max, UINT64_MAX - 1);
		assert_int_equal(hist_quantile(&hist, 1), UINT64_MAX - 1);
		hist_wipe(&hist);
	}
}

static void
stays_exact_up_to_its_room(void **state)
{
	struct hist hist;

	(void)state;
	hist_init(&hist);
	for (uint64_t i = 0; i < HIST_EXACT; i++)
		hist_add(&hist, 1000003 * (i * 7 % HIST_EXACT));
	for (uint64_t rank = 1; rank <= HIST_EXACT; rank++)
		assert_int_equal(hist_quantile(&hist, (double)rank / HIST_EXACT),
				 1000003 * (rank - 1));
	hist_wipe(&hist);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_knows_nothing),
		cmocka_unit_test(median_takes_the_middle),
		cmocka_unit_test(quantiles_are_the_nearest_rank),
		cmocka_unit_test(rank_is_not_moved_by_binary_fractions),
		cmocka_unit_test(under_twenty_the_tail_is_the_maximum),
		cmocka_unit_test(buckets_err_by_a_32nd_upwards_at_most),
		cmocka_unit_test(stays_exact_up_to_its_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
