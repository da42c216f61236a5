#include "server/incus_json.h"

#include <json-c/linkhash.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/units.h"
#include "server/answer.h"

/* More than a recording takes, and than any server has. */
#define IMAGES_MAX 10000

/* ---- the server ---- */

/* "lxc | qemu" and "6.0.0 | 9.0.2" are "lxc 6.0.0 | qemu 9.0.2". */
static char *
pair_up(const char *names, const char *versions)
{
	static const char bar[] = " | ";
	autobuf out = { 0 };

	while (*names) {
		const char *name_end = strstr(names, bar), *version_end = strstr(versions, bar);
		size_t name = name_end ? (size_t)(name_end - names) : strlen(names);
		size_t version = version_end ? (size_t)(version_end - versions) : strlen(versions);

		buf_printf(&out, "%s%.*s", out.len ? bar : "", (int)name, names);
		buf_printf(&out, "%s%.*s", version ? " " : "", (int)version, versions);
		names += name + (name_end ? strlen(bar) : 0);
		versions += version + (version_end ? strlen(bar) : 0);
	}
	return out.len ? text_clean(buf_text(&out)) : NULL;
}

static char *
os_of(struct json_object *environment)
{
	const char *name = json_text_or(environment, "os_name", "");
	const char *version = json_text_or(environment, "os_version", "");
	autofree_mem char *both = xasprintf("%s%s%s", name, *version ? " " : "", version);

	return *name ? text_clean(both) : NULL;
}

int
server_from_json(struct json_object *metadata, struct env_server *ret, struct err *err)
{
	struct json_object *environment = json_get(metadata, "environment", json_type_object);
	struct json_object *features = json_get(environment, "kernel_features", json_type_object);
	struct json_object *config = json_get(metadata, "config", json_type_object);
	const char *kind = json_text_or(environment, "server", "");
	uint64_t pid = json_u64_or(environment, "server_pid", 0);

	if (strcmp(kind, "incus") != 0 && strcmp(kind, "lxd") != 0)
		return err_set_kind(err, ERR_UNREACHABLE, "this is no Incus or LXD server");

	*ret = (struct env_server){
		.kind = xstrdup(kind),
		.version = answer_text(environment, "server_version"),
		.kernel = answer_text(environment, "kernel_version"),
		.os = os_of(environment),
		.project = answer_text(environment, "project"),
		.container_backend = pair_up(json_text_or(environment, "driver", ""),
					     json_text_or(environment, "driver_version", "")),
		.idmapped_mounts =
			strcmp(json_text_or(features, "idmapped_mounts", ""), "true") == 0,
		.pid = pid <= INT_MAX ? (int)pid : 0,
		.backups = answer_text(config, "storage.backups_volume"),
	};
	return 0;
}

struct json_object *
extensions_from_json(struct json_object *metadata)
{
	struct json_object *list = json_get(metadata, "api_extensions", json_type_array);
	struct json_object *ret = json_object_new_object();

	for (size_t i = 0; i < answer_length(list); i++) {
		struct json_object *name = json_object_array_get_idx(list, i);

		if (json_object_is_type(name, json_type_string))
			json_add_bool(ret, json_object_get_string(name), true);
	}
	return ret;
}

/* ---- images ---- */

static bool
is_fingerprint(const char *text)
{
	size_t len = strspn(text, "0123456789abcdef");

	return len >= 12 && len <= 128 && !text[len];
}

static char *
first_alias(struct json_object *image)
{
	struct json_object *aliases = json_get(image, "aliases", json_type_array);

	return answer_length(aliases) ? answer_text(answer_object(aliases, 0), "name") : NULL;
}

static void
image_from_json(struct json_object *json, struct env_image *ret)
{
	struct json_object *properties = json_get(json, "properties", json_type_object);

	*ret = (struct env_image){
		.fingerprint = answer_text(json, "fingerprint"),
		.alias = first_alias(json),
		.description = answer_text(properties, "description"),
		.architecture = answer_text(json, "architecture"),
		.vm = strcmp(json_text_or(json, "type", ""), "virtual-machine") == 0,
		.size = json_u64_or(json, "size", UNKNOWN),
	};
}

/* Those with an alias first. */
static int
image_order(const void *a, const void *b)
{
	const struct env_image *first = a, *second = b;
	int order = 0;

	if (first->alias && second->alias)
		order = strcmp(first->alias, second->alias);
	else if (first->alias || second->alias)
		return first->alias ? -1 : 1;
	return order ? order : strcmp(first->fingerprint, second->fingerprint);
}

