#include "picker.h"

#include <stdio.h>
#include <string.h>

#include "widgets/bars.h"
#include "widgets/box.h"
#include "widgets/text.h"

#define WIDTH	     46
#define SAMPLE_LINES 2
#define NOTE_LINES   3 /* what the theme is, wrapped */
#define LIST_MIN     3
#define FRAME	     2


void
picker_open(struct ui *ui)
{
	ui->overlay = OVERLAY_THEMES;
	ui->overlay_list = (struct table_state){ .cursor = themes_open(&ui->themes) };
}

/* One that was read from a path of its own is found by no name the next time. */
static bool
is_listed(const struct themes *themes)
{
	for (size_t i = 0; themes->shown && i < themes->n; i++)
		if (strcmp(themes->names[i], theme_name(themes->shown)) == 0)
			return true;
	return false;
}

static void
keep(struct ui *ui)
{
	ui->keep_theme = is_listed(&ui->themes);
	if (ui->themes.shown && !ui->keep_theme)
		ui_say(ui, "theme %s is of a file named with --theme, so it is for this time only",
		       theme_name(ui->themes.shown));
	themes_keep(&ui->themes);
	ui->overlay = OVERLAY_NONE;
}

static void
put_back(struct ui *ui)
{
	themes_put_back(&ui->themes);
	ui->overlay = OVERLAY_NONE;
}

static void
move(struct ui *ui, long by)
{
	struct err err;

	table_move(&ui->overlay_list, ui->themes.n, by);
	if (themes_preview(&ui->themes, ui->overlay_list.cursor, &err) < 0)
		ui_say(ui, "%s", err.text);
}

void
picker_key(struct ui *ui, struct key key)
{
	enum command command = keymap_find(ui->view, key);
	long by = command == CMD_NEXT_THEME ? 1 : command_lines(command);

	if (by)
		move(ui, by);
	if (key.code == KEY_ENTER_)
		keep(ui);
	else if (command == CMD_BACK || command == CMD_QUIT || command == CMD_THEMES)
		put_back(ui);
}

/* ---- drawing ---- */

static void
draw_names(struct canvas *canvas, struct rect area, struct ui *ui)
{
	const struct themes *themes = &ui->themes;

	table_scroll(&ui->overlay_list, themes->n, area.h);
	table_drawn_at(&ui->overlay_list, themes->n, area.y, 1);
	for (int i = 0; i < area.h && ui->overlay_list.top + (size_t)i < themes->n; i++) {
		size_t index = ui->overlay_list.top + (size_t)i;
		bool here = index == ui->overlay_list.cursor;
		struct rect line = { area.x, area.y + i, area.w, 1 };

		if (here)
			canvas_fill(canvas, line, ' ', ROLE_SELECTED);
		canvas_text(canvas, line.x + 1, line.y, line.w - 2,
			    here ? ROLE_SELECTED : ROLE_TEXT, themes->names[index]);
	}
}

/* Colours that the screen beside it may not have just now. */
static void
draw_sample(struct canvas *canvas, struct rect area)
{
	static const struct {
		enum role role;
		const char *text;
	} first[] = {
		{ ROLE_BTRFS, "btrfs" }, { ROLE_ZFS, "zfs" },	{ ROLE_LVM, "lvm" },
		{ ROLE_DIR, "dir" },	 { ROLE_CEPH, "ceph" }, { ROLE_DIM, "dim" },
		{ ROLE_OK, "ok" },	 { ROLE_WARN, "warn" }, { ROLE_FAIL, "FAIL" },
	};
	int x = area.x;

	for (size_t i = 0; i < COUNTOF(first); i++)
		x += canvas_text(canvas, x, area.y, area.x + area.w - x, first[i].role,
				 first[i].text) +
		     1;
	bar_draw(canvas, area.x, area.y + 1, area.w, 1, ROLE_CPU);
}

static struct rect
part_of(struct rect *inside, int lines)
{
	struct rect part = { inside->x + 1, inside->y + inside->h - lines, inside->w - 2, lines };

	inside->h -= lines;
	return part;
}

static struct rect
picker_area(const struct canvas *canvas, size_t n)
{
	int wanted = FRAME + (int)n + SAMPLE_LINES + NOTE_LINES;
	struct rect area = { .w = WIDTH < canvas->cols ? WIDTH : canvas->cols,
			     .h = wanted < canvas->rows ? wanted : canvas->rows };

	area.x = canvas->cols - area.w;
	area.y = (canvas->rows - area.h) / 2;
	return area;
}

void
picker_draw(struct canvas *canvas, struct ui *ui)
{
	struct rect area = picker_area(canvas, ui->themes.n);
	struct rect inside;
	char note[64];

	canvas_fill(canvas, area, ' ', ROLE_TEXT);
	snprintf(note, sizeof(note), "Enter keeps, %s puts back", ui_key_name(ui, CMD_BACK));
	inside = box_draw(canvas, area, "Themes", note, true);
	if (ui->themes.shown && inside.h >= LIST_MIN + SAMPLE_LINES + NOTE_LINES) {
		text_draw(canvas, part_of(&inside, NOTE_LINES), ROLE_DIM,
			  theme_about(ui->themes.shown));
		draw_sample(canvas, part_of(&inside, SAMPLE_LINES));
	}
	draw_names(canvas, inside, ui);
	box_below(canvas, area, ui->overlay_list.below, 0);
}
