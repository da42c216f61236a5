#include "fake_server.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"

/* A request as it came in, kept for the test's questions. */
struct seen {
	char *method, *path, *body;
	size_t body_len;
	uint64_t from_ns, to_ns; /* to_ns 0: not answered */
};

struct connection {
	struct connection *next;
	struct fake *fake;
	pthread_t thread;
	int fd;
	bool dead; /* the server is gone: nothing more is sent */
	struct buf in;
};

struct fake {
	char folder[64], path[96];
	const struct fake_row *tables[2];
	unsigned *answered[2]; /* of each row */
	pthread_t thread;
	/* Guards all below; `changed` tells of `stop`, a death or the server's end. */
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int listener; /* -1: gone */
	bool stop;
	uint64_t back_ns; /* when it listens again; UINT64_MAX: never */
	struct connection *connections;
	struct seen **seen;
	size_t n_seen, room;
};

static void
must(bool worked, const char *what)
{
	if (worked)
		return;
	fprintf(stderr, "fake server: %s: %s\n", what, strerror(errno));
	abort();
}

/* ---- matching ---- */

/* An asterisk takes as little as it can; the last one, at the pattern's end, takes the rest. */
static bool
fits(const char *pattern, const char *text, char part[3][128], unsigned n)
{
	while (*pattern && *pattern != '*') {
		if (*pattern++ != *text++)
			return false;
	}
	if (!*pattern)
		return !*text;

	for (size_t len = pattern[1] ? 0 : strlen(text); len <= strlen(text); len++) {
		if (!fits(pattern + 1, text + len, part, n + 1))
			continue;
		if (part && n < 3)
			snprintf(part[n], sizeof(part[n]), "%.*s", (int)len, text);
		return true;
	}
	return false;
}

static bool
row_fits(const struct fake_row *row, unsigned answered, struct fake_request *request)
{
	if (row->times && answered >= row->times)
		return false;
	if (strcmp(row->method, "*") != 0 && strcmp(row->method, request->method) != 0)
		return false;
	if (row->needs && !strstr(request->body, row->needs))
		return false;
	return fits(row->path, request->path, request->part, 0);
}

/* NULL when none fits. Counts the answer. */
static const struct fake_row *
find_row(struct fake *fake, struct fake_request *request)
{
	for (size_t t = 0; t < COUNTOF(fake->tables); t++) {
		const struct fake_row *rows = fake->tables[t];

		for (size_t i = 0; rows && rows[i].method; i++) {
			if (!row_fits(&rows[i], fake->answered[t][i], request))
				continue;
			request->nth = ++fake->answered[t][i];
			return &rows[i];
		}
	}
	return NULL;
}

/* ---- reading ---- */

static bool
read_more(struct connection *con)
{
	char bytes[16384];
	ssize_t got = recv(con->fd, bytes, sizeof(bytes), 0);

	if (got <= 0)
		return false;
	buf_add(&con->in, bytes, (size_t)got);
	return true;
}

static const char *
header(const char *head, const char *name)
{
	const char *line = head;

	while ((line = strstr(line, "\r\n"))) {
		line += 2;
		if (strncasecmp(line, name, strlen(name)) == 0)
			return line + strlen(name);
	}
	return NULL;
}

/* One chunk from the front of the input; its length, -1 when the client is gone. */
static long
read_chunk(struct connection *con, struct buf *body)
{
	const char *end;
	size_t len, head;

	while (!(end = strstr(buf_text(&con->in), "\r\n"))) {
		if (!read_more(con))
			return -1;
	}
	len = strtoul(con->in.data, NULL, 16);
	head = (size_t)(end + 2 - con->in.data);
	while (con->in.len < head + len + 2) {
		if (!read_more(con))
			return -1;
	}
	buf_add(body, con->in.data + head, len);
	buf_drop(&con->in, head + len + 2);
	return (long)len;
}

static bool
read_body(struct connection *con, const char *head, struct buf *body)
{
	const char *length = header(head, "Content-Length:");
	const char *coding = header(head, "Transfer-Encoding:");
	size_t len = length ? strtoul(length, NULL, 10) : 0;
	long chunk;

	if (header(head, "Expect:"))
		send(con->fd, "HTTP/1.1 100 Continue\r\n\r\n", 25, MSG_NOSIGNAL);
	if (coding && strcasestr(coding, "chunked")) {
		do {
			chunk = read_chunk(con, body);
		} while (chunk > 0);
		return chunk == 0;
	}
	while (con->in.len < len) {
		if (!read_more(con))
			return false;
	}
	buf_add(body, buf_text(&con->in), len);
	buf_drop(&con->in, len);
	return true;
}

