#include "server/exchange.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

#define AGAIN_NS (250 * NS_PER_MS)
/* Longer than a daemon takes to start, shorter than a person's patience. */
#define START_NS (15 * NS_PER_S)
#define RESTART_NS (30 * NS_PER_S)

struct exchange {
	struct server *server;
	struct exchange_spec spec;	/* of it only what is needed after the first request */
	char *path;
	struct http_call *http;
	struct loop_timer *again;
	uint64_t sent_ns;		/* the first request */
	uint64_t give_up_ns;
};

static void put(struct exchange *exchange, const struct exchange_spec *spec);

static void
exchange_free(struct exchange *exchange)
{
	free(exchange->path);
	free(exchange);
}

static void
put_again(void *arg)
{
	struct exchange *exchange = arg;
	const struct exchange_spec same = exchange->spec;

	exchange->again = NULL;
	put(exchange, &same);
}

/* What went into the sink is not looked at here. */
static void
read_poured(int status, struct answer *ret)
{
	*ret = (struct answer){ .type = ANSWER_SYNC, .http = status, .code = status };
	if (status == 200)
		return;
	ret->type = ANSWER_GARBAGE;
	ret->error = xasprintf("the server answers in another way than asked (HTTP status %d)",
			       status);
}

static void
read_reply(const struct http_reply *reply, bool poured, struct answer *ret)
{
	if (reply->err)
		*ret = (struct answer){ .type = ANSWER_NONE,
					.error = text_clean(reply->err->text),
					.kind = reply->err->kind,
					.unsent = reply->unsent };
	else if (poured && reply->status / 100 == 2)
		read_poured(reply->status, ret);
	else
		answer_read(reply->status, reply->body, reply->len, ret);
	ret->length = reply->length;
	ret->done_ns = reply->done_ns;
}

static bool
is_to_come(const struct exchange *exchange, const struct answer *answer)
{
	if (!exchange->spec.patient || loop_now(exchange->server->loop) >= exchange->give_up_ns)
		return false;
	return answer_starting(answer) ||
	       (exchange->spec.through_restart && answer->type == ANSWER_NONE);
}

static void
on_reply(void *arg, const struct http_reply *reply)
{
	struct exchange *exchange = arg;
	answer_fn *done = exchange->spec.done;
	void *done_arg = exchange->spec.arg;
	struct loop *loop = exchange->server->loop;
	struct answer answer;

	exchange->http = NULL;
	read_reply(reply, exchange->spec.sink, &answer);
	if (!exchange->sent_ns)
		exchange->sent_ns = reply->sent_ns;
	if (is_to_come(exchange, &answer)) {
		exchange->again = loop_timer_at(loop, loop_now(loop) + AGAIN_NS, put_again, exchange);
	} else {
		answer.sent_ns = exchange->sent_ns;
		exchange_free(exchange);
		done(done_arg, &answer);
	}
	answer_wipe(&answer);
}

static long
pour(void *arg, void *bytes, size_t room)
{
	const struct exchange *exchange = arg;

	return exchange->spec.source(exchange->spec.source_arg, bytes, room);
}

static int
take(void *arg, const void *bytes, size_t len)
{
	const struct exchange *exchange = arg;

	return exchange->spec.sink(exchange->spec.sink_arg, bytes, len);
}

static void
put(struct exchange *exchange, const struct exchange_spec *spec)
{
	const struct http_request request = {
		.method = spec->method,
		.path = exchange->path,
		.headers = spec->headers,
		.body = spec->body,
		.body_len = spec->body ? strlen(spec->body) : 0,
		.content_type = spec->source ? "application/octet-stream" : NULL,
		.source = spec->source ? pour : NULL,
		.source_len = spec->source_len,
		.sink = spec->sink ? take : NULL,
		.timeout_ms = spec->timeout_ms,
		.done = on_reply,
		.arg = exchange,
	};

	exchange->http = http_send(exchange->server->http, &request);
}

static char *
whole_path(const struct server *server, const struct exchange_spec *spec)
{
	autofree_mem char *project = http_escape(server->project);

	if (spec->all_projects)
		return xasprintf("/1.0%s", spec->path);
	return xasprintf("/1.0%s%cproject=%s", spec->path, strchr(spec->path, '?') ? '&' : '?',
			 project);
}

struct exchange *
exchange_start(struct server *server, const struct exchange_spec *spec)
{
	struct exchange *exchange = xcalloc(1, sizeof(*exchange));

	/* What changes something must not be put twice; and what is put again needs no body. */
	assert(!spec->patient || (strcmp(spec->method, "GET") == 0 && !spec->body && !spec->source));
	exchange->server = server;
	exchange->spec = *spec;
	exchange->spec.method = spec->patient ? "GET" : NULL;
	exchange->spec.body = NULL;
	exchange->spec.headers = NULL;
	exchange->path = whole_path(server, spec);
	exchange->give_up_ns =
		loop_now(server->loop) + (spec->through_restart ? RESTART_NS : START_NS);
	put(exchange, spec);
	return exchange;
}

struct exchange *
exchange_get(struct server *server, const char *path, uint64_t timeout_ms, answer_fn *done, void *arg)
{
	return exchange_start(server, &(struct exchange_spec){ .method = "GET",
							       .path = path,
							       .timeout_ms = timeout_ms,
							       .done = done,
							       .arg = arg });
}

void
exchange_cancel(struct exchange *exchange)
{
	if (!exchange)
		return;
	if (exchange->http)
		http_cancel(exchange->http);
	loop_timer_cancel(exchange->again);
	exchange_free(exchange);
}

char *
instance_path(const char *name, const char *behind)
{
	autofree_mem char *encoded = http_escape(name);

	return xasprintf("/instances/%s%s", encoded, behind);
}
