#include "live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/run.h"
#include "cmd.h"
#include "record/sums.h"

struct live {
	struct connection *connection;
	struct ui *ui;
	const struct options *options;
	bool quiet;		/* nothing is drawn while it is timed */
	struct env env;
	struct model *shown;	/* an empty one, or a recording opened from History ... */
	char *shown_path;	/* ... and where it is; NULL */
	struct run *run;	/* the newest; NULL: none yet */
	size_t waiting;		/* servers that have not answered yet */
	char status[256];	/* what ui->connecting points to */
	live_changed_fn *changed;
	void *arg;
};

static void
tell_changed(struct live *live)
{
	if (live->changed)
		live->changed(live->arg);
}

/* ---- the servers ---- */

static void
take_env(struct live *live)
{
	struct ui *ui = live->ui;

	env_wipe(&live->env);
	run_env(live->connection->servers, live->connection->n_servers, &live->env);
	ui->connecting = NULL;
	/* A newcomer finds a plan that can be run as it stands. */
	choices_fill_in(&ui->choices, &live->env);
	ui_read_earlier(ui);
}

static void
answered(void *arg, const struct err *err)
{
	struct live *live = arg;

	live->waiting--;
	if (err) {
		snprintf(live->status, sizeof(live->status), "%.*s", (int)sizeof(live->status) - 1,
			 err->text);
		live->ui->connecting = live->status;
		if (live->waiting == 0 && live->env.n_servers == 0)
			ui_welcome(live->ui);
	} else if (live->waiting == 0) {
		take_env(live);
	}
	tell_changed(live);
}

static void
ask_servers(struct live *live)
{
	struct connection *connection = live->connection;

	if (live->waiting || connection->n_servers == 0)
		return;
	snprintf(live->status, sizeof(live->status), "asking the server");
	live->ui->connecting = live->status;
	live->waiting = connection->n_servers;
	for (size_t i = 0; i < connection->n_servers; i++)
		server_connect(connection->servers[i], answered, live);
}

void
live_connect(struct live *live, live_changed_fn *changed, void *arg)
{
	live->changed = changed;
	live->arg = arg;
	ask_servers(live);
}

/* ---- what the screens ask ---- */

static void
on_event(void *arg, const struct model *model, const struct event *event)
{
	struct live *live = arg;

	standing_event(&live->ui->standing, model, event, 1);
}

static int
start_run(struct ui *ui, struct run_config *config, struct err *err)
{
	struct live *live = ui->source_arg;
	struct run *run;

	config->loop = live->connection->loop;
	config->servers = live->connection->servers;
	config->n_servers = live->connection->n_servers;
	config->quiet = live->quiet;
	config->event = on_event;
	config->arg = live;
	if (ui->connecting)
		return err_set_kind(err, ERR_UNREACHABLE, "%s", ui->connecting);
	if (run_start(config, &run, err) < 0)
		return -1;
	run_free(live->run);
	live->run = run;
	ui->model = run_model(run);
	return 0;
}

static int
start(struct ui *ui, struct err *err)
{
	struct run_config config = { .choices = &ui->choices };

	return start_run(ui, &config, err);
}

static int
extend(struct ui *ui, const char *path, unsigned more_rounds, struct err *err)
{
	struct run_config config = { .extend = path, .more_rounds = more_rounds };

	return start_run(ui, &config, err);
}

static void
pause_run(struct ui *ui)
{
	struct live *live = ui->source_arg;

	run_pause(live->run);
}

static void
resume_run(struct ui *ui)
{
	struct live *live = ui->source_arg;

	run_resume(live->run);
}

static void
cancel_run(struct ui *ui)
{
	struct live *live = ui->source_arg;

	run_cancel(live->run, "stopped by the person");
}

static void
reload(struct ui *ui)
{
	struct live *live = ui->source_arg;
	struct err err;

	if (ui_running(ui))
		ui_say(ui, "the servers are asked again when the run has ended");
	else if (connect_find(live->options, live->connection, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ask_servers(live);
}

static int
start_sandbox(struct ui *ui, struct err *err)
{
	struct live *live = ui->source_arg;

	if (live->waiting)
		return err_set(err, "the server has not answered yet");
	fputs("a private server is started, which takes some seconds\n", stderr);
	if (connect_sandbox(live->options, live->connection, err) < 0)
		return -1;
	ask_servers(live);
	return 0;
}

static bool
is_running(const struct ui *ui)
{
	const struct live *live = ui->source_arg;

	return live->run && ui->model == run_model(live->run) && !run_ended(live->run);
}

static bool
has(const struct ui *ui, const char *extension)
{
	const struct live *live = ui->source_arg;

	for (size_t i = 0; i < live->connection->n_servers; i++)
		if (server_has(live->connection->servers[i], extension))
			return true;
	return false;
}

static unsigned
stops(const struct ui *ui)
{
	const struct live *live = ui->source_arg;

	return live->run ? run_stops(live->run) : 0;
}

static int
open_recording(struct ui *ui, const char *path, struct err *err)
{
	struct live *live = ui->source_arg;
	struct model *model;

	if (ui_running(ui))
		return err_set(err, "a run is going on: it is shown until it ends");
	model = sums_open(path, err);
	if (!model)
		return -1;
	ui->model = model;
	model_free(live->shown);
	live->shown = model;
	free(live->shown_path);
	live->shown_path = xstrdup(path);
	return 0;
}

static const char *
path_shown(const struct ui *ui)
{
	const struct live *live = ui->source_arg;

	return live->run && ui->model == run_model(live->run) ? run_path(live->run) : live->shown_path;
}

static const struct ui_source source = {
	.name = "live",
	.start = start,
	.extend = extend,
	.pause = pause_run,
	.resume = resume_run,
	.cancel = cancel_run,
	.reload = reload,
	.sandbox = start_sandbox,
	.has = has,
	.open = open_recording,
	.running = is_running,
	.stops = stops,
	.path = path_shown,
};

/* ---- making and ending ---- */

struct live *
live_new(struct connection *connection, const struct options *options, const char *why,
	 struct ui *ui, struct err *err)
{
	autofree(live) live = xcalloc(1, sizeof(*live));

	live->connection = connection;
	live->options = options;
	live->quiet = options_flag(options, OPT_QUIET_RUN);
	live->ui = ui;
	live->shown = model_new();
	ui_init(ui, &source, live);
	ui->model = live->shown;
	ui->env = &live->env;
	if (choices_from_options(options, &ui->choices, err) < 0)
		return NULL;
	if (why) {
		snprintf(live->status, sizeof(live->status), "%s", why);
		ui->connecting = live->status;
		ui_welcome(ui);
	}
	ui_choices_changed(ui);
	return steal(live);
}

int
live_exit_code(const struct live *live)
{
	return live->run ? run_exit_code(live->run) : 0;
}

void
live_left_behind(const struct live *live, FILE *out)
{
	const struct model *model = live->run ? run_model(live->run) : NULL;

	if (model && live_exit_code(live) == EXIT_LEFT_BEHIND)
		fprintf(out, "left behind: what is named %s-*; poolscope clean --run %s removes it\n",
			model->plan->prefix, model->header->run);
}

void
live_free(struct live *live)
{
	if (!live)
		return;
	run_free(live->run);
	model_free(live->shown);
	free(live->shown_path);
	env_wipe(&live->env);
	free(live);
}
