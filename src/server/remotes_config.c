#include "server/remotes_config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "base/mem.h"
#include "base/xdg.h"
#include "server/answer.h"

/* The event that comes next, looked at but not yet passed. */
struct reader {
	yaml_parser_t parser;
	yaml_event_t event;
	const char *path;
	const char *text; /* the whole file */
	struct remotes_config *config;
	struct err *err;
};

/* Reads the value that comes next into `into`. */
typedef int value_fn(struct reader *reader, void *into);

struct field {
	const char *key;
	value_fn *read;
	size_t at; /* in what is read */
};

/* ---- events ---- */

static int
fail_at(struct reader *reader, size_t line, const char *what)
{
	return err_set_kind(reader->err, ERR_USAGE, "%s:%zu: %s", reader->path, line + 1, what);
}

static int
fail(struct reader *reader, const char *what)
{
	return fail_at(reader, reader->event.start_mark.line, what);
}

/* What is no text at all has a place in the bytes only. */
static size_t
error_line(const struct reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	size_t line = 0;

	if (parser->error != YAML_READER_ERROR)
		return parser->problem_mark.line;
	for (size_t i = 0; i < parser->problem_offset; i++)
		line += reader->text[i] == '\n';
	return line;
}

static int
next(struct reader *reader)
{
	yaml_event_delete(&reader->event);
	if (!yaml_parser_parse(&reader->parser, &reader->event))
		return fail_at(reader, error_line(reader),
			       reader->parser.problem ? reader->parser.problem : "this is no YAML");
	if (reader->event.type == YAML_ALIAS_EVENT)
		return fail(reader, "an alias (*NAME) is not read here; write the value itself");
	return 0;
}

/* Passes the value that comes next, whatever is in it. */
static int
skip(struct reader *reader)
{
	size_t depth = 0;

	do {
		yaml_event_type_t type = reader->event.type;

		if (type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT)
			depth++;
		else if (type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT)
			depth--;
		if (next(reader) < 0)
			return -1;
	} while (depth > 0);
	return 0;
}

/* ---- values ---- */

static bool
is_null(const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;

	return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       (!*text || strcmp(text, "~") == 0 || strcasecmp(text, "null") == 0);
}

/* The scalar that is looked at, as a line of text; NULL: see err. */
static const char *
line_of_text(struct reader *reader)
{
	const yaml_event_t *event = &reader->event;
	const char *text = (const char *)event->data.scalar.value;

	if (event->type != YAML_SCALAR_EVENT)
		fail(reader, "a list or a mapping stands where a text is expected");
	else if (strlen(text) != event->data.scalar.length || !text_is_clean(text))
		fail(reader, "this text is too long, or has control characters in it");
	else
		return text;
	return NULL;
}

static int
read_text(struct reader *reader, void *into)
{
	const char *text = line_of_text(reader);
	char **value = into;

	if (!text)
		return -1;
	free(*value);
	*value = *text && !is_null(&reader->event) ? xstrdup(text) : NULL;
	return next(reader);
}

static int
read_bool(struct reader *reader, void *into)
{
	static const char *const words[] = { "false", "true", "no", "yes", "off", "on" };
	const char *text = line_of_text(reader);
	bool *value = into;

	if (!text)
		return -1;
	for (size_t i = 0; i < COUNTOF(words); i++) {
		if (strcasecmp(text, words[i]) != 0)
			continue;
		*value = i % 2;
		return next(reader);
	}
	return fail(reader, "expected true or false");
}

/* ---- mappings ---- */

/* Enters a mapping. 1: it has begun; 0: there is nothing in its place. */
static int
enter(struct reader *reader)
{
	bool nothing = reader->event.type == YAML_SCALAR_EVENT && is_null(&reader->event);

	if (!nothing && reader->event.type != YAML_MAPPING_START_EVENT)
		return fail(reader, "expected a mapping, lines of KEY: VALUE");
	return next(reader) < 0 ? -1 : !nothing;
}

static int
read_field(struct reader *reader, const struct field *fields, void *into)
{
	const char *key = (const char *)reader->event.data.scalar.value;
	const struct field *field = fields;

	if (reader->event.type != YAML_SCALAR_EVENT)
		return skip(reader) < 0 ? -1 : skip(reader);
	while (field->key && strcmp(field->key, key) != 0)
		field++;
	if (next(reader) < 0)
		return -1;
	return field->key ? field->read(reader, (char *)into + field->at) : skip(reader);
}

