/*
 * members.h - a chain's instances, and what has become of each.
 *
 * The chain goes on without those that did not come through a step. Its
 * snapshots are all of one instance: the first that is there when they are made.
 */
#ifndef BENCH_MEMBERS_H
#define BENCH_MEMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/op.h"
#include "bench/stage.h"

struct member {
	char name[INSTANCE_NAME_MAX];
	char new_name[INSTANCE_NAME_MAX];	/* of the newest copy of it */
	const char *lost;	/* why the chain goes on without it; NULL: it does not */
	char snapshot[16];	/* the name of the one with this number, "s001" */
	bool has_snapshot;	/* that one is there */
};

struct members {
	struct member *list;
	uint32_t n;
	uint32_t one;	/* which of them the snapshots are of */
	const char *names;	/* what theirs begin with, the caller's; NULL: the plan's prefix */
};

/* Names that no instance of the run has had. */
void members_make(struct members *members, struct stage *stage, uint32_t n);
void members_wipe(struct members *members);

/* A step of this workload is about to begin. */
void members_begin(struct members *members, struct stage *stage, const struct workload *workload);
/* What this op works on is filled in. The reason why there is nothing for it to do; NULL: there is. */
const char *members_prepare(const struct members *members, struct op *op);
void members_note(struct members *members, const struct op *op, const struct server_result *result);

#endif
