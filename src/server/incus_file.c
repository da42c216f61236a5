/* Files of an instance, through its server. */
#include <stdlib.h>
#include <string.h>

#include "server/exchange.h"

#define SIZE_MS (30 * 1000)

static char *
file_path(const char *instance, const char *path)
{
	autofree_mem char *encoded = http_escape(path);
	autofree_mem char *behind = xasprintf("/files?path=%s", encoded);

	return instance_path(instance, behind);
}

void
server_file_put(struct server *server, const struct file_spec *file, const struct server_ask *ask)
{
	static const char *const of[2][2][5] = {
		{ { "X-Incus-type: file", "X-Incus-mode: 0644", "X-Incus-uid: 0",
		    "X-Incus-gid: 0" },
		  { "X-Incus-type: directory", "X-Incus-mode: 0755", "X-Incus-uid: 0",
		    "X-Incus-gid: 0" } },
		{ { "X-LXD-type: file", "X-LXD-mode: 0644", "X-LXD-uid: 0", "X-LXD-gid: 0" },
		  { "X-LXD-type: directory", "X-LXD-mode: 0755", "X-LXD-uid: 0", "X-LXD-gid: 0" } },
	};
	bool lxd = server->env.kind && strcmp(server->env.kind, "lxd") == 0;
	autofree_mem char *path = file_path(file->instance, file->path);

	server_request(server,
		       &(struct server_request){
			       .method = "POST",
			       .path = path,
			       .source = file->folder ? NULL : file->source,
			       .source_arg = file->source_arg,
			       .source_len = file->len,
			       .headers = of[lxd][file->folder],
		       },
		       ask);
}

/* ---- a size ---- */

struct question {
	struct pending pending;
	struct exchange *exchange;
	server_file_size_fn *done;
	void *arg;
	struct server *server;
	char *path;		/* of the file, encoded */
	uint64_t read;		/* bytes of it, where its head tells no length */
};

static void
drop(struct pending *pending)
{
	struct question *question = (struct question *)pending;

	exchange_cancel(question->exchange);
	pending_remove(pending);
	free(question->path);
	free(question);
}

static void
answer_question(struct question *question, uint64_t size, const struct answer *answer)
{
	struct err err;

	if (!known(size))
		err_set_kind(&err, answer->type == ANSWER_NONE ? answer->kind : ERR_FAILED,
			     "size of a file: %s", answer->error ? answer->error : "the server tells none");
	pending_remove(&question->pending);
	question->done(question->arg, size, known(size) ? NULL : &err);
	free(question->path);
	free(question);
}

static int
count_bytes(void *arg, const void *bytes, size_t len)
{
	struct question *question = arg;

	(void)bytes;
	question->read += len;
	return 0;
}

static void
on_whole(void *arg, const struct answer *answer)
{
	struct question *question = arg;

	answer_question(question, answer->http == 200 ? question->read : UNKNOWN, answer);
}

/* LXD 5.0 tells no length in the answer to a HEAD: then the file is read and its bytes are counted. */
static void
on_head(void *arg, const struct answer *answer)
{
	struct question *question = arg;

	if (answer->http != 200 || known(answer->length)) {
		answer_question(question, answer->http == 200 ? answer->length : UNKNOWN, answer);
		return;
	}
	question->exchange = exchange_start(question->server,
					    &(struct exchange_spec){ .method = "GET",
								     .path = question->path,
								     .timeout_ms = SIZE_MS,
								     .sink = count_bytes,
								     .sink_arg = question,
								     .done = on_whole,
								     .arg = question });
}

void
server_file_size(struct server *server, const char *instance, const char *path,
		 server_file_size_fn *done, void *arg)
{
	struct question *question = xcalloc(1, sizeof(*question));

	question->done = done;
	question->arg = arg;
	question->server = server;
	question->path = file_path(instance, path);
	pending_add(server, &question->pending, arg, drop);
	question->exchange = exchange_start(server, &(struct exchange_spec){ .method = "HEAD",
									     .path = question->path,
									     .timeout_ms = SIZE_MS,
									     .done = on_head,
									     .arg = question });
}
