/*
 * stats.h - what can be said from a few repeated runs, exactly.
 *
 * Everything here is exact for the sizes that occur (up to some 60 values in
 * all); no resampling, no assumption of a normal distribution. Values need not
 * be sorted. Sources and worked examples: order-statistic interval of the
 * median (binomial), Mann and Whitney 1947 for U and its counts, Hodges and
 * Lehmann 1963 for the shift (here of logarithms, so a ratio), Holm 1979,
 * Mann 1945 and Kendall for trend, Theil 1950 and Sen 1968 for slope.
 */
#ifndef RECORD_STATS_H
#define RECORD_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
	double low, high;
	double coverage;	/* what it really covers, e.g. 0.979; 0: there is none for so few values */
};

double stats_median(const double *values, size_t n);	/* NAN when n is 0 */
/* 95 % by order statistics; none under 6 values. */
struct interval stats_median_interval(const double *values, size_t n);

struct mann_whitney {
	double u;		/* of a: #(a > b) + half of #(a = b) */
	double p;		/* two-sided, exact also with ties while n+m <= 60 */
	double smallest_p;	/* that these sizes could give at all */
};
struct mann_whitney stats_mann_whitney(const double *a, size_t n, const double *b, size_t m);

struct ratio {
	double estimate;	/* of a over b; NAN when it cannot be said */
	struct interval interval;	/* coverage 0: none */
};
/* Hodges-Lehmann on logarithms; all values must be positive. */
struct ratio stats_ratio(const double *a, size_t n, const double *b, size_t m);

/* The same within rounds, for runs that drifted: a[i] and b[i] are of one round. p by sign flips. */
struct ratio stats_paired_ratio(const double *a, const double *b, size_t n, double *p);

/* Holm's step-down: p[i] is replaced by its adjusted value. */
void stats_holm(double *p, size_t n);

/* Flags values far from the rest (modified z > 3.5 and more than 5 % away); never drops one. n >= 5. */
size_t stats_outliers(const double *values, size_t n, bool *flags);

struct drift {
	double s, z, p;		/* Mann-Kendall */
	double change;		/* first to last by the Theil-Sen line, as a part of the median: 0.42 is +42 % */
	bool found;		/* p < 0.01 and more than 5 % */
};
struct drift stats_drift(const double *values, size_t n);

enum verdict_kind {
	VERDICT_TOO_FEW,
	VERDICT_FASTER,		/* a takes less time */
	VERDICT_SLOWER,
	VERDICT_SMALL,		/* real, but inside the margin */
	VERDICT_SAME,		/* no difference larger than the margin */
	VERDICT_UNDECIDED,
};

struct verdict {
	enum verdict_kind kind;
	struct ratio ratio;	/* time of a over time of b */
	double p;		/* adjusted when the caller compares several */
	size_t n, m;
};

#define STATS_MARGIN 0.05

/* Times a against times b. `p_adjusted`: of stats_holm, NAN: take the plain one. */
struct verdict stats_verdict(const double *a, size_t n, const double *b, size_t m, double p_adjusted);

/* One plain sentence, "btrfs is faster: 2.8x (2.6 to 3.0), 10 rounds each"; returns out. */
const char *stats_sentence(const struct verdict *verdict, const char *a_name, const char *b_name,
			   char *out, size_t size);

#endif
