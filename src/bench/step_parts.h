/*
 * step_parts.h - inside step: what its two files share.
 */
#ifndef BENCH_STEP_PARTS_H
#define BENCH_STEP_PARTS_H

#include "bench/op.h"
#include "bench/span.h"
#include "bench/step.h"
#include "bench/untimed.h"

struct step {
	struct step_config config;
	struct op_target target;
	uint32_t number;
	struct op *ops;
	uint32_t next; /* the first that has not begun */
	uint32_t in_flight;
	struct untimed untimed; /* before its ops, then after them */
	bool measuring;		/* between the two */
	bool timed;		/* of stage->timed */
	bool filling;
	uint32_t count[OP_STATES];
	uint64_t first_ns, last_ns; /* of its ops' measured times; 0: none yet */
	struct span span;
	unsigned taint;
	unsigned pauses;	      /* of the run, before it began */
	const struct diagnosis *same; /* of the newest failures */
	unsigned n_same;
	char *error;  /* of the first op that failed */
	char *cannot; /* why the server does not do this at all; NULL: it does */
	bool over;
};

void step_tell_begin(struct step *step);
void step_tell_op_begin(struct step *step, const struct op *op);
op_progress_fn step_tell_progress;
void step_tell_op_end(struct step *step, const struct op *op, enum op_state state, const char *text);
/* With what the machine did meanwhile. */
void step_tell_end(struct step *step);

#endif
