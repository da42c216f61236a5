#include "server/sandbox_client.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/jsonio.h"
#include "server/server.h"
#include "sys/loop.h"
#include "sys/process.h"

#define RETRY_NS (20 * NS_PER_MS)	/* between two knocks at a server that is starting */
#define ANSWER_MS 5000			/* for one knock */

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

struct interrupt {
	struct sandbox_client *client;
	int signo;
};

struct sandbox_client {
	struct loop *loop;
	struct server *server;
	struct remote *remote;
	struct interrupt interrupts[COUNTOF(signals)];
	enum op_state state;	/* of the last request, as are the next two */
	struct err failure;
	struct json_object *metadata;
	int signo;		/* that ended the waiting; 0: none */
	bool daemon_ended;
};

static void
on_signal(void *arg)
{
	const struct interrupt *interrupt = arg;

	interrupt->client->signo = interrupt->signo;
	loop_stop(interrupt->client->loop);
}

int
sandbox_client_new(const char *socket, struct sandbox_client **ret, struct err *err)
{
	autofree(sandbox_client) client = xcalloc(1, sizeof(*client));

	client->remote = xcalloc(1, sizeof(*client->remote));
	client->remote->name = xstrdup(socket);
	client->remote->socket = xstrdup(socket);
	if (loop_new(&client->loop, err) < 0)
		return -1;
	if (server_new(client->loop, client->remote, &client->server, err) < 0)
		return -1;
	for (size_t i = 0; i < COUNTOF(signals); i++) {
		struct interrupt *interrupt = &client->interrupts[i];

		*interrupt = (struct interrupt){ client, signals[i] };
		if (loop_on_signal(client->loop, signals[i], on_signal, interrupt, err) < 0)
			return -1;
	}
	*ret = steal(client);
	return 0;
}

void
sandbox_client_free(struct sandbox_client *client)
{
	if (!client)
		return;
	json_object_put(client->metadata);
	server_free(client->server);
	loop_free(client->loop);
	remote_free(client->remote);
	free(client);
}

int
sandbox_client_signal(const struct sandbox_client *client)
{
	return client->signo;
}

static void
on_answer(void *arg, const struct server_result *result)
{
	struct sandbox_client *client = arg;

	client->state = result->state;
	client->metadata = json_object_get(result->metadata);
	if (result->state != OP_OK)
		err_set(&client->failure, "%s", result->error ? result->error : "no answer");
	loop_stop(client->loop);
}

static int
ask(struct sandbox_client *client, const struct server_request *request, unsigned timeout_ms,
    struct err *err)
{
	const struct server_ask how = { .done = on_answer, .arg = client, .timeout_ms = timeout_ms };

	if (client->signo) {
		json_object_put(request->body);
		return err_set(err, "interrupted");
	}

	client->state = OP_UNKNOWN;
	json_object_put(steal(client->metadata));
	err_set(&client->failure, "interrupted");
	server_request(client->server, request, &how);
	loop_run(client->loop);
	if (client->state == OP_OK)
		return 0;
	*err = client->failure;
	return -1;
}

bool
sandbox_client_has(struct sandbox_client *client, const char *path)
{
	const struct server_request request = { .method = "GET", .path = path };
	struct err ignored;

	return ask(client, &request, 0, &ignored) == 0;
}

int
sandbox_client_send(struct sandbox_client *client, const char *method, const char *path,
		    struct json_object *body, unsigned timeout_ms, struct err *err)
{
	const struct server_request request = { .method = method, .path = path, .body = body };

	return ask(client, &request, timeout_ms, err);
}

struct json_object *
sandbox_client_get(struct sandbox_client *client, const char *path, struct err *err)
{
	const struct server_request request = { .method = "GET", .path = path };

	if (ask(client, &request, 0, err) < 0)
		return NULL;
	if (!client->metadata)
		err_set(err, "the answer is empty");
	return steal(client->metadata);
}

static long
read_file(void *arg, void *bytes, size_t room)
{
	FILE *file = arg;
	size_t len = fread(bytes, 1, room, file);

	return ferror(file) ? -1 : (long)len;
}

int
sandbox_client_upload(struct sandbox_client *client, const char *path, FILE *file, struct err *err)
{
	struct stat st;

	if (fstat(fileno(file), &st) < 0)
		return err_sys(err, "size of the file to send");
	rewind(file);
	const struct server_request request = {
		.method = "POST",
		.path = path,
		.source = read_file,
		.source_arg = file,
		.source_len = (uint64_t)st.st_size,
	};
	return ask(client, &request, 0, err);
}

static void
on_retry(void *arg)
{
	struct sandbox_client *client = arg;

	loop_stop(client->loop);
}

static void
on_daemon_end(void *arg)
{
	struct sandbox_client *client = arg;

	client->daemon_ended = true;
	loop_stop(client->loop);
}

/* Nothing tells when a socket begins to answer, so it is tried; the daemon's end is told. */
static int
knock_until(struct sandbox_client *client, uint64_t deadline_ns, struct err *err)
{
	const struct server_request request = { .method = "GET", .path = "" };

	while (ask(client, &request, ANSWER_MS, err) < 0) {
		if (client->signo)
			return -1;
		if (client->daemon_ended)
			return err_set(err, "the daemon has ended");
		if (clock_now_ns() > deadline_ns)
			return err_wrap(err, "the daemon does not answer");
		loop_timer_at(client->loop, clock_now_ns() + RETRY_NS, on_retry, client);
		loop_run(client->loop);
	}
	return 0;
}

int
sandbox_client_ready(struct sandbox_client *client, pid_t daemon, unsigned timeout_ms,
		     struct err *err)
{
	int end = process_open(daemon);

	if (end < 0)
		return err_set(err, "the daemon has ended");
	struct loop_watch *watch = loop_watch_fd(client->loop, end, on_daemon_end, client);
	int result = knock_until(client, clock_now_ns() + timeout_ms * NS_PER_MS, err);
	loop_unwatch(watch);
	close(end);
	return result;
}
