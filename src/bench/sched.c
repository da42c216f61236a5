#include "bench/sched.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench/turn.h"

const struct settle_rule settle_usual = {
	.every_ns = NS_PER_S / 2,
	.flat_ns = 2 * NS_PER_S,
	.far_ns = 10 * NS_PER_S,
	.most_ns = 30 * NS_PER_S,
	.most_shared_ns = 5 * NS_PER_S,
};

#define POINT(point) (1u << (point))

struct sched {
	struct stage stage;
	struct turn *turn; /* the one under way; NULL: between two, or clearing away */
	unsigned cancels;

	size_t next_prime; /* of the chains: those before it have their image ready */
	unsigned round;
	size_t *order;	   /* of the chains in this round */
	size_t next_chain; /* in that order */
	bool *sampled;	   /* of each target: its first `empty` was taken */

	size_t sweeping; /* the server that is swept; servers before it are clean */
	struct clean *clean;
	bool over;
};

static void go_on(struct sched *sched);

static const struct plan *
plan_of(const struct sched *sched)
{
	return sched->stage.config.plan;
}

/* ---- the end ---- */

static size_t
count_left(const struct sched *sched)
{
	size_t left = 0;

	for (size_t i = 0; i < sched->stage.config.env->n_servers; i++)
		left += sched->stage.may_exist[i];
	return left;
}

static void
end(struct sched *sched)
{
	struct stage *stage = &sched->stage;
	struct event event = {
		.type = EV_END,
		.end = { .how = stage->how, .text = stage->why, .left_behind = count_left(sched) },
	};

	sched->over = true;
	if (event.end.left_behind > 0)
		stage_note(stage, NOTE_ERROR, "poolscope clean --run %s removes what is left",
			   stage->config.run);
	stage_emit(stage, &event);
	stage->config.end(stage->config.arg);
}

static void sweep(struct sched *sched);

static void
swept(void *arg, size_t removed, size_t left)
{
	struct sched *sched = arg;
	struct stage *stage = &sched->stage;

	if (left == CLEAN_UNKNOWN)
		stage_note(stage, NOTE_WARN, "it could not be seen whether anything is left: %s",
			   clean_error(sched->clean));
	else if (left > 0)
		stage_note(stage, NOTE_ERROR, "%zu left: %s", left, clean_error(sched->clean));
	else if (removed > 0)
		stage_note(stage, NOTE_INFO, "cleared away: %zu more", removed);
	if (left != CLEAN_UNKNOWN)
		stage->may_exist[sched->sweeping] = left;
	clean_free(steal(sched->clean));
	sched->sweeping++;
	sweep(sched);
}

/* At the end each server is asked once more: what nobody knew of may have come to be. */
static void
sweep(struct sched *sched)
{
	const struct sched_config *run = &sched->stage.config;

	if (sched->sweeping == run->env->n_servers)
		end(sched);
	else
		sched->clean = clean_start(run->loop, run->servers[sched->sweeping], run->run, NULL,
					   swept, sched);
}

/* ---- turns ---- */

static void
turn_done(void *arg)
{
	struct sched *sched = arg;

	turn_free(steal(sched->turn));
	go_on(sched);
}

static void
begin_turn(struct sched *sched, size_t chain, bool prime, unsigned points)
{
	sched->turn = turn_new(&(struct turn_config){
		.stage = &sched->stage,
		.chain = chain,
		.round = prime ? 0 : sched->round,
		.prime = prime,
		.points = points,
		.done = turn_done,
		.arg = sched,
	});
	if (sched->cancels > 1)
		turn_skip_settling(sched->turn);
	turn_begin(sched->turn);
}

static size_t
target_of_chain(const struct sched *sched, size_t chain)
{
	const struct plan *plan = plan_of(sched);

	return plan->cells[plan->chains[chain].cells[0]].target;
}

static bool
is_primed(const struct sched *sched, size_t chain)
{
	const struct plan *plan = plan_of(sched);

	if (plan->chains[chain].prime == NO_CELL)
		return true;
	for (size_t i = 0; i < chain; i++)
		if (plan->chains[i].prime == plan->chains[chain].prime)
			return true;
	return false;
}