/* NULL: the client is gone. */
static struct seen *
read_request(struct connection *con)
{
	autobuf body = { 0 };
	autofree_mem char *head = NULL;
	struct seen *seen;
	const char *end, *path, *behind;
	size_t len;

	while (!(end = strstr(buf_text(&con->in), "\r\n\r\n"))) {
		if (!read_more(con))
			return NULL;
	}
	len = (size_t)(end + 4 - con->in.data);
	head = xstrndup(con->in.data, len);
	buf_drop(&con->in, len);
	if (!read_body(con, head, &body))
		return NULL;

	path = strchr(head, ' ');
	behind = path ? strchr(path + 1, ' ') : NULL;
	if (!behind)
		return NULL;
	seen = xcalloc(1, sizeof(*seen));
	seen->method = xstrndup(head, (size_t)(path - head));
	seen->path = xstrndup(path + 1, (size_t)(behind - path - 1));
	seen->body_len = body.len;
	buf_puts(&body, "");
	seen->body = body.data ? buf_steal(&body) : xstrdup("");
	seen->from_ns = clock_now_ns();
	return seen;
}

/* ---- answering ---- */

static void
add_filled(struct buf *out, const char *text, const struct fake_request *request)
{
	for (; *text; text++) {
		if (*text != '$' || !text[1] || !strchr("123n", text[1])) {
			buf_putc(out, *text);
			continue;
		}
		text++;
		if (*text == 'n')
			buf_printf(out, "%u", request->nth);
		else
			buf_puts(out, request->part[*text - '1']);
	}
}

static void
send_all(int fd, const char *bytes, size_t len)
{
	ssize_t sent;

	for (; len > 0; bytes += sent, len -= (size_t)sent) {
		sent = send(fd, bytes, len, MSG_NOSIGNAL);
		if (sent <= 0)
			return;
	}
}

/* A HEAD is told the length of the body that it does not get. */
static void
send_answer(struct connection *con, const struct fake_row *row, const struct fake_request *request,
	    int status, const struct buf *body)
{
	autobuf out = { 0 };
	size_t len = row && row->cut ? row->cut : body->len;

	if (strcmp(request->method, "HEAD") == 0)
		len = 0;
	buf_printf(&out, "HTTP/1.1 %d Fake\r\n", status);
	if (!row || !row->no_length)
		buf_printf(&out, "Content-Length: %zu\r\n", body->len);
	if (!row || !row->headers || !header(row->headers, "Content-Type:"))
		buf_puts(&out, "Content-Type: application/json\r\n");
	if (row && row->headers)
		buf_puts(&out, row->headers);
	buf_puts(&out, "\r\n");
	buf_add(&out, buf_text(body), len < body->len ? len : body->len);
	send_all(con->fd, out.data, out.len);
}

/* The bytes of the answer; its status. */
static int
fill_answer(const struct fake_row *row, const struct fake_request *request, struct buf *body)
{
	if (!row) {
		buf_puts(body, FAKE_ERROR("404", "not found"));
		return 404;
	}
	if (row->fn) {
		struct fake_answer answer = row->fn(row->arg, request);

		if (answer.body)
			buf_puts(body, answer.body);
		free(answer.body);
		return answer.status ? answer.status : 200;
	}
	if (row->body_len)
		buf_add(body, row->body, row->body_len);
	else if (row->body)
		add_filled(body, row->body, request);
	return row->status ? row->status : 200;
}

/* Under the mutex: the time is up, or -1: the server is gone. UINT64_MAX waits for that. */
static int
wait_until(struct connection *con, uint64_t due_ns)
{
	struct timespec when = { (time_t)(due_ns / NS_PER_S), (long)(due_ns % NS_PER_S) };

	while (!con->dead && (due_ns == UINT64_MAX || clock_now_ns() < due_ns)) {
		if (due_ns == UINT64_MAX)
			pthread_cond_wait(&con->fake->changed, &con->fake->mutex);
		else
			pthread_cond_timedwait(&con->fake->changed, &con->fake->mutex, &when);
	}
	return con->dead ? -1 : 0;
}

