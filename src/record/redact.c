#include "record/redact.h"

#include <stdlib.h>
#include <string.h>

#include "record/fields.h"
#include "record/redact_text.h"

enum secret { SECRET_HOST, SECRET_PATH, SECRET_ADDRESS, SECRET_SERIAL, SECRET_INSTANCE, SECRET_RUN };
#define SECRETS (SECRET_RUN + 1)

struct stand_in {
	enum secret secret;
	char *original;
	char *text;
};

/* Even a long run needs few, for instances share their run's; so they are searched one by one. */
struct redactor {
	struct stand_in *known;
	size_t n, room;
	size_t given[SECRETS];	/* how many of each */
};

struct redactor *
redactor_new(void)
{
	return xcalloc(1, sizeof(struct redactor));
}

void
redactor_free(struct redactor *redactor)
{
	if (!redactor)
		return;
	for (size_t i = 0; i < redactor->n; i++) {
		free(redactor->known[i].original);
		free(redactor->known[i].text);
	}
	free(redactor->known);
	free(redactor);
}

static char *
new_text(struct redactor *redactor, enum secret secret)
{
	static const char *const names[] = {
		[SECRET_HOST] = "host",		[SECRET_PATH] = "/path",
		[SECRET_ADDRESS] = "address",	[SECRET_SERIAL] = "serial",
		[SECRET_INSTANCE] = "instance",
	};
	size_t number = ++redactor->given[secret];

	/* An id stays one: it must be 8 hex digits. */
	if (secret == SECRET_RUN)
		return xasprintf("%08zx", number);
	return xasprintf("%s-%zu", names[secret], number);
}

/* The text that stands for the first `len` bytes of `original`. */
static const char *
stand_in(struct redactor *redactor, enum secret secret, const char *original, size_t len)
{
	struct stand_in *new;

	for (size_t i = 0; i < redactor->n; i++) {
		const struct stand_in *known = &redactor->known[i];

		if (known->secret == secret && strncmp(known->original, original, len) == 0 &&
		    known->original[len] == '\0')
			return known->text;
	}
	redactor->known =
		mem_grow(redactor->known, redactor->n, &redactor->room, sizeof(*redactor->known));
	new = &redactor->known[redactor->n++];
	new->secret = secret;
	new->original = xstrndup(original, len);
	new->text = new_text(redactor, secret);
	return new->text;
}

/* "local" tells nothing, and screens look for it. */
static bool
is_host(const char *name)
{
	return *name && *name != '/' && strcmp(name, "local") != 0;
}

void
redactor_know_host(struct redactor *redactor, const char *name)
{
	if (is_host(name))
		stand_in(redactor, SECRET_HOST, name, strlen(name));
}

/* Bytes of the longest known host's name that `text` begins with, as a whole word. */
static size_t
known_host(const struct redactor *redactor, const char *text)
{
	size_t longest = 0;

	for (size_t i = 0; i < redactor->n; i++) {
		const struct stand_in *known = &redactor->known[i];
		size_t len = strlen(known->original);

		if (known->secret == SECRET_HOST && len > longest &&
		    strncmp(text, known->original, len) == 0 && !is_word_char(text[len]))
			longest = len;
	}
	return longest;
}

static void
add_instance(struct redactor *redactor, const char *name, size_t len, struct buf *out)
{
	buf_puts(out, "psc-");
	buf_puts(out, stand_in(redactor, SECRET_RUN, name + 4, 8));
	buf_add(out, name + 12, len - 12);
}

static size_t
begins_path(const char *text, const char *at)
{
	char before = at > text ? at[-1] : '\0';

	return looks_path(at, before && strchr("\"'`", before) ? before : '\0');
}

/* What is secret at `at`, where a word begins: its length, and which; 0: nothing. */
static size_t
find_secret(const struct redactor *redactor, const char *text, const char *at, enum secret *secret)
{
	const struct {
		enum secret secret;
		size_t len;
	} found[] = {
		{ SECRET_HOST, known_host(redactor, at) }, { SECRET_RUN, looks_instance(at) },
		{ SECRET_ADDRESS, looks_url(at) },	   { SECRET_PATH, begins_path(text, at) },
		{ SECRET_ADDRESS, looks_address(at) },	   { SECRET_SERIAL, looks_serial(at) },
		{ SECRET_HOST, looks_host(at) },
	};

	for (size_t i = 0; i < COUNTOF(found); i++) {
		if (found[i].len) {
			*secret = found[i].secret;
			return found[i].len;
		}
	}
	return 0;
}

static bool
begins_word(const char *text, const char *at)
{
	return at == text || (!is_word_char(at[-1]) && !strchr("./@", at[-1]));
}

/* Free text, with all in it that looks like a secret replaced. */
static char *
redact_text(struct redactor *redactor, const char *text)
{
	autobuf out = { 0 };

	for (const char *at = text; *at;) {
		enum secret secret;
		size_t len = begins_word(text, at) ? find_secret(redactor, text, at, &secret) : 0;

		if (!len)
			buf_putc(&out, *at++);
		else if (secret == SECRET_RUN)
			add_instance(redactor, at, len, &out);
		else
			buf_puts(&out, stand_in(redactor, secret, at, len));
		at += len;
	}
	return buf_steal(&out);
}

/* A text that is one name as a whole. */
static char *
redact_name(struct redactor *redactor, enum field_names names, const char *text)
{
	size_t len = strlen(text);
	autobuf instance = { 0 };

	if (*text == '/')
		return xstrdup(stand_in(redactor, SECRET_PATH, text, len));
	if (names == NAMES_RUN)
		return xstrdup(stand_in(redactor, SECRET_RUN, text, len));
	if (names == NAMES_HOST)
		return xstrdup(is_host(text) ? stand_in(redactor, SECRET_HOST, text, len) : text);
	if (names == NAMES_INSTANCE && looks_instance(text) == len) {
		add_instance(redactor, text, len, &instance);
		return buf_steal(&instance);
	}
	if (names == NAMES_INSTANCE)
		return xstrdup(stand_in(redactor, SECRET_INSTANCE, text, len));
	return redact_text(redactor, text);
}

static void
redact_field(const struct field *row, char **text, void *redactor)
{
	char *redacted;

	if (row->names == NAMES_NOTHING)
		return;
	redacted = row->names == NAMES_ANYTHING ? redact_text(redactor, *text)
						: redact_name(redactor, row->names, *text);
	free(*text);
	*text = redacted;
}

static void
learn_host(const struct field *row, char **text, void *redactor)
{
	if (row->names == NAMES_HOST)
		redactor_know_host(redactor, *text);
}

static void
redact_header(struct redactor *redactor, struct event_header *header)
{
	const struct fields *fields = event_fields(EV_HEADER);
	/* Where published figures come from is no secret, and they are worth nothing without it. */
	char *published = header->kind == RUN_PUBLISHED ? steal(header->source) : NULL;

	/* All hosts before all texts: a name may be told before the server that has it. */
	fields_each_text(fields, header, learn_host, redactor);
	fields_each_text(fields, header, redact_field, redactor);
	if (published)
		header->source = published;
}

void
redact_event(struct redactor *redactor, struct event *event)
{
	if (event->type == EV_HEADER)
		redact_header(redactor, event->header);
	else
		fields_each_text(event_fields(event->type), event, redact_field, redactor);
}
