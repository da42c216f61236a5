#include "record/series.h"

#include <math.h>

void
series_init(struct series *series)
{
	series->first = 0;
	series->count = 0;
	series->last = NAN;
}

void
series_add(struct series *series, double value)
{
	series->values[(series->first + series->count) % SERIES_ROOM] = (float)value;
	if (series->count < SERIES_ROOM)
		series->count++;
	else
		series->first = (series->first + 1) % SERIES_ROOM;
	series->last = value;
}

double
series_back(const struct series *series, size_t back)
{
	if (back >= series->count)
		return NAN;
	return series->values[(series->first + series->count - 1 - back) % SERIES_ROOM];
}

double
series_max(const struct series *series, size_t n)
{
	double max = NAN;

	for (size_t back = 0; back < n && back < series->count; back++)
		max = fmax(max, series_back(series, back));
	return max;
}
