#include "app.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/settings.h"
#include "base/xdg.h"
#include "clipboard.h"
#include "colour.h"
#include "record/quiet.h"
#include "keyfile.h"
#include "term.h"
#include "terminal.h"
#include "theme_watch.h"

struct app {
	struct loop *loop;
	struct ui *ui;
	struct term *term;
	struct theme_watch *theme_watch;
	unsigned theme_revision;	/* that the terminal shows */
	unsigned first_theme;		/* the revision that nobody has picked yet */
	const struct options *options;
	struct canvas *canvas;
	struct loop_watch *input;	/* NULL: the terminal is gone */
	struct loop_after *after;
	struct loop_timer *timer;	/* for the frame that is due; NULL: none is */
	size_t rate;			/* index in rates */
	uint64_t drawn_at;
	uint64_t drawn_revision;	/* of the model */
	bool mouse;			/* it is on */
	bool quiet;			/* nothing is drawn by itself while a run is timed */
	bool dirty;			/* a key or an answer: draw in this turn */
	int signo;			/* that ends us; 0: none */
};

/* Frames a second. */
static const double rates[] = { 0.5, 1, 2, 4, 10 };

static void
take_rate(struct app *app, size_t rate)
{
	app->rate = rate;
	app->ui->frame_ns = (uint64_t)((double)NS_PER_S / rates[rate]);
}

/* ---- drawing ---- */

/* Another theme is shown than in the last frame. */
static void
take_theme(struct app *app)
{
	const struct themes *themes = &app->ui->themes;

	if (app->theme_revision == themes->revision)
		return;
	app->theme_revision = themes->revision;
	term_redraw(app->term);
	theme_watch_file(app->theme_watch, theme_path(themes->shown));
}

/* What cannot be read is told, and the theme stays as it was. */
static void
theme_changed(void *arg)
{
	struct app *app = arg;
	struct err err;

	if (themes_reload(&app->ui->themes, &err) < 0)
		ui_say(app->ui, "%s", err.text);
	else
		ui_say(app->ui, "theme %s has changed", theme_name(app->ui->themes.shown));
	app->dirty = true;
}

static void
draw(struct app *app)
{
	take_theme(app);
	loop_timer_cancel(app->timer);
	app->timer = NULL;
	if (app->ui->source->update)
		app->ui->source->update(app->ui);
	screen_draw(app->canvas, app->ui);
	term_draw(app->term, app->canvas, app->ui->themes.shown);
	app->drawn_at = loop_now(app->loop);
	app->drawn_revision = app->ui->model->revision;
	app->dirty = false;
}

/* A key is answered all the same: then the person has chosen to be shown something. */
static bool
is_held(const struct app *app)
{
	return app->quiet && ui_running(app->ui) && quiet_now(app->ui->model);
}

static void
frame_due(void *arg)
{
	struct app *app = arg;

	app->timer = NULL;
	app->dirty |= !is_held(app);
}

/* At the end of each turn, when every answer has been stamped. */
static void
draw_if_due(void *arg)
{
	struct app *app = arg;
	bool changed = app->ui->model->revision != app->drawn_revision && !app->ui->frozen &&
		       !is_held(app);
	uint64_t due = app->drawn_at + app->ui->frame_ns;

	if (app->ui->quit_at_end && !ui_running(app->ui))
		app->ui->quit = true;
	if (app->ui->quit)
		loop_stop(app->loop);
	else if (!app->input)
		return;
	else if (app->dirty || (changed && loop_now(app->loop) >= due))
		draw(app);
	else if (changed && !app->timer)
		app->timer = loop_timer_at(app->loop, due, frame_due, app);
}

void
app_changed(struct app *app)
{
	app->dirty = true;
}

/* ---- ending from outside ---- */

/* A run is cleaned up first; a replay has nothing to clean up, however long it would play. */
static void
end_by(struct app *app, int signo)
{
	struct ui *ui = app->ui;

	app->signo = signo;
	if (ui_running(ui) && ui->source->cancel) {
		ui->quit_at_end = true;
		ui->source->cancel(ui);
	} else {
		ui->quit = true;
	}
}

/* Told by a signal, by the end of what is typed, or by both: a run that is being cleaned up is not hurried. */
static void
hang_up(struct app *app)
{
	if (!app->ui->quit_at_end)
		end_by(app, SIGHUP);
}

