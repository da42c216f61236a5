#include "server/sandbox_pool.h"

#include <stdio.h>
#include <string.h>

#include "base/jsonio.h"
#include "base/mem.h"
#include "base/units.h"
#include "sys/blockdev.h"
#include "sys/child.h"

#define GIB (UINT64_C(1) << 30)
#define MIB (UINT64_C(1) << 20)
#define FREE_MIN (4 * GIB)
#define SIZE_MAX_EACH (32 * GIB)
#define RELEASE_MS 20000

static const char *const release_lvm[] = { "vgchange", "-an", NULL };
static const char *const release_zfs[] = { "zpool", "export", "-f", NULL };

/* clang-format off */
const struct sandbox_pool sandbox_pools[SANDBOX_POOLS] = {
	{ "btrfs", "btrfs", true,  NULL,            NULL },
	{ "dir",   "dir",   false, NULL,            NULL },
	{ "lvm",   "lvm",   true,  "lvm.vg_name",   release_lvm },
	{ "zfs",   "zfs",   true,  "zfs.pool_name", release_zfs },
};
/* clang-format on */

/* Volume groups and zpools are named for the whole machine: ours tell whose they are. */
static char *
machine_name(const char *sandbox)
{
	return xasprintf("poolscope-%s", sandbox);
}

/*
 * The files are sparse and share what is free with each other and with `dir`:
 * half of it each is a size that one pool at a time can really fill.
 */
int
sandbox_pool_size(const char *dir, uint64_t *bytes, struct err *err)
{
	uint64_t free_bytes = blockdev_free_bytes(dir);
	char have[UNITS_LEN], need[UNITS_LEN];

	if (!known(free_bytes))
		return err_set_kind(err, ERR_REFUSED, "cannot tell how much is free at %s", dir);
	if (free_bytes < FREE_MIN)
		return err_set_kind(err, ERR_REFUSED, "a sandbox needs %s free at %s, there are %s",
				    units_size(need, FREE_MIN), dir, units_size(have, free_bytes));

	uint64_t half = free_bytes / 2 / MIB * MIB;
	*bytes = half < SIZE_MAX_EACH ? half : SIZE_MAX_EACH;
	return 0;
}

int
sandbox_pool_make(struct sandbox_client *client, const struct sandbox_pool *pool,
		  const char *dir, const char *sandbox, struct err *err)
{
	autofree_mem char *path = xasprintf("/storage-pools/%s", pool->name);
	uint64_t size;

	if (sandbox_client_has(client, path))
		return 0;
	if (sandbox_pool_size(dir, &size, err) < 0)
		return -1;

	struct json_object *body = json_object_new_object();
	json_add_text(body, "name", pool->name);
	json_add_text(body, "driver", pool->driver);
	struct json_object *config = json_add_object(body, "config");
	if (pool->loop) {
		autofree_mem char *text = xasprintf("%lluMiB", (unsigned long long)(size / MIB));
		json_add_text(config, "size", text);
	}
	if (pool->name_key) {
		autofree_mem char *name = machine_name(sandbox);
		json_add_text(config, pool->name_key, name);
	}
	return sandbox_client_send(client, "POST", "/storage-pools", body, 0, err);
}

static const struct sandbox_pool *
pool_of_file(const char *loop_file)
{
	const char *slash = strrchr(loop_file, '/');
	char name[64];

	for (size_t i = 0; i < SANDBOX_POOLS; i++) {
		snprintf(name, sizeof(name), "/%s.img", sandbox_pools[i].name);
		if (slash && strcmp(slash, name) == 0)
			return &sandbox_pools[i];
	}
	return NULL;
}

void
sandbox_pool_release(const char *loop_file, const char *sandbox)
{
	const struct sandbox_pool *pool = pool_of_file(loop_file);
	const char *argv[8] = { NULL };
	size_t n = 0;
	struct err ignored;	/* what stays attached is reported by the sweep */

	if (!pool || !pool->release)
		return;
	autofree_mem char *name = machine_name(sandbox);
	autofree_mem char *output = NULL;
	while (pool->release[n]) {
		argv[n] = pool->release[n];
		n++;
	}
	argv[n] = name;
	child_run(argv, RELEASE_MS, &output, &ignored);
}
