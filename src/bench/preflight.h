/*
 * preflight.h - what would spoil a run of this plan, before it begins.
 *
 * Space on each pool and below it, memory, host limits that matter at this
 * count, names already taken. Limits are read from /proc/sys of this host, and
 * only for a local server. A run of ten prints no wall of sysctls.
 */
#ifndef BENCH_PREFLIGHT_H
#define BENCH_PREFLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/env.h"
#include "record/plan.h"

enum finding_level {
	FINDING_NOTE,
	FINDING_WARN,
	FINDING_REFUSE,		/* the run does not begin (exit 4) */
};

struct finding {
	enum finding_level level;
	char *text;		/* what is wrong, with both numbers */
	char *remedy;		/* what to do: a command where there is one; NULL */
};

struct space_need {
	size_t target;
	uint64_t need;		/* bytes, at least: from the packed image and the count; UNKNOWN */
	uint64_t free;		/* bytes, UNKNOWN where the server does not say */
	bool enough;		/* false only when both are known and it is not */
};

/* The caller frees with preflight_free. */
size_t preflight_check(const struct plan *plan, const struct env *env, struct finding **ret);
void preflight_free(struct finding *findings, size_t n);
/* One a target; room for plan->n_targets. */
void preflight_space(const struct plan *plan, const struct env *env, struct space_need *ret);

#endif
