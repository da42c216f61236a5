/*
 * stats.h - what can be said from a few repeated runs, exactly.
 *
 * Everything here is exact for the sizes that occur (up to some 60 values in
 * all); no resampling, no assumption of a normal distribution. Values need not
 * be sorted. Sources and worked examples: order-statistic interval of the
 * median (binomial), Mann and Whitney 1947 for U and its counts, Wilcoxon 1945
 * for pairs, Hodges and Lehmann 1963 for the shift (here of logarithms, so a
 * ratio), Holm 1979, Mann 1945 and Kendall for trend, Theil 1950 and Sen 1968
 * for slope, Iglewicz and Hoaglin 1993 for the modified z.
 */
#ifndef RECORD_STATS_H
#define RECORD_STATS_H

#include <stdbool.h>
#include <stddef.h>

#define STATS_ALPHA 0.05
#define STATS_EPSILON 1e-12	/* what sums of chances may be off by */
#define STATS_MARGIN 0.05	/* a difference within it matters to nobody */

/*
 * What looks at pairs of values looks at the newest so many only: nobody runs
 * more rounds, but a file may say so, and a comparison must not take minutes.
 */
#define STATS_MOST 400
#define STATS_EXACT 60		/* values in all, up to which the tests are exact */

/* A sorted copy, which the caller frees. */
double *stats_sorted(const double *values, size_t n);
/* Moves both on to the newest STATS_MOST. */
void stats_newest(const double **values, size_t *n);
/* Of all n * m differences x[i] - y[j] of sorted values the one of this rank, from 0, without making them all. */
double stats_difference(const double *x, size_t n, const double *y, size_t m, size_t rank);

struct interval {
	double low, high;
	double coverage;	/* what it really covers, e.g. 0.979; 0: there is none for so few values */
};

double stats_median(const double *values, size_t n);	/* NAN when n is 0 */
/* 95 % by order statistics; none under 6 values. */
struct interval stats_median_interval(const double *values, size_t n);

/*
 * The ranks, from 1, between which the p-quantile of n values lies, with a
 * chance of 95 % or more by the binomial distribution. false: n is too small.
 */
bool stats_quantile_ranks(size_t n, double p, size_t *low, size_t *high);

struct mann_whitney {
	double u;		/* of a: #(a > b) + half of #(a = b) */
	double p;		/* two-sided, exact also with ties while n+m <= STATS_EXACT */
	double smallest_p;	/* that these sizes could give at all */
};
struct mann_whitney stats_mann_whitney(const double *a, size_t n, const double *b, size_t m);
/* Its p by the normal approximation, corrected for ties: what it takes beyond STATS_EXACT. */
double stats_mann_whitney_normal(const double *a, size_t n, const double *b, size_t m);

struct ratio {
	double estimate;	/* of a over b; NAN when it cannot be said */
	struct interval interval;	/* coverage 0: none */
};
/* Hodges-Lehmann on logarithms; all values must be positive. */
struct ratio stats_ratio(const double *a, size_t n, const double *b, size_t m);
/* The same with an interval that leaves out no more than alpha. */
struct ratio stats_ratio_at(double alpha, const double *a, size_t n, const double *b, size_t m);

/*
 * That within rounds, for runs that drifted: a[i] and b[i] are of one
 * round; of more than STATS_EXACT the newest count. p is that of Wilcoxon's
 * signed ranks over all flips of signs.
 */
struct ratio stats_paired_ratio_at(double alpha, const double *a, const double *b, size_t n, double *p);

/* Holm's step-down: p[i] is replaced by its adjusted value. */
void stats_holm(double *p, size_t n);

double stats_mean(const double *values, size_t n);	/* NAN when n is 0 */
double stats_deviation(const double *values, size_t n);	/* standard, of a sample; NAN under 2 */

/* Tukey's: 1.5 and 3 times the distance of the quartiles (Hyndman and Fan's type 7) above the upper one. */
struct fences {
	double inner, outer;	/* NAN when n is 0 */
};
struct fences stats_fences(const double *values, size_t n);

/* The middle of values and how far they lie from it, whatever a few of them are. */
struct robust {
	double median;
	double mad;	/* median of the distances from the median */
	double spread;	/* what is taken for a standard deviation: of the MAD, or of the mean distance where that is 0 */
};
struct robust stats_robust(const double *values, size_t n);
/* How far a value is from the middle of the rest, in those (modified z). */
double stats_modified_z(const struct robust *rest, double value);
/*
 * Flags times whose logarithm is far from the rest (modified z > 3.5) and that
 * are more than 5 % from the median; never drops one. n >= 5.
 */
size_t stats_outliers(const double *times, size_t n, bool *flags);
/* The first took longest, and over 1.5 times the median of the others: it has found everything cold. n >= 3. */
bool stats_first_is_slow(const double *times, size_t n);

struct drift {
	double s, z, p;		/* Mann-Kendall; p is exact up to 10 values without ties */
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
	struct interval plain;	/* of the ratio at 95 %, whatever it is one of: its width depends on no p */
	double p;		/* adjusted when it is one of several */
	double smallest_p;	/* that so many rounds could give at all */
	size_t family;		/* comparisons it is one of, of those that can be decided; 1: on its own */
	bool paired;		/* within rounds */
	bool apart;		/* every a lies on the same side of every b */
	size_t n, m;
};

/* Times that are set against each other, which are the caller's. */
struct contest {
	const double *a, *b;
	size_t n, m;
	bool paired;		/* within rounds: a[i] and b[i] are of one, and m is n */
};

/*
 * Of comparisons that are told together, as several find something by chance
 * more easily than one: p by Holm over those that can be decided at all, and
 * each interval at the level at which Holm judges its comparison, so that it
 * excludes 1 exactly when p says so (ties apart). Where the rounds are too few
 * for so many comparisons, none is decided and none has an interval.
 */
void stats_verdicts(const struct contest *contests, size_t n, struct verdict *verdicts);
/* The same of b against a. */
struct verdict stats_turned(const struct verdict *verdict);

/* "0.27x (0.26 to 0.29)", "about 3.0x" without an interval, "-" where there is none; small ones get the decimals they need. */
const char *stats_ratio_text(const struct ratio *ratio, char *out, size_t size);

const char *stats_verdict_name(enum verdict_kind kind);	/* "too_few", "faster", "slower", "small", "same", "undecided" */
/*
 * One plain sentence, "btrfs is faster: 2.8x (2.6 to 3.0), 10 rounds each";
 * returns out. Here and wherever people read it, "x" is how many times as fast.
 */
const char *stats_sentence(const struct verdict *verdict, const char *a_name, const char *b_name,
			   char *out, size_t size);

#endif
