#include "record/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void
stats_newest(const double **values, size_t *n)
{
	if (*n <= STATS_MOST)
		return;
	*values += *n - STATS_MOST;
	*n = STATS_MOST;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double *
stats_sorted(const double *values, size_t n)
{
	double *sorted = xmalloc(n * sizeof(*sorted));

	if (n)
		memcpy(sorted, values, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare);
	return sorted;
}

static double
middle(const double *sorted, size_t n)
{
	return n == 0 ? NAN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

double
stats_median(const double *values, size_t n)
{
	autofree_mem double *sorted = stats_sorted(values, n);

	return middle(sorted, n);
}

/* Chance of i heads in n throws of a coin that shows them with chance p. */
static double
coin(size_t n, size_t i, double p)
{
	double of = (double)n, heads = (double)i;

	return exp(lgamma(of + 1) - lgamma(heads + 1) - lgamma(of - heads + 1) + heads * log(p) +
		   (of - heads) * log1p(-p));
}

struct interval
stats_median_interval(const double *values, size_t n)
{
	autofree_mem double *sorted = stats_sorted(values, n);
	struct interval interval = { NAN, NAN, 0 };
	double coverage = 1;

	/* The rank-th from below and from above enclose it, unless fewer lie on one side. */
	for (size_t rank = 1; 2 * rank <= n; rank++) {
		coverage -= 2 * coin(n, rank - 1, 0.5);
		if (coverage < 1 - STATS_ALPHA - STATS_EPSILON)
			break;
		interval = (struct interval){ sorted[rank - 1], sorted[n - rank], coverage };
	}
	return interval;
}

/* The least number of heads that is not reached with a chance of `part` or less. */
static size_t
heads_at(size_t n, double p, double part)
{
	size_t heads = 0;
	double chance = coin(n, 0, p);

	while (chance < part - STATS_EPSILON && heads < n)
		chance += coin(n, ++heads, p);
	return heads;
}

bool
stats_quantile_ranks(size_t n, double p, size_t *low, size_t *high)
{
	size_t from = heads_at(n, p, STATS_ALPHA / 2), to = heads_at(n, p, 1 - STATS_ALPHA / 2);
	double coverage = 0;

	if (n == 0 || from == 0 || to >= n)
		return false;
	for (size_t i = from; i <= to; i++)
		coverage += coin(n, i, p);
	/* Whole ranks cover more than need be: what can be spared is, from below. */
	while ((coverage -= coin(n, from, p)) >= 1 - STATS_ALPHA)
		from++;
	*low = from;
	*high = to + 1;
	return true;
}

/* How many of the sorted values are below this one. */
static size_t
place_of(const double *sorted, size_t n, double value)
{
	size_t place = 0;

	while (place < n && sorted[place] < value)
		place++;
	return place;
}

void
stats_holm(double *p, size_t n)
{
	autofree_mem double *sorted = stats_sorted(p, n);
	autofree_mem double *adjusted = xmalloc(n * sizeof(*adjusted));

	for (size_t i = 0; i < n; i++) {
		adjusted[i] = fmin(1, (double)(n - i) * sorted[i]);
		if (i > 0)
			adjusted[i] = fmax(adjusted[i], adjusted[i - 1]);
	}
	for (size_t i = 0; i < n; i++)
		p[i] = adjusted[place_of(sorted, n, p[i])];
}

double
stats_mean(const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return n ? sum / (double)n : NAN;
}

double
stats_deviation(const double *values, size_t n)
{
	double mean = stats_mean(values, n), squares = 0;

	for (size_t i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
}

/* Between the two values of a sorted row that it lies between (type 7). */
static double
quantile_between(const double *sorted, size_t n, double p)
{
	double at = p * (double)(n - 1);
	size_t below = (size_t)at, above = below + (below + 1 < n);

	return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

struct fences
stats_fences(const double *values, size_t n)
{
	autofree_mem double *sorted = stats_sorted(values, n);
	double lower, upper;

	if (n == 0)
		return (struct fences){ NAN, NAN };
	lower = quantile_between(sorted, n, 0.25);
	upper = quantile_between(sorted, n, 0.75);
	return (struct fences){
		.inner = upper + 1.5 * (upper - lower),
		.outer = upper + 3 * (upper - lower),
	};
}

struct robust
stats_robust(const double *values, size_t n)
{
	autofree_mem double *distances = xmalloc(n * sizeof(*distances));
	struct robust it = { .median = stats_median(values, n) };

	for (size_t i = 0; i < n; i++)
		distances[i] = fabs(values[i] - it.median);
	it.mad = stats_median(distances, n);
	/* Either factor makes it the standard deviation of a normal distribution. */
	it.spread = it.mad == 0 ? 1.253314 * stats_mean(distances, n) : it.mad / 0.6745;
	return it;
}

double
stats_modified_z(const struct robust *rest, double value)
{
	return rest->spread == 0 ? 0 : (value - rest->median) / rest->spread;
}

size_t
stats_outliers(const double *times, size_t n, bool *flags)
{
	autofree_mem double *logs = xmalloc(n * sizeof(*logs));
	struct robust rest;
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		logs[i] = log(times[i]);
	rest = stats_robust(logs, n);
	for (size_t i = 0; i < n; i++) {
		double apart = expm1(logs[i] - rest.median);

		flags[i] = n >= 5 && fabs(stats_modified_z(&rest, logs[i])) > 3.5 &&
			   fabs(apart) > STATS_MARGIN;
		found += flags[i];
	}
	return found;
}

bool
stats_first_is_slow(const double *times, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (times[i] >= times[0])
			return false;
	return n >= 3 && times[0] > 1.5 * stats_median(times + 1, n - 1);
}

static int
sign(double value)
{
	return (value > 0) - (value < 0);
}

/* Chance that n values without ties, in random order, have a Kendall's S as far from 0. */
static double
kendall_exact(size_t n, double s)
{
	double ways[46] = { 1 }; /* by the number of inversions: at most 45 of 10 values */
	double all = 1, far = 0;
	size_t pairs = n * (n - 1) / 2;

	for (size_t length = 2; length <= n; length++) {
		double longer[46] = { 0 };

		for (size_t inversions = 0; inversions <= pairs; inversions++)
			for (size_t more = 0; more < length && more <= inversions; more++)
				longer[inversions] += ways[inversions - more];
		memcpy(ways, longer, sizeof(ways));
		all *= (double)length;
	}
	for (size_t inversions = 0; inversions <= pairs; inversions++)
		if (fabs((double)pairs - 2 * (double)inversions) >= fabs(s))
			far += ways[inversions];
	return far / all;
}

struct drift
stats_drift(const double *values, size_t n)
{
	struct drift drift = { .p = 1 };
	autofree_mem double *slopes = NULL;
	size_t n_slopes = 0;
	bool ties = false;
	double of;

	if (n < 2)
		return drift;
	stats_newest(&values, &n);
	slopes = xmalloc(n * n / 2 * sizeof(*slopes));
	for (size_t j = 1; j < n; j++) {
		for (size_t i = 0; i < j; i++) {
			drift.s += sign(values[j] - values[i]);
			ties |= values[j] == values[i];
			slopes[n_slopes++] = (values[j] - values[i]) / (double)(j - i);
		}
	}
	of = (double)n;
	drift.z = (drift.s - sign(drift.s)) / sqrt(of * (of - 1) * (2 * of + 5) / 18);
	drift.p = n <= 10 && !ties ? kendall_exact(n, drift.s) : erfc(fabs(drift.z) / M_SQRT2);
	drift.change = stats_median(slopes, n_slopes) * (of - 1) / stats_median(values, n);
	drift.found = n >= 8 && drift.p < 0.01 && fabs(drift.change) > STATS_MARGIN;
	return drift;
}
