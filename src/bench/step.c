#include "bench/step_parts.h"

#include <stdlib.h>

#include "base/clock.h"

#define SAME_FAILURE_MOST 5 /* in a row, when it will hit every further op too */
#define HOPELESS_MOST	  2 /* steps in a row without one success */

static op_ended_fn op_ended;

static struct op_target
target_of(const struct step_config *config)
{
	const struct sched_config *run = &config->stage->config;
	const struct cell *cell = &run->plan->cells[config->cell];
	const struct target *target = &run->plan->targets[cell->target];

	return (struct op_target){
		.server = run->servers[stage_server(config->stage, target)],
		.plan = run->plan,
		.cell = cell,
		.target = target,
		.run = run->run,
		.owner = config->stage->owner,
	};
}

static const struct env_server *
env_of(const struct step *step)
{
	const struct stage *stage = step->config.stage;

	return &stage->config.env->servers[stage_server(stage, step->target.target)];
}

static size_t *
may_exist(struct step *step)
{
	struct stage *stage = step->config.stage;

	return stage_may_exist(stage, step->target.cell->target);
}

static bool
makes_instances(const struct workload *workload)
{
	return workload->needs == INSTANCES_NONE || workload->copies;
}

static bool
removes_instances(const struct workload *workload)
{
	return workload->needs != INSTANCES_NONE && workload->leaves == INSTANCES_NONE;
}

static char *
why_it_cannot(const struct step *step)
{
	const struct op_target *on = &step->target;
	const char *lacks = workload_lacks(step->config.workload, on->cell->variant, on->server);

	return lacks ? xasprintf("this server does not do that: it has no %s", lacks) : NULL;
}

struct step *
step_new(const struct step_config *config)
{
	struct step *step = xcalloc(1, sizeof(*step));

	step->config = *config;
	step->target = target_of(config);
	step->cannot = why_it_cannot(step);
	step->number = step->target.step = config->stage->next_step++;
	step->ops = xcalloc(config->members->n, sizeof(*step->ops));
	members_begin(config->members, config->stage, config->workload);
	for (uint32_t i = 0; i < config->members->n; i++)
		step->ops[i] = (struct op){
			.target = &step->target,
			.workload = config->workload,
			.number = i,
			.bytes = UNKNOWN,
			.ended = op_ended,
			.progress = step_tell_progress,
			.owner = step,
		};
	return step;
}

/* ---- when to give up ---- */

/* Where the pool has shown that it has room, a full one is not the cause. */
static const struct diagnosis *
cause_of(const struct step *step, const struct server_result *result)
{
	bool has_room = step->config.stage->has_room[step->target.cell->target];

	return result->diagnosis && has_room ?
		       diagnose_with_space(result->error, step->config.workload->name) :
		       result->diagnosis;
}

/* A failure that the next op will meet as well, and the next. */
static void
judge_failure(struct step *step, const struct server_result *result)
{
	const struct diagnosis *diagnosis = cause_of(step, result);

	if (result->state != OP_FAILED || !diagnosis || !diagnosis->fatal) {
		step->same = NULL;
		return;
	}
	step->n_same = step->same == diagnosis ? step->n_same + 1 : 1;
	step->same = diagnosis;
	if (step->n_same == SAME_FAILURE_MOST)
		stage_stop(step->config.stage, END_STOPPED, "%s, %d times in a row: %s (%s)",
			   diagnosis->name, SAME_FAILURE_MOST, result->error, diagnosis->advice);
}

static void
judge_step(struct step *step)
{
	struct stage *stage = step->config.stage;

	if (step->count[OP_OK] > 0 || step->count[OP_REFUSED] > 0)
		stage->hopeless = 0;
	else if (step->count[OP_FAILED] + step->count[OP_UNKNOWN] > 0)
		stage->hopeless++;
	if (stage->hopeless == HOPELESS_MOST)
		stage_stop(stage, END_STOPPED, "every %s failed in two steps in a row: %s",
			   step->config.workload->name, step->error);
}

/* ---- the ops ---- */

static void
note_times(struct step *step, const struct op *op)
{
	if (step->first_ns == 0 || op->start_ns < step->first_ns)
		step->first_ns = op->start_ns;
	if (op->end_ns > step->last_ns)
		step->last_ns = op->end_ns;
}

/* What it means for the chain, and for what may be left on the server. */
static void
note_outcome(struct step *step, const struct op *op, const struct server_result *result)
{
	const struct workload *workload = step->config.workload;
	bool ok = result->state == OP_OK, done = ok || result->found_done;

	step->count[result->state]++;
	members_note(step->config.members, op, result);
	if (makes_instances(workload) ? !op->measured : done && removes_instances(workload))
		(*may_exist(step))--;
	if (!ok && !step->error)
		step->error = xstrdup(result->error ? result->error : "no reason was given");
}

static void fill(struct step *step);

static void
op_ended(struct op *op, const struct server_result *result)
{
	struct step *step = op->owner;
	autofree_mem char *text = diagnosis_tell(result->diagnosis, result->error);

	step->in_flight--;
	if (result->state != OP_SKIPPED)
		note_times(step, op);
	note_outcome(step, op, result);
	step_tell_op_end(step, op, result->state, text);
	judge_failure(step, result);
	fill(step);
}

