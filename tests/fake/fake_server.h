/*
 * fake_server.h - an HTTP server on a unix socket that answers from a script.
 *
 * It runs in a thread of its own in the test's process: keep-alive, many
 * connections at once, and any answer late, wrong, cut off, or never.
 *
 *	static const struct fake_row rows[] = {
 *		{ "POST", "/1.0/instances?*", .needs = "\"c3\"", .status = 400,
 *		  .body = FAKE_ERROR("400", "no c3 here") },
 *		{ "GET", "/1.0/images?*", .delay_ms = 50, .body = "asked with $1, answer $n" },
 *		{ 0 },
 *	};
 *	struct fake *fake = fake_start(rows, NULL);
 *	... fake_socket(fake) ... fake_seen(fake, "POST", "*") ...
 *	fake_stop(fake);
 *
 * The rows are tried in order; the first that fits and is not used up answers.
 * What fits no row gets a 404 as Incus gives it. fake_incus.h has the rows of
 * an ordinary server, to stand behind the few that a test is about.
 */
#ifndef TESTS_FAKE_SERVER_H
#define TESTS_FAKE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bodies in the server's three forms; METADATA is JSON text. */
#define FAKE_SYNC(METADATA)                                                                        \
	"{\"type\":\"sync\",\"status\":\"Success\",\"status_code\":200,\"operation\":\"\","        \
	"\"error_code\":0,\"error\":\"\",\"metadata\":" METADATA "}"
#define FAKE_ASYNC(ID)                                                                             \
	"{\"type\":\"async\",\"status\":\"Operation created\",\"status_code\":100,"                \
	"\"operation\":\"/1.0/operations/" ID "\",\"error_code\":0,\"error\":\"\",\"metadata\":"   \
	"{\"id\":\"" ID "\",\"class\":\"task\",\"status\":\"Running\",\"status_code\":103,"        \
	"\"metadata\":null,\"may_cancel\":false,\"err\":\"\"}}"
#define FAKE_ERROR(CODE, TEXT)                                                                     \
	"{\"type\":\"error\",\"status\":\"\",\"status_code\":0,\"operation\":\"\",\"error_code\":" \
	CODE ",\"error\":\"" TEXT "\",\"metadata\":null}"
/* The metadata of an operation: FAKE_SYNC(FAKE_OP("200", "", "null")). */
#define FAKE_OP(STATUS_CODE, ERR, METADATA)                                                        \
	"{\"id\":\"x\",\"class\":\"task\",\"status_code\":" STATUS_CODE ",\"err\":\"" ERR          \
	"\",\"metadata\":" METADATA ",\"may_cancel\":false}"

enum fake_how {
	FAKE_ANSWER,
	FAKE_CLOSE,	/* closes the connection without a word */
	FAKE_NEVER,	/* leaves the connection open and says nothing */
	FAKE_GONE,	/* the server ends: its socket and every connection are gone, see back_ms */
};

struct fake_request {
	const char *method;
	const char *path;	/* with its query, as it was sent */
	const char *body;	/* "" for none */
	size_t body_len;
	unsigned nth;		/* of the requests that this row answers, from 1 */
	char part[3][128];	/* what the path's asterisks stood for */
};

struct fake_answer {
	int status;		/* 0: 200 */
	char *body;		/* freed by the server; NULL: none */
};
/* For answers that depend on more than a row can say. Called in the server's thread. */
typedef struct fake_answer fake_fn(void *arg, const struct fake_request *request);

struct fake_row {
	const char *method;	/* "*": any */
	const char *path;	/* with the query; an asterisk stands for any text, also none */
	const char *needs;	/* only when the request's body has this in it; NULL: always */
	unsigned times;		/* answers so often, then later rows do; 0: always */
	unsigned delay_ms;	/* the answer, or the end, comes so much later */
	enum fake_how how;
	int status;		/* 0: 200 */
	const char *headers;	/* "Name: value\r\n" each */
	const char *body;	/* $1 $2 $3: what the path's asterisks stood for; $n: the how manieth */
	size_t body_len;	/* of a body with NULs in it, which goes out as it is; 0: a text */
	bool no_length;		/* the head tells none: to a HEAD only, whose body does not come anyway */
	size_t cut;		/* only so many bytes of the body are sent, then the connection is closed */
	unsigned back_ms;	/* FAKE_GONE: it is there again after this; 0: for good */
	fake_fn *fn;		/* instead of status and body */
	void *arg;
};

struct fake;

/* Tables end with a row without a method; `then` stands behind `rows`, either may be NULL. Never fails: ends the test. */
struct fake *fake_start(const struct fake_row *rows, const struct fake_row *then);
void fake_stop(struct fake *fake);
/* Its path, short enough for a socket's name; in a folder of its own that fake_stop() removes. */
const char *fake_socket(const struct fake *fake);

/* ---- what was asked of it, so far; patterns as in a row ---- */
size_t fake_seen(struct fake *fake, const char *method, const char *path);
/* The body of the last such request; NULL: there was none. Valid until fake_stop(). */
const char *fake_body(struct fake *fake, const char *method, const char *path);
/* The path of the last such request; NULL: there was none. Valid until fake_stop(). */
const char *fake_path(struct fake *fake, const char *method, const char *path);
/* How many such requests were unanswered at once, at most. */
size_t fake_peak(struct fake *fake, const char *method, const char *path);

#endif
