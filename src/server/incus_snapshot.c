/* The snapshots of one instance. Its server does them one after the other. */
#include "server/exchange.h"

static char *
snapshot_path(const char *instance, const char *snapshot)
{
	autofree_mem char *encoded = http_escape(snapshot);
	autofree_mem char *behind = xasprintf("/snapshots/%s", encoded);

	return instance_path(instance, behind);
}

void
server_snapshot_create(struct server *server, const char *instance, const char *snapshot,
		       const struct server_ask *ask)
{
	autofree_mem char *path = instance_path(instance, "/snapshots");
	struct json_object *body = json_object_new_object();

	json_add_text(body, "name", snapshot);
	json_add_bool(body, "stateful", false);
	server_request(server,
		       &(struct server_request){ .method = "POST", .path = path, .body = body },
		       ask);
}

void
server_snapshot_restore(struct server *server, const char *instance, const char *snapshot,
			const struct server_ask *ask)
{
	autofree_mem char *path = instance_path(instance, "");
	struct json_object *body = json_object_new_object();

	json_add_text(body, "restore", snapshot);
	server_request(server,
		       &(struct server_request){ .method = "PUT", .path = path, .body = body },
		       ask);
}

void
server_snapshot_delete(struct server *server, const char *instance, const char *snapshot,
		       const struct server_ask *ask)
{
	autofree_mem char *path = snapshot_path(instance, snapshot);

	server_request(server, &(struct server_request){ .method = "DELETE", .path = path }, ask);
}
