/*
 * span.h - what the whole machine did between two moments: exact readings of
 * its counters at both ends, and what spoils them.
 */
#ifndef BENCH_SPAN_H
#define BENCH_SPAN_H

#include <stdbool.h>

#include "record/event.h"
#include "sys/host.h"

/* Counters tick a hundred times a second; below this their figures mean nothing. */
#define SPAN_LEAST_S 1.0

extern const struct cpu_seconds cpu_unknown;

struct span {
	struct host_cpu from;
	bool known;
};

/* `pid`: the server's daemon, 0: it is elsewhere, or unknown. */
void span_begin(struct span *span, int pid);
/*
 * Fills in the CPU-seconds (NAN where unknown, so all of them when the span is
 * too short) and gives the bits of enum taint that the counters tell of.
 */
unsigned span_end(const struct span *span, struct cpu_seconds *cpu);
/* The share of the machine that others than ourselves used, 0..1; NAN: unknown. */
double span_others(const struct span *span);

#endif
