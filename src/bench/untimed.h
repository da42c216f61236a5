/*
 * untimed.h - what a workload does for the ops of a step before they are timed,
 * or after: as many at once as the plan has in flight.
 */
#ifndef BENCH_UNTIMED_H
#define BENCH_UNTIMED_H

#include "bench/op.h"

typedef void untimed_note_fn(void *arg, const struct op *op, const char *trouble);
typedef void untimed_done_fn(void *arg);

struct untimed {
	struct op *ops;		/* n of them; only those that are `there` */
	uint32_t n;
	unsigned parallel;
	void (*work)(struct op *op);	/* NULL: nothing is to be done */
	const bool *stop;	/* nothing more is begun once this is true; NULL: all of it is done in any case */
	untimed_note_fn *note;
	untimed_done_fn *done;	/* may come before untimed_begin() returns */
	void *arg;

	uint32_t next, in_flight;	/* begin at 0 */
	bool busy;
};

void untimed_begin(struct untimed *untimed);
/* Its `done` will not come; the server goes on. */
void untimed_abandon(struct untimed *untimed);
/* From op.c: the op's share has ended; trouble NULL: well. */
void untimed_ended(struct untimed *untimed, struct op *op, const char *trouble);

#endif
