/* The tests on ranks, and the ratios whose intervals turn them round. */
#include "record/stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* Twice the rank, so that it is a whole number also with ties: 2, 4, 6, or 3, 3, 6. */
static unsigned
doubled_rank(double value, const double *sorted, size_t n)
{
	size_t below = 0, up_to;

	while (below < n && sorted[below] < value)
		below++;
	for (up_to = below; up_to < n && sorted[up_to] == value; up_to++)
		;
	return (unsigned)(below + up_to + 1);
}

/* Ranks 1 .. n, doubled: what there would be without ties. */
static unsigned *
plain_ranks(size_t n)
{
	unsigned *ranks = xmalloc(n * sizeof(*ranks));

	for (size_t i = 0; i < n; i++)
		ranks[i] = 2 * (unsigned)(i + 1);
	return ranks;
}

static size_t
sum_of(const unsigned *ranks, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += ranks[i];
	return sum;
}

static void
add_shifted(double *to, const double *from, size_t shift, size_t width)
{
	for (size_t i = shift; i < width; i++)
		to[i] += from[i - shift];
}

/*
 * In how many ways `take` of the n ranks add up to each sum, as parts of all
 * ways; the array goes from 0 to the sum of all ranks.
 */
static double *
chances_of_sums(const unsigned *ranks, size_t n, size_t take)
{
	size_t width = sum_of(ranks, n) + 1;
	autofree_mem double *ways = xcalloc((take + 1) * width, sizeof(*ways));
	double *chances = xcalloc(width, sizeof(*chances));
	double all = 0;

	ways[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t count = i < take ? i + 1 : take; count > 0; count--)
			add_shifted(ways + count * width, ways + (count - 1) * width, ranks[i],
				    width);
	for (size_t sum = 0; sum < width; sum++)
		all += ways[take * width + sum];
	for (size_t sum = 0; sum < width; sum++)
		chances[sum] = ways[take * width + sum] / all;
	return chances;
}

/* The same for any number of the ranks: the sums that flips of signs can give. */
static double *
chances_of_flips(const unsigned *ranks, size_t n)
{
	size_t width = sum_of(ranks, n) + 1;
	double *chances = xcalloc(width, sizeof(*chances));

	chances[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t sum = width; sum-- > 0;) {
			double with = sum >= ranks[i] ? chances[sum - ranks[i]] : 0;

			chances[sum] = (chances[sum] + with) / 2;
		}
	return chances;
}

/* Twice the smaller tail at `sum`. */
static double
two_sided(const double *chances, size_t width, size_t sum)
{
	double low = 0, high = 0;

	for (size_t i = 0; i < width; i++) {
		low += i <= sum ? chances[i] : 0;
		high += i >= sum ? chances[i] : 0;
	}
	return fmin(1, 2 * fmin(low, high));
}

static double *
joined(const double *a, size_t n, const double *b, size_t m)
{
	double *all = xmalloc((n + m) * sizeof(*all));

	for (size_t i = 0; i < n; i++)
		all[i] = a[i];
	for (size_t i = 0; i < m; i++)
		all[n + i] = b[i];
	return all;
}

static double
mann_whitney_exact(const double *a, size_t n, const double *b, size_t m)
{
	autofree_mem double *all = joined(a, n, b, m);
	autofree_mem double *sorted = stats_sorted(all, n + m);
	autofree_mem unsigned *ranks = xmalloc((n + m) * sizeof(*ranks));
	autofree_mem double *chances = NULL;

	for (size_t i = 0; i < n + m; i++)
		ranks[i] = doubled_rank(all[i], sorted, n + m);
	chances = chances_of_sums(ranks, n + m, n);
	return two_sided(chances, sum_of(ranks, n + m) + 1, sum_of(ranks, n));
}

static double
count_wins(const double *a, size_t n, const double *b, size_t m)
{
	double wins = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < m; j++)
			wins += a[i] > b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
	return wins;
}

/* Sum of t^3 - t over the groups of t equal values. */
static double
tie_term(const double *sorted, size_t n)
{
	double term = 0;

	for (size_t from = 0, to; from < n; from = to) {
		double t;

		for (to = from + 1; to < n && sorted[to] == sorted[from]; to++)
			;
		t = (double)(to - from);
		term += t * t * t - t;
	}
	return term;
}

