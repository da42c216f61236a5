/*
 * view_run.c - Run: what is being measured, and what the machine does meanwhile.
 */
#include "base/mem.h"
#include "save.h"
#include "views/past.h"
#include "views/run.h"
#include "views/shown.h"
#include "widgets/graph.h"

/* What was picked, as far as the canvas has it. */
static enum glyphs
glyphs_of(const struct canvas *canvas, const struct ui *ui)
{
	return ui->graph_glyphs < canvas->glyphs ? ui->graph_glyphs : canvas->glyphs;
}

void
run_graph(struct canvas *canvas, struct rect area, const struct ui *ui, const struct series *series,
	  double max, enum role role)
{
	enum glyphs before = canvas->glyphs;

	canvas->glyphs = glyphs_of(canvas, ui);
	graph_draw(canvas, area, series, max, role);
	canvas->glyphs = before;
}

int
run_graph_seconds(const struct canvas *canvas, const struct ui *ui)
{
	return graph_across(glyphs_of(canvas, ui));
}

static size_t
pools_lines(const struct ui *ui)
{
	return ui->model->plan ? ui->model->plan->n_targets : 0;
}

static size_t
flight_lines(const struct ui *ui)
{
	return ui->model->n_in_flight;
}

/* A replay from its beginning; a run that was measured here as in History. */
static void
again(struct ui *ui)
{
	const char *path = ui->source->path ? ui->source->path(ui) : NULL;

	if (ui->source->again)
		ui->source->again(ui);
	else if (path)
		past_again_of(ui, path);
	else
		ui_say(ui, "nothing has been run yet");
}

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_LEFT: shown_workload_by(ui, -1); return true;
	case CMD_RIGHT: shown_workload_by(ui, 1); return true;
	case CMD_SORT: shown_next_sort(ui); return true;
	case CMD_WRITE: save_report(ui); return true;
	case CMD_AGAIN: again(ui); return true;
	default: break;
	}
	/* Who reads older lines of the log wants them to stay; its end follows again. */
	if (ui->focus[VIEW_RUN] == RUN_LOG && command_lines(command))
		ui->follow = command == CMD_LAST;
	return false;
}

// clang-format off
static const struct panel panels[] = {
	/*                             band col  least   preferred  weight priority */
	[RUN_TIMINGS] = { "Timings",    { 0, 0, 36, 8,   80, 10,    3, 0 }, run_timings_note, run_timings_draw, shown_lines, false },
	[RUN_CPU] = { "CPU",            { 1, 0, 30, 5,   40, 7,     1, 1 }, run_cpu_note, run_cpu_draw, NULL, false },
	[RUN_DISK] = { "Disk I/O",      { 1, 1, 36, 6,   40, 10,    1, 4 }, run_disk_note, run_disk_draw, NULL, false },
	[RUN_POOLS] = { "Pools",        { 1, 2, 30, 4,   40, 5,     1, 2 }, run_pools_note, run_pools_draw, pools_lines, false },
	[RUN_IN_FLIGHT] = { "In flight", { 1, 2, 36, 5,  40, 7,     1, 5 }, run_flight_note, run_flight_draw, flight_lines, false },
	[RUN_LOG] = { "Log",            { 2, 0, 30, 5,   80, 7,     1, 3 }, run_log_note, run_log_draw, run_log_lines, true },
	[RUN_COMPARISON] = { "Comparison", { 2, 1, 36, 5, 100, 10,  1, LAYOUT_LARGE }, run_comparison_note, run_comparison_draw, shown_lines, false },
};
// clang-format on

const struct view view_run = {
	.id = VIEW_RUN,
	.name = "Run",
	.panels = panels,
	.n_panels = COUNTOF(panels),
	.command = command,
};
