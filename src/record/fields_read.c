#include "record/fields.h"

#include <inttypes.h>
#include <json-c/linkhash.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No quantity we know is larger; more is a mistake, or a trap for whoever adds up. */
#define REAL_MAX 1e18

bool
field_is_real(double value)
{
	return value >= 0 && value <= REAL_MAX;
}

static void *
member(const struct field *row, void *base)
{
	return (char *)base + row->offset;
}

static void
set_pointer(const struct field *row, void *base, void *pointer)
{
	memcpy(member(row, base), &pointer, sizeof(pointer));
}

static void
set_count(const struct field *row, void *base, size_t count)
{
	char *at = (char *)base + row->count;

	if (row->count_size == sizeof(size_t))
		*(size_t *)at = count;
	else
		*(unsigned *)at = (unsigned)count;
}

/*
 * One reader a type. `value` is NULL when the member was left out; the member
 * is zeroed, so a reader that finds 0 right then has nothing to do.
 */

static int
read_bool(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	if (value && json_check(value, row->key, json_type_boolean, err))
		return -1;
	*(bool *)member(row, base) = json_object_get_boolean(value);
	return 0;
}

static int
check_number(const struct field *row, struct json_object *value, uint64_t *number, struct err *err)
{
	return value ? json_check_u64(value, row->key, row->min, row->max, number, err) : 0;
}

static int
read_u32(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	uint64_t number = 0;

	if (check_number(row, value, &number, err))
		return -1;
	*(unsigned *)member(row, base) = (unsigned)number;
	return 0;
}

static int
read_u64(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	uint64_t number = UNKNOWN;

	if (check_number(row, value, &number, err))
		return -1;
	*(uint64_t *)member(row, base) = number;
	return 0;
}

static int
read_size(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	uint64_t number = SIZE_MAX;

	if (check_number(row, value, &number, err))
		return -1;
	*(size_t *)member(row, base) = (size_t)number;
	return 0;
}

static int
read_hex(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	const char *digits;

	if (!value)
		return 0;
	if (json_check(value, row->key, json_type_string, err))
		return -1;
	digits = json_object_get_string(value);
	if (strlen(digits) != 16 || strspn(digits, "0123456789abcdef") != 16)
		return err_set(err, "\"%s\" is not 16 hex digits", row->key);
	*(uint64_t *)member(row, base) = strtoull(digits, NULL, 16);
	return 0;
}

static int
check_real(const struct field *row, struct json_object *value, double *number, struct err *err)
{
	if (!json_object_is_type(value, json_type_int) &&
	    json_check(value, row->key, json_type_double, err))
		return -1;
	*number = json_object_get_double(value);
	if (!field_is_real(*number))
		return err_set(err, "\"%s\" is %g, not within 0 to %g", row->key, *number,
			       REAL_MAX);
	if (*number == 0)
		*number = 0;	/* no "-0" on a screen */
	return 0;
}

static int
read_real(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	double number = NAN;

	if (value && check_real(row, value, &number, err))
		return -1;
	*(double *)member(row, base) = number;
	return 0;
}

/* The place of the text among the row's words. */
static int
find_word(const struct field *row, struct json_object *value, unsigned *ret, struct err *err)
{
	if (json_check(value, row->key, json_type_string, err))
		return -1;
	for (unsigned i = 0; i <= row->max; i++) {
		if (row->words[i] && strcmp(row->words[i], json_object_get_string(value)) == 0) {
			*ret = i;
			return 0;
		}
	}
	return err_set(err, "\"%s\" is not a word that is known", row->key);
}

static int
read_word(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	return value ? find_word(row, value, member(row, base), err) : 0;
}

/* How many elements a list has; 0 when it was left out. */
static int
check_list(const struct field *row, struct json_object *value, size_t max, size_t *n,
	   struct err *err)
{
	*n = 0;
	if (!value)
		return 0;
	if (json_check(value, row->key, json_type_array, err))
		return -1;
	*n = json_object_array_length(value);
	if (*n > max)
		return err_set(err, "\"%s\" has %zu elements, more than %zu", row->key, *n, max);
	return 0;
}

static int
read_words(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	unsigned *bits = member(row, base);
	unsigned bit = 0;
	size_t n;

	if (check_list(row, value, row->max + 1, &n, err))
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (find_word(row, json_object_array_get_idx(value, i), &bit, err))
			return -1;
		*bits |= 1u << bit;
	}
	return 0;
}

static int
read_text(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	if (!value)
		return 0;
	if (json_check(value, row->key, json_type_string, err))
		return -1;
	set_pointer(row, base, xstrdup(json_object_get_string(value)));
	return 0;
}

static int
read_chars(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	if (!value)
		return 0;
	if (json_check(value, row->key, json_type_string, err))
		return -1;
	if ((size_t)json_object_get_string_len(value) > row->max)
		return err_set(err, "\"%s\" is longer than %" PRIu64 " bytes", row->key, row->max);
	strcpy(member(row, base), json_object_get_string(value));
	return 0;
}

