/*
 * The rows named E1, E2, ... are worked examples, computed by hand or by brute
 * force over all permutations and not by this program.
 */
#include "record/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/mem.h"

#define ROOM 16

struct sample {
	size_t n;
	double v[ROOM];
};

/* clang-format off */
static const struct {
	const char *name;
	struct sample a, b;
	double median_a, median_b, u, p;
	double ratio, low, high, coverage;	/* coverage 0: none; -1: not checked */
	enum verdict_kind kind;
} rows[] = {
	{ "E1", { 3, { 2.551, 2.550, 2.718 } }, { 3, { 0.513, 0.473, 0.550 } },
	  2.551, 0.513, 9, 0.1, 4.9727096, NAN, NAN, 0, VERDICT_TOO_FEW },
	{ "E2", { 5, { 2.31, 2.28, 2.35, 2.30, 2.33 } }, { 5, { 2.10, 2.14, 2.08, 2.12, 2.29 } },
	  2.31, 2.12, 24, 0.0158730, 1.0896226, 1.0087336, 1.1190476, 0.9682540, VERDICT_SLOWER },
	{ "E3", { 10, { 10.2, 10.4, 10.1, 10.9, 10.3, 10.5, 10.0, 10.6, 10.2, 10.7 } },
	  { 10, { 10.3, 10.1, 10.6, 10.4, 10.8, 10.2, 10.5, 10.0, 10.9, 10.4 } },
	  10.35, 10.4, 47, 0.8383490, 1.0, 0.9711538, 1.0283019, 0.9567429, VERDICT_SAME },
	{ "E3b", { 5, { 1.0, 1.1, 1.1, 1.2, 1.3 } }, { 5, { 1.2, 1.3, 1.4, 1.4, 1.5 } },
	  1.1, 1.4, 2, 0.0396825, 0.8461538, 0.7142857, 1.0, 0.9682540, VERDICT_UNDECIDED },
	{ "E8, not paired", { 6, { 10.0, 10.8, 11.5, 12.1, 12.9, 13.4 } },
	  { 6, { 9.6, 10.3, 11.1, 11.5, 12.4, 12.8 } },
	  11.8, 11.3, 22.5, 0.5151515, 1.0442676, 0.8984375, 1.2072072, 0.9588745, VERDICT_UNDECIDED },
	{ "E13", { 8, { 100.2, 100.9, 99.8, 100.4, 100.1, 100.6, 99.9, 100.3 } },
	  { 8, { 100.0, 100.5, 99.7, 100.8, 100.2, 100.1, 100.7, 99.6 } },
	  100.25, 100.15, 36, 0.7038073, 1.0009985, 0.9960278, 1.0050201, 0.9501166, VERDICT_SAME },
	{ "E14", { 5, { 730, 249, 890, 562, 559 } }, { 5, { 159, 119, 104, 83, 76 } },
	  562, 104, 25, 0.0079365, 5.5975, 2.3942, 9.6053, 0.9682540, VERDICT_SLOWER },
	{ "E15", { 5, { 363, 423, 377, 324, 238 } }, { 5, { 355, 319, 312, 356, 177 } },
	  363, 319, 19, 0.2222222, 1.1379, 0.7461, 2.0508, 0.9682540, VERDICT_UNDECIDED },
	{ "ties, unequal sizes", { 3, { 1, 1, 2 } }, { 5, { 1, 2, 3, 3, 4 } },
	  1, 3, 2.5, 0.25, 0.5, NAN, NAN, -1, VERDICT_UNDECIDED },
	{ "one each", { 1, { 2 } }, { 1, { 1 } }, 2, 1, 1, 1, 2, NAN, NAN, 0, VERDICT_TOO_FEW },
	{ "nothing to compare with", { 2, { 1, 2 } }, { 0, { 0 } },
	  1.5, NAN, 0, 1, NAN, NAN, NAN, 0, VERDICT_TOO_FEW },
	{ "a time of nothing", { 5, { 0, 1, 2, 3, 4 } }, { 5, { 5, 6, 7, 8, 9 } },
	  2, 7, 0, 0.0079365, NAN, NAN, NAN, 0, VERDICT_TOO_FEW },
};
/* clang-format on */

static void
near(const char *name, double got, double want, double tolerance)
{
	if (isnan(want) ? isnan(got) : fabs(got - want) <= tolerance)
		return;
	fail_msg("%s: %.9g, not %.9g", name, got, want);
}

static void
two_samples_are_compared(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct sample *a = &rows[i].a, *b = &rows[i].b;
		struct mann_whitney test = stats_mann_whitney(a->v, a->n, b->v, b->n);
		struct ratio ratio = stats_ratio(a->v, a->n, b->v, b->n);
		/* E14 and E15 are given with four decimals. */
		double tolerance = rows[i].name[1] == '1' && rows[i].name[2] >= '4' ? 6e-5 : 1e-6;

		near(rows[i].name, stats_median(a->v, a->n), rows[i].median_a, 1e-9);
		near(rows[i].name, stats_median(b->v, b->n), rows[i].median_b, 1e-9);
		near(rows[i].name, test.u, rows[i].u, 0);
		near(rows[i].name, test.p, rows[i].p, 1e-7);
		if (!isnan(rows[i].ratio))
			near(rows[i].name, ratio.estimate, rows[i].ratio, tolerance);
		if (rows[i].coverage >= 0) {
			near(rows[i].name, ratio.interval.coverage, rows[i].coverage, 1e-7);
			near(rows[i].name, ratio.interval.low, rows[i].low, tolerance);
			near(rows[i].name, ratio.interval.high, rows[i].high, tolerance);
		}
	}
}

