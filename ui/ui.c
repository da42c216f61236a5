/*
 * ui.c - what a key does to the state of the screens.
 *
 * A key goes to the overlay, then to a form that is being edited, then through
 * the keymap to the view, and last to what is the same on every screen.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "filter.h"
#include "overlay.h"
#include "picker.h"
#include "pointer.h"
#include "runs.h"
#include "view.h"

const struct view *
view_of(enum view_id id)
{
	static const struct view *const views[N_VIEWS] = {
		[VIEW_SETUP] = &view_setup,
		[VIEW_RUN] = &view_run,
		[VIEW_RESULTS] = &view_results,
		[VIEW_HISTORY] = &view_history,
	};

	return views[id];
}

void
ui_init(struct ui *ui, const struct ui_source *source, void *source_arg)
{
	*ui = (struct ui){
		.source = source,
		.source_arg = source_arg,
		.follow = true,
		.shown_workload = SIZE_MAX,
		.baseline = SIZE_MAX,
		.graph_glyphs = GLYPHS_BRAILLE,
	};
}

void
ui_wipe(struct ui *ui)
{
	choices_wipe(&ui->choices);
	draft_wipe(&ui->draft);
	earlier_wipe(&ui->earlier);
	history_wipe(&ui->history);
	for (enum view_id id = 0; id < N_VIEWS; id++)
		if (view_of(id)->forget)
			view_of(id)->forget(ui);
	sheet_wipe(&ui->sheet);
	standing_wipe(&ui->standing);
	themes_wipe(&ui->themes);
}

void
ui_choices_changed(struct ui *ui)
{
	ui->earlier.busy = ui_running(ui);
	draft_update(&ui->draft, &ui->choices, ui->env, ui->source->start ? &ui->earlier : NULL);
}

void
ui_read_earlier(struct ui *ui)
{
	autofree_mem char *folder = runs_folder();

	earlier_read(&ui->earlier, folder);
	ui_choices_changed(ui);
}

void
ui_say(struct ui *ui, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(ui->message, sizeof(ui->message), fmt, args);
	va_end(args);
}

bool
ui_running(const struct ui *ui)
{
	if (ui->source->running)
		return ui->source->running(ui);
	return ui->model->state == MODEL_RUNNING || ui->model->state == MODEL_PAUSED;
}

/* A replay can do without. */
static bool
can_stop(const struct ui *ui)
{
	return ui_running(ui) && ui->source->cancel;
}

unsigned
ui_stopping(const struct ui *ui)
{
	return ui_running(ui) && ui->source->stops ? ui->source->stops(ui) : 0;
}

const char *
ui_key_name(const struct ui *ui, enum command command)
{
	const char *key = keymap_key(ui->view, command);

	return *key ? key : command_texts[command].name;
}

const char *
ui_stop_key(const struct ui *ui)
{
	bool bound = *keymap_key(ui->view, CMD_CANCEL);

	return ui_key_name(ui, bound ? CMD_CANCEL : CMD_INTERRUPT);
}

void
ui_say_running(struct ui *ui)
{
	ui_say(ui, "a run is going on already: %s shows it, %s stops it", ui_key_name(ui, CMD_RUN),
	       ui_stop_key(ui));
}

/* ---- lists ---- */

static size_t
lines_of_focus(const struct ui *ui)
{
	const struct panel *panel = &view_of(ui->view)->panels[ui->focus[ui->view]];

	return panel->lines ? panel->lines(ui) : 0;
}

static void
move_by(struct ui *ui, long by)
{
	table_move(&ui->lists[ui->view][ui->focus[ui->view]], lines_of_focus(ui), by);
}

/* ---- panels and screens ---- */

/* Also to one that has no room now: what has the focus is placed first. */
static void
focus_by(struct ui *ui, int by)
{
	int n = (int)view_of(ui->view)->n_panels;
	int *focus = &ui->focus[ui->view];

	*focus = (*focus + by + n) % n;
}

static void
next_panel(struct ui *ui)
{
	focus_by(ui, 1);
}

static void
previous_panel(struct ui *ui)
{
	focus_by(ui, -1);
}

static void
expand(struct ui *ui)
{
	ui->expanded[ui->view] = !ui->expanded[ui->view];
}

void
ui_show(struct ui *ui, enum view_id view)
{
	ui->view = view;
	memset(ui->places, 0, sizeof(ui->places));
	if (view_of(view)->shown)
		view_of(view)->shown(ui);
}

static void
show_setup(struct ui *ui)
{
	ui_show(ui, VIEW_SETUP);
}

