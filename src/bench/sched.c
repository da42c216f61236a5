#include "bench/sched.h"

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

/* Where turns follow each other: in a race each target has a lane of its own, otherwise there is one. */
struct lane {
	struct sched *sched;
	struct turn *turn; /* the one under way; NULL: between two */
	size_t next;	   /* of the round's order; what is another lane's is passed over */
};

struct sched {
	struct stage stage;
	struct lane *lanes;
	size_t n_lanes;
	unsigned cancels;

	size_t next_prime; /* of the chains: those before it have their image ready */
	bool primed;	   /* all are, and nothing of it is under way */
	unsigned round, next_round;
	size_t *order; /* of the chains in this round */
	bool *sampled; /* of each target: its first `empty` was taken */

	size_t sweeping; /* the server that is swept; servers before it are clean */
	struct clean *clean;
	bool over;
};

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

	for (size_t i = 0; i < sched->stage.config.env->n_servers + plan_of(sched)->n_targets; i++)
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

/* What is on the server that was swept, in whichever lane it was made. */
static void
note_left(struct sched *sched, size_t left)
{
	struct stage *stage = &sched->stage;
	const struct plan *plan = plan_of(sched);

	for (size_t i = 0; i < plan->n_targets; i++)
		if (stage_server(stage, &plan->targets[i]) == sched->sweeping)
			*stage_may_exist(stage, i) = 0;
	stage->may_exist[sched->sweeping] = left;
}

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
		note_left(sched, left);
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
	struct lane *lane = arg;

	turn_free(steal(lane->turn));
	stage_wake(&lane->sched->stage);
}

static void
begin_turn(struct lane *lane, size_t chain, bool prime, unsigned points)
{
	struct sched *sched = lane->sched;

	lane->turn = turn_new(&(struct turn_config){
		.stage = &sched->stage,
		.chain = chain,
		.round = prime ? 0 : sched->round,
		.prime = prime,
		.points = points,
		.done = turn_done,
		.arg = lane,
	});
	if (sched->cancels > 1)
		turn_skip_settling(lane->turn);
	turn_begin(lane->turn);
}

static bool
is_busy(const struct sched *sched)
{
	for (size_t i = 0; i < sched->n_lanes; i++)
		if (sched->lanes[i].turn)
			return true;
	return false;
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

static struct lane *
lane_of_chain(struct sched *sched, size_t chain)
{
	return &sched->lanes[stage_races(&sched->stage) ? target_of_chain(sched, chain) : 0];
}

/* One after the other, also before a race. Several chains may share an image on a target, which is made ready once. */
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
	begin_turn(lane_of_chain(sched, chain), chain, true, sched->sampled[target] ? 0 : POINT(USAGE_EMPTY));
	sched->sampled[target] = true;
	return true;
}

static void
begin_chain(struct lane *lane)
{
	struct sched *sched = lane->sched;

	while (!lane->turn && lane->next < plan_of(sched)->n_chains) {
		size_t chain = sched->order[lane->next++];

		/* The image is there already, so that one sample is both. */
		if (lane_of_chain(sched, chain) == lane)
			begin_turn(lane, chain, false, POINT(USAGE_EMPTY) | POINT(USAGE_IMAGE));
	}
}

static bool
has_round(struct sched *sched)
{
	const struct sched_config *config = &sched->stage.config;

	if (sched->next_round < plan_all_rounds(config->plan))
		return true;
	return config->more && config->more(config->arg) &&
	       sched->next_round < plan_all_rounds(config->plan);
}

static bool
begin_round(struct sched *sched)
{
	if (!has_round(sched))
		return false;
	sched->round = sched->next_round++;
	plan_order_of_round(plan_of(sched), sched->round, sched->order);
	for (size_t i = 0; i < sched->n_lanes; i++)
		sched->lanes[i].next = 0;
	return true;
}

/* A round begins when every lane is through the one before. False: all is done. */
static bool
begin_turns(struct sched *sched)
{
	if (!sched->primed) {
		if (is_busy(sched) || begin_prime(sched))
			return true;
		sched->primed = true;
	}
	do {
		for (size_t i = 0; i < sched->n_lanes; i++)
			begin_chain(&sched->lanes[i]);
		if (is_busy(sched))
			return true;
	} while (begin_round(sched));
	return false;
}

/* Called with nothing else on the stack. */
static void
go_on(struct sched *sched)
{
	const struct stage *stage = &sched->stage;

	if (stage->paused && !stage->stopping)
		return;
	if (!stage->stopping && begin_turns(sched))
		return;
	if (!is_busy(sched))
		sweep(sched);
}

/* ---- from outside ---- */

static void
leave(struct sched *sched)
{
	for (size_t i = 0; i < sched->n_lanes; i++) {
		struct lane *lane = &sched->lanes[i];

		if (lane->turn)
			turn_abandon(lane->turn);
		turn_free(steal(lane->turn));
	}
	clean_free(steal(sched->clean));
	end(sched);
}

static void
wake_lane(struct lane *lane)
{
	if (lane->turn)
		turn_wake(lane->turn);
	if (lane->turn && lane->sched->cancels > 1)
		turn_skip_settling(lane->turn);
}

static void
wake(void *arg)
{
	struct sched *sched = arg;

	if (sched->over)
		return;
	if (sched->cancels > 2) {
		leave(sched);
		return;
	}
	for (size_t i = 0; i < sched->n_lanes; i++)
		wake_lane(&sched->lanes[i]);
	if (!sched->clean)
		go_on(sched);
}

static void
make_lanes(struct sched *sched)
{
	const struct plan *plan = plan_of(sched);

	sched->n_lanes = stage_races(&sched->stage) ? plan->n_targets : 1;
	sched->lanes = xcalloc(sched->n_lanes, sizeof(*sched->lanes));
	for (size_t i = 0; i < sched->n_lanes; i++)
		sched->lanes[i] = (struct lane){ .sched = sched, .next = plan->n_chains };
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
	sched->stage.may_exist = xcalloc(config->env->n_servers + plan->n_targets,
					 sizeof(*sched->stage.may_exist));
	sched->stage.has_room = xcalloc(plan->n_targets, sizeof(*sched->stage.has_room));
	sched->stage.restless = xcalloc(plan->n_targets, sizeof(*sched->stage.restless));
	leftovers_owner(sched->stage.owner);
	sched->stage.next_step = config->first_step;
	sched->stage.next_name = config->names;
	sched->next_round = config->first_round;
	make_lanes(sched);
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

unsigned
sched_stops(const struct sched *sched)
{
	return sched->cancels ? sched->cancels : sched->stage.stopping;
}

static void
cancel(struct sched *sched, enum run_end how, const char *why)
{
	if (sched->over)
		return;
	sched->cancels = sched_stops(sched) + 1;
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
	for (size_t i = 0; i < sched->n_lanes; i++)
		turn_free(sched->lanes[i].turn);
	free(sched->lanes);
	clean_free(sched->clean);
	free(sched->stage.may_exist);
	free(sched->stage.restless);
	free(sched->stage.has_room);
	free(sched->stage.why);
	free(sched->order);
	free(sched->sampled);
	free(sched);
}
