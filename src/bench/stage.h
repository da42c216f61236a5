/*
 * stage.h - what the parts of a running plan share: to whom they tell, how
 * they number, and whether anything new may begin.
 */
#ifndef BENCH_STAGE_H
#define BENCH_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/leftovers.h"
#include "bench/sched.h"

#define INSTANCE_NAME_MAX 64	/* 63 are allowed, and a NUL */

struct stage {
	struct sched_config config;
	char owner[OWNER_MAX];
	struct loop_timer *waking;
	loop_fn *wake;		/* looks at all of it again, and goes on where that is possible */
	void *wake_arg;
	uint32_t next_step;
	uint32_t next_name;
	size_t *may_exist;	/* instances of ours that may be there: see stage_may_exist */
	bool *has_room;		/* of each target: its pool had, when it was last asked */
	unsigned timed;		/* steps that are being timed: several only in a race */

	bool paused;		/* nothing new begins until it is over */
	unsigned pauses;	/* so far */
	bool stopping;		/* nothing new begins any more, all is cleared away */
	enum run_end how;	/* how it will have ended */
	char *why;		/* NULL: no reason but that it is done */

	bool *restless;		/* of each target: it did not come to rest in time when it was last waited for */
	unsigned hopeless;	/* steps in a row in which no op succeeded */
	bool disturbed;		/* others used the machine when it was last quiet */
};

/* The time is the stage's to fill in. */
void stage_emit(struct stage *stage, struct event *event);
void stage_note(struct stage *stage, enum note_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A reading of CLOCK_MONOTONIC on the run's clock. */
uint64_t stage_time(const struct stage *stage, uint64_t ns);

/* All pools have their turns at once. */
bool stage_races(const struct stage *stage);
/* A name no instance of this run has had. `names` is what those of a lane begin with; NULL: there is one lane. */
void stage_name(struct stage *stage, const char *names, char out[INSTANCE_NAME_MAX]);
/* How many instances of ours may be on the target's server; in a race, in the target's lane. */
size_t *stage_may_exist(struct stage *stage, size_t target);
/* The index of the target's server, in the configuration's lists. */
size_t stage_server(const struct stage *stage, const struct target *target);

/* Soon, and with nothing else on the stack. */
void stage_wake(struct stage *stage);
/* Nothing new may begin now. */
bool stage_held(const struct stage *stage);
/* Nothing new begins any more, and all are woken. The first reason is the one that is told. */
void stage_stop(struct stage *stage, enum run_end how, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
