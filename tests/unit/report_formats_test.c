/*
 * The formats of a report, as whole files: tests/golden/report/NAME.FORMAT is
 * what NAME.jsonl beside it gives. GOLDEN_WRITE=1 writes them anew, to be looked
 * at and committed.
 */
#include <errno.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/options.h"
#include "record/report_formats.h"

static char *
golden_path(const char *name, const char *suffix)
{
	const char *srcdir = getenv("srcdir");

	return xasprintf("%s/tests/golden/report/%s.%s", srcdir ? srcdir : ".", name, suffix);
}

static void
make_report(const char *name, const char *format, bool redact, struct buf *out)
{
	autofree_mem char *path = golden_path(name, "jsonl");
	struct err err;

	if (report_recording(path, report_find(format), redact, out, &err))
		fail_msg("%s", err.text);
}

static void
read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "re");
	char chunk[4096];
	size_t n;

	if (!file)
		fail_msg("%s: %s", path, strerror(errno));
	while ((n = fread(chunk, 1, sizeof(chunk), file)) > 0)
		buf_add(out, chunk, n);
	fclose(file);
}

static void
write_file(const char *path, const struct buf *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(buf_text(text), 1, text->len, file), text->len);
	assert_int_equal(fclose(file), 0);
}

/* The first line in which they differ says more than two whole files. */
static void
expect_same(const char *path, const struct buf *got, const struct buf *want)
{
	const char *g = buf_text(got), *w = buf_text(want);

	for (unsigned line = 1; *g || *w; line++) {
		size_t g_len = strcspn(g, "\n"), w_len = strcspn(w, "\n");

		if (g_len != w_len || memcmp(g, w, g_len) != 0 || g[g_len] != w[w_len])
			fail_msg("%s:%u:\n\"%.*s\" instead of\n\"%.*s\"", path, line, (int)g_len, g,
				 (int)w_len, w);
		g += g_len + (g[g_len] != '\0');
		w += w_len + (w[w_len] != '\0');
	}
}

static void
each_format_gives_what_it_gave(void **state)
{
	static const char *const names[] = { "run", "published", "hostile" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(names); i++)
		for (size_t k = 0; k < n_report_formats; k++) {
			autofree_mem char *path = golden_path(names[i], report_formats[k].name);
			autobuf got = { 0 };
			autobuf want = { 0 };

			make_report(names[i], report_formats[k].name, false, &got);
			if (getenv("GOLDEN_WRITE"))
				write_file(path, &got);
			read_file(path, &want);
			expect_same(path, &got, &want);
		}
}

/* ---- markup ---- */

static const char *const tags[] = {
	"html", "head", "meta", "title", "style", "body", "h1", "h2", "section", "p", "dl", "dt", "dd",
	"div", "table", "tr", "th", "td", "figure", "figcaption", "ul", "li", "svg", "g", "path",
	"rect", "text",
};

static const char *const attributes[] = {
	"lang", "charset", "http-equiv", "content", "name", "class", "viewBox", "role", "aria-label",
	"font-family", "font-size", "x", "y", "d", "width", "height", "fill", "fill-opacity", "stroke",
	"stroke-width", "stroke-opacity", "text-anchor", "transform", "xmlns",
};

static bool
is_one_of(const char *const *words, size_t n, const char *text, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(words[i]) == len && memcmp(words[i], text, len) == 0)
			return true;
	return false;
}

/* NAME="VALUE" ..., up to the tag's end; returns what is behind it. */
static const char *
check_attributes(const char *at)
{
	while (*at == ' ') {
		size_t len = strcspn(++at, "=");

		if (!is_one_of(attributes, COUNTOF(attributes), at, len))
			fail_msg("an attribute that is not ours: %.40s", at);
		at += len;
		assert_memory_equal(at, "=\"", 2);
		at += 2 + strcspn(at + 2, "\"<");
		assert_int_equal(*at, '"');
		at++;
	}
	at += *at == '/';
	assert_int_equal(*at, '>');
	return at + 1;
}

