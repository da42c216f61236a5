/*
 * A run as Markdown, to paste into a forum or an issue: figures and bars stand
 * in blocks of text, which look the same wherever Markdown is read.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/headline.h"
#include "record/report_formats.h"

#define INDENT 8  /* of the environment */
#define BAR    32 /* columns */
#define NAME   24 /* columns of a name before its bar, at most */

/* ---- text from outside ---- */

/* "1." and "1)" at the start of a line begin a list. */
static bool
begins_a_list(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits > 0 && (text[digits] == '.' || text[digits] == ')');
}

static bool
is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Nothing in it means anything to Markdown, or to what makes links of "a.example" and people of
 * "@a". */
static bool
is_plain(const char *text)
{
	if (!is_word(*text) || begins_a_list(text))
		return false;
	for (const char *at = text; *at; at++) {
		bool host = *at == '.' && is_word(at[1]) && !(at[1] >= '0' && at[1] <= '9');

		if (host || (!is_word(*at) && !strchr(" .,:;%()+-?'\"", *at)))
			return false;
	}
	return true;
}

/* The longest run of backticks. */
static size_t
longest_run(const char *text)
{
	size_t longest = 0;

	while (*text) {
		size_t run = strspn(text, "`");

		longest = run > longest ? run : longest;
		text += run ? run : strcspn(text, "`");
	}
	return longest;
}

static void
add_backticks(struct buf *out, size_t n)
{
	while (n--)
		buf_putc(out, '`');
}

/* A line's text: as it is where that is harmless, else as a span of code, in which nothing is
 * looked at. */
static void
add_text(struct buf *out, const char *text)
{
	autobuf clean = { 0 };
	size_t ticks;

	utf8_add_clean(&clean, text);
	if (is_plain(buf_text(&clean))) {
		buf_puts(out, buf_text(&clean));
		return;
	}
	ticks = longest_run(buf_text(&clean)) + 1;
	add_backticks(out, ticks);
	/* Backticks at its ends would join those around it; one blank at each is not shown. */
	buf_printf(out, ticks > 1 ? " %s " : "%s", buf_text(&clean));
	add_backticks(out, ticks);
}

/* The text, which ends with a newline, in a fence that nothing in it can close. */
static void
add_block(struct buf *out, const struct buf *text)
{
	size_t ticks = longest_run(buf_text(text)) + 1;

	ticks = ticks < 3 ? 3 : ticks;
	add_backticks(out, ticks);
	buf_printf(out, "text\n%s", buf_text(text));
	add_backticks(out, ticks);
	buf_putc(out, '\n');
}

/* ---- bars ---- */

static void
add_spaces(struct buf *out, size_t n)
{
	while (n--)
		buf_putc(out, ' ');
}

/* Whole columns, and an eighth of one to whole of the last. */
static void
add_bar(struct buf *out, double part)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	size_t n = (size_t)lround(part * BAR * 8);

	if (n == 0 && part > 0)
		n = 1;
	for (size_t i = 0; i < n / 8; i++)
		buf_puts(out, "█");
	buf_puts(out, eighths[n % 8]);
	add_spaces(out, BAR - (n + 7) / 8);
}

static void
add_name(const struct report_group *group, size_t row, struct buf *out)
{
	autobuf clean = { 0 };
	char name[REPORT_TEXT];

	utf8_add_clean(&clean,
		       summary_pool_name(group->model, group->rows[row].cell, name, sizeof(name)));
	utf8_add_cut(out, buf_text(&clean), NAME);
}

/* Columns of the widest name. */
static size_t
width_of_names(const struct report_group *group)
{
	size_t width = 0;

	for (size_t row = group->first; row < group->n; row++) {
		autobuf name = { 0 };

		add_name(group, row, &name);
		if (report_in_group(group, row) && utf8_columns(buf_text(&name)) > width)
			width = utf8_columns(buf_text(&name));
	}
	return width;
}

static void
add_bars(const struct report_group *group, struct buf *out)
{
	double longest = report_longest_bar(group);
	size_t width = width_of_names(group);
	char text[REPORT_TEXT];

	if (!(longest > 0))
		return;
	buf_printf(out, "\n%s\n", report_bars_caption(group));
	for (size_t row = group->first; row < group->n; row++) {
		double bar = report_bar(group, row);
		autobuf name = { 0 };

		if (!report_in_group(group, row))
			continue;
		add_name(group, row, &name);
		buf_puts(out, buf_text(&name));
		add_spaces(out, width - utf8_columns(buf_text(&name)) + 1);
		add_bar(out, isnan(bar) ? 0 : bar / longest);
		buf_printf(out, " %s\n", report_bar_text(group, row, text, sizeof(text)));
	}
}

/* ---- all of it ---- */

static void
add_environment(void *arg, const char *label, const char *text)
{
	report_paragraph(arg, label, INDENT, text);
}

static void
add_line(void *arg, const char *label, const char *text)
{
	buf_printf(arg, "- %s%s", label, *label ? " " : "");
	add_text(arg, text);
	buf_putc(arg, '\n');
}

static void
add_group(const struct report_group *group, struct report_omitted *omitted, struct buf *out)
{
	autogrid grid = report_group_grid(group);
	autobuf block = { 0 };
	autobuf verdicts = { 0 };

	buf_puts(out, "\n### ");
	add_text(out, group->name);
	buf_puts(out, "\n\n");
	report_grid_text(&grid, REPORT_COLUMNS, omitted, &block);
	add_bars(group, &block);
	add_block(out, &block);
	report_verdicts(group, add_line, &verdicts);
	if (verdicts.len)
		buf_printf(out, "\n%s", buf_text(&verdicts));
}

static void
add_usage(const struct model *model, struct report_omitted *omitted, struct buf *out)
{
	autogrid grid = report_usage_grid(model);
	autobuf block = { 0 };

	if (grid.n_cells == 0)
		return;
	report_grid_text(&grid, REPORT_COLUMNS, omitted, &block);
	buf_puts(out, "\n### " REPORT_USAGE_HEAD "\n\n");
	add_block(out, &block);
}

static void
add_notes(const struct model *model, const struct report_omitted *omitted, struct buf *out)
{
	autobuf notes = { 0 };

	report_omissions(omitted, add_line, &notes);
	report_notes(model, add_line, &notes);
	if (notes.len)
		buf_printf(out, "\n### notes\n\n%s", buf_text(&notes));
}

static void
add_headline(const struct model *model, struct buf *out)
{
	char text[HEADLINE_LEN];

	if (!headline(model, text, sizeof(text)))
		return;
	add_text(out, text);
	buf_puts(out, "\n\n");
}

void
report_md(const struct model *model, const struct samples *samples, struct buf *out)
{
	autogroup group = report_groups(model);
	struct report_omitted omitted = { 0 };
	autobuf environment = { 0 };

	(void)samples;
	if (!model->header)
		return;
	add_headline(model, out);
	report_environment(model, add_environment, &environment);
	add_block(out, &environment);
	while (report_next_group(&group))
		add_group(&group, &omitted, out);
	add_usage(model, &omitted, out);
	add_notes(model, &omitted, out);
}
