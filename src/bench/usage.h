/*
 * usage.h - the disk usage of one target while a chain has its turn there:
 * at its named points, in between once a second, and until it comes to rest.
 *
 * There is never more than one question in flight, and never more often one
 * than twenty times as long as the answer takes.
 */
#ifndef BENCH_USAGE_H
#define BENCH_USAGE_H

#include "bench/stage.h"

struct usage;

struct usage_config {
	struct stage *stage;
	size_t target;
	unsigned round;
};

/* The named sample was taken, or the target has come to rest: bytes used, UNKNOWN. */
typedef void usage_fn(void *arg, uint64_t used);

/* Asks now and then from here on. */
struct usage *usage_new(const struct usage_config *config);

/* One sample, asked for from now on, that is told as each of these points (bits 1 << enum usage_point). */
void usage_take(struct usage *usage, unsigned points, usage_fn *done, void *arg);
/*
 * Waits until freed space has come back (stage->config.settle), tells how long
 * that took and takes the `settled` sample. `level`: what was used before the
 * chain began; UNKNOWN: no use to compare with.
 */
void usage_settle(struct usage *usage, uint64_t level, usage_fn *done, void *arg);
/* Waits no longer. */
void usage_settle_now(struct usage *usage);

void usage_free(struct usage *usage);
DEFINE_AUTOFREE(usage, usage_free)

#endif