/* Of a text: every & begins an entity of ours. */
static void
check_entities(const char *text, size_t len)
{
	static const char *const entities[] = { "amp", "lt", "gt", "quot", "#39" };

	for (const char *at = text; (at = memchr(at, '&', len - (size_t)(at - text))) != NULL; at++)
		if (!is_one_of(entities, COUNTOF(entities), at + 1, strcspn(at + 1, ";")))
			fail_msg("an entity that is not ours: %.20s", at);
}

/* Every tag and attribute is one that we write ourselves, and every tag is closed in its turn. */
static void
check_markup(const char *text, bool html)
{
	const char *open[64];
	size_t depth = 0;

	if (html) {
		assert_memory_equal(text, "<!DOCTYPE html>", 15);
		text += 15;
	}
	for (const char *at = text; *at;) {
		size_t between = strcspn(at, "<"), len;
		bool closes, empty;

		check_entities(at, between);
		at += between;
		if (!*at)
			break;
		closes = at[1] == '/';
		at += 1 + closes;
		len = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");
		if (!is_one_of(tags, COUNTOF(tags), at, len))
			fail_msg("a tag that is not ours: %.40s", at);
		if (closes) {
			assert_true(depth > 0);
			assert_memory_equal(open[--depth], at, len);
			assert_int_equal(at[len], '>');
			at += len + 1;
			continue;
		}
		open[depth] = at;
		empty = html && len == 4 && memcmp(at, "meta", 4) == 0;
		at = check_attributes(at + len);
		if (!empty && at[-2] != '/')
			depth++;
		assert_true(depth < COUNTOF(open));
	}
	assert_int_equal(depth, 0);
}

static void
names_from_outside_are_no_markup(void **state)
{
	static const char *const names[] = { "run", "published", "hostile" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(names); i++) {
		autobuf html = { 0 };
		autobuf svg = { 0 };

		make_report(names[i], "html", false, &html);
		check_markup(buf_text(&html), true);
		make_report(names[i], "svg", false, &svg);
		check_markup(buf_text(&svg), false);
	}
}

static void
a_page_refers_to_nothing_outside_it(void **state)
{
	static const char *const ways[] = { "http:", "https:", "url(", "@import", "src=", "href" };
	autobuf html = { 0 };

	(void)state;
	make_report("run", "html", false, &html);
	for (size_t i = 0; i < COUNTOF(ways); i++)
		if (strstr(buf_text(&html), ways[i]))
			fail_msg("%s in the page", ways[i]);
	assert_non_null(strstr(buf_text(&html), "default-src 'none'"));
}

static size_t
count(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		n++;
	return n;
}

/* As many as the recording has: 1 and 1 primes, 2 pools, 2 workloads, 7 rounds, 3 ops. */
static void
a_page_tells_of_every_op_under_the_mouse(void **state)
{
	autobuf html = { 0 };

	(void)state;
	make_report("run", "html", false, &html);
	assert_int_equal(count(buf_text(&html), ", op "), 2 + 2 * 2 * 7 * 3);
	assert_int_equal(count(buf_text(&html), ">warm-up round 1, op 1: "), 2 * 2);
	assert_int_equal(count(buf_text(&html), ": skipped: this pool keeps no image volume<"), 1);
	assert_int_equal(count(buf_text(&html), ">round 3, op 2: failed: Failed deleting instance "), 1);
}

/* ---- rows ---- */

/* Reads a field as RFC 4180 has it into `out`; returns what is behind it and its separator. */
static const char *
read_field(const char *at, struct buf *out, bool *last)
{
	buf_clear(out);
	if (*at == '"')
		for (at++; *at && (*at != '"' || *++at == '"'); at++)
			buf_putc(out, *at);
	else
		for (; !strchr(",\r\n", *at); at++)
			buf_putc(out, *at);
	*last = *at != ',';
	if (*at == '\r')
		at++;
	assert_true(*at == ',' || *at == '\n');
	return at + 1;
}

static void
every_row_has_a_field_for_each_name_and_none_is_a_formula(void **state)
{
	static const char *const formats[] = { "csv", "samples", "jmeter" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(formats); i++) {
		autobuf csv = { 0 };
		autobuf field = { 0 };
		size_t names = 0, fields = 0, rows = 0;
		bool last;

		make_report("hostile", formats[i], false, &csv);
		for (const char *at = buf_text(&csv); *at;) {
			at = read_field(at, &field, &last);
			fields++;
			if (strchr("=@", *buf_text(&field)) && field.len)
				fail_msg("%s: a formula: %s", formats[i], buf_text(&field));
			if (!last)
				continue;
			names = names ? names : fields;
			assert_int_equal(fields, names);
			fields = 0;
			rows++;
		}
		assert_true(rows == 1 + 6 || rows == 1 + 12);
	}
}

