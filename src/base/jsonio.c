#include "base/jsonio.h"

#include <inttypes.h>
#include <json-c/json_tokener.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "base/utf8.h"

static const char *const type_names[] = {
	[json_type_null] = "null",    [json_type_boolean] = "true or false",
	[json_type_double] = "a number", [json_type_int] = "a whole number",
	[json_type_object] = "an object", [json_type_array] = "a list",
	[json_type_string] = "a text",
};

struct json_tokener *
json_parser_new(void)
{
	struct json_tokener *parser = json_tokener_new_ex(JSON_DEPTH);

	if (!parser)
		mem_exhausted();
	json_tokener_set_flags(parser, JSON_TOKENER_STRICT);
	return parser;
}

/*
 * Characters beyond ASCII as escapes, for json-c 0.18 refuses them when it is
 * strict (it takes their bytes for control characters). The text is UTF-8. One
 * right behind a backslash would come to mean something else: -1, and its place.
 */
static int
escape(const char *text, size_t len, struct buf *out, size_t *ret_at)
{
	bool escaped = false;

	for (const char *at = text; at < text + len;) {
		size_t begin = (size_t)(at - text);
		uint32_t c = utf8_next(&at);

		if (c >= 0x80 && escaped) {
			*ret_at = begin;
			return -1;
		}
		escaped = c == '\\' && !escaped;
		if (c < 0x80)
			buf_add(out, &at[-1], 1);
		else if (c < 0x10000)
			buf_printf(out, "\\u%04" PRIx32, c);
		else
			buf_printf(out, "\\u%04" PRIx32 "\\u%04" PRIx32,
				   0xd800 + ((c - 0x10000) >> 10), 0xdc00 + (c & 0x3ff));
	}
	return 0;
}

static bool
is_ascii(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && (unsigned char)text[at] < 0x80)
		at++;
	return at == len;
}

/* Refuses what json-c would take; `escaped` holds the text that it is then given, if that is another. */
static int
make_ready(const char **text, size_t *len, struct buf *escaped, struct err *err)
{
	const char *nul = memchr(*text, '\0', *len);
	size_t at = utf8_valid(*text, *len);

	/* json-c would take a NUL for the end and not look at what follows it. */
	if (nul)
		return err_set(err, "no JSON: a NUL at byte %zu", (size_t)(nul - *text));
	if (at < *len)
		return err_set(err, "no JSON: no utf-8 at byte %zu", at);
	if (!is_ascii(*text, *len)) {
		if (escape(*text, *len, escaped, &at) < 0)
			return err_set(err, "no JSON: no such escape at byte %zu", at);
		*text = escaped->data;
		*len = escaped->len;
	}
	if (*len >= INT_MAX)
		return err_set(err, "no JSON: longer than 2 GiB");
	return 0;
}

struct json_object *
json_parse_with(struct json_tokener *parser, const char *text, size_t len, struct err *err)
{
	struct json_object *value;
	autobuf escaped = { 0 };
	size_t at;

	if (make_ready(&text, &len, &escaped, err) < 0)
		return NULL;
	json_tokener_reset(parser);
	value = json_tokener_parse_ex(parser, text, (int)len);
	at = json_tokener_get_parse_end(parser);
	/* A number at the top is complete only when something follows it. */
	if (json_tokener_get_error(parser) == json_tokener_continue)
		value = json_tokener_parse_ex(parser, "", 1);

	if (json_tokener_get_error(parser) != json_tokener_success)
		err_set(err, "no JSON: %s at byte %zu",
			json_tokener_error_desc(json_tokener_get_error(parser)), at);
	else if (!value)
		err_set(err, "no JSON value but null");
	return value;
}

struct json_object *
json_parse(const char *text, size_t len, struct err *err)
{
	autofree(json_tokener) parser = json_parser_new();

	return json_parse_with(parser, text, len, err);
}

struct json_object *
json_get(struct json_object *object, const char *key, enum json_type type)
{
	struct json_object *value;

	if (!json_object_is_type(object, json_type_object) ||
	    !json_object_object_get_ex(object, key, &value) || !json_object_is_type(value, type))
		return NULL;
	return value;
}

/* C would see only what stands before it. */
static bool
has_nul(struct json_object *text)
{
	return strlen(json_object_get_string(text)) != (size_t)json_object_get_string_len(text);
}

const char *
json_text_or(struct json_object *object, const char *key, const char *fallback)
{
	struct json_object *value = json_get(object, key, json_type_string);

	return value && !has_nul(value) ? json_object_get_string(value) : fallback;
}

uint64_t
json_u64_or(struct json_object *object, const char *key, uint64_t fallback)
{
	struct json_object *value = json_get(object, key, json_type_int);

	if (!value || json_object_get_int64(value) < 0)
		return fallback;
	return json_object_get_uint64(value);
}

