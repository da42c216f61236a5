/*
 * fields.h - a struct and its JSON object, told once: a row a member.
 *
 * The same rows write the object, read and check it, free what the struct
 * owns, and say which texts name a machine, a place or a person (redact.h). What
 * is not known is left out of the object, and what is left out is not known.
 * doc/recording.md is checked against the rows by a test.
 */
#ifndef RECORD_FIELDS_H
#define RECORD_FIELDS_H

#include "base/jsonio.h"
#include "record/event.h"

/* A member's type, as JSON, and what it is when it was left out. */
enum field_type {
	FIELD_BOOL,	/* bool; always written; false */
	FIELD_U32,	/* unsigned, uint32_t or int that is not negative; 0 */
	FIELD_U64,	/* uint64_t; UNKNOWN */
	FIELD_SIZE,	/* size_t; SIZE_MAX */
	FIELD_HEX,	/* uint64_t of which every bit counts, as a text of 16 hex digits; 0 */
	FIELD_REAL,	/* double, finite and not negative, six digits are kept; NAN */
	FIELD_WORD,	/* an enum, as the word words[value] if there is one; 0 */
	FIELD_WORDS,	/* unsigned, as a list of words: words[i] for bit i; 0 */
	FIELD_TEXT,	/* char *, owned; NULL */
	FIELD_CHARS,	/* char[max + 1]; "" */
	FIELD_REALS,	/* float[max], counted, NAN as null; none */
	FIELD_PARTS,	/* struct op_part[max], counted, as an object of names and ns; none */
	FIELD_SIZES,	/* size_t *, owned, counted, max is of the elements; none */
	FIELD_OBJECT,	/* a struct; all its members left out */
	FIELD_OWNED,	/* a pointer to a struct, owned; NULL */
	FIELD_LIST,	/* an array of structs, owned, counted, at most max; none */
	FIELD_ARRAY,	/* struct[max], counted; none */
};

/* What is in a text, for those who must not see it. */
enum field_names {
	NAMES_ANYTHING,		/* free text */
	NAMES_NOTHING,		/* a word of ours, a version, an image */
	NAMES_HOST,		/* a machine; or the path of its socket */
	NAMES_FOLDER,		/* a pool, or a path when it begins with one */
	NAMES_INSTANCE,
	NAMES_RUN,
};

enum field_need { OPTIONAL, REQUIRED };

struct fields;

struct field {
	const char *key;
	enum field_type type;
	enum field_need need;
	size_t offset;			/* of the member */
	uint64_t min, max;		/* of a number; words, bytes or elements: see the types */
	size_t count, count_size;	/* the member that counts: its offset and size (size_t or unsigned) */
	const struct fields *of;	/* of what is inside */
	const char *const *words;	/* max + 1 of them */
	enum field_names names;
};

struct fields {
	const struct field *rows;
	size_t n;
	size_t size;	/* of the struct */
	/* What no single row can tell; `err` names the key. NULL: nothing. */
	int (*check)(const void *filled, struct err *err);
};

/* For the rows: where a member is, and which member counts it. */
#define FIELD_AT(type, member) .offset = offsetof(type, member)
#define FIELD_COUNT(type, member)                                                                  \
	.count = offsetof(type, member), .count_size = sizeof(((type *)0)->member)
#define FIELDS(rows, type, check) { (rows), COUNTOF(rows), sizeof(type), (check) }

/* Longest text that is written, bytes; the rest is cut off. Keeps a line far below RECORDING_LINE_MAX. */
#define FIELD_TEXT_MAX 16384

void fields_write(const struct fields *fields, const void *from, struct json_object *into);
/* `into` is zeroed by the caller, and wiped by the caller also after a failure. */
int fields_read(const struct fields *fields, struct json_object *from, void *into, struct err *err);
/* `to` owns all that is inside it; what was in it before is not freed. */
void fields_copy(const struct fields *fields, const void *from, void *to);
/* Frees what is inside and zeroes it all. */
void fields_wipe(const struct fields *fields, void *of);
/* Calls `visit` for each text that is there, in the order of the rows; it may exchange it. */
void fields_each_text(const struct fields *fields, void *of,
		      void (*visit)(const struct field *row, char **text, void *arg), void *arg);

/* For fields.c and fields_read.c: a number we take for a measurement; the pointer a member holds. */
bool field_is_real(double value);
void *field_pointer(const struct field *row, const void *base);

/* Those of this room. */
extern const struct fields env_fields;
extern const struct fields plan_fields;
/* Of an event's own members; "ev" and "t" are every event's. A header's are of struct event_header. */
const struct fields *event_fields(enum event_type type);

#endif