void
images_from_json(struct json_object *metadata, struct env_server *ret)
{
	size_t room = 0;

	for (size_t i = 0; i < answer_length(metadata) && ret->n_images < IMAGES_MAX; i++) {
		struct json_object *image = answer_object(metadata, i);

		if (!is_fingerprint(json_text_or(image, "fingerprint", "")))
			continue;
		ret->images = mem_grow(ret->images, ret->n_images, &room, sizeof(*ret->images));
		image_from_json(image, &ret->images[ret->n_images++]);
	}
	if (ret->n_images)
		qsort(ret->images, ret->n_images, sizeof(*ret->images), image_order);
}

/* ---- instances ---- */

enum instance_state
instance_state(struct json_object *instance)
{
	static const struct {
		uint64_t code;
		const char *text;
		enum instance_state state;
	} rows[] = {
		{ 102, "Stopped", INSTANCE_STOPPED },
		{ 103, "Running", INSTANCE_RUNNING },
		{ 110, "Frozen", INSTANCE_FROZEN },
	};
	uint64_t code = json_u64_or(instance, "status_code", 0);
	const char *text = json_text_or(instance, "status", "");

	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (code ? code == rows[i].code : strcasecmp(text, rows[i].text) == 0)
			return rows[i].state;
	return INSTANCE_OTHER;
}

/* The pool of its root disk; "" when there is none to be seen. */
static const char *
root_pool(struct json_object *instance)
{
	struct json_object *devices = json_get(instance, "expanded_devices", json_type_object);

	if (!devices)
		return "";
	json_object_object_foreach(devices, key, device) {
		(void)key;
		if (strcmp(json_text_or(device, "type", ""), "disk") == 0 &&
		    strcmp(json_text_or(device, "path", ""), "/") == 0)
			return json_text_or(device, "pool", "");
	}
	return "";
}

void
instances_from_json(struct json_object *metadata, struct env_server *server)
{
	if (!json_object_is_type(metadata, json_type_array))
		return;
	for (size_t i = 0; i < server->n_pools; i++)
		server->pools[i].instances = 0;
	for (size_t i = 0; i < answer_length(metadata); i++) {
		const struct env_pool *pool = env_find_pool(server, root_pool(answer_object(metadata, i)));

		if (pool)
			server->pools[pool - server->pools].instances++;
	}
}

static bool
is_marked(struct json_object *instance, const char *run)
{
	struct json_object *config = json_get(instance, "config", json_type_object);
	const char *mark = json_text_or(config, MARK_RUN, "");
	const char *name = json_text_or(instance, "name", "");

	/* A name that cannot be told as it is cannot be one that we gave. */
	return *mark && (!run || strcmp(mark, run) == 0) && *name && text_is_clean(name);
}

static void
read_marked(struct json_object *instance, struct marked *ret)
{
	struct json_object *config = json_get(instance, "config", json_type_object);
	const char *pool = root_pool(instance);

	*ret = (struct marked){
		.name = xstrdup(json_text_or(instance, "name", "")),
		.run = answer_text(config, MARK_RUN),
		.owner = answer_text(config, MARK_OWNER),
		.pool = *pool ? text_clean(pool) : NULL,
		.running = instance_state(instance) != INSTANCE_STOPPED,
		.vm = strcmp(json_text_or(instance, "type", ""), "virtual-machine") == 0,
	};
}

size_t
marked_from_json(struct json_object *metadata, const char *run, struct marked **ret)
{
	struct marked *list = NULL;
	size_t n = 0, room = 0;

	for (size_t i = 0; i < answer_length(metadata); i++) {
		struct json_object *instance = answer_object(metadata, i);

		if (!is_marked(instance, run))
			continue;
		list = mem_grow(list, n, &room, sizeof(*list));
		read_marked(instance, &list[n++]);
	}
	*ret = list;
	return n;
}

void
marked_free(struct marked *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(list[i].name);
		free(list[i].run);
		free(list[i].owner);
		free(list[i].pool);
	}
	free(list);
}

/* ---- warnings ---- */

char *
warnings_from_json(struct json_object *metadata)
{
	autobuf out = { 0 };

	for (size_t i = 0; i < answer_length(metadata); i++) {
		struct json_object *warning = answer_object(metadata, i);
		const char *type = json_text_or(warning, "type", "");
		const char *message = json_text_or(warning, "last_message", "");

		if (strcmp(json_text_or(warning, "status", ""), "resolved") == 0 || !*type)
			continue;
		buf_printf(&out, "%s%s%s%s", out.len ? "; " : "", type, *message ? ": " : "",
			   message);
	}
	return text_clean(buf_text(&out));
}
