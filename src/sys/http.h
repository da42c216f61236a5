/*
 * http.h - requests to one server, over a unix socket or TLS, kept alive.
 *
 * Every call ends in exactly one `done`, from the loop, unless it is
 * cancelled. What came of it is told apart: an answer (whatever its status),
 * or no answer (err set, kind ERR_UNREACHABLE; ERR_FAILED when we ended it
 * ourselves: too large, or a sink or source gave up). An answer that was cut is
 * none, and so is one whose end is told only by the end of the connection.
 */
#ifndef SYS_HTTP_H
#define SYS_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
#include "sys/loop.h"

struct http;
struct http_call;

/* Largest answer that is collected in memory, bytes; more is an error. Sinks have no limit. */
#define HTTP_BODY_MAX (64u << 20)

struct http_endpoint {
	const char *socket;	/* path of a unix socket; NULL: url */
	const char *url;	/* "https://host:8443" */
	const char *client_cert, *client_key;	/* PEM files; NULL: none */
	const char *server_cert;	/* PEM file of one certificate, which the server must show; NULL: usual trust */
};

int http_new(struct loop *loop, const struct http_endpoint *endpoint, struct http **ret,
	     struct err *err);
/* Ends every call that is still open, without its `done`. */
void http_free(struct http *http);
DEFINE_AUTOFREE(http, http_free)

struct http_reply {
	int status;		/* HTTP status; 0: there was no answer */
	const char *body;	/* followed by a NUL; valid in the callback only */
	size_t len;
	uint64_t length;	/* as the answer's head tells it, of a HEAD as well; UNKNOWN */
	uint64_t sent_ns;	/* when http_send was called */
	uint64_t done_ns;	/* the turn in which the end was seen */
	const struct err *err;	/* NULL: an answer was received whole */
	bool unsent;		/* with err: not a byte went out, so the server knows nothing of it */
};

typedef void http_done_fn(void *arg, const struct http_reply *reply);
/*
 * A piece of a 2xx answer's body, for bodies that are counted or stored; -1 ends the transfer.
 * Sinks and sources may neither send nor cancel: libcurl is at work while they run.
 */
typedef int http_sink_fn(void *arg, const void *bytes, size_t len);
/* Fills up to `room` bytes of the request's body; returns how many, 0: the end, -1: give up. */
typedef long http_source_fn(void *arg, void *bytes, size_t room);

struct http_request {
	const char *method;	/* "GET", "POST", "PUT", "DELETE", "HEAD" */
	const char *path;	/* "/1.0/instances?recursion=1", percent-encoded by the caller */
	const char *const *headers;	/* "Name: value", NULL-terminated; NULL: none */
	const char *body;	/* NULL: none; copied */
	size_t body_len;
	const char *content_type;	/* NULL: application/json when there is a body */
	http_source_fn *source;	/* instead of body: streamed */
	uint64_t source_len;	/* UNKNOWN: chunked */
	http_sink_fn *sink;	/* NULL: collected in reply->body */
	uint64_t timeout_ms;	/* for the whole call; 0: none */
	http_done_fn *done;
	void *arg;		/* of done, sink and source */
};

/* Never fails at once: what is wrong is told in `done`, on a later turn. */
struct http_call *http_send(struct http *http, const struct http_request *request);
/* `done` will not be called. What the server was asked to do may go on there. */
void http_cancel(struct http_call *call);

/* Percent-encodes one segment of a path or a query value (RFC 3986 unreserved stays). Caller frees. */
char *http_escape(const char *text);

#endif