static struct verdict
one(struct contest contest)
{
	struct verdict verdict;

	stats_verdicts(&contest, 1, &verdict);
	return verdict;
}

static struct verdict
each(const double *a, size_t n, const double *b, size_t m)
{
	return one((struct contest){ a, b, n, m, false });
}

static void
verdicts_follow_from_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct sample *a = &rows[i].a, *b = &rows[i].b;

		if (each(a->v, a->n, b->v, b->n).kind != rows[i].kind)
			fail_msg("%s: another verdict", rows[i].name);
	}
}

static void
swapped_samples_give_the_mirrored_answer(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct sample *a = &rows[i].a, *b = &rows[i].b;
		struct mann_whitney one = stats_mann_whitney(a->v, a->n, b->v, b->n);
		struct mann_whitney other = stats_mann_whitney(b->v, b->n, a->v, a->n);
		struct ratio forth = stats_ratio(a->v, a->n, b->v, b->n);
		struct ratio back = stats_ratio(b->v, b->n, a->v, a->n);

		near(rows[i].name, one.u + other.u, (double)(a->n * b->n), 0);
		near(rows[i].name, one.p, other.p, 1e-12);
		near(rows[i].name, forth.estimate, 1 / back.estimate, 1e-12);
		near(rows[i].name, forth.interval.low, 1 / back.interval.high, 1e-12);
	}
}

