#include "record/hist.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"

#define SUB_BITS 5 /* HIST_SUB is 1 << SUB_BITS */

/* Values below HIST_SUB have a bucket each; from there each power of two has HIST_SUB of them. */
static size_t
bucket_of(uint64_t value)
{
	int power, shift;

	if (value < HIST_SUB)
		return (size_t)value;
	power = 63 - __builtin_clzll(value);
	shift = power - SUB_BITS;
	return (size_t)(shift + 1) * HIST_SUB + (size_t)(value >> shift) % HIST_SUB;
}

/* The highest value that falls into the bucket. */
static uint64_t
top_of(size_t bucket)
{
	size_t shift;

	if (bucket < HIST_SUB)
		return bucket;
	shift = bucket / HIST_SUB - 1;
	return ((UINT64_C(1) << SUB_BITS | bucket % HIST_SUB) << shift) +
	       ((UINT64_C(1) << shift) - 1);
}

void
hist_init(struct hist *hist)
{
	*hist = (struct hist){ .min = UNKNOWN, .max = UNKNOWN };
}

void
hist_wipe(struct hist *hist)
{
	free(hist->exact);
	free(hist->buckets);
	hist_init(hist);
}

static void
insert_sorted(struct hist *hist, uint64_t value)
{
	size_t low = 0, high = (size_t)hist->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (hist->exact[middle] <= value)
			low = middle + 1;
		else
			high = middle;
	}
	hist->exact =
		mem_grow(hist->exact, (size_t)hist->n, &hist->exact_room, sizeof(*hist->exact));
	memmove(hist->exact + low + 1, hist->exact + low,
		((size_t)hist->n - low) * sizeof(*hist->exact));
	hist->exact[low] = value;
}

static void
go_to_buckets(struct hist *hist)
{
	if (hist->buckets)
		return;
	hist->buckets = xcalloc(HIST_BUCKETS, sizeof(*hist->buckets));
	for (size_t i = 0; i < hist->n; i++)
		hist->buckets[bucket_of(hist->exact[i])]++;
	free(hist->exact);
	hist->exact = NULL;
	hist->exact_room = 0;
}

static void
widen(struct hist *hist, uint64_t min, uint64_t max)
{
	if (hist->n == 0 || min < hist->min)
		hist->min = min;
	if (hist->n == 0 || max > hist->max)
		hist->max = max;
}

void
hist_add(struct hist *hist, uint64_t value)
{
	if (hist->n >= HIST_EXACT)
		go_to_buckets(hist);
	if (hist->buckets)
		hist->buckets[bucket_of(value)]++;
	else
		insert_sorted(hist, value);
	widen(hist, value, value);
	hist->sum += (double)value;
	hist->n++;
}

/* The rank-th smallest, from 1; of buckets the highest value it can be. */
static uint64_t
at_rank(const struct hist *hist, uint64_t rank)
{
	uint64_t seen = 0;

	if (!hist->buckets)
		return hist->exact[rank - 1];
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		seen += hist->buckets[i];
		if (seen >= rank)
			return top_of(i) < hist->max ? top_of(i) : hist->max;
	}
	return hist->max;
}

uint64_t
hist_quantile(const struct hist *hist, double p)
{
	/* A hair less, so that 0.07 * 100, which is a little over 7 in binary, gives the 7th. */
	double rank = ceil(p * (double)hist->n * (1 - 1e-12));

	if (hist->n == 0)
		return UNKNOWN;
	if (rank < 1)
		return hist->min;
	return at_rank(hist, rank < (double)hist->n ? (uint64_t)rank : hist->n);
}

uint64_t
hist_median(const struct hist *hist)
{
	uint64_t low, high;

	if (hist->n == 0)
		return UNKNOWN;
	low = at_rank(hist, (hist->n + 1) / 2);
	high = at_rank(hist, hist->n / 2 + 1);
	return low + (high - low) / 2;
}

struct hist_tail
hist_p95_or_max(const struct hist *hist)
{
	if (hist->n < 20)
		return (struct hist_tail){ "max", hist->max };
	return (struct hist_tail){ "p95", hist_quantile(hist, 0.95) };
}
