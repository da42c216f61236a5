/*
 * cmd_run.c - `poolscope run`: a run without a dashboard.
 *
 * Progress goes to standard error: on a terminal one line that is brought up
 * to date, elsewhere a plain line for each step. Results go to standard
 * output. Ctrl-C stops as it does on the dashboard: finish, clean up; a
 * second time without settling; a third time at once.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/run.h"
#include "cmd.h"
#include "connect.h"
#include "outlook.h"
#include "plain.h"
#include "progress.h"
#include "record/quiet.h"
#include "record/recording.h"
#include "record/report.h"
#include "runs.h"

struct headless {
	struct loop *loop;
	struct run *run;
	struct progress progress;
	struct plain plain;	/* instead of it; out is NULL: not asked for */
	bool quiet;	/* nothing is printed while it is timed, but the lines of what has ended */
	int signo;	/* that asked us to stop; 0: none */
};

static void
on_event(void *arg, const struct model *model, const struct event *event)
{
	struct headless *headless = arg;
	bool line = event->type == EV_STEP_END || event->type == EV_NOTE;

	if (headless->quiet && quiet_now(model) && (headless->plain.out || !line))
		return;
	if (headless->plain.out)
		plain_tell(&headless->plain, model);
	else
		progress_event(&headless->progress, model, event);
}

static void
on_end(void *arg)
{
	struct headless *headless = arg;

	loop_stop(headless->loop);
}

static void
stop(struct headless *headless, int signo)
{
	static const char why[] = "stopped by a signal";

	headless->signo = signo;
	if (headless->run)
		run_cancel(headless->run, why);
}

static void
on_int(void *arg)
{
	stop(arg, SIGINT);
}

static void
on_term(void *arg)
{
	stop(arg, SIGTERM);
}

static void
on_hup(void *arg)
{
	stop(arg, SIGHUP);
}

static int
take_signals(struct headless *headless, struct err *err)
{
	static const struct {
		int signo;
		loop_fn *fn;
	} signals[] = { { SIGINT, on_int }, { SIGTERM, on_term }, { SIGHUP, on_hup } };

	for (size_t i = 0; i < COUNTOF(signals); i++)
		if (loop_on_signal(headless->loop, signals[i].signo, signals[i].fn, headless, err) < 0)
			return -1;
	return 0;
}

static void
print_results(const struct options *options, const struct run *run)
{
	autobuf text = { 0 };

	report_find(options_text(options, OPT_FORMAT))->write(run_model(run), NULL, &text);
	fwrite(buf_text(&text), 1, text.len, stdout);
	fprintf(stderr, "recorded in %s\n", run_path(run));
}

/* The exit code, or -1 when it did not begin. */
static int
carry_out(const struct options *options, struct run_config *config, struct err *err)
{
	struct headless headless = {
		.loop = config->loop,
		.quiet = options_flag(options, OPT_QUIET_RUN),
	};
	int code = -1;

	config->event = on_event;
	config->end = on_end;
	config->arg = &headless;
	config->quiet = headless.quiet;
	progress_init(&headless.progress, stderr, isatty(STDERR_FILENO));
	if (options_flag(options, OPT_PLAIN))
		headless.plain.out = stderr;
	if (take_signals(&headless, err) == 0 && run_start(config, &headless.run, err) == 0) {
		loop_run(config->loop);
		progress_end(&headless.progress);
		print_results(options, headless.run);
		code = run_exit_code(headless.run);
		if (headless.signo && code != EXIT_LEFT_BEHIND)
			code = 128 + headless.signo;
	}
	run_free(headless.run);
	return code;
}

/* What nobody has chosen is told before it is begun. */
static void
print_taken(const struct options *options, const struct choices *choices)
{
	for (size_t i = 0; !options_given(options, OPT_POOL) && i < choices->n_pools; i++)
		fprintf(stderr, "taken: pool %s of %s\n", choices->pools[i].pool,
			choices->pools[i].server);
	for (size_t i = 0; !options_given(options, OPT_IMAGE) && i < choices->n_images; i++)
		fprintf(stderr, "taken: image %s\n", choices->images[i]);
}

