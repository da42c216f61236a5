/*
 * cmd_replay.c - `poolscope replay RUN`: a recorded run on the same screens.
 *
 * With --dump nothing is played: the run is read to its end, the keys are
 * pressed, and the screen is printed as text or as a picture.
 */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "cmd.h"
#include "keyfile.h"
#include "picture.h"
#include "plain.h"
#include "record/report.h"
#include "replay.h"
#include "runs.h"

#define DUMP_MAX 1000

static int
parse_size(const char *text, int *cols, int *rows, struct err *err)
{
	int used = 0;

	if (sscanf(text, "%4dx%4d%n", cols, rows, &used) == 2 && text[used] == '\0' && *cols > 0 &&
	    *rows > 0 && *cols <= DUMP_MAX && *rows <= DUMP_MAX)
		return 0;
	return err_set_kind(err, ERR_USAGE, "--size %s: expected COLUMNSxROWS, each from 1 to %d", text,
			    DUMP_MAX);
}

static enum glyphs
dump_glyphs(const struct options *options)
{
	bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;

	return utf8 && !options_flag(options, OPT_ASCII) ? GLYPHS_BRAILLE : GLYPHS_ASCII;
}

/* A frame before each key, since where panels are decides what a key does. */
static int
press_keys(struct ui *ui, struct canvas *canvas, const char *names, struct err *err)
{
	autofree_mem char *copy = xstrdup(names ? names : "");
	char *rest = copy;
	struct key key;

	for (char *name; (name = strsep(&rest, " "));) {
		if (!*name)
			continue;
		if (!key_parse(name, &key))
			return err_set_kind(err, ERR_USAGE, "--keys: %s is no key", name);
		screen_draw(canvas, ui);
		ui_key(ui, key);
	}
	return 0;
}

/* A file takes all colours, whatever a terminal would. */
static enum depth
picture_depth(const struct options *options)
{
	enum depth depth = depth_named(options_text(options, OPT_COLORS));

	return depth == DEPTH_AUTO ? DEPTH_TRUE : depth;
}

static void
print_canvas(const struct options *options, const struct canvas *canvas, const struct theme *theme)
{
	autobuf text = { 0 };

	if (options_flag(options, OPT_SVG))
		picture_svg(canvas, theme, picture_depth(options), &text);
	else
		(options_flag(options, OPT_ROLES) ? canvas_dump_roles : canvas_dump)(canvas, &text);
	fwrite(buf_text(&text), 1, text.len, stdout);
}

static int
dump(const struct options *options, const char *path, struct err *err)
{
	autofree(replay) replay = NULL;
	autofree(canvas) canvas = NULL;
	struct ui ui;
	int cols, rows;
	int status;

	if (keyfile_load(err) < 0 || parse_size(options_text(options, OPT_SIZE), &cols, &rows, err) < 0 ||
	    replay_open(path, 1, NULL, &ui, &replay, err) < 0)
		return -1;
	canvas = canvas_new(cols, rows, dump_glyphs(options));
	ui.graph_glyphs = canvas->glyphs;
	status = themes_show(&ui.themes, options_text(options, OPT_THEME), err);
	if (status == 0)
		status = replay_to_end(replay, err);
	if (status == 0)
		status = press_keys(&ui, canvas, options_text(options, OPT_KEYS), err);
	if (status == 0) {
		screen_draw(canvas, &ui);
		print_canvas(options, canvas, ui.themes.shown);
	}
	ui_wipe(&ui);
	return status;
}

/*
 * What has no samples, only the times of whole steps, has nothing to watch:
 * minutes would pass between two changes. Its results are shown at once.
 */
static void
show_results(struct ui *ui)
{
	ui->source->seek_end(ui);
	ui_show(ui, VIEW_RESULTS);
}

/* The signal that ended it, 0 for none; -1 when the screen could not be opened. */
static int
play(const struct options *options, const char *path, struct err *err)
{
	autofree(loop) loop = NULL;
	autofree(replay) replay = NULL;
	struct app *app;
	struct ui ui;
	int signo = -1;

	if (loop_new(&loop, err) < 0 ||
	    replay_open(path, options_real(options, OPT_SPEED), loop, &ui, &replay, err) < 0)
		return -1;
	if (ui.model->header->kind != RUN_MEASURED && !options_flag(options, OPT_LOOP))
		show_results(&ui);
	if (app_open(options, loop, &ui, &app, err) == 0) {
		if (options_flag(options, OPT_LOOP))
			replay_again(replay);
		replay_start(replay);
		signo = app_run(app);
		app_free(app);
	}
	ui_wipe(&ui);
	return signo;
}

struct telling {
	struct model *model;
	struct plain plain;
};

static int
tell_event(void *arg, struct event *event, struct err *err)
{
	struct telling *telling = arg;

	if (model_apply(telling->model, event, err) < 0)
		return -1;
	plain_tell(&telling->plain, telling->model);
	return 0;
}

/* All of it at once: the lines have their times. */
static int
tell(const char *path, struct err *err)
{
	autofree(model) model = model_new();
	struct telling telling = { .model = model, .plain = { .out = stdout } };

	return report_each_event(path, false, tell_event, &telling, err);
}

int
cmd_replay(const struct options *options)
{
	autofree_mem char *path = NULL;
	char *const *args;
	struct err err;
	int signo;

	options_args(options, &args);
	if (runs_find(args[0], &path, &err) < 0)
		return cmd_fail(&err);
	if (options_flag(options, OPT_PLAIN))
		return tell(path, &err) < 0 ? cmd_fail(&err) : 0;
	if (options_flag(options, OPT_DUMP))
		return dump(options, path, &err) < 0 ? cmd_fail(&err) : 0;
	signo = play(options, path, &err);
	if (signo < 0)
		return cmd_fail(&err);
	return signo ? 128 + signo : 0;
}
