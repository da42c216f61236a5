/*
 * series.h - the newest values of something that is sampled: a ring for graphs.
 */
#ifndef RECORD_SERIES_H
#define RECORD_SERIES_H

#include <stddef.h>

#define SERIES_ROOM 512		/* enough for the widest graph, two dots a column */

struct series {
	float values[SERIES_ROOM];
	size_t first, count;
	double last;		/* newest, NAN when there is none */
};

void series_init(struct series *series);
void series_add(struct series *series, double value);	/* NAN is a gap */
/* The value `back` places before the newest (0); NAN: a gap, or not held. */
double series_back(const struct series *series, size_t back);
/* The largest of the newest `n`; NAN: none. */
double series_max(const struct series *series, size_t n);

#endif
