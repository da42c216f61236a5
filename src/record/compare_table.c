/* A comparison as aligned text: what differs first, because it is usually the answer. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/listing.h"
#include "record/compare.h"
#include "record/report_formats.h"

#define INDENT	 2
#define BAR	 12 /* columns of the longest */
#define SENTENCE 1024

/* ---- the runs, and what differs ---- */

static void
say_runs(const struct compare *compare, struct buf *out)
{
	for (size_t i = 0; i < compare->n; i++) {
		const struct event_header *header = compare->models[i]->header;
		char stamp[CLOCK_STAMP_LEN];
		autobuf text = { 0 };

		clock_stamp(header->started_wall_ns, stamp);
		buf_printf(&text, "%s: run %s, %s, %s", compare->names[i], header->run, stamp,
			   run_kind_name(header->kind));
		if (header->env.n_servers)
			buf_printf(&text, ", server %s", header->env.servers[0].name);
		if (header->source)
			buf_printf(&text, ", source: %s", header->source);
		report_paragraph(out, "", INDENT, buf_text(&text));
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
say_difference(const struct compare *compare, const struct compare_difference *difference,
	       struct buf *out)
{
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
	report_paragraph(out, "", INDENT, buf_text(&text));
}

static void
say_differences(const struct compare *compare, struct buf *out)
{
	autobuf unknown = { 0 };

	buf_puts(out, "\nwhat differs\n");
	for (size_t i = 0; i < compare->n_differences; i++) {
		const struct compare_difference *difference = &compare->differences[i];

		if (difference->unknown)
			buf_printf(&unknown, "%s%s",
				   unknown.len ? ", " : "not known of all: ", difference->what);
		else
			say_difference(compare, difference, out);
	}
	if (unknown.len)
		report_paragraph(out, "", INDENT, buf_text(&unknown));
	if (compare->n_differences == 0)
		report_paragraph(out, "", INDENT, "nothing that was recorded");
	if (compare->in_a_row)
		report_paragraph(out, "", INDENT, COMPARE_CAUTION);
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

/* Time over time of the earlier one: 0.20x took a fifth. */
static void
add_ratio(struct listing *listing, const struct compare_pair *pair)
{
	const struct ratio *ratio = pair ? &pair->verdict.ratio : NULL;
	char text[64] = "";

	if (ratio && ratio->interval.coverage > 0)
		snprintf(text, sizeof(text), "%.2fx (%.2f to %.2f)", 1 / ratio->estimate,
			 1 / ratio->interval.high, 1 / ratio->interval.low);
	else if (ratio && isfinite(ratio->estimate))
		snprintf(text, sizeof(text), "%.2fx", 1 / ratio->estimate);
	listing_text(listing, text);
}

static void
add_times(struct listing *listing, const struct model_cell *cell, double most)
{
	struct interval interval = { NAN, NAN, 0 };
	double median = median_of(cell, &interval);
	char time[UNITS_LEN], low[UNITS_LEN], high[UNITS_LEN], text[128] = "", bar[BAR + 1] = "";

	if (interval.low <= interval.high)
		snprintf(text, sizeof(text), "%s to %s", units_time(low, (uint64_t)interval.low),
			 units_time(high, (uint64_t)interval.high));
	if (median > 0 && most > 0)
		memset(bar, '#', (size_t)fmax(1, round(BAR * median / most)));
	listing_text(listing, units_time(time, (uint64_t)median));
	listing_text(listing, text);
	listing_text(listing, bar);
}

static void
add_row(const struct compare *compare, const struct compare_group *group, size_t row, double most,
	struct listing *listing)
{
	bool begun = false;

	for (size_t run = 0; run < compare->n; run++) {
		const struct model_cell *cell;
		char n[24];

		if (group->rows[row].cells[run] == NO_CELL)
			continue;
		cell = cell_of(compare, &group->rows[row], run);
		snprintf(n, sizeof(n), "%zu", cell->n_makespans);
		listing_text(listing, begun ? " " : group->rows[row].pool);
		listing_text(listing, compare->names[run]);
		listing_text(listing, n);
		if (cell->n_makespans) {
			add_times(listing, cell, most);
		} else {
			listing_text(listing, "no whole round");
			listing_text(listing, "");
			listing_text(listing, "");
		}
		add_ratio(listing, pair_of(group, row, run));
		begun = true;
	}
}

static void
say_pair(const struct compare *compare, const struct compare_group *group,
	 const struct compare_pair *pair, struct buf *out)
{
	bool one_pool = pair->row_a == pair->row_b;
	const char *pool_a = group->rows[pair->row_a].pool, *pool_b = group->rows[pair->row_b].pool;
	autofree_mem char *a = xasprintf("%s%s%s", one_pool ? "" : pool_a, one_pool ? "" : " of ",
					 compare->names[pair->run_a]);
	autofree_mem char *b = xasprintf("%s%s%s", one_pool ? "" : pool_b, one_pool ? "" : " of ",
					 compare->names[pair->run_b]);
	autobuf text = { 0 };
	char sentence[SENTENCE];

	if (one_pool)
		buf_printf(&text, "%s, ", pool_a);
	buf_printf(&text, "%s against %s: %s", b, a,
		   stats_sentence(&pair->verdict, a, b, sentence, sizeof(sentence)));
	report_paragraph(out, "", 0, buf_text(&text));
}

static void
say_group(const struct compare *compare, const struct compare_group *group, struct buf *out)
{
	static const char *const columns[] = {
		"pool", "run", "rounds", "makespan", "interval or range", "", "times the first",
		NULL
	};
	struct listing listing = { .columns = columns };
	double most = longest(compare, group);
	char name[REPORT_TEXT];

	buf_putc(out, '\n');
	report_paragraph(
		out, "", 0,
		summary_group_name(compare->models[group->run], group->cell, name, sizeof(name)));
	for (size_t row = 0; row < group->n_rows; row++)
		add_row(compare, group, row, most, &listing);
	listing_table(&listing, out);
	listing_wipe(&listing);
	for (size_t i = 0; i < group->n_pairs; i++)
		say_pair(compare, group, &group->pairs[i], out);
	if (group->counts_differ)
		report_paragraph(out, "", 0,
				 "not compared: a round is not of as many instances in each run");
	else if (group->n_pairs == 0)
		report_paragraph(out, "", 0,
				 "not compared: the pools have other names, and are several");
}

void
compare_table(const struct compare *compare, struct buf *out)
{
	autobuf alone = { 0 };

	buf_puts(out, "runs\n");
	say_runs(compare, out);
	say_differences(compare, out);
	for (size_t i = 0; i < compare->n_groups; i++)
		say_group(compare, &compare->groups[i], out);
	if (compare->n_groups == 0)
		buf_puts(
			out,
			"\nnothing can be compared: no workload of one image and place has times in "
			"two of the runs\n");
	if (compare->n_alone) {
		buf_printf(&alone, "%zu workload%s only one run has times of %s not shown",
			   compare->n_alone, compare->n_alone == 1 ? " that" : "s that",
			   compare->n_alone == 1 ? "is" : "are");
		buf_putc(out, '\n');
		report_paragraph(out, "", 0, buf_text(&alone));
	}
}