/* An op that is not asked for. */
static void
pass_over(struct step *step, struct op *op, enum op_state state, const char *why)
{
	op->start_ns = op->end_ns = clock_now_ns();
	step->count[state]++;
	step_tell_op_begin(step, op);
	step_tell_op_end(step, op, state, why);
}

static void
begin_next(struct step *step)
{
	struct op *op = &step->ops[step->next++];
	const char *nothing = members_prepare(step->config.members, op);

	if (nothing || step->cannot) {
		pass_over(step, op, nothing ? OP_SKIPPED : OP_REFUSED,
			  nothing ? nothing : step->cannot);
		return;
	}
	step->in_flight++;
	if (makes_instances(step->config.workload))
		(*may_exist(step))++;
	step_tell_op_begin(step, op);
	op_begin(op);
}

/* A sliding window; in batches the next one waits for the whole one before. */
static bool
has_room(const struct step *step)
{
	const struct plan *plan = step->target.plan;

	if (step->config.workload->one)
		return step->in_flight == 0;
	if (plan->batch && step->next % plan->parallel == 0)
		return step->in_flight == 0;
	return step->in_flight < plan->parallel;
}

static void
finish(struct step *step)
{
	struct stage *stage = step->config.stage;
	char other[9];

	step->over = true;
	stage->timed -= step->timed;
	if (step->first_ns == 0)
		step->first_ns = step->last_ns = clock_now_ns();
	if (stage->pauses > step->pauses)
		step->taint |= TAINT_PAUSED;
	if (leftovers_live_other(stage->config.run, other))
		step->taint |= TAINT_SHARED;
	step_tell_end(step);
}

static void clear(struct step *step);

/*
 * Begins as many ops as may be in flight; goes on when there is nothing more to
 * wait for. An op that ends at once comes back here while the loop goes round.
 */
static void
fill(struct step *step)
{
	struct stage *stage = step->config.stage;

	if (!step->measuring || step->filling)
		return;
	step->filling = true;
	while (step->next < step->config.members->n && !stage_held(stage) && has_room(step))
		begin_next(step);
	step->filling = false;
	if (step->in_flight > 0 || (step->next < step->config.members->n && !stage->stopping))
		return;
	step->measuring = false;
	finish(step);
	judge_step(step);
	clear(step);
}

/* ---- before and after them ---- */

static void
note_trouble(void *arg, const struct op *op, const char *trouble)
{
	struct step *step = arg;

	stage_note(step->config.stage, NOTE_WARN, "%s %s: %s", step->config.workload->name,
		   op->name, trouble);
}

static void
work_untimed(struct step *step, void (*work)(struct op *op), const bool *stop,
	     untimed_done_fn *done)
{
	step->untimed = (struct untimed){
		.ops = step->ops,
		.n = step->config.members->n,
		.parallel = step->target.plan->parallel,
		.work = work,
		.stop = stop,
		.note = note_trouble,
		.done = done,
		.arg = step,
	};
	untimed_begin(&step->untimed);
}

static void
cleared(void *arg)
{
	struct step *step = arg;

	step->config.done(step->config.arg);
}

static void
clear(struct step *step)
{
	work_untimed(step, step->config.workload->clear, NULL, cleared);
}

static void
prepared(void *arg)
{
	struct step *step = arg;
	const struct env_server *server = env_of(step);

	step->measuring = step->timed = true;
	/* Of steps that overlap, a lag counts for each; none may lose it to another's beginning. */
	if (step->config.stage->timed++ == 0)
		loop_lag_reset(step->config.stage->config.loop);
	if (server->local)
		span_begin(&step->span, server->pid);
	fill(step);
}

/* Which ops have an instance to work on. */
static void
look_who_is_there(struct step *step)
{
	bool any = false;

	for (uint32_t i = 0; i < step->config.members->n && !step->cannot; i++) {
		struct op *op = &step->ops[i];

		op->there = !members_prepare(step->config.members, op);
		op->first = op->there && !any;
		any |= op->there;
	}
}

static void
prepare(struct step *step)
{
	look_who_is_there(step);
	work_untimed(step, step->config.workload->prepare, &step->config.stage->stopping, prepared);
}

/* ---- from outside ---- */

void
step_begin(struct step *step)
{
	struct stage *stage = step->config.stage;
	char other[9];

	step->pauses = stage->pauses;
	if (step->config.races)
		step->taint |= TAINT_RACE;
	if (stage->disturbed)
		step->taint |= TAINT_DISTURBED;
	if (leftovers_live_other(stage->config.run, other))
		step->taint |= TAINT_SHARED;
	step_tell_begin(step);
	prepare(step);
}

void
step_wake(struct step *step)
{
	fill(step);
}

void
step_abandon(struct step *step)
{
	for (uint32_t i = 0; i < step->next; i++) {
		struct op *op = &step->ops[i];

		if (!op->open)
			continue;
		op_abandon(op);
		if (!op->measured)
			op->start_ns = clock_now_ns();
		op->end_ns = clock_now_ns();
		step->count[OP_UNKNOWN]++;
		step_tell_op_end(step, op, OP_UNKNOWN, "left while it was under way");
	}
	step->in_flight = 0;
	untimed_abandon(&step->untimed);
	if (!step->over)
		finish(step);
}

void
step_free(struct step *step)
{
	if (!step)
		return;
	for (uint32_t i = 0; i < step->config.members->n; i++)
		op_wipe(&step->ops[i]);
	free(step->ops);
	free(step->error);
	free(step->cannot);
	free(step);
}