/* Under the mutex. */
static void
kill_connections(struct fake *fake)
{
	for (struct connection *con = fake->connections; con; con = con->next) {
		if (!con->dead)
			shutdown(con->fd, SHUT_RDWR);
		con->dead = true;
	}
	pthread_cond_broadcast(&fake->changed);
}

/* Under the mutex: nobody is there until `back_ms` have passed. */
static void
go(struct fake *fake, unsigned back_ms)
{
	unlink(fake->path);
	fake->back_ns = back_ms ? clock_now_ns() + back_ms * NS_PER_MS : UINT64_MAX;
	if (fake->listener >= 0)
		shutdown(fake->listener, SHUT_RDWR);
	kill_connections(fake);
}

/* False: the connection is over. */
static bool
serve(struct connection *con, struct seen *seen)
{
	struct fake *fake = con->fake;
	struct fake_request request = { .method = seen->method,
					.path = seen->path,
					.body = seen->body,
					.body_len = seen->body_len };
	const struct fake_row *row;
	autobuf body = { 0 };
	int status;

	pthread_mutex_lock(&fake->mutex);
	fake->seen = mem_grow(fake->seen, fake->n_seen, &fake->room, sizeof(struct seen *));
	fake->seen[fake->n_seen++] = seen;
	row = find_row(fake, &request);
	if (row && row->how == FAKE_NEVER)
		wait_until(con, UINT64_MAX);
	else if (row && row->delay_ms)
		wait_until(con, seen->from_ns + row->delay_ms * NS_PER_MS);
	if (!con->dead && row && row->how == FAKE_GONE)
		go(fake, row->back_ms);
	seen->to_ns = clock_now_ns();
	if (con->dead || (row && row->how != FAKE_ANSWER)) {
		pthread_mutex_unlock(&fake->mutex);
		return false;
	}
	pthread_mutex_unlock(&fake->mutex);

	status = fill_answer(row, &request, &body);
	send_answer(con, row, &request, status, &body);
	return !row || !row->cut;
}

static void *
connection_run(void *arg)
{
	struct connection *con = arg;
	struct seen *seen;

	do {
		seen = read_request(con);
	} while (seen && serve(con, seen));

	/* Closed only when it is freed: the number must not be another's when the server dies. */
	shutdown(con->fd, SHUT_RDWR);
	return NULL;
}

/* ---- the server ---- */

static int
listen_at(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	must(fd >= 0, "socket");
	must(bind(fd, (struct sockaddr *)&address, sizeof(address)) == 0, path);
	must(listen(fd, 128) == 0, path);
	return fd;
}

static void
take(struct fake *fake, int fd)
{
	struct connection *con = xcalloc(1, sizeof(*con));

	con->fake = fake;
	con->fd = fd;
	pthread_mutex_lock(&fake->mutex);
	con->next = fake->connections;
	fake->connections = con;
	must(pthread_create(&con->thread, NULL, connection_run, con) == 0, "thread");
	pthread_mutex_unlock(&fake->mutex);
}

/* False: it will not come back. */
static bool
come_back(struct fake *fake)
{
	struct timespec when;

	pthread_mutex_lock(&fake->mutex);
	close(fake->listener);
	fake->listener = -1;
	while (!fake->stop && clock_now_ns() < fake->back_ns) {
		if (fake->back_ns == UINT64_MAX) {
			pthread_cond_wait(&fake->changed, &fake->mutex);
			continue;
		}
		when = (struct timespec){ (time_t)(fake->back_ns / NS_PER_S),
					  (long)(fake->back_ns % NS_PER_S) };
		pthread_cond_timedwait(&fake->changed, &fake->mutex, &when);
	}
	if (!fake->stop)
		fake->listener = listen_at(fake->path);
	pthread_mutex_unlock(&fake->mutex);
	return fake->listener >= 0;
}

