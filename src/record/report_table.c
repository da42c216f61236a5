/* A run as aligned text: what `poolscope run` prints when it is done. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/report_formats.h"
#include "record/summary.h"

#define GAP  2 /* columns between two columns */
#define TEXT 256

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
	const struct model *model;
	const struct summary *rows; /* of all cells */
	size_t n;
	size_t first;	/* row of the group that is shown */
	size_t *widths; /* of each column in it; 0: left out */
	bool *left_out; /* of each column, in any group */
};

static bool
in_group(const struct table *table, size_t row)
{
	return row >= table->first &&
	       summary_same_group(table->model, table->rows[table->first].cell,
				  table->rows[row].cell);
}

static void
cell_text(const struct table *table, size_t row, size_t column, struct buf *out)
{
	char text[TEXT];

	buf_clear(out);
	utf8_add_clean(out, summary_columns[column].text(table->model, &table->rows[row], text,
							 sizeof(text)));
}

static size_t
widest(const struct table *table, size_t column)
{
	size_t width = strlen(summary_columns[column].name);
	autobuf text = { 0 };

	for (size_t row = table->first; row < table->n; row++) {
		if (!in_group(table, row))
			continue;
		cell_text(table, row, column, &text);
		if (utf8_columns(buf_text(&text)) > width)
			width = utf8_columns(buf_text(&text));
	}
	return width;
}

static bool
has_something_to_tell(const struct table *table, size_t column)
{
	autobuf text = { 0 };

	for (size_t row = table->first; row < table->n; row++) {
		if (!in_group(table, row))
			continue;
		cell_text(table, row, column, &text);
		if (strcmp(buf_text(&text), "-") != 0)
			return true;
	}
	return false;
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

	for (column = 0; column < n_summary_columns; column++) {
		bool shown = !summary_columns[column].sparse || has_something_to_tell(table, column);

		table->widths[column] = shown ? widest(table, column) : 0;
	}
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

static void
say_what_is_left_out(const struct table *table, struct buf *out)
{
	autobuf names = { 0 };

	for (size_t column = 0; column < n_summary_columns; column++)
		if (table->left_out[column])
			buf_printf(&names, "%s%s", names.len ? ", " : "",
				   summary_columns[column].name);
	if (names.len) {
		buf_putc(out, '\n');
		report_paragraph(out, "not shown in every table for want of room:", 43,
				 buf_text(&names));
	}
}

/* ---- verdicts ---- */

static void
say_pair(const struct model *model, const struct summary_pair *pair, struct buf *out)
{
	char a[TEXT], b[TEXT], sentence[4 * TEXT];
	autobuf text = { 0 };

	summary_pool_name(model, pair->a, a, sizeof(a));
	summary_pool_name(model, pair->b, b, sizeof(b));
	buf_printf(&text, "%s against %s: %s%s", a, b,
		   stats_sentence(&pair->verdict, a, b, sentence, sizeof(sentence)),
		   pair->paired ? " (compared within rounds)" : "");
	report_paragraph(out, "", 0, buf_text(&text));
}

/* What cannot be decided is said once, not for every pair. */
static void
say_verdicts(const struct model *model, size_t cell, const struct summary_pair *pairs, size_t n,
	     struct buf *out)
{
	const struct summary_pair *too_few = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!summary_same_group(model, cell, pairs[i].a))
			continue;
		if (pairs[i].verdict.kind != VERDICT_TOO_FEW)
			say_pair(model, &pairs[i], out);
		else if (!too_few)
			too_few = &pairs[i];
	}
	if (too_few)
		say_pair(model, too_few, out);
}

/* ---- all of it ---- */

/* Nothing is said of a group of which nothing has been run. */
static bool
has_begun(const struct table *table)
{
	for (size_t row = table->first; row < table->n; row++)
		if (in_group(table, row) && table->model->cells[table->rows[row].cell].ops > 0)
			return true;
	return false;
}

static bool
is_first_of_group(const struct table *table)
{
	for (size_t row = 0; row < table->first; row++)
		if (summary_same_group(table->model, table->rows[row].cell,
				       table->rows[table->first].cell))
			return false;
	return true;
}

static void
add_group(struct table *table, struct buf *out)
{
	char name[TEXT];

	choose_columns(table);
	summary_group_name(table->model, table->rows[table->first].cell, name, sizeof(name));
	buf_putc(out, '\n');
	report_paragraph(out, "", 0, name);
	add_names(table, out);
	for (size_t row = table->first; row < table->n; row++)
		if (in_group(table, row))
			add_row(table, row, out);
}

void
report_table(const struct model *model, struct buf *out)
{
	autofree_mem struct summary *rows = NULL;
	autofree_mem struct summary_pair *pairs = NULL;
	autofree_mem size_t *widths = xcalloc(n_summary_columns, sizeof(*widths));
	autofree_mem bool *left_out = xcalloc(n_summary_columns, sizeof(*left_out));
	size_t n = summary_rows(model, &rows), n_pairs = summary_pairs(model, &pairs);
	struct table table = { model, rows, n, 0, widths, left_out };

	if (!model->header)
		return;
	report_environment(model, out);
	for (; table.first < n; table.first++) {
		if (!is_first_of_group(&table) || !has_begun(&table))
			continue;
		add_group(&table, out);
		say_verdicts(model, rows[table.first].cell, pairs, n_pairs, out);
	}
	say_what_is_left_out(&table, out);
	report_notes(model, out);
}
