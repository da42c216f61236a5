/* The verbs of server.h that have to do with backups: an instance as one archive. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/call.h"

#define LIFE_NS (24 * 3600 * NS_PER_S) /* after this the server removes a forgotten backup itself  \
					*/

/* "/instances/NAME/backups/BACKUP" and what follows. The caller frees. */
static char *
backup_path(const char *instance, const char *name, const char *behind)
{
	autofree_mem char *encoded = http_escape(name);
	autofree_mem char *below = xasprintf("/backups/%s%s", encoded, behind);

	return instance_path(instance, below);
}

static void
add_wishes(struct json_object *body, const struct backup_spec *spec)
{
	char stamp[CLOCK_STAMP_LEN];

	clock_stamp(clock_wall_ns() + LIFE_NS, stamp);
	json_add_text(body, "expires_at", stamp);
	json_add_bool(body, "instance_only", true);
	json_add_bool(body, "optimized_storage", spec->optimized);
	json_add_text(body, "compression_algorithm", spec->compression);
}

void
server_backup_create(struct server *server, const struct backup_spec *spec,
		     const struct server_ask *ask)
{
	autofree_mem char *path = instance_path(spec->instance, "/backups");
	autofree(json_object) json = json_object_new_object();
	autobuf body = { 0 };

	json_add_text(json, "name", spec->name);
	add_wishes(json, spec);
	json_format(json, &body);
	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "POST", .path = path, .body = body.data },
			   .proof = PROOF_NONE,
		   },
		   ask);
}

void
server_backup_download(struct server *server, const char *instance, const char *name,
		       http_sink_fn *sink, void *sink_arg, const struct server_ask *ask)
{
	autofree_mem char *path = backup_path(instance, name, "/export");

	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "GET",
					.path = path,
					.sink = sink,
					.sink_arg = sink_arg },
			   .proof = PROOF_NONE,
		   },
		   ask);
}

void
server_backup_stream(struct server *server, const struct backup_spec *spec, http_sink_fn *sink,
		     void *sink_arg, const struct server_ask *ask)
{
	static const char *const headers[] = { "Accept: application/octet-stream", NULL };
	autofree_mem char *path = instance_path(spec->instance, "/backups");
	autofree(json_object) json = json_object_new_object();
	autobuf body = { 0 };

	/* Without the extension the header is ignored, and a backup is made that nobody asked for.
	 */
	assert(server_has(server, BACKUP_STREAM_EXTENSION));
	add_wishes(json, spec);
	json_format(json, &body);
	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "POST",
					.path = path,
					.body = body.data,
					.headers = headers,
					.sink = sink,
					.sink_arg = sink_arg },
			   .proof = PROOF_NONE,
		   },
		   ask);
}

void
server_backup_delete(struct server *server, const char *instance, const char *name,
		     const struct server_ask *ask)
{
	autofree_mem char *path = backup_path(instance, name, "");

	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "DELETE", .path = path },
			   .proof = PROOF_NONE,
		   },
		   ask);
}

void
server_instance_import(struct server *server, const char *name, const char *pool,
		       http_source_fn *source, void *source_arg, uint64_t len,
		       const struct server_ask *ask)
{
	const char *kind =
		server->env.kind && strcmp(server->env.kind, "lxd") == 0 ? "LXD" : "Incus";
	autofree_mem char *name_line = xasprintf("X-%s-name: %s", kind, name);
	autofree_mem char *pool_line = xasprintf("X-%s-pool: %s", kind, pool);
	const char *const headers[] = { name_line, pool_line, NULL };

	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "POST",
					.path = "/instances",
					.headers = headers,
					.source = source,
					.source_arg = source_arg,
					.source_len = len },
			   .instance = name,
			   .proof = PROOF_NONE,
		   },
		   ask);
}

/* ---- operations on an instance ---- */

/* "/1.0/instances/NAME", with "?project=..." behind it where that is not the default one. */
static bool
names(const char *url, const char *instance)
{
	size_t end = strcspn(url, "?"), len = strlen(instance);

	return end > len && url[end - len - 1] == '/' &&
	       strncmp(url + end - len, instance, len) == 0;
}

static bool
is_on(struct json_object *operation, const char *instance)
{
	struct json_object *resources = json_get(operation, "resources", json_type_object);
	struct json_object *urls = json_get(resources, "instances", json_type_array);

	for (size_t i = 0; i < answer_length(urls); i++) {
		struct json_object *url = json_object_array_get_idx(urls, i);

		if (json_object_is_type(url, json_type_string) &&
		    names(json_object_get_string(url), instance))
			return true;
	}
	return false;
}

static struct json_object *
find_on(struct json_object *list, const char *instance)
{
	for (size_t i = 0; i < answer_length(list); i++) {
		struct json_object *operation = answer_object(list, i);

		if (is_on(operation, instance))
			return operation;
	}
	return NULL;
}

struct json_object *
server_operation_on(struct json_object *operations, const char *state, const char *instance)
{
	return find_on(json_get(operations, state, json_type_array), instance);
}