static int
run_plan(const struct options *options, struct connection *connection, struct err *err)
{
	struct choices choices;
	struct run_config config = {
		.loop = connection->loop,
		.servers = connection->servers,
		.n_servers = connection->n_servers,
		.choices = &choices,
	};
	int code;

	if (outlook_choices(options, connection, &choices, err) < 0)
		return -1;
	print_taken(options, &choices);
	code = carry_out(options, &config, err);
	choices_wipe(&choices);
	return code;
}

static int
dry_run(const struct options *options, const struct connection *connection, struct err *err)
{
	autobuf text = { 0 };
	int code = outlook(options, connection, &text, err);

	fputs(buf_text(&text), stdout);
	return code;
}

static int
run_new(const struct options *options)
{
	struct connection connection;
	struct err err;
	int code = -1;

	if (connect_open(options, &connection, &err) < 0)
		return cmd_fail(&err);
	if (connect_wait(&connection, &err) == 0)
		code = options_flag(options, OPT_DRY_RUN) ? dry_run(options, &connection, &err)
							  : run_plan(options, &connection, &err);
	connect_close(&connection);
	return code < 0 ? cmd_fail(&err) : code;
}

/* ---- a run that goes on ---- */

/* What does not change the plan, which is the run's own. */
static const enum option_id goes_with_continue[] = {
	OPT_SERVER, OPT_SANDBOX,  OPT_DAEMON, OPT_NO_IDMAP,  OPT_PROJECT,
	OPT_ROUNDS, OPT_CONTINUE, OPT_PLAIN,  OPT_QUIET_RUN, OPT_FORMAT,
};

static bool
goes_on_with(enum option_id id)
{
	for (size_t i = 0; i < COUNTOF(goes_with_continue); i++)
		if (goes_with_continue[i] == id)
			return true;
	return false;
}

/* A configuration file speaks of new runs; what is typed is meant for this one. */
static int
check_continue(const struct options *options, struct err *err)
{
	for (enum option_id id = 0; id < N_OPTIONS; id++)
		if (options_typed(options, id) && !goes_on_with(id))
			return err_set_kind(err, ERR_USAGE,
					    "--%s does not go with --continue: the run has its own plan",
					    option_rows[id].name);
	if (!options_typed(options, OPT_ROUNDS))
		return err_set_kind(err, ERR_USAGE,
				    "--continue needs --rounds N, how many are added");
	return 0;
}

/* The servers that it was on, unless others are named: whether they are the same is seen later. */
static int
connect_again(const struct options *options, const char *path, struct connection *ret, struct err *err)
{
	const char *project =
		options_typed(options, OPT_PROJECT) ? options_text(options, OPT_PROJECT) : NULL;
	autofree(recording) rec = NULL;
	const struct env *env;
	struct connection connection = { 0 };
	int status;

	if (options_typed(options, OPT_SERVER) || options_typed(options, OPT_SANDBOX))
		return connect_open(options, ret, err);
	if (recording_open(path, &rec, err) < 0)
		return -1;
	env = &recording_header(rec)->env;
	status = loop_new(&connection.loop, err);
	for (size_t i = 0; status == 0 && i < env->n_servers; i++)
		status = connect_add(&connection, env->servers[i].name,
				     project ? project : env->servers[i].project, err);
	if (status == 0)
		*ret = connection;
	else
		connect_close(&connection);
	return status;
}

static int
run_on(const struct options *options, struct err *err)
{
	autofree_mem char *path = NULL;
	struct connection connection;
	struct run_config config = {
		.more_rounds = (unsigned)options_number(options, OPT_ROUNDS),
	};
	int code = -1;

	if (check_continue(options, err) < 0 ||
	    runs_find(options_text(options, OPT_CONTINUE), &path, err) < 0 ||
	    connect_again(options, path, &connection, err) < 0)
		return -1;
	config.extend = path;
	config.loop = connection.loop;
	config.servers = connection.servers;
	config.n_servers = connection.n_servers;
	if (connect_wait(&connection, err) == 0)
		code = carry_out(options, &config, err);
	connect_close(&connection);
	return code;
}

int
cmd_run(const struct options *options)
{
	struct err err;
	int code;

	if (!options_given(options, OPT_CONTINUE))
		return run_new(options);
	code = run_on(options, &err);
	return code < 0 ? cmd_fail(&err) : code;
}
