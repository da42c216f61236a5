#include "bench/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "bench/extend.h"
#include "bench/leftovers.h"
#include "bench/planner.h"
#include "bench/preflight.h"
#include "bench/sched.h"
#include "bench/ticker.h"
#include "bench/workload.h"
#include "record/enough.h"
#include "record/quiet.h"
#include "record/sums.h"

struct run {
	struct run_config config;
	char id[9];
	uint64_t start_ns;
	char *path;
	struct model *model;
	struct env now;		   /* of a run that goes on: what its header tells is of before */
	struct recorder *recorder; /* NULL: all is written */
	struct sched *sched;
	struct ticker *ticker;
	struct err broken; /* why nothing is recorded any more; "" */
	bool ended;
};

/* ---- the stream ---- */

static void
give_up(struct run *run, const struct err *err)
{
	if (*run->broken.text)
		return;
	run->broken = *err;
	if (run->sched)
		sched_fail(run->sched, err->text);
}

/* From the first failure on nothing is recorded, but all is cleared away and shown. */
static void
record(struct run *run, const struct event *event)
{
	struct err err;

	if (!*run->broken.text && recorder_add(run->recorder, event, &err) < 0)
		give_up(run, &err);
}

/* On the disk while nothing is timed: a chain has just been settled, and no other one is on its way. */
static void
sync_recording(struct run *run)
{
	struct err err;

	if (!*run->broken.text && recorder_sync(run->recorder, &err) < 0)
		give_up(run, &err);
}

static void
pass_on(struct run *run, struct event *event)
{
	struct err err;

	if (event->type != EV_HEADER)
		record(run, event);
	if (model_apply(run->model, event, &err) < 0)
		give_up(run, &err);
	if (run->config.event)
		run->config.event(run->config.arg, event);
	if (event->type == EV_SETTLE && run->model->n_running == 0)
		sync_recording(run);
}

static void
on_tick(void *arg, struct event *event)
{
	struct run *run = arg;

	event->t = clock_now_ns() - run->start_ns;
	pass_on(run, event);
}

static void
note(struct run *run, enum note_level level, char *text)
{
	struct event event = {
		.type = EV_NOTE,
		.t = clock_now_ns() - run->start_ns,
		.note = { .level = level, .text = text },
	};

	pass_on(run, &event);
}

static char quiet_begins[] = "quiet: nothing is drawn while a step of a round that counts is timed";

/* Before the end, which then comes after it. */
static void
note_quiet(struct run *run)
{
	struct quiet_cost cost = quiet_cost(run->model);
	char text[256];

	quiet_sentence(&cost, text, sizeof(text));
	note(run, NOTE_INFO, text);
}

static void
on_event(void *arg, struct event *event)
{
	struct run *run = arg;

	if (event->type == EV_END && run->config.quiet) {
		note_quiet(run);
		event->t = clock_now_ns() - run->start_ns;
	}
	pass_on(run, event);
}

static void
note_finding(struct run *run, const struct finding *finding)
{
	autofree_mem char *text = xasprintf("%s%s%s", finding->text, finding->remedy ? ": " : "",
					    finding->remedy ? finding->remedy : "");

	note(run, finding->level == FINDING_NOTE ? NOTE_INFO : NOTE_WARN, text);
}

static void
note_enough(struct run *run, const struct enough *enough)
{
	autofree_mem char *text = NULL;

	if (enough->pairs == 0)
		text = xstrdup("until good: there is nothing to compare");
	else if (enough->wide == 0)
		text = xasprintf("until good: every comparison is known to within 5 %% after %u rounds",
				 run->model->plan->rounds);
	else
		text = xasprintf("until good: after %u rounds %zu of %zu comparisons are not yet "
				 "known to within 5 %%", run->model->plan->rounds, enough->wide,
				 enough->pairs);
	note(run, enough->wide ? NOTE_WARN : NOTE_INFO, text);
}

static void
note_warnings(struct run *run, const struct server *server)
{
	autofree_mem char *text =
		xasprintf("%s says: %s", server_remote(server)->name, server_warnings(server));

	if (*server_warnings(server))
		note(run, NOTE_INFO, text);
}

