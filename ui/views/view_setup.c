/*
 * view_setup.c - Setup: what is to be run, and what that would take.
 */
#include <stdio.h>

#include "base/mem.h"
#include "filter.h"
#include "save.h"
#include "views/past.h"
#include "views/setup.h"

#define PART_INDENT 4

/* ---- the lists ---- */

static const struct setup_list *const lists[] = {
	[SETUP_POOLS] = &setup_pools,
	[SETUP_IMAGES] = &setup_images,
	[SETUP_WORKLOADS] = &setup_workloads,
};

/* The one that has the keys; NULL: none has. */
static const struct setup_list *
focused_list(const struct ui *ui)
{
	size_t focus = (size_t)ui->focus[VIEW_SETUP];

	return focus < COUNTOF(lists) ? lists[focus] : NULL;
}

/* The filter of the panel takes this row. */
static bool
is_shown(const struct ui *ui, const struct setup_list *list, size_t row)
{
	char text[512];
	int panel = 0;

	while (lists[panel] != list)
		panel++;
	list->text(ui, row, text, sizeof(text));
	return filter_takes(filter_of(ui, panel), text);
}

static size_t
count_shown(const struct ui *ui, const struct setup_list *list)
{
	size_t n = 0;

	for (size_t row = 0; row < list->lines(ui); row++)
		n += is_shown(ui, list, row);
	return n;
}

/* The row of the line that is shown as number `line`; SIZE_MAX: there are not that many. */
static size_t
row_of(const struct ui *ui, const struct setup_list *list, size_t line)
{
	for (size_t row = 0; row < list->lines(ui); row++)
		if (is_shown(ui, list, row) && line-- == 0)
			return row;
	return SIZE_MAX;
}

static bool
is_part(const struct ui *ui, const struct setup_list *list, size_t row)
{
	return list->part && list->part(ui, row);
}

static bool
is_refused(const struct ui *ui, const struct setup_list *list, size_t row)
{
	char why[SETUP_WHY];

	return list->refused(ui, row, why);
}

/* "2 of 4 chosen", wherever in the list they are. */
static void
list_note(const struct ui *ui, const struct setup_list *list, char *out, size_t size)
{
	size_t n = 0, chosen = 0;

	for (size_t row = 0; row < list->lines(ui); row++) {
		bool counts = !is_part(ui, list, row);

		n += counts;
		chosen += counts && list->chosen(ui, row);
	}
	if (n)
		snprintf(out, size, "%zu of %zu chosen", chosen, n);
}

static void
draw_row(struct canvas *canvas, struct rect line, const struct ui *ui,
	 const struct setup_list *list, size_t row, bool selected)
{
	bool refused = is_refused(ui, list, row);
	int indent = is_part(ui, list, row) ? PART_INDENT : 0;
	enum role role = selected ? ROLE_SELECTED : refused ? ROLE_DIM : ROLE_TEXT;
	const char *box = list->chosen(ui, row) ? "[x] " : refused ? "[-] " : "[ ] ";
	int used;

	if (selected)
		canvas_fill(canvas, line, ' ', role);
	line.x += indent;
	line.w -= indent;
	used = canvas_text(canvas, line.x, line.y, line.w, role, box);
	line.x += used;
	line.w -= used;
	list->draw(canvas, line, ui, row, role);
}

static void
draw_list(struct canvas *canvas, struct rect inside, const struct ui *ui,
	  const struct setup_list *list, struct table_state *state, bool focused)
{
	size_t n = count_shown(ui, list);

	table_scroll(state, n, inside.h);
	table_drawn_at(state, n, inside.y, 1);
	if (n == 0)
		canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			    filter_of(ui, ui->focus[VIEW_SETUP])[0] && focused
				    ? "no line has these words"
			    : ui->env->n_servers ? list->none
						 : "no server yet");
	for (size_t i = state->top; i < n - state->below; i++) {
		struct rect line = { inside.x, inside.y + (int)(i - state->top), inside.w, 1 };

		draw_row(canvas, line, ui, list, row_of(ui, list, i), focused && i == state->cursor);
	}
	for (size_t i = n - state->below; i < n; i++) {
		size_t row = row_of(ui, list, i);

		state->below_chosen += !is_part(ui, list, row) && list->chosen(ui, row);
	}
}

/* ---- commands ---- */

/* The row under the cursor of the list that has the keys (NULL: none has); SIZE_MAX: there is none. */
static size_t
row_at_cursor(const struct ui *ui, const struct setup_list *list)
{
	size_t line = ui->lists[VIEW_SETUP][ui->focus[VIEW_SETUP]].cursor;

	return list ? row_of(ui, list, line) : SIZE_MAX;
}

static void
toggle(struct ui *ui)
{
	const struct setup_list *list = focused_list(ui);
	size_t row = row_at_cursor(ui, list);
	char why[SETUP_WHY];

	if (row == SIZE_MAX)
		return;
	if (!list->chosen(ui, row) && list->refused(ui, row, why))
		ui_say(ui, "%s", why);
	else
		list->toggle(ui, row);
}

static bool
can_be_chosen(const struct ui *ui, const struct setup_list *list, size_t row)
{
	return is_shown(ui, list, row) && !is_part(ui, list, row) &&
	       (list->chosen(ui, row) || !is_refused(ui, list, row));
}

