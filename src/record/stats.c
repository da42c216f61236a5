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

/* Chance of i heads in n throws of a fair coin. */
static double
coin(size_t n, size_t i)
{
	double of = (double)n, heads = (double)i;

	return exp(lgamma(of + 1) - lgamma(heads + 1) - lgamma(of - heads + 1) - of * M_LN2);
}

struct interval
stats_median_interval(const double *values, size_t n)
{
	autofree_mem double *sorted = stats_sorted(values, n);
	struct interval interval = { NAN, NAN, 0 };
	double coverage = 1;

	/* The rank-th from below and from above enclose it, unless fewer lie on one side. */
	for (size_t rank = 1; 2 * rank <= n; rank++) {
		coverage -= 2 * coin(n, rank - 1);
		if (coverage < 1 - STATS_ALPHA - STATS_EPSILON)
			break;
		interval = (struct interval){ sorted[rank - 1], sorted[n - rank], coverage };
	}
	return interval;
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

static double
mean_distance(const double *distances, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += distances[i];
	return sum / (double)n;
}

/* What is taken for a standard deviation: either factor makes it that of a normal distribution. */
static double
robust_spread(const double *values, size_t n, double median)
{
	autofree_mem double *distances = xmalloc(n * sizeof(*distances));
	double spread;

	for (size_t i = 0; i < n; i++)
		distances[i] = fabs(values[i] - median);
	spread = stats_median(distances, n) / 0.6745;
	return spread == 0 ? 1.253314 * mean_distance(distances, n) : spread;
}

double
stats_modified_z(const double *values, size_t n, double value)
{
	double median = stats_median(values, n);
	double spread = robust_spread(values, n, median);

	return spread == 0 ? 0 : (value - median) / spread;
}

size_t
stats_outliers(const double *values, size_t n, bool *flags)
{
	double median = stats_median(values, n);
	double spread = robust_spread(values, n, median);
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		double distance = fabs(values[i] - median);

		flags[i] = n >= 5 && distance > 3.5 * spread && distance > 0.05 * fabs(median);
		found += flags[i];
	}
	return found;
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
