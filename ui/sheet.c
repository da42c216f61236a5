#include "sheet.h"

#include <stdlib.h>
#include <string.h>

#include "view.h"

#define PAGE 10
#define FAR  1000000000L

#define TITLE_LINES 2
#define TITLE_GAP   2 /* columns between it and the keys */

void
sheet_wipe(struct sheet *sheet)
{
	free(sheet->title);
	free(sheet->text);
	*sheet = (struct sheet){ 0 };
}

void
sheet_open(struct ui *ui, const char *title, char *text)
{
	sheet_wipe(&ui->sheet);
	ui->sheet = (struct sheet){ xstrdup(title), text };
	ui->overlay = OVERLAY_SHEET;
	ui->overlay_list = (struct table_state){ 0 };
}

static size_t
count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; n++)
		text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
	return n;
}

void
sheet_key(struct ui *ui, struct key key)
{
	static const struct {
		enum command command;
		long by;
	} moves[] = {
		{ CMD_UP, -1 },		 { CMD_DOWN, 1 },     { CMD_PAGE_UP, -PAGE },
		{ CMD_PAGE_DOWN, PAGE }, { CMD_FIRST, -FAR }, { CMD_LAST, FAR },
	};
	enum command command = keymap_find(ui->view, key);

	for (size_t i = 0; i < COUNTOF(moves); i++) {
		if (moves[i].command != command)
			continue;
		table_move(&ui->overlay_list, count_lines(ui->sheet.text), moves[i].by);
		return;
	}
	ui->overlay = OVERLAY_NONE;
}

/* No further down than that the last line is seen at the bottom. */
static void
keep_in_range(struct table_state *list, size_t n, int height)
{
	size_t most = height > 0 && n > (size_t)height ? n - (size_t)height : 0;

	if (list->cursor > most)
		list->cursor = most;
}

/* Without a frame: a text for terminals is as wide as most of them are. */
void
sheet_draw(struct canvas *canvas, struct ui *ui)
{
	struct rect area = { 0, 0, canvas->cols, canvas->rows };
	int title = canvas_width(canvas, ui->sheet.title) + TITLE_GAP;
	const char *line = ui->sheet.text;
	size_t skipped = 0;

	canvas_fill(canvas, area, ' ', ROLE_TEXT);
	canvas_text(canvas, 0, 0, area.w, ROLE_TITLE, ui->sheet.title);
	if (title < area.w)
		canvas_text_right(canvas, title, 0, area.w - title, ROLE_DIM,
				  "arrows scroll, any other key closes");
	keep_in_range(&ui->overlay_list, count_lines(line), area.h - TITLE_LINES);
	for (int y = TITLE_LINES; *line && y < area.h;) {
		size_t len = strcspn(line, "\n");
		autofree_mem char *text = xstrndup(line, len);

		line += len + (line[len] == '\n');
		if (skipped < ui->overlay_list.cursor)
			skipped++;
		else
			canvas_text(canvas, 0, y++, area.w, ROLE_TEXT, text);
	}
}