/* What E8 and E13 say of samples with their U and no ties. */
static void
without_ties_p_is_that_of_the_table(void **state)
{
	/* clang-format off */
	static const struct { struct sample a, b; double u, p; } untied[] = {
		{ { 6, { 1, 2, 3, 5, 11, 12 } }, { 6, { 4, 6, 7, 8, 9, 10 } }, 13, 0.4848485 },
		{ { 8, { 1, 2, 3, 8, 13, 14, 15, 16 } }, { 8, { 4, 5, 6, 7, 9, 10, 11, 12 } }, 36, 0.7209013 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(untied); i++) {
		const struct sample *a = &untied[i].a, *b = &untied[i].b;
		struct mann_whitney test = stats_mann_whitney(a->v, a->n, b->v, b->n);

		near("U", test.u, untied[i].u, 0);
		near("p", test.p, untied[i].p, 1e-7);
	}
}

static const struct sample *
row(const char *name, bool second)
{
	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return second ? &rows[i].b : &rows[i].a;
	fail_msg("no row %s", name);
	return NULL;
}

static void
normal_approximation_corrects_for_ties(void **state)
{
	/* clang-format off */
	static const struct { const char *name; double p; } want[] = {
		{ "E3", 0.8493210 }, { "E3b", 0.0344536 }, { "E13", 0.7127873 },
		{ "E8, not paired", 0.5211100 }, { "E14", 0.0121858 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(want); i++) {
		const struct sample *a = row(want[i].name, false), *b = row(want[i].name, true);

		near(want[i].name, stats_mann_whitney_normal(a->v, a->n, b->v, b->n), want[i].p,
		     1e-7);
	}
}

/* E3b seven times over: 35 against 35. */
static void
beyond_sixty_values_the_normal_one_is_taken(void **state)
{
	const struct sample *a = row("E3b", false), *b = row("E3b", true);
	double many_a[35], many_b[35];
	struct mann_whitney test;

	(void)state;
	for (size_t i = 0; i < 35; i++) {
		many_a[i] = a->v[i % 5];
		many_b[i] = b->v[i % 5];
	}
	test = stats_mann_whitney(many_a, 35, many_b, 35);
	near("U", test.u, 98, 0);
	near("p", test.p, 8.138856640886596e-10, 1e-15);
	assert_true(stats_mann_whitney(many_a, 30, many_b, 30).p !=
		    stats_mann_whitney_normal(many_a, 30, many_b, 30));
}

static void
beyond_sixty_values_the_interval_is_the_normal_one(void **state)
{
	double a[35], b[35];
	struct ratio ratio;

	(void)state;
	for (int i = 0; i < 35; i++) {
		a[i] = 1 + (double)(i * 37 % 71) / 100;
		b[i] = 1.5 + (double)(i * 53 % 73) / 100;
	}
	ratio = stats_ratio(a, 35, b, 35);
	near("ratio", ratio.estimate, 0.7045455, 1e-7);
	near("low", ratio.interval.low, 0.6570048, 1e-7);
	near("high", ratio.interval.high, 0.7592593, 1e-7);
	near("coverage", ratio.interval.coverage, 0.95, 1e-9);
}

static void
sizes_decide_what_can_be_decided(void **state)
{
	/* clang-format off */
	static const struct { size_t n, m; double smallest; size_t k; double coverage; } sizes[] = {
		{ 2, 2, 0.3333333, 0, 0 }, { 3, 3, 0.1, 0, 0 }, { 2, 7, 0.0555556, 0, 0 },
		{ 3, 4, 0.0571429, 0, 0 },
		{ 2, 8, 0.0444444, 1, 0.9555556 },
		{ 3, 5, 0.0357143, 1, 0.9642857 },
		{ 4, 4, 0.0285714, 1, 0.9714286 },
		{ 4, 6, 0.0095238, 3, 0.9619048 },
		{ 5, 5, 0.0079365, 3, 0.9682540 },
		{ 6, 6, 0.0021645, 6, 0.9588745 },
		{ 3, 10, 0.0069930, 4, 0.9510490 },
		{ 5, 10, 0.0006660, 9, 0.9600400 },
		{ 7, 7, 0.0005828, 9, 0.9621212 },
		{ 8, 8, 0.0001554, 14, 0.9501166 },
		{ 9, 9, 0.0000411, 18, 0.9600165 },
		{ 10, 10, 0.0000108, 24, 0.9567429 },
		{ 12, 12, 0.0000007, 38, 0.9550980 },
		{ 15, 15, 0, 65, 0.9546661 },
		{ 20, 20, 0, 128, 0.9509097 },
		{ 30, 30, 0, 318, 0.9503800 },
	};
	/* clang-format on */
	double a[30], b[30], logs[900];

	(void)state;
	for (size_t i = 0; i < COUNTOF(sizes); i++) {
		size_t n = sizes[i].n, m = sizes[i].m;
		struct ratio ratio;

		/* Powers of two, so that all ratios differ and each says which pair it is of. */
		for (size_t k = 0; k < n; k++)
			a[k] = exp2((double)k * 30);
		for (size_t k = 0; k < m; k++)
			b[k] = exp2((double)k);
		for (size_t k = 0; k < n * m; k++)
			logs[k] = a[k / m] / b[k % m];
		autofree_mem double *sorted = stats_sorted(logs, n * m);

		ratio = stats_ratio(a, n, b, m);
		near("smallest p", stats_mann_whitney(a, n, b, m).smallest_p, sizes[i].smallest,
		     1e-7);
		near("coverage", ratio.interval.coverage, sizes[i].coverage, 1e-7);
		if (sizes[i].k == 0)
			continue;
		near("low", ratio.interval.low / sorted[sizes[i].k - 1], 1, 1e-9);
		near("high", ratio.interval.high / sorted[n * m - sizes[i].k], 1, 1e-9);
	}
}

static void
median_has_an_interval_from_six_values(void **state)
{
	/* clang-format off */
	static const struct { size_t n, low, high; double coverage; } ranks[] = {
		{ 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 5, 0, 0, 0 },
		{ 6, 1, 6, 0.969 }, { 7, 1, 7, 0.984 }, { 8, 1, 8, 0.992 }, { 9, 2, 8, 0.961 },
		{ 10, 2, 9, 0.979 }, { 11, 2, 10, 0.988 }, { 12, 3, 10, 0.961 }, { 15, 4, 12, 0.965 },
		{ 20, 6, 15, 0.959 }, { 25, 8, 18, 0.957 }, { 30, 10, 21, 0.957 },
		{ 40, 14, 27, 0.962 },		/* E6 */
		{ 50, 18, 33, 0.967 }, { 100, 40, 61, 0.965 },
	};
	/* clang-format on */
	double values[100];

	(void)state;
	for (size_t i = 0; i < COUNTOF(ranks); i++) {
		size_t n = ranks[i].n;
		struct interval interval;

		for (size_t k = 0; k < n; k++)
			values[k] = (double)(n - k);
		interval = stats_median_interval(values, n);
		near("coverage", interval.coverage, ranks[i].coverage, 5.1e-4);
		if (interval.coverage > 0) {
			near("low", interval.low, (double)ranks[i].low, 0);
			near("high", interval.high, (double)ranks[i].high, 0);
		}
	}
}

/* E8: what drift hides is seen within rounds. */
static void
pairs_show_what_drift_hides(void **state)
{
	const struct sample *a = row("E8, not paired", false), *b = row("E8, not paired", true);
	struct ratio ratio;
	double p;

	(void)state;
	ratio = stats_paired_ratio_at(STATS_ALPHA, a->v, b->v, 6, &p);
	near("p", p, 0.03125, 1e-12);
	near("ratio", ratio.estimate, 1.0442676, 1e-7);
	near("low", ratio.interval.low, 1.0360360, 1e-7);
	near("high", ratio.interval.high, 1.0521739, 1e-7);
	assert_int_equal(one((struct contest){ a->v, b->v, 6, 6, true }).kind, VERDICT_SMALL);
	assert_int_equal(one((struct contest){ a->v, b->v, 5, 5, true }).kind, VERDICT_TOO_FEW);
}

static void
signed_ranks_share_places_and_leave_out_zeros(void **state)
{
	/* clang-format off */
	static const struct { struct sample logs; double p; } flips[] = {
		{ { 8, { 0.1, -0.2, 0.3, 0.4, 0.5, 0.6, 0.7, -0.8 } }, 0.3125 },
		{ { 7, { 0.125, 0.125, -0.125, 0.25, 0.5, 0.5, 0.75 } }, 0.0625 },
		{ { 8, { 0.125, 0.125, -0.125, 0.25, 0.5, 0.5, 0.75, 0 } }, 0.0625 },
		{ { 3, { 0, 0, 0 } }, 1 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(flips); i++) {
		double a[ROOM], b[ROOM], p;

		/* As a times 2^steps over 2^steps back, so that equal logarithms are equal bits. */
		for (size_t k = 0; k < flips[i].logs.n; k++) {
			a[k] = exp2(fmax(0, flips[i].logs.v[k] * 40));
			b[k] = exp2(fmax(0, flips[i].logs.v[k] * -40));
		}
		stats_paired_ratio_at(STATS_ALPHA, a, b, flips[i].logs.n, &p);
		near("p", p, flips[i].p, 1e-12);
	}
}

/* E10 */
static void
holm_steps_down(void **state)
{
	double p[] = { 0.004, 0.030, 0.020, 0.400 }, equal[] = { 0.02, 0.9, 0.02 };

	(void)state;
	stats_holm(p, 4);
	near("first", p[0], 0.016, 1e-12);
	near("second", p[1], 0.060, 1e-12);
	near("third", p[2], 0.060, 1e-12);
	near("fourth", p[3], 0.400, 1e-12);
	stats_holm(equal, 3);
	near("equal", equal[0], 0.06, 1e-12);
	near("equal", equal[2], 0.06, 1e-12);
	near("large", equal[1], 0.9, 1e-12);
	stats_holm(p, 0);
}

static void
outliers_are_flagged(void **state)
{
	/* clang-format off */
	static const struct { const char *name; struct sample v; size_t found, which; double z; } samples[] = {
		{ "E4", { 10, { 4.02, 3.98, 4.05, 4.01, 6.90, 3.99, 4.03, 4.00, 4.04, 3.97 } }, 1, 4, 77.8373 },
		{ "E4b", { 8, { 10, 10, 10, 10, 10, 10, 10, 100 } }, 1, 7, 6.383077 },
		{ "far, but by less than 5 %", { 6, { 100, 100.1, 100.2, 99.9, 100, 104 } }, 0, 5, 26.64275 },
		{ "too few to say", { 4, { 1, 1.1, 1.2, 50 } }, 0, 3, 329.49325 },
		{ "all the same", { 5, { 3, 3, 3, 3, 3 } }, 0, 0, 0 },
		{ "all nothing", { 5, { 0, 0, 0, 0, 0 } }, 0, 0, 0 },
		/* Far as it stands, and not by its logarithm, z 2.53: times vary by factors. */
		{ "far as a number, not as a factor", { 7, { 5, 6, 7, 8, 9, 10, 18.5 } }, 0, 6, 3.541125 },
		{ "a factor below", { 7, { 8, 8.1, 8.2, 8, 7.9, 7.8, 2 } }, 1, 6, -40.47 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(samples); i++) {
		const struct sample *s = &samples[i].v;
		struct robust rest = stats_robust(s->v, s->n);
		bool flags[ROOM];

		near(samples[i].name, stats_modified_z(&rest, s->v[samples[i].which]), samples[i].z,
		     1e-4);
		near(samples[i].name, (double)stats_outliers(s->v, s->n, flags),
		     (double)samples[i].found, 0);
		for (size_t k = 0; k < s->n; k++)
			assert_true(flags[k] == (samples[i].found && k == samples[i].which));
	}
}

static void
a_percentile_lies_between_ranks(void **state)
{
	/* clang-format off */
	static const struct { size_t n; double p; size_t low, high; } quantiles[] = {
		{ 100, 0.95, 91, 100 }, { 200, 0.95, 184, 197 }, { 500, 0.95, 465, 485 },
		{ 500, 0.99, 491, 500 },
		{ 40, 0.5, 14, 27 },	/* E6: the median's, which has a rule of its own */
		/* Too few: a bound would lie beyond the largest, or before the smallest. */
		{ 20, 0.95, 0, 0 }, { 100, 0.99, 0, 0 }, { 3, 0.5, 0, 0 }, { 0, 0.5, 0, 0 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(quantiles); i++) {
		size_t low = 0, high = 0;
		bool there = stats_quantile_ranks(quantiles[i].n, quantiles[i].p, &low, &high);

		assert_true(there == (quantiles[i].low > 0));
		assert_int_equal(low, quantiles[i].low);
		assert_int_equal(high, quantiles[i].high);
	}
}

/* What others show of repeated runs, and ours shows in files only. */
static void
means_and_deviations(void **state)
{
	/* clang-format off */
	static const struct { const char *name; struct sample v; double mean, deviation, cv; } samples[] = {
		{ "E4", { 10, { 4.02, 3.98, 4.05, 4.01, 6.90, 3.99, 4.03, 4.00, 4.04, 3.97 } },
		  4.299, 0.9142629, 0.2126688 },
		{ "E7, a", { 3, { 2.551, 2.550, 2.718 } }, 2.6063333, 0.0967075, 0.0371048 },
		{ "E7, b", { 3, { 0.513, 0.473, 0.550 } }, 0.512, 0.0385097, 0.0752143 },
		{ "E12", { 4, { 1.0, 1.02, 0.98, 1.01 } }, 1.0025, 0.0170783, 0.017035662 },
		{ "one", { 1, { 3 } }, 3, NAN, NAN },
		{ "none", { 0, { 0 } }, NAN, NAN, NAN },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(samples); i++) {
		const struct sample *s = &samples[i].v;
		double mean = stats_mean(s->v, s->n), deviation = stats_deviation(s->v, s->n);

		near(samples[i].name, mean, samples[i].mean, 1e-6);
		near(samples[i].name, deviation, samples[i].deviation, 1e-6);
		near(samples[i].name, deviation / mean, samples[i].cv, 1e-6);
	}
}

static void
fences_stand_above_the_upper_quartile(void **state)
{
	static const double e4[] = { 4.02, 3.98, 4.05, 4.01, 6.90, 3.99, 4.03, 4.00, 4.04, 3.97 };
	struct fences fences = stats_fences(e4, COUNTOF(e4));

	(void)state;
	near("E4, inner", fences.inner, 4.105, 1e-9);
	near("E4, outer", fences.outer, 4.1725, 1e-9);
	near("one value", stats_fences(e4, 1).outer, 4.02, 1e-9);
	assert_true(isnan(stats_fences(e4, 0).inner));
}

/* E7: a ratio of means with its error, as hyperfine gives it, can be had from the figures of a
 * file. */
static void
a_ratio_of_means_follows_from_them(void **state)
{
	const struct sample *a = row("E1", false), *b = row("E1", true);
	double x = stats_mean(a->v, a->n), y = stats_mean(b->v, b->n);
	double error = hypot(stats_deviation(a->v, a->n) / x, stats_deviation(b->v, b->n) / y);

	(void)state;
	near("ratio", x / y, 5.0904948, 1e-6);
	near("error", x / y * error, 0.4269333, 1e-6);
}

/* E9: a geometric mean is the mean of logarithms. */
static void
a_geometric_mean_follows_from_logarithms(void **state)
{
	static const struct {
		struct sample v;
		double want, plain;
	} samples[] = {
		{ { 4, { 0.80, 1.25, 2.0, 0.5 } }, 1.0, 1.1375 },
		{ { 3, { 1.1, 1.3, 0.9 } }, 1.0877427, 1.1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(samples); i++) {
		const struct sample *s = &samples[i].v;
		double logs[ROOM];

		for (size_t k = 0; k < s->n; k++)
			logs[k] = log(s->v[k]);
		near("geometric", exp(stats_mean(logs, s->n)), samples[i].want, 1e-6);
		near("arithmetic", stats_mean(s->v, s->n), samples[i].plain, 1e-9);
	}
}

/* E4: MAD, and how many of them the outlier is away. */
static void
the_middle_has_a_robust_spread(void **state)
{
	static const double v[] = { 4.02, 3.98, 4.05, 4.01, 6.90, 3.99, 4.03, 4.00, 4.04, 3.97 };
	struct robust it = stats_robust(v, 10);

	(void)state;
	near("median", it.median, 4.015, 1e-12);
	near("MAD", it.mad, 0.025, 1e-12);
	near("score", (6.90 - it.median) / it.mad, 115.4, 1e-9);
}

static void
a_cold_first_round_is_seen(void **state)
{
	static const struct {
		const char *name;
		struct sample v;
		bool want;
	} samples[] = {
		{ "slowest, and far", { 4, { 3.1, 2, 1.9, 2.1 } }, true },
		{ "slowest, but not by half", { 4, { 2.9, 2, 1.9, 2.1 } }, false },
		{ "another is slower", { 4, { 3.1, 2, 3.2, 2.1 } }, false },
		{ "as slow as another", { 4, { 3.1, 2, 3.1, 2.1 } }, false },
		{ "two rounds tell nothing", { 2, { 9, 1 } }, false },
		{ "none", { 0, { 0 } }, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(samples); i++)
		if (stats_first_is_slow(samples[i].v.v, samples[i].v.n) != samples[i].want)
			fail_msg("%s", samples[i].name);
}

/* E4 also: the outlier moves neither the median nor its interval. */
static void
an_outlier_does_not_move_the_median(void **state)
{
	static const double v[] = { 4.02, 3.98, 4.05, 4.01, 6.90, 3.99, 4.03, 4.00, 4.04, 3.97 };
	struct interval interval = stats_median_interval(v, 10);

	(void)state;
	near("median", stats_median(v, 10), 4.015, 1e-12);
	near("low", interval.low, 3.98, 1e-12);
	near("high", interval.high, 4.05, 1e-12);
}

static void
drift_is_found(void **state)
{
	/* clang-format off */
	static const struct { const char *name; struct sample v; double s, z, p, change; bool found; } series[] = {
		{ "E5", { 10, { 5.00, 5.04, 5.02, 5.10, 5.13, 5.11, 5.20, 5.24, 5.22, 5.31 } },
		  39, 3.3988233, 0.00011519, 0.05859, true },
		{ "E5b", { 5, { 5.1, 5.0, 5.2, 5.05, 5.15 } }, 2, 0.2449490, 0.8166667, 0.0147059, false },
		{ "E5 and two more: too long for the exact p",
		  { 12, { 5.00, 5.04, 5.02, 5.10, 5.13, 5.11, 5.20, 5.24, 5.22, 5.31, 5.30, 5.41 } },
		  58, 3.9086352, 0.0000928, 0.0739486, true },
		{ "real, but too small to matter", { 8, { 100, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7 } },
		  28, 3.3403837, 0.0000496, 0.0069756, false },
		{ "too few", { 7, { 1, 2, 3, 4, 5, 6, 7 } }, 21, 3.0037, 0.0003968, 1.5, false },
		{ "one", { 1, { 5 } }, 0, 0, 1, 0, false },
		{ "none", { 0, { 0 } }, 0, 0, 1, 0, false },
		{ "all the same", { 9, { 5, 5, 5, 5, 5, 5, 5, 5, 5 } }, 0, 0, 1, 0, false },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(series); i++) {
		struct drift drift = stats_drift(series[i].v.v, series[i].v.n);

		near(series[i].name, drift.s, series[i].s, 0);
		near(series[i].name, drift.z, series[i].z, 1e-4);
		near(series[i].name, drift.p, series[i].p, 1e-7);
		near(series[i].name, drift.change, series[i].change, 1e-5);
		assert_true(drift.found == series[i].found);
	}
	near("E5, normal", erfc(stats_drift(series[0].v.v, 10).z / M_SQRT2), 0.00067676, 1e-8);
}

static void
more_than_anyone_runs_takes_the_newest(void **state)
{
	enum { MANY = 5000 };
	autofree_mem double *a = xmalloc(MANY * sizeof(*a));
	autofree_mem double *b = xmalloc(MANY * sizeof(*b));
	double p;

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		a[i] = i < MANY - STATS_MOST ? 1000 : 2;
		b[i] = i < MANY - STATS_MOST ? 1 : 4;
	}
	near("ratio", stats_ratio(a, MANY, b, MANY).estimate, 0.5, 1e-12);
	near("U", stats_mann_whitney(a, MANY, b, MANY).u, 0, 0);
	near("paired", stats_paired_ratio_at(STATS_ALPHA, a, b, MANY, &p).estimate, 0.5, 1e-12);
	near("drift", stats_drift(a, MANY).change, 0, 0);
}

static void
a_verdict_is_a_plain_sentence(void **state)
{
	/* clang-format off */
	static const struct { const char *row; const char *want; } sentences[] = {
		{ "E1", "too few rounds to say: 3 each. Every round of zfs was faster (about 5.0x)."
			     " 4 rounds each are the least that can decide" },
		{ "E2", "zfs is faster: 1.09x (1.01 to 1.12), 5 rounds each" },
		{ "E13", "no difference larger than 5 %" },
		{ "E14", "zfs is faster: 5.6x (2.4 to 9.6), 5 rounds each" },
		{ "E15", "not enough to say: btrfs is anywhere from 0.49x to 1.34x as fast as zfs."
			 " More rounds, or a quieter machine" },
		{ "nothing to compare with",
		  "too few rounds to say: 2 and 0. 4 rounds each are the least that can decide" },
	};
	/* clang-format on */
	char text[256];

	(void)state;
	for (size_t i = 0; i < COUNTOF(sentences); i++) {
		const struct sample *a = row(sentences[i].row, false),
				    *b = row(sentences[i].row, true);
		struct verdict verdict = each(a->v, a->n, b->v, b->n);

		assert_string_equal(stats_sentence(&verdict, "btrfs", "zfs", text, sizeof(text)),
				    sentences[i].want);
	}
}

/* Times of two of which each lies apart from all of the other. */
struct clear {
	double a[ROOM], b[ROOM];
};

static struct contest
clear_contest(struct clear *it, size_t rounds, double shift)
{
	for (size_t i = 0; i < rounds; i++) {
		it->a[i] = 100 + (double)i;
		it->b[i] = it->a[i] * shift;
	}
	return (struct contest){ it->a, it->b, rounds, rounds, false };
}

/* Four rounds decide one comparison, and never one of two; the words say how many would. */
static void
so_many_comparisons_need_so_many_rounds(void **state)
{
	static const struct {
		size_t rounds, family;
		enum verdict_kind kind;
		const char *least;
	} cases[] = {
		{ 3, 1, VERDICT_TOO_FEW, " 4 rounds each are the least" },
		{ 4, 1, VERDICT_FASTER, NULL },
		{ 4, 2, VERDICT_TOO_FEW, " 5 rounds each are the least" },
		{ 5, 2, VERDICT_FASTER, NULL },
		{ 5, 6, VERDICT_FASTER, NULL },
		{ 5, 7, VERDICT_TOO_FEW, " 6 rounds each are the least" },
		{ 6, 7, VERDICT_FASTER, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct contest contests[8];
		struct verdict verdicts[8];
		struct clear times[8];
		char text[256];

		for (size_t k = 0; k < cases[i].family; k++)
			contests[k] = clear_contest(&times[k], cases[i].rounds, 2 + (double)k);
		stats_verdicts(contests, cases[i].family, verdicts);
		stats_sentence(&verdicts[0], "btrfs", "zfs", text, sizeof(text));
		if (verdicts[0].kind != cases[i].kind)
			fail_msg("%zu rounds, %zu: %s", cases[i].rounds, cases[i].family, text);
		if (cases[i].least) {
			assert_non_null(strstr(text, cases[i].least));
			assert_true(verdicts[0].ratio.interval.coverage == 0);
		}
	}
}

static struct contest
contest_of_row(const char *name)
{
	const struct sample *a = row(name, false), *b = row(name, true);

	return (struct contest){ a->v, b->v, a->n, b->n, false };
}

/* One that cannot be decided is no part of the family, and stays so. */
static void
p_is_adjusted_over_those_that_can_be_decided(void **state)
{
	struct clear few, clear;
	const struct contest contests[] = { clear_contest(&few, 3, 2), contest_of_row("E2"),
					    clear_contest(&clear, 8, 2) };
	struct verdict verdicts[3];

	(void)state;
	stats_verdicts(contests, 3, verdicts);
	assert_int_equal(verdicts[0].kind, VERDICT_TOO_FEW);
	assert_int_equal(verdicts[0].family, 1);
	near("left as it was", verdicts[0].p, 0.1, 1e-7);
	near("the larger of two", verdicts[1].p, 0.0158730, 1e-7);
	assert_int_equal(verdicts[1].kind, VERDICT_SLOWER);
	/* Holm's last step judges it as one alone. */
	near("its interval", verdicts[1].ratio.interval.low, 1.0087336, 1e-6);
	assert_int_equal(verdicts[2].family, 2);
}

/* Alone the interval excludes 1; four of that kind may well find one such by chance. */
static void
an_interval_is_as_wide_as_its_family_asks(void **state)
{
	const struct contest e2 = contest_of_row("E2");
	const struct contest four[] = { e2, e2, e2, e2 };
	struct verdict verdicts[4];
	char text[256];

	(void)state;
	stats_verdicts(four, 4, verdicts);
	for (size_t i = 0; i < 4; i++) {
		near("p", verdicts[i].p, 0.0634921, 1e-7);
		assert_true(verdicts[i].ratio.interval.coverage >= 1 - 0.05 / 4);
		assert_true(verdicts[i].ratio.interval.low < 1);
		near("at 95 %", verdicts[i].plain.low, 1.0087336, 1e-6);
	}
	/* The smallest and the largest of the 25 ratios: 2.28 / 2.29 and 2.35 / 2.08. */
	assert_string_equal(
		stats_sentence(&verdicts[0], "btrfs", "zfs", text, sizeof(text)),
		"not enough to say: btrfs is anywhere from 0.89x to 1.00x as fast as zfs."
		" More rounds, or a quieter machine");
}

/* p by Holm and the interval that is told never say different things. */
static void
an_interval_excludes_one_exactly_when_holm_decides(void **state)
{
	enum { MANY = 6, MOST = 9 };
	double values[2 * MANY][MOST];
	unsigned seed = 7;
	size_t decided = 0, open = 0;

	(void)state;
	for (int trial = 0; trial < 300; trial++) {
		struct contest contests[MANY];
		struct verdict verdicts[MANY];

		for (size_t i = 0; i < MANY; i++) {
			size_t n = 5 + (seed >> 20) % 5;

			for (size_t k = 0; k < MOST; k++) {
				seed = seed * 1103515245 + 12345;
				values[2 * i][k] = 1 + (seed >> 8) * 1e-8;
				seed = seed * 1103515245 + 12345;
				values[2 * i + 1][k] =
					(1 + (seed >> 8) * 1e-8) * (1 + 0.03 * (double)i);
			}
			contests[i] =
				(struct contest){ values[2 * i], values[2 * i + 1], n, n, false };
		}
		stats_verdicts(contests, MANY, verdicts);
		for (size_t i = 0; i < MANY; i++) {
			const struct interval *it = &verdicts[i].ratio.interval;
			bool excludes = it->coverage > 0 && (it->low > 1 || it->high < 1);

			if (excludes != (verdicts[i].p <= 0.05))
				fail_msg("trial %d, %zu: p %g, %g to %g", trial, i, verdicts[i].p,
					 it->low, it->high);
			decided += excludes;
			open += !excludes;
		}
	}
	assert_true(decided > 50 && open > 50);
}

static void
a_verdict_turned_is_that_of_the_other_way_round(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct sample *a = &rows[i].a, *b = &rows[i].b;
		struct verdict forth = each(a->v, a->n, b->v, b->n);
		struct verdict back = each(b->v, b->n, a->v, a->n), turned = stats_turned(&forth);

		assert_int_equal(turned.kind, back.kind);
		assert_int_equal(turned.n, back.n);
		near(rows[i].name, turned.ratio.estimate, back.ratio.estimate, 1e-9);
		near(rows[i].name, turned.ratio.interval.low, back.ratio.interval.low, 1e-9);
		near(rows[i].name, turned.ratio.interval.high, back.ratio.interval.high, 1e-9);
	}
}

static void
a_ratio_has_the_digits_it_needs(void **state)
{
	static const struct {
		struct ratio ratio;
		const char *want;
	} texts[] = {
		{ { 1.1, { 1.05, 1.15, 0.95 } }, "1.10x (1.05 to 1.15)" },
		{ { 0.05, { 0.048, 0.0534, 0.95 } }, "0.050x (0.048 to 0.053)" },
		{ { 0.0042, { NAN, NAN, 0 } }, "about 0.0042x" },
		{ { 240, { 200, 300, 0.95 } }, "240x (200 to 300)" },
		{ { NAN, { NAN, NAN, 0 } }, "-" },
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < COUNTOF(texts); i++)
		assert_string_equal(stats_ratio_text(&texts[i].ratio, text, sizeof(text)),
				    texts[i].want);
}

static void
the_faster_one_is_named_whichever_comes_first(void **state)
{
	const struct sample *a = row("E14", false), *b = row("E14", true);
	struct verdict verdict = each(b->v, b->n, a->v, a->n);
	char text[256];

	(void)state;
	assert_int_equal(verdict.kind, VERDICT_FASTER);
	assert_string_equal(stats_sentence(&verdict, "btrfs", "zfs", text, sizeof(text)),
			    "btrfs is faster: 5.6x (2.4 to 9.6), 5 rounds each");
}

static void
a_small_difference_says_whose(void **state)
{
	static const double a[] = { 1.020, 1.021, 1.022, 1.023, 1.024 };
	static const double b[] = { 1.000, 1.001, 1.002, 1.003, 1.004 };
	struct verdict verdict = each(a, 5, b, 5);
	char text[256];

	(void)state;
	assert_int_equal(verdict.kind, VERDICT_SMALL);
	assert_string_equal(stats_sentence(&verdict, "btrfs", "zfs", text, sizeof(text)),
			    "a small difference: 1.02x (1.02 to 1.02) in favour of zfs");
}

/* Numbers that come twice now and then, as times in milliseconds do. */
static double *
some_values(size_t n, unsigned seed)
{
	double *values = xmalloc(n * sizeof(*values));

	for (size_t i = 0; i < n; i++) {
		seed = seed * 1103515245 + 12345;
		values[i] = 1 + (seed >> 16) % 300 / 100.0;
	}
	return values;
}

static void
differences_are_found_without_sorting_them(void **state)
{
	static const struct {
		size_t n, m;
	} sizes[] = { { 1, 1 }, { 1, 9 }, { 8, 3 }, { 40, 31 } };

	(void)state;
	for (size_t s = 0; s < COUNTOF(sizes); s++) {
		size_t n = sizes[s].n, m = sizes[s].m;
		autofree_mem double *a = some_values(n, 1);
		autofree_mem double *b = some_values(m, 2);
		autofree_mem double *x = stats_sorted(a, n);
		autofree_mem double *y = stats_sorted(b, m);
		autofree_mem double *all = xmalloc(n * m * sizeof(*all));
		autofree_mem double *sorted = NULL;

		for (size_t i = 0; i < n * m; i++)
			all[i] = x[i / m] - y[i % m];
		sorted = stats_sorted(all, n * m);
		for (size_t rank = 0; rank < n * m; rank++)
			assert_true(stats_difference(x, n, y, m, rank) == sorted[rank]);
	}
}

/* The bounds of the normal approximation are the k-th from below and from above. */
static void
many_rounds_give_the_same_ratio_as_all_pairs_sorted(void **state)
{
	size_t n = 50, m = 45;
	autofree_mem double *a = some_values(n, 3);
	autofree_mem double *b = some_values(m, 4);
	autofree_mem double *logs = xmalloc(n * m * sizeof(*logs));
	autofree_mem double *sorted = NULL;
	struct ratio ratio = stats_ratio(a, n, b, m);
	/* floor(1125 + 0.5 - 1.959964 sqrt(2250 96 / 12)) */
	size_t k = 862;

	(void)state;
	for (size_t i = 0; i < n * m; i++)
		logs[i] = log(a[i / m] / b[i % m]);
	sorted = stats_sorted(logs, n * m);
	near("50 and 45", ratio.estimate, exp(stats_median(logs, n * m)), 1e-12);
	near("50 and 45", ratio.interval.low, exp(sorted[k - 1]), 1e-12);
	near("50 and 45", ratio.interval.high, exp(sorted[n * m - k]), 1e-12);
	near("50 and 45", ratio.interval.coverage, 0.95, 1e-12);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_samples_are_compared),
		cmocka_unit_test(verdicts_follow_from_them),
		cmocka_unit_test(swapped_samples_give_the_mirrored_answer),
		cmocka_unit_test(without_ties_p_is_that_of_the_table),
		cmocka_unit_test(normal_approximation_corrects_for_ties),
		cmocka_unit_test(beyond_sixty_values_the_normal_one_is_taken),
		cmocka_unit_test(beyond_sixty_values_the_interval_is_the_normal_one),
		cmocka_unit_test(sizes_decide_what_can_be_decided),
		cmocka_unit_test(median_has_an_interval_from_six_values),
		cmocka_unit_test(pairs_show_what_drift_hides),
		cmocka_unit_test(signed_ranks_share_places_and_leave_out_zeros),
		cmocka_unit_test(holm_steps_down),
		cmocka_unit_test(outliers_are_flagged),
		cmocka_unit_test(a_percentile_lies_between_ranks),
		cmocka_unit_test(means_and_deviations),
		cmocka_unit_test(fences_stand_above_the_upper_quartile),
		cmocka_unit_test(a_ratio_of_means_follows_from_them),
		cmocka_unit_test(a_geometric_mean_follows_from_logarithms),
		cmocka_unit_test(the_middle_has_a_robust_spread),
		cmocka_unit_test(a_cold_first_round_is_seen),
		cmocka_unit_test(an_outlier_does_not_move_the_median),
		cmocka_unit_test(drift_is_found),
		cmocka_unit_test(more_than_anyone_runs_takes_the_newest),
		cmocka_unit_test(a_verdict_is_a_plain_sentence),
		cmocka_unit_test(so_many_comparisons_need_so_many_rounds),
		cmocka_unit_test(p_is_adjusted_over_those_that_can_be_decided),
		cmocka_unit_test(an_interval_is_as_wide_as_its_family_asks),
		cmocka_unit_test(an_interval_excludes_one_exactly_when_holm_decides),
		cmocka_unit_test(a_verdict_turned_is_that_of_the_other_way_round),
		cmocka_unit_test(a_ratio_has_the_digits_it_needs),
		cmocka_unit_test(the_faster_one_is_named_whichever_comes_first),
		cmocka_unit_test(a_small_difference_says_whose),
		cmocka_unit_test(differences_are_found_without_sorting_them),
		cmocka_unit_test(many_rounds_give_the_same_ratio_as_all_pairs_sorted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
