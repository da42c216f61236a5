#include "connect.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/sandbox.h"

int
connect_add(struct connection *connection, const char *name, const char *project, struct err *err)
{
	autofree(remote) remote = NULL;
	struct server *server;

	if (remote_find(name, &remote, err) < 0)
		return -1;
	if (server_new(connection->loop, remote, &server, err) < 0)
		return err_wrap(err, "%s", remote->name);
	if (project)
		server_set_project(server, project);
	connection->servers = xrealloc(connection->servers, connection->n_servers + 1,
				       sizeof(*connection->servers));
	connection->servers[connection->n_servers++] = server;
	return 0;
}

static void
tell_step(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "%s\n", text);
}

struct sandbox_wish
connect_wish(const struct options *options)
{
	const char *daemon = options_text(options, OPT_DAEMON);

	return (struct sandbox_wish){
		.kind = daemon ? sandbox_kind_find(daemon) : NULL,
		.no_idmap = options_flag(options, OPT_NO_IDMAP),
	};
}

static int
add_sandbox(const struct options *options, struct connection *connection, struct err *err)
{
	const struct sandbox_wish wish = connect_wish(options);
	const struct sandbox_teller teller = { .tell = tell_step };

	if (sandbox_up(NULL, &wish, &teller, &connection->sandbox, err) < 0)
		return -1;
	return connect_add(connection, sandbox_socket(connection->sandbox), "default", err);
}

static void
drop_servers(struct connection *connection)
{
	for (size_t i = 0; i < connection->n_servers; i++)
		server_free(connection->servers[i]);
	free(steal(connection->servers));
	connection->n_servers = 0;
}

int
connect_sandbox(const struct options *options, struct connection *connection, struct err *err)
{
	drop_servers(connection);
	return add_sandbox(options, connection, err);
}

static int
add_named(const struct options *options, struct connection *connection, struct err *err)
{
	const char *project = options_text(options, OPT_PROJECT);
	char *const *names;
	size_t n = options_list(options, OPT_SERVER, &names);

	if (n == 0)
		return connect_add(connection, NULL, project, err);
	for (size_t i = 0; i < n; i++)
		if (connect_add(connection, names[i], project, err) < 0)
			return -1;
	return 0;
}

int
connect_find(const struct options *options, struct connection *connection, struct err *err)
{
	return connection->n_servers ? 0 : add_named(options, connection, err);
}

int
connect_open(const struct options *options, struct connection *ret, struct err *err)
{
	struct connection connection = { 0 };
	int status = loop_new(&connection.loop, err);

	if (status == 0 && options_flag(options, OPT_SANDBOX))
		status = add_sandbox(options, &connection, err);
	else if (status == 0)
		status = add_named(options, &connection, err);
	if (status < 0) {
		connect_close(&connection);
		return -1;
	}
	*ret = connection;
	return 0;
}

/* ---- waiting for all of them ---- */

struct waiting {
	struct connection *connection;
	size_t left;
	struct err *err;
	bool failed;
};

struct waiting_server {
	struct waiting *all;
	const char *name;
};

static void
answered(void *arg, const struct err *err)
{
	struct waiting_server *one = arg;
	struct waiting *all = one->all;

	if (err && !all->failed) {
		*all->err = *err;
		err_wrap(all->err, "%s", one->name);
		all->failed = true;
	}
	if (--all->left == 0)
		loop_stop(all->connection->loop);
}

int
connect_wait(struct connection *connection, struct err *err)
{
	struct waiting all = { .connection = connection, .left = connection->n_servers, .err = err };
	autofree_mem struct waiting_server *each = xcalloc(connection->n_servers, sizeof(*each));

	if (all.left == 0)
		return 0;
	for (size_t i = 0; i < connection->n_servers; i++) {
		struct server *server = connection->servers[i];

		each[i] = (struct waiting_server){ &all, server_remote(server)->name };
		server_connect(server, answered, &each[i]);
	}
	loop_run(connection->loop);
	return all.failed ? -1 : 0;
}

void
connect_close(struct connection *connection)
{
	struct err err;

	drop_servers(connection);
	loop_free(connection->loop);
	if (connection->sandbox && sandbox_end(connection->sandbox, &err) < 0)
		fprintf(stderr, "poolscope: %s\n", err.text);
	sandbox_free(connection->sandbox);
	*connection = (struct connection){ 0 };
}
