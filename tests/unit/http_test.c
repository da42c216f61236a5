#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/units.h"
#include "sys/child.h"
#include "sys/http.h"
#include "sys/unixsocket.h"

/*
 * ---- the server: a thread for each connection, which answers by the path ----
 */

#define OK	  "HTTP/1.1 200 OK\r\n"
#define HUGE_BODY ((size_t)HTTP_BODY_MAX + 1)

enum then { KEEP, CLOSE };

/* clang-format off */
static const struct script {
	const char *path, *answer;
	enum then then;
	unsigned late_ms;
} scripts[] = {
	{ "/whole",       OK "Content-Length: 5\r\n\r\nhello", KEEP, 0 },
	{ "/chunked",     OK "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", KEEP, 0 },
	{ "/empty",       OK "Content-Length: 0\r\n\r\n", KEEP, 0 },
	{ "/no-content",  "HTTP/1.1 204 No Content\r\n\r\n", KEEP, 0 },
	{ "/head",        OK "Content-Length: 1234\r\n\r\n", KEEP, 0 },
	{ "/missing",     "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno", KEEP, 0 },
	{ "/moved",       "HTTP/1.1 302 Found\r\nLocation: /whole\r\nContent-Length: 0\r\n\r\n", KEEP, 0 },
	{ "/late",        OK "Content-Length: 5\r\n\r\nhello", KEEP, 100 },
	{ "/longer",      OK "Content-Length: 3\r\n\r\nhello", CLOSE, 0 },
	{ "/cut",         OK "Content-Length: 100\r\n\r\nhello", CLOSE, 0 },
	{ "/cut-chunk",   OK "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n", CLOSE, 0 },
	{ "/cut-header",  OK "Content-Le", CLOSE, 0 },
	{ "/no-end",      OK "\r\nhello", CLOSE, 0 },
	{ "/nothing",     "", CLOSE, 0 },
	{ "/garbage",     "hello there\r\n\r\n", CLOSE, 0 },
	{ "/never",       "", KEEP, 0 },
};
/* clang-format on */

struct server {
	char dir[32], path[64];
	int listener;
	pthread_t thread;
	atomic_uint connections, answered;
};

static void
send_all(int fd, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len) {
		ssize_t sent = send(fd, at, len, MSG_NOSIGNAL);

		if (sent <= 0)
			return;
		at += sent;
		len -= (size_t)sent;
	}
}

/* Gives the request back as the body of the answer. */
static void
send_echo(int fd, const struct buf *request)
{
	char head[64];

	snprintf(head, sizeof(head), OK "Content-Length: %zu\r\n\r\n", request->len);
	send_all(fd, head, strlen(head));
	send_all(fd, request->data, request->len);
}

static void
send_huge(int fd)
{
	autofree_mem char *zeros = xcalloc(1, HUGE_BODY);
	char head[64];

	snprintf(head, sizeof(head), OK "Content-Length: %zu\r\n\r\n", HUGE_BODY);
	send_all(fd, head, strlen(head));
	send_all(fd, zeros, HUGE_BODY);
}

/* False: the connection is to be closed. */
static bool
answer(struct server *server, int fd, const struct buf *request)
{
	char path[32] = "";
	enum then then = KEEP;

	sscanf(request->data, "%*s %31s", path);
	if (strcmp(path, "/echo") == 0)
		send_echo(fd, request);
	if (strcmp(path, "/huge") == 0)
		send_huge(fd);
	for (size_t i = 0; i < COUNTOF(scripts); i++) {
		if (strcmp(path, scripts[i].path) != 0)
			continue;
		usleep(scripts[i].late_ms * 1000);
		send_all(fd, scripts[i].answer, strlen(scripts[i].answer));
		then = scripts[i].then;
	}
	server->answered++;
	return then == KEEP;
}

