/*
 * ratio.c - reads pairs of positive numbers, "A B" a line, measured in turn,
 * and prints their medians and the ratio A/B with its interval: over all
 * pairs, and within pairs. A tool of the benches beside it.
 */
#include <stdio.h>

#include "base/mem.h"
#include "record/stats.h"

#define PAIRS_MAX 60

static void
print_ratio(const char *name, const struct ratio *ratio, double p)
{
	printf("%-16s %.3f", name, ratio->estimate);
	if (ratio->interval.coverage > 0)
		printf("  (%.3f to %.3f, %.1f %%)", ratio->interval.low, ratio->interval.high,
		       ratio->interval.coverage * 100);
	else
		printf("  (too few for an interval)");
	printf("  p %.4f\n", p);
}

int
main(void)
{
	double a[PAIRS_MAX], b[PAIRS_MAX];
	double p;
	size_t n = 0;
	struct ratio unpaired, paired;

	while (n < PAIRS_MAX && scanf("%lf %lf", &a[n], &b[n]) == 2) {
		if (a[n] <= 0 || b[n] <= 0) {
			fprintf(stderr, "ratio: pair %zu is not positive\n", n + 1);
			return 1;
		}
		n++;
	}
	unpaired = stats_ratio(a, n, b, n);
	paired = stats_paired_ratio_at(STATS_ALPHA, a, b, n, &p);
	printf("pairs            %zu\nmedian A         %.4g\nmedian B         %.4g\n", n,
	       stats_median(a, n), stats_median(b, n));
	print_ratio("ratio A/B", &unpaired, stats_mann_whitney(a, n, b, n).p);
	print_ratio("within pairs", &paired, p);
	return 0;
}
