/*
 * view_history.c - History: the recordings there are, to be looked at again.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "view.h"
#include "widgets/text.h"

enum history_panel { HISTORY_RUNS, HISTORY_ONE };

#define WHEN_LEN 16 /* of a stamp: up to the minutes */

/* The run under the cursor; NULL: there are none. */
static const struct index_entry *
entry_at_cursor(const struct ui *ui)
{
	const struct history *history = &ui->history;
	size_t row = ui->lists[VIEW_HISTORY][HISTORY_RUNS].cursor;

	return row < history->n_entries ? &history->entries[row] : NULL;
}

/* Without the folder, which is the same for all. */
static const char *
in_folder(const struct history *history, const char *text)
{
	size_t len = strlen(history->folder);

	return strncmp(text, history->folder, len) == 0 && text[len] == '/' ? text + len + 1 : text;
}

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
	COLUMN_WHEN,
	COLUMN_RUN,
	COLUMN_LABEL,
	COLUMN_POOLS,
	COLUMN_WORKLOADS,
	COLUMN_SERVER,
	COLUMN_STATE,
	COLUMN_SIZE,
};

static const struct table_column columns[] = {
	[COLUMN_WHEN] = { "when, UTC", 0, false },	[COLUMN_RUN] = { "run", 1, false },
	[COLUMN_LABEL] = { "label", 3, false },		[COLUMN_POOLS] = { "pools", 0, false },
	[COLUMN_WORKLOADS] = { "workloads", 2, false }, [COLUMN_SERVER] = { "server", 5, false },
	[COLUMN_STATE] = { "state", 0, false },		[COLUMN_SIZE] = { "size", 4, true },
};

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
	const struct index_entry *entry = &history->entries[row];
	const char *text = NULL;
	char size[UNITS_LEN];

	if (entry->damage && column != COLUMN_STATE) {
		damaged_cell(in_folder(history, entry->path), (enum column)column, cell);
		return;
	}
	switch ((enum column)column) {
	case COLUMN_WHEN: when_text(entry->started_wall_ns, cell->text, sizeof(cell->text)); return;
	case COLUMN_RUN: text = entry->run; break;
	case COLUMN_LABEL: text = entry->label; break;
	case COLUMN_POOLS: text = entry->pools; break;
	case COLUMN_WORKLOADS: text = entry->workloads; break;
	case COLUMN_SERVER: text = entry->server; break;
	case COLUMN_STATE: text = state_of(entry, &cell->role); break;
	case COLUMN_SIZE: text = units_size(size, entry->size); break;
	}
	snprintf(cell->text, sizeof(cell->text), "%s", text ? text : "");
}

static void
runs_draw(struct canvas *canvas, struct rect inside, const struct ui *ui, struct table_state *list,
	  bool focused)
{
	const struct table table = {
		.columns = columns,
		.n_columns = COUNTOF(columns),
		.widest = COLUMN_POOLS,
		.n_rows = ui->history.n_entries,
		.cell = cell,
		.arg = &ui->history,
	};

	if (ui->history.n_entries)
		table_draw(canvas, inside, &table, list, focused);
	else
		canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_DIM,
			    "no runs yet: every run is kept here");
}

static void
runs_note(const struct ui *ui, char *out, size_t size)
{
	size_t n = ui->history.n_entries;

	if (n)
		snprintf(out, size, "%zu run%s", n, n == 1 ? "" : "s");
}

static size_t
runs_lines(const struct ui *ui)
{
	return ui->history.n_entries;
}

/* ---- the one under the cursor ---- */

static void
one_draw(struct canvas *canvas, struct rect inside, const struct ui *ui, struct table_state *list,
	 bool focused)
{
	const struct index_entry *entry = entry_at_cursor(ui);

	(void)list;
	(void)focused;
	if (!entry)
		return;
	canvas_text(canvas, inside.x, inside.y, inside.w, ROLE_TEXT,
		    in_folder(&ui->history, entry->path));
	inside.y++;
	inside.h--;
	if (entry->damage)
		text_draw(canvas, inside, ROLE_FAIL, in_folder(&ui->history, entry->damage));
	else if (!entry->ended)
		text_draw(canvas, inside, ROLE_WARN, "it was cut short, or is still going on");
}

/* ---- commands ---- */

/* Whenever the screen comes up, since a run may have ended meanwhile, and when asked. */
static void
read_again(struct ui *ui)
{
	history_read(&ui->history);
}

static void
open_entry(struct ui *ui)
{
	const struct index_entry *entry = entry_at_cursor(ui);
	struct err err;

	if (!entry)
		ui_say(ui, "there is no run to open");
	else if (entry->damage)
		ui_say(ui, "%s", in_folder(&ui->history, entry->damage));
	else if (!ui->source->open)
		ui_say(ui, "a replay shows the one run it was given");
	else if (ui->source->open(ui, entry->path, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ui_show(ui, VIEW_RESULTS);
}

static bool
command(struct ui *ui, enum command command)
{
	switch (command) {
	case CMD_ACCEPT: open_entry(ui); return true;
	case CMD_RELOAD: read_again(ui); return false; /* the rest is read again as well */
	default: return false;
	}
}

// clang-format off
static const struct panel panels[] = {
	/*                          band col  least   preferred  weight priority */
	[HISTORY_RUNS] = { "Runs",   { 0, 0, 36, 6,   80, 12,    1, 0 }, runs_note, runs_draw, runs_lines },
	[HISTORY_ONE] = { "Recording", { 1, 0, 36, 4, 80, 5,     0, 1 }, NULL, one_draw, NULL },
};
// clang-format on

const struct view view_history = {
	.id = VIEW_HISTORY,
	.name = "History",
	.panels = panels,
	.n_panels = COUNTOF(panels),
	.shown = read_again,
	.command = command,
};
