/*
 * units.h - figures with their units, the same on every screen and in every report.
 *
 * Sizes in KiB/MiB/GiB (2^10), throughput in MB/s (10^6 bytes), times in s or
 * ms. Three significant digits, the unit always written out. `unknown` is a
 * word of its own and never a zero.
 */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNITS_LEN 24		/* room enough for any text made here */
#define UNITS_UNKNOWN "?"

/* What is not known: neither 0 nor a figure. */
#define UNKNOWN UINT64_MAX
static inline bool
known(uint64_t figure)
{
	return figure != UNKNOWN;
}

/* Each returns `out`. */
const char *units_time(char out[UNITS_LEN], uint64_t ns);		/* "0.881 s", "12.1 s", "35.2 ms" */
const char *units_span(char out[UNITS_LEN], uint64_t ns);		/* "01:08", "1:02:03": elapsed, ETA */
const char *units_about(char out[UNITS_LEN], uint64_t ns);		/* "40 s", "7 min", "2 h 10 min": what is estimated; 1 s at least */
const char *units_size(char out[UNITS_LEN], uint64_t bytes);		/* "310 MiB" */
const char *units_delta(char out[UNITS_LEN], int64_t bytes);		/* "+310 MiB" */
const char *units_rate(char out[UNITS_LEN], double bytes_per_s);	/* "118 MB/s"; below a hundredth of one "4.10 kB/s" */
const char *units_per_s(char out[UNITS_LEN], double per_s);		/* "4.21/s" */
const char *units_percent(char out[UNITS_LEN], double percent);		/* "63 %", NaN: "?" */

/* Reads "256MiB", "1GiB", "4096" (bytes), case-blind; K, M, G, T are binary too. -1 when it is none. */
int units_parse_size(const char *text, uint64_t *bytes);

/* The end of an axis that starts at 0 and holds `max`, or a step of it: 1, 2 or 5 times a power of ten. */
double units_round_up(double max);

#endif