static void
what_is_redacted_names_nobody(void **state)
{
	static const char *const secrets[] = { "psc-7f3a91c2" };

	(void)state;
	for (size_t k = 0; k < n_report_formats; k++) {
		autobuf text = { 0 };

		make_report("run", report_formats[k].name, true, &text);
		for (size_t i = 0; i < COUNTOF(secrets); i++)
			assert_null(strstr(buf_text(&text), secrets[i]));
	}
}

static void
a_live_run_shows_no_op_but_all_else(void **state)
{
	autofree_mem char *path = golden_path("run", "jsonl");
	struct err err;
	autofree(model) model = model_load(path, &err);

	(void)state;
	assert_non_null(model);
	for (size_t k = 0; k < n_report_formats; k++) {
		autobuf live = { 0 };
		autobuf whole = { 0 };

		report_formats[k].write(model, NULL, &live);
		make_report("run", report_formats[k].name, false, &whole);
		assert_true(live.len > 0);
		assert_true(report_formats[k].ops ? live.len < whole.len : live.len == whole.len);
	}
}

static void
a_recording_that_cannot_be_read_gives_no_report(void **state)
{
	autobuf out = { 0 };
	struct err err;

	(void)state;
	for (size_t k = 0; k < n_report_formats; k++) {
		assert_int_equal(report_recording("/nowhere/x.jsonl", &report_formats[k], k % 2, &out, &err), -1);
		assert_non_null(strstr(err.text, "/nowhere/x.jsonl"));
		assert_int_equal(out.len, 0);
	}
}

/* The rows are what the option offers, and the recording itself. */
static void
a_long_name_is_cut_before_a_figure_goes(void **state)
{
	static const struct {
		size_t columns;
		const char *want;
	} rows[] = {
		{ 40, "pool                   median  makespan\n"
		      "a-pool-of-21-columns.   1.0 s     2.0 s\n" },
		{ 34, "pool              median  makespan\n"
		      "a-pool-of-21-co…   1.0 s     2.0 s\n" },
		{ 33, "pool                   median\n"
		      "a-pool-of-21-columns.   1.0 s\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct report_omitted omitted = { 0 };
		autogrid grid = { 0 };
		autobuf text = { 0 };

		report_grid_column(&grid, "pool", 0, false);
		report_grid_column(&grid, "median", 0, true);
		report_grid_column(&grid, "makespan", 4, true);
		report_grid_add(&grid, "a-pool-of-21-columns.");
		report_grid_add(&grid, "1.0 s");
		report_grid_add(&grid, "2.0 s");
		report_grid_text(&grid, rows[i].columns, &omitted, &text);
		assert_string_equal(buf_text(&text), rows[i].want);
	}
}

static void
the_option_offers_each_format(void **state)
{
	autobuf offered = { 0 };

	(void)state;
	for (size_t k = 0; k < n_report_formats; k++)
		buf_printf(&offered, "%s|", report_formats[k].name);
	buf_puts(&offered, "recording");
	assert_string_equal(buf_text(&offered), option_rows[OPT_REPORT].choices);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_format_gives_what_it_gave),
		cmocka_unit_test(names_from_outside_are_no_markup),
		cmocka_unit_test(a_page_refers_to_nothing_outside_it),
		cmocka_unit_test(a_page_tells_of_every_op_under_the_mouse),
		cmocka_unit_test(every_row_has_a_field_for_each_name_and_none_is_a_formula),
		cmocka_unit_test(what_is_redacted_names_nobody),
		cmocka_unit_test(a_live_run_shows_no_op_but_all_else),
		cmocka_unit_test(a_recording_that_cannot_be_read_gives_no_report),
		cmocka_unit_test(a_long_name_is_cut_before_a_figure_goes),
		cmocka_unit_test(the_option_offers_each_format),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
