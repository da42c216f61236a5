/*
 * run_host.c - what this machine does meanwhile: its processors, and the disks
 * below the pools.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "views/run.h"
#include "views/shown.h"
#include "widgets/axes.h"
#include "widgets/bars.h"
#include "widgets/scale.h"

#define LABEL_WIDTH   4 /* "all ", "63  " */
#define PERCENT_WIDTH 5
#define CORE_LEAST    16 /* columns that a core's bar needs */
#define CORE_GAP      2
#define GRAPH_LEAST   2 /* lines */
#define GRAPH_HIGH    3 /* from here on, two graphs are better than one */
#define RATE_WIDTH    10
#define BUSY_WIDTH    10
#define NAME_WIDTH    16 /* a device and the pool on it */
#define EIGHTHS	      8
#define RATE_LEAST    1e6 /* bytes a second: what is less is nothing to speak of */

/* ---- processors ---- */

static double
busy(const struct event_tick *tick)
{
	return tick->user + tick->system;
}

void
run_cpu_note(const struct ui *ui, char *out, size_t size)
{
	const struct event_tick *tick = &ui->model->tick;
	char user[UNITS_LEN], system[UNITS_LEN], iowait[UNITS_LEN];

	if (ui->model->cpu_busy.count == 0)
		return;
	snprintf(out, size, "us %s  sy %s  io %s", units_percent(user, tick->user),
		 units_percent(system, tick->system), units_percent(iowait, tick->iowait));
}

static void
draw_bar(struct canvas *canvas, struct rect line, const char *label, double percent)
{
	int width = line.w - LABEL_WIDTH - PERCENT_WIDTH - 1;
	char text[UNITS_LEN];

	canvas_text(canvas, line.x, line.y, LABEL_WIDTH, ROLE_TEXT, label);
	bar_draw(canvas, line.x + LABEL_WIDTH, line.y, width, percent / 100, ROLE_CPU);
	canvas_text_right(canvas, line.x + line.w - PERCENT_WIDTH, line.y, PERCENT_WIDTH, ROLE_TEXT,
			  units_percent(text, percent));
}

/* One cell a core, by its height, where there are too many for bars. */
static void
draw_core_cell(struct canvas *canvas, int x, int y, double percent)
{
	static const char32_t blocks[] = U"▁▂▃▄▅▆▇█";
	static const char32_t ascii[] = U"01234567";
	const char32_t *steps = canvas->glyphs == GLYPHS_ASCII ? ascii : blocks;
	int step;

	if (isnan(percent)) {
		canvas_put(canvas, x, y, '?', ROLE_DIM, 0);
		return;
	}
	step = (int)lround(fmin(percent, 100) / 100 * (EIGHTHS - 1));
	canvas_put_level(canvas, x, y, steps[step], ROLE_CPU,
			 (uint8_t)(step * 100 / (EIGHTHS - 1)));
}

static int
draw_core_cells(struct canvas *canvas, struct rect area, const struct event_tick *tick)
{
	int width = area.w - LABEL_WIDTH;

	if (width <= 0)
		return 0;
	canvas_text(canvas, area.x, area.y, LABEL_WIDTH, ROLE_TEXT, "cpu");
	for (unsigned i = 0; i < tick->n_cores; i++)
		draw_core_cell(canvas, area.x + LABEL_WIDTH + (int)i % width,
			       area.y + (int)i / width, (double)tick->core[i]);
	return ((int)tick->n_cores + width - 1) / width;
}

/* Bars side by side, as few columns as the height allows. Returns the lines taken. */
static int
draw_cores(struct canvas *canvas, struct rect area, const struct event_tick *tick)
{
	int most = area.h / 2 > 0 ? area.h / 2 : 1;
	int columns = ((int)tick->n_cores + most - 1) / most;
	int width, lines;
	char label[UNITS_LEN];

	if (columns == 0)
		return 0;
	width = area.w / columns;
	if (width < CORE_LEAST)
		return draw_core_cells(canvas, area, tick);
	lines = ((int)tick->n_cores + columns - 1) / columns;
	for (int i = 0; i < (int)tick->n_cores; i++) {
		struct rect line = { area.x + i / lines * width, area.y + i % lines, width, 1 };

		if (i / lines < columns - 1)
			line.w -= CORE_GAP;
		snprintf(label, sizeof(label), "%d", i);
		draw_bar(canvas, line, label, (double)tick->core[i]);
	}
	return lines;
}

