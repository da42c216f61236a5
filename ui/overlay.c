#include "overlay.h"

#include "filter.h"
#include "help.h"
#include "picker.h"

void
overlay_open(struct ui *ui, enum overlay overlay)
{
	ui->overlay = overlay;
	ui->overlay_list = (struct table_state){ 0 };
	ui->overlay_filter[0] = '\0';
}

static void
quit_key(struct ui *ui, struct key key)
{
	if (key.code == 'c') {
		ui->quit_at_end = true;
		ui->source->cancel(ui);
	} else if (key.code == 'l') {
		ui->quit = true;
	}
	ui->overlay = OVERLAY_NONE;
}

/* It only tells which keys help, so the key that closes it does what it does. */
static void
welcome_key(struct ui *ui, struct key key)
{
	ui->overlay = OVERLAY_NONE;
	if (keymap_find(ui->view, key) != CMD_BACK)
		ui_key(ui, key);
}

/* Moving scrolls it, everything else closes it. */
static void
help_key(struct ui *ui, struct key key)
{
	enum command command = keymap_find(ui->view, key);

	if (command == CMD_FILTER)
		filter_ask(ui);
	else if (command_lines(command))
		table_move(&ui->overlay_list, help_items(ui), command_lines(command));
	else
		ui->overlay = OVERLAY_NONE;
}

// clang-format off
static const struct {
	void (*key)(struct ui *ui, struct key key);
	void (*draw)(struct canvas *canvas, struct ui *ui);
} overlays[] = {
	[OVERLAY_NONE]     = { NULL,        NULL },
	[OVERLAY_HELP]     = { help_key,    help_draw },
	[OVERLAY_WARNINGS] = { help_key,    help_draw },
	[OVERLAY_QUIT]     = { quit_key,    help_draw },
	[OVERLAY_WELCOME]  = { welcome_key, help_draw },
	[OVERLAY_THEMES]   = { picker_key,  picker_draw },
	[OVERLAY_SHEET]    = { sheet_key,   sheet_draw },
};
// clang-format on

void
overlay_key(struct ui *ui, struct key key)
{
	if (overlays[ui->overlay].key)
		overlays[ui->overlay].key(ui, key);
}

void
overlay_draw(struct canvas *canvas, struct ui *ui)
{
	if (overlays[ui->overlay].draw)
		overlays[ui->overlay].draw(canvas, ui);
}
