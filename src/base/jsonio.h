/*
 * jsonio.h - JSON read strictly and written plainly, on top of json-c.
 *
 * json-c accepts a good deal that is no JSON and clamps numbers silently, so
 * everything that comes from outside passes here: strict, UTF-8 checked, types
 * and ranges checked. A getter of the wrong type says so in `err`; a key that
 * is absent or null is not an error for the `_or` getters. A text with a NUL
 * in it is none. What json-c lets pass even so does no harm: a key in single
 * quotes, "1.", and a key that comes twice, of which the last one holds.
 *
 * Source of the formats: RFC 8259; json-c 0.16.
 */
#ifndef BASE_JSONIO_H
#define BASE_JSONIO_H

#include <json-c/json_object.h>
#include <json-c/json_tokener.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

DEFINE_AUTOFREE(json_object, json_object_put)
DEFINE_AUTOFREE(json_tokener, json_tokener_free)

/* Depth of nesting that is read; deeper input is refused. */
#define JSON_DEPTH 32

/* Parses exactly one value, white space around it allowed. NULL: see err. The caller puts it. */
struct json_object *json_parse(const char *text, size_t len, struct err *err);
/* The same with a parser that is kept, for one line after another. */
struct json_tokener *json_parser_new(void);
struct json_object *json_parse_with(struct json_tokener *parser, const char *text, size_t len,
				    struct err *err);

/* What is under the key when it is of the type; NULL when absent, null or of another type. */
struct json_object *json_get(struct json_object *object, const char *key, enum json_type type);

/* Lenient getters, for servers' answers, where anything may be missing. */
const char *json_text_or(struct json_object *object, const char *key, const char *fallback);
uint64_t json_u64_or(struct json_object *object, const char *key, uint64_t fallback);
bool json_bool_or(struct json_object *object, const char *key, bool fallback);

/* Strict getters, for our own files: absent, null, of another type or out of range is an error. */
int json_need_text(struct json_object *object, const char *key, const char **ret, struct err *err);
int json_need_u64(struct json_object *object, const char *key, uint64_t max, uint64_t *ret,
		  struct err *err);

/* The same for a value that was looked up already; `key` is what it is called in the error. */
int json_check(struct json_object *value, const char *key, enum json_type type, struct err *err);
int json_check_u64(struct json_object *value, const char *key, uint64_t min, uint64_t max,
		   uint64_t *ret, struct err *err);

/* Writers; each adds a member. UNKNOWN and NaN are left out: absent means unknown. Bytes that are no UTF-8 become U+FFFD. */
void json_add_text(struct json_object *object, const char *key, const char *text);	/* NULL: left out */
void json_add_u64(struct json_object *object, const char *key, uint64_t value);
void json_add_i64(struct json_object *object, const char *key, int64_t value);
void json_add_real(struct json_object *object, const char *key, double value);	/* shortest of <= 6 digits */
void json_add_bool(struct json_object *object, const char *key, bool value);
/* Adds and returns a new member object or array, owned by `object`. */
struct json_object *json_add_object(struct json_object *object, const char *key);
struct json_object *json_add_array(struct json_object *object, const char *key);
/* The same for the end of an array. */
struct json_object *json_push_object(struct json_object *array);
void json_push_text(struct json_object *array, const char *text);
void json_push_u64(struct json_object *array, uint64_t value);
void json_push_real(struct json_object *array, double value);	/* NaN: null, a place must be kept */

/* One line, no newline in it or behind it. */
void json_format(struct json_object *object, struct buf *out);

#endif