/* How long the request is when it is whole, 0 while it is not. */
static size_t
whole_request(const struct buf *request)
{
	const char *head_end = strstr(buf_text(request), "\r\n\r\n");
	const char *length, *last;
	size_t head;

	if (!head_end)
		return 0;
	head = (size_t)(head_end - request->data) + 4;
	length = strcasestr(request->data, "\r\nContent-Length: ");
	if (length && length < head_end) {
		size_t all = head + strtoul(length + 18, NULL, 10);

		return request->len >= all ? all : 0;
	}
	if (!strcasestr(request->data, "\r\nTransfer-Encoding: chunked"))
		return head;
	last = strstr(head_end, "\r\n0\r\n\r\n");
	return last ? (size_t)(last - request->data) + 7 : 0;
}

struct connection {
	struct server *server;
	int fd;
};

static void *
serve(void *arg)
{
	struct connection connection = *(struct connection *)arg;
	autobuf request = { 0 };
	char bytes[4096];
	ssize_t got;
	bool more = true;

	free(arg);
	while (more && (got = read(connection.fd, bytes, sizeof(bytes))) > 0) {
		size_t len;

		buf_add(&request, bytes, (size_t)got);
		len = whole_request(&request);
		if (len) {
			more = answer(connection.server, connection.fd, &request);
			buf_drop(&request, len);
		}
	}
	close(connection.fd);
	return NULL;
}

static void *
listen_on(void *arg)
{
	struct server *server = arg;
	pthread_attr_t attr;
	int fd;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, 256 << 10);
	while ((fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		struct connection *connection = xcalloc(1, sizeof(*connection));
		pthread_t thread;

		*connection = (struct connection){ server, fd };
		server->connections++;
		if (pthread_create(&thread, &attr, serve, connection) != 0)
			abort();
	}
	pthread_attr_destroy(&attr);
	return NULL;
}

