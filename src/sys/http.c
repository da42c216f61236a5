#include "sys/http.h"

#include <assert.h>
#include <curl/curl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/units.h"
#include "sys/http_endpoint.h"
#include "sys/unixsocket.h"

#define CONNECT_TIMEOUT_MS 10000L
#define KEEPALIVE_S	   30L
#define IDLE_MAX	   32
/* For what is poured: with curl's usual 16 KiB a download from a socket takes nearly twice as long. */
#define POUR_BUFFER (128L << 10)

LIST_HEAD(calls, http_call);

struct http {
	struct loop *loop;
	char *socket; /* NULL: TLS */
	char *base;   /* what stands before the path */
	char *client_cert, *client_key, *server_cert;
	struct calls calls;
	CURL *idle[IDLE_MAX]; /* handles to be used again */
	unsigned n_idle;
};

struct http_call {
	LIST_ENTRY(http_call) next;
	struct http *http;
	CURL *easy; /* NULL: the end is being told */
	struct curl_slist *headers;
	struct buf body;
	struct err gave_up; /* why we ended it ourselves, when we did */
	char curl_text[CURL_ERROR_SIZE];
	uint64_t sent_ns;
	http_sink_fn *sink;
	http_source_fn *source;
	http_done_fn *done;
	void *arg;
};

int
http_new(struct loop *loop, const struct http_endpoint *endpoint, struct http **ret,
	 struct err *err)
{
	struct http *http;

	if (http_endpoint_check(endpoint, err) < 0)
		return -1;

	http = xcalloc(1, sizeof(*http));
	http->loop = loop;
	http->socket = xstrdup(endpoint->socket);
	http->base = xstrdup(endpoint->socket ? "http://localhost" : endpoint->url);
	while (http->base[strlen(http->base) - 1] == '/')
		http->base[strlen(http->base) - 1] = '\0';
	http->client_cert = xstrdup(endpoint->client_cert);
	http->client_key = xstrdup(endpoint->client_key);
	http->server_cert = xstrdup(endpoint->server_cert);
	LIST_INIT(&http->calls);
	*ret = http;
	return 0;
}

void
http_free(struct http *http)
{
	struct http_call *call;

	if (!http)
		return;
	while ((call = LIST_FIRST(&http->calls)))
		http_cancel(call);
	while (http->n_idle)
		curl_easy_cleanup(http->idle[--http->n_idle]);
	free(http->socket);
	free(http->base);
	free(http->client_cert);
	free(http->client_key);
	free(http->server_cert);
	free(http);
}

/* ---- what curl asks of a call while it works ---- */

static size_t
take_body(char *bytes, size_t one, size_t len, void *arg)
{
	struct http_call *call = arg;
	long status = 0;

	(void)one;
	curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
	if (call->sink && status / 100 == 2) {
		if (call->sink(call->arg, bytes, len) == 0)
			return len;
		err_set(&call->gave_up, "the answer was not wanted to its end");
		return CURL_WRITEFUNC_ERROR;
	}
	if (len > HTTP_BODY_MAX - call->body.len) {
		err_set(&call->gave_up, "the answer is larger than %u MiB", HTTP_BODY_MAX >> 20);
		return CURL_WRITEFUNC_ERROR;
	}
	buf_add(&call->body, bytes, len);
	return len;
}

static size_t
give_body(char *bytes, size_t one, size_t room, void *arg)
{
	struct http_call *call = arg;
	long given = call->source(call->arg, bytes, one * room);

	if (given >= 0)
		return (size_t)given;
	err_set(&call->gave_up, "the request was given up");
	return CURL_READFUNC_ABORT;
}

/* ---- sending ---- */

static void
add_header(struct http_call *call, const char *line)
{
	struct curl_slist *longer = curl_slist_append(call->headers, line);

	if (!longer)
		mem_exhausted();
	call->headers = longer;
}