bool
json_bool_or(struct json_object *object, const char *key, bool fallback)
{
	struct json_object *value = json_get(object, key, json_type_boolean);

	return value ? json_object_get_boolean(value) : fallback;
}

int
json_check(struct json_object *value, const char *key, enum json_type type, struct err *err)
{
	if (!json_object_is_type(value, type))
		return err_set(err, "\"%s\" is %s, not %s", key,
			       type_names[json_object_get_type(value)], type_names[type]);
	if (type == json_type_string && has_nul(value))
		return err_set(err, "\"%s\" has a NUL in it", key);
	return 0;
}

int
json_check_u64(struct json_object *value, const char *key, uint64_t min, uint64_t max,
	       uint64_t *ret, struct err *err)
{
	if (json_check(value, key, json_type_int, err))
		return -1;
	if (json_object_get_int64(value) < 0 || json_object_get_uint64(value) < min ||
	    json_object_get_uint64(value) > max)
		return err_set(err, "\"%s\" is %s, not within %" PRIu64 " to %" PRIu64, key,
			       json_object_get_string(value), min, max);
	*ret = json_object_get_uint64(value);
	return 0;
}

static struct json_object *
need(struct json_object *object, const char *key, struct err *err)
{
	struct json_object *value;

	if (json_object_is_type(object, json_type_object) &&
	    json_object_object_get_ex(object, key, &value) && value)
		return value;
	err_set(err, "\"%s\" is missing", key);
	return NULL;
}

int
json_need_text(struct json_object *object, const char *key, const char **ret, struct err *err)
{
	struct json_object *value = need(object, key, err);

	if (!value || json_check(value, key, json_type_string, err))
		return -1;
	*ret = json_object_get_string(value);
	return 0;
}

int
json_need_u64(struct json_object *object, const char *key, uint64_t max, uint64_t *ret,
	      struct err *err)
{
	struct json_object *value = need(object, key, err);

	return value ? json_check_u64(value, key, 0, max, ret, err) : -1;
}

/* A byte that is no UTF-8 would make the whole line unreadable. */
static struct json_object *
new_text(const char *text)
{
	autobuf clean = { 0 };
	const char *from = text;

	for (uint32_t c; (c = utf8_next(&text)) != 0; from = text) {
		if (c == UTF8_REPLACEMENT)
			buf_puts(&clean, "\xef\xbf\xbd");
		else
			buf_add(&clean, from, (size_t)(text - from));
	}
	return json_object_new_string_len(buf_text(&clean), (int)clean.len);
}

void
json_add_text(struct json_object *object, const char *key, const char *text)
{
	if (text)
		json_object_object_add(object, key, new_text(text));
}

void
json_add_u64(struct json_object *object, const char *key, uint64_t value)
{
	if (known(value))
		json_object_object_add(object, key, json_object_new_uint64(value));
}

void
json_add_i64(struct json_object *object, const char *key, int64_t value)
{
	json_object_object_add(object, key, json_object_new_int64(value));
}

/* With a point, whatever the locale's is. */
static struct json_object *
new_real(double value)
{
	static locale_t c_locale;
	locale_t before;
	char digits[32];

	if (!c_locale)
		c_locale = newlocale(LC_ALL_MASK, "C", NULL);
	before = uselocale(c_locale);
	snprintf(digits, sizeof(digits), "%.6g", value);
	uselocale(before);
	return json_object_new_double_s(value, digits);
}

void
json_add_real(struct json_object *object, const char *key, double value)
{
	if (isfinite(value))
		json_object_object_add(object, key, new_real(value));
}

void
json_add_bool(struct json_object *object, const char *key, bool value)
{
	json_object_object_add(object, key, json_object_new_boolean(value));
}

struct json_object *
json_add_object(struct json_object *object, const char *key)
{
	struct json_object *member = json_object_new_object();

	json_object_object_add(object, key, member);
	return member;
}

struct json_object *
json_add_array(struct json_object *object, const char *key)
{
	struct json_object *member = json_object_new_array();

	json_object_object_add(object, key, member);
	return member;
}

struct json_object *
json_push_object(struct json_object *array)
{
	struct json_object *element = json_object_new_object();

	json_object_array_add(array, element);
	return element;
}

void
json_push_text(struct json_object *array, const char *text)
{
	json_object_array_add(array, new_text(text));
}

void
json_push_u64(struct json_object *array, uint64_t value)
{
	json_object_array_add(array, json_object_new_uint64(value));
}

void
json_push_real(struct json_object *array, double value)
{
	json_object_array_add(array, isfinite(value) ? new_real(value) : NULL);
}

void
json_format(struct json_object *object, struct buf *out)
{
	size_t len;
	const char *text = json_object_to_json_string_length(
		object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &len);

	buf_add(out, text, len);
}