static int
bind_to(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

static void
server_start(struct server *server)
{
	strcpy(server->dir, "/tmp/http_test.XXXXXX");
	assert_non_null(mkdtemp(server->dir));
	snprintf(server->path, sizeof(server->path), "%s/socket", server->dir);
	server->listener = bind_to(server->path);
	assert_int_equal(listen(server->listener, 1024), 0);
	assert_int_equal(pthread_create(&server->thread, NULL, listen_on, server), 0);
}

static void
server_stop(struct server *server)
{
	shutdown(server->listener, SHUT_RDWR);
	pthread_join(server->thread, NULL);
	close(server->listener);
	unlink(server->path);
	rmdir(server->dir);
}

/*
 * ---- the client's side ----
 */

static struct server server;

/* What came of the calls of a test; the last reply is kept. */
struct told {
	struct loop *loop;
	struct http *http;
	struct http_call *call;
	unsigned dones, wanted; /* the loop stops when as many are done */
	int status;
	struct buf body;
	struct err err; /* "" when there was none */
	uint64_t sent_ns, done_ns[2];
	struct buf sunk;
	unsigned pieces;
	unsigned source_left;
};

static void
keep_reply(void *arg, const struct http_reply *reply)
{
	struct told *told = arg;

	told->call = NULL;
	told->status = reply->status;
	buf_clear(&told->body);
	buf_add(&told->body, reply->body, reply->len);
	assert_int_equal(reply->body[reply->len], '\0');
	told->err.text[0] = '\0';
	if (reply->err)
		told->err = *reply->err;
	told->sent_ns = reply->sent_ns;
	told->done_ns[told->dones % 2] = reply->done_ns;
	if (++told->dones == told->wanted)
		loop_stop(told->loop);
}

static void
stop(void *arg)
{
	loop_stop(arg);
}

static int
begin(void **state)
{
	struct told *told = xcalloc(1, sizeof(*told));
	struct http_endpoint endpoint = { .socket = server.path };
	struct err err;

	assert_int_equal(loop_new(&told->loop, &err), 0);
	assert_int_equal(http_new(told->loop, &endpoint, &told->http, &err), 0);
	told->wanted = 1;
	*state = told;
	return 0;
}

static int
finish(void **state)
{
	struct told *told = *state;

	http_free(told->http);
	loop_free(told->loop);
	buf_wipe(&told->body);
	buf_wipe(&told->sunk);
	free(told);
	return 0;
}

static struct http_request
request_to(struct told *told, const char *method, const char *path)
{
	return (struct http_request){
		.method = method, .path = path, .done = keep_reply, .arg = told
	};
}

/* Sends and waits for the end. */
static void
ask(struct told *told, struct http_request request)
{
	told->wanted = told->dones + 1;
	told->call = http_send(told->http, &request);
	loop_run(told->loop);
}

static void
get(struct told *told, const char *path)
{
	ask(told, request_to(told, "GET", path));
}

static void
an_answer_is_whole_or_there_is_none(void **state)
{
	/* clang-format off */
	static const struct { const char *method, *path; int status; const char *body, *err; } rows[] = {
		{ "GET",  "/whole",      200, "hello", "" },
		{ "GET",  "/chunked",    200, "hello", "" },
		{ "GET",  "/empty",      200, "",      "" },
		{ "GET",  "/no-content", 204, "",      "" },
		{ "HEAD", "/head",       200, "",      "" },
		{ "GET",  "/missing",    404, "no",    "" },	/* a refusal is an answer too */
		{ "GET",  "/moved",      302, "",      "" },	/* and is not followed */
		{ "GET",  "/late",       200, "hello", "" },
		{ "GET",  "/longer",     200, "hel",   "" },
		{ "GET",  "/cut",        0,   "",      "cut in the middle" },
		{ "GET",  "/cut-chunk",  0,   "",      "cut in the middle" },
		{ "GET",  "/cut-header", 0,   "",      "cut in the middle" },
		{ "GET",  "/no-end",     0,   "",      "cut in the middle" },
		{ "GET",  "/nothing",    0,   "",      "closed without an answer" },
		{ "GET",  "/garbage",    0,   "",      "HTTP/0.9" },
		{ "GET",  "/a b",        0,   "",      "URL" },
		{ "GET",  "/a\r\nb",     0,   "",      "URL" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct told *told = *state;

		ask(told, request_to(told, rows[i].method, rows[i].path));
		assert_int_equal(told->status, rows[i].status);
		assert_string_equal(buf_text(&told->body), rows[i].body);
		assert_non_null(strstr(told->err.text, rows[i].err));
		assert_int_equal(told->err.text[0] != '\0', rows[i].err[0] != '\0');
		if (rows[i].err[0])
			assert_int_equal(told->err.kind, ERR_UNREACHABLE);
		finish(state);
		begin(state);
	}
}

static void
the_request_is_sent_as_asked(void **state)
{
	static const char *const headers[] = { "X-Incus-mode: 0644", NULL };
	/* clang-format off */
	static const struct { const char *method, *body, *type, *has, *has_not; } rows[] = {
		{ "GET",    NULL, NULL, "GET /echo HTTP/1.1\r\n", "Content-" },
		{ "GET",    NULL, NULL, "X-Incus-mode: 0644\r\n", "Expect:" },
		{ "DELETE", NULL, NULL, "DELETE /echo HTTP/1.1\r\n", "Content-" },
		{ "POST",   "{}", NULL, "POST /echo HTTP/1.1\r\n", "urlencoded" },
		{ "PUT",    "{}", NULL, "\r\nContent-Type: application/json\r\n", "Expect:" },
		{ "PATCH",  "{}", NULL, "\r\n\r\n{}", "chunked" },
		{ "POST",   "ab", "application/octet-stream", "Type: application/octet-stream\r\n", "json" },
		{ "POST",   NULL, NULL, "\r\nContent-Length: 0\r\n", "Content-Type" },
		{ "DELETE", "{}", NULL, "\r\nContent-Length: 2\r\n", "urlencoded" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct told *told = *state;
		struct http_request request = request_to(told, rows[i].method, "/echo");

		request.headers = headers;
		request.body = rows[i].body;
		request.body_len = rows[i].body ? strlen(rows[i].body) : 0;
		request.content_type = rows[i].type;
		ask(told, request);
		assert_int_equal(told->status, 200);
		assert_non_null(strstr(buf_text(&told->body), rows[i].has));
		assert_null(strstr(buf_text(&told->body), rows[i].has_not));
	}
}

/* 'x' as often as is left, in small pieces. */
static long
give_some(void *arg, void *bytes, size_t room)
{
	struct told *told = arg;
	size_t len = told->source_left < 1000 ? told->source_left : 1000;

	if (len > room)
		len = room;
	memset(bytes, 'x', len);
	told->source_left -= (unsigned)len;
	return (long)len;
}

static long
give_up(void *arg, void *bytes, size_t room)
{
	(void)arg;
	(void)bytes;
	(void)room;
	return -1;
}

static void
a_body_is_streamed(void **state)
{
	static const struct {
		uint64_t len;
		const char *has;
	} rows[] = {
		{ 2500, "Content-Length: 2500\r\n" },
		{ UNKNOWN, "Transfer-Encoding: chunked\r\n" },
		{ 0, "Content-Length: 0\r\n" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct told *told = *state;
		struct http_request request = request_to(told, "POST", "/echo");
		unsigned len = known(rows[i].len) ? (unsigned)rows[i].len : 2500, seen = 0;

		request.source = give_some;
		request.source_len = rows[i].len;
		request.content_type = "application/octet-stream";
		told->source_left = len;
		ask(told, request);
		assert_int_equal(told->status, 200);
		assert_non_null(strstr(buf_text(&told->body), rows[i].has));
		assert_null(strstr(buf_text(&told->body), "Expect"));
		for (char *at = strstr(told->body.data, "\r\n\r\n"); *at; at++)
			seen += *at == 'x';
		assert_int_equal(seen, len);
	}
}

static void
a_source_may_give_up(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "POST", "/echo");

	request.source = give_up;
	request.source_len = 10;
	ask(told, request);
	assert_int_equal(told->status, 0);
	assert_int_equal(told->err.kind, ERR_FAILED);
	assert_non_null(strstr(told->err.text, "given up"));
}

static int
sink(void *arg, const void *bytes, size_t len)
{
	struct told *told = arg;

	buf_add(&told->sunk, bytes, len);
	told->pieces++;
	return 0;
}

static int
count_only(void *arg, const void *bytes, size_t len)
{
	struct told *told = arg;

	(void)bytes;
	told->sunk.len += len;
	return 0;
}

static int
sink_no_more(void *arg, const void *bytes, size_t len)
{
	sink(arg, bytes, len);
	return -1;
}

static void
a_sink_takes_the_body_of_a_success_only(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/chunked");

	request.sink = sink;
	ask(told, request);
	assert_int_equal(told->status, 200);
	assert_string_equal(buf_text(&told->sunk), "hello");
	assert_string_equal(buf_text(&told->body), "");

	request.path = "/missing";
	ask(told, request);
	assert_int_equal(told->status, 404);
	assert_string_equal(buf_text(&told->sunk), "hello");
	assert_string_equal(buf_text(&told->body), "no");
}

static void
a_sink_may_end_the_transfer(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/huge");

	request.sink = sink_no_more;
	ask(told, request);
	assert_int_equal(told->status, 0);
	assert_int_equal(told->pieces, 1);
	assert_int_equal(told->err.kind, ERR_FAILED);
}

static void
a_huge_body_is_refused_unless_there_is_a_sink(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/huge");

	ask(told, request);
	assert_int_equal(told->status, 0);
	assert_int_equal(told->body.len, 0);
	assert_non_null(strstr(told->err.text, "larger than 64 MiB"));

	request.sink = count_only;
	ask(told, request);
	assert_int_equal(told->status, 200);
	assert_int_equal(told->sunk.len, HUGE_BODY);
	told->sunk.len = 0;
}

static void
no_answer_in_time_is_said(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/never");

	request.timeout_ms = 50;
	ask(told, request);
	assert_int_equal(told->status, 0);
	assert_int_equal(told->err.kind, ERR_UNREACHABLE);
	assert_non_null(strstr(told->err.text, "within the time"));
	assert_true(told->done_ns[0] > told->sent_ns);
}

static void
a_cancelled_call_is_not_told(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/late");

	http_cancel(http_send(told->http, &request)); /* not even sent */
	told->call = http_send(told->http, &request);
	loop_timer_at(told->loop, clock_now_ns() + 20 * NS_PER_MS, stop, told->loop);
	loop_run(told->loop);
	http_cancel(told->call);
	http_cancel(NULL);
	get(told, "/whole");
	assert_int_equal(told->dones, 1);
	assert_string_equal(buf_text(&told->body), "hello");
}

static void
open_calls_end_with_their_http(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/never");

	http_send(told->http, &request);
	http_send(told->http, &request);
	loop_timer_at(told->loop, clock_now_ns() + 20 * NS_PER_MS, stop, told->loop);
	loop_run(told->loop);
	http_free(steal(told->http));
	assert_int_equal(told->dones, 0);
}

static void
free_http(void *arg, const struct http_reply *reply)
{
	struct told *told = arg;

	http_free(steal(told->http));
	http_cancel(told->call);
	keep_reply(arg, reply);
}

static void
a_callback_may_free_everything(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/whole");

	http_send(told->http,
		  &(struct http_request){
			  .method = "GET", .path = "/never", .done = keep_reply, .arg = told });
	request.done = free_http;
	told->call = http_send(told->http, &request);
	loop_run(told->loop);
	assert_int_equal(told->dones, 1);
	assert_string_equal(buf_text(&told->body), "hello");
}

static void
ask_once_more(void *arg, const struct http_reply *reply)
{
	struct told *told = arg;
	struct http_request request = request_to(told, "GET", "/missing");

	assert_int_equal(reply->status, 200);
	http_send(told->http, &request);
}

static void
a_callback_may_send_again(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/whole");

	request.done = ask_once_more;
	ask(told, request);
	assert_int_equal(told->status, 404);
}

#define MANY 200

static void
send_many(struct told *told)
{
	struct http_request request = request_to(told, "GET", "/late");

	told->wanted = told->dones + MANY;
	for (int i = 0; i < MANY; i++)
		http_send(told->http, &request);
	loop_run(told->loop);
}

static void
many_at_once_use_their_connections_again(void **state)
{
	struct told *told = *state;
	unsigned before = server.connections;

	send_many(told);
	send_many(told);
	send_many(told);
	assert_int_equal(told->dones, 3 * MANY);
	assert_int_equal(server.connections - before, MANY);
}

static void
wait_for_both_answers(void *arg)
{
	const unsigned *answered = arg;

	for (int ms = 0; ms < 5000 && server.answered < *answered + 2; ms++)
		usleep(1000);
	assert_true(server.answered >= *answered + 2);
}

static void
keep_reply_slowly(void *arg, const struct http_reply *reply)
{
	usleep(2000);
	keep_reply(arg, reply);
}

static void
all_ends_of_a_turn_have_the_same_time(void **state)
{
	struct told *told = *state;
	struct http_request request = request_to(told, "GET", "/late");
	unsigned answered = server.answered;

	request.done = keep_reply_slowly;
	told->wanted = 2;
	http_send(told->http, &request);
	http_send(told->http, &request);
	loop_timer_at(told->loop, clock_now_ns() + 20 * NS_PER_MS, wait_for_both_answers,
		      &answered);
	loop_run(told->loop);
	assert_int_equal(told->done_ns[0], told->done_ns[1]);
}

static void
do_nothing(void *arg)
{
	(void)arg;
}

static void
send_two(void *arg)
{
	struct told *told = arg;
	struct http_request request = request_to(told, "GET", "/whole");

	if (told->source_left++)
		return;
	http_send(told->http, &request);
	http_send(told->http, &request);
}

/* The drawing of this test ends only when the requests of the same turn were answered. */
static void
new_requests_leave_before_the_drawing(void **state)
{
	struct told *told = *state;
	unsigned answered = server.answered;

	told->wanted = 2;
	loop_after_turn(told->loop, send_two, told);
	loop_after_turn(told->loop, wait_for_both_answers, &answered);
	loop_timer_at(told->loop, 0, do_nothing, NULL); /* a first turn */
	loop_run(told->loop);
	assert_int_equal(told->dones, 2);
}

static unsigned
open_descriptors(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void
no_descriptor_is_left_open(void **state)
{
	static const char *const paths[] = { "/whole", "/cut", "/nothing", "/missing" };
	struct told *told = *state;
	unsigned before;

	get(told, "/whole");
	before = open_descriptors();
	for (int i = 0; i < 20; i++)
		get(told, paths[i % COUNTOF(paths)]);
	get(told, "/whole");
	usleep(50000); /* the server's ends are in this process too, and close a little later */
	assert_in_range(open_descriptors(), 0, before);
}

static void
escape_leaves_only_what_is_unreserved(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "", "" },
		{ "aZ09-._~", "aZ09-._~" },
		{ "a b/c?d&e=f%", "a%20b%2Fc%3Fd%26e%3Df%25" },
		{ "\xc3\xa4", "%C3%A4" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *escaped = http_escape(rows[i].text);

		assert_string_equal(escaped, rows[i].want);
	}
}

/*
 * ---- endpoints that cannot be used ----
 */

static void
an_impossible_endpoint_is_refused(void **state)
{
	/* clang-format off */
	static const struct { struct http_endpoint endpoint; const char *text; } rows[] = {
		{ { .socket = "/" "0123456789012345678901234567890123456789012345678901234567890123456789"
			      "01234567890123456789012345678901234567" }, "longer than 107 bytes" },
		{ { .url = "http://localhost:8443" }, "no https:// address" },
		{ { .url = "file:///etc/passwd" }, "no https:// address" },
		{ { .url = NULL }, "no https:// address" },
		{ { .url = "https://localhost", .server_cert = "/nowhere/x.crt" }, "open /nowhere/x.crt" },
		{ { .url = "https://localhost", .server_cert = "/dev/null" }, "not a regular file" },
		{ { .url = "https://localhost", .server_cert = "/etc/passwd" }, "holds 0 certificates" },
	};
	/* clang-format on */
	struct told *told = *state;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct http *http = NULL;
		struct err err;

		assert_int_equal(http_new(told->loop, &rows[i].endpoint, &http, &err), -1);
		assert_non_null(strstr(err.text, rows[i].text));
		assert_null(http);
	}
}

static void
ask_socket(struct told *told, const char *path)
{
	struct http_endpoint endpoint = { .socket = path };
	struct err err;

	http_free(told->http);
	assert_int_equal(http_new(told->loop, &endpoint, &told->http, &err), 0);
	get(told, "/whole");
	assert_int_equal(told->status, 0);
	assert_int_equal(told->err.kind, ERR_UNREACHABLE);
}

static void
a_socket_that_is_not_there_or_not_served_is_said(void **state)
{
	struct told *told = *state;
	char path[96];

	snprintf(path, sizeof(path), "%s/none", server.dir);
	ask_socket(told, path);
	assert_non_null(strstr(told->err.text, "there is no socket"));

	snprintf(path, sizeof(path), "%s/deaf", server.dir);
	close(bind_to(path));
	ask_socket(told, path);
	assert_non_null(strstr(told->err.text, "nobody answers"));
	unlink(path);
}

/* That of root is no way in for people. */
static void
a_group_is_named_when_people_can_join_it(void **state)
{
	static const struct {
		mode_t mode;
		gid_t group;
		bool named;
	} rows[] = {
		{ 0660, 4, true },
		{ 0600, 4, false },
		{ 0660, 0, false },
		{ 0660, 4000000000, false }, /* it has no name */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct stat st = { .st_mode = S_IFSOCK | rows[i].mode,
					 .st_gid = rows[i].group };

		assert_int_equal(unixsocket_group(&st) != NULL, rows[i].named);
	}
}

static void
a_socket_of_another_group_says_which(void **state)
{
	struct told *told = *state;
	char path[96], want[128];
	int fd;

	if (geteuid() != 0) {
		print_message("SKIP: only root can make a socket that is not for itself\n");
		skip();
	}
	snprintf(path, sizeof(path), "%s/closed", server.dir);
	fd = bind_to(path);
	assert_int_equal(listen(fd, 1), 0);
	assert_int_equal(chown(path, 0, 4), 0);
	assert_int_equal(chmod(path, 0660), 0);
	assert_int_equal(chmod(server.dir, 0711), 0);
	snprintf(want, sizeof(want), "is for the group %s: join it", getgrgid(4)->gr_name);

	assert_int_equal(seteuid(65534), 0);
	ask_socket(told, path);
	assert_int_equal(seteuid(0), 0);
	assert_non_null(strstr(told->err.text, want));

	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(seteuid(65534), 0);
	ask_socket(told, path);
	assert_int_equal(seteuid(0), 0);
	assert_non_null(strstr(told->err.text, "is for root only: with sudo"));

	assert_int_equal(chown(path, 1, 1), 0);
	assert_int_equal(seteuid(65534), 0);
	ask_socket(told, path);
	assert_int_equal(seteuid(0), 0);
	assert_non_null(strstr(told->err.text, "no permission to use the socket"));
	close(fd);
	unlink(path);
}

/*
 * ---- TLS, against openssl's own test server ----
 */

struct tls {
	struct child *server;
	struct loop *loop;
	char dir[32];
	char url[64];
};

static bool
make_certificates(struct tls *tls)
{
	autofree_mem char *output = NULL;
	autofree_mem char *script = xasprintf(
		"cd %s && for name in one two; do openssl req -x509 -newkey ec -pkeyopt "
		"ec_paramgen_curve:prime256v1 -nodes -subj /CN=$name -days 2 -keyout $name.key "
		"-out $name.crt 2>/dev/null || exit 1; done; cat one.crt two.crt >both.crt;"
		"openssl ec -in one.key -aes128 -passout pass:secret -out locked.key 2>/dev/null;"
		"printf 'HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n"
		"Content-Length: 5\\r\\n\\r\\nhello' >answer",
		tls->dir);
	const char *argv[] = { "sh", "-c", script, NULL };
	struct err err;

	if (child_run(argv, 60000, &output, &err) == 0)
		return true;
	print_message("SKIP: no openssl to make certificates (%s)\n", err.text);
	return false;
}

static void
remove_dir(const struct tls *tls)
{
	const char *argv[] = { "rm", "-r", tls->dir, NULL };
	autofree_mem char *output = NULL;
	struct err err;

	assert_int_equal(child_run(argv, 60000, &output, &err), 0);
}

/* skip() leaves at once, so what is to be freed is freed before. */
static void
need_certificates(struct tls *tls)
{
	strcpy(tls->dir, "/tmp/http_test.XXXXXX");
	assert_non_null(mkdtemp(tls->dir));
	if (make_certificates(tls))
		return;
	remove_dir(tls);
	skip();
}

static void
see_port(void *arg, const char *line, size_t len)
{
	struct tls *tls = arg;
	const char *port = strrchr(line, ':');

	(void)len;
	if (strncmp(line, "ACCEPT", 6) != 0 || !port)
		return;
	snprintf(tls->url, sizeof(tls->url), "https://127.0.0.1:%s", port + 1);
	loop_stop(tls->loop);
}

static void
no_server(void *arg, int status, const char *complaint)
{
	struct tls *tls = arg;

	print_error("openssl s_server: %d %s\n", status, complaint);
	loop_stop(tls->loop);
}

static void
tls_start(struct tls *tls, struct loop *loop)
{
	autofree_mem char *script = NULL;
	const char *argv[] = { "sh", "-c", NULL, NULL };
	struct child_spec spec = { .argv = argv, .line = see_port, .end = no_server, .arg = tls };
	struct err err;

	*tls = (struct tls){ .loop = loop };
	need_certificates(tls);
	script = xasprintf("cd %s && exec openssl s_server -accept 127.0.0.1:0 -HTTP -cert one.crt "
			   "-key one.key",
			   tls->dir);
	argv[2] = script;
	assert_int_equal(child_start(loop, &spec, &tls->server, &err), 0);
	loop_run(loop);
	assert_string_not_equal(tls->url, "");
}

static void
tls_stop(struct tls *tls)
{
	child_free(tls->server);
	remove_dir(tls);
}

static char *
in_dir(const struct tls *tls, const char *name)
{
	return name ? xasprintf("%s/%s", tls->dir, name) : NULL;
}

static void
over_tls_only_the_pinned_certificate_will_do(void **state)
{
	/* clang-format off */
	static const struct { const char *pinned, *client, *key; int status; const char *text; } rows[] = {
		{ "one.crt", NULL,      NULL,         200, "" },
		{ "one.crt", "two.crt", "two.key",    200, "" },
		{ "two.crt", NULL,      NULL,         0,   "another certificate" },
		{ NULL,      NULL,      NULL,         0,   "certificate" },	/* self-signed */
		{ "one.crt", "one.crt", "two.key",    0,   "client certificate" },
		{ "one.crt", "one.crt", "locked.key", 0,   "client certificate" },	/* asks nobody */
	};
	/* clang-format on */
	struct told *told = *state;
	struct tls tls;

	tls_start(&tls, told->loop);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *pinned = in_dir(&tls, rows[i].pinned);
		autofree_mem char *client = in_dir(&tls, rows[i].client);
		autofree_mem char *key = in_dir(&tls, rows[i].key);
		struct http_endpoint endpoint = { .url = tls.url,
						  .client_cert = client,
						  .client_key = key,
						  .server_cert = pinned };
		struct err err;

		http_free(told->http);
		assert_int_equal(http_new(told->loop, &endpoint, &told->http, &err), 0);
		get(told, "/answer");
		assert_non_null(strstr(told->err.text, rows[i].text));
		assert_int_equal(told->status, rows[i].status);
		assert_string_equal(buf_text(&told->body), rows[i].status ? "hello" : "");
	}
	tls_stop(&tls);
}

static void
two_pinned_certificates_are_refused(void **state)
{
	struct told *told = *state;
	struct tls tls = { 0 };
	struct http_endpoint endpoint = { .url = "https://localhost" };
	autofree_mem char *both = NULL;
	struct http *http = NULL;
	struct err err;

	need_certificates(&tls);
	both = in_dir(&tls, "both.crt");
	endpoint.server_cert = both;
	assert_int_equal(http_new(told->loop, &endpoint, &http, &err), -1);
	assert_non_null(strstr(err.text, "holds 2 certificates"));
	tls_stop(&tls);
}

static int
start_server(void **state)
{
	(void)state;
	server_start(&server);
	return 0;
}

static int
stop_server(void **state)
{
	(void)state;
	server_stop(&server);
	return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, finish)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_answer_is_whole_or_there_is_none),
		TEST(the_request_is_sent_as_asked),
		TEST(a_body_is_streamed),
		TEST(a_source_may_give_up),
		TEST(a_sink_takes_the_body_of_a_success_only),
		TEST(a_sink_may_end_the_transfer),
		TEST(a_huge_body_is_refused_unless_there_is_a_sink),
		TEST(no_answer_in_time_is_said),
		TEST(a_cancelled_call_is_not_told),
		TEST(open_calls_end_with_their_http),
		TEST(a_callback_may_free_everything),
		TEST(a_callback_may_send_again),
		TEST(many_at_once_use_their_connections_again),
		TEST(all_ends_of_a_turn_have_the_same_time),
		TEST(new_requests_leave_before_the_drawing),
		TEST(no_descriptor_is_left_open),
		TEST(escape_leaves_only_what_is_unreserved),
		TEST(an_impossible_endpoint_is_refused),
		TEST(a_socket_that_is_not_there_or_not_served_is_said),
		TEST(a_group_is_named_when_people_can_join_it),
		TEST(a_socket_of_another_group_says_which),
		TEST(over_tls_only_the_pinned_certificate_will_do),
		TEST(two_pinned_certificates_are_refused),
	};

	return cmocka_run_group_tests(tests, start_server, stop_server);
}
