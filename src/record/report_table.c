/* A run as aligned text: what `poolscope run` prints when it is done. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/report_formats.h"

#define GAP    2 /* columns between two columns */
#define INDENT 8 /* of the environment */
#define TEXT   256

/* ---- paragraphs ---- */

static void
add_spaces(struct buf *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_putc(out, ' ');
}

void
report_paragraph(struct buf *out, const char *label, size_t indent, const char *text)
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
		size_t columns = utf8_columns(copy);

		if (at > indent && at + 1 + columns > REPORT_COLUMNS) {
			buf_putc(out, '\n');
			add_spaces(out, indent);
			at = indent;
		} else if (at > indent) {
			buf_putc(out, ' ');
			at++;
		}
		buf_puts(out, copy);
		at += columns;
		word += len + strspn(word + len, " ");
	}
	buf_putc(out, '\n');
}

/* ---- a table ---- */

struct table {
	const struct report_group *group;
	size_t *widths; /* of each column; 0: left out */
	bool *left_out;
};

static void
cell_text(const struct table *table, size_t row, size_t column, struct buf *out)
{
	char text[TEXT];

	buf_clear(out);
	utf8_add_clean(out,
		       summary_columns[column].text(table->group->model, &table->group->rows[row],
						    text, sizeof(text)));
}

static size_t
widest(const struct table *table, size_t column)
{
	size_t width = strlen(summary_columns[column].name);
	autobuf text = { 0 };

	for (size_t row = table->group->first; row < table->group->n; row++) {
		if (!report_in_group(table->group, row))
			continue;
		cell_text(table, row, column, &text);
		if (utf8_columns(buf_text(&text)) > width)
			width = utf8_columns(buf_text(&text));
	}
	return width;
}

static size_t
total_width(const struct table *table)
{
	size_t width = 0;

	for (size_t column = 0; column < n_summary_columns; column++)
		if (table->widths[column])
			width += table->widths[column] + (width ? GAP : 0);
	return width;
}

/* The column that is shown and can best be spared; n_summary_columns: none can. */
static size_t
least_needed(const struct table *table)
{
	size_t least = n_summary_columns;
	int rank = 0;

	for (size_t column = 0; column < n_summary_columns; column++)
		if (table->widths[column] && summary_columns[column].rank > rank) {
			rank = summary_columns[column].rank;
			least = column;
		}
	return least;
}

static void
choose_columns(struct table *table)
{
	size_t column;

	for (column = 0; column < n_summary_columns; column++)
		table->widths[column] =
			report_has_column(table->group, column) ? widest(table, column) : 0;
	while (total_width(table) > REPORT_COLUMNS &&
	       (column = least_needed(table)) < n_summary_columns) {
		table->widths[column] = 0;
		table->left_out[column] = true;
	}
}

static void
add_cell(const struct table *table, size_t column, const char *text, size_t *pending,
	 struct buf *out)
{
	size_t fill = table->widths[column] - utf8_columns(text);
	bool right = summary_columns[column].numeric;

	/* Spaces wait for what comes behind them, so that no line ends in one. */
	add_spaces(out, *pending + (right ? fill : 0));
	buf_puts(out, text);
	*pending = GAP + (right ? 0 : fill);
}

static void
add_names(const struct table *table, struct buf *out)
{
	size_t pending = 0;

	for (size_t column = 0; column < n_summary_columns; column++)
		if (table->widths[column])
			add_cell(table, column, summary_columns[column].name, &pending, out);
	buf_putc(out, '\n');
}

static void
add_row(const struct table *table, size_t row, struct buf *out)
{
	autobuf text = { 0 };
	size_t pending = 0;

	for (size_t column = 0; column < n_summary_columns; column++) {
		if (table->widths[column] == 0)
			continue;
		cell_text(table, row, column, &text);
		add_cell(table, column, buf_text(&text), &pending, out);
	}
	buf_putc(out, '\n');
}

void
report_rows(const struct report_group *group, bool *left_out, struct buf *out)
{
	autofree_mem size_t *widths = xcalloc(n_summary_columns, sizeof(*widths));
	struct table table = { group, widths, left_out };

	choose_columns(&table);
	add_names(&table, out);
	for (size_t row = group->first; row < group->n; row++)
		if (report_in_group(group, row))
			add_row(&table, row, out);
}

void
report_left_out(const bool *left_out, report_line *line, void *arg)
{
	autobuf names = { 0 };

	for (size_t column = 0; column < n_summary_columns; column++)
		if (left_out[column])
			buf_printf(&names, "%s%s", names.len ? ", " : "",
				   summary_columns[column].name);
	if (names.len)
		line(arg, "not shown in every table for want of room:", buf_text(&names));
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
add_left_out(void *arg, const char *label, const char *text)
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

void
report_table(const struct model *model, const struct samples *samples, struct buf *out)
{
	autofree_mem bool *left_out = xcalloc(n_summary_columns, sizeof(*left_out));
	autogroup group = report_groups(model);
	struct notes notes = { out, false };

	(void)samples;
	if (!model->header)
		return;
	report_environment(model, add_environment, out);
	while (report_next_group(&group)) {
		buf_putc(out, '\n');
		report_paragraph(out, "", 0, group.name);
		report_rows(&group, left_out, out);
		report_verdicts(&group, add_verdict, out);
	}
	report_left_out(left_out, add_left_out, out);
	report_notes(model, add_note, &notes);
}
