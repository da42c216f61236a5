#include "base/jsonio.h"

#include <inttypes.h>
#include <json-c/json_tokener.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "base/units.h"

static const char *const type_names[] = {
	[json_type_null] = "null",    [json_type_boolean] = "true or false",
	[json_type_double] = "a number", [json_type_int] = "a whole number",
	[json_type_object] = "an object", [json_type_array] = "a list",
	[json_type_string] = "a text",
};

struct json_object *
json_parse(const char *text, size_t len, struct err *err)
{
	struct json_tokener *tok = json_tokener_new_ex(JSON_DEPTH);
	struct json_object *value;
	enum json_tokener_error state;

	if (len >= INT_MAX) {
		json_tokener_free(tok);
		err_set(err, "no JSON: longer than 2 GiB");
		return NULL;
	}
	json_tokener_set_flags(tok, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	value = json_tokener_parse_ex(tok, text, (int)len);
	state = json_tokener_get_error(tok);
	/* A number at the top is complete only when something follows it. */
	if (state == json_tokener_continue && !value) {
		value = json_tokener_parse_ex(tok, "", 1);
		state = json_tokener_get_error(tok);
	}
	if (state != json_tokener_success) {
		err_set(err, "no JSON: %s at byte %zu", json_tokener_error_desc(state),
			json_tokener_get_parse_end(tok));
		json_object_put(value);
		value = NULL;
	} else if (!value) {
		err_set(err, "no JSON value but null");
	}
	json_tokener_free(tok);
	return value;
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

const char *
json_text_or(struct json_object *object, const char *key, const char *fallback)
{
	struct json_object *value = json_get(object, key, json_type_string);

	return value ? json_object_get_string(value) : fallback;
}

uint64_t
json_u64_or(struct json_object *object, const char *key, uint64_t fallback)
{
	struct json_object *value = json_get(object, key, json_type_int);

	if (!value || json_object_get_int64(value) < 0)
		return fallback;
	return json_object_get_uint64(value);
}

double
json_real_or(struct json_object *object, const char *key, double fallback)
{
	struct json_object *value = json_get(object, key, json_type_double);
	double number;

	if (!value)
		value = json_get(object, key, json_type_int);
	if (!value)
		return fallback;
	number = json_object_get_double(value);
	return isfinite(number) ? number : fallback;
}

bool
json_bool_or(struct json_object *object, const char *key, bool fallback)
{
	struct json_object *value = json_get(object, key, json_type_boolean);

	return value ? json_object_get_boolean(value) : fallback;
}

static struct json_object *
need(struct json_object *object, const char *key, enum json_type type, struct err *err)
{
	struct json_object *value;

	if (!json_object_is_type(object, json_type_object) ||
	    !json_object_object_get_ex(object, key, &value))
		err_set(err, "\"%s\" is missing", key);
	else if (json_object_is_type(value, type))
		return value;
	else
		err_set(err, "\"%s\" is %s, not %s", key, type_names[json_object_get_type(value)],
			type_names[type]);
	return NULL;
}

int
json_need_text(struct json_object *object, const char *key, const char **ret, struct err *err)
{
	struct json_object *value = need(object, key, json_type_string, err);

	if (!value)
		return -1;
	*ret = json_object_get_string(value);
	return 0;
}

int
json_need_u64(struct json_object *object, const char *key, uint64_t max, uint64_t *ret,
	      struct err *err)
{
	struct json_object *value = need(object, key, json_type_int, err);

	if (!value)
		return -1;
	if (json_object_get_int64(value) < 0 || json_object_get_uint64(value) > max)
		return err_set(err, "\"%s\" is %s, not within 0 to %" PRIu64, key,
			       json_object_get_string(value), max);
	*ret = json_object_get_uint64(value);
	return 0;
}

void
json_add_text(struct json_object *object, const char *key, const char *text)
{
	if (text)
		json_object_object_add(object, key, json_object_new_string(text));
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

void
json_add_real(struct json_object *object, const char *key, double value)
{
	char digits[32];

	if (!isfinite(value))
		return;
	snprintf(digits, sizeof(digits), "%.6g", value);
	json_object_object_add(object, key, json_object_new_double_s(value, digits));
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
	json_object_array_add(array, json_object_new_string(text));
}

void
json_format(struct json_object *object, struct buf *out)
{
	size_t len;
	const char *text = json_object_to_json_string_length(
		object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &len);

	buf_add(out, text, len);
}
