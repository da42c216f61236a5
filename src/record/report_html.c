/*
 * A run as one page of its own: no script, nothing that is loaded from
 * anywhere, so it can be mailed, kept and opened offline.
 */
#include <string.h>

#include "record/report_formats.h"

#define CHART_WIDTH                                                                                \
	480 /* so that a phone shows it at nearly its size, and a desk two side by side */

/* Of the policy: whatever were to slip through as markup could neither run nor load. */
static const char page_begin[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" "
	"content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n";

static const char page_style[] =
	":root{color-scheme:light dark;--ink:#1a1a1a;--dim:#595959;--paper:#fff;--line:#d4d4d4}"
	"@media (prefers-color-scheme:dark){"
	":root{--ink:#ececec;--dim:#a9afb6;--paper:#16191d;--line:#3d434a}}"
	"body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--paper);color:var(--ink);"
	"font:1rem/1.45 system-ui,sans-serif}"
	"h1{font-size:1.5rem;margin:0 0 1rem}"
	"h2{font-size:1.2rem;margin:2.5rem 0 .5rem;overflow-wrap:anywhere}"
	"dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0}"
	"dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}"
	".verdict{margin:.25rem 0;font-weight:600;overflow-wrap:anywhere}"
	".wide{overflow-x:auto;margin:.75rem 0}"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
	"th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}"
	"th{color:var(--dim);font-weight:600}"
	".number{text-align:right}"
	".charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1.5rem}"
	"figure{margin:0}"
	"figcaption{color:var(--dim);font-size:.85rem;margin-bottom:.5rem}"
	"figure svg{display:block;width:100%;height:auto}"
	"footer,li{overflow-wrap:anywhere}"
	"summary{cursor:pointer}";

/* An element around a text from outside. */
static void
add_element(struct buf *out, const char *name, const char *attributes, const char *text)
{
	buf_printf(out, "<%s%s>", name, attributes);
	chart_escape(out, text);
	buf_printf(out, "</%s>", name);
}

/* ---- the head ---- */

static void
add_head(const struct model *model, struct buf *out)
{
	const struct event_header *header = model->header;
	autobuf title = { 0 };

	buf_printf(&title, "%s%srun %s", header->label ? header->label : "",
		   header->label ? ", " : "", header->run);
	buf_puts(out, page_begin);
	add_element(out, "title", "", buf_text(&title));
	buf_printf(out, "\n<style>%s%s</style>\n</head>\n<body>\n", page_style, chart_style);
	add_element(out, "h1", "", buf_text(&title));
}

static void
add_term(void *arg, const char *label, const char *text)
{
	add_element(arg, "dt", "", label);
	add_element(arg, "dd", "", text);
	buf_putc(arg, '\n');
}

/* ---- a group ---- */

static void
add_cell(const struct report_grid *grid, const char *name, size_t column, const char *text,
	 struct buf *out)
{
	add_element(out, name, grid->columns[column].numeric ? " class=\"number\"" : "", text);
}

static void
add_grid(const struct report_grid *grid, struct buf *out)
{
	buf_puts(out, "<div class=\"wide\"><table>\n<tr>");
	for (size_t column = 0; column < grid->n_columns; column++)
		add_cell(grid, "th", column, grid->columns[column].name, out);
	for (size_t i = 0; i < grid->n_cells; i++) {
		if (i % grid->n_columns == 0)
			buf_puts(out, "</tr>\n<tr>");
		add_cell(grid, "td", i % grid->n_columns, grid->cells[i], out);
	}
	buf_puts(out, "</tr>\n</table></div>\n");
}

static void
add_verdict(void *arg, const char *label, const char *text)
{
	(void)label;
	add_element(arg, "p", " class=\"verdict\"", text);
	buf_putc(arg, '\n');
}

static void
add_figure(const char *caption, const struct buf *inside, double height, const char *label,
	   struct buf *out)
{
	buf_puts(out, "<figure>");
	add_element(out, "figcaption", "", caption);
	buf_putc(out, '\n');
	chart_begin(out, CHART_WIDTH, height, label);
	buf_add(out, buf_text(inside), inside->len);
	chart_end(out);
	buf_puts(out, "</figure>\n");
}

static void
add_bars(const struct report_group *group, struct buf *out)
{
	autobuf inside = { 0 };
	double height = report_bars(group, 0, CHART_WIDTH, &inside);

	add_figure(report_bars_caption(group), &inside, height, "a bar a pool", out);
}

static void
add_strips(const struct report_group *group, const struct report_ops *ops, struct buf *out)
{
	autobuf inside = { 0 };
	double height = report_strips(group, ops, CHART_WIDTH, &inside);

	if (height == 0)
		return;
	add_figure("Single ops, in the order in which they ended", &inside, height,
		   "times of single ops, a strip a pool", out);
}

static void
add_group(const struct report_group *group, const struct report_ops *ops, struct buf *out)
{
	autogrid grid = report_group_grid(group);

	buf_puts(out, "<section>\n");
	add_element(out, "h2", "", group->name);
	buf_putc(out, '\n');
	report_verdicts(group, add_verdict, out);
	add_grid(&grid, out);
	buf_puts(out, "<div class=\"charts\">\n");
	add_bars(group, out);
	add_strips(group, ops, out);
	buf_puts(out, "</div>\n</section>\n");
}

/* ---- the rest ---- */

static void
add_usage(const struct model *model, struct buf *out)
{
	autogrid grid = report_usage_grid(model);
	autobuf bars = { 0 };
	double height;

	if (grid.n_cells == 0)
		return;
	buf_puts(out, "<section>\n<h2>" REPORT_USAGE_HEAD "</h2>\n");
	add_grid(&grid, out);
	height = report_usage_bars(model, 0, CHART_WIDTH, &bars);
	if (height > 0) {
		buf_puts(out, "<div class=\"charts\">\n");
		add_figure(REPORT_USAGE_CAPTION, &bars, height, "a bar a pool", out);
		buf_puts(out, "</div>\n");
	}
	buf_puts(out, "</section>\n");
}

static void
add_note(void *arg, const char *label, const char *text)
{
	(void)label;
	add_element(arg, "li", "", text);
	buf_putc(arg, '\n');
}

static void
add_notes(const struct model *model, struct buf *out)
{
	autobuf notes = { 0 };

	report_notes(model, add_note, &notes);
	if (notes.len)
		buf_printf(out, "<section>\n<h2>notes</h2>\n<ul>\n%s</ul>\n</section>\n",
			   buf_text(&notes));
}

/* How to read the page, for those who were sent it. */
static void
add_help(struct buf *out)
{
	buf_puts(out, "<section>\n<h2>how to read this</h2>\n<dl>\n");
	add_term(out, "whole steps", REPORT_BARS_HELP);
	add_term(out, "single ops", REPORT_STRIPS_HELP);
	for (size_t column = 0; column < n_summary_columns; column++)
		add_term(out, summary_columns[column].name, summary_columns[column].help);
	buf_puts(out, "</dl>\n</section>\n");
}

void
report_html(const struct model *model, const struct samples *samples, struct buf *out)
{
	autogroup group = report_groups(model);
	struct report_ops ops;

	if (!model->header)
		return;
	ops = report_ops_of(model, samples);
	add_head(model, out);
	buf_puts(out, "<dl>\n");
	report_environment(model, add_term, out);
	buf_puts(out, "</dl>\n");
	while (report_next_group(&group))
		add_group(&group, &ops, out);
	add_usage(model, out);
	add_notes(model, out);
	add_help(out);
	buf_puts(out, "</body>\n</html>\n");
	report_ops_wipe(&ops);
}
