/*
 * step.h - a cell's turn in a round: its ops, at most `parallel` of them in
 * flight, in a sliding window or in batches. Those that are all on one
 * instance are in flight one by one.
 *
 * The step tells of itself and of its ops. An instance that an op has left in
 * doubt is lost to the chain, and later steps skip it. What the server cannot
 * do at all, by its list of extensions, is told as refused without being asked.
 */
#ifndef BENCH_STEP_H
#define BENCH_STEP_H

#include "bench/members.h"
#include "bench/stage.h"
#include "bench/workload.h"

typedef void step_done_fn(void *arg);

struct step_config {
	struct stage *stage;
	size_t cell;
	unsigned round;
	const struct workload *workload;
	bool races;			/* with those of other pools */
	struct members *members;	/* an op for each; the caller's */
	step_done_fn *done;		/* every op has ended, or nothing new may begin and none is in flight */
	void *arg;
};

struct step;

struct step *step_new(const struct step_config *config);
/* May be done before it returns. */
void step_begin(struct step *step);
/* Something that held it back may be over. */
void step_wake(struct step *step);
/* Tells that what is in flight has an unknown end, and does not wait for it. */
void step_abandon(struct step *step);
void step_free(struct step *step);
DEFINE_AUTOFREE(step, step_free)

#endif
