/*
 * hist.h - a distribution in buckets: counts, percentiles, cheap at any size.
 *
 * Log-linear: 32 buckets per power of two, so a value read back is at most
 * 1/32 (3.1 %) above what went in. Minimum, maximum, count and sum are exact,
 * and so is everything while there are at most HIST_EXACT values, which are
 * kept as they came. Source of the layout: the log-linear scheme of
 * HdrHistogram, with 5 bits below the leading one.
 */
#ifndef RECORD_HIST_H
#define RECORD_HIST_H

#include <stddef.h>
#include <stdint.h>

#define HIST_SUB 32
#define HIST_BUCKETS (60 * HIST_SUB)	/* all of 64 bits */
#define HIST_EXACT 1024

struct hist {
	uint64_t n;
	uint64_t min, max;	/* UNKNOWN while empty */
	double sum;
	uint64_t *exact;	/* sorted; NULL once there are more than HIST_EXACT */
	size_t exact_room;
	uint32_t *buckets;	/* NULL while exact */
};

void hist_init(struct hist *hist);
void hist_wipe(struct hist *hist);
void hist_add(struct hist *hist, uint64_t value);

/* Nearest rank: the ceil(p*n)-th smallest; UNKNOWN when empty. 0 < p <= 1. */
uint64_t hist_quantile(const struct hist *hist, double p);
/* The usual median: half-way between the two middle ones when n is even. UNKNOWN when empty. */
uint64_t hist_median(const struct hist *hist);

/* Which tail figure n allows: p95 from n = 20, else the maximum, under its own name. */
struct hist_tail {
	const char *name;	/* "p95", "max" */
	uint64_t value;
};
struct hist_tail hist_p95_or_max(const struct hist *hist);

#endif