double
stats_mann_whitney_normal(const double *a, size_t n, const double *b, size_t m)
{
	autofree_mem double *all = joined(a, n, b, m);
	autofree_mem double *sorted = stats_sorted(all, n + m);
	double pairs = (double)n * (double)m, of = (double)(n + m);
	double variance = pairs / 12 * (of + 1 - tie_term(sorted, n + m) / (of * (of - 1)));
	double distance = fabs(count_wins(a, n, b, m) - pairs / 2) - 0.5;

	if (!(variance > 0) || distance <= 0)
		return 1;
	return erfc(distance / sqrt(variance) / M_SQRT2);
}

/* One over the number of ways to choose n of n + m. */
static double
chance_of_one_choice(size_t n, size_t m)
{
	return exp(lgamma((double)n + 1) + lgamma((double)m + 1) - lgamma((double)(n + m) + 1));
}

struct mann_whitney
stats_mann_whitney(const double *a, size_t n, const double *b, size_t m)
{
	stats_newest(&a, &n);
	stats_newest(&b, &m);
	return (struct mann_whitney){
		.u = count_wins(a, n, b, m),
		.p = n + m <= STATS_EXACT ? mann_whitney_exact(a, n, b, m)
					  : stats_mann_whitney_normal(a, n, b, m),
		.smallest_p = fmin(1, 2 * chance_of_one_choice(n, m)),
	};
}

/*
 * The interval between the k-th value from below and the k-th from above, for
 * the largest k that leaves out no more than alpha. `chances` are those of
 * doubled rank sums, so each second one counts, from `first`.
 */
static struct interval
cut_tails(const double *sorted, size_t n, const double *chances, size_t first, size_t width,
	  double alpha)
{
	struct interval interval = { NAN, NAN, 0 };
	double coverage = 1;

	for (size_t k = 1; 2 * k <= n + 1 && first + 2 * (k - 1) < width; k++) {
		coverage -= 2 * chances[first + 2 * (k - 1)];
		if (coverage < 1 - alpha - STATS_EPSILON)
			break;
		interval = (struct interval){ sorted[k - 1], sorted[n - k], coverage };
	}
	return interval;
}

static struct interval
shift_interval_exact(const double *sorted, size_t n, size_t m, double alpha)
{
	autofree_mem unsigned *ranks = plain_ranks(n + m);
	autofree_mem double *chances = chances_of_sums(ranks, n + m, n);

	return cut_tails(sorted, n * m, chances, n * (n + 1), sum_of(ranks, n + m) + 1, alpha);
}

static bool
all_positive(const double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(values[i] > 0) || !isfinite(values[i]))
			return false;
	return true;
}

/* From logarithms back to ratios. */
static struct ratio
ratio_of(double estimate, struct interval logs)
{
	struct interval interval = { exp(logs.low), exp(logs.high), logs.coverage };

	return (struct ratio){ exp(estimate), interval };
}

static const struct ratio no_ratio = { NAN, { NAN, NAN, 0 } };

/* Of few enough values: all logarithms of ratios, sorted. */
static struct ratio
ratio_exact(const double *x, size_t n, const double *y, size_t m, double alpha)
{
	autofree_mem double *logs = xmalloc(n * m * sizeof(*logs));
	autofree_mem double *sorted = NULL;

	for (size_t i = 0; i < n * m; i++)
		logs[i] = x[i / m] - y[i % m];
	sorted = stats_sorted(logs, n * m);
	return ratio_of(stats_median(sorted, n * m), shift_interval_exact(sorted, n, m, alpha));
}