static void
show_run(struct ui *ui)
{
	ui_show(ui, VIEW_RUN);
}

static void
show_results(struct ui *ui)
{
	ui_show(ui, VIEW_RESULTS);
}

static void
show_history(struct ui *ui)
{
	ui_show(ui, VIEW_HISTORY);
}

static void
show_help(struct ui *ui)
{
	overlay_open(ui, OVERLAY_HELP);
}

static void
show_warnings(struct ui *ui)
{
	overlay_open(ui, OVERLAY_WARNINGS);
}

static void
go_back(struct ui *ui)
{
	if (!filter_clear(ui))
		ui->expanded[ui->view] = false;
}

/* ---- the run ---- */

static void
quit(struct ui *ui)
{
	if (can_stop(ui))
		overlay_open(ui, OVERLAY_QUIT);
	else
		ui->quit = true;
}

static void
start(struct ui *ui)
{
	struct err err;

	if (!ui->source->start)
		ui_say(ui, "a replay only shows what was recorded");
	else if (ui_running(ui))
		ui_say_running(ui);
	else if (ui->source->start(ui, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ui_show(ui, VIEW_RUN);
}

static void
toggle_pause(struct ui *ui)
{
	bool paused = ui->model->state == MODEL_PAUSED;
	void (*act)(struct ui *) = paused ? ui->source->resume : ui->source->pause;

	if (ui_running(ui) && act)
		act(ui);
	else
		ui_say(ui, "nothing is running");
}

static void
cancel(struct ui *ui)
{
	if (can_stop(ui))
		ui->source->cancel(ui);
	else
		ui_say(ui, "nothing is running that could be stopped; %s leaves",
		       ui_key_name(ui, CMD_QUIT));
}

/* Meant for a run that has just ended it must not close the dashboard, so it leaves at the second time. */
static void
interrupt(struct ui *ui)
{
	if (can_stop(ui)) {
		ui->interrupts = 0;
		ui->source->cancel(ui);
	} else if (!ui->source->cancel || ui->interrupts > 1) {
		ui->quit = true;
	} else {
		ui_say(ui, "nothing is running; %s again leaves", ui_key_name(ui, CMD_INTERRUPT));
	}
}

/* A command of the source that it may not have. */
static void
ask_source(struct ui *ui, void (*act)(struct ui *), const char *otherwise)
{
	if (act)
		act(ui);
	else
		ui_say(ui, "%s", otherwise);
}

static void
reload(struct ui *ui)
{
	struct err err;

	if (ui->source->reload)
		ui->source->reload(ui);
	if (!ui->themes.shown)
		return;
	if (themes_reload(&ui->themes, &err) < 0)
		ui_say(ui, "%s", err.text);
	else if (!ui->source->reload)
		ui_say(ui, "the theme was read again; there is no server to ask in a replay");
}

static void
replay_faster(struct ui *ui)
{
	ask_source(ui, ui->source->faster, "only a replay has a speed");
}

static void
replay_slower(struct ui *ui)
{
	ask_source(ui, ui->source->slower, "only a replay has a speed");
}

static void
seek_end(struct ui *ui)
{
	ask_source(ui, ui->source->seek_end, "only a replay can be moved to its end");
}

/* ---- the display ---- */

static void
toggle_freeze(struct ui *ui)
{
	ui->frozen = !ui->frozen;
}

static void
toggle_follow(struct ui *ui)
{
	ui->follow = !ui->follow;
}

static void
toggle_log_scale(struct ui *ui)
{
	ui->log_scale = !ui->log_scale;
}

static void
next_graph_style(struct ui *ui)
{
	static const char *const names[] = { [GLYPHS_ASCII] = "ASCII",
					     [GLYPHS_BLOCK] = "blocks",
					     [GLYPHS_BRAILLE] = "braille" };

	ui->graph_glyphs = ui->graph_glyphs == GLYPHS_ASCII ? GLYPHS_BRAILLE : ui->graph_glyphs - 1;
	ui_say(ui, "graphs are drawn in %s", names[ui->graph_glyphs]);
}

static void
next_theme(struct ui *ui)
{
	themes_next(&ui->themes);
	if (ui->themes.shown)
		ui_say(ui, "theme %s", theme_name(ui->themes.shown));
}

static void
rate_up(struct ui *ui)
{
	ui->rate_step = 1;
}

static void
rate_down(struct ui *ui)
{
	ui->rate_step = -1;
}

const char *
ui_no_sandbox(const struct ui *ui)
{
	if (!ui->source->sandbox)
		return "a replay needs no server";
	if (ui->env->n_servers)
		return "there is a server; poolscope --sandbox starts one beside it";
	if (geteuid() != 0)
		return "a sandbox takes root: sudo poolscope --sandbox";
	return NULL;
}

static void
start_sandbox(struct ui *ui)
{
	const char *why = ui_no_sandbox(ui);

	if (why)
		ui_say(ui, "%s", why);
	else
		ui->outside = ui->source->sandbox;
}

void
ui_welcome(struct ui *ui)
{
	if (ui->welcomed || ui->overlay != OVERLAY_NONE)
		return;
	ui->welcomed = true;
	overlay_open(ui, OVERLAY_WELCOME);
}

static void
toggle_mouse(struct ui *ui)
{
	ui->mouse = !ui->mouse;
	if (ui->mouse)
		ui_say(ui, "the mouse is on; with Shift the terminal selects text");
	else
		ui_say(ui, "the mouse is off: the terminal selects text, %s turns it on again",
		       ui_key_name(ui, CMD_MOUSE));
}

static void
ask_redraw(struct ui *ui)
{
	ui->redraw = true;
}

static void
ask_copy(struct ui *ui)
{
	ui->copy = true;
}

static void
ask_suspend(struct ui *ui)
{
	ui->suspend = true;
}

static void (*const actions[N_COMMANDS])(struct ui *) = {
	[CMD_QUIT] = quit,
	[CMD_HELP] = show_help,
	[CMD_BACK] = go_back,
	[CMD_SETUP] = show_setup,
	[CMD_RUN] = show_run,
	[CMD_RESULTS] = show_results,
	[CMD_HISTORY] = show_history,
	[CMD_NEXT_PANEL] = next_panel,
	[CMD_PREVIOUS_PANEL] = previous_panel,
	[CMD_EXPAND] = expand,
	[CMD_START] = start,
	[CMD_PAUSE] = toggle_pause,
	[CMD_CANCEL] = cancel,
	[CMD_INTERRUPT] = interrupt,
	[CMD_FREEZE] = toggle_freeze,
	[CMD_FOLLOW] = toggle_follow,
	[CMD_LOG_SCALE] = toggle_log_scale,
	[CMD_GRAPH_STYLE] = next_graph_style,
	[CMD_RATE_UP] = rate_up,
	[CMD_RATE_DOWN] = rate_down,
	[CMD_WARNINGS] = show_warnings,
	[CMD_RELOAD] = reload,
	[CMD_FILTER] = filter_ask,
	[CMD_SANDBOX] = start_sandbox,
	[CMD_COPY] = ask_copy,
	[CMD_MOUSE] = toggle_mouse,
	[CMD_REDRAW] = ask_redraw,
	[CMD_SUSPEND] = ask_suspend,
	[CMD_FASTER] = replay_faster,
	[CMD_SLOWER] = replay_slower,
	[CMD_SEEK_END] = seek_end,
	[CMD_NEXT_THEME] = next_theme,
	[CMD_THEMES] = picker_open,
};

void
ui_command(struct ui *ui, enum command command)
{
	const struct view *view = view_of(ui->view);

	ui->interrupts = command == CMD_INTERRUPT ? ui->interrupts + 1 : 0;
	if (view->command && view->command(ui, command))
		return;
	if (command_lines(command))
		move_by(ui, command_lines(command));
	else if (actions[command])
		actions[command](ui);
}

/* Where the key does something, and what: perhaps that was wanted. */
static void
say_not_bound(struct ui *ui, struct key key)
{
	const char *here = view_of(ui->view)->name;
	char name[KEY_NAME_LEN];

	key_name(key, name);
	for (enum view_id view = 0; view < N_VIEWS; view++) {
		enum command command = keymap_find(view, key);

		if (command == CMD_NONE)
			continue;
		ui_say(ui, "%s does nothing on %s; on %s: %s", name, here, view_of(view)->name,
		       command_texts[command].help);
		return;
	}
	ui_say(ui, "%s does nothing on %s; %s lists the keys", name, here, ui_key_name(ui, CMD_HELP));
}

void
ui_key(struct ui *ui, struct key key)
{
	const struct view *view = view_of(ui->view);

	ui->message[0] = '\0';
	if (ask_key(ui, key) || pointer_key(ui, key))
		return;
	if (ui->overlay != OVERLAY_NONE) {
		if (!key.pasted)
			overlay_key(ui, key);
		return;
	}
	if ((view->key && view->key(ui, key)) || key.pasted)
		return;
	if (keymap_find(ui->view, key) == CMD_NONE)
		say_not_bound(ui, key);
	else
		ui_command(ui, keymap_find(ui->view, key));
}
