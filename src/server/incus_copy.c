/* An instance made from another, on another pool, or anew from its image. */
#include "server/exchange.h"

void
server_instance_copy(struct server *server, const char *from, const char *to,
		     const struct server_ask *ask)
{
	struct json_object *body = json_object_new_object();
	struct json_object *source = json_add_object(body, "source");

	json_add_text(body, "name", to);
	json_add_text(source, "type", "copy");
	json_add_text(source, "source", from);
	json_add_bool(source, "instance_only", true);
	server_request(
		server,
		&(struct server_request){ .method = "POST", .path = "/instances", .body = body },
		ask);
}

/* Without "migration" a server takes this for a new name, and does not look at the pool. */
void
server_instance_move(struct server *server, const char *name, const char *pool,
		     const struct server_ask *ask)
{
	autofree_mem char *path = instance_path(name, "");
	struct json_object *body = json_object_new_object();

	json_add_text(body, "name", name);
	json_add_bool(body, "migration", true);
	json_add_text(body, "pool", pool);
	server_request(server,
		       &(struct server_request){ .method = "POST", .path = path, .body = body },
		       ask);
}

void
server_instance_rebuild(struct server *server, const char *name, const char *fingerprint,
			const struct server_ask *ask)
{
	autofree_mem char *path = instance_path(name, "/rebuild");
	struct json_object *body = json_object_new_object();
	struct json_object *source = json_add_object(body, "source");

	json_add_text(source, "type", fingerprint ? "image" : "none");
	json_add_text(source, "fingerprint", fingerprint);
	server_request(server,
		       &(struct server_request){ .method = "POST", .path = path, .body = body },
		       ask);
}