/* "9.9", "10" */
static const char *
two_digits(double value, char out[UNITS_LEN])
{
	if (isfinite(value))
		snprintf(out, UNITS_LEN, "%.*f", value < 9.95 ? 1 : 0, value);
	else
		snprintf(out, UNITS_LEN, UNITS_UNKNOWN);
	return out;
}

/* As many as there is room for, the most telling first. */
static void
draw_load(struct canvas *canvas, struct rect line, const struct event_tick *tick)
{
	char load[UNITS_LEN], cpu[UNITS_LEN], io[UNITS_LEN], steal[UNITS_LEN], memory[UNITS_LEN];
	char items[3][2 * UNITS_LEN + 16];
	int x = line.x;

	snprintf(items[0], sizeof(items[0]), "PSI cpu %s io %s", two_digits(tick->psi_cpu, cpu),
		 two_digits(tick->psi_io, io));
	snprintf(items[1], sizeof(items[1]), "load %s  steal %s", two_digits(tick->load, load),
		 units_percent(steal, tick->steal));
	snprintf(items[2], sizeof(items[2]), "mem free %s", units_size(memory, tick->memory_free));
	for (size_t i = 0; i < COUNTOF(items); i++) {
		int width = canvas_width(canvas, items[i]);

		if (x + width <= line.x + line.w)
			x += canvas_text(canvas, x, line.y, width, ROLE_DIM, items[i]) + 2;
	}
}

static void
draw_cpu_graph(struct canvas *canvas, struct rect area, const struct ui *ui, const char *title,
	       const struct series *series)
{
	struct rect graph = axes_height(canvas, area, "100");

	run_graph(canvas, graph, ui, series, 100, ROLE_CPU);
	axes_title(canvas, graph, title);
}

/* Waiting for disks is what a slow pool looks like from here, so it has a graph where there is
 * height. */
static void
draw_cpu_graphs(struct canvas *canvas, struct rect area, const struct ui *ui)
{
	struct rect above = axes_time(canvas, area, run_graph_seconds(canvas, ui));
	struct rect below = above;

	if (above.h < GRAPH_HIGH + GRAPH_LEAST) {
		draw_cpu_graph(canvas, above, ui, "busy, %", &ui->model->cpu_busy);
		return;
	}
	below.h = above.h / 3 > GRAPH_LEAST ? above.h / 3 : GRAPH_LEAST;
	above.h -= below.h;
	below.y += above.h;
	draw_cpu_graph(canvas, above, ui, "busy, %", &ui->model->cpu_busy);
	draw_cpu_graph(canvas, below, ui, "iowait, %", &ui->model->cpu_iowait);
}

void
run_cpu_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
	     struct table_state *list, bool focused)
{
	const struct event_tick *tick = &ui->model->tick;
	struct rect area = inside;
	int used;

	(void)list;
	(void)focused;
	if (ui->model->cpu_busy.count == 0) {
		canvas_text(canvas, area.x, area.y, area.w, ROLE_DIM, "no sample yet");
		return;
	}
	draw_bar(canvas, area, "all", busy(tick));
	area.y++;
	area.h--;
	used = draw_cores(canvas, area, tick);
	area.y += used;
	area.h -= used;
	if (area.h > GRAPH_LEAST) {
		draw_load(canvas, area, tick);
		area.y++;
		area.h--;
	}
	draw_cpu_graphs(canvas, area, ui);
}

/* ---- disks ---- */

#define NO_TARGET SIZE_MAX

/* The pool of this run that lies on the device; NO_TARGET: none does. */
static size_t
target_on(const struct model *model, const char *device)
{
	const struct env *env = &model->header->env;

	for (size_t t = 0; t < model->plan->n_targets; t++) {
		const struct target *target = &model->plan->targets[t];

		for (size_t i = 0; i < env->n_servers; i++) {
			const struct env_server *server = &env->servers[i];
			const struct env_pool *pool = env_find_pool(server, target->pool);

			if (target->server && strcmp(server->name, target->server) == 0 && pool &&
			    pool->device && strcmp(pool->device, device) == 0)
				return t;
		}
	}
	return NO_TARGET;
}

void
run_disk_note(const struct ui *ui, char *out, size_t size)
{
	const struct model *model = ui->model;
	char read[UNITS_LEN], written[UNITS_LEN];

	if (model->disk_name[0])
		snprintf(out, size, "%s r %s w %s", model->disk_name,
			 units_rate(read, model->disk_read.last),
			 units_rate(written, model->disk_written.last));
}