/* Of the normal distribution: alpha lies farther from 0, on both sides together. */
static double
normal_quantile(double alpha)
{
	double low = 0, high = 40; /* beyond it no double tells a chance from 0 */

	for (int i = 0; i < 64; i++) {
		double middle = (low + high) / 2;

		if (erfc(middle / M_SQRT2) > alpha)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Of many the normal approximation tells which of them the bounds are. */
static struct ratio
ratio_normal(const double *x, size_t n, const double *y, size_t m, double alpha)
{
	double pairs = (double)n * (double)m;
	double deviation = sqrt(pairs * (double)(n + m + 1) / 12);
	double k = floor(pairs / 2 + 0.5 - normal_quantile(alpha) * deviation);
	double low = stats_difference(x, n, y, m, (n * m - 1) / 2);
	double high = stats_difference(x, n, y, m, n * m / 2);
	struct interval logs = { NAN, NAN, 0 };

	if (k >= 1)
		logs = (struct interval){ stats_difference(x, n, y, m, (size_t)k - 1),
					  stats_difference(x, n, y, m, n * m - (size_t)k),
					  1 - alpha };
	return ratio_of((low + high) / 2, logs);
}

/* Logarithms, sorted; the caller frees them. */
static double *
sorted_logs(const double *values, size_t n)
{
	double *logs = stats_sorted(values, n);

	for (size_t i = 0; i < n; i++)
		logs[i] = log(logs[i]);
	return logs;
}

struct ratio
stats_ratio_at(double alpha, const double *a, size_t n, const double *b, size_t m)
{
	autofree_mem double *x = NULL;
	autofree_mem double *y = NULL;

	stats_newest(&a, &n);
	stats_newest(&b, &m);
	if (n == 0 || m == 0 || !all_positive(a, n) || !all_positive(b, m))
		return no_ratio;
	x = sorted_logs(a, n);
	y = sorted_logs(b, m);
	return n + m <= STATS_EXACT ? ratio_exact(x, n, y, m, alpha)
				    : ratio_normal(x, n, y, m, alpha);
}

struct ratio
stats_ratio(const double *a, size_t n, const double *b, size_t m)
{
	return stats_ratio_at(STATS_ALPHA, a, n, b, m);
}

/* Wilcoxon's signed ranks; a difference of 0 has no sign and is left out. */
static double
signed_rank_p(const double *differences, size_t n)
{
	autofree_mem double *sizes = xmalloc(n * sizeof(*sizes));
	autofree_mem unsigned *ranks = xmalloc(n * sizeof(*ranks));
	autofree_mem double *sorted = NULL;
	autofree_mem double *chances = NULL;
	size_t used = 0, positive = 0;

	for (size_t i = 0; i < n; i++)
		if (differences[i] != 0)
			sizes[used++] = fabs(differences[i]);
	sorted = stats_sorted(sizes, used);
	for (size_t i = 0, k = 0; i < n; i++) {
		if (differences[i] == 0)
			continue;
		ranks[k] = doubled_rank(fabs(differences[i]), sorted, used);
		positive += differences[i] > 0 ? ranks[k] : 0;
		k++;
	}
	chances = chances_of_flips(ranks, used);
	return two_sided(chances, sum_of(ranks, used) + 1, positive);
}

struct ratio
stats_paired_ratio_at(double alpha, const double *a, const double *b, size_t n, double *p)
{
	size_t skip = n > STATS_EXACT ? n - STATS_EXACT : 0, k = 0;
	autofree_mem double *logs = NULL;
	autofree_mem double *walsh = NULL;
	autofree_mem double *sorted = NULL;
	autofree_mem unsigned *ranks = NULL;
	autofree_mem double *chances = NULL;

	a += skip;
	b += skip;
	n -= skip;
	*p = 1;
	if (n == 0 || !all_positive(a, n) || !all_positive(b, n))
		return no_ratio;

	logs = xmalloc(n * sizeof(*logs));
	walsh = xmalloc(n * (n + 1) / 2 * sizeof(*walsh));
	for (size_t i = 0; i < n; i++) {
		logs[i] = log(a[i] / b[i]);
		for (size_t j = 0; j <= i; j++)
			walsh[k++] = (logs[i] + logs[j]) / 2;
	}
	*p = signed_rank_p(logs, n);
	ranks = plain_ranks(n);
	chances = chances_of_flips(ranks, n);
	sorted = stats_sorted(walsh, k);
	return ratio_of(stats_median(walsh, k),
			cut_tails(sorted, k, chances, 0, sum_of(ranks, n) + 1, alpha));
}
