/*
 * turn.h - a chain's turn in a round: its steps, one after the other on the
 * same instances, the samples of disk usage around them, and the clearing away.
 *
 * The prime of a chain's image is a turn as well, before the first round.
 */
#ifndef BENCH_TURN_H
#define BENCH_TURN_H

#include "bench/stage.h"

typedef void turn_done_fn(void *arg);

struct turn_config {
	struct stage *stage;
	size_t chain;
	unsigned round;
	bool prime;		/* only the chain's prime */
	unsigned points;	/* of the sample before it: bits 1 << enum usage_point; 0: none is told */
	turn_done_fn *done;	/* all is cleared away and at rest, or the server does not answer */
	void *arg;
};

struct turn;

struct turn *turn_new(const struct turn_config *config);
void turn_begin(struct turn *turn);
/* Something that held it back may be over. */
void turn_wake(struct turn *turn);
/* Waits no longer for the pool to come to rest. */
void turn_skip_settling(struct turn *turn);
/* Leaves what is in flight and what is on the server. */
void turn_abandon(struct turn *turn);
void turn_free(struct turn *turn);
DEFINE_AUTOFREE(turn, turn_free)

#endif
