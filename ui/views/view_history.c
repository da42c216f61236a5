/*
 * view_history.c - History: the recordings there are, to be looked at again.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "names.h"
#include "views/past.h"
#include "widgets/graph.h"
#include "widgets/text.h"

#define WHEN_LEN     16 /* of a stamp: up to the minutes */

static const char *
state_of(const struct index_entry *entry, enum role *role)
{
	static const char *const kinds[] = {
		[RUN_IMPORTED] = "imported",
		[RUN_PUBLISHED] = "published",
	};

	*role = ROLE_TEXT;
	if (entry->damage || !entry->ended) {
		*role = entry->damage ? ROLE_FAIL : ROLE_WARN;
		return entry->damage ? "damaged" : "no end";
	}
	if (entry->kind != RUN_MEASURED)
		return kinds[entry->kind];
	*role = entry->end == END_DONE ? ROLE_OK : ROLE_WARN;
	return run_end_name(entry->end);
}

/* ---- the table ---- */

enum column {
	COLUMN_MARK,
	COLUMN_WHEN,
	COLUMN_RUN,
	COLUMN_LABEL,
	COLUMN_POOLS,
	COLUMN_WORKLOADS,
	COLUMN_SERVER,
	COLUMN_STATE,
	COLUMN_SIZE,
};

// clang-format off
static const struct table_column columns[] = {
	[COLUMN_MARK]      = { "",          0, false },
	[COLUMN_WHEN]      = { "when, UTC", 0, false },
	[COLUMN_RUN]       = { "run",       1, false },
	[COLUMN_LABEL]     = { "label",     2, false },
	[COLUMN_POOLS]     = { "pools",     0, false },
	[COLUMN_WORKLOADS] = { "workloads", 3, false },
	[COLUMN_SERVER]    = { "server",    5, false },
	[COLUMN_STATE]     = { "state",     0, false },
	[COLUMN_SIZE]      = { "size",      4, true },
};
/* What tells a run from others stays whole; these can be read when they are cut. */
static const int least[COUNTOF(columns)] = {
	[COLUMN_LABEL] = 20,
	[COLUMN_POOLS] = 13,
	[COLUMN_WORKLOADS] = 12,
	[COLUMN_SERVER] = 10,
};
// clang-format on

/* "2026-11-30 12:03" */
static void
when_text(uint64_t wall_ns, char *out, size_t size)
{
	char stamp[CLOCK_STAMP_LEN];

	clock_stamp(wall_ns, stamp);
	stamp[WHEN_LEN] = '\0';
	*strchr(stamp, 'T') = ' ';
	snprintf(out, size, "%s", stamp);
}

/* Of a damaged one, what its name tells: "20261130T120341Z-xxxxxxxx.jsonl". */
static void
damaged_cell(const char *name, enum column column, struct table_cell *cell)
{
	char day[9], time[5], run[9];

	if (sscanf(name, "%8[0-9]T%4[0-9]%*2[0-9]Z-%8[0-9a-f]", day, time, run) != 3)
		return;
	if (column == COLUMN_WHEN)
		snprintf(cell->text, sizeof(cell->text), "%.4s-%.2s-%.2s %.2s:%.2s", day, day + 4,
			 day + 6, time, time + 2);
	else if (column == COLUMN_RUN)
		snprintf(cell->text, sizeof(cell->text), "%s", run);
}

static void
cell(const void *arg, size_t row, size_t column, struct table_cell *cell)
{
	const struct history *history = arg;
	const struct index_entry *entry = history_at(history, row);
	const char *text = NULL;
	char size[UNITS_LEN], server[SHOWN_NAME];

	if (entry->damage && column != COLUMN_STATE && column != COLUMN_MARK) {
		damaged_cell(past_in_folder(history, entry->path), (enum column)column, cell);
		return;
	}
	switch ((enum column)column) {
	case COLUMN_MARK: text = history_is_marked(history, row) ? "*" : ""; break;
	case COLUMN_WHEN: when_text(entry->started_wall_ns, cell->text, sizeof(cell->text)); return;
	case COLUMN_RUN: text = entry->run; break;
	case COLUMN_LABEL: text = entry->label; break;
	case COLUMN_POOLS: text = entry->pools; break;
	case COLUMN_WORKLOADS: text = entry->workloads; break;
	case COLUMN_SERVER: text = entry->server ? names_server(entry->server, server) : ""; break;
	case COLUMN_STATE: text = state_of(entry, &cell->role); break;
	case COLUMN_SIZE: text = units_size(size, entry->size); break;
	}
	snprintf(cell->text, sizeof(cell->text), "%s", text ? text : "");
}

