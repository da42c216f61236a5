#include "server/incus_json.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"
#include "server/answer.h"

/* More than a recording takes, and than any server has. */
#define POOLS_MAX 1000

/* What each state means for who wants an instance there. */
static const struct {
	const char *status;
	const char *means;	/* NULL: it can be used */
} pool_states[] = {
	{ "Created", NULL },
	{ "Pending", "not fully created yet (Pending)" },
	{ "Errored", "its creation failed (Errored)" },
	{ "Unavailable", "not available on this server now (Unavailable)" },
	{ "Unknown", "the server does not know its state (Unknown)" },
};

static const struct {
	const char *driver;
	const char *holds;
} no_instances[] = {
	{ "cephfs", "cephfs holds custom volumes, no instances" },
	{ "cephobject", "cephobject holds buckets, no instances" },
};

static const char *const remote_drivers[] = { "ceph", "cephfs", "cephobject", "linstor",
					      "lvmcluster", "truenas", "powerflex", "pure" };

/* The list's keys begin with capitals, unlike all others. */
static struct json_object *
find_driver(struct json_object *drivers, const char *name)
{
	for (size_t i = 0; i < answer_length(drivers); i++) {
		struct json_object *driver = answer_object(drivers, i);

		if (strcmp(json_text_or(driver, "Name", ""), name) == 0)
			return driver;
	}
	return NULL;
}

static char *
state_complaint(const char *status)
{
	autofree_mem char *clean = NULL;

	if (!*status)
		return NULL;
	for (size_t i = 0; i < COUNTOF(pool_states); i++)
		if (strcasecmp(status, pool_states[i].status) == 0)
			return xstrdup(pool_states[i].means);
	clean = text_clean(status);
	return xasprintf("its state is \"%s\"", clean);
}

static char *
driver_complaint(const char *driver, struct json_object *drivers)
{
	for (size_t i = 0; i < COUNTOF(no_instances); i++)
		if (strcmp(driver, no_instances[i].driver) == 0)
			return xstrdup(no_instances[i].holds);
	if (answer_length(drivers) == 0 || find_driver(drivers, driver))
		return NULL;
	return xasprintf("the server has no driver %s now (its tools or kernel module are missing)",
			 driver);
}

/* For the caller to free; NULL: instances can be made there. */
static char *
why_unusable(struct json_object *pool, const char *driver, struct json_object *drivers)
{
	char *complaint = state_complaint(json_text_or(pool, "status", ""));

	if (!complaint)
		complaint = driver_complaint(driver, drivers);
	if (!complaint && !text_is_clean(json_text_or(pool, "name", "")))
		complaint = xstrdup("its name has characters that no pool's can have");
	return complaint;
}

static bool
starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* After its creation a device may be known by a UUID; where it was is more telling. */
static const char *
source_of(struct json_object *config)
{
	const char *initial = json_text_or(config, "volatile.initial_source", "");
	static const char *const keys[] = { "source", "zfs.pool_name", "lvm.vg_name" };

	for (size_t i = 0; i < COUNTOF(keys); i++) {
		const char *source = json_text_or(config, keys[i], "");

		if (*source)
			return *source != '/' && starts_with(initial, "/dev/") ? initial : source;
	}
	return initial;
}

static bool
is_remote(const char *driver, struct json_object *drivers)
{
	for (size_t i = 0; i < COUNTOF(remote_drivers); i++)
		if (strcmp(driver, remote_drivers[i]) == 0)
			return true;
	return json_bool_or(find_driver(drivers, driver), "Remote", false);
}

static bool
is_loop_file(struct json_object *config, const char *source)
{
	size_t len = strlen(source);

	return *json_text_or(config, "size", "") ||
	       (len > 4 && strcmp(source + len - 4, ".img") == 0);
}

/* A source without a slash is a UUID, a volume group or a zpool's dataset: a device of its own. */
static enum pool_backing
backing_of(const char *driver, struct json_object *config, const char *source,
	   struct json_object *drivers)
{
	if (is_remote(driver, drivers))
		return BACKING_REMOTE;
	if (strcmp(driver, "dir") == 0)
		return BACKING_FOLDER;
	if (!*source)
		return BACKING_UNKNOWN;
	if (*source != '/' || starts_with(source, "/dev/"))
		return BACKING_DISK;
	return is_loop_file(config, source) ? BACKING_LOOP : BACKING_FOLDER;
}

static void
pool_from_json(struct json_object *json, struct json_object *drivers, struct env_pool *ret)
{
	struct json_object *config = json_get(json, "config", json_type_object);
	const char *driver = json_text_or(json, "driver", "");
	const char *source = source_of(config);
	struct json_object *known_driver = find_driver(drivers, driver);

	*ret = (struct env_pool){
		.name = answer_text(json, "name"),
		.driver = *driver ? text_clean(driver) : xstrdup("unknown"),
		.driver_version = answer_text(known_driver, "Version"),
		.source = *source ? text_clean(source) : NULL,
		.unusable = why_unusable(json, driver, drivers),
		.backing = backing_of(driver, config, source, drivers),
		.used = UNKNOWN,
		.total = UNKNOWN,
		.instances = SIZE_MAX,
	};
}

static int
pool_order(const void *a, const void *b)
{
	return strcmp(((const struct env_pool *)a)->name, ((const struct env_pool *)b)->name);
}

void
pools_from_json(struct json_object *metadata, struct json_object *server, struct env_server *ret)
{
	struct json_object *environment = json_get(server, "environment", json_type_object);
	struct json_object *drivers =
		json_get(environment, "storage_supported_drivers", json_type_array);
	size_t room = 0;

	for (size_t i = 0; i < answer_length(metadata) && ret->n_pools < POOLS_MAX; i++) {
		struct json_object *pool = answer_object(metadata, i);

		if (!*json_text_or(pool, "name", ""))
			continue;
		ret->pools = mem_grow(ret->pools, ret->n_pools, &room, sizeof(*ret->pools));
		pool_from_json(pool, drivers, &ret->pools[ret->n_pools++]);
	}
	if (ret->n_pools)
		qsort(ret->pools, ret->n_pools, sizeof(*ret->pools), pool_order);
}

/* The largest numbers stand for "no limit" and "not to be told". */
static bool
is_figure(uint64_t bytes)
{
	return bytes > 0 && bytes < INT64_MAX;
}

void
usage_from_json(struct json_object *metadata, uint64_t *used, uint64_t *total)
{
	struct json_object *space = json_get(metadata, "space", json_type_object);
	uint64_t all = json_u64_or(space, "total", 0);
	/* A used of 0 is left out by the server. */
	uint64_t taken = json_object_object_get_ex(space, "used", NULL) ?
				 json_u64_or(space, "used", UNKNOWN) : 0;

	*total = is_figure(all) ? all : UNKNOWN;
	*used = known(*total) && taken < INT64_MAX ? taken : UNKNOWN;
}
