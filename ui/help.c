#include "help.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "widgets/box.h"

#define KEY_COLUMN 11
#define HELP_WIDTH 72

struct line {
	char key[KEY_NAME_LEN];	/* "": none */
	char text[256];
	enum role role;
};

static const struct line quit_lines[] = {
	{ "k", "keep running, stay here", ROLE_TEXT },
	{ "c", "stop, clean up, then leave", ROLE_TEXT },
	{ "l", "leave now; what is left behind is listed", ROLE_TEXT },
};

/* ---- the lines of each overlay: line `index` into *line; false: there are not that many ---- */

static bool
key_line(const struct ui *ui, size_t index, struct line *line)
{
	for (size_t i = 0; i < n_keymap; i++) {
		if (!(keymap[i].views & (1u << ui->view)) || index-- > 0)
			continue;
		snprintf(line->key, sizeof(line->key), "%s", keymap[i].key);
		snprintf(line->text, sizeof(line->text), "%s",
			 command_texts[keymap[i].command].help);
		return true;
	}
	return false;
}

static void
finding_line(const struct finding *finding, struct line *line)
{
	static const enum role roles[] = {
		[FINDING_NOTE] = ROLE_NOTE, [FINDING_WARN] = ROLE_WARN, [FINDING_REFUSE] = ROLE_FAIL
	};

	snprintf(line->text, sizeof(line->text), "%s%s%s", finding->text, finding->remedy ? ": " : "",
		 finding->remedy ? finding->remedy : "");
	line->role = roles[finding->level];
}

static bool
log_warning_line(const struct model *model, size_t index, struct line *line)
{
	for (size_t i = 0; i < model->log_count; i++) {
		const struct model_line *logged = model_log_line(model, i);
		char when[UNITS_LEN];

		if (logged->level < NOTE_WARN || index-- > 0)
			continue;
		snprintf(line->text, sizeof(line->text), "%s %s", units_span(when, logged->t),
			 logged->text);
		line->role = logged->level == NOTE_ERROR ? ROLE_FAIL : ROLE_WARN;
		return true;
	}
	return false;
}

/* On Setup the warnings are about the plan, elsewhere about the run. */
static bool
warning_line(const struct ui *ui, size_t index, struct line *line)
{
	if (ui->view != VIEW_SETUP)
		return log_warning_line(ui->model, index, line);
	if (index >= ui->draft.n_findings)
		return false;
	finding_line(&ui->draft.findings[index], line);
	return true;
}

static bool
quit_line(const struct ui *ui, size_t index, struct line *line)
{
	(void)ui;
	if (index >= COUNTOF(quit_lines))
		return false;
	*line = quit_lines[index];
	return true;
}

static const struct {
	const char *title;
	bool (*line)(const struct ui *ui, size_t index, struct line *line);
	const char *empty;
} overlays[] = {
	[OVERLAY_HELP] = { "Keys", key_line, "" },
	[OVERLAY_WARNINGS] = { "Warnings", warning_line, "no warnings" },
	[OVERLAY_QUIT] = { "A run is going on", quit_line, "" },
};

size_t
help_lines(const struct ui *ui)
{
	struct line line;
	size_t n = 0;

	if (ui->overlay == OVERLAY_NONE)
		return 0;
	while (overlays[ui->overlay].line(ui, n, &line))
		n++;
	return n;
}

static struct rect
overlay_area(const struct canvas *canvas, size_t lines)
{
	struct rect area = { .w = HELP_WIDTH, .h = (int)lines + 2 };

	if (area.w > canvas->cols)
		area.w = canvas->cols;
	if (area.h > canvas->rows)
		area.h = canvas->rows;
	area.x = (canvas->cols - area.w) / 2;
	area.y = (canvas->rows - area.h) / 2;
	return area;
}

static void
draw_line(struct canvas *canvas, struct rect inside, int y, const struct line *line)
{
	int x = inside.x;

	if (line->key[0]) {
		canvas_text(canvas, x + 1, y, KEY_COLUMN - 1, ROLE_HOT, line->key);
		x += KEY_COLUMN;
	}
	canvas_text(canvas, x + 1, y, inside.x + inside.w - x - 1, line->role, line->text);
}

void
help_draw(struct canvas *canvas, const struct ui *ui)
{
	size_t n = help_lines(ui);
	struct rect area = overlay_area(canvas, n ? n : 1);
	size_t top = ui->overlay_list.cursor;
	struct rect inside;

	canvas_fill(canvas, area, ' ', ROLE_TEXT);
	inside = box_draw(canvas, area, overlays[ui->overlay].title,
			  ui->overlay == OVERLAY_QUIT ? NULL : "any key closes", true);
	if (n == 0)
		canvas_text(canvas, inside.x + 1, inside.y, inside.w - 1, ROLE_DIM,
			    overlays[ui->overlay].empty);
	/* The cursor scrolls: the last lines stay at the bottom. */
	if (inside.h > 0 && top + (size_t)inside.h > n)
		top = n > (size_t)inside.h ? n - (size_t)inside.h : 0;
	for (int i = 0; i < inside.h; i++) {
		struct line line = { .role = ROLE_TEXT };

		if (!overlays[ui->overlay].line(ui, top + (size_t)i, &line))
			break;
		draw_line(canvas, inside, inside.y + i, &line);
	}
}
