#include "bench/usage.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench/flush.h"
#include "bench/space.h"
#include "bench/span.h"
#include "sys/blockdev.h"

#define POLL_NS		NS_PER_S
#define POLL_TIMES_TOOK 20
#define NOISE		(UINT64_C(1) << 20) /* bytes that may come and go while it is at rest */
#define DISTURBED_LEAST 0.10		    /* of the machine, used by others */

/* Waiting for rest. */
struct settling {
	usage_fn *done; /* NULL: we are not */
	uint64_t level;
	uint64_t begin_ns, flat_ns; /* since when, and since when nothing has moved */
	uint64_t flat;		    /* bytes used all the while; UNKNOWN */
	struct span quiet;	    /* what others do meanwhile */
};

struct usage {
	struct usage_config config;
	struct server *server;
	const struct env_server *env;
	const struct env_pool *pool;
	struct flush *flush;	  /* NULL: there is none for this pool */
	struct loop_timer *timer; /* of the next question */
	bool asked;		  /* one is in flight */
	bool named;		  /* and it is for the points below */
	bool complained;	  /* that it cannot be known */
	uint64_t took_ns;	  /* the last answer */
	unsigned points;	  /* wanted; 0: none */
	usage_fn *done;
	struct settling settling;
	void *arg; /* of whoever waits: there is only one */
};

static loop_fn ask;

/* ---- the questions ---- */

static const struct target *
target_of(const struct usage *usage)
{
	return &usage->config.stage->config.plan->targets[usage->config.target];
}

static const struct settle_rule *
rule_of(const struct usage *usage)
{
	return usage->config.stage->config.settle;
}

static uint64_t
pause_between(const struct usage *usage)
{
	uint64_t wanted = usage->settling.done ? rule_of(usage)->every_ns : POLL_NS;
	uint64_t polite = POLL_TIMES_TOOK * usage->took_ns;

	return wanted > polite ? wanted : polite;
}

static void
ask_at(struct usage *usage, uint64_t when_ns)
{
	loop_timer_cancel(usage->timer);
	usage->timer = loop_timer_at(usage->config.stage->config.loop, when_ns, ask, usage);
}

/* ---- an answer ---- */

static uint64_t
loop_file_blocks(const struct usage *usage)
{
	if (!usage->env->local || usage->pool->backing != BACKING_LOOP || !usage->pool->source)
		return UNKNOWN;
	return blockdev_file_blocks(usage->pool->source);
}

static void
tell(struct usage *usage, enum usage_point point, uint64_t used, uint64_t total)
{
	struct event event = {
		.type = EV_USAGE,
		.usage = {
			.target = usage->config.target,
			.round = usage->config.round,
			.point = point,
			.used = used,
			.total = total,
			.blocks = loop_file_blocks(usage),
		},
	};

	stage_emit(usage->config.stage, &event);
}

static void
watch_floor(struct usage *usage, uint64_t used, uint64_t total)
{
	struct stage *stage = usage->config.stage;
	const char *driver = usage->pool->driver;
	char left[UNITS_LEN];
	struct space space = space_of_pool(used, total);
	struct space below = space_below(usage->env, usage->pool);

	stage->has_room[usage->config.target] = known(space.free) && !space_is_low(space, driver);
	if (space_is_low(space, driver))
		stage_stop(stage, END_STOPPED, "only %s are left on pool %s",
			   units_size(left, space.free), usage->pool->name);
	if (space_is_low(below, NULL))
		stage_stop(stage, END_STOPPED, "only %s are left on the disk below pool %s",
			   units_size(left, below.free), usage->pool->name);
}

static void
complain(struct usage *usage, const struct err *err)
{
	if (usage->complained)
		return;
	usage->complained = true;
	stage_note(usage->config.stage, NOTE_WARN, "disk usage of %s is not known: %s",
		   usage->pool->name, err->text);
}

/* ---- coming to rest ---- */

static bool
moved(uint64_t a, uint64_t b)
{
	if (!known(a) || !known(b))
		return known(a) != known(b);
	return (a > b ? a - b : b - a) >= NOISE;
}

static bool *
is_restless(const struct usage *usage)
{
	return &usage->config.stage->restless[usage->config.target];
}

/*
 * Where others write as well it may never be at rest. Once it has not come to
 * rest in time, later turns wait only as long as rest itself would take.
 */
static uint64_t
wait_most(const struct usage *usage)
{
	const struct settle_rule *rule = rule_of(usage);

	if (usage->pool->shared != SHARED_YES)
		return rule->most_ns;
	return *is_restless(usage) ? rule->flat_ns : rule->most_shared_ns;
}

static void
rest(struct usage *usage, bool settled, uint64_t used)
{
	struct stage *stage = usage->config.stage;
	struct settling *settling = &usage->settling;
	uint64_t now = loop_now(stage->config.loop);
	uint64_t until = settled ? settling->flat_ns : now;
	usage_fn *done = steal(settling->done);
	double others = span_others(&settling->quiet);
	struct event event = {
		.type = EV_SETTLE,
		.settle = {
			.target = usage->config.target,
			.round = usage->config.round,
			.ns = until - settling->begin_ns,
			.settled = settled,
		},
	};

	/* In a race the other pools are most of it, and its steps say so. */
	if (!isnan(others) && !stage_races(stage))
		stage->disturbed = others > DISTURBED_LEAST;
	stage_emit(stage, &event);
	done(usage->arg, used);
}

