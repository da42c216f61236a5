#include "record/redact_text.h"

#include <ctype.h>
#include <string.h>

#define DIGITS "0123456789"
#define HEX DIGITS "abcdefABCDEF"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS UPPER "abcdefghijklmnopqrstuvwxyz"

/* What ends a path or URL that no quotes enclose. */
#define SEPARATORS " \t\r\n\"'`,;()[]{}<>|"

bool
is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

size_t
looks_instance(const char *text)
{
	size_t len = strlen("psc-XXXXXXXX");

	if (strncmp(text, "psc-", 4) != 0 || strspn(text + 4, HEX) != 8)
		return 0;
	while (is_word_char(text[len]))
		len++;
	return len;
}

size_t
looks_url(const char *text)
{
	size_t scheme = strspn(text, LETTERS DIGITS "+.-");

	if (!scheme || strncmp(text + scheme, "://", 3) != 0)
		return 0;
	return strcspn(text, SEPARATORS);
}

size_t
looks_path(const char *text, char quote)
{
	const char *end = quote ? strchr(text, quote) : NULL;
	size_t len = end ? (size_t)(end - text) : strcspn(text, SEPARATORS);

	if (*text != '/')
		return 0;
	/* The full stop or colon of the sentence is not the path's. */
	while (len && strchr(".:", text[len - 1]))
		len--;
	return len > 1 ? len : 0;
}

static size_t
looks_ipv4(const char *text)
{
	size_t len = 0;

	for (int part = 0; part < 4; part++) {
		size_t digits;

		if (part && text[len++] != '.')
			return 0;
		digits = strspn(text + len, DIGITS);
		if (digits < 1 || digits > 3)
			return 0;
		len += digits;
	}
	return is_word_char(text[len]) ? 0 : len;
}

/* At least two colons, and either "::" or more colons than a time of day has. */
static size_t
looks_ipv6_or_mac(const char *text)
{
	size_t len = strspn(text, HEX ":");
	size_t colons = 0;
	bool twice = false;

	if (len && text[len - 1] == ':' && (len < 2 || text[len - 2] != ':'))
		len--;
	for (size_t i = 0; i < len; i++) {
		colons += text[i] == ':';
		twice |= i && text[i] == ':' && text[i - 1] == ':';
	}
	if (colons < 2 || (colons < 5 && !twice) || is_word_char(text[len]))
		return 0;
	return len;
}

size_t
looks_address(const char *text)
{
	size_t len = looks_ipv4(text);

	return len ? len : looks_ipv6_or_mac(text);
}

size_t
looks_host(const char *text)
{
	size_t len = strspn(text, LETTERS DIGITS "-.@");
	bool mail = memchr(text, '@', len) != NULL;
	size_t dots = 0;
	size_t top;

	while (len && strchr(".-@", text[len - 1]))
		len--;
	for (size_t i = 0; i < len; i++)
		dots += text[i] == '.';
	for (top = len; top && isalpha((unsigned char)text[top - 1]);)
		top--;
	if (dots < (mail ? 1 : 2) || len - top < 2 || text[top ? top - 1 : 0] != '.' ||
	    is_word_char(text[len]))
		return 0;
	return len;
}

static size_t
looks_uuid(const char *text)
{
	static const size_t groups[] = { 8, 4, 4, 4, 12 };
	size_t len = 0;

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		if (i && text[len++] != '-')
			return 0;
		if (strspn(text + len, HEX) != groups[i])
			return 0;
		len += groups[i];
	}
	return len;
}

static size_t
looks_wwn(const char *text)
{
	size_t digits = strncmp(text, "0x", 2) == 0 ? strspn(text + 2, HEX) : 0;

	return digits >= 12 ? digits + 2 : 0;
}

/* Ten or more capitals and digits in one word, with enough of both. */
static size_t
looks_device_serial(const char *text)
{
	size_t len = strspn(text, UPPER DIGITS);
	size_t digits = 0;

	for (size_t i = 0; i < len; i++)
		digits += isdigit((unsigned char)text[i]) != 0;
	return len >= 10 && digits >= 3 && len - digits >= 2 ? len : 0;
}

size_t
looks_serial(const char *text)
{
	size_t len = looks_uuid(text);

	if (!len)
		len = looks_wwn(text);
	if (!len)
		len = looks_device_serial(text);
	return is_word_char(text[len]) ? 0 : len;
}
