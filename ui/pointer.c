#include "pointer.h"

#include "base/buf.h"
#include "bench/planner.h"

#define WHEEL_LINES 3

static bool
is_inside(struct rect place, struct key at)
{
	return at.x >= place.x && at.x < place.x + place.w && at.y >= place.y &&
	       at.y < place.y + place.h;
}

void
pointer_note(struct ui *ui, struct rect place, const char *key_name)
{
	struct key key;

	if (ui->n_hits < MAX_HITS && key_parse(key_name, &key))
		ui->hits[ui->n_hits++] = (struct hit){ place, key };
}

static const struct hit *
hit_at(const struct ui *ui, struct key at)
{
	for (size_t i = 0; i < ui->n_hits; i++)
		if (is_inside(ui->hits[i].place, at))
			return &ui->hits[i];
	return NULL;
}

/* ---- panels ---- */

/* The focus goes there; false: no panel is there. */
static bool
focus_at(struct ui *ui, struct key at)
{
	for (size_t i = 0; i < view_of(ui->view)->n_panels; i++) {
		if (!is_inside(ui->places[i], at))
			continue;
		ui->focus[ui->view] = (int)i;
		return true;
	}
	return false;
}

/* By the commands that the arrow keys give, as a view may have more to do than move a cursor. */
static void
move_by(struct ui *ui, long by)
{
	for (; by < 0; by++)
		ui_command(ui, CMD_UP);
	for (; by > 0; by--)
		ui_command(ui, CMD_DOWN);
}

static void
click_panel(struct ui *ui, struct key at)
{
	int before = ui->focus[ui->view];
	const struct table_state *list;
	size_t row;

	if (!focus_at(ui, at))
		return;
	list = &ui->lists[ui->view][ui->focus[ui->view]];
	row = table_row_at(list, at.y);
	if (row == SIZE_MAX)
		return;
	if (row == list->cursor && before == ui->focus[ui->view])
		ui_command(ui, CMD_ACCEPT);
	else
		move_by(ui, (long)row - (long)list->cursor);
}

/* ---- overlays ---- */

/* As by the arrow keys; a question has nothing to scroll. */
static void
move_overlay(struct ui *ui, long by)
{
	struct key key = { .code = by < 0 ? KEY_UP_ : KEY_DOWN_ };

	for (long left = by < 0 ? -by : by; left > 0 && ui->overlay != OVERLAY_QUIT && ui->overlay != OVERLAY_WELCOME; left--)
		ui_key(ui, key);
}

/* A line of a list that is picked from; beside it a click closes. */
static void
click_overlay(struct ui *ui, struct key at)
{
	size_t row = table_row_at(&ui->overlay_list, at.y);

	if (row == SIZE_MAX)
		ui_key(ui, (struct key){ .code = KEY_ESC_ });
	else if (row == ui->overlay_list.cursor)
		ui_key(ui, (struct key){ .code = KEY_ENTER_ });
	else
		move_overlay(ui, (long)row - (long)ui->overlay_list.cursor);
}

/* ---- all of them ---- */

static void
start(struct ui *ui, const char *question)
{
	(void)question;
	ui_command(ui, CMD_START);
}

/* A click goes astray more easily than a key, and begins much: so it is told what. */
static void
ask_start(struct ui *ui)
{
	autobuf text = { 0 };

	if (!ui->draft.plan || !ui->source->start || ui_running(ui)) {
		ui_command(ui, CMD_START);
		return;
	}
	plan_describe(ui->draft.plan, &text);
	ask_whether(ui, start, "run %s?", buf_text(&text));
}

static void
click(struct ui *ui, struct key at)
{
	const struct hit *hit = hit_at(ui, at);

	if (hit && ui->overlay == OVERLAY_NONE && keymap_find(ui->view, hit->key) == CMD_START)
		ask_start(ui);
	else if (hit)
		ui_key(ui, hit->key);
	else if (ui->overlay == OVERLAY_NONE)
		click_panel(ui, at);
	else
		click_overlay(ui, at);
}

/* A form that has the focus takes the wheel itself. */
static void
wheel(struct ui *ui, struct key key)
{
	long by = key.code == KEY_WHEEL_UP_ ? -WHEEL_LINES : WHEEL_LINES;
	const struct view *view = view_of(ui->view);
	int before = ui->focus[ui->view];

	if (ui->overlay != OVERLAY_NONE) {
		move_overlay(ui, by);
		return;
	}
	if (!focus_at(ui, key))
		return;
	if (before == ui->focus[ui->view] && view->key && view->key(ui, key))
		return;
	move_by(ui, by);
}

bool
pointer_key(struct ui *ui, struct key key)
{
	switch (key.code) {
	case KEY_MOUSE_: click(ui, key); return true;
	case KEY_WHEEL_UP_:
	case KEY_WHEEL_DOWN_: wheel(ui, key); return true;
	}
	return false;
}