static void
on_end(void *arg)
{
	struct run *run = arg;

	sync_recording(run);
	recorder_free(steal(run->recorder));
	ticker_free(steal(run->ticker));
	if (!*run->broken.text)
		sums_leave(run->path, run->model);
	if (run->model->end.left_behind == 0)
		leftovers_done(run->id);
	run->ended = true;
	if (run->config.end)
		run->config.end(run->config.arg);
}

/* ---- the beginning ---- */

static int
refuse_findings(const struct finding *findings, size_t n, struct err *err)
{
	for (size_t i = 0; i < n; i++)
		if (findings[i].level == FINDING_REFUSE)
			return err_set_kind(err, ERR_REFUSED, "%s; %s", findings[i].text,
					    findings[i].remedy);
	return 0;
}

static struct server *
server_of(const struct run_config *config, const struct target *target)
{
	for (size_t i = 0; i < config->n_servers; i++)
		if (strcmp(server_env(config->servers[i])->name, target->server) == 0)
			return config->servers[i];
	return NULL;
}

/* A word asks for one way of doing it, and another way would be no answer to that. */
static int
refuse_words(const struct run_config *config, const struct plan *plan, struct err *err)
{
	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		const struct target *target = &plan->targets[cell->target];
		const struct server *server = server_of(config, target);
		const char *word, *lacks = NULL;

		if (server)
			lacks = workload_word_lacks(workload_find(cell->workload), cell->variant,
						    server, &word);
		if (lacks)
			return err_set_kind(err, ERR_REFUSED,
					    "%s:%s: server %s has no %s; leave out \"%s\"",
					    cell->workload, cell->variant, target->server, lacks,
					    word);
	}
	return 0;
}

static void
free_header_at(struct event_header **header)
{
	event_wipe(&(struct event){ .type = EV_HEADER, .header = *header });
}

static struct event_header *
make_header(const struct run *run)
{
	struct event_header *header = xcalloc(1, sizeof(*header));

	header->version = RECORDING_VERSION;
	header->kind = RUN_MEASURED;
	header->run = xstrdup(run->id);
	header->label = xstrdup(run->config.choices->label);
	header->program = xstrdup("poolscope " PACKAGE_VERSION);
	header->started_wall_ns = clock_wall_ns();
	run_env(run->config.servers, run->config.n_servers, &header->env);
	return header;
}

/* What is found before anything is made anywhere. */
struct check {
	struct finding *findings;
	size_t n;
};

static int
check_plan(const struct run *run, const struct plan *plan, const struct env *env,
	   struct check *check, struct err *err)
{
	const struct run_config *config = &run->config;

	if (refuse_words(config, plan, err) < 0)
		return -1;
	check->n = preflight_check(plan, env, &check->findings);
	if (refuse_findings(check->findings, check->n, err) < 0)
		return -1;
	return leftovers_write(run->id, plan->prefix, config->servers, config->n_servers, err);
}

static int
prepare_new(struct run *run, struct check *check, struct err *err)
{
	__attribute__((cleanup(free_header_at))) struct event_header *header = make_header(run);
	autofree_mem char *usual = xdg_data("runs");
	const char *folder = run->config.folder ? run->config.folder : usual;
	struct event event = { .type = EV_HEADER };

	if (plan_build(run->config.choices, &header->env, run->id, &header->plan, err) < 0 ||
	    check_plan(run, header->plan, &header->env, check, err) < 0 ||
	    recorder_create(folder, header, &run->recorder, err) < 0)
		return -1;
	run->path = xstrdup(recorder_path(run->recorder));
	event.header = steal(header);
	pass_on(run, &event);
	return 0;
}

/* Its clock goes on from its last event. */
static int
prepare_extension(struct run *run, struct check *check, struct err *err)
{
	const struct run_config *config = &run->config;
	autofree(model) model = extend_open(config->extend, err);

	if (!model)
		return -1;
	run_env(config->servers, config->n_servers, &run->now);
	if (extend_check(model->header, &run->now, err) < 0 ||
	    extend_rounds(model->plan, config->more_rounds, err) == 0)
		return -1;
	snprintf(run->id, sizeof(run->id), "%s", model->header->run);
	if (check_plan(run, model->plan, &run->now, check, err) < 0 ||
	    recorder_append(config->extend, &run->recorder, err) < 0)
		return -1;
	run->path = xstrdup(config->extend);
	run->start_ns = clock_now_ns() - model->now;
	model_free(run->model);
	run->model = steal(model);
	return 0;
}

