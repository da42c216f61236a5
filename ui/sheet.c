#include "sheet.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "view.h"

#define ASIDE 8 /* columns */

#define TITLE_LINES 2
#define TITLE_GAP   2 /* columns between it and the keys */

void
sheet_wipe(struct sheet *sheet)
{
	free(sheet->title);
	buf_wipe(&sheet->text);
	if (sheet->source.end)
		sheet->source.end(sheet->source.arg);
	*sheet = (struct sheet){ 0 };
}

void
sheet_open(struct ui *ui, const char *title, struct sheet_text source)
{
	sheet_wipe(&ui->sheet);
	ui->sheet = (struct sheet){ .title = xstrdup(title), .source = source };
	ui->overlay = OVERLAY_SHEET;
	ui->overlay_list = (struct table_state){ 0 };
}

/* ---- its lines ---- */

/* The next one, without its end, which the caller frees. */
static char *
take_line(const char **text)
{
	size_t len = strcspn(*text, "\n");
	char *line = xstrndup(*text, len);

	*text += len + ((*text)[len] == '\n');
	return line;
}

static size_t
count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; n++)
		text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
	return n;
}

/* Columns of the widest. */
static int
width_of(const char *text)
{
	size_t most = 0;

	while (*text) {
		autofree_mem char *line = take_line(&text);
		size_t width = utf8_columns(line);

		most = width > most ? width : most;
	}
	return (int)most;
}

/* ---- keys ---- */

/* No further than that the end of the widest line is seen. */
static void
move_sideways(struct sheet *sheet, int by)
{
	int most = width_of(buf_text(&sheet->text)) - sheet->columns;

	sheet->left += by;
	if (sheet->left > most)
		sheet->left = most;
	if (sheet->left < 0)
		sheet->left = 0;
}

void
sheet_key(struct ui *ui, struct key key)
{
	/* The arrows of Results, where they go aside as well. */
	enum command command = keymap_find(VIEW_RESULTS, key);

	if (command_lines(command))
		table_move(&ui->overlay_list, count_lines(buf_text(&ui->sheet.text)),
			   command_lines(command));
	else if (command == CMD_LEFT || command == CMD_RIGHT)
		move_sideways(&ui->sheet, command == CMD_LEFT ? -ASIDE : ASIDE);
	else
		ui->overlay = OVERLAY_NONE;
}

/* ---- drawing ---- */

static void
lay_out(struct sheet *sheet, int columns)
{
	if (sheet->columns == columns)
		return;
	buf_wipe(&sheet->text);
	sheet->source.lay(sheet->source.arg, (size_t)columns, &sheet->text);
	sheet->columns = columns;
	move_sideways(sheet, 0);
}

/* No further down than that the last line is seen at the bottom. */
static void
keep_in_range(struct table_state *list, size_t n, int height)
{
	size_t most = height > 0 && n > (size_t)height ? n - (size_t)height : 0;

	if (list->cursor > most)
		list->cursor = most;
}

/* The line from that column on. */
static const char *
behind(const char *line, int columns)
{
	while (columns > 0 && *line)
		columns -= (int)utf8_columns_of(utf8_next(&line));
	return line;
}

/* Of a line that begins further left, a sign stands for what is not seen. */
static void
draw_line(struct canvas *canvas, int y, int left, const char *line)
{
	const char *seen = behind(line, left + 1); /* one column is the sign's */

	if (left == 0 || !*line) {
		canvas_text(canvas, 0, y, canvas->cols, ROLE_TEXT, line);
		return;
	}
	canvas_put(canvas, 0, y, canvas->glyphs == GLYPHS_ASCII ? U'<' : U'…', ROLE_DIM, 0);
	canvas_text(canvas, 1, y, canvas->cols - 1, ROLE_TEXT, seen);
}

/* The longest that there is room for. */
static void
draw_keys(struct canvas *canvas, int x)
{
	static const char *const hints[] = { "arrows scroll, any other key closes",
					     "arrows scroll, Esc closes", "Esc closes" };

	for (size_t i = 0; i < COUNTOF(hints); i++)
		if (canvas_width(canvas, hints[i]) <= canvas->cols - x) {
			canvas_text_right(canvas, x, 0, canvas->cols - x, ROLE_DIM, hints[i]);
			return;
		}
}

/* "12 to 33 of 60 lines", where there is more than is seen. */
static void
draw_place(struct canvas *canvas, size_t first, size_t n, int height)
{
	if (height > 0 && n > (size_t)height)
		canvas_printf(canvas, 0, 1, canvas->cols, ROLE_DIM, "lines %zu to %zu of %zu",
			      first + 1, first + (size_t)height, n);
}

/* Without a frame: a text for terminals is as wide as most of them are. */
void
sheet_draw(struct canvas *canvas, struct ui *ui)
{
	struct rect area = { 0, 0, canvas->cols, canvas->rows };
	struct sheet *sheet = &ui->sheet;
	int height = area.h - TITLE_LINES;
	const char *text;
	size_t n;

	lay_out(sheet, area.w);
	text = buf_text(&sheet->text);
	n = count_lines(text);
	keep_in_range(&ui->overlay_list, n, height);
	canvas_fill(canvas, area, ' ', ROLE_TEXT);
	canvas_text(canvas, 0, 0, area.w, ROLE_TITLE, sheet->title);
	draw_keys(canvas, canvas_width(canvas, sheet->title) + TITLE_GAP);
	draw_place(canvas, ui->overlay_list.cursor, n, height);
	for (size_t i = 0; *text; i++) {
		autofree_mem char *line = take_line(&text);
		int y = TITLE_LINES + (int)i - (int)ui->overlay_list.cursor;

		if (y >= TITLE_LINES && y < area.h)
			draw_line(canvas, y, sheet->left, line);
	}
}
