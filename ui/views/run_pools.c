/*
 * run_pools.c - how full the pools are, and the ops that are in flight.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "record/summary.h"
#include "views/run.h"
#include "views/shown.h"
#include "widgets/bars.h"

#define NAME_MOST     20
#define NAME_LEAST    6
#define GLYPH_WIDTH   2
#define BAR_LEAST     6
#define PERCENT_WIDTH 5
#define DELTA_WIDTH   10
#define SETTLE_WIDTH  15

/* ---- pools ---- */

static double
part_of(uint64_t bytes, uint64_t total)
{
	return known(bytes) && known(total) && total ? (double)bytes / (double)total : NAN;
}

/* Room for UNITS_LEN + 1. */
static const char *
delta_text(const struct model *model, size_t index, char *out)
{
	const struct model_target *target = &model->targets[index];
	int64_t delta = (int64_t)target->used - (int64_t)target->baseline;

	if (known(target->used) && known(target->baseline))
		return summary_delta(out, delta, summary_is_steady(model, index));
	snprintf(out, UNITS_LEN, UNITS_UNKNOWN);
	return out;
}

static bool
is_less(const struct model_target *target)
{
	return known(target->used) && known(target->baseline) && target->used < target->baseline;
}

static bool
is_any_misleading(const struct model *model)
{
	for (size_t i = 0; i < model->plan->n_targets; i++)
		if (is_less(&model->targets[i]) && model_target_is_shared(model, i))
			return true;
	return false;
}

void
run_pools_note(const struct ui *ui, char *out, size_t size)
{
	if (ui->model->plan)
		snprintf(out, size, "%s",
			 is_any_misleading(ui->model) ? "others write here too"
						      : "used, and more than at the start");
}

/* What the last columns say of it: in a few words, as they are the first to go. */
static void
settle_text(const struct model *model, size_t index, char *out, size_t size)
{
	const struct model_target *target = &model->targets[index];
	char time[UNITS_LEN];

	if (target->settling)
		snprintf(out, size, "settling");
	else if (is_less(target) && model_target_is_shared(model, index))
		snprintf(out, size, "others write");
	else if (known(target->settle_ns))
		snprintf(out, size, "%s %s", target->settled ? "settled" : "freeing",
			 units_time(time, target->settle_ns));
}

/* Of a line's columns, so many that the bar has its own. */
static int
name_columns(const struct canvas *canvas, const struct plan *plan, int columns)
{
	char name[SHOWN_NAME];
	int most = columns - GLYPH_WIDTH - 1 - BAR_LEAST - 1 - PERCENT_WIDTH - 1 - DELTA_WIDTH;
	int widest = 0;

	for (size_t i = 0; i < plan->n_targets; i++) {
		int width = canvas_width(canvas, shown_target(plan, i, name));

		if (width > widest)
			widest = width;
	}
	if (most > NAME_MOST)
		most = NAME_MOST;
	if (most < NAME_LEAST)
		most = NAME_LEAST;
	return widest < most ? widest : most;
}

/* The bar, with marks for where it was at the start and the highest of this chain. */
static void
draw_usage(struct canvas *canvas, int x, int y, int width, const struct model_target *target,
	   enum role role)
{
	bar_draw(canvas, x, y, width, part_of(target->used, target->total), role);
	bar_mark(canvas, x, y, width, part_of(target->baseline, target->total), ROLE_TEXT);
	if (known(target->peak) && target->peak > target->used)
		bar_mark(canvas, x, y, width, part_of(target->peak, target->total), ROLE_WARN);
}

