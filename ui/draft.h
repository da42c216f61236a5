/*
 * draft.h - the plan that the present choices would make, and what stands
 * against it. Brought up to date when a choice or the servers' answer changes.
 */
#ifndef UI_DRAFT_H
#define UI_DRAFT_H

#include "bench/choices.h"
#include "bench/preflight.h"
#include "record/env.h"
#include "record/estimate.h"

struct draft {
	struct plan *plan;	/* NULL: these choices make none, for the reason in `error` */
	struct err error;
	struct finding *findings;
	size_t n_findings;
	struct space_need *space;	/* one for each target of the plan */
	bool timed;			/* `time` was asked for */
	struct estimate time;
};

/*
 * `earlier` NULL: it cannot be begun here (a replay), so nothing of this host
 * is looked at, there are no findings and no time.
 */
void draft_update(struct draft *draft, const struct choices *choices, const struct env *env,
		  struct earlier *earlier);
void draft_wipe(struct draft *draft);

#endif
