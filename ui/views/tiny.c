/*
 * tiny.c - the screen where no panel has room: how the run goes in as many
 * words as fit, the most telling first, and the key that leaves.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/units.h"
#include "hints.h"
#include "top.h"
#include "views/run_figures.h"
#include "views/shown.h"
#include "widgets/text.h"

#define GLYPH_WIDTH 2
#define ERROR_MOST  2 /* lines */

/* Where the next word stands. The last line ends before the key that leaves. */
struct flow {
	struct canvas *canvas;
	int x, y;
	int last, last_width;
};

static int
room_in(const struct flow *flow, int y)
{
	return y == flow->last ? flow->last_width : flow->canvas->cols;
}

/* Behind the one before if it fits there whole, else on the next line; what has no line is left out. */
static void __attribute__((format(printf, 3, 4)))
add(struct flow *flow, enum role role, const char *fmt, ...)
{
	char text[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (flow->x && flow->x + canvas_width(flow->canvas, text) > room_in(flow, flow->y)) {
		flow->x = 0;
		flow->y++;
	}
	/* Beside the key there is little room: a word cut there would tell nothing. */
	if (flow->y > flow->last ||
	    (flow->y > 0 && flow->y == flow->last &&
	     flow->x + canvas_width(flow->canvas, text) > flow->last_width))
		return;
	flow->x += 1 + canvas_text(flow->canvas, flow->x, flow->y,
				   room_in(flow, flow->y) - flow->x, role, text);
}

static void
end_line(struct flow *flow)
{
	if (flow->x)
		flow->y++;
	flow->x = 0;
}

/* "RUN 37/180 1 failed ETA 03:12 launch r1/3" */
static void
add_run(struct flow *flow, const struct ui *ui)
{
	const struct model *model = ui->model;
	char text[128];

	add(flow, ROLE_TITLE, "%s", top_state(ui));
	add(flow, ROLE_TEXT, "%" PRIu64 "/%" PRIu64, model->ops_ended, model->ops_planned);
	if (model->ended[OP_FAILED])
		add(flow, ROLE_FAIL, "%" PRIu32 " failed", model->ended[OP_FAILED]);
	if (ui->frozen)
		add(flow, ROLE_WARN, "FROZEN");
	if (!ui_running(ui))
		return;
	add(flow, ROLE_TEXT, "ETA %s", units_span(text, model->eta_ns));
	top_step(ui, text, sizeof(text));
	add(flow, ROLE_TEXT, "%s", text);
}

/* So many whole lines at most, above that of the key. */
static void
add_text(struct flow *flow, enum role role, int most, const char *text)
{
	struct rect area = { 0, 0, flow->canvas->cols, 0 };

	end_line(flow);
	area.y = flow->y;
	area.h = flow->last - flow->y < most ? flow->last - flow->y : most;
	flow->y += text_draw(flow->canvas, area, role, text);
}

/* What the person was told last, or what went wrong last. */
static void
add_news(struct flow *flow, const struct ui *ui)
{
	const struct model *model = ui->model;

	if (ui->message[0]) {
		add_text(flow, ROLE_WARN, flow->last, ui->message);
		return;
	}
	for (size_t i = model->log_count; i-- > 0;) {
		if (model_log_line(model, i)->level != NOTE_ERROR)
			continue;
		add_text(flow, ROLE_FAIL, ERROR_MOST, model_log_line(model, i)->text);
		return;
	}
}

static void
add_median(struct flow *flow, const struct model *model, size_t cell)
{
	size_t target = model->plan->cells[cell].target;
	uint64_t median = figures_median(model, cell);
	int y = flow->y++, cols = flow->canvas->cols, width;
	char text[UNITS_LEN], name[SHOWN_NAME];

	units_time(text, median);
	width = canvas_width(flow->canvas, text);
	canvas_put(flow->canvas, 0, y, pool_glyph(flow->canvas, model->targets[target].mark),
		   shown_role(model->plan, target), 0);
	canvas_text(flow->canvas, GLYPH_WIDTH, y, cols - GLYPH_WIDTH - width - 1, ROLE_TEXT,
		    shown_name(model->plan, cell, name));
	canvas_text_right(flow->canvas, cols - width, y, width, ROLE_TEXT, text);
}

/* The pools' medians, a line each; where there are too few lines the last one says so. */
static void
add_medians(struct flow *flow, const struct ui *ui)
{
	size_t like = shown_workload(ui), n, fits, whole;
	autofree_mem size_t *cells = NULL;

	end_line(flow);
	if (like == NO_CELL)
		return;
	n = shown_cells(ui, like, &cells);
	fits = flow->last > flow->y ? (size_t)(flow->last - flow->y) : 0;
	whole = fits >= n ? n : fits > 1 ? fits - 1 : 0;
	for (size_t i = 0; i < whole; i++)
		add_median(flow, ui->model, cells[i]);
	if (whole > 0 && whole < n)
		canvas_printf(flow->canvas, 0, flow->y++, flow->canvas->cols, ROLE_DIM, "%zu more",
			      n - whole);
}

/* The newest lines of the log, in what is left between two free lines. */
static void
add_log(struct flow *flow, const struct ui *ui)
{
	size_t n = ui->model->log_count;
	int lines = flow->last - flow->y - 2;

	for (int i = lines; i > 0; i--)
		if ((size_t)i <= n)
			canvas_text(flow->canvas, 0, ++flow->y, flow->canvas->cols, ROLE_DIM,
				    model_log_line(ui->model, n - (size_t)i)->text);
}

void
tiny_draw(struct canvas *canvas, struct ui *ui)
{
	int last = canvas->rows - 1;
	int quit = hints_draw_one(canvas, ui, canvas->cols, last, CMD_QUIT);
	struct flow flow = { canvas, 0, 0, last, canvas->cols - (quit ? quit + 1 : 0) };
	const char *empty = ui->connecting ? ui->connecting : "poolscope: ready";

	if (ui->model->state != MODEL_EMPTY) {
		add_run(&flow, ui);
		add_news(&flow, ui);
		add_medians(&flow, ui);
		add_log(&flow, ui);
	} else if (last > 0) {
		add_text(&flow, ROLE_TEXT, last, ui->message[0] ? ui->message : empty);
	} else {
		add(&flow, ROLE_TEXT, "%s", empty);
	}
}
