#include "draft.h"

#include <stdlib.h>

#include "bench/planner.h"

/* Stands for the id that a real run gets when it begins. */
#define DRAFT_RUN "xxxxxxxx"

void
draft_wipe(struct draft *draft)
{
	preflight_free(draft->findings, draft->n_findings);
	free(draft->space);
	plan_free(draft->plan);
	*draft = (struct draft){ 0 };
}

void
draft_update(struct draft *draft, const struct choices *choices, const struct env *env,
	     struct earlier *earlier)
{
	draft_wipe(draft);
	if (plan_build(choices, env, DRAFT_RUN, &draft->plan, &draft->error) < 0)
		return;
	draft->timed = earlier != NULL;
	if (earlier) {
		draft->n_findings = preflight_check(draft->plan, env, &draft->findings);
		draft->time = estimate_plan(earlier, draft->plan);
	}
	draft->space = xcalloc(draft->plan->n_targets, sizeof(*draft->space));
	preflight_space(draft->plan, env, draft->space);
}