/* Takes those of the mapping's values that are among the fields. */
static int
read_mapping(struct reader *reader, const struct field *fields, void *into)
{
	int status = enter(reader);

	if (status <= 0)
		return status;
	while (reader->event.type != YAML_MAPPING_END_EVENT)
		if (read_field(reader, fields, into) < 0)
			return -1;
	return next(reader);
}

/* ---- the file ---- */

static const struct field entry_fields[] = {
	{ "addr", read_text, offsetof(struct remotes_entry, addr) },
	{ "last_working_address", read_text, offsetof(struct remotes_entry, last_address) },
	{ "protocol", read_text, offsetof(struct remotes_entry, protocol) },
	{ "auth_type", read_text, offsetof(struct remotes_entry, auth_type) },
	{ "project", read_text, offsetof(struct remotes_entry, project) },
	{ "public", read_bool, offsetof(struct remotes_entry, public) },
	{ 0 },
};

static int
read_entry(struct reader *reader)
{
	struct remotes_config *config = reader->config;
	const char *name = line_of_text(reader);
	struct remotes_entry *entry;

	if (!name)
		return -1;
	if (!*name || *name == '.' || strchr(name, '/'))
		return fail(reader, "this is no name of a remote");
	if (remotes_config_find(config, name))
		return fail(reader, "a second remote of this name");
	if (config->n == REMOTES_CONFIG_ENTRIES)
		return fail(reader, "more remotes than a client has");

	config->entries =
		mem_grow(config->entries, config->n, &config->room, sizeof(*config->entries));
	entry = &config->entries[config->n++];
	*entry = (struct remotes_entry){ .name = xstrdup(name) };
	return next(reader) < 0 ? -1 : read_mapping(reader, entry_fields, entry);
}

static int
read_remotes(struct reader *reader, void *into)
{
	int status = enter(reader);

	(void)into;
	if (status <= 0)
		return status;
	while (reader->event.type != YAML_MAPPING_END_EVENT)
		if (read_entry(reader) < 0)
			return -1;
	return next(reader);
}

static const struct field file_fields[] = {
	{ "default-remote", read_text, offsetof(struct remotes_config, default_remote) },
	{ "remotes", read_remotes, 0 },
	{ 0 },
};

static int
read_file(struct reader *reader)
{
	if (next(reader) < 0 || next(reader) < 0)
		return -1;
	if (reader->event.type == YAML_STREAM_END_EVENT)
		return 0;
	return next(reader) < 0 ? -1 : read_mapping(reader, file_fields, reader->config);
}

int
remotes_config_parse(const char *path, const char *text, size_t len, struct remotes_config *ret,
		     struct err *err)
{
	struct remotes_config config = { 0 };
	struct reader reader = { .path = path, .text = text, .config = &config, .err = err };
	int status;

	if (!yaml_parser_initialize(&reader.parser))
		mem_exhausted();
	yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, len);
	status = read_file(&reader);
	yaml_event_delete(&reader.event);
	yaml_parser_delete(&reader.parser);
	if (status < 0)
		remotes_config_wipe(&config);
	else
		*ret = config;
	return status;
}

int
remotes_config_read(const char *path, struct remotes_config *ret, struct err *err)
{
	autofree_mem char *text = NULL;
	size_t len;

	errno = 0;
	if (xdg_read_file(path, REMOTES_CONFIG_BYTES, &text, &len, err) == 0)
		return remotes_config_parse(path, text, len, ret, err);
	if (errno != ENOENT && errno != ENOTDIR) {
		err->kind = ERR_USAGE;
		return -1;
	}
	*ret = (struct remotes_config){ 0 };
	return 0;
}

const struct remotes_entry *
remotes_config_find(const struct remotes_config *config, const char *name)
{
	for (size_t i = 0; i < config->n; i++)
		if (strcmp(config->entries[i].name, name) == 0)
			return &config->entries[i];
	return NULL;
}

static void
entry_wipe(struct remotes_entry *entry)
{
	free(entry->name);
	free(entry->addr);
	free(entry->last_address);
	free(entry->protocol);
	free(entry->auth_type);
	free(entry->project);
}

void
remotes_config_wipe(struct remotes_config *config)
{
	for (size_t i = 0; i < config->n; i++)
		entry_wipe(&config->entries[i]);
	free(config->entries);
	free(config->default_remote);
	*config = (struct remotes_config){ 0 };
}