/* Nothing can be asked or shown any more, and a wait on it would return at once for ever. */
static void
leave_without_terminal(struct app *app)
{
	loop_unwatch(app->input);
	app->input = NULL;
	hang_up(app);
}

/* ---- keys ---- */

static void
set_rate(struct app *app, int step)
{
	if (step < 0 && app->rate > 0)
		take_rate(app, app->rate - 1);
	if (step > 0 && app->rate + 1 < COUNTOF(rates))
		take_rate(app, app->rate + 1);
	ui_say(app->ui, "the screen is drawn %g times a second", rates[app->rate]);
}

static void
set_mouse(struct app *app)
{
	if (!term_mouse(app->term, app->ui->mouse)) {
		ui_say(app->ui, "this terminal (TERM) tells nothing of a mouse");
		app->ui->mouse = false;
	}
	app->mouse = app->ui->mouse;
}

static void
take_size(struct app *app)
{
	int cols, rows;

	term_size(app->term, &cols, &rows);
	canvas_resize(app->canvas, cols, rows);
	app->dirty = true;
}

/* Who is not in the foreground is told nothing of a window's new size. */
static void
suspend(struct app *app)
{
	term_suspend(app->term);
	raise(SIGSTOP);
	term_resume(app->term);
	take_size(app);
}

/* What writes lines of its own has the terminal meanwhile. */
static void
go_outside(struct app *app)
{
	struct err err;
	int status;

	term_suspend(app->term);
	status = app->ui->outside(app->ui, &err);
	app->ui->outside = NULL;
	term_resume(app->term);
	take_size(app);
	if (status < 0)
		ui_say(app->ui, "%s", err.text);
}

/* For what is too much for a clipboard, and terminals that have none. */
static void
copy_to_file(struct app *app, const struct buf *text)
{
	autofree_mem char *path = xdg_state("copied.txt");
	struct err err;

	if (xdg_write_again(path, buf_text(text), text->len, &err) < 0)
		ui_say(app->ui, "%s", err.text);
	else
		ui_say(app->ui, "written to %s", path);
}

static void
copy(struct app *app)
{
	bool tmux = getenv("TMUX") != NULL;
	autobuf text = { 0 }, sequence = { 0 };
	size_t lines = clipboard_text(app->ui, app->canvas->glyphs, &text);

	clipboard_sequence(buf_text(&text), text.len, tmux, &sequence);
	if (text.len > CLIPBOARD_MAX || !term_pass(app->term, buf_text(&sequence)))
		copy_to_file(app, &text);
	else
		ui_say(app->ui, "%zu lines given to the terminal to copy (OSC 52)%s", lines,
		       tmux ? "; tmux needs set-clipboard on, or allow-passthrough on" : "");
}

static void
keep_theme(struct ui *ui)
{
	autofree_mem char *path = xdg_config("config");
	const char *theme = theme_name(ui->themes.shown);
	struct err err;

	if (settings_write(path, "theme", theme, &err) < 0)
		ui_say(ui, "theme %s is for this time only: %s", theme, err.text);
	else
		ui_say(ui, "theme = %s stands in %s now", theme, path);
}

/* What the key has asked of the app itself. */
static void
carry_out(struct app *app)
{
	struct ui *ui = app->ui;

	if (ui->rate_step)
		set_rate(app, ui->rate_step);
	if (ui->mouse != app->mouse)
		set_mouse(app);
	if (ui->copy)
		copy(app);
	if (ui->keep_theme)
		keep_theme(ui);
	if (ui->redraw)
		term_redraw(app->term);
	if (ui->suspend)
		suspend(app);
	if (ui->outside)
		go_outside(app);
	ui->rate_step = 0;
	ui->redraw = ui->suspend = ui->copy = ui->keep_theme = false;
}

/* The background is told after the first frame: what a person has picked meanwhile stays. */
static void
take_background(struct app *app)
{
	struct themes *themes = &app->ui->themes;
	enum ground ground;
	int32_t colour;
	struct err err;

	if (!term_answer(app->term, &colour) || !terminal_theme_open(app->options) ||
	    themes->revision != app->first_theme)
		return;
	ground = colour_is_light(colour) ? GROUND_LIGHT : GROUND_DARK;
	if (strcmp(terminal_theme(app->options, ground), theme_name(themes->shown)) == 0)
		return;
	if (themes_show(themes, terminal_theme(app->options, ground), &err) < 0)
		ui_say(app->ui, "%s", err.text);
	app->dirty = true;
}

