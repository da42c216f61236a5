/* A comparison as aligned text: what differs first, because it is usually the answer. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "record/compare.h"
#include "record/naming.h"
#include "record/report_formats.h"

#define INDENT	   2
#define GAP	   2 /* before a bar */
#define BAR_LEAST  6 /* columns of the longest bar */
#define BAR_MOST   40
#define PROSE_MOST 100 /* longer lines are hard to read */
#define SENTENCE   1024

/* What is being written, and how. */
struct sheet {
	const struct compare *compare;
	size_t columns;
	struct report_omitted omitted;
	struct buf *out;
};

static void
say(const struct sheet *sheet, size_t indent, const char *text)
{
	size_t columns = sheet->columns < PROSE_MOST ? sheet->columns : PROSE_MOST;

	report_wrapped(sheet->out, "", indent, columns, text);
}

/* ---- the runs, and what differs ---- */

static void
say_runs(const struct sheet *sheet)
{
	const struct compare *compare = sheet->compare;

	for (size_t i = 0; i < compare->n; i++) {
		const struct event_header *header = compare->models[i]->header;
		char stamp[CLOCK_STAMP_LEN];
		char server[REPORT_TEXT];
		autobuf text = { 0 };

		clock_stamp(header->started_wall_ns, stamp);
		buf_printf(&text, "%s: run %s, %s, %s", compare->names[i], header->run, stamp,
			   run_kind_name(header->kind));
		if (header->env.n_servers)
			buf_printf(&text, ", server %s",
				   naming_server(header->env.servers[0].name, server,
						 sizeof(server)));
		if (header->source)
			buf_printf(&text, ", source: %s", header->source);
		say(sheet, INDENT, buf_text(&text));
	}
}

static bool
said_before(const struct compare_difference *difference, size_t run)
{
	for (size_t i = 0; i < run; i++)
		if (difference->values[i] &&
		    strcmp(difference->values[i], difference->values[run]) == 0)
			return true;
	return false;
}

/* "kernel: 5.0 (before, again), 5.4 (after)" */
static void
say_difference(const struct sheet *sheet, const struct compare_difference *difference)
{
	const struct compare *compare = sheet->compare;
	const char *before = "";
	autobuf text = { 0 };

	buf_printf(&text, "%s:", difference->what);
	for (size_t i = 0; i < compare->n; i++) {
		const char *value = difference->values[i];
		bool more = false;

		if (!value || said_before(difference, i))
			continue;
		buf_printf(&text, "%s %s (", before, value);
		before = ",";
		for (size_t k = i; k < compare->n; k++) {
			if (!difference->values[k] || strcmp(difference->values[k], value) != 0)
				continue;
			buf_printf(&text, "%s%s", more ? ", " : "", compare->names[k]);
			more = true;
		}
		buf_putc(&text, ')');
	}
	say(sheet, INDENT, buf_text(&text));
}

static void
say_differences(const struct sheet *sheet)
{
	const struct compare *compare = sheet->compare;
	autobuf unknown = { 0 };

	buf_puts(sheet->out, "\nwhat differs\n");
	for (size_t i = 0; i < compare->n_differences; i++) {
		const struct compare_difference *difference = &compare->differences[i];

		if (difference->unknown)
			buf_printf(&unknown, "%s%s",
				   unknown.len ? ", " : "not known of all: ", difference->what);
		else
			say_difference(sheet, difference);
	}
	if (unknown.len)
		say(sheet, INDENT, buf_text(&unknown));
	if (compare->n_differences == 0)
		say(sheet, INDENT, "nothing that was recorded");
	if (compare->in_a_row)
		say(sheet, INDENT, COMPARE_CAUTION);
}

/* ---- a group ---- */

static const struct model_cell *
cell_of(const struct compare *compare, const struct compare_row *row, size_t run)
{
	return &compare->models[run]->cells[row->cells[run]];
}

static double
median_of(const struct model_cell *cell, struct interval *interval)
{
	autofree_mem double *times = summary_times(cell);

	*interval = stats_median_interval(times, cell->n_makespans);
	if (interval->coverage == 0 && cell->n_makespans > 1) {
		autofree_mem double *sorted = stats_sorted(times, cell->n_makespans);

		interval->low = sorted[0];
		interval->high = sorted[cell->n_makespans - 1];
	}
	return stats_median(times, cell->n_makespans);
}