/* A header with nothing behind its name is one that curl then leaves out. */
static void
set_headers(struct http_call *call, const struct http_request *request)
{
	const char *type = request->content_type ? request->content_type : "application/json";
	autofree_mem char *line = NULL;

	/* curl's own type for a body makes the server read it as a form, and lose it. */
	line = xasprintf("Content-Type:%s%s", request->body || request->source ? " " : "",
			 request->body || request->source ? type : "");
	add_header(call, line);
	add_header(call, "Expect:");
	for (size_t i = 0; request->headers && request->headers[i]; i++)
		add_header(call, request->headers[i]);
	curl_easy_setopt(call->easy, CURLOPT_HTTPHEADER, call->headers);
}

static void
set_body(struct http_call *call, const struct http_request *request)
{
	bool expected = strcmp(request->method, "POST") == 0 || strcmp(request->method, "PUT") == 0;

	if (request->source) {
		curl_easy_setopt(call->easy, CURLOPT_UPLOAD, 1L);
		curl_easy_setopt(call->easy, CURLOPT_READFUNCTION, give_body);
		curl_easy_setopt(call->easy, CURLOPT_READDATA, call);
		curl_easy_setopt(call->easy, CURLOPT_INFILESIZE_LARGE,
				 known(request->source_len) ? (curl_off_t)request->source_len : -1);
	} else if (request->body || expected) {
		curl_easy_setopt(call->easy, CURLOPT_POSTFIELDSIZE_LARGE,
				 (curl_off_t)(request->body ? request->body_len : 0));
		curl_easy_setopt(call->easy, CURLOPT_COPYPOSTFIELDS,
				 request->body ? request->body : "");
	}
	if (strcmp(request->method, "HEAD") == 0)
		curl_easy_setopt(call->easy, CURLOPT_NOBODY, 1L);
	else
		curl_easy_setopt(call->easy, CURLOPT_CUSTOMREQUEST, request->method);
}

static void
set_socket(CURL *easy, const struct http *http)
{
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http");
	curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, http->socket);
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
}

/*
 * A pinned certificate is the only one that is trusted: in place of the
 * system's authorities, both of their bundle and of their folder, which curl
 * would otherwise still use. It says who the server is, whatever name or
 * address it has; so the name need not be checked, and could not be, since
 * these servers sign their own certificates.
 */
static void
set_tls(CURL *easy, const struct http *http)
{
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
	curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
	curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, KEEPALIVE_S);
	curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, KEEPALIVE_S);
	if (http->client_cert) {
		curl_easy_setopt(easy, CURLOPT_SSLCERT, http->client_cert);
		curl_easy_setopt(easy, CURLOPT_SSLKEY, http->client_key);
		/* An encrypted key must fail, not ask for its password on the terminal. */
		curl_easy_setopt(easy, CURLOPT_KEYPASSWD, "");
	}
	if (http->server_cert) {
		curl_easy_setopt(easy, CURLOPT_CAINFO, http->server_cert);
		curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
	}
}

/* HTTP/1.1 everywhere: one connection a request in flight, the same on a socket and over TLS. */
static void
set_common(struct http_call *call, const struct http_request *request)
{
	autofree_mem char *url = xasprintf("%s%s", call->http->base, request->path);
	CURL *easy = call->easy;

	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "poolscope");
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_TIMEOUT_MS);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
	if (request->sink)
		curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, POUR_BUFFER);
	if (request->source)
		curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, POUR_BUFFER);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, call);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, call->curl_text);
}

/* ---- the end ---- */

static void
put_back(struct http *http, CURL *easy)
{
	curl_easy_reset(easy);
	if (http->n_idle < IDLE_MAX)
		http->idle[http->n_idle++] = easy;
	else
		curl_easy_cleanup(easy);
}

/* From here on the call has nothing of `http` any more, which its `done` may free. */
static void
detach(struct http_call *call)
{
	LIST_REMOVE(call, next);
	put_back(call->http, steal(call->easy));
	curl_slist_free_all(call->headers);
}

static void
call_free(struct http_call *call)
{
	buf_wipe(&call->body);
	free(call);
}

