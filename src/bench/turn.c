#include "bench/turn.h"

#include <stdlib.h>
#include <string.h>

#include "bench/fill.h"
#include "bench/step.h"
#include "bench/usage.h"

#define POINT(point) (1u << (point))

/*
 * What happens, in this order: before, next_step, (confirmed), run_step,
 * step_ended, (filled), (full), and again from next_step for each cell; then clear_away,
 * cleared, gone, settle, settled, rested. Each is called when what the one
 * before has asked for is there, so the file reads from its end upwards.
 */
struct turn {
	struct turn_config config;
	const struct chain *chain;
	struct server *server;
	size_t target, server_index;
	char *names; /* what those of its instances begin with, in a race; NULL: it is alone */

	struct usage *usage;
	uint64_t level; /* bytes used before it; UNKNOWN */
	bool full_taken;
	bool unfilled; /* instances were lost while they were filled: what lies there is no full pool */

	size_t next; /* of the chain's cells */
	struct step *step;
	struct members members;
	struct fill *fill;
	bool waiting; /* between two steps, for the pause to end */
	bool skip_settling;
	struct clean *clean;
};

static void next_step(struct turn *turn);

static const struct cell *
cell_at(const struct turn *turn, size_t at)
{
	const struct plan *plan = turn->config.stage->config.plan;

	return &plan->cells[turn->config.prime ? turn->chain->prime : turn->chain->cells[at]];
}

static size_t
count_cells(const struct turn *turn)
{
	return turn->config.prime ? 1 : turn->chain->n_cells;
}

struct turn *
turn_new(const struct turn_config *config)
{
	struct turn *turn = xcalloc(1, sizeof(*turn));
	const struct sched_config *run = &config->stage->config;

	turn->config = *config;
	turn->chain = &run->plan->chains[config->chain];
	turn->target = cell_at(turn, 0)->target;
	turn->server_index = stage_server(config->stage, &run->plan->targets[turn->target]);
	if (stage_races(config->stage))
		turn->names = xasprintf("%s-%zu-", run->plan->prefix, turn->target + 1);
	turn->members.names = turn->names;
	turn->server = run->servers[turn->server_index];
	turn->usage = usage_new(&(struct usage_config){
		.stage = config->stage,
		.target = turn->target,
		.round = config->round,
	});
	return turn;
}

/* ---- after the steps ---- */

static void
rested(void *arg, uint64_t used)
{
	struct turn *turn = arg;

	(void)used;
	turn->config.done(turn->config.arg);
}

/* A prime's last sample tells what the image's volume takes. */
static void
settled(void *arg, uint64_t used)
{
	struct turn *turn = arg;

	if (turn->config.prime && !turn->config.stage->stopping)
		usage_take(turn->usage, POINT(USAGE_IMAGE), rested, turn);
	else
		rested(turn, used);
}

static void
settle(struct turn *turn)
{
	uint64_t level = turn->config.prime ? UNKNOWN : turn->level;

	if (turn->skip_settling)
		settled(turn, UNKNOWN);
	else
		usage_settle(turn->usage, level, settled, turn);
}

static void
gone(void *arg, uint64_t used)
{
	(void)used;
	settle(arg);
}

static void
tell_cleared(struct turn *turn, size_t removed, size_t left)
{
	struct stage *stage = turn->config.stage;

	if (left == CLEAN_UNKNOWN)
		stage_stop(stage, END_FAILED, "the server does not answer: %s",
			   clean_error(turn->clean));
	else if (left > 0)
		stage_note(stage, NOTE_ERROR, "%zu could not be removed: %s", left,
			   clean_error(turn->clean));
	else if (removed > 0 && !turn->config.prime)
		stage_note(stage, NOTE_INFO, "cleared away: %zu", removed);
}

static void
cleared(void *arg, size_t removed, size_t left)
{
	struct turn *turn = arg;

	tell_cleared(turn, removed, left);
	clean_free(steal(turn->clean));
	if (left == CLEAN_UNKNOWN) {
		rested(turn, UNKNOWN);
		return;
	}
	*stage_may_exist(turn->config.stage, turn->target) = left;
	if (turn->config.prime)
		settle(turn);
	else
		usage_take(turn->usage, POINT(USAGE_DELETED), gone, turn);
}

/*
 * What is left of the chain's instances: all of them when it does not delete,
 * those that failed half-way, and those of which nobody knows. In a race the
 * others' are left alone.
 */
static void
clear_away(struct turn *turn)
{
	const struct sched_config *run = &turn->config.stage->config;

	turn->clean = clean_start(run->loop, turn->server, run->run, NULL, cleared, turn);
	clean_only(turn->clean, turn->names);
}

/* ---- the steps ---- */

static void
full(void *arg, uint64_t used)
{
	(void)used;
	next_step(arg);
}

/* More lies on the pool than before, which a later step may take away before it is next looked. */
static bool
adds(const struct workload *workload)
{
	return workload->copies || workload->snapshots == SNAPSHOTS_MADE;
}

