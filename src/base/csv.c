#include "base/csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/units.h"
#include "base/utf8.h"

static void
begin_field(struct csv *csv)
{
	if (csv->begun)
		buf_putc(csv->out, ',');
	csv->begun = true;
}

void
csv_end_row(struct csv *csv)
{
	buf_puts(csv->out, csv->end);
	csv->begun = false;
}

/* What makes a spreadsheet take a text for a formula, wide forms too. */
static bool
begins_formula(uint32_t c)
{
	static const uint32_t all[] = { '=', '+', '-', '@', 0xff1d, 0xff0b, 0xff0d, 0xff20 };

	for (size_t i = 0; i < COUNTOF(all); i++)
		if (all[i] == c)
			return true;
	return false;
}

/*
 * A ' in front keeps a formula from being one. Where a ; is what parts fields,
 * which depends on the reader's language, one may begin within the text.
 */
static void
disarm(struct buf *out, const char *text)
{
	bool begins = true;

	for (const char *from = text; *text; from = text) {
		uint32_t c = utf8_next(&text);

		if (begins && begins_formula(c))
			buf_putc(out, '\'');
		buf_add(out, from, (size_t)(text - from));
		begins = c == ';' || (begins && (c == ' ' || c == '"'));
	}
}

static void
add_quoted(struct buf *out, const char *text)
{
	buf_putc(out, '"');
	while (*text) {
		size_t plain = strcspn(text, "\"");

		buf_add(out, text, plain);
		text += plain;
		if (*text) {
			buf_puts(out, "\"\"");
			text++;
		}
	}
	buf_putc(out, '"');
}

void
csv_text(struct csv *csv, const char *text)
{
	autobuf clean = { 0 };
	autobuf safe = { 0 };

	begin_field(csv);
	if (!text)
		return;
	utf8_add_clean(&clean, text);
	disarm(&safe, buf_text(&clean));
	if (strpbrk(buf_text(&safe), ",;\""))
		add_quoted(csv->out, buf_text(&safe));
	else
		buf_puts(csv->out, buf_text(&safe));
}

void
csv_number(struct csv *csv, uint64_t number)
{
	begin_field(csv);
	if (known(number))
		buf_printf(csv->out, "%" PRIu64, number);
}

void
csv_signed(struct csv *csv, int64_t number)
{
	begin_field(csv);
	buf_printf(csv->out, "%" PRId64, number);
}

void
csv_seconds(struct csv *csv, uint64_t ns)
{
	begin_field(csv);
	if (known(ns))
		buf_printf(csv->out, "%" PRIu64 ".%09" PRIu64, ns / NS_PER_S, ns % NS_PER_S);
}

void
csv_real(struct csv *csv, double value)
{
	begin_field(csv);
	if (isfinite(value))
		buf_printf(csv->out, "%.6g", value);
}

void
csv_names(struct csv *csv, const char *const *names)
{
	for (; *names; names++)
		csv_text(csv, *names);
	csv_end_row(csv);
}
