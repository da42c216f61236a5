#include "record/fields.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

void *
field_pointer(const struct field *row, const void *base)
{
	void *pointer;

	memcpy(&pointer, (const char *)base + row->offset, sizeof(pointer));
	return pointer;
}

static size_t
count_of(const struct field *row, const void *base)
{
	const char *at = (const char *)base + row->count;

	return row->count_size == sizeof(size_t) ? *(const size_t *)at : *(const unsigned *)at;
}

/* The structs inside a member: the first, and how many. */
static char *
elements(const struct field *row, const void *base, size_t *n)
{
	char *at = (char *)base + row->offset;

	switch (row->type) {
	case FIELD_OBJECT:
		*n = 1;
		return at;
	case FIELD_OWNED:
		at = field_pointer(row, base);
		*n = at ? 1 : 0;
		return at;
	case FIELD_LIST:
		*n = count_of(row, base);
		return field_pointer(row, base);
	case FIELD_ARRAY:
		*n = count_of(row, base);
		return at;
	default:
		*n = 0;
		return NULL;
	}
}

static const void *
member(const struct field *row, const void *base)
{
	return (const char *)base + row->offset;
}

static void
write_bool(const struct field *row, const void *base, struct json_object *into)
{
	json_add_bool(into, row->key, *(const bool *)member(row, base));
}

static void
write_u32(const struct field *row, const void *base, struct json_object *into)
{
	unsigned value = *(const unsigned *)member(row, base);

	if (value || row->need == REQUIRED)
		json_add_u64(into, row->key, value);
}

static void
write_u64(const struct field *row, const void *base, struct json_object *into)
{
	uint64_t value = *(const uint64_t *)member(row, base);

	assert(known(value) || row->need == OPTIONAL);
	json_add_u64(into, row->key, value);
}

static void
write_size(const struct field *row, const void *base, struct json_object *into)
{
	size_t value = *(const size_t *)member(row, base);

	assert(value != SIZE_MAX || row->need == OPTIONAL);
	if (value != SIZE_MAX)
		json_add_u64(into, row->key, value);
}

static void
write_hex(const struct field *row, const void *base, struct json_object *into)
{
	char digits[17];

	snprintf(digits, sizeof(digits), "%016" PRIx64, *(const uint64_t *)member(row, base));
	json_add_text(into, row->key, digits);
}

static void
write_real(const struct field *row, const void *base, struct json_object *into)
{
	double value = *(const double *)member(row, base);

	if (field_is_real(value))
		json_add_real(into, row->key, value);
}

static void
write_word(const struct field *row, const void *base, struct json_object *into)
{
	unsigned value = *(const unsigned *)member(row, base);

	assert(value <= row->max);
	json_add_text(into, row->key, row->words[value]);
}

static void
write_words(const struct field *row, const void *base, struct json_object *into)
{
	unsigned bits = *(const unsigned *)member(row, base);
	struct json_object *list;

	if (!bits)
		return;
	list = json_add_array(into, row->key);
	for (unsigned i = 0; i <= row->max; i++)
		if (bits & 1u << i)
			json_push_text(list, row->words[i]);
}

static void
write_text(const struct field *row, const void *base, struct json_object *into)
{
	const char *text = field_pointer(row, base);
	autofree_mem char *cut = NULL;

	assert(text || row->need == OPTIONAL);
	if (text && strlen(text) > FIELD_TEXT_MAX)
		text = cut = xstrndup(text, utf8_cut(text, FIELD_TEXT_MAX));
	json_add_text(into, row->key, text);
}

static void
write_chars(const struct field *row, const void *base, struct json_object *into)
{
	json_add_text(into, row->key, member(row, base));
}

static void
write_reals(const struct field *row, const void *base, struct json_object *into)
{
	const float *values = member(row, base);
	size_t n = count_of(row, base);
	struct json_object *list;

	if (!n)
		return;
	list = json_add_array(into, row->key);
	for (size_t i = 0; i < n; i++)
		json_push_real(list, field_is_real(values[i]) ? (double)values[i] : NAN);
}

static void
write_parts(const struct field *row, const void *base, struct json_object *into)
{
	const struct op_part *parts = member(row, base);
	size_t n = count_of(row, base);
	struct json_object *object;

	if (!n)
		return;
	object = json_add_object(into, row->key);
	for (size_t i = 0; i < n; i++)
		json_add_u64(object, parts[i].name, parts[i].ns);
}

