#include "bench/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "bench/admission.h"
#include "bench/extend.h"
#include "bench/leftovers.h"
#include "bench/planner.h"
#include "bench/sched.h"
#include "bench/ticker.h"
#include "record/enough.h"
#include "record/quiet.h"
#include "record/recording.h"

struct run {
	struct run_config config;
	char id[9];
	struct env now; /* of a run that goes on: what its header tells is of before */
	struct journal *journal;
	struct sched *sched;
	struct ticker *ticker;
	bool ended;
};

/* ---- what is told while it goes on ---- */

static void
on_tick(void *arg, struct event *event)
{
	struct run *run = arg;

	journal_add_now(run->journal, event);
}

/* Before the end, which then comes after it. */
static void
note_quiet(struct run *run)
{
	struct quiet_cost cost = quiet_cost(run_model(run));
	char text[256];

	quiet_sentence(&cost, text, sizeof(text));
	journal_note(run->journal, NOTE_INFO, text);
}

/* On the disk while nothing is timed: a chain has just been settled, and no other one is on its way. */
static void
on_event(void *arg, struct event *event)
{
	struct run *run = arg;

	if (event->type == EV_END && run->config.quiet) {
		note_quiet(run);
		journal_add_now(run->journal, event);
		return;
	}
	journal_add(run->journal, event);
	if (event->type == EV_SETTLE && run_model(run)->n_running == 0)
		journal_sync(run->journal);
}

static void
note_enough(struct run *run, const struct enough *enough)
{
	unsigned rounds = run_model(run)->plan->rounds;
	autofree_mem char *text = NULL;

	if (enough->pairs == 0)
		text = xstrdup("until good: there is nothing to compare");
	else if (enough->wide == 0)
		text = xasprintf("until good: every comparison is known to within 5 %% after %u rounds",
				 rounds);
	else
		text = xasprintf("until good: after %u rounds %zu of %zu comparisons are not yet "
				 "known to within 5 %%", rounds, enough->wide, enough->pairs);
	journal_note(run->journal, enough->wide ? NOTE_WARN : NOTE_INFO, text);
}

static void
tell_rounds(struct run *run, unsigned rounds)
{
	struct event event = { .type = EV_EXTEND, .extend = { .rounds = rounds } };

	journal_add_now(run->journal, &event);
}

/* Looked at only after every so many rounds; rounds that a person adds are just added. */
static bool
add_rounds_until_good(void *arg)
{
	struct run *run = arg;
	const struct plan *plan = run_model(run)->plan;
	unsigned rounds = plan->rounds + ENOUGH_EVERY;
	struct enough enough;

	if (run->config.extend || plan->most_rounds == 0)
		return false;
	enough = enough_look(run_model(run));
	if (enough.wide == 0 || rounds > plan->most_rounds) {
		note_enough(run, &enough);
		return false;
	}
	tell_rounds(run, rounds);
	return true;
}

/* All is cleared away and shown, but nothing more begins. */
static void
on_broken(void *arg, const char *why)
{
	struct run *run = arg;

	if (run->sched)
		sched_fail(run->sched, why);
}

static void
on_end(void *arg)
{
	struct run *run = arg;

	journal_close(run->journal);
	ticker_free(steal(run->ticker));
	if (run_model(run)->end.left_behind == 0)
		leftovers_done(run->id);
	run->ended = true;
	if (run->config.end)
		run->config.end(run->config.arg);
}

/* ---- the beginning ---- */

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

static struct journal_config
journal_config_of(struct run *run)
{
	return (struct journal_config){
		.event = run->config.event,
		.event_arg = run->config.arg,
		.broken = on_broken,
		.broken_arg = run,
	};
}

static int
check_plan(const struct run *run, const struct plan *plan, const struct env *env,
	   struct admission *admission, struct err *err)
{
	const struct run_config *config = &run->config;

	if (admission_check(plan, env, config->servers, config->n_servers, admission, err) < 0)
		return -1;
	return leftovers_write(run->id, plan->prefix, config->servers, config->n_servers, err);
}

