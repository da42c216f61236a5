/*
 * screen.c - the whole frame: tabs, progress, panels, a line of state, hints.
 *
 * Never refuses a size: panels that have no room are left out, and below
 * TINY_COLS x TINY_ROWS there is one line that says how the run goes.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "filter.h"
#include "help.h"
#include "picker.h"
#include "pointer.h"
#include "view.h"
#include "views/shown.h"
#include "widgets/bars.h"
#include "widgets/box.h"

#define TINY_COLS   40
#define TINY_ROWS   12
#define MARGIN_FROM 20
#define NOTE_FRAME  9 /* columns of a panel's upper edge that neither title nor note can have */

static const char *const state_words[] = {
	[MODEL_EMPTY] = "",
	[MODEL_RUNNING] = "RUN",
	[MODEL_PAUSED] = "PAUSED",
	[MODEL_ENDED] = "",
};

static const char *
state_word(const struct ui *ui)
{
	const struct model *model = ui->model;

	if (model->state == MODEL_ENDED)
		return run_end_name(model->end.how);
	return ui_running(ui) ? state_words[model->state] : "without an end";
}

/* ---- top line ---- */

static int
draw_tab(struct canvas *canvas, int x, struct ui *ui, enum view_id id)
{
	const struct view *view = view_of(id);
	bool here = ui->view == id;
	const char *number = keymap_key(ui->view, CMD_SETUP + id);
	int from = x;

	x += canvas_text(canvas, x, 0, canvas->cols - x, here ? ROLE_TITLE : ROLE_DIM,
			 here ? "[" : " ");
	x += canvas_text(canvas, x, 0, canvas->cols - x, ROLE_HOT, number);
	x += canvas_text(canvas, x, 0, canvas->cols - x, ROLE_TEXT, " ");
	x += canvas_text(canvas, x, 0, canvas->cols - x, here ? ROLE_TITLE : ROLE_TEXT, view->name);
	x += canvas_text(canvas, x, 0, canvas->cols - x, here ? ROLE_TITLE : ROLE_DIM,
			 here ? "]" : " ");
	pointer_note(ui, (struct rect){ from, 0, x - from, 1 }, number);
	return x;
}

/* "incus 6.0.4  local" */
static void
server_note(const struct env_server *server, char *out, size_t size)
{
	char name[SHOWN_NAME];

	snprintf(out, size, "%s %s  %s", server->kind ? server->kind : "server",
		 server->version ? server->version : UNITS_UNKNOWN,
		 shown_server(server->name, name));
}

/* "RUN 37/180  01:08  ETA 03:12", or the server while nothing runs. */
static void
top_note(const struct ui *ui, char *out, size_t size)
{
	const struct model *model = ui->model;
	char elapsed[UNITS_LEN], eta[UNITS_LEN];

	if (ui_running(ui))
		snprintf(out, size, "%s %" PRIu64 "/%" PRIu64 "  %s  ETA %s", state_word(ui),
			 model->ops_ended, model->ops_planned,
			 units_span(elapsed, model_elapsed(model)), units_span(eta, model->eta_ns));
	else if (model->header && ui->view != VIEW_SETUP)
		snprintf(out, size, "run %s  %s", model->header->run, state_word(ui));
	else if (ui->env->n_servers)
		server_note(&ui->env->servers[0], out, size);
	else
		snprintf(out, size, "%s", ui->connecting && !ui->welcomed ? "connecting" : "no server");
}

static void
draw_top(struct canvas *canvas, struct ui *ui)
{
	char note[128];
	int x = 1;

	if (canvas->cols >= 60)
		x += canvas_text(canvas, x, 0, canvas->cols - x, ROLE_TITLE, "poolscope") + 1;
	for (enum view_id id = 0; id < N_VIEWS; id++)
		x = draw_tab(canvas, x, ui, id);
	top_note(ui, note, sizeof(note));
	canvas_text_right(canvas, x + 1, 0, canvas->cols - x - 2,
			  ui->model->state == MODEL_PAUSED ? ROLE_WARN : ROLE_TEXT, note);
}

/* ---- progress ---- */

static double
done_part(const struct model *model)
{
	return model->ops_planned ? (double)model->ops_ended / (double)model->ops_planned : 0;
}

/* "launch on btrfs, round 2/5" */
static void
step_text(const struct model *model, char *out, size_t size)
{
	const struct model_step *step = model_current_step(model);
	const char *workload;

	if (!step) {
		snprintf(out, size, "%s",
			 model->state == MODEL_PAUSED ? "paused" : "between steps");
		return;
	}
	workload = model_plan_cell(model, step->cell)->workload;
	if (cell_is_prime(model_plan_cell(model, step->cell)))
		snprintf(out, size, "%s", workload);
	else if (step->warmup)
		snprintf(out, size, "%s warm-up", workload);
	else
		snprintf(out, size, "%s r%u/%u", workload, step->round - model->plan->warmup + 1,
			 model->plan->rounds);
}

