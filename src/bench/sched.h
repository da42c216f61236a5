/*
 * sched.h - runs a plan: rounds, chains, steps, ops, and the clearing away.
 *
 * Tells its story only as events, through `emit`. In each round the chains
 * take turns in the round's own order; within a step at most `parallel` ops
 * are in flight (a sliding window, or batches with a barrier). Before the
 * first round each (target, image) is primed. After a chain what is left of
 * its instances is removed, untimed, and the pool settles.
 */
#ifndef BENCH_SCHED_H
#define BENCH_SCHED_H

#include "record/event.h"
#include "server/server.h"
#include "sys/loop.h"

struct sched;

typedef void sched_emit_fn(void *arg, struct event *event);	/* the callee copies what it keeps */
/* Every round of the plan is done. True: the plan has more rounds now, and it goes on. */
typedef bool sched_more_fn(void *arg);
typedef void sched_end_fn(void *arg);				/* after EV_END was emitted */

/*
 * When a pool counts as at rest after space was freed: less than 1 MiB has come
 * or gone for `flat_ns`; for `far_ns` while more is used than before the chain
 * began (btrfs frees at a commit, up to 30 s later). Waited for no longer than
 * `most_ns`, or `most_shared_ns` where others write as well (env_pool.shared):
 * there only `flat_ns` from the first time on that it was no use.
 */
struct settle_rule {
	uint64_t every_ns;	/* from sample to sample */
	uint64_t flat_ns, far_ns;
	uint64_t most_ns, most_shared_ns;
};
extern const struct settle_rule settle_usual;

struct sched_config {
	struct loop *loop;
	struct server *const *servers;	/* as env->servers */
	const struct env *env;
	const struct plan *plan;
	const char *run;		/* id */
	/* All 0, or where an extended run goes on: the next round and step, the names given so far. */
	unsigned first_round;
	uint32_t first_step, names;
	uint64_t start_ns;		/* CLOCK_MONOTONIC of the run's time 0 */
	const struct settle_rule *settle;	/* NULL: settle_usual */
	sched_emit_fn *emit;
	sched_more_fn *more;		/* NULL: never */
	sched_end_fn *end;
	void *arg;
};

struct sched *sched_start(const struct sched_config *config);
/* Between ops: what is in flight is finished, nothing new begins. */
void sched_pause(struct sched *sched);
void sched_resume(struct sched *sched);
/*
 * First: issue nothing more, wait for what is in flight (the server cannot
 * cancel it), clean up. Second: skip the settling. Third: leave at once; what
 * is left is in the leftover list and in EV_END.
 */
void sched_cancel(struct sched *sched, const char *why);
/* How far it is with that: 0 is not at all, 1 to 3 as above. A stop of our own counts as the first. */
unsigned sched_stops(const struct sched *sched);
/* As the first sched_cancel, because something of ours does not work: it ends as END_FAILED. */
void sched_fail(struct sched *sched, const char *why);
void sched_free(struct sched *sched);
DEFINE_AUTOFREE(sched, sched_free)

#endif