/* Several chains may share an image on a target, which is made ready once. */
static bool
begin_prime(struct sched *sched)
{
	const struct plan *plan = plan_of(sched);
	size_t chain, target;

	while (sched->next_prime < plan->n_chains && is_primed(sched, sched->next_prime))
		sched->next_prime++;
	if (sched->next_prime == plan->n_chains)
		return false;
	chain = sched->next_prime++;
	target = target_of_chain(sched, chain);
	begin_turn(sched, chain, true, sched->sampled[target] ? 0 : POINT(USAGE_EMPTY));
	sched->sampled[target] = true;
	return true;
}

static bool
begin_chain(struct sched *sched)
{
	const struct plan *plan = plan_of(sched);

	if (sched->next_chain == plan->n_chains) {
		sched->next_chain = 0;
		sched->round++;
	}
	if (sched->round >= plan_all_rounds(plan))
		return false;
	if (sched->next_chain == 0)
		plan_order_of_round(plan, sched->round, sched->order);
	/* The image is there already, so that one sample is both. */
	begin_turn(sched, sched->order[sched->next_chain++], false,
		   POINT(USAGE_EMPTY) | POINT(USAGE_IMAGE));
	return true;
}

static bool
begin_more(struct sched *sched)
{
	const struct sched_config *config = &sched->stage.config;

	return config->more && config->more(config->arg) && begin_chain(sched);
}

/* Between two turns. */
static void
go_on(struct sched *sched)
{
	if (sched->stage.paused && !sched->stage.stopping)
		return;
	if (!sched->stage.stopping && (begin_prime(sched) || begin_chain(sched) || begin_more(sched)))
		return;
	sweep(sched);
}

/* ---- from outside ---- */

static void
leave(struct sched *sched)
{
	if (sched->turn)
		turn_abandon(sched->turn);
	turn_free(steal(sched->turn));
	clean_free(steal(sched->clean));
	end(sched);
}

static void
wake(void *arg)
{
	struct sched *sched = arg;

	if (sched->over)
		return;
	if (sched->cancels > 2) {
		leave(sched);
	} else if (sched->turn) {
		turn_wake(sched->turn);
		if (sched->turn && sched->cancels > 1)
			turn_skip_settling(sched->turn);
	} else if (!sched->clean) {
		go_on(sched);
	}
}

struct sched *
sched_start(const struct sched_config *config)
{
	struct sched *sched = xcalloc(1, sizeof(*sched));
	const struct plan *plan = config->plan;

	sched->stage.config = *config;
	if (!config->settle)
		sched->stage.config.settle = &settle_usual;
	sched->stage.wake = wake;
	sched->stage.wake_arg = sched;
	sched->stage.may_exist = xcalloc(config->env->n_servers, sizeof(*sched->stage.may_exist));
	leftovers_owner(sched->stage.owner);
	sched->stage.next_step = config->first_step;
	sched->stage.next_name = config->names;
	sched->round = config->first_round;
	sched->order = xcalloc(plan->n_chains, sizeof(*sched->order));
	sched->sampled = xcalloc(plan->n_targets, sizeof(*sched->sampled));
	stage_wake(&sched->stage);
	return sched;
}

void
sched_pause(struct sched *sched)
{
	struct stage *stage = &sched->stage;

	if (sched->over || stage->paused || stage->stopping)
		return;
	stage->paused = true;
	stage->pauses++;
	stage_emit(stage, &(struct event){ .type = EV_PAUSE });
}

void
sched_resume(struct sched *sched)
{
	struct stage *stage = &sched->stage;

	if (sched->over || !stage->paused)
		return;
	stage->paused = false;
	stage_emit(stage, &(struct event){ .type = EV_RESUME });
	stage_wake(stage);
}

static void
cancel(struct sched *sched, enum run_end how, const char *why)
{
	if (sched->over)
		return;
	sched->cancels++;
	sched_resume(sched);
	stage_stop(&sched->stage, how, "%s", why);
	stage_wake(&sched->stage);
}

void
sched_cancel(struct sched *sched, const char *why)
{
	cancel(sched, END_ABORTED, why);
}

void
sched_fail(struct sched *sched, const char *why)
{
	cancel(sched, END_FAILED, why);
}

void
sched_free(struct sched *sched)
{
	if (!sched)
		return;
	loop_timer_cancel(sched->stage.waking);
	turn_free(sched->turn);
	clean_free(sched->clean);
	free(sched->stage.may_exist);
	free(sched->stage.why);
	free(sched->order);
	free(sched->sampled);
	free(sched);
}
