#include "server/answer.h"

#include <ctype.h>
#include <json-c/linkhash.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "base/utf8.h"

#define TEXT_MAX 2000	/* bytes of a server's text that are kept */
#define SHOWN_MAX 80	/* of an answer that is none */

/* ---- texts ---- */

static const char *
safe(uint32_t c, const char *from, size_t *len)
{
	bool reorders = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

	if (c == ' ' || (c >= '\t' && c <= '\r')) {
		*len = 1;
		return " ";
	}
	if (c < 0x20 || (c >= 0x7f && c < 0xa0) || reorders || c == UTF8_REPLACEMENT) {
		*len = 3;
		return "\xef\xbf\xbd";
	}
	return from;
}

static char *
clean_to(const char *text, size_t max)
{
	autobuf out = { 0 };
	const char *from = text;

	for (uint32_t c; (c = utf8_next(&text)) != 0; from = text) {
		size_t len = (size_t)(text - from);
		const char *bytes = safe(c, from, &len);

		if (out.len + len > max) {
			buf_puts(&out, "…");
			break;
		}
		buf_add(&out, bytes, len);
	}
	return buf_steal(&out);
}

char *
text_clean(const char *text)
{
	return text ? clean_to(text, TEXT_MAX) : NULL;
}

bool
text_is_clean(const char *text)
{
	autofree_mem char *clean = text_clean(text);

	return strcmp(clean, text) == 0;
}

/* ---- parts of an answer ---- */

char *
answer_text(struct json_object *object, const char *key)
{
	const char *text = json_text_or(object, key, "");

	return *text ? text_clean(text) : NULL;
}

size_t
answer_length(struct json_object *array)
{
	return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

struct json_object *
answer_object(struct json_object *array, size_t i)
{
	struct json_object *object = json_object_array_get_idx(array, i);

	return json_object_is_type(object, json_type_object) ? object : NULL;
}

/* ---- an answer ---- */

static const char operations_path[] = "/1.0/operations/";

/* "/1.0/operations/ID?project=p"; an id that is none of a server's would end up in a path of ours. */
static void
read_operation(const char *url, char id[64])
{
	size_t len = 0;

	if (strncmp(url, operations_path, strlen(operations_path)) != 0)
		return;
	url += strlen(operations_path);
	while (isalnum((unsigned char)url[len]) || url[len] == '-')
		len++;
	if (len == 0 || len >= 64 || (url[len] && url[len] != '?'))
		return;
	memcpy(id, url, len);
	id[len] = '\0';
}

static void
read_error(struct answer *answer)
{
	uint64_t code = json_u64_or(answer->root, "error_code", 0);
	const char *text = json_text_or(answer->root, "error", "");

	answer->type = ANSWER_ERROR;
	if (code >= 100 && code <= 999)
		answer->code = (int)code;
	answer->error = *text ? text_clean(text) :
				xasprintf("the server gives no reason (status %d)", answer->code);
	if (answer->code == 401 || answer->code == 403 || answer->code == 503)
		answer->kind = ERR_UNREACHABLE;
}

static void
read_garbage(struct answer *answer, const char *body)
{
	autofree_mem char *start = clean_to(body, SHOWN_MAX);

	answer->type = ANSWER_GARBAGE;
	answer->kind = ERR_UNREACHABLE;
	answer->error = xasprintf("this is no answer of an Incus or LXD server (HTTP status %d): \"%s\"",
				  answer->http, start);
}

void
answer_read(int http, const char *body, size_t len, struct answer *ret)
{
	struct err ignored;
	const char *type;

	*ret = (struct answer){ .http = http, .code = http };
	ret->root = json_parse(body, len, &ignored);
	type = json_text_or(ret->root, "type", "");
	if (strcmp(type, "error") == 0 || (*type && http >= 400)) {
		read_error(ret);
	} else if (strcmp(type, "sync") == 0) {
		ret->type = ANSWER_SYNC;
	} else if (strcmp(type, "async") == 0) {
		ret->type = ANSWER_ASYNC;
		read_operation(json_text_or(ret->root, "operation", ""), ret->operation);
	} else {
		read_garbage(ret, body);
		return;
	}
	json_object_object_get_ex(ret->root, "metadata", &ret->metadata);
}

void
answer_wipe(struct answer *answer)
{
	free(answer->error);
	json_object_put(answer->root);
	*answer = (struct answer){ 0 };
}

bool
answer_starting(const struct answer *answer)
{
	static const char *const texts[] = { "starting up", "shutting down", "not ready yet" };

	if (answer->type != ANSWER_ERROR || answer->code != 503)
		return false;
	for (size_t i = 0; i < COUNTOF(texts); i++)
		if (strcasestr(answer->error, texts[i]))
			return true;
	return false;
}

/* ---- operations ---- */

enum operation_state
operation_state(struct json_object *operation)
{
	uint64_t code = json_u64_or(operation, "status_code", 0);

	if (code >= 100 && code < 200)
		return OPERATION_RUNNING;
	if (code == 200)
		return OPERATION_SUCCESS;
	return code >= 400 && code < 600 ? OPERATION_FAILURE : OPERATION_UNREADABLE;
}

char *
operation_error(struct json_object *operation)
{
	const char *text = json_text_or(operation, "err", "");
	uint64_t code = json_u64_or(operation, "status_code", 0);

	if (*text)
		return text_clean(text);
	return xstrdup(code == 401 ? "the operation was cancelled" : "the server gives no reason");
}

/* "create_instance_from_image_unpack_progress": "Unpacking image: 61% (21.96MB/s)" */
static const char *
told_in_words(struct json_object *metadata)
{
	static const char ending[] = "_progress";

	json_object_object_foreach(metadata, key, value) {
		size_t len = strlen(key), end = strlen(ending);

		if (len > end && strcmp(key + len - end, ending) == 0 &&
		    json_object_is_type(value, json_type_string))
			return json_object_get_string(value);
	}
	return NULL;
}

/* {"percent":"61","speed":"21962177","stage":"create_instance_from_image_unpack"}; numbers are texts. */
static char *
told_in_numbers(struct json_object *progress)
{
	const char *stage = json_text_or(progress, "stage", "");
	const char *percent = json_text_or(progress, "percent", "");
	const char *processed = json_text_or(progress, "processed", "");
	char size[UNITS_LEN];
	autofree_mem char *text = NULL;

	if (*percent)
		text = xasprintf("%s %s %%", stage, percent);
	else if (*processed)
		text = xasprintf("%s %s", stage, units_size(size, strtoull(processed, NULL, 10)));
	else
		return NULL;
	for (char *c = text; *c; c++)
		*c = *c == '_' ? ' ' : *c;
	return text_clean(text);
}

char *
operation_progress(struct json_object *operation)
{
	struct json_object *metadata = json_get(operation, "metadata", json_type_object);
	const char *words = metadata ? told_in_words(metadata) : NULL;

	if (words && *words)
		return text_clean(words);
	return told_in_numbers(json_get(metadata, "progress", json_type_object));
}