/* "w 118 MB/s", its end at `end`; returns where it begins. */
static int
draw_rate(struct canvas *canvas, int end, int y, enum role role, const char *letter, double rate)
{
	int x = end - RATE_WIDTH - 1;
	char text[UNITS_LEN];

	canvas_text(canvas, x, y, 1, role, letter);
	canvas_text_right(canvas, x + 1, y, RATE_WIDTH, ROLE_TEXT, units_rate(text, rate));
	return x;
}

static void
draw_disk(struct canvas *canvas, struct rect line, const struct model *model,
	  const struct tick_disk *disk)
{
	size_t target = target_on(model, disk->name);
	bool wide = line.w >= NAME_WIDTH + 2 * (RATE_WIDTH + 2) + BUSY_WIDTH;
	int end = line.x + line.w;
	int x = line.x;
	char text[UNITS_LEN], name[SHOWN_NAME];

	if (wide) {
		canvas_text(canvas, end - BUSY_WIDTH + 1, line.y, BUSY_WIDTH, ROLE_DIM, "busy");
		canvas_text_right(canvas, end - BUSY_WIDTH, line.y, BUSY_WIDTH, ROLE_TEXT,
				  units_percent(text, disk->busy));
		end -= BUSY_WIDTH + 1;
	}
	end = draw_rate(canvas, end, line.y, ROLE_WRITE, "w", disk->written) - 1;
	end = draw_rate(canvas, end, line.y, ROLE_READ, "r", disk->read) - 1;
	x += canvas_text(canvas, x, line.y, end - x, ROLE_TEXT, disk->name) + 1;
	if (target != NO_TARGET) {
		canvas_put(canvas, x, line.y, pool_glyph(canvas, model->targets[target].mark),
			   shown_role(model->plan, target), 0);
		shown_target(model->plan, target, name);
		if (x + 2 + canvas_width(canvas, name) <= end)
			canvas_text(canvas, x + 2, line.y, end - x - 2, ROLE_DIM, name);
	}
}

/* Those below pools of this run; returns the lines taken. */
static int
draw_disks(struct canvas *canvas, struct rect area, const struct model *model)
{
	int lines = 0;

	for (int below = 1; below >= 0; below--) {
		for (unsigned i = 0; i < model->tick.n_disks && lines < area.h; i++) {
			struct rect line = { area.x, area.y + lines, area.w, 1 };

			if ((target_on(model, model->tick.disks[i].name) != NO_TARGET) != below)
				continue;
			draw_disk(canvas, line, model, &model->tick.disks[i]);
			lines++;
		}
	}
	return lines;
}

static void
draw_disk_graph(struct canvas *canvas, struct rect area, const struct ui *ui,
		const struct series *series, const struct scale *scale, const char *word,
		enum role role)
{
	char high[UNITS_LEN], title[UNITS_LEN];
	struct rect graph;

	if (area.h <= 0)
		return;
	snprintf(high, sizeof(high), "%g", scale->high / scale->unit);
	snprintf(title, sizeof(title), "%s, %s", word, scale->unit_name);
	graph = axes_height(canvas, area, high);
	run_graph(canvas, graph, ui, series, scale->high, role);
	axes_title(canvas, graph, title);
}

/* Written above and read below it, both on the same scale. */
static void
draw_disk_graphs(struct canvas *canvas, struct rect area, const struct ui *ui)
{
	const struct model *model = ui->model;
	struct rect written = axes_time(canvas, area, run_graph_seconds(canvas, ui));
	struct rect read = written;
	double most = fmax(series_max(&model->disk_written, SERIES_ROOM),
			   series_max(&model->disk_read, SERIES_ROOM));
	struct scale scale = scale_of(QUANTITY_RATE, 0, fmax(most, RATE_LEAST), false);

	written.h = (written.h + 1) / 2;
	read.y += written.h;
	read.h -= written.h;
	draw_disk_graph(canvas, written, ui, &model->disk_written, &scale, "written", ROLE_WRITE);
	draw_disk_graph(canvas, read, ui, &model->disk_read, &scale, "read", ROLE_READ);
}

void
run_disk_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
	      struct table_state *list, bool focused)
{
	const struct model *model = ui->model;
	struct rect disks = inside, graphs = inside;
	int n = (int)model->tick.n_disks;

	(void)list;
	(void)focused;
	if (n == 0) {
		canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM, "no sample yet");
		return;
	}
	disks.h = n < inside.h / 2 ? n : inside.h / 2;
	if (disks.h == 0)
		disks.h = inside.h;
	graphs.h = inside.h - disks.h;
	disks.y += graphs.h;
	draw_disk_graphs(canvas, graphs, ui);
	draw_disks(canvas, disks, model);
}
