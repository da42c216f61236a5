/*
 * answer.h - one answer of an Incus or LXD server, whatever it looks like.
 *
 * Pure functions on texts and JSON. An answer says by its `type` what it is;
 * the HTTP status says so only in part (a failed operation comes inside an
 * HTTP 200). Any member may be missing, null or of another type.
 *
 * Source of the formats: the REST API documentation of Incus and LXD, and what
 * Incus 6.0.4 and LXD 5.0.2 answer.
 */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/jsonio.h"

enum answer_type {
	ANSWER_NONE,	/* there was none */
	ANSWER_GARBAGE,	/* of no server of this kind */
	ANSWER_SYNC,
	ANSWER_ASYNC,	/* an operation was begun */
	ANSWER_ERROR,
};

struct answer {
	enum answer_type type;
	int http;		/* HTTP status; 0: no answer */
	int code;		/* the error's, which may stand inside an HTTP 200; else as http */
	char *error;		/* of ERROR, GARBAGE and NONE; else NULL */
	enum err_kind kind;	/* of the error */
	bool unsent;		/* NONE: the server knows nothing of the request */
	char operation[64];	/* ASYNC: its id, "" when it is none */
	struct json_object *metadata;	/* borrowed from root; NULL when it is null */
	struct json_object *root;
	uint64_t length;	/* of the body, as its head tells it; UNKNOWN */
	uint64_t sent_ns, done_ns;
};

/* Reads an answer's body. The caller wipes. */
void answer_read(int http, const char *body, size_t len, struct answer *ret);
void answer_wipe(struct answer *answer);
/* The server is starting or stopping, and will answer later. */
bool answer_starting(const struct answer *answer);

/* ---- operations ---- */

enum operation_state {
	OPERATION_UNREADABLE,	/* this is no operation */
	OPERATION_RUNNING,
	OPERATION_SUCCESS,
	OPERATION_FAILURE,
};
enum operation_state operation_state(struct json_object *operation);
/* Why it failed, for the caller to free. */
char *operation_error(struct json_object *operation);
/* "Unpacking image: 61% (21.96MB/s)", for the caller to free. NULL: it tells none. */
char *operation_progress(struct json_object *operation);

/* ---- texts ---- */

/*
 * A text from outside for one line on a screen: white space becomes a space,
 * other control characters and what is no UTF-8 become U+FFFD, and what is
 * longer than 2000 bytes is cut. The caller frees. NULL stays NULL.
 */
char *text_clean(const char *text);
/* Whether that would change nothing. */
bool text_is_clean(const char *text);

/* ---- parts of an answer ---- */

/* The text under the key, clean, for the caller to free; NULL when it is absent, empty or no text. */
char *answer_text(struct json_object *object, const char *key);
size_t answer_length(struct json_object *array);	/* 0 when it is none */
/* The element of an array, when that is an object. */
struct json_object *answer_object(struct json_object *array, size_t i);

#endif
