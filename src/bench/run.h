/*
 * run.h - a live run: the scheduler, its recording and its model, tied together.
 *
 * Its events go into the journal (journal.h). A recording that can no longer be
 * written (disk full) ends the run after cleaning up.
 */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "bench/choices.h"
#include "bench/journal.h"
#include "server/server.h"
#include "sys/loop.h"

struct run;

typedef void run_end_fn(void *arg);

struct run_config {
	struct loop *loop;
	struct server *const *servers;	/* connected */
	size_t n_servers;
	const struct choices *choices;	/* of a new run; NULL: one goes on, as `extend` says */
	const char *extend;		/* the recording of a run to which rounds are added, under its own plan */
	unsigned more_rounds;		/* how many of them */
	bool quiet;			/* nothing is drawn while it is timed (quiet.h): its end tells what that spared */
	const char *folder;		/* of the recordings; NULL: the usual one */
	journal_event_fn *event;	/* run_start() tells the first ones; NULL: not wanted */
	run_end_fn *end;		/* everything is written and closed; NULL: not wanted */
	void *arg;
};

/*
 * Builds the plan, checks it (a finding that refuses is an error of kind
 * ERR_REFUSED), writes the leftover list, opens the recording and begins. A run
 * that goes on has its plan, and is checked against what it ran on (extend.h);
 * a refusal leaves its recording as it was.
 */
int run_start(const struct run_config *config, struct run **ret, struct err *err);
const struct model *run_model(const struct run *run);
const char *run_path(const struct run *run);	/* of the recording */
void run_pause(struct run *run);
void run_resume(struct run *run);
void run_cancel(struct run *run, const char *why);	/* see sched_cancel */
unsigned run_stops(const struct run *run);		/* see sched_stops */
bool run_ended(const struct run *run);
/* The exit code of design part 6: 0 or 1, 5 where something is left behind, as while it goes on. */
int run_exit_code(const struct run *run);
/* The environment as it is now, of these servers and this host; what a header holds. */
void run_env(struct server *const *servers, size_t n_servers, struct env *ret);
void run_free(struct run *run);
DEFINE_AUTOFREE(run, run_free)

#endif
