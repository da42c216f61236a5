#include "help.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/units.h"
#include "filter.h"
#include "pointer.h"
#include "widgets/box.h"
#include "widgets/text.h"

#define KEYS_WIDTH 14 /* column of the texts */
#define HELP_WIDTH 76

struct item {
	char keys[64]; /* "": none, and the text begins at the left */
	char text[1024];
	enum role role;
};

static const struct item quit_items[] = {
	{ "k", "keep running, stay here", ROLE_TEXT },
	{ "c", "stop, clean up, then leave", ROLE_TEXT },
	{ "l", "leave now; what is left behind is listed", ROLE_TEXT },
};

/* ---- the items of each overlay: number `index` into *item; false: there are not that many ---- */

static bool
is_here(const struct ui *ui, const struct binding *binding)
{
	return (binding->views & (1u << ui->view)) != 0;
}

/* The first row of a command stands for all its keys. */
static bool
is_first_of_command(const struct ui *ui, const struct binding *binding)
{
	for (const struct binding *before = keymap; before < binding; before++)
		if (is_here(ui, before) && before->command == binding->command)
			return false;
	return true;
}

static void
join_keys(const struct ui *ui, enum command command, char *out, size_t size)
{
	autobuf keys = { 0 };

	for (size_t i = 0; i < n_keymap; i++)
		if (is_here(ui, &keymap[i]) && keymap[i].command == command)
			buf_printf(&keys, "%s%s", keys.len ? " " : "", keymap[i].key);
	snprintf(out, size, "%s", buf_text(&keys));
}

static bool
takes_command(const struct ui *ui, enum command command)
{
	return filter_takes(ui->overlay_filter, command_texts[command].help) ||
	       filter_takes(ui->overlay_filter, command_texts[command].name);
}

static bool
key_item(const struct ui *ui, size_t index, struct item *item)
{
	for (size_t i = 0; i < n_keymap; i++) {
		const struct binding *binding = &keymap[i];

		if (!is_here(ui, binding) || !is_first_of_command(ui, binding) ||
		    !takes_command(ui, binding->command) || index-- > 0)
			continue;
		join_keys(ui, binding->command, item->keys, sizeof(item->keys));
		snprintf(item->text, sizeof(item->text), "%s",
			 command_texts[binding->command].help);
		return true;
	}
	return false;
}

static void
finding_item(const struct finding *finding, struct item *item)
{
	static const struct {
		const char *word;
		enum role role;
	} levels[] = {
		[FINDING_NOTE] = { "note", ROLE_NOTE },
		[FINDING_WARN] = { "warning", ROLE_WARN },
		[FINDING_REFUSE] = { "refused", ROLE_FAIL },
	};

	snprintf(item->text, sizeof(item->text), "%s: %s%s%s", levels[finding->level].word,
		 finding->text, finding->remedy ? ". What helps: " : "",
		 finding->remedy ? finding->remedy : "");
	item->role = levels[finding->level].role;
}

static bool
log_warning_item(const struct ui *ui, size_t index, struct item *item)
{
	const struct model *model = ui->model;

	for (size_t i = 0; i < model->log_count; i++) {
		const struct model_line *logged = model_log_line(model, i);
		char when[UNITS_LEN];

		if (logged->level < NOTE_WARN ||
		    !filter_takes(ui->overlay_filter, logged->text) || index-- > 0)
			continue;
		snprintf(item->text, sizeof(item->text), "%s %s: %s", units_span(when, logged->t),
			 logged->level == NOTE_ERROR ? "FAIL" : "warning", logged->text);
		item->role = logged->level == NOTE_ERROR ? ROLE_FAIL : ROLE_WARN;
		return true;
	}
	return false;
}

/* On Setup the warnings are about the plan, elsewhere about the run. */
static bool
warning_item(const struct ui *ui, size_t index, struct item *item)
{
	if (ui->view != VIEW_SETUP)
		return log_warning_item(ui, index, item);
	for (size_t i = 0; i < ui->draft.n_findings; i++) {
		finding_item(&ui->draft.findings[i], item);
		if (filter_takes(ui->overlay_filter, item->text) && index-- == 0)
			return true;
	}
	return false;
}

static bool
quit_item(const struct ui *ui, size_t index, struct item *item)
{
	(void)ui;
	if (index >= COUNTOF(quit_items))
		return false;
	*item = quit_items[index];
	return true;
}

/* ---- the first start ---- */

static const struct {
	enum command command; /* CMD_NONE: none, only a text */
	const char *text;
} welcome_rows[] = {
	{ CMD_SANDBOX, "start a private throw-away server here; it is taken down when you leave" },
	{ CMD_PUBLISHED, "look at what others have published; no server is needed for it" },
	{ CMD_HISTORY, "look at earlier runs" },
	{ CMD_RELOAD, "look for a server again" },
	{ CMD_NONE, "None is installed: apt install incus, then incus admin init." },
	{ CMD_NONE, "One runs on this machine: the group incus-admin (for LXD: lxd) may use it. "
		    "adduser NAME incus-admin, then log in again." },
	{ CMD_NONE,
	  "A server elsewhere: incus remote add NAME ADDRESS, then poolscope --server NAME." },
};

