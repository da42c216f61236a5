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

#include "base/units.h"
#include "bench/run.h"
#include "cmd.h"
#include "connect.h"
#include "outlook.h"
#include "plain.h"
#include "progress.h"
#include "record/report.h"

struct headless {
	struct loop *loop;
	struct run *run;
	struct progress progress;
	struct plain plain;	/* instead of it; out is NULL: not asked for */
	int signo;	/* that asked us to stop; 0: none */
};

static void
on_event(void *arg, const struct event *event)
{
	struct headless *headless = arg;

	if (headless->run && headless->plain.out)
		plain_tell(&headless->plain, run_model(headless->run));
	else if (headless->run)
		progress_event(&headless->progress, run_model(headless->run), event);
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
run_plan(const struct options *options, struct connection *connection, struct err *err)
{
	struct headless headless = { .loop = connection->loop };
	struct choices choices;
	struct run_config config = {
		.loop = connection->loop,
		.servers = connection->servers,
		.n_servers = connection->n_servers,
		.choices = &choices,
		.event = on_event,
		.end = on_end,
		.arg = &headless,
	};
	int code = -1;

	if (choices_from_options(options, &choices, err) < 0)
		return -1;
	progress_init(&headless.progress, stderr, isatty(STDERR_FILENO));
	if (options_flag(options, OPT_PLAIN))
		headless.plain.out = stderr;
	if (take_signals(&headless, err) == 0 && run_start(&config, &headless.run, err) == 0) {
		loop_run(connection->loop);
		progress_end(&headless.progress);
		print_results(options, headless.run);
		code = headless.signo ? 128 + headless.signo : run_exit_code(headless.run);
	}
	run_free(headless.run);
	choices_wipe(&choices);
	return code;
}

static int
dry_run(const struct options *options, const struct connection *connection, struct err *err)
{
	struct draft draft;
	autobuf text = { 0 };
	int code;

	if (outlook_draft(options, connection, false, &draft, err) < 0)
		return -1;
	outlook_plan(&draft, &text);
	outlook_findings(&draft, &text);
	fputs(buf_text(&text), stdout);
	code = outlook_refuses(&draft) ? err_exit_code(ERR_REFUSED) : 0;
	draft_wipe(&draft);
	return code;
}

int
cmd_run(const struct options *options)
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
