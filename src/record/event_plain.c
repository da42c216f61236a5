/*
 * The lines of which a recording has millions, read without json-c: those of
 * ops, as event_format() writes them, with numbers, words and ASCII texts.
 * Whatever is not exactly that, and whatever is wrong, is left to
 * event_parse(), which alone knows all that is allowed and says what is not.
 */
#include <string.h>

#include "record/fields.h"

#define DIGITS_MAX 18 /* so many are never too many for 64 bits */

struct cursor {
	const char *at, *end;
};

struct word {
	const char *text;
	size_t len;
};

static char
peek(const struct cursor *line)
{
	return line->at < line->end ? *line->at : '\0';
}

static bool
take(struct cursor *line, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(line->end - line->at) < len || memcmp(line->at, text, len) != 0)
		return false;
	line->at += len;
	return true;
}

static bool
is(const struct word *word, const char *text)
{
	return strlen(text) == word->len && memcmp(word->text, text, word->len) == 0;
}

/* Without escapes, which are rare, and in ASCII, so that it need not be checked as UTF-8. */
static bool
take_word(struct cursor *line, struct word *ret)
{
	if (!take(line, "\""))
		return false;
	ret->text = line->at;
	while (peek(line) >= ' ' && peek(line) <= '~' && peek(line) != '"' && peek(line) != '\\')
		line->at++;
	ret->len = (size_t)(line->at - ret->text);
	return take(line, "\"");
}

static bool
take_number(struct cursor *line, uint64_t *ret)
{
	const char *first = line->at;
	uint64_t number = 0;

	for (; peek(line) >= '0' && peek(line) <= '9'; line->at++) {
		if (line->at - first == DIGITS_MAX || (line->at > first && number == 0))
			return false;
		number = number * 10 + (uint64_t)(*line->at - '0');
	}
	*ret = number;
	return line->at > first;
}

/* ---- a member, by its row ---- */

static bool
take_one_of(struct cursor *line, const struct field *row, unsigned *ret)
{
	struct word word;

	if (!take_word(line, &word))
		return false;
	for (unsigned i = 0; i <= row->max; i++) {
		if (row->words[i] && is(&word, row->words[i])) {
			*ret = i;
			return true;
		}
	}
	return false;
}

static bool
take_text(struct cursor *line, char **ret)
{
	struct word word;

	if (!take_word(line, &word))
		return false;
	*ret = xstrndup(word.text, word.len);
	return true;
}

static bool
take_parts(struct cursor *line, struct op_part *parts, size_t *n)
{
	struct word name;

	if (!take(line, "{"))
		return false;
	do {
		struct op_part *part = &parts[*n];

		if (*n == EVENT_PARTS || !take_word(line, &name) ||
		    name.len >= sizeof(part->name) || !take(line, ":") ||
		    !take_number(line, &part->ns))
			return false;
		for (size_t i = 0; i < *n; i++)
			if (is(&name, parts[i].name))
				return false;
		memcpy(part->name, name.text, name.len);
		(*n)++;
	} while (take(line, ","));
	return take(line, "}");
}

static bool
take_value(struct cursor *line, const struct field *row, struct event *event)
{
	void *member = (char *)event + row->offset;
	uint64_t number;

	switch (row->type) {
	case FIELD_WORD: return take_one_of(line, row, member);
	case FIELD_TEXT: return take_text(line, member);
	case FIELD_PARTS: return take_parts(line, event->op.parts, &event->op.n_parts);
	default: break;
	}
	if (!take_number(line, &number) || number < row->min || number > row->max)
		return false;
	if (row->type == FIELD_U32)
		*(uint32_t *)member = (uint32_t)number;
	else
		*(uint64_t *)member = number;
	return true;
}

/* False: that it is missing has to be told to a person. */
static bool
leave_out(const struct field *row, struct event *event)
{
	if (row->type == FIELD_U64)
		*(uint64_t *)((char *)event + row->offset) = UNKNOWN;
	return row->need == OPTIONAL;
}

/* ,"KEY": */
static bool
take_key(struct cursor *line, const struct field *row)
{
	struct cursor before = *line;
	struct word key;

	if (take(line, ",") && take_word(line, &key) && is(&key, row->key) && take(line, ":"))
		return true;
	*line = before;
	return false;
}

/* In the order of the rows, which is that in which they are written. */
static bool
take_members(struct cursor *line, struct event *event)
{
	const struct fields *fields = event_fields(event->type);

	for (size_t i = 0; i < fields->n; i++) {
		const struct field *row = &fields->rows[i];

		if (!(take_key(line, row) ? take_value(line, row, event) : leave_out(row, event)))
			return false;
	}
	return take(line, "}") && line->at == line->end;
}

static bool
take_start(struct cursor *line, struct event *event)
{
	static const enum event_type types[] = { EV_OP_BEGIN, EV_OP_PROGRESS, EV_OP_END };
	struct word name;

	if (!take(line, "{\"ev\":") || !take_word(line, &name) || !take(line, ",\"t\":") ||
	    !take_number(line, &event->t))
		return false;
	for (size_t i = 0; i < COUNTOF(types); i++) {
		event->type = types[i];
		if (is(&name, event_type_name(types[i])))
			return true;
	}
	return false;
}

bool
event_parse_plain(const char *text, size_t len, struct event *ret)
{
	struct cursor line = { text, text + len };
	struct event event = { 0 };
	struct err ignored;

	if (!take_start(&line, &event))
		return false;
	if (!take_members(&line, &event) || (event_fields(event.type)->check &&
					     event_fields(event.type)->check(&event, &ignored))) {
		event_wipe(&event);
		return false;
	}
	*ret = event;
	return true;
}