/* What cannot be done here says why instead. */
static bool
welcome_item(const struct ui *ui, size_t index, struct item *item)
{
	const char *refused;

	if (index == 0) {
		snprintf(item->text, sizeof(item->text),
			 "poolscope times what an Incus or LXD server does on its storage pools. "
			 "It has found none that it can ask:");
		return true;
	}
	if (--index == 0) {
		snprintf(item->text, sizeof(item->text), "%s",
			 ui->connecting ? ui->connecting : "no server");
		item->role = ROLE_WARN;
		return true;
	}
	if (--index >= COUNTOF(welcome_rows))
		return false;
	refused = welcome_rows[index].command == CMD_SANDBOX ? ui_no_sandbox(ui) : NULL;
	item->role = refused ? ROLE_DIM : ROLE_TEXT;
	snprintf(item->text, sizeof(item->text), "%s", refused ? refused : welcome_rows[index].text);
	if (welcome_rows[index].command != CMD_NONE)
		snprintf(item->keys, sizeof(item->keys), "%s",
			 keymap_key(ui->view, welcome_rows[index].command));
	return true;
}

static const struct {
	const char *title;
	bool (*item)(const struct ui *ui, size_t index, struct item *item);
	const char *empty;
} overlays[] = {
	[OVERLAY_HELP] = { "Keys", key_item, "" },
	[OVERLAY_WARNINGS] = { "Warnings", warning_item, "no warnings" },
	[OVERLAY_WELCOME] = { "Welcome to poolscope", welcome_item, "" },
	[OVERLAY_QUIT] = { "A run is going on", quit_item, "" },
};

static bool
get_item(const struct ui *ui, size_t index, struct item *item)
{
	*item = (struct item){ .role = ROLE_TEXT };
	return overlays[ui->overlay].item(ui, index, item);
}

size_t
help_items(const struct ui *ui)
{
	struct item item;
	size_t n = 0;

	if (ui->overlay == OVERLAY_NONE)
		return 0;
	while (get_item(ui, n, &item))
		n++;
	return n;
}

/* ---- drawing ---- */

static int
overlay_width(const struct canvas *canvas)
{
	return canvas->cols < HELP_WIDTH ? canvas->cols : HELP_WIDTH;
}

/* Between the frame and a blank at each side, and behind the keys if there are any. */
static int
text_width(const struct canvas *canvas, const struct item *item)
{
	int width = overlay_width(canvas) - 4 - (item->keys[0] ? KEYS_WIDTH : 0);

	return width > 0 ? width : 1;
}

static int
item_lines(const struct canvas *canvas, const struct ui *ui, size_t index)
{
	struct item item;

	return get_item(ui, index, &item) ? text_lines(text_width(canvas, &item), item.text) : 0;
}

static struct rect
overlay_area(const struct canvas *canvas, const struct ui *ui, size_t n)
{
	struct rect area = { .w = overlay_width(canvas), .h = 2 };

	for (size_t i = 0; i < n && area.h < canvas->rows; i++)
		area.h += item_lines(canvas, ui, i);
	if (n == 0)
		area.h++;
	if (area.h > canvas->rows)
		area.h = canvas->rows;
	area.x = (canvas->cols - area.w) / 2;
	area.y = (canvas->rows - area.h) / 2;
	return area;
}

/* No further down than that the last item is seen at the bottom. */
static void
keep_in_range(const struct canvas *canvas, struct ui *ui, size_t n, int height)
{
	size_t top = n;

	while (top > 0 && height >= item_lines(canvas, ui, top - 1))
		height -= item_lines(canvas, ui, --top);
	if (ui->overlay_list.cursor > top)
		ui->overlay_list.cursor = top;
}

/* Its keys are answers, which can be clicked as well. */
static bool
has_answers(const struct ui *ui)
{
	return ui->overlay == OVERLAY_QUIT || ui->overlay == OVERLAY_WELCOME;
}

/* Returns the lines taken. */
static int
draw_item(struct canvas *canvas, struct rect area, struct ui *ui, const struct item *item)
{
	struct rect line = { area.x, area.y, area.w, 1 };

	area.x++;
	area.w -= 2;
	if (item->keys[0]) {
		if (has_answers(ui))
			pointer_note(ui, line, item->keys);
		canvas_text(canvas, area.x, area.y, KEYS_WIDTH - 1, ROLE_HOT, item->keys);
		area.x += KEYS_WIDTH;
		area.w -= KEYS_WIDTH;
	}
	return text_draw(canvas, area, item->role, item->text);
}

/* Returns how many are shown whole. */
static size_t
draw_items(struct canvas *canvas, struct rect inside, struct ui *ui)
{
	size_t first = ui->overlay_list.cursor, i = first;
	struct item item;

	for (; inside.h > 0 && get_item(ui, i, &item); i++) {
		bool whole = item_lines(canvas, ui, i) <= inside.h;
		int used = draw_item(canvas, inside, ui, &item);

		if (!whole)
			break;
		inside.y += used;
		inside.h -= used;
	}
	return i - first;
}

void
help_draw(struct canvas *canvas, struct ui *ui)
{
	size_t n = help_items(ui), shown;
	struct rect area = overlay_area(canvas, ui, n);
	struct rect inside;
	char note[64];

	ui->n_hits = 0;
	canvas_fill(canvas, area, ' ', ROLE_TEXT);
	snprintf(note, sizeof(note), "arrows scroll, %s filters, any other key closes",
		 ui_key_name(ui, CMD_FILTER));
	inside = box_draw(canvas, area, overlays[ui->overlay].title, has_answers(ui) ? NULL : note,
			  true);
	keep_in_range(canvas, ui, n, inside.h);
	if (n == 0)
		canvas_text(canvas, inside.x + 1, inside.y, inside.w - 1, ROLE_DIM,
			    ui->overlay_filter[0] ? "no line holds this text"
						  : overlays[ui->overlay].empty);
	shown = draw_items(canvas, inside, ui);
	box_below(canvas, area, n - ui->overlay_list.cursor - shown, 0);
}
