/* A run as aligned text: what `poolscope run` prints when it is done. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/headline.h"
#include "record/report_formats.h"

#define INDENT 8 /* of the environment */
#define TEXT   256
#define BAR    40 /* columns of the longest */

/* ---- paragraphs ---- */

static void
add_spaces(struct buf *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_putc(out, ' ');
}

void
report_wrapped(struct buf *out, const char *label, size_t indent, size_t columns, const char *text)
{
	autobuf clean = { 0 };
	const char *word;
	size_t at = indent;

	buf_puts(out, label);
	add_spaces(out, indent > strlen(label) ? indent - strlen(label) : 0);
	utf8_add_clean(&clean, text);
	for (word = buf_text(&clean); *word;) {
		size_t len = strcspn(word, " ");
		autofree_mem char *copy = xstrndup(word, len);
		size_t width = utf8_columns(copy);

		if (at > indent && at + 1 + width > columns) {
			buf_putc(out, '\n');
			add_spaces(out, indent);
			at = indent;
		} else if (at > indent) {
			buf_putc(out, ' ');
			at++;
		}
		buf_puts(out, copy);
		at += width;
		word += len + strspn(word + len, " ");
	}
	buf_putc(out, '\n');
}

void
report_paragraph(struct buf *out, const char *label, size_t indent, const char *text)
{
	report_wrapped(out, label, indent, REPORT_COLUMNS, text);
}

/* ---- all of it ---- */

static void
add_environment(void *arg, const char *label, const char *text)
{
	report_paragraph(arg, label, INDENT, text);
}

static void
add_verdict(void *arg, const char *label, const char *text)
{
	report_paragraph(arg, label, 0, text);
}

static void
add_omissions(void *arg, const char *label, const char *text)
{
	buf_putc(arg, '\n');
	report_paragraph(arg, label, strlen(label) + 1, text);
}

struct notes {
	struct buf *out;
	bool begun;
};

static void
add_note(void *arg, const char *label, const char *text)
{
	struct notes *notes = arg;

	(void)label;
	if (!notes->begun)
		buf_puts(notes->out, "\nnotes\n");
	notes->begun = true;
	report_paragraph(notes->out, "-", 2, text);
}

/* Others' figures are mostly one a pool, and were shown as bars where they come from. */
static void
add_bars(const struct report_group *group, struct report_omitted *omitted, struct buf *out)
{
	double longest = report_longest_bar(group);
	autogrid grid = { 0 };

	report_grid_column(&grid, "pool", 0, false);
	report_grid_column(&grid, group->by_rate ? "throughput" : "whole steps", 0, false);
	report_grid_column(&grid, "as told", 0, false);
	for (size_t row = group->first; row < group->n; row++) {
		double part = report_bar(group, row) / longest;
		char bar[BAR + 1] = "", text[TEXT];

		if (!report_in_group(group, row))
			continue;
		if (part > 0)
			memset(bar, '#', (size_t)fmax(1, round(BAR * part)));
		report_grid_add(&grid, summary_pool_name(group->model, group->rows[row].cell, text,
							 sizeof(text)));
		report_grid_add(&grid, bar);
		report_grid_add(&grid, report_bar_text(group, row, text, sizeof(text)));
	}
	report_grid_text(&grid, REPORT_COLUMNS, omitted, out);
}

static void
add_group(const struct report_group *group, struct report_omitted *omitted, struct buf *out)
{
	autogrid grid = report_group_grid(group);

	buf_putc(out, '\n');
	report_paragraph(out, "", 0, group->name);
	report_grid_text(&grid, REPORT_COLUMNS, omitted, out);
	if (group->model->header->kind != RUN_MEASURED)
		add_bars(group, omitted, out);
	report_verdicts(group, add_verdict, out);
}

static void
add_usage(const struct model *model, struct report_omitted *omitted, struct buf *out)
{
	autogrid grid = report_usage_grid(model);

	if (grid.n_cells == 0)
		return;
	buf_puts(out, "\n" REPORT_USAGE_HEAD "\n");
	report_grid_text(&grid, REPORT_COLUMNS, omitted, out);
}

static void
add_headline(const struct model *model, struct buf *out)
{
	char text[HEADLINE_LEN];

	if (!headline(model, text, sizeof(text)))
		return;
	buf_putc(out, '\n');
	report_paragraph(out, "", 0, text);
}

void
report_table(const struct model *model, const struct samples *samples, struct buf *out)
{
	autogroup group = report_groups(model);
	struct report_omitted omitted = { 0 };
	struct notes notes = { out, false };

	(void)samples;
	if (!model->header)
		return;
	report_environment(model, add_environment, out);
	add_headline(model, out);
	while (report_next_group(&group))
		add_group(&group, &omitted, out);
	add_usage(model, &omitted, out);
	report_omissions(&omitted, add_omissions, out);
	report_notes(model, add_note, &notes);
}
