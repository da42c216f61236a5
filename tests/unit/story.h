/*
 * story.h - for tests: a model that is told a run, event by event.
 *
 * The plan has pools of one server, each with the cells prime, launch and
 * delete: those of pool p are STORY_PRIME(p), STORY_LAUNCH(p), STORY_DELETE(p).
 */
#ifndef TESTS_STORY_H
#define TESTS_STORY_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/clock.h"
#include "record/model.h"

#define STORY_PRIME(pool)  (3 * (pool))
#define STORY_LAUNCH(pool) (3 * (pool) + 1)
#define STORY_DELETE(pool) (3 * (pool) + 2)
#define MS		   NS_PER_MS
#define MIB		   (UINT64_C(1) << 20)

static inline void
near(double got, double want)
{
	if (fabs(got - want) > 1e-6)
		fail_msg("%.9g, not %.9g", got, want);
}

struct story {
	struct model *model;
	uint64_t t; /* of the next event */
	struct err err;
};

static inline int
story_try(struct story *story, struct event event)
{
	event.t = story->t;
	return model_apply(story->model, &event, &story->err);
}

/* The event must be taken. */
static inline void
story_tell(struct story *story, struct event event)
{
	if (story_try(story, event))
		fail_msg("%s", story->err.text);
}

static inline struct plan *
story_plan(const char *const *pools, unsigned count, unsigned warmup, unsigned rounds)
{
	struct plan *plan = xcalloc(1, sizeof(*plan));

	for (size_t i = 0; pools[i]; i++) {
		size_t target = plan_add_target(plan, "local", NULL, pools[i], pools[i]);
		struct cell cell = { .target = target,
				     .image = (char *)"busybox",
				     .fingerprint = (char *)"0123456789abcdef",
				     .place = PLACE_CONTAINER };
		size_t prime, chain[2];

		cell.workload = (char *)"prime";
		prime = plan_add_cell(plan, &cell);
		cell.workload = (char *)"launch";
		chain[0] = plan_add_cell(plan, &cell);
		cell.workload = (char *)"delete";
		chain[1] = plan_add_cell(plan, &cell);
		plan_add_chain(plan, chain, 2, prime);
	}
	plan->count = count;
	plan->parallel = 2;
	plan->warmup = warmup;
	plan->rounds = rounds;
	return plan;
}

static inline struct event_header *
story_header(struct plan *plan)
{
	struct event_header *header = xcalloc(1, sizeof(*header));

	header->version = RECORDING_VERSION;
	header->run = xstrdup("7f3a91c2");
	header->program = xstrdup("poolscope 0.1.0");
	header->started_wall_ns = UINT64_C(1796040221) * NS_PER_S;
	header->env.host.memory = UNKNOWN;
	header->plan = plan;
	return header;
}

static inline struct story
story_begin(const char *const *pools, unsigned count, unsigned warmup, unsigned rounds)
{
	struct story story = { .model = model_new() };

	story_tell(&story, (struct event){ .type = EV_HEADER,
					   .header = story_header(
						   story_plan(pools, count, warmup, rounds)) });
	return story;
}

/* Returns the step's number. */
static inline uint32_t
story_step_begin(struct story *story, size_t cell, unsigned round, uint32_t n)
{
	uint32_t step = (uint32_t)story->model->n_steps;

	story_tell(story,
		   (struct event){ .type = EV_STEP_BEGIN, .step_begin = { step, cell, round, n } });
	return step;
}

static inline void
story_op_begin(struct story *story, uint32_t step, uint32_t op)
{
	char name[32];

	snprintf(name, sizeof(name), "psc-%03u", (unsigned)op);
	story_tell(story, (struct event){ .type = EV_OP_BEGIN,
					  .op = { .step = step, .op = op, .name = name } });
}

/* An op that has taken `ns` and ends now. */
static inline struct event
story_op(struct story *story, uint32_t step, uint32_t op, enum op_state state, uint64_t ns)
{
	return (struct event){ .type = EV_OP_END,
			       .op = { .step = step,
				       .op = op,
				       .state = state,
				       .start = story->t - ns,
				       .end = story->t,
				       .bytes = UNKNOWN } };
}

/* Its counts are those of the ops that were told. */
static inline struct event
story_end_of(struct story *story, uint32_t step, uint64_t start)
{
	struct event event = { .type = EV_STEP_END,
			       .step_end = { .step = step, .start = start, .end = story->t } };

	for (int i = 0; i < OP_STATES; i++)
		event.step_end.count[i] = story->model->steps[step].count[i];
	event.step_end.cpu = (struct cpu_seconds){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	return event;
}

/* A whole step whose ops run one after the other, each `ms` long. */
static inline void
story_step(struct story *story, size_t cell, unsigned round, uint32_t n, uint64_t ms)
{
	uint32_t step = story_step_begin(story, cell, round, n);
	uint64_t start = story->t;

	for (uint32_t op = 0; op < n; op++) {
		story_op_begin(story, step, op);
		story->t += ms * MS;
		story_tell(story, story_op(story, step, op, OP_OK, ms * MS));
	}
	story_tell(story, story_end_of(story, step, start));
}

/* A step of which only the makespan is known. */
static inline void
story_makespan(struct story *story, size_t cell, unsigned round, uint32_t n, uint64_t ms)
{
	uint32_t step = story_step_begin(story, cell, round, n);
	uint64_t start = story->t;
	struct event end;

	story->t += ms * MS;
	end = story_end_of(story, step, start);
	end.step_end.count[OP_OK] = n;
	story_tell(story, end);
}

static inline void
story_usage(struct story *story, size_t target, unsigned round, enum usage_point point,
	    uint64_t used)
{
	story_tell(story,
		   (struct event){ .type = EV_USAGE,
				   .usage = { target, round, point, used, 1024 * MIB, UNKNOWN } });
}

#endif
