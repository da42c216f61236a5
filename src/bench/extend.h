/*
 * extend.h - rounds that are added to a run which has come to its end, under
 * the plan that it had: whether it can go on here and now.
 *
 * Old and new rounds are compared as if they were of one run, so what they run
 * on must be the same: the servers with their versions and kernels, the pools,
 * the pinned images, this machine. Every refusal is of kind ERR_REFUSED.
 */
#ifndef BENCH_EXTEND_H
#define BENCH_EXTEND_H

#include "base/err.h"
#include "record/model.h"

/*
 * What has been recorded. Refused are runs that are not ours, that have no end
 * (cut off, or still going on), and that have left something behind. NULL: see err.
 */
struct model *extend_open(const char *path, struct err *err);
/* Whether `now` has all that the run was measured on. */
int extend_check(const struct event_header *header, const struct env *now, struct err *err);
/* The counted rounds there will be in all; 0: more than there may be, see err. */
unsigned extend_rounds(const struct plan *plan, unsigned more, struct err *err);

/* Where it goes on: the first round of which nothing was begun, the number of the next step, names given so far. */
unsigned extend_first_round(const struct model *model);
uint32_t extend_first_step(const struct model *model);
uint32_t extend_names(const struct model *model);

#endif