static void
go_on(struct turn *turn, const struct workload *workload)
{
	bool first = !turn->full_taken && workload->leaves != INSTANCES_NONE;

	turn->next++;
	turn->full_taken |= first;
	if (!turn->config.prime && first)
		usage_take(turn->usage, POINT(turn->unfilled ? USAGE_LIVE : USAGE_FULL), full,
			   turn);
	else if (!turn->config.prime && adds(workload))
		usage_take(turn->usage, POINT(USAGE_LIVE), full, turn);
	else
		next_step(turn);
}

static const struct workload *
workload_at(const struct turn *turn)
{
	return workload_find(cell_at(turn, turn->next)->workload);
}

static void
filled(void *arg, bool whole)
{
	struct turn *turn = arg;

	turn->unfilled = !whole;
	fill_free(steal(turn->fill));
	go_on(turn, workload_at(turn));
}

static void
step_ended(void *arg)
{
	struct turn *turn = arg;
	struct stage *stage = turn->config.stage;
	const struct workload *workload = workload_at(turn);

	step_free(steal(turn->step));
	if (workload->fresh && stage->config.plan->fill && !stage->stopping)
		turn->fill = fill_start(stage, turn->server_index, &turn->members, filled, turn);
	else
		go_on(turn, workload);
}

static void
run_step(struct turn *turn)
{
	const struct plan *plan = turn->config.stage->config.plan;
	const struct cell *cell = cell_at(turn, turn->next);

	turn->step = step_new(&(struct step_config){
		.stage = turn->config.stage,
		.cell = (size_t)(cell - plan->cells),
		.round = turn->config.round,
		.races = turn->names && !turn->config.prime,
		.workload = workload_at(turn),
		.members = &turn->members,
		.done = step_ended,
		.arg = turn,
	});
	step_begin(turn->step);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct marked *)a)->name, ((const struct marked *)b)->name);
}

/* Of those that go on, the ones that are not in the list; a step may have thousands. */
static void
lose_unmarked(struct turn *turn, const struct marked *list, size_t n, const char *why)
{
	autofree_mem struct marked *sorted = xcalloc(n, sizeof(*sorted));

	for (size_t i = 0; i < n; i++)
		sorted[i] = list[i];
	qsort(sorted, n, sizeof(*sorted), by_name);
	for (uint32_t i = 0; i < turn->members.n; i++) {
		struct member *member = &turn->members.list[i];
		const struct marked key = { .name = member->name };

		if (!member->lost && !bsearch(&key, sorted, n, sizeof(*sorted), by_name))
			member->lost = why;
	}
}

/* No instance is touched without our mark having been read on it just before. */
static void
confirmed(void *arg, const struct marked *list, size_t n, const struct err *err)
{
	struct turn *turn = arg;

	if (turn->config.stage->stopping) {
		next_step(turn);
		return;
	}
	if (err)
		stage_note(turn->config.stage, NOTE_ERROR,
			   "it cannot be seen which instances are ours: %s", err->text);
	lose_unmarked(turn, list, n,
		      err ? "it could not be seen whether it is ours"
			  : "it is not there, or not ours any more");
	run_step(turn);
}

/* Instances that are made get names of their own, in a chain like launch,delete,launch too. */
static void
next_step(struct turn *turn)
{
	struct stage *stage = turn->config.stage;
	bool over = turn->next == count_cells(turn) || stage->stopping;

	if (over && *stage_may_exist(stage, turn->target) == 0 && turn->config.prime) {
		settled(turn, UNKNOWN);
	} else if (over) {
		clear_away(turn);
	} else if (stage->paused) {
		turn->waiting = true;
	} else if (workload_at(turn)->needs == INSTANCES_NONE) {
		members_make(&turn->members, stage,
			     turn->config.prime ? 1 : stage->config.plan->count);
		run_step(turn);
	} else {
		server_marked(turn->server, stage->config.run, confirmed, turn);
	}
}

/* ---- before them ---- */

static void
before(void *arg, uint64_t used)
{
	struct turn *turn = arg;

	turn->level = used;
	next_step(turn);
}

void
turn_begin(struct turn *turn)
{
	turn->level = UNKNOWN;
	if (turn->config.points)
		usage_take(turn->usage, turn->config.points, before, turn);
	else
		next_step(turn);
}

/* ---- from outside ---- */

void
turn_wake(struct turn *turn)
{
	if (turn->step) {
		step_wake(turn->step);
	} else if (turn->waiting && !turn->config.stage->paused) {
		turn->waiting = false;
		next_step(turn);
	}
}

void
turn_skip_settling(struct turn *turn)
{
	turn->skip_settling = true;
	usage_settle_now(turn->usage);
}

void
turn_abandon(struct turn *turn)
{
	if (turn->step)
		step_abandon(turn->step);
}

void
turn_free(struct turn *turn)
{
	if (!turn)
		return;
	server_forget(turn->server, turn);
	clean_free(turn->clean);
	step_free(turn->step);
	fill_free(turn->fill);
	usage_free(turn->usage);
	members_wipe(&turn->members);
	free(turn->names);
	free(turn);
}
