#include "hints.h"

#include "base/mem.h"
#include "outlook.h"
#include "pointer.h"

/* ---- what can be done now ---- */

static bool
goes_on(const struct ui *ui)
{
	return ui_running(ui);
}

static bool
can_pause(const struct ui *ui)
{
	return ui_running(ui) && !ui_stopping(ui);
}

/* Where a recording is played there is nothing to stop. */
static bool
can_cancel(const struct ui *ui)
{
	return ui_running(ui) && !ui->source->playing;
}

static bool
has_speed(const struct ui *ui)
{
	return ui_running(ui) && ui->source->faster;
}

static bool
is_over(const struct ui *ui)
{
	return ui->model->header && !ui_running(ui);
}

/* Of the run that is shown; in History it is of the one under the cursor. */
static bool
can_do_again(const struct ui *ui)
{
	return ui->view == VIEW_HISTORY || is_over(ui);
}

/* Setup writes its plan at any time. */
static bool
can_write(const struct ui *ui)
{
	return ui->view == VIEW_SETUP || is_over(ui);
}

/* These choices make a plan, and nothing refuses it. */
static bool
can_start(const struct ui *ui)
{
	return ui->source->start && ui->draft.plan && !outlook_refuses(&ui->draft);
}

static const struct {
	enum command command;
	bool (*holds)(const struct ui *ui);
} conditions[] = {
	{ CMD_START, can_start },
	{ CMD_PAUSE, can_pause },
	{ CMD_CANCEL, can_cancel },
	{ CMD_FREEZE, goes_on },
	{ CMD_FASTER, has_speed },
	{ CMD_RESULTS, is_over },
	{ CMD_HISTORY, is_over },
	{ CMD_WRITE, can_write },
	{ CMD_AGAIN, can_do_again },
};

static bool
is_possible(const struct ui *ui, enum command command)
{
	for (size_t i = 0; i < COUNTOF(conditions); i++)
		if (conditions[i].command == command)
			return conditions[i].holds(ui);
	return true;
}

/* ---- drawing ---- */

static bool
is_hinted(const struct ui *ui, const struct binding *binding)
{
	return binding->hint && (binding->views & (1u << ui->view)) &&
	       is_possible(ui, binding->command);
}

static int
hint_width(const struct canvas *canvas, const struct binding *binding)
{
	return canvas_width(canvas, binding->key) + 1 + canvas_width(canvas, binding->hint);
}

static void
draw_hint(struct canvas *canvas, struct ui *ui, struct rect place, const struct binding *binding)
{
	canvas_text(canvas, place.x, place.y, place.w, ROLE_HOT, binding->key);
	canvas_text_right(canvas, place.x, place.y, place.w, ROLE_TEXT, binding->hint);
	pointer_note(ui, place, binding->key);
}

void
hints_draw(struct canvas *canvas, struct ui *ui, int y)
{
	int x = 1;

	for (size_t i = 0; i < n_keymap; i++) {
		int width;

		if (!is_hinted(ui, &keymap[i]))
			continue;
		width = hint_width(canvas, &keymap[i]);
		if (x + width > canvas->cols - 1)
			continue;
		draw_hint(canvas, ui, (struct rect){ x, y, width, 1 }, &keymap[i]);
		x += width + 2;
	}
}

static const struct binding *
hint_of(const struct ui *ui, enum command command)
{
	for (size_t i = 0; i < n_keymap; i++)
		if (keymap[i].command == command && is_hinted(ui, &keymap[i]))
			return &keymap[i];
	return NULL;
}

int
hints_draw_one(struct canvas *canvas, struct ui *ui, int end, int y, enum command command)
{
	const struct binding *binding = hint_of(ui, command);
	int width, key;

	if (!binding)
		return 0;
	width = hint_width(canvas, binding);
	key = canvas_width(canvas, binding->key);
	if (width <= end)
		draw_hint(canvas, ui, (struct rect){ end - width, y, width, 1 }, binding);
	else if (key <= end)
		width = canvas_text(canvas, end - key, y, key, ROLE_HOT, binding->key);
	else
		width = 0;
	return width;
}