static void
runs_draw(struct canvas *canvas, struct rect inside, const struct ui *ui, struct table_state *list,
	  bool focused)
{
	const struct history *history = &ui->history;
	const struct table table = {
		.columns = columns,
		.n_columns = COUNTOF(columns),
		.widest = COLUMN_POOLS,
		.least = least,
		.n_rows = history->n_shown,
		.cell = cell,
		.arg = history,
	};

	if (history->n_shown)
		table_draw(canvas, inside, &table, list, focused);
	else if (history->n_entries)
		canvas_printf(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			      "no run has these words: %s changes them, %s shows all",
			      ui_key_name(ui, CMD_FILTER), ui_key_name(ui, CMD_BACK));
	else
		canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			    "no runs yet: every run is kept here");
}

static size_t
count_published(const struct history *history)
{
	size_t n = 0;

	for (size_t i = 0; i < history->n_entries; i++)
		n += !history->entries[i].damage && history->entries[i].kind == RUN_PUBLISHED;
	return n;
}

/* 3 of 18 runs, 12 published  with "btrfs"  by size, backwards */
static void
runs_note(const struct ui *ui, char *out, size_t size)
{
	const struct history *history = &ui->history;
	size_t n = history->n_entries, published = count_published(history);
	autobuf text = { 0 };

	if (n == 0)
		return;
	if (history->n_shown < n)
		buf_printf(&text, "%zu of ", history->n_shown);
	buf_printf(&text, "%zu run%s", n, n == 1 ? "" : "s");
	if (published && !history->filter[0])
		buf_printf(&text, ", %zu published", published);
	if (history->filter[0])
		buf_printf(&text, "  with \"%s\"", history->filter);
	if (history->sort != HISTORY_BY_TIME || history->backwards)
		buf_printf(&text, "  by %s%s", history_sort_name(history->sort),
			   history->backwards ? ", backwards" : "");
	snprintf(out, size, "%s", buf_text(&text));
}

static size_t
runs_lines(const struct ui *ui)
{
	return ui->history.n_shown;
}

/* ---- the one under the cursor ---- */

/* What has no room in the table. */
static void
draw_what(struct canvas *canvas, struct rect area, const struct index_entry *entry)
{
	char server[SHOWN_NAME];
	autobuf text = { 0 };

	buf_printf(&text, "%s: %s on %s", entry->label ? entry->label : "no label",
		   entry->workloads, entry->pools);
	if (entry->server)
		buf_printf(&text, " of %s", names_server(entry->server, server));
	text_draw(canvas, area, ROLE_TEXT, buf_text(&text));
}

static const char *
file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void
one_draw(struct canvas *canvas, struct rect inside, const struct ui *ui, struct table_state *list,
	 bool focused)
{
	const struct index_entry *entry = past_at_cursor(ui);
	struct rect rest = { inside.x, inside.y + 1, inside.w, inside.h - 1 };

	(void)list;
	(void)focused;
	if (!entry)
		return;
	canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_TEXT, file_name(entry->path));
	if (entry->damage)
		text_draw(canvas, rest, ROLE_FAIL, past_in_folder(&ui->history, entry->damage));
	else if (!entry->ended)
		text_draw(canvas, rest, ROLE_WARN, "it was cut short, or is still going on");
	else
		draw_what(canvas, rest, entry);
}

/* ---- its trend ---- */

#define NAME_MOST   24
#define FIGURE_ROOM 38
#define BROADEST    3 /* columns that one run takes */

/* "0.42 s  0.38 s to 0.51 s, 12 runs" */
static void
draw_figures(struct canvas *canvas, struct rect line, const struct trend_point *point,
	     const struct series *series, size_t n)
{
	char now[UNITS_LEN], from[UNITS_LEN], to[UNITS_LEN];
	double min = NAN;

	for (size_t i = 0; i < n; i++)
		min = fmin(min, series_back(series, i));
	if (n > 1)
		canvas_printf(canvas, line.x, line.y, line.w, ROLE_TEXT, "%s  %s to %s, %zu runs",
			      units_time(now, (uint64_t)point->ns), units_time(from, (uint64_t)min),
			      units_time(to, (uint64_t)series_max(series, n)), n);
	else
		canvas_printf(canvas, line.x, line.y, line.w, ROLE_TEXT, "%s  no other run",
			      units_time(now, (uint64_t)point->ns));
}

/*
 * Few runs are drawn broader, so that they can be told from each other; and in
 * blocks rather than braille, which has half as many heights in a line.
 */