static const char *
meaning(const struct http_call *call, CURLcode code)
{
	/* clang-format off */
	static const struct { CURLcode code; const char *text; } rows[] = {
		{ CURLE_OPERATION_TIMEDOUT, "no answer within the time given" },
		{ CURLE_GOT_NOTHING,        "the connection was closed without an answer" },
		{ CURLE_PARTIAL_FILE,       "the connection was cut in the middle of an answer" },
		{ CURLE_SSL_CERTPROBLEM,    "the client certificate or its key cannot be used" },
	};
	/* clang-format on */

	if (code == CURLE_PEER_FAILED_VERIFICATION && call->http->server_cert)
		return "the server shows another certificate than the one that is known of it";
	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (rows[i].code == code)
			return rows[i].text;
	return call->curl_text[0] ? call->curl_text : curl_easy_strerror(code);
}

static void
explain(const struct http_call *call, CURLcode code, struct err *err)
{
	const struct http *http = call->http;
	long os_errno = 0;

	curl_easy_getinfo(call->easy, CURLINFO_OS_ERRNO, &os_errno);
	if (call->gave_up.text[0])
		*err = call->gave_up;
	else if (code == CURLE_COULDNT_CONNECT && http->socket)
		unixsocket_refused(http->socket, (int)os_errno, err);
	else
		err_set_kind(err, ERR_UNREACHABLE, "%s: %s",
			     http->socket ? http->socket : http->base, meaning(call, code));
}

static uint64_t
told_length(CURL *easy)
{
	curl_off_t length = -1;

	curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
	return length < 0 ? UNKNOWN : (uint64_t)length;
}

/* An answer that ends only with the connection cannot be told from one that was cut. */
static bool
has_an_end(CURL *easy, long status)
{
	struct curl_header *header;
	const char *method = "";

	curl_easy_getinfo(easy, CURLINFO_EFFECTIVE_METHOD, &method);
	return known(told_length(easy)) || status == 204 || status == 304 || strcmp(method, "HEAD") == 0 ||
	       curl_easy_header(easy, "Transfer-Encoding", 0, CURLH_HEADER, -1, &header) ==
		       CURLHE_OK;
}

/* Also not by an attempt before, on a connection that was kept and had died. */
static bool
nothing_sent(CURL *easy)
{
	long bytes = 0;

	curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &bytes);
	return bytes == 0;
}

static void
ended(void *arg, int code)
{
	struct http_call *call = arg;
	struct err err = { 0 };
	struct http_reply reply = { .sent_ns = call->sent_ns,
				    .done_ns = loop_now(call->http->loop),
				    .body = "",
				    .length = UNKNOWN };
	long status = 0;

	curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
	if (code == CURLE_OK && !has_an_end(call->easy, status))
		code = CURLE_PARTIAL_FILE;
	if (code == CURLE_OK) {
		reply.status = (int)status;
		reply.body = buf_text(&call->body);
		reply.len = call->body.len;
		reply.length = told_length(call->easy);
	} else {
		explain(call, (CURLcode)code, &err);
		reply.err = &err;
		reply.unsent = nothing_sent(call->easy);
	}
	detach(call);
	call->done(call->arg, &reply);
	call_free(call);
}

struct http_call *
http_send(struct http *http, const struct http_request *request)
{
	struct http_call *call = xcalloc(1, sizeof(*call));

	assert(request->path[0] == '/');
	call->http = http;
	call->easy = http->n_idle ? http->idle[--http->n_idle] : curl_easy_init();
	if (!call->easy)
		mem_exhausted();
	call->sink = request->sink;
	call->source = request->source;
	call->done = request->done;
	call->arg = request->arg;
	call->sent_ns = clock_now_ns();

	set_common(call, request);
	if (http->socket)
		set_socket(call->easy, http);
	else
		set_tls(call->easy, http);
	set_headers(call, request);
	set_body(call, request);
	LIST_INSERT_HEAD(&http->calls, call, next);
	loop_transfer_add(http->loop, call->easy, ended, call);
	return call;
}

void
http_cancel(struct http_call *call)
{
	if (!call || !call->easy)
		return;
	loop_transfer_remove(call->http->loop, call->easy);
	detach(call);
	call_free(call);
}

char *
http_escape(const char *text)
{
	static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
					 "0123456789-._~";
	autobuf out = { 0 };

	for (; *text; text++)
		if (strchr(unreserved, *text))
			buf_putc(&out, *text);
		else
			buf_printf(&out, "%%%02X", (unsigned char)*text);
	return buf_steal(&out);
}
