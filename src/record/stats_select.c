/* One of many values without sorting them all. */
#include <math.h>
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

/* The largest of those that are no larger. */
static double
largest_up_to(const double *x, size_t n, const double *y, size_t m, double value)
{
	double largest = -INFINITY;
	size_t j = 0;

	for (size_t i = 0; i < n; i++) {
		while (j < m && x[i] - y[j] > value)
			j++;
		if (j < m)
			largest = fmax(largest, x[i] - y[j]);
	}
	return largest;
}

/* Every double is a place in their order, and 64 halvings are enough for all of them. */
static double
halve_places(const double *x, size_t n, const double *y, size_t m, size_t rank, double low,
	     double high)
{
	uint64_t from = place_of(low), to = place_of(high);

	while (from < to) {
		uint64_t middle = from + (to - from) / 2;

		if (count_up_to(x, n, y, m, value_at(middle)) > rank)
			to = middle;
		else
			from = middle + 1;
	}
	return value_at(from);
}

/* Of values that are spread so many halvings leave one; of equal ones none would. */
#define HALVINGS 24

double
stats_difference(const double *x, size_t n, const double *y, size_t m, size_t rank)
{
	/* It is above `low`, up to which there are `below`, and not above `high`. */
	double low = nextafter(x[0] - y[m - 1], -INFINITY), high = x[n - 1] - y[0];
	size_t below = 0, up_to = n * m;

	for (int i = 0; i < HALVINGS && up_to - below > 1; i++) {
		double middle = low + (high - low) / 2;
		size_t count = count_up_to(x, n, y, m, middle);

		if (count > rank) {
			high = middle;
			up_to = count;
		} else {
			low = middle;
			below = count;
		}
	}
	return up_to - below == 1 ? largest_up_to(x, n, y, m, high)
				  : halve_places(x, n, y, m, rank, low, high);
}