static int
read_reals(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	float *values = member(row, base);
	size_t n;

	if (check_list(row, value, row->max, &n, err))
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct json_object *element = json_object_array_get_idx(value, i);
		double number = NAN;

		if (element && check_real(row, element, &number, err))
			return -1;
		values[i] = (float)number;
	}
	set_count(row, base, n);
	return 0;
}

static int
read_part(const struct field *row, const char *name, struct json_object *value,
	  struct op_part *part, struct err *err)
{
	if (strlen(name) >= sizeof(part->name))
		return err_set(err, "\"%s\" has a name longer than %zu bytes", row->key,
			       sizeof(part->name) - 1);
	strcpy(part->name, name);
	return json_check_u64(value, row->key, 0, UNKNOWN - 1, &part->ns, err);
}

static int
read_parts(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	struct op_part *parts = member(row, base);
	size_t n = 0;

	if (!value)
		return 0;
	if (json_check(value, row->key, json_type_object, err))
		return -1;
	if ((size_t)json_object_object_length(value) > row->max)
		return err_set(err, "\"%s\" has %d members, more than %" PRIu64, row->key,
			       json_object_object_length(value), row->max);
	json_object_object_foreach(value, name, ns)
		if (read_part(row, name, ns, &parts[n++], err))
			return -1;
	set_count(row, base, n);
	return 0;
}

static int
read_sizes(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	size_t *values;
	size_t n;

	if (check_list(row, value, row->max, &n, err))
		return -1;
	values = xcalloc(n, sizeof(*values));
	set_pointer(row, base, values);
	set_count(row, base, n);
	for (size_t i = 0; i < n; i++) {
		uint64_t number;

		if (json_check_u64(json_object_array_get_idx(value, i), row->key, 0, SIZE_MAX - 1,
				   &number, err))
			return -1;
		values[i] = (size_t)number;
	}
	return 0;
}

static int
read_inside(const struct field *row, struct json_object *value, void *at, struct err *err)
{
	if (value && json_check(value, row->key, json_type_object, err))
		return -1;
	return fields_read(row->of, value, at, err) ? err_wrap(err, "%s", row->key) : 0;
}

static int
read_object(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	return read_inside(row, value, member(row, base), err);
}

static int
read_owned(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	if (!value)
		return 0;
	set_pointer(row, base, xcalloc(1, row->of->size));
	return read_inside(row, value, field_pointer(row, base), err);
}

static int
read_elements(const struct field *row, struct json_object *list, size_t n, char *first,
	      struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		struct json_object *element = json_object_array_get_idx(list, i);

		if (!json_object_is_type(element, json_type_object))
			return err_set(err, "\"%s\" has an element that is no object", row->key);
		if (fields_read(row->of, element, first + i * row->of->size, err))
			return err_wrap(err, "%s[%zu]", row->key, i);
	}
	return 0;
}

static int
read_list(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	size_t n;

	if (check_list(row, value, row->max, &n, err))
		return -1;
	set_pointer(row, base, xcalloc(n, row->of->size));
	set_count(row, base, n);
	return read_elements(row, value, n, field_pointer(row, base), err);
}

static int
read_array(const struct field *row, struct json_object *value, void *base, struct err *err)
{
	size_t n;

	if (check_list(row, value, row->max, &n, err))
		return -1;
	set_count(row, base, n);
	return read_elements(row, value, n, member(row, base), err);
}

static int
read_row(const struct field *row, struct json_object *from, void *into, struct err *err)
{
	static int (*const readers[])(const struct field *, struct json_object *, void *,
				      struct err *) = {
		/* clang-format off */
		[FIELD_BOOL]   = read_bool,	[FIELD_U32]   = read_u32,
		[FIELD_U64]    = read_u64,	[FIELD_SIZE]  = read_size,
		[FIELD_HEX]    = read_hex,	[FIELD_REAL]  = read_real,
		[FIELD_WORD]   = read_word,	[FIELD_WORDS] = read_words,
		[FIELD_TEXT]   = read_text,	[FIELD_CHARS] = read_chars,
		[FIELD_REALS]  = read_reals,	[FIELD_PARTS] = read_parts,
		[FIELD_SIZES]  = read_sizes,
		[FIELD_OBJECT] = read_object,	[FIELD_OWNED] = read_owned,
		[FIELD_LIST]   = read_list,	[FIELD_ARRAY] = read_array,
		/* clang-format on */
	};
	struct json_object *value = NULL;

	json_object_object_get_ex(from, row->key, &value);
	if (!value && row->need == REQUIRED)
		return err_set(err, "\"%s\" is missing", row->key);
	return readers[row->type](row, value, into, err);
}

int
fields_read(const struct fields *fields, struct json_object *from, void *into, struct err *err)
{
	for (size_t i = 0; i < fields->n; i++)
		if (read_row(&fields->rows[i], from, into, err))
			return -1;
	return fields->check ? fields->check(into, err) : 0;
}
