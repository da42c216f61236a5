/*
 * op.h - one instance's share of a step, from its first request to its seen end.
 *
 * Seen from the step: it fills the first half and is told once of the end. The
 * workload sees the same op through workload.h.
 */
#ifndef BENCH_OP_H
#define BENCH_OP_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/workload.h"
#include "record/event.h"

typedef void op_ended_fn(struct op *op, const struct server_result *result);
typedef void op_progress_fn(struct op *op, const char *text);

struct op {
	const struct op_target *target;
	const struct workload *workload;
	const char *name;	/* the instance's */
	const char *snapshot;	/* that it makes, uses or deletes; NULL: it has to do with none */
	const char *new_name;	/* of the instance that it makes of that one; NULL: it makes none */
	uint32_t number;	/* within the step */
	bool there;		/* its instance is there to work on */
	bool first;		/* of those that are there */
	op_ended_fn *ended;
	op_progress_fn *progress;
	void *owner;		/* the step */

	bool open;		/* begun, and not yet ended */
	bool measured;		/* a request of it was answered that is no mere question */
	/* Of the measured requests: first sent, last seen to be done, CLOCK_MONOTONIC. */
	uint64_t start_ns, end_ns;
	struct op_part parts[EVENT_PARTS];
	size_t n_parts;
	uint64_t bytes;		/* UNKNOWN: it moves none */
	const char *remark;

	struct untimed *untimed;	/* its share in this is under way; NULL: it is not */
	void *kept;
	void (*drop)(void *kept);

	/* What the request under way was asked for. */
	const char *part;
	void (*next)(struct op *op);
	void (*then)(struct op *op, const struct server_result *result);
};

void op_begin(struct op *op);
/* Its answers will not be waited for; the server goes on. */
void op_abandon(struct op *op);
/* Of the op itself nothing is freed. */
void op_wipe(struct op *op);

#endif