static int
prepare_new(struct run *run, struct admission *admission, struct err *err)
{
	__attribute__((cleanup(free_header_at))) struct event_header *header = make_header(run);
	struct journal_config journal = journal_config_of(run);
	autofree_mem char *usual = xdg_data("runs");
	const char *folder = run->config.folder ? run->config.folder : usual;

	if (plan_build(run->config.choices, &header->env, run->id, &header->plan, err) < 0 ||
	    check_plan(run, header->plan, &header->env, admission, err) < 0)
		return -1;
	return journal_create(&journal, folder, steal(header), &run->journal, err);
}

static int
prepare_extension(struct run *run, struct admission *admission, struct err *err)
{
	const struct run_config *config = &run->config;
	struct journal_config journal = journal_config_of(run);
	autofree(model) model = extend_open(config->extend, err);

	if (!model)
		return -1;
	run_env(config->servers, config->n_servers, &run->now);
	if (extend_check(model->header, &run->now, err) < 0 ||
	    extend_rounds(model->plan, config->more_rounds, err) == 0)
		return -1;
	snprintf(run->id, sizeof(run->id), "%s", model->header->run);
	if (check_plan(run, model->plan, &run->now, admission, err) < 0 ||
	    journal_append(&journal, config->extend, model, &run->journal, err) < 0)
		return -1;
	(void)steal(model);
	return 0;
}

static const struct env *
env_now(const struct run *run)
{
	return run->config.extend ? &run->now : &run_model(run)->header->env;
}

static struct sched *
start_sched(struct run *run)
{
	const struct run_config *config = &run->config;
	const struct model *model = run_model(run);

	return sched_start(&(struct sched_config){
		.loop = config->loop,
		.servers = config->servers,
		.env = env_now(run),
		.plan = model->plan,
		.run = run->id,
		.first_round = extend_first_round(model),
		.first_step = extend_first_step(model),
		.names = extend_names(model),
		.start_ns = journal_start_ns(run->journal),
		.emit = on_event,
		.more = add_rounds_until_good,
		.end = on_end,
		.arg = run,
	});
}

static int
begin(struct run *run, const struct admission *admission, struct err *err)
{
	static const char quiet_begins[] =
		"quiet: nothing is drawn while a step of a round that counts is timed";
	const struct run_config *config = &run->config;

	if (ticker_start(config->loop, env_now(run), on_tick, run, &run->ticker, err) < 0)
		return -1;
	run->sched = start_sched(run);
	if (config->extend)
		tell_rounds(run, run_model(run)->plan->rounds + config->more_rounds);
	if (config->quiet)
		journal_note(run->journal, NOTE_INFO, quiet_begins);
	admission_tell(admission, config->servers, config->n_servers, run->journal);
	return 0;
}

/* Nothing was made yet, so nothing is to stay; of a run that goes on, what it has. */
static void
take_back(const struct run *run)
{
	leftovers_done(run->id);
	if (run->journal && !run->config.extend)
		unlink(run_path(run));
}

int
run_start(const struct run_config *config, struct run **ret, struct err *err)
{
	autofree(run) run = xcalloc(1, sizeof(*run));
	struct admission admission = { 0 };
	int status;

	run->config = *config;
	recording_new_id(run->id);
	status = config->extend ? prepare_extension(run, &admission, err)
				: prepare_new(run, &admission, err);
	if (status == 0)
		status = begin(run, &admission, err);
	admission_wipe(&admission);
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
	return journal_model(run->journal);
}

const char *
run_path(const struct run *run)
{
	return journal_path(run->journal);
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

unsigned
run_stops(const struct run *run)
{
	return sched_stops(run->sched);
}

bool
run_ended(const struct run *run)
{
	return run->ended;
}

int
run_exit_code(const struct run *run)
{
	const struct model *model = run_model(run);
	bool clean = model->end.how == END_DONE && !journal_broken(run->journal) &&
		     model->ended[OP_FAILED] + model->ended[OP_UNKNOWN] + model->failures == 0;

	if (!run->ended || model->end.left_behind > 0)
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
	journal_free(run->journal);
	env_wipe(&run->now);
	free(run);
}