static void
draw_pool(struct canvas *canvas, struct rect line, const struct model *model, size_t index,
	  int name_width, bool selected)
{
	const struct model_target *target = &model->targets[index];
	int x = line.x + GLYPH_WIDTH + name_width + 1;
	int end = line.x + line.w;
	char name[SHOWN_NAME], text[UNITS_LEN + 1], settle[2 * UNITS_LEN] = "";

	canvas_put(canvas, line.x, line.y, pool_glyph(canvas, target->mark),
		   shown_role(model->plan, index), 0);
	canvas_text(canvas, line.x + GLYPH_WIDTH, line.y, name_width,
		    selected ? ROLE_SELECTED : ROLE_TEXT, shown_target(model->plan, index, name));
	settle_text(model, index, settle, sizeof(settle));
	if (end - x - PERCENT_WIDTH - DELTA_WIDTH - SETTLE_WIDTH - 3 >= BAR_LEAST) {
		end -= SETTLE_WIDTH;
		canvas_text(canvas, end, line.y, SETTLE_WIDTH,
			    target->settled ? ROLE_DIM : ROLE_WARN, settle);
		end--;
	}
	end -= DELTA_WIDTH;
	canvas_text_right(canvas, end, line.y, DELTA_WIDTH,
			  is_less(target) && model_target_is_shared(model, index) ? ROLE_WARN
										  : ROLE_TEXT,
			  delta_text(model, index, text));
	end -= PERCENT_WIDTH + 1;
	canvas_text_right(canvas, end, line.y, PERCENT_WIDTH, ROLE_TEXT,
			  units_percent(text, part_of(target->used, target->total) * 100));
	draw_usage(canvas, x, line.y, end - 1 - x, target, shown_role(model->plan, index));
}

void
run_pools_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
	       struct table_state *list, bool focused)
{
	const struct model *model = ui->model;
	size_t n = model->plan ? model->plan->n_targets : 0;
	int name_width = n ? name_columns(canvas, model->plan, inside.w) : 0;

	table_scroll(list, n, inside.h);
	table_drawn_at(list, n, inside.y, 1);
	for (size_t i = list->top; i < n - list->below; i++) {
		struct rect line = { inside.x, inside.y + (int)(i - list->top), inside.w, 1 };

		draw_pool(canvas, line, model, i, name_width, focused && i == list->cursor);
	}
}

/* ---- in flight ---- */

void
run_flight_note(const struct ui *ui, char *out, size_t size)
{
	if (ui->model->plan)
		snprintf(out, size, "%zu of %u", ui->model->n_in_flight_all,
			 ui->model->plan->parallel);
}

/* Without what the names of this run have in common. */
static const char *
name_tail(const struct model *model, const char *name)
{
	size_t len = strlen(model->plan->prefix);

	return strncmp(name, model->plan->prefix, len) == 0 && name[len] ? name + len : name;
}

enum flight_column { FLIGHT_NAME, FLIGHT_POOL, FLIGHT_WORKLOAD, FLIGHT_SINCE, FLIGHT_PROGRESS };

static const struct table_column flight_columns[] = {
	[FLIGHT_NAME] = { "instance", 0, false },     [FLIGHT_POOL] = { "pool", 0, false },
	[FLIGHT_WORKLOAD] = { "workload", 3, false }, [FLIGHT_SINCE] = { "since", 0, true },
	[FLIGHT_PROGRESS] = { "progress", 4, false },
};
/* To which a pool's name is cut before other columns go. */
static const int flight_least[COUNTOF(flight_columns)] = { [FLIGHT_POOL] = 12 };

static void
flight_cell(const void *arg, size_t row, size_t column, struct table_cell *cell)
{
	const struct model *model = arg;
	const struct model_op *op = &model->in_flight[row];
	size_t of = model->steps[op->step].cell;
	char time[UNITS_LEN];

	switch ((enum flight_column)column) {
	case FLIGHT_NAME:
		snprintf(cell->text, sizeof(cell->text), "%s", name_tail(model, op->name));
		break;
	case FLIGHT_POOL:
		snprintf(cell->text, sizeof(cell->text), "%s", model_cell_target(model, of)->pool);
		cell->role = shown_role(model->plan, model_plan_cell(model, of)->target);
		break;
	case FLIGHT_WORKLOAD:
		snprintf(cell->text, sizeof(cell->text), "%s",
			 model_plan_cell(model, of)->workload);
		break;
	case FLIGHT_SINCE:
		snprintf(cell->text, sizeof(cell->text), "%s",
			 units_time(time, model->now > op->start ? model->now - op->start : 0));
		break;
	case FLIGHT_PROGRESS: snprintf(cell->text, sizeof(cell->text), "%s", op->progress); break;
	}
}

void
run_flight_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		struct table_state *list, bool focused)
{
	const struct model *model = ui->model;
	const struct table table = {
		.columns = flight_columns,
		.n_columns = COUNTOF(flight_columns),
		.widest = FLIGHT_POOL,
		.least = flight_least,
		.n_rows = model->n_in_flight,
		.cell = flight_cell,
		.arg = model,
	};

	if (model->n_in_flight == 0)
		canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM, "nothing");
	else
		table_draw(canvas, inside, &table, list, focused);
}
