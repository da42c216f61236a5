#include "server/server.h"

#include <stdlib.h>

#include "server/call.h"
#include "server/exchange.h"

static int
open_address(struct loop *loop, const struct remote *remote, size_t i, struct http **ret,
	     struct err *err)
{
	autofree_mem char *url = remote_url(remote, i);
	const struct http_endpoint endpoint = {
		.socket = remote->socket,
		.url = url,
		.client_cert = remote->client_cert,
		.client_key = remote->client_key,
		.server_cert = remote->server_cert,
	};

	return http_new(loop, &endpoint, ret, err);
}

int
server_new(struct loop *loop, const struct remote *remote, struct server **ret, struct err *err)
{
	autofree(server) server = xcalloc(1, sizeof(*server));

	server->loop = loop;
	LIST_INIT(&server->pendings);
	if (open_address(loop, remote, 0, &server->http, err) < 0)
		return err_wrap(err, "server %s", remote->name);
	server->remote = remote_copy(remote);
	server_set_project(server, remote->project);
	*ret = steal(server);
	return 0;
}

void
server_free(struct server *server)
{
	struct pending *pending;

	if (!server)
		return;
	while ((pending = LIST_FIRST(&server->pendings)))
		pending->drop(pending);
	http_free(server->http);
	remote_free(server->remote);
	env_server_wipe(&server->env);
	json_object_put(server->extensions);
	free(server->project);
	free(server->about.kind);
	free(server->about.version);
	free(server->about.auth);
	free(server->warnings);
	free(server);
}

bool
server_has_next_address(const struct server *server)
{
	autofree_mem char *url = remote_url(server->remote, server->address + 1);

	return url != NULL;
}

bool
server_next_address(struct server *server)
{
	struct http *http;
	struct err err;

	if (!server_has_next_address(server) ||
	    open_address(server->loop, server->remote, server->address + 1, &http, &err) < 0)
		return false;
	http_free(server->http);
	server->http = http;
	server->address++;
	return true;
}

void
server_set_project(struct server *server, const char *project)
{
	free(server->project);
	server->project = xstrdup(project ? project : "default");
}

const char *
server_project(const struct server *server)
{
	return server->project;
}

const struct env_server *
server_env(const struct server *server)
{
	return server->connected ? &server->env : NULL;
}

const char *
server_warnings(const struct server *server)
{
	return server->warnings ? server->warnings : "";
}

bool
server_has(const struct server *server, const char *extension)
{
	return json_bool_or(server->extensions, extension, false);
}

const struct server_about *
server_about(const struct server *server)
{
	return &server->about;
}

const struct remote *
server_remote(const struct server *server)
{
	return server->remote;
}

/* ---- what is under way ---- */

void
pending_add(struct server *server, struct pending *pending, const void *arg,
	    void (*drop)(struct pending *pending))
{
	pending->arg = arg;
	pending->drop = drop;
	LIST_INSERT_HEAD(&server->pendings, pending, next);
}

void
pending_remove(struct pending *pending)
{
	LIST_REMOVE(pending, next);
}

void
server_forget(struct server *server, const void *arg)
{
	struct pending *pending = LIST_FIRST(&server->pendings), *next;

	for (; pending; pending = next) {
		next = LIST_NEXT(pending, next);
		if (pending->arg == arg)
			pending->drop(pending);
	}
}

/* ---- anything ---- */

void
server_request(struct server *server, const struct server_request *request,
	       const struct server_ask *ask)
{
	autobuf body = { 0 };

	if (request->body)
		json_format(request->body, &body);
	json_object_put(request->body);
	call_start(server,
		   &(struct call_spec){
			   .request = { .method = request->method,
					.path = request->path,
					.headers = request->headers,
					.body = body.data,
					.source = request->source,
					.source_arg = request->source_arg,
					.source_len = request->source_len },
			   .proof = PROOF_NONE,
		   },
		   ask);
}
