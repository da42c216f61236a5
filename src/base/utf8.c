#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>
#include <wchar.h>

/* By the high bits of the first byte: how many follow, and the least that needs so many. */
static const struct form {
	unsigned char mask, lead;
	unsigned follow;
	uint32_t least;
} forms[] = {
	{ 0x80, 0x00, 0, 0 },
	{ 0xe0, 0xc0, 1, 0x80 },
	{ 0xf0, 0xe0, 2, 0x800 },
	{ 0xf8, 0xf0, 3, 0x10000 },
};

static bool
is_character(uint32_t c, const struct form *form)
{
	bool surrogate = c >= 0xd800 && c <= 0xdfff;

	return c >= form->least && c <= 0x10ffff && !surrogate;
}

static const struct form *
form_of(unsigned char lead)
{
	for (size_t i = 0; i < COUNTOF(forms); i++)
		if ((lead & forms[i].mask) == forms[i].lead)
			return &forms[i];
	return NULL;
}

uint32_t
utf8_next(const char **at)
{
	const unsigned char *byte = (const unsigned char *)*at;
	const struct form *form = form_of(*byte);
	uint32_t c;

	if (*byte == '\0')
		return 0;
	(*at)++;
	if (!form)
		return UTF8_REPLACEMENT;

	c = *byte & (unsigned char)~form->mask;
	for (unsigned i = 1; i <= form->follow; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return UTF8_REPLACEMENT;
		c = c << 6 | (byte[i] & 0x3f);
	}
	if (!is_character(c, form))
		return UTF8_REPLACEMENT;
	*at += form->follow;
	return c;
}

/* One character of at most `room` bytes; 0: there is none. A tail of its own, so that nothing behind `room` is read. */
static size_t
length_of(const char *text, size_t room)
{
	char tail[5] = "";
	const char *at = tail;

	memcpy(tail, text, room < 4 ? room : 4);
	if (utf8_next(&at) == UTF8_REPLACEMENT && memcmp(tail, "\xef\xbf\xbd", 3) != 0)
		return 0;
	return (size_t)(at - tail);
}

size_t
utf8_valid(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len) {
		size_t length = (unsigned char)text[at] < 0x80 ? 1 : length_of(text + at, len - at);

		if (length == 0)
			break;
		at += length;
	}
	return at;
}

/* Also those that end a line or turn the order of letters round: they show what is not there. */
static bool
is_control(uint32_t c)
{
	bool ends_line = c == 0x2028 || c == 0x2029;
	bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

	return c < 0x20 || (c >= 0x7f && c < 0xa0) || ends_line || turns;
}

size_t
utf8_columns_of(uint32_t character)
{
	int columns = wcwidth((wchar_t)character);

	return columns < 0 ? 1 : (size_t)columns;
}

size_t
utf8_columns(const char *text)
{
	size_t columns = 0;

	for (uint32_t c; (c = utf8_next(&text)) != 0;)
		columns += is_control(c) ? 1 : utf8_columns_of(c);
	return columns;
}

size_t
utf8_cut(const char *text, size_t room)
{
	const char *end = text;

	for (const char *at = text; utf8_next(&at) && (size_t)(at - text) <= room;)
		end = at;
	return (size_t)(end - text);
}

void
utf8_add_clean(struct buf *out, const char *text)
{
	const char *from = text;

	for (uint32_t c; (c = utf8_next(&text)) != 0; from = text) {
		if (is_control(c) || c == UTF8_REPLACEMENT)
			buf_putc(out, '?');
		else
			buf_add(out, from, (size_t)(text - from));
	}
}

void
utf8_add_cut(struct buf *out, const char *text, size_t columns)
{
	const char *from = text;
	size_t used = 1; /* of the ellipsis */

	if (utf8_columns(text) <= columns) {
		buf_puts(out, text);
		return;
	}
	for (uint32_t c; (c = utf8_next(&text)) != 0; from = text) {
		used += utf8_columns_of(c);
		if (used > columns)
			break;
		buf_add(out, from, (size_t)(text - from));
	}
	buf_puts(out, "…");
}

void
utf8_add(struct buf *out, uint32_t character)
{
	unsigned follow = 0;

	while (follow + 1 < COUNTOF(forms) && character >= forms[follow + 1].least)
		follow++;
	buf_putc(out, (char)(forms[follow].lead | character >> 6 * follow));
	while (follow--)
		buf_putc(out, (char)(0x80 | (character >> 6 * follow & 0x3f)));
}