static void
write_sizes(const struct field *row, const void *base, struct json_object *into)
{
	const size_t *values = field_pointer(row, base);
	size_t n = count_of(row, base);
	struct json_object *list = json_add_array(into, row->key);

	for (size_t i = 0; i < n; i++)
		json_push_u64(list, values[i]);
}

static void
write_object(const struct field *row, const void *base, struct json_object *into)
{
	size_t n;
	char *first = elements(row, base, &n);
	struct json_object *object;

	if (!n)
		return;
	object = json_add_object(into, row->key);
	fields_write(row->of, first, object);
	if (row->need == OPTIONAL && json_object_object_length(object) == 0)
		json_object_object_del(into, row->key);
}

static void
write_list(const struct field *row, const void *base, struct json_object *into)
{
	size_t n;
	char *first = elements(row, base, &n);
	struct json_object *list;

	if (!n && row->need == OPTIONAL)
		return;
	list = json_add_array(into, row->key);
	for (size_t i = 0; i < n; i++)
		fields_write(row->of, first + i * row->of->size, json_push_object(list));
}

void
fields_write(const struct fields *fields, const void *from, struct json_object *into)
{
	static void (*const writers[])(const struct field *, const void *, struct json_object *) = {
		/* clang-format off */
		[FIELD_BOOL]   = write_bool,	[FIELD_U32]   = write_u32,
		[FIELD_U64]    = write_u64,	[FIELD_SIZE]  = write_size,
		[FIELD_HEX]    = write_hex,	[FIELD_REAL]  = write_real,
		[FIELD_WORD]   = write_word,	[FIELD_WORDS] = write_words,
		[FIELD_TEXT]   = write_text,	[FIELD_CHARS] = write_chars,
		[FIELD_REALS]  = write_reals,	[FIELD_PARTS] = write_parts,
		[FIELD_SIZES]  = write_sizes,
		[FIELD_OBJECT] = write_object,	[FIELD_OWNED] = write_object,
		[FIELD_LIST]   = write_list,	[FIELD_ARRAY] = write_list,
		/* clang-format on */
	};

	for (size_t i = 0; i < fields->n; i++)
		writers[fields->rows[i].type](&fields->rows[i], from, into);
}

static bool
is_owned(enum field_type type)
{
	return type == FIELD_TEXT || type == FIELD_SIZES || type == FIELD_OWNED ||
	       type == FIELD_LIST;
}

/* Bytes of the block that a member owns. */
static size_t
size_owned(const struct field *row, const void *base)
{
	const char *pointer = field_pointer(row, base);
	size_t n;

	if (!pointer)
		return 0;
	if (row->type == FIELD_TEXT)
		return strlen(pointer) + 1;
	if (row->type == FIELD_SIZES)
		return count_of(row, base) * sizeof(size_t);
	elements(row, base, &n);
	return n * row->of->size;
}

void
fields_copy(const struct fields *fields, const void *from, void *to)
{
	memcpy(to, from, fields->size);
	for (size_t i = 0; i < fields->n; i++) {
		const struct field *row = &fields->rows[i];
		size_t n;
		char *was = elements(row, from, &n), *is;

		if (is_owned(row->type)) {
			size_t size = size_owned(row, from);
			void *block = size ? memcpy(xmalloc(size), field_pointer(row, from), size)
					   : NULL;

			memcpy((char *)to + row->offset, &block, sizeof(block));
		}
		is = elements(row, to, &n);
		for (size_t k = 0; k < n; k++)
			fields_copy(row->of, was + k * row->of->size, is + k * row->of->size);
	}
}

void
fields_wipe(const struct fields *fields, void *of)
{
	for (size_t i = 0; i < fields->n; i++) {
		const struct field *row = &fields->rows[i];
		size_t n;
		char *first = elements(row, of, &n);

		for (size_t k = 0; k < n; k++)
			fields_wipe(row->of, first + k * row->of->size);
		if (is_owned(row->type))
			free(field_pointer(row, of));
	}
	memset(of, 0, fields->size);
}

void
fields_each_text(const struct fields *fields, void *of,
		 void (*visit)(const struct field *row, char **text, void *arg), void *arg)
{
	for (size_t i = 0; i < fields->n; i++) {
		const struct field *row = &fields->rows[i];
		char **text = (char **)((char *)of + row->offset);
		size_t n;
		char *first = elements(row, of, &n);

		for (size_t k = 0; k < n; k++)
			fields_each_text(row->of, first + k * row->of->size, visit, arg);
		if (row->type == FIELD_TEXT && *text)
			visit(row, text, arg);
	}
}
