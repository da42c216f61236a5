#include "record/env.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "record/fields.h"

#define SERVERS_MAX 100
#define POOLS_MAX 1000
#define IMAGES_MAX 10000
#define CPUS_MAX 1000000

static const char *const backings[] = {
	[BACKING_UNKNOWN] = NULL,
	[BACKING_LOOP] = "loop",
	[BACKING_DISK] = "disk",
	[BACKING_FOLDER] = "folder",
	[BACKING_REMOTE] = "remote",
};

static const char *const sharings[] = { [SHARED_NO] = "no", [SHARED_YES] = "yes" };

/* clang-format off */

#define AT(member) FIELD_AT(struct env_pool, member)
static const struct field pool_rows[] = {
	{ "name",		FIELD_TEXT, REQUIRED, AT(name), .names = NAMES_FOLDER },
	{ "driver",		FIELD_TEXT, REQUIRED, AT(driver), .names = NAMES_NOTHING },
	{ "driver_version",	FIELD_TEXT, OPTIONAL, AT(driver_version), .names = NAMES_NOTHING },
	{ "source",		FIELD_TEXT, OPTIONAL, AT(source), .names = NAMES_FOLDER },
	{ "unusable",		FIELD_TEXT, OPTIONAL, AT(unusable) },
	{ "encryption",		FIELD_TEXT, OPTIONAL, AT(encryption), .names = NAMES_NOTHING },
	{ "device",		FIELD_TEXT, OPTIONAL, AT(device), .names = NAMES_FOLDER },
	{ "backing",		FIELD_WORD, OPTIONAL, AT(backing), .max = BACKING_REMOTE, .words = backings },
	{ "shared",		FIELD_WORD, OPTIONAL, AT(shared), .max = SHARED_YES, .words = sharings },
	{ "used",		FIELD_U64,  OPTIONAL, AT(used), .max = UNKNOWN - 1 },
	{ "total",		FIELD_U64,  OPTIONAL, AT(total), .max = UNKNOWN - 1 },
	{ "instances",		FIELD_SIZE, OPTIONAL, AT(instances), .max = SIZE_MAX - 1 },
};
#undef AT
static const struct fields pool_fields = FIELDS(pool_rows, struct env_pool, NULL);

#define AT(member) FIELD_AT(struct env_image, member)
static const struct field image_rows[] = {
	{ "fingerprint",	FIELD_TEXT, REQUIRED, AT(fingerprint), .names = NAMES_NOTHING },
	{ "alias",		FIELD_TEXT, OPTIONAL, AT(alias) },
	{ "description",	FIELD_TEXT, OPTIONAL, AT(description) },
	{ "architecture",	FIELD_TEXT, OPTIONAL, AT(architecture), .names = NAMES_NOTHING },
	{ "vm",			FIELD_BOOL, OPTIONAL, AT(vm) },
	{ "size",		FIELD_U64,  OPTIONAL, AT(size), .max = UNKNOWN - 1 },
};
#undef AT
static const struct fields image_fields = FIELDS(image_rows, struct env_image, NULL);

#define AT(member) FIELD_AT(struct env_server, member)
#define COUNT(member) FIELD_COUNT(struct env_server, member)
static const struct field server_rows[] = {
	{ "name",		FIELD_TEXT, REQUIRED, AT(name), .names = NAMES_HOST },
	{ "kind",		FIELD_TEXT, OPTIONAL, AT(kind), .names = NAMES_NOTHING },
	{ "version",		FIELD_TEXT, OPTIONAL, AT(version), .names = NAMES_NOTHING },
	{ "kernel",		FIELD_TEXT, OPTIONAL, AT(kernel) },
	{ "os",			FIELD_TEXT, OPTIONAL, AT(os) },
	{ "project",		FIELD_TEXT, OPTIONAL, AT(project) },
	{ "container_backend",	FIELD_TEXT, OPTIONAL, AT(container_backend), .names = NAMES_NOTHING },
	{ "local",		FIELD_BOOL, OPTIONAL, AT(local) },
	{ "idmapped_mounts",	FIELD_BOOL, OPTIONAL, AT(idmapped_mounts) },
	{ "pid",		FIELD_U32,  OPTIONAL, AT(pid), .max = INT_MAX },
	{ "backups",		FIELD_TEXT, OPTIONAL, AT(backups), .names = NAMES_FOLDER },
	{ "pools",		FIELD_LIST, OPTIONAL, AT(pools), .max = POOLS_MAX, .of = &pool_fields, COUNT(n_pools) },
	{ "images",		FIELD_LIST, OPTIONAL, AT(images), .max = IMAGES_MAX, .of = &image_fields, COUNT(n_images) },
};
#undef COUNT
#undef AT
static const struct fields server_fields = FIELDS(server_rows, struct env_server, NULL);

