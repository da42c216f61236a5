#include "ask.h"

#include <stdarg.h>
#include <stdio.h>

#include "path.h"
#include "view.h"

void
ask_text(struct ui *ui, const char *label, const char *text, ask_fn *done)
{
	ui->ask = (struct ask){ .done = done };
	prompt_open(&ui->ask.prompt, label, text);
}

void
ask_live(struct ui *ui, const char *label, const char *text, ask_fn *typed)
{
	ask_text(ui, label, text, typed);
	ui->ask.typed = typed;
}

void
ask_path(struct ui *ui, const char *label, const char *path, ask_fn *done)
{
	ask_text(ui, label, path, done);
	ui->ask.path = ui->ask.prompt.proposed = true;
}

void
ask_whether(struct ui *ui, ask_fn *done, const char *fmt, ...)
{
	va_list args;

	ui->ask.done = done;
	ui->ask.whether = true;
	va_start(args, fmt);
	vsnprintf(ui->ask.question, sizeof(ui->ask.question), fmt, args);
	va_end(args);
}

/* The answer may ask the next question, so this one is over before it is told. */
static void
tell(struct ui *ui)
{
	struct ask ask = ui->ask;

	ui->ask.done = NULL;
	ask.done(ui, ask.prompt.text);
}

static void
tell_typed(struct ui *ui, const char *text)
{
	if (ui->ask.typed)
		ui->ask.typed(ui, text);
}

static void
whether_key(struct ui *ui, struct key key)
{
	if (key.pasted)
		return;
	if (key.code == 'y' || key.code == 'Y') {
		tell(ui);
	} else {
		ui->ask.done = NULL;
		ui_say(ui, "nothing was done");
	}
}

bool
ask_key(struct ui *ui, struct key key)
{
	struct ask *ask = &ui->ask;

	if (!ask->done)
		return false;
	if (ask->whether) {
		whether_key(ui, key);
		return true;
	}
	if (ask->path && key.code == KEY_TAB_ && !key.pasted) {
		ask->prompt.proposed = false;
		path_complete(ask->prompt.text, sizeof(ask->prompt.text));
		return true;
	}
	switch (prompt_key(&ask->prompt, key)) {
	case PROMPT_TYPING: tell_typed(ui, ask->prompt.text); break;
	case PROMPT_TAKEN: tell(ui); break;
	case PROMPT_LEFT:
		ask->done = NULL;
		tell_typed(ui, "");
		break;
	}
	return true;
}

void
ask_draw(struct canvas *canvas, int x, int y, int width, const struct ask *ask)
{
	if (ask->whether)
		canvas_printf(canvas, x, y, width, ROLE_WARN, "%s  y yes, any other key no",
			      ask->question);
	else
		prompt_draw(canvas, x, y, width, &ask->prompt);
}