static void
begin_flat(struct usage *usage, uint64_t used)
{
	usage->settling.flat = used;
	usage->settling.flat_ns = loop_now(usage->config.stage->config.loop);
	usage->settling.quiet.known = false;
	if (usage->env->local)
		span_begin(&usage->settling.quiet, 0);
}

/* How long nothing may move: longer while space is still held that was free before. */
static uint64_t
flat_long_enough(const struct usage *usage)
{
	const struct settling *settling = &usage->settling;
	bool came_back = !known(settling->level) || !known(settling->flat) ||
			 settling->flat < settling->level + NOISE;

	if (came_back || usage->pool->shared == SHARED_YES)
		return rule_of(usage)->flat_ns;
	return rule_of(usage)->far_ns;
}

static void
judge_rest(struct usage *usage, uint64_t used, uint64_t total)
{
	struct settling *settling = &usage->settling;
	uint64_t now = loop_now(usage->config.stage->config.loop);
	bool flat;

	if (moved(used, settling->flat))
		begin_flat(usage, used);
	flat = now - settling->flat_ns >= flat_long_enough(usage);
	if (!flat && now - settling->begin_ns < wait_most(usage))
		return;
	*is_restless(usage) = !flat;
	tell(usage, USAGE_SETTLED, used, total);
	rest(usage, flat && known(used), used);
}

/* ---- who waits for the answer ---- */

static void
tell_points(struct usage *usage, uint64_t used, uint64_t total)
{
	unsigned points = usage->points;
	usage_fn *done = steal(usage->done);

	usage->points = 0;
	for (unsigned point = 0; point < USAGE_POINTS; point++)
		if (points & 1u << point)
			tell(usage, point, used, total);
	done(usage->arg, used);
}

static void
answered(void *arg, uint64_t used, uint64_t total, uint64_t took_ns, const struct err *err)
{
	struct usage *usage = arg;
	uint64_t now = loop_now(usage->config.stage->config.loop);
	bool named = usage->named;

	usage->asked = usage->named = false;
	usage->took_ns = took_ns;
	if (err) {
		complain(usage, err);
		used = total = UNKNOWN;
	}
	watch_floor(usage, used, total);
	ask_at(usage, usage->points && !named ? now : now + pause_between(usage));
	if (named)
		tell_points(usage, used, total);
	else
		tell(usage, USAGE_LIVE, used, total);
	if (!named && usage->settling.done)
		judge_rest(usage, used, total);
}

static void
ask_server(void *arg)
{
	struct usage *usage = arg;
	const struct target *target = target_of(usage);

	server_pool_usage(usage->server, target->pool, target->member, answered, usage);
}

/* Not flushed in between, while something is timed. */
static void
ask(void *arg)
{
	struct usage *usage = arg;

	usage->timer = NULL;
	usage->asked = true;
	usage->named = usage->points != 0;
	if ((usage->named || usage->settling.done) && flush_begin(usage->flush, ask_server, usage))
		return;
	ask_server(usage);
}

/* ---- from outside ---- */

struct usage *
usage_new(const struct usage_config *config)
{
	struct usage *usage = xcalloc(1, sizeof(*usage));
	const struct sched_config *run = &config->stage->config;
	size_t server;

	usage->config = *config;
	server = stage_server(config->stage, target_of(usage));
	usage->server = run->servers[server];
	usage->env = &run->env->servers[server];
	usage->pool = env_find_pool(usage->env, target_of(usage)->pool);
	usage->flush = flush_new(run->loop, usage->env, usage->pool);
	ask_at(usage, loop_now(run->loop) + POLL_NS);
	return usage;
}

void
usage_take(struct usage *usage, unsigned points, usage_fn *done, void *arg)
{
	usage->points = points;
	usage->done = done;
	usage->arg = arg;
	/* A question that is in flight was asked before the point was reached. */
	if (!usage->asked)
		ask_at(usage, loop_now(usage->config.stage->config.loop));
}

void
usage_settle(struct usage *usage, uint64_t level, usage_fn *done, void *arg)
{
	uint64_t now = loop_now(usage->config.stage->config.loop);
	struct event begins = {
		.type = EV_SETTLING,
		.settling = { .target = usage->config.target, .round = usage->config.round },
	};

	usage->settling = (struct settling){ .done = done, .level = level, .begin_ns = now };
	usage->arg = arg;
	stage_emit(usage->config.stage, &begins);
	begin_flat(usage, UNKNOWN);
	if (!usage->asked)
		ask_at(usage, now);
}

void
usage_settle_now(struct usage *usage)
{
	if (usage->settling.done)
		rest(usage, false, UNKNOWN);
}

void
usage_free(struct usage *usage)
{
	if (!usage)
		return;
	loop_timer_cancel(usage->timer);
	server_forget(usage->server, usage);
	flush_free(usage->flush);
	free(usage);
}
