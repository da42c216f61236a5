/*
 * run_log.c - what has happened, line by line: the newest, or where the cursor is.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/units.h"
#include "filter.h"
#include "views/run.h"

#define TIME_WIDTH 7
#define WORD_WIDTH 5

static const struct {
	const char *word;
	enum role role;
} levels[] = {
	[NOTE_INFO] = { "", ROLE_TEXT },
	[NOTE_WARN] = { "warn", ROLE_WARN },
	[NOTE_ERROR] = { "FAIL", ROLE_FAIL },
};

/* Its times are sums of figures, which nobody has seen pass. */
static bool
is_published(const struct model *model)
{
	return model->header && model->header->kind == RUN_PUBLISHED;
}

void
run_log_note(const struct ui *ui, char *out, size_t size)
{
	const struct model *model = ui->model;

	uint64_t lines = model->log_count + model->log_dropped;

	if (is_published(model) && model->header->source)
		snprintf(out, size, "%s", model->header->source);
	else if (ui->follow)
		snprintf(out, size, "follows  %" PRIu64 " lines", lines);
	else
		snprintf(out, size, "stands, %s follows  %" PRIu64 " lines",
			 ui_key_name(ui, CMD_FOLLOW), lines);
}

static void
draw_line(struct canvas *canvas, struct rect line, const struct model_line *logged, bool timed,
	  bool selected)
{
	enum role role = selected ? ROLE_SELECTED : levels[logged->level].role;
	int x = line.x;
	char time[UNITS_LEN];

	if (selected)
		canvas_fill(canvas, line, ' ', role);
	canvas_text_right(canvas, x, line.y, TIME_WIDTH, selected ? role : ROLE_DIM,
			  timed ? units_span(time, logged->t) : "");
	x += TIME_WIDTH + 1;
	canvas_text(canvas, x, line.y, WORD_WIDTH, role, levels[logged->level].word);
	x += WORD_WIDTH;
	canvas_text(canvas, x, line.y, line.x + line.w - x, role, logged->text);
}

static bool
is_taken(const struct ui *ui, size_t i)
{
	return filter_takes(filter_of(ui, RUN_LOG), model_log_line(ui->model, i)->text);
}

static bool
is_filtered(const struct ui *ui)
{
	return filter_of(ui, RUN_LOG)[0] != '\0';
}

size_t
run_log_lines(const struct ui *ui)
{
	size_t n = 0;

	if (!is_filtered(ui))
		return ui->model->log_count;
	for (size_t i = 0; i < ui->model->log_count; i++)
		n += is_taken(ui, i);
	return n;
}

void
run_log_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
	     struct table_state *list, bool focused)
{
	size_t n = run_log_lines(ui);
	size_t row;

	if (ui->follow && n)
		list->cursor = n - 1;
	table_scroll(list, n, inside.h);
	table_drawn_at(list, n, inside.y, 1);
	/* Lines above the first need a look only where it decides which they are. */
	row = is_filtered(ui) ? 0 : list->top;
	for (size_t i = row; i < ui->model->log_count && row < n - list->below; i++) {
		struct rect line = { inside.x, inside.y + (int)row - (int)list->top, inside.w, 1 };

		if (!is_taken(ui, i))
			continue;
		if (row >= list->top)
			draw_line(canvas, line, model_log_line(ui->model, i),
				  !is_published(ui->model),
				  focused && !ui->follow && row == list->cursor);
		row++;
	}
}
