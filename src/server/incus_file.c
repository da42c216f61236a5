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
};

static void
drop(struct pending *pending)
{
	struct question *question = (struct question *)pending;

	exchange_cancel(question->exchange);
	pending_remove(pending);
	free(question);
}

/* The answer to a HEAD has no body that could say more. */
static void
on_head(void *arg, const struct answer *answer)
{
	struct question *question = arg;
	struct err err;
	bool told = answer->http == 200 && known(answer->length);

	if (!told)
		err_set_kind(&err, answer->type == ANSWER_NONE ? answer->kind : ERR_FAILED,
			     "size of a file: %s",
			     answer->type == ANSWER_NONE ? answer->error : "the server tells none");
	pending_remove(&question->pending);
	question->done(question->arg, answer->length, told ? NULL : &err);
	free(question);
}

void
server_file_size(struct server *server, const char *instance, const char *path,
		 server_file_size_fn *done, void *arg)
{
	autofree_mem char *whole = file_path(instance, path);
	struct question *question = xcalloc(1, sizeof(*question));

	question->done = done;
	question->arg = arg;
	pending_add(server, &question->pending, arg, drop);
	question->exchange = exchange_start(server, &(struct exchange_spec){ .method = "HEAD",
									     .path = whole,
									     .timeout_ms = SIZE_MS,
									     .done = on_head,
									     .arg = question });
}
