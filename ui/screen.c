/*
 * screen.c - the whole frame: the upper lines, panels, a line of state, hints.
 *
 * Never refuses a size: panels that have no room are left out, and below
 * TINY_COLS x TINY_ROWS there are words only.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "filter.h"
#include "hints.h"
#include "outlook.h"
#include "overlay.h"
#include "top.h"
#include "view.h"
#include "widgets/box.h"

#define TINY_COLS   40
#define TINY_ROWS   12
#define MARGIN_FROM 20
#define NOTE_FRAME  9 /* columns of a panel's upper edge that neither title nor note can have */

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
	box_below(canvas, place, list->below, list->below_chosen);
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

/* The Plan's panel has the reason. */
static const char *
readiness(const struct ui *ui)
{
	if (!ui->draft.plan)
		return "not ready: these choices make no plan";
	return outlook_refuses(&ui->draft) ? "not ready: the plan cannot be run" : "ready";
}

static void
state_text(const struct ui *ui, char *out, size_t size)
{
	const struct event_tick *tick = &ui->model->tick;
	char cpu[UNITS_LEN], memory[UNITS_LEN];

	if (ui->model->state == MODEL_EMPTY)
		snprintf(out, size, "%s", ui->connecting ? ui->connecting : readiness(ui));
	else if (ui->model->cpu_busy.count == 0)
		snprintf(out, size, "%s", ui->model->state == MODEL_ENDED ? "" : "no sample yet");
	else
		snprintf(out, size, "poolscope itself: %s of a core, %s",
			 own_cpu(tick->self_cpu, cpu), units_size(memory, tick->self_memory));
}

/* Lines of the log of each level, as far as they are held: what the key of CMD_WARNINGS reads. */
static void
count_in_log(const struct model *model, size_t count[NOTE_ERROR + 1])
{
	for (size_t i = 0; i < model->log_count; i++)
		count[model_log_line(model, i)->level]++;
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

/* The key that goes further stands in front, where every width shows it. */
static void
draw_stopping(struct canvas *canvas, const struct ui *ui, int y)
{
	bool first = ui_stopping(ui) == 1;

	canvas_printf(canvas, 1, y, canvas->cols - 2, ROLE_WARN,
		      first ? "stopping (%s again: no settling): what is in flight ends, all is removed"
			    : "stopping without settling (%s again: all is left behind)",
		      ui_stop_key(ui));
}

static void
draw_state(struct canvas *canvas, const struct ui *ui, int y)
{
	size_t count[NOTE_ERROR + 1] = { 0 };
	char text[256];
	int x = 1;

	if (ui->message[0]) {
		canvas_text(canvas, x, y, canvas->cols - 2, ROLE_WARN, ui->message);
	} else if (ui->frozen) {
		canvas_printf(canvas, x, y, canvas->cols - 2, ROLE_WARN,
			      "DISPLAY FROZEN: the run goes on, %s shows it again",
			      ui_key_name(ui, CMD_FREEZE));
	} else if (ui_stopping(ui)) {
		draw_stopping(canvas, ui, y);
	} else {
		count_in_log(ui->model, count);
		x += draw_count(canvas, x, y, count[NOTE_ERROR], "failure", ROLE_FAIL);
		x += draw_count(canvas, x, y, count[NOTE_WARN], "warning", ROLE_WARN);
		state_text(ui, text, sizeof(text));
		canvas_text(canvas, x, y, canvas->cols - 1 - x, ROLE_DIM, text);
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

/* What begins again in a moment keeps its line, so that the panels do not jump at each end. */
static bool
has_progress(const struct ui *ui)
{
	struct playing playing = { .again = false };

	if (ui->source->playing)
		ui->source->playing(ui, &playing);
	return ui->view == VIEW_RUN && (ui_running(ui) || (playing.again && ui->model->plan));
}

void
screen_draw(struct canvas *canvas, struct ui *ui)
{
	bool progress = has_progress(ui);
	struct rect area = { 0, progress ? 2 : 1, canvas->cols, canvas->rows - (progress ? 4 : 3) };

	canvas_clear(canvas);
	ui->n_hits = 0;
	if (canvas->cols < TINY_COLS || canvas->rows < TINY_ROWS) {
		tiny_draw(canvas, ui);
	} else {
		top_draw(canvas, ui);
		if (progress)
			top_draw_progress(canvas, ui, 1);
		draw_panels(canvas, ui, area);
		draw_state(canvas, ui, canvas->rows - 2);
		hints_draw(canvas, ui, canvas->rows - 1);
	}
	overlay_draw(canvas, ui);
	if (ui->ask.done)
		draw_ask(canvas, ui);
}