static void
draw_runs(struct canvas *canvas, struct rect place, const struct series *series, size_t n)
{
	enum glyphs before = canvas->glyphs;
	int each = place.w / (int)n;
	struct series broad;

	each = each < 1 ? 1 : each > BROADEST ? BROADEST : each;
	series_init(&broad);
	for (size_t i = n; i-- > 0;)
		for (int k = 0; k < each; k++)
			series_add(&broad, series_back(series, i));
	if (canvas->glyphs == GLYPHS_BRAILLE)
		canvas->glyphs = GLYPHS_BLOCK;
	graph_draw(canvas, place, &broad, NAN, ROLE_GRAPH_TEXT);
	canvas->glyphs = before;
}

static int
name_width(const struct canvas *canvas, const struct trend_run *run)
{
	int widest = 0;

	for (size_t i = 0; i < run->n; i++) {
		int width = canvas_width(canvas, run->points[i].name);

		widest = width > widest ? width : widest;
	}
	return widest < NAME_MOST ? widest : NAME_MOST;
}

static void
draw_trend(struct canvas *canvas, struct rect line, const struct trends *trends,
	   const struct trend_point *point, int name)
{
	int room = line.w - name - FIGURE_ROOM - 2, most = (int)trends->n * BROADEST;
	int graph = room < most ? room : most;
	struct series series;
	size_t n = trends_series(trends, point, &series);

	canvas_text(canvas, line.x, line.y, name, ROLE_TEXT, point->name);
	line.x += name + 1;
	line.w -= name + 1;
	if (graph > 0 && n > 1)
		draw_runs(canvas, (struct rect){ line.x, line.y, graph, 1 }, &series, n);
	if (graph > 0) {
		line.x += graph + 1;
		line.w -= graph + 1;
	}
	draw_figures(canvas, line, point, &series, n);
}

static const struct trend_run *
trend_at_cursor(const struct ui *ui)
{
	const struct index_entry *entry = past_at_cursor(ui);

	return entry ? trends_run(&ui->history.trends, entry->path) : NULL;
}

static size_t
trend_lines(const struct ui *ui)
{
	const struct trend_run *run = trend_at_cursor(ui);

	return run ? run->n : 0;
}

static void
trend_draw(struct canvas *canvas, struct rect inside, const struct ui *ui, struct table_state *list,
	   bool focused)
{
	const struct trend_run *run = trend_at_cursor(ui);
	struct rect line = { inside.x, inside.y, inside.w, 1 };

	(void)focused;
	if (!run || run->n == 0) {
		canvas_printf(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			      "followed are one's own newest %d runs that have ended", TREND_RUNS);
		return;
	}
	table_scroll(list, run->n, inside.h);
	for (size_t i = list->top; i < run->n && line.y < inside.y + inside.h; i++, line.y++)
		draw_trend(canvas, line, &ui->history.trends, &run->points[i],
			   name_width(canvas, run));
}

static void
trend_note(const struct ui *ui, char *out, size_t size)
{
	if (trend_lines(ui))
		snprintf(out, size, "whole steps, oldest run to newest");
}

/* ---- commands ---- */

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_ACCEPT: past_open(ui); return true;
	case CMD_MARK: past_mark(ui); return true;
	case CMD_COMPARE: past_compare(ui); return true;
	case CMD_AGAIN: past_again(ui); return true;
	case CMD_LABEL: past_label(ui); return true;
	case CMD_DELETE: past_delete(ui); return true;
	case CMD_FILTER: past_filter(ui); return true;
	case CMD_PUBLISHED: past_published(ui); return true;
	case CMD_NEXT_ORDER: history_next_sort(&ui->history); return true;
	case CMD_TURN: history_turn(&ui->history); return true;
	case CMD_BACK: return past_show_all(ui);
	case CMD_RELOAD: past_read_again(ui); return false; /* the rest is read again as well */
	default: return false;
	}
}

// clang-format off
static const struct panel panels[] = {
	/*                                                   band col  least   preferred  weight priority */
	[HISTORY_RUNS]  = { .title = "Runs",      .place = { 0, 0, 36, 6,   80, 12,    2, 0 }, .note = runs_note, .draw = runs_draw, .lines = runs_lines },
	[HISTORY_ONE]   = { .title = "Recording", .place = { 1, 0, 36, 4,   80, 5,     0, 1 }, .draw = one_draw },
	[HISTORY_TREND] = { .title = "Trend",     .place = { 2, 0, 36, 3,   80, 5,     1, 2 }, .note = trend_note, .draw = trend_draw, .lines = trend_lines },
};
// clang-format on

const struct view view_history = {
	.id = VIEW_HISTORY,
	.name = "History",
	.panels = panels,
	.n_panels = COUNTOF(panels),
	.shown = past_read_again,
	.command = command,
};