static void *
fake_run(void *arg)
{
	struct fake *fake = arg;
	int fd;

	do {
		while ((fd = accept4(fake->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0)
			take(fake, fd);
	} while (come_back(fake));
	return NULL;
}

static unsigned *
counters(const struct fake_row *rows)
{
	size_t n = 0;

	while (rows && rows[n].method)
		n++;
	return xcalloc(n + 1, sizeof(unsigned));
}

struct fake *
fake_start(const struct fake_row *rows, const struct fake_row *then)
{
	struct fake *fake = xcalloc(1, sizeof(*fake));
	pthread_condattr_t monotonic;
	sigset_t all, before;

	fake->tables[0] = rows;
	fake->tables[1] = then;
	for (size_t i = 0; i < COUNTOF(fake->tables); i++)
		fake->answered[i] = counters(fake->tables[i]);
	snprintf(fake->folder, sizeof(fake->folder), "/tmp/poolscope-fake-XXXXXX");
	must(mkdtemp(fake->folder), fake->folder);
	snprintf(fake->path, sizeof(fake->path), "%s/unix.socket", fake->folder);
	fake->listener = listen_at(fake->path);
	pthread_mutex_init(&fake->mutex, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&fake->changed, &monotonic);
	pthread_condattr_destroy(&monotonic);

	/* Signals are the loop's, which reads them by a signalfd: none may end up in these threads.
	 */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	must(pthread_create(&fake->thread, NULL, fake_run, fake) == 0, "thread");
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return fake;
}

static void
connection_free(struct connection *con)
{
	pthread_join(con->thread, NULL);
	close(con->fd);
	buf_wipe(&con->in);
	free(con);
}

static void
seen_free(struct seen *seen)
{
	free(seen->method);
	free(seen->path);
	free(seen->body);
	free(seen);
}

void
fake_stop(struct fake *fake)
{
	if (!fake)
		return;
	pthread_mutex_lock(&fake->mutex);
	fake->stop = true;
	go(fake, 0);
	pthread_mutex_unlock(&fake->mutex);
	pthread_join(fake->thread, NULL);

	pthread_mutex_lock(&fake->mutex);
	kill_connections(fake);
	pthread_mutex_unlock(&fake->mutex);
	while (fake->connections) {
		struct connection *con = fake->connections;

		fake->connections = con->next;
		connection_free(con);
	}
	for (size_t i = 0; i < fake->n_seen; i++)
		seen_free(fake->seen[i]);
	free(fake->seen);
	for (size_t i = 0; i < COUNTOF(fake->answered); i++)
		free(fake->answered[i]);
	rmdir(fake->folder);
	pthread_cond_destroy(&fake->changed);
	pthread_mutex_destroy(&fake->mutex);
	free(fake);
}

const char *
fake_socket(const struct fake *fake)
{
	return fake->path;
}

/* ---- questions ---- */

static bool
asked(const struct seen *seen, const char *method, const char *path)
{
	return (strcmp(method, "*") == 0 || strcmp(method, seen->method) == 0) &&
	       fits(path, seen->path, NULL, 0);
}

size_t
fake_seen(struct fake *fake, const char *method, const char *path)
{
	size_t n = 0;

	pthread_mutex_lock(&fake->mutex);
	for (size_t i = 0; i < fake->n_seen; i++)
		n += asked(fake->seen[i], method, path);
	pthread_mutex_unlock(&fake->mutex);
	return n;
}

static const struct seen *
last_seen(struct fake *fake, const char *method, const char *path)
{
	const struct seen *last = NULL;

	pthread_mutex_lock(&fake->mutex);
	for (size_t i = 0; i < fake->n_seen; i++) {
		if (asked(fake->seen[i], method, path))
			last = fake->seen[i];
	}
	pthread_mutex_unlock(&fake->mutex);
	return last;
}

const char *
fake_body(struct fake *fake, const char *method, const char *path)
{
	const struct seen *last = last_seen(fake, method, path);

	return last ? last->body : NULL;
}

const char *
fake_path(struct fake *fake, const char *method, const char *path)
{
	const struct seen *last = last_seen(fake, method, path);

	return last ? last->path : NULL;
}

static bool
is_open_at(const struct seen *seen, uint64_t ns)
{
	return seen->from_ns <= ns && (!seen->to_ns || seen->to_ns > ns);
}

/* The most are open where one begins. They stand in the order in which they were looked at, not begun. */
size_t
fake_peak(struct fake *fake, const char *method, const char *path)
{
	size_t peak = 0;

	pthread_mutex_lock(&fake->mutex);
	for (size_t i = 0; i < fake->n_seen; i++) {
		size_t open = 0;

		for (size_t k = 0; k < fake->n_seen && asked(fake->seen[i], method, path); k++)
			open += asked(fake->seen[k], method, path) &&
				is_open_at(fake->seen[k], fake->seen[i]->from_ns);
		peak = open > peak ? open : peak;
	}
	pthread_mutex_unlock(&fake->mutex);
	return peak;
}
