/*
 * step.h - a cell's turn in a round: its ops, at most `parallel` of them in
 * flight, in a sliding window or in batches.
 *
 * The step tells of itself and of its ops. An instance whose op does not end
 * well is lost to the chain, and later steps skip it.
 */
#ifndef BENCH_STEP_H
#define BENCH_STEP_H

#include "bench/stage.h"
#include "bench/workload.h"

/* One of the chain's instances. */
struct member {
	char name[INSTANCE_NAME_MAX];
	const char *lost;	/* why the chain goes on without it; NULL: it does not */
};

typedef void step_done_fn(void *arg);

struct step_config {
	struct stage *stage;
	size_t cell;
	unsigned round;
	const struct workload *workload;
	struct member *members;		/* n of them, the caller's */
	uint32_t n;
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
uint32_t step_count(const struct step *step, enum op_state state);
void step_free(struct step *step);
DEFINE_AUTOFREE(step, step_free)

#endif