static double
longest(const struct compare *compare, const struct compare_group *group)
{
	struct interval ignored;
	double most = 0;

	for (size_t row = 0; row < group->n_rows; row++)
		for (size_t run = 0; run < compare->n; run++)
			if (group->rows[row].cells[run] != NO_CELL)
				most = fmax(most,
					    median_of(cell_of(compare, &group->rows[row], run),
						      &ignored));
	return most;
}

/* The pair in which it is the later one; NULL: it is the first, or none. */
static const struct compare_pair *
pair_of(const struct compare_group *group, size_t row, size_t run)
{
	for (size_t i = 0; i < group->n_pairs; i++)
		if (group->pairs[i].row_b == row && group->pairs[i].run_b == run)
			return &group->pairs[i];
	return NULL;
}

/* How many times as fast as the earlier one: the direction of the sentences. */
static void
add_ratio(struct report_grid *grid, const struct compare_pair *pair)
{
	char text[64];

	report_grid_add(grid,
			pair ? stats_ratio_text(&pair->verdict.ratio, text, sizeof(text)) : "-");
}

static void
add_times(struct report_grid *grid, const struct model_cell *cell, bool spans)
{
	struct interval interval = { NAN, NAN, 0 };
	double median = median_of(cell, &interval);
	char time[UNITS_LEN], low[UNITS_LEN], high[UNITS_LEN], text[128] = "-";

	if (interval.low <= interval.high)
		snprintf(text, sizeof(text), "%s to %s", units_time(low, (uint64_t)interval.low),
			 units_time(high, (uint64_t)interval.high));
	report_grid_add(grid, units_time(time, (uint64_t)median));
	if (spans)
		report_grid_add(grid, text);
}

/* How a group's table is made: the bars have what its figures leave, 0: none. */
struct table {
	const struct compare *compare;
	const struct compare_group *group;
	double most;
	bool spans; /* there are intervals or ranges */
	size_t bar;
};

static void
add_bar(const struct table *table, const struct model_cell *cell, struct report_grid *grid)
{
	char bar[BAR_MOST + 1] = "";
	struct interval ignored;
	double median;

	if (cell->n_makespans) {
		median = median_of(cell, &ignored);
		memset(bar, '#', (size_t)fmax(1, round((double)table->bar * median / table->most)));
	}
	report_grid_add(grid, bar);
}

static void
add_run(const struct table *table, size_t row, size_t run, const char *pool,
	struct report_grid *grid)
{
	const struct model_cell *cell = cell_of(table->compare, &table->group->rows[row], run);
	char n[24];

	snprintf(n, sizeof(n), "%zu", cell->n_makespans);
	report_grid_add(grid, pool);
	report_grid_add(grid, table->compare->names[run]);
	report_grid_add(grid, n);
	if (cell->n_makespans) {
		add_times(grid, cell, table->spans);
	} else {
		report_grid_add(grid, "no whole round");
		if (table->spans)
			report_grid_add(grid, "-");
	}
	add_ratio(grid, pair_of(table->group, row, run));
	if (table->bar)
		add_bar(table, cell, grid);
}

static struct report_grid
make_grid(const struct table *table)
{
	const struct compare_group *group = table->group;
	struct report_grid grid = { 0 };

	report_grid_column(&grid, "pool", 0, false);
	report_grid_column(&grid, "run", 0, false);
	report_grid_column(&grid, "rounds", 2, true);
	report_grid_column(&grid, "makespan", 0, true);
	if (table->spans)
		report_grid_column(&grid, "interval or range", 3, false);
	report_grid_column(&grid, "speed vs first", 1, false);
	if (table->bar)
		report_grid_column(&grid, "", 0, false);
	for (size_t row = 0; row < group->n_rows; row++) {
		const char *pool = group->rows[row].pool;

		for (size_t run = 0; run < table->compare->n; run++) {
			if (group->rows[row].cells[run] == NO_CELL)
				continue;
			add_run(table, row, run, pool, &grid);
			pool = "";
		}
	}
	return grid;
}

