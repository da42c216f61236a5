/*
 * again.h - the plan of an earlier run, made to fit the servers there are now.
 *
 * A pool is looked for by its name: on the server it was on or, where that is
 * not here, on the others. What is not here is left out; where nothing is left
 * of the pools, the images or the chains, those that were chosen before stay.
 */
#ifndef UI_AGAIN_H
#define UI_AGAIN_H

#include "base/buf.h"
#include "bench/choices.h"

/*
 * `choices` is of the earlier run's plan. Adds to `told` what was looked for in
 * vain: "server old, pools zfs lvm, image alpine (as before)". As
 * long as no server has answered nothing is changed.
 */
void again_fit(struct choices *choices, const struct choices *before, const struct env *env,
	       struct buf *told);

#endif