/* All that are shown and can be, or none when all are. */
static void
toggle_all(struct ui *ui)
{
	const struct setup_list *list = focused_list(ui);
	bool all = true;

	for (size_t row = 0; list && row < list->lines(ui); row++)
		all &= list->chosen(ui, row) || !can_be_chosen(ui, list, row);
	for (size_t row = 0; list && row < list->lines(ui); row++)
		if (can_be_chosen(ui, list, row) && list->chosen(ui, row) == all)
			list->toggle(ui, row);
}

static void
invert(struct ui *ui)
{
	const struct setup_list *list = focused_list(ui);

	for (size_t row = 0; list && row < list->lines(ui); row++)
		if (can_be_chosen(ui, list, row))
			list->toggle(ui, row);
}

static void
accept(struct ui *ui)
{
	if (ui->focus[VIEW_SETUP] == SETUP_OPTIONS)
		setup_options_accept(ui);
	else
		toggle(ui);
}

static void
tell_details(struct ui *ui)
{
	const struct setup_list *list = focused_list(ui);
	size_t row = row_at_cursor(ui, list);

	if (row != SIZE_MAX)
		setup_details_open(ui, list, row);
	else
		accept(ui);
}

/* Those there are, and then a new one. */
static void
next_chain(struct ui *ui)
{
	size_t n = ui->choices.n_chains;

	ui->chain = ui->chain < n ? ui->chain + 1 : 0;
	if (ui->chain == n)
		ui_say(ui, "a new chain: choose workloads that are to run on instances of their own");
	else
		ui_say(ui, "chain %zu of %zu: %s", ui->chain + 1, n,
		       choices_chain(&ui->choices, ui->chain));
}

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_TOGGLE: toggle(ui); break;
	case CMD_TOGGLE_ALL: toggle_all(ui); break;
	case CMD_INVERT: invert(ui); break;
	case CMD_ACCEPT: accept(ui); break;
	case CMD_DETAILS: tell_details(ui); return true;
	case CMD_CHAIN: next_chain(ui); break;
	case CMD_PRESET: setup_next_preset(ui); break;
	case CMD_WRITE: save_plan(ui); break;
	case CMD_PUBLISHED: past_published(ui); break;
	default: return false;
	}
	ui_choices_changed(ui);
	return true;
}

static bool
key(struct ui *ui, struct key key)
{
	if (ui->focus[VIEW_SETUP] != SETUP_OPTIONS || !setup_options_key(ui, key))
		return false;
	ui_choices_changed(ui);
	return true;
}

/* A run may have ended meanwhile; while one goes on no time is taken for reading. */
static void
shown(struct ui *ui)
{
	if (ui->source->start && !ui_running(ui))
		ui_read_earlier(ui);
}

/* ---- the table ---- */

static size_t
pools_lines(const struct ui *ui)
{
	return count_shown(ui, &setup_pools);
}

static void
pools_note(const struct ui *ui, char *out, size_t size)
{
	list_note(ui, &setup_pools, out, size);
}

static void
pools_draw(struct canvas *canvas, struct rect inside, const struct ui *ui, struct table_state *list,
	   bool focused)
{
	draw_list(canvas, inside, ui, &setup_pools, list, focused);
}

static size_t
images_lines(const struct ui *ui)
{
	return count_shown(ui, &setup_images);
}

static void
images_note(const struct ui *ui, char *out, size_t size)
{
	list_note(ui, &setup_images, out, size);
}

static void
images_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
	    struct table_state *list, bool focused)
{
	draw_list(canvas, inside, ui, &setup_images, list, focused);
}

static size_t
workloads_lines(const struct ui *ui)
{
	return count_shown(ui, &setup_workloads);
}

static void
workloads_note(const struct ui *ui, char *out, size_t size)
{
	int used = 0;

	if (ui->choices.n_chains > 1 || ui->chain > 0)
		used = snprintf(out, size, "chain %zu of %zu  ", ui->chain + 1,
				ui->choices.n_chains + (ui->chain == ui->choices.n_chains));
	list_note(ui, &setup_workloads, &out[used], size - (size_t)used);
}

static void
workloads_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
	       struct table_state *list, bool focused)
{
	draw_list(canvas, inside, ui, &setup_workloads, list, focused);
}

// clang-format off
static const struct panel panels[] = {
	/*                            band col  least    preferred  weight priority */
	[SETUP_POOLS] = { "Pools",     { 0, 0, 30, 5,    48, 8,     1, 0 }, pools_note, pools_draw, pools_lines, true },
	[SETUP_IMAGES] = { "Images",   { 0, 1, 26, 5,    32, 8,     1, 2 }, images_note, images_draw, images_lines, true },
	[SETUP_WORKLOADS] = { "Workloads", { 1, 0, 30, 5, 46, 9,    2, 3 }, workloads_note, workloads_draw, workloads_lines, true },
	[SETUP_OPTIONS] = { "Options", { 1, 1, 26, 7,    36, 9,     0, 4 }, setup_options_note, setup_options_draw, NULL, false },
	[SETUP_PLAN] = { "Plan",       { 2, 0, 30, 4,    80, 6,     0, 1 }, setup_plan_note, setup_plan_draw, NULL, false },
};
// clang-format on

const struct view view_setup = {
	.id = VIEW_SETUP,
	.name = "Setup",
	.panels = panels,
	.n_panels = COUNTOF(panels),
	.shown = shown,
	.command = command,
	.key = key,
};