static size_t
room_for_bars(const struct table *table, size_t columns)
{
	autogrid grid = make_grid(table);
	size_t used = report_grid_width(&grid, columns) + GAP;
	size_t room = used < columns ? columns - used : 0;

	if (room < BAR_LEAST || !(table->most > 0))
		return 0;
	return room < BAR_MOST ? room : BAR_MOST;
}

static bool
has_spans(const struct compare *compare, const struct compare_group *group)
{
	for (size_t row = 0; row < group->n_rows; row++)
		for (size_t run = 0; run < compare->n; run++)
			if (group->rows[row].cells[run] != NO_CELL &&
			    cell_of(compare, &group->rows[row], run)->n_makespans > 1)
				return true;
	return false;
}

static void
say_table(struct sheet *sheet, const struct compare_group *group)
{
	struct table table = { sheet->compare, group, longest(sheet->compare, group),
			       has_spans(sheet->compare, group), 0 };
	autogrid grid = { 0 };

	table.bar = room_for_bars(&table, sheet->columns);
	grid = make_grid(&table);
	report_grid_text(&grid, sheet->columns, &sheet->omitted, sheet->out);
}

static void
say_pair(const struct sheet *sheet, const struct compare_group *group,
	 const struct compare_pair *pair)
{
	const struct compare *compare = sheet->compare;
	const char *pool_a = group->rows[pair->row_a].pool, *pool_b = group->rows[pair->row_b].pool;
	const char *run_a = compare->names[pair->run_a], *run_b = compare->names[pair->run_b];
	char sentence[SENTENCE];
	autobuf text = { 0 };

	if (pair->row_a == pair->row_b)
		buf_printf(&text, "%s, %s against %s: ", pool_a, run_b, run_a);
	else
		buf_printf(&text, "%s of %s against %s of %s: ", pool_b, run_b, pool_a, run_a);
	buf_puts(&text, compare_sentence(compare, group, pair, sentence, sizeof(sentence)));
	say(sheet, 0, buf_text(&text));
}

static void
say_group(struct sheet *sheet, const struct compare_group *group)
{
	char name[REPORT_TEXT];

	buf_putc(sheet->out, '\n');
	say(sheet, 0,
	    summary_group_name(sheet->compare->models[group->run], group->cell, name,
			       sizeof(name)));
	say_table(sheet, group);
	for (size_t i = 0; i < group->n_pairs; i++)
		say_pair(sheet, group, &group->pairs[i]);
	if (group->counts_differ)
		say(sheet, 0, "not compared: a round is not of as many instances in each run");
	else if (group->n_pairs == 0)
		say(sheet, 0, "not compared: the pools have other names, and are several");
}

static void
say_omitted(void *arg, const char *label, const char *text)
{
	const struct sheet *sheet = arg;
	autobuf line = { 0 };

	buf_printf(&line, "%s %s", label, text);
	buf_putc(sheet->out, '\n');
	say(sheet, 0, buf_text(&line));
}

static void
say_alone(const struct sheet *sheet)
{
	size_t n = sheet->compare->n_alone;
	autobuf text = { 0 };

	if (n == 0)
		return;
	buf_printf(&text, "%zu workload%s only one run has times of %s not shown", n,
		   n == 1 ? " that" : "s that", n == 1 ? "is" : "are");
	buf_putc(sheet->out, '\n');
	say(sheet, 0, buf_text(&text));
}

void
compare_table(const struct compare *compare, size_t columns, struct buf *out)
{
	struct sheet sheet = { .compare = compare, .columns = columns, .out = out };

	buf_puts(out, "runs\n");
	say_runs(&sheet);
	say_differences(&sheet);
	for (size_t i = 0; i < compare->n_groups; i++)
		say_group(&sheet, &compare->groups[i]);
	if (compare->n_groups == 0) {
		buf_putc(out, '\n');
		say(&sheet, 0,
		    "nothing can be compared: no workload of one image and place has times in two "
		    "of the runs");
	}
	say_alone(&sheet);
	report_omissions(&sheet.omitted, say_omitted, &sheet);
}