static void
tell_rounds(struct run *run, unsigned rounds)
{
	struct event event = {
		.type = EV_EXTEND,
		.t = clock_now_ns() - run->start_ns,
		.extend = { .rounds = rounds },
	};

	pass_on(run, &event);
}

/* Looked at only after every so many rounds; rounds that a person adds are just added. */
static bool
add_rounds_until_good(void *arg)
{
	struct run *run = arg;
	const struct plan *plan = run->model->plan;
	unsigned rounds = plan->rounds + ENOUGH_EVERY;
	struct enough enough;

	if (run->config.extend || plan->most_rounds == 0)
		return false;
	enough = enough_look(run->model);
	if (enough.wide == 0 || rounds > plan->most_rounds) {
		note_enough(run, &enough);
		return false;
	}
	tell_rounds(run, rounds);
	return true;
}

static const struct env *
env_now(const struct run *run)
{
	return run->config.extend ? &run->now : &run->model->header->env;
}

static int
begin(struct run *run, const struct check *check, struct err *err)
{
	const struct run_config *config = &run->config;
	const struct model *model = run->model;
	struct sched_config sched = {
		.loop = config->loop,
		.servers = config->servers,
		.env = env_now(run),
		.plan = model->plan,
		.run = run->id,
		.first_round = extend_first_round(model),
		.first_step = extend_first_step(model),
		.names = extend_names(model),
		.start_ns = run->start_ns,
		.emit = on_event,
		.more = add_rounds_until_good,
		.end = on_end,
		.arg = run,
	};

	if (ticker_start(config->loop, env_now(run), on_tick, run, &run->ticker, err) < 0)
		return -1;
	if (config->extend)
		tell_rounds(run, model->plan->rounds + config->more_rounds);
	run->sched = sched_start(&sched);
	if (config->quiet)
		note(run, NOTE_INFO, quiet_begins);
	for (size_t i = 0; i < config->n_servers; i++)
		note_warnings(run, config->servers[i]);
	for (size_t i = 0; i < check->n; i++)
		note_finding(run, &check->findings[i]);
	return 0;
}

/* Nothing was made yet, so nothing is to stay; of a run that goes on, what it has. */
static void
take_back(const struct run *run)
{
	leftovers_done(run->id);
	if (run->path && !run->config.extend)
		unlink(run->path);
}

int
run_start(const struct run_config *config, struct run **ret, struct err *err)
{
	autofree(run) run = xcalloc(1, sizeof(*run));
	struct check check = { 0 };
	int status;

	run->config = *config;
	run->start_ns = clock_now_ns();
	run->model = model_new();
	recording_new_id(run->id);
	status = config->extend ? prepare_extension(run, &check, err)
				: prepare_new(run, &check, err);
	if (status == 0)
		status = begin(run, &check, err);
	preflight_free(check.findings, check.n);
	/* The choices are the caller's, and may change from here on. */
	run->config.choices = NULL;
	if (status < 0) {
		take_back(run);
		return -1;
	}
	*ret = steal(run);
	return 0;
}

/* ---- from outside ---- */

const struct model *
run_model(const struct run *run)
{
	return run->model;
}

const char *
run_path(const struct run *run)
{
	return run->path;
}

void
run_pause(struct run *run)
{
	sched_pause(run->sched);
}

void
run_resume(struct run *run)
{
	sched_resume(run->sched);
}

void
run_cancel(struct run *run, const char *why)
{
	sched_cancel(run->sched, why);
}

bool
run_ended(const struct run *run)
{
	return run->ended;
}

int
run_exit_code(const struct run *run)
{
	const struct model *model = run->model;
	bool clean = model->end.how == END_DONE && !*run->broken.text &&
		     model->ended[OP_FAILED] + model->ended[OP_UNKNOWN] == 0;

	if (model->end.left_behind > 0)
		return 5;
	return clean ? 0 : 1;
}

void
run_free(struct run *run)
{
	if (!run)
		return;
	sched_free(run->sched);
	ticker_free(run->ticker);
	recorder_free(run->recorder);
	model_free(run->model);
	env_wipe(&run->now);
	free(run->path);
	free(run);
}