static void
keys_wait(void *arg)
{
	struct app *app = arg;
	struct key key;

	while (app->input && term_key(app->term, &key)) {
		if (key.code == KEY_EOF_) {
			leave_without_terminal(app);
			return;
		}
		ui_key(app->ui, key);
		carry_out(app);
		app->dirty = true;
	}
	if (app->input)
		take_background(app);
}

/* ---- signals ---- */

static void
resized(void *arg)
{
	struct app *app = arg;

	term_resized(app->term);
	take_size(app);
}

static void
on_int(void *arg)
{
	end_by(arg, SIGINT);
}

static void
on_term(void *arg)
{
	end_by(arg, SIGTERM);
}

static void
on_hup(void *arg)
{
	hang_up(arg);
}

static void
on_stop(void *arg)
{
	suspend(arg);
}

static int
take_signals(struct app *app, struct err *err)
{
	static const struct {
		int signo;
		loop_fn *fn;
	} signals[] = {
		{ SIGWINCH, resized }, { SIGINT, on_int },   { SIGTERM, on_term },
		{ SIGHUP, on_hup },    { SIGTSTP, on_stop },
	};

	for (size_t i = 0; i < COUNTOF(signals); i++)
		if (loop_on_signal(app->loop, signals[i].signo, signals[i].fn, app, err) < 0)
			return -1;
	return 0;
}

/* ---- opening and running ---- */

static size_t
nearest_rate(double wanted)
{
	size_t i = 0;

	while (i + 1 < COUNTOF(rates) && rates[i] < wanted)
		i++;
	return i;
}

static int
open_terminal(struct app *app, const struct options *options, struct err *err)
{
	struct background background = { 0 };
	struct term_options wanted = {
		.depth = depth_named(options_text(options, OPT_COLORS)),
		.ascii = options_flag(options, OPT_ASCII),
		.background = &background,
	};
	int cols, rows;

	if (terminal_theme_open(options) && depth_wanted(wanted.depth) != DEPTH_MONO)
		background_find(STDIN_FILENO, STDOUT_FILENO, BACKGROUND_FRAME_MS, &background);
	if (themes_show(&app->ui->themes, terminal_theme(options, background.ground), err) < 0 ||
	    term_open(&wanted, &app->term, err) < 0)
		return -1;
	app->options = options;
	app->first_theme = app->ui->themes.revision;
	mem_on_exhausted(term_emergency);
	term_size(app->term, &cols, &rows);
	app->canvas = canvas_new(cols, rows, term_glyphs(app->term));
	app->ui->graph_glyphs = app->canvas->glyphs;
	return 0;
}

int
app_open(const struct options *options, struct loop *loop, struct ui *ui, struct app **ret,
	 struct err *err)
{
	autofree(app) app = xcalloc(1, sizeof(*app));

	if (keyfile_load(err) < 0)
		return -1;
	app->loop = loop;
	app->ui = ui;
	app->quiet = options_flag(options, OPT_QUIET_RUN);
	take_rate(app, nearest_rate(options_real(options, OPT_REFRESH)));
	/* Before curses starts, so that it installs no handlers of its own. */
	if (take_signals(app, err) < 0 || open_terminal(app, options, err) < 0)
		return -1;
	if (!options_flag(options, OPT_NO_MOUSE))
		app->ui->mouse = app->mouse = term_mouse(app->term, true);
	app->theme_watch = theme_watch_new(loop, theme_changed, app);
	app->input = loop_watch_fd(loop, STDIN_FILENO, keys_wait, app);
	/* What was typed before there was a screen. */
	loop_timer_at(loop, loop_now(loop), keys_wait, app);
	app->after = loop_after_turn(loop, draw_if_due, app);
	draw(app);
	*ret = steal(app);
	return 0;
}

int
app_run(struct app *app)
{
	loop_run(app->loop);
	return app->signo;
}

void
app_free(struct app *app)
{
	if (!app)
		return;
	loop_unwatch(app->input);
	loop_timer_cancel(app->timer);
	if (app->after)
		loop_after_cancel(app->after);
	term_close(app->term);
	canvas_free(app->canvas);
	theme_watch_free(app->theme_watch);
	free(app);
}