static void
draw_progress(struct canvas *canvas, const struct ui *ui, int y)
{
	char step[64], percent[UNITS_LEN];
	int width = canvas->cols - 30;

	step_text(ui->model, step, sizeof(step));
	if (width < 8)
		return;
	bar_draw(canvas, 1, y, width, done_part(ui->model), ROLE_OK);
	canvas_text_right(canvas, width + 1, y, 6, ROLE_TEXT,
			  units_percent(percent, done_part(ui->model) * 100));
	canvas_text(canvas, width + 9, y, canvas->cols - width - 10, ROLE_TEXT, step);
}

/* ---- panels ---- */

/* A blank at each side, where a column more or less does not matter. */
static struct rect
with_margin(struct rect inside)
{
	if (inside.w >= MARGIN_FROM) {
		inside.x++;
		inside.w -= 2;
	}
	return inside;
}

/* A note's parts stand two blanks apart, the last one is missed least. */
static void
fit_note(const struct canvas *canvas, char *note, int room)
{
	while (canvas_width(canvas, note) > room) {
		char *end = note + strlen(note);

		while (end > note && !(end[0] == ' ' && end[-1] == ' '))
			end--;
		if (end == note)
			return;
		end[-1] = '\0';
	}
}

/* "7 more, 1 chosen" in the lower edge. */
static void
draw_below(struct canvas *canvas, struct rect place, const struct table_state *list)
{
	char text[64];
	int width = snprintf(text, sizeof(text), " %zu more ", list->below);

	if (list->below_chosen)
		width = snprintf(text, sizeof(text), " %zu more, %zu chosen ", list->below,
				 list->below_chosen);
	if (list->below && width + 2 < place.w)
		canvas_text(canvas, place.x + place.w - 2 - width, place.y + place.h - 1, width,
			    ROLE_GRAPH_TEXT, text);
}

static void
draw_panel(struct canvas *canvas, struct ui *ui, size_t index, bool focused)
{
	const struct panel *panel = &view_of(ui->view)->panels[index];
	struct table_state *list = &ui->lists[ui->view][index];
	struct rect place = ui->places[index];
	char note[128] = "";
	struct rect inside, before;

	if (panel->filtered && filter_of(ui, (int)index)[0])
		snprintf(note, sizeof(note), "only with \"%s\"", filter_of(ui, (int)index));
	else if (panel->note)
		panel->note(ui, note, sizeof(note));
	fit_note(canvas, note, place.w - canvas_width(canvas, panel->title) - NOTE_FRAME);
	inside = with_margin(box_draw(canvas, place, panel->title, note[0] ? note : NULL, focused));
	list->below = list->below_chosen = list->drawn = 0;
	before = canvas_clip(canvas, inside);
	panel->draw(canvas, inside, ui, list, focused);
	canvas_clip(canvas, before);
	draw_below(canvas, place, list);
}

static void
draw_panels(struct canvas *canvas, struct ui *ui, struct rect area)
{
	const struct view *view = view_of(ui->view);
	int focus = ui->focus[ui->view];
	struct panel_spec specs[MAX_PANELS];

	for (size_t i = 0; i < view->n_panels; i++)
		specs[i] = view->panels[i].place;
	layout_place(specs, view->n_panels, area, focus, ui->expanded[ui->view] ? focus : -1,
		     ui->places);
	for (size_t i = 0; i < view->n_panels; i++)
		if (ui->places[i].w > 0)
			draw_panel(canvas, ui, i, (int)i == focus);
}

/* ---- bottom lines ---- */

/* "0.3 %": whole percents would hide what we take ourselves. */
static const char *
own_cpu(double percent, char out[UNITS_LEN])
{
	if (isfinite(percent))
		snprintf(out, UNITS_LEN, "%.1f %%", percent);
	else
		snprintf(out, UNITS_LEN, UNITS_UNKNOWN);
	return out;
}

static void
state_text(const struct ui *ui, char *out, size_t size)
{
	const struct event_tick *tick = &ui->model->tick;
	char cpu[UNITS_LEN], memory[UNITS_LEN];

	if (ui->model->state == MODEL_EMPTY)
		snprintf(out, size, "%s", ui->connecting ? ui->connecting : "ready");
	else if (ui->model->cpu_busy.count == 0)
		snprintf(out, size, "%s", ui->model->state == MODEL_ENDED ? "" : "no sample yet");
	else
		snprintf(out, size, "poolscope itself: %s of a core, %s",
			 own_cpu(tick->self_cpu, cpu), units_size(memory, tick->self_memory));
}

