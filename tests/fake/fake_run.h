/*
 * fake_run.h - a plan that the real scheduler runs on a server in memory, for
 * tests of what it tells and of what is asked of the server.
 *
 * The struct stands first in a struct of the test's own, which is what the
 * callbacks get as their `arg`:
 *
 *	struct bench { struct fake_run on; size_t told; } bench = { 0 };
 *
 *	fake_run_open(&bench.on, 5, rows);
 *	fake_run_plan(&bench.on, "launch,delete", (struct choices){ .count = 3 });
 *	fake_run_play(&bench.on, &at_once, count_events, NULL);
 *	... fake_seen(bench.on.fake, "POST", "*") ...
 *	fake_run_close(&bench.on);
 *
 * What goes wrong on the way ends the test.
 */
#ifndef TESTS_FAKE_RUN_H
#define TESTS_FAKE_RUN_H

#include "base/clock.h"
#include "bench/planner.h"
#include "bench/sched.h"
#include "fake_incus.h"

#define FAKE_RUN_ID	     "7f3a91c2"
#define FAKE_RUN_PATIENCE_NS (60 * NS_PER_S)	/* one that takes longer will never end */

struct fake_run {
	struct fake_incus *incus;
	struct fake *fake;
	struct loop *loop;
	struct server *server;
	struct env env;
	struct plan *plan;
	struct sched *sched;
	bool ended;
};

/* Connects; each of the server's operations takes `op_ms`. Of `run` all is zero before. */
void fake_run_open(struct fake_run *run, unsigned op_ms, const struct fake_row *rows);
/* One chain with the image "busybox", on the first of the pools "bt" and "d", or on so many as are chosen. */
void fake_run_plan(struct fake_run *run, const char *chain, struct choices choices);
/* Until something stops it; one that takes too long ends the test. */
void fake_run_loop(struct fake_run *run);
void fake_run_play(struct fake_run *run, const struct settle_rule *settle, sched_emit_fn *emit,
		   sched_more_fn *more);
void fake_run_close(struct fake_run *run);

#endif