#define AT(member) FIELD_AT(struct env_host, member)
static const struct field host_rows[] = {
	{ "cpu_model",		FIELD_TEXT, OPTIONAL, AT(cpu_model) },
	{ "governor",		FIELD_TEXT, OPTIONAL, AT(governor), .names = NAMES_NOTHING },
	{ "kernel",		FIELD_TEXT, OPTIONAL, AT(kernel) },
	{ "virt",		FIELD_TEXT, OPTIONAL, AT(virt), .names = NAMES_NOTHING },
	{ "cpus",		FIELD_U32,  OPTIONAL, AT(cpus), .max = CPUS_MAX },
	{ "memory",		FIELD_U64,  OPTIONAL, AT(memory), .max = UNKNOWN - 1 },
};
#undef AT
static const struct fields host_fields = FIELDS(host_rows, struct env_host, NULL);

static const struct field env_rows[] = {
	{ "host",		FIELD_OBJECT, OPTIONAL, FIELD_AT(struct env, host), .of = &host_fields },
	{ "servers",		FIELD_LIST,   OPTIONAL, FIELD_AT(struct env, servers), .max = SERVERS_MAX,
	  .of = &server_fields, FIELD_COUNT(struct env, n_servers) },
};
const struct fields env_fields = FIELDS(env_rows, struct env, NULL);

/* clang-format on */

void
env_wipe(struct env *env)
{
	fields_wipe(&env_fields, env);
}

void
env_server_wipe(struct env_server *server)
{
	fields_wipe(&server_fields, server);
}

void
env_server_copy(const struct env_server *from, struct env_server *ret)
{
	fields_copy(&server_fields, from, ret);
}

const struct env_server *
env_find_server(const struct env *env, const char *name)
{
	for (size_t i = 0; name && i < env->n_servers; i++)
		if (strcmp(env->servers[i].name, name) == 0)
			return &env->servers[i];
	return NULL;
}

const struct env_pool *
env_find_pool(const struct env_server *server, const char *name)
{
	for (size_t i = 0; i < server->n_pools; i++)
		if (strcmp(server->pools[i].name, name) == 0)
			return &server->pools[i];
	return NULL;
}

size_t
env_pool_place(const struct env *env, const struct env_pool *pool)
{
	size_t place = 0;

	for (size_t i = 0; i < env->n_servers; i++)
		for (size_t k = 0; k < env->servers[i].n_pools; k++, place++)
			if (&env->servers[i].pools[k] == pool)
				return place;
	return place;
}

#define FINGERPRINT_PREFIX 8

/* NULL also when two begin alike: it must not depend on the order in which the server lists them. */
static const struct env_image *
find_by_fingerprint(const struct env_server *server, const char *prefix)
{
	const struct env_image *found = NULL;
	size_t len = strlen(prefix);

	if (len < FINGERPRINT_PREFIX)
		return NULL;
	for (size_t i = 0; i < server->n_images; i++) {
		const char *print = server->images[i].fingerprint;

		if (!print || strncmp(print, prefix, len) != 0)
			continue;
		if (found)
			return NULL;
		found = &server->images[i];
	}
	return found;
}

const struct env_image *
env_find_image(const struct env_server *server, const char *name)
{
	for (size_t i = 0; i < server->n_images; i++) {
		const struct env_image *image = &server->images[i];

		if (image->alias && strcmp(image->alias, name) == 0)
			return image;
	}
	return find_by_fingerprint(server, name);
}

const char *
env_image_name(const struct env_image *image, char short_print[13])
{
	if (image->alias && *image->alias)
		return image->alias;
	if (image->description && *image->description)
		return image->description;
	snprintf(short_print, 13, "%.12s", image->fingerprint ? image->fingerprint : UNITS_UNKNOWN);
	return short_print;
}

const char *
env_backing_name(enum pool_backing backing)
{
	return backings[backing] ? backings[backing] : UNITS_UNKNOWN;
}

void
env_to_json(const struct env *env, struct json_object *into)
{
	fields_write(&env_fields, env, into);
}