/* "3 warnings", when there are any; returns the columns taken. */
static int
draw_count(struct canvas *canvas, int x, int y, size_t n, const char *word, enum role role)
{
	if (n == 0)
		return 0;
	return canvas_printf(canvas, x, y, canvas->cols - 1 - x, role, "%zu %s%s", n, word,
			     n == 1 ? "" : "s") +
	       2;
}

static void
draw_state(struct canvas *canvas, const struct ui *ui, int y)
{
	char text[256];
	int x = 1;

	if (ui->message[0]) {
		canvas_text(canvas, x, y, canvas->cols - 2, ROLE_WARN, ui->message);
	} else if (ui->frozen) {
		canvas_text(canvas, x, y, canvas->cols - 2, ROLE_WARN,
			    "DISPLAY FROZEN: the run goes on, f shows it again");
	} else {
		x += draw_count(canvas, x, y, shown_in_log(ui->model, NOTE_ERROR), "failure",
				ROLE_FAIL);
		x += draw_count(canvas, x, y, shown_in_log(ui->model, NOTE_WARN), "warning",
				ROLE_WARN);
		state_text(ui, text, sizeof(text));
		canvas_text(canvas, x, y, canvas->cols - 1 - x, ROLE_DIM, text);
	}
}

static void
draw_hints(struct canvas *canvas, struct ui *ui, int y)
{
	int x = 1;

	for (size_t i = 0; i < n_keymap; i++) {
		const struct binding *binding = &keymap[i];
		int width;

		if (!binding->hint || !(binding->views & (1u << ui->view)))
			continue;
		width = canvas_width(canvas, binding->key) + 1 +
			canvas_width(canvas, binding->hint);
		if (x + width > canvas->cols - 1)
			continue;
		canvas_text(canvas, x, y, width, ROLE_HOT, binding->key);
		canvas_text_right(canvas, x, y, width, ROLE_TEXT, binding->hint);
		pointer_note(ui, (struct rect){ x, y, width, 1 }, binding->key);
		x += width + 2;
	}
}

/* In the same line, also where something is on top of it. */
static void
draw_ask(struct canvas *canvas, const struct ui *ui)
{
	struct rect line = { 0, canvas->rows > 1 ? canvas->rows - 2 : 0, canvas->cols, 1 };

	canvas_fill(canvas, line, ' ', ROLE_TEXT);
	ask_draw(canvas, 1, line.y, canvas->cols - 2, &ui->ask);
}

/* ---- sizes with no room for panels ---- */

static void
draw_tiny(struct canvas *canvas, const struct ui *ui)
{
	const struct model *model = ui->model;
	char eta[UNITS_LEN];
	int y = canvas->rows / 2;

	if (model->state == MODEL_EMPTY) {
		canvas_text(canvas, 0, y, canvas->cols, ROLE_TEXT,
			    ui->connecting ? ui->connecting : "poolscope: ready");
		return;
	}
	canvas_printf(canvas, 0, y, canvas->cols, ROLE_TEXT, "%s %" PRIu64 "/%" PRIu64 " ETA %s",
		      state_word(ui), model->ops_ended, model->ops_planned,
		      units_span(eta, model->eta_ns));
	if (model->ended[OP_FAILED] && y + 1 < canvas->rows)
		canvas_printf(canvas, 0, y + 1, canvas->cols, ROLE_FAIL, "%" PRIu32 " failed",
			      model->ended[OP_FAILED]);
}

void
screen_draw(struct canvas *canvas, struct ui *ui)
{
	bool progress = ui_running(ui) && ui->view == VIEW_RUN;
	struct rect area = { 0, progress ? 2 : 1, canvas->cols, canvas->rows - (progress ? 4 : 3) };

	canvas_clear(canvas);
	ui->n_hits = 0;
	if (canvas->cols < TINY_COLS || canvas->rows < TINY_ROWS) {
		draw_tiny(canvas, ui);
	} else {
		draw_top(canvas, ui);
		if (progress)
			draw_progress(canvas, ui, 1);
		draw_panels(canvas, ui, area);
		draw_state(canvas, ui, canvas->rows - 2);
		draw_hints(canvas, ui, canvas->rows - 1);
	}
	if (ui->overlay == OVERLAY_THEMES)
		picker_draw(canvas, ui);
	else if (ui->overlay == OVERLAY_SHEET)
		sheet_draw(canvas, ui);
	else if (ui->overlay != OVERLAY_NONE)
		help_draw(canvas, ui);
	if (ui->ask.done)
		draw_ask(canvas, ui);
}

char32_t
pool_glyph(const struct canvas *canvas, size_t target)
{
	static const char32_t glyphs[] = { U'●', U'▲', U'■', U'◆', U'▼',
					   U'★', U'○', U'△', U'□', U'◇' };
	static const char ascii[] = "o^#*v+xdnw";

	return canvas->glyphs == GLYPHS_ASCII ? (char32_t)ascii[target % (sizeof(ascii) - 1)]
					      : glyphs[target % COUNTOF(glyphs)];
}
