/* One of many values without sorting them all. */
#include <stdint.h>
#include <string.h>

#include "record/stats.h"

/* Doubles in their order, as whole numbers; and back. */
static uint64_t
place_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double
value_at(uint64_t place)
{
	uint64_t bits = place >> 63 ? place & ~(UINT64_C(1) << 63) : ~place;
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* How many differences are no larger. */
static size_t
count_up_to(const double *x, size_t n, const double *y, size_t m, double value)
{
	size_t count = 0, j = 0;

	/* With x the differences grow, so that fewer y serve. */
	for (size_t i = 0; i < n; i++) {
		while (j < m && x[i] - y[j] > value)
			j++;
		count += m - j;
	}
	return count;
}

double
stats_difference(const double *x, size_t n, const double *y, size_t m, size_t rank)
{
	uint64_t low = place_of(x[0] - y[m - 1]), high = place_of(x[n - 1] - y[0]);

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (count_up_to(x, n, y, m, value_at(middle)) > rank)
			high = middle;
		else
			low = middle + 1;
	}
	return value_at(low);
}
