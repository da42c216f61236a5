/*
 * planner.h - from choices to a plan, or to the reason why not.
 */
#ifndef BENCH_PLANNER_H
#define BENCH_PLANNER_H

#include "base/buf.h"
#include "base/err.h"
#include "bench/choices.h"
#include "record/env.h"
#include "record/plan.h"

/*
 * Every pool crossed with every image and every chain. Images are pinned by
 * fingerprint. What cannot be run is refused as a whole, naming the choice and
 * what there is instead (ERR_USAGE for unknown names, ERR_REFUSED for a pool
 * that cannot be used). `run` is the id, of which the instances' names are made.
 */
int plan_build(const struct choices *choices, const struct env *env, const char *run,
	       struct plan **ret, struct err *err);

/* One line for the screen: "2 pools x 10 x 5 rounds = 100 launch, 100 delete; names psc-7f3a91c2-*". */
void plan_describe(const struct plan *plan, struct buf *out);

#endif
