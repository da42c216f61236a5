#include "server/local.h"

#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "server/answer.h"
#include "sys/blockdev.h"

/* Behind a forwarded socket the daemon is elsewhere, and its number is another process here. */
static bool
is_daemon(int pid, const char *kind)
{
	autofree_mem char *path = xasprintf("/proc/%d/comm", pid);
	FILE *file = pid > 0 ? fopen(path, "re") : NULL;
	char name[32] = "";
	bool read = file && fgets(name, sizeof(name), file);

	if (file)
		fclose(file);
	return read && strstr(name, strcmp(kind, "incus") == 0 ? "incusd" : "lxd");
}

static bool
find_device(const struct env_pool *pool, char name[32])
{
	if (!pool->source || *pool->source != '/')
		return false;
	switch (pool->backing) {
	case BACKING_LOOP: return blockdev_of_loop_file(pool->source, name);
	case BACKING_DISK: return blockdev_of_node(pool->source, name);
	case BACKING_FOLDER: return blockdev_of_path(pool->source, name);
	default: return false;
	}
}

static void
add_device(struct env_pool *pool)
{
	char name[32], encryption[64];

	if (!find_device(pool, name))
		return;
	pool->device = xstrdup(name);
	if (blockdev_encryption(name, encryption, sizeof(encryption)))
		pool->encryption = text_clean(encryption);
}

static bool
is_folder(const char *path)
{
	struct stat stat_of_it;

	return stat(path, &stat_of_it) == 0 && S_ISDIR(stat_of_it.st_mode);
}

/* Beside the socket, unless that is in /run; then where the packages have it. NULL: elsewhere. */
static char *
find_backups(const char *socket, const char *kind)
{
	static const struct {
		const char *kind, *path;
	} usual[] = {
		{ "incus", "/var/lib/incus/backups" },
		{ "lxd", "/var/snap/lxd/common/lxd/backups" },
		{ "lxd", "/var/lib/lxd/backups" },
	};
	autofree_mem char *copy = xstrdup(socket);
	autofree_mem char *beside = xasprintf("%s/backups", dirname(copy));

	if (is_folder(beside))
		return steal(beside);
	for (size_t i = 0; i < COUNTOF(usual); i++)
		if (strcmp(usual[i].kind, kind) == 0 && is_folder(usual[i].path))
			return xstrdup(usual[i].path);
	return NULL;
}

/* A file system of its own begins at the path. */
static bool
is_mounted_on(const char *path)
{
	autofree_mem char *above = xasprintf("%s/..", path);
	struct stat here, there;

	return stat(path, &here) == 0 && stat(above, &there) == 0 && here.st_dev != there.st_dev;
}

/* Of a folder that we cannot see it is taken to be one among others, as it mostly is. */
static enum pool_shared
shared_of(const struct env_server *env, const struct env_pool *pool)
{
	switch (pool->backing) {
	case BACKING_LOOP:
	case BACKING_DISK:
		return SHARED_NO;
	case BACKING_FOLDER:
		return env->local && pool->source && is_mounted_on(pool->source) ? SHARED_NO
										  : SHARED_YES;
	case BACKING_REMOTE:
		return SHARED_YES;
	case BACKING_UNKNOWN:
		break;
	}
	return SHARED_UNKNOWN;
}

void
local_add(struct env_server *env, const struct remote *remote)
{
	env->local = remote->socket && is_daemon(env->pid, env->kind);
	if (!env->local)
		env->pid = 0;
	for (size_t i = 0; env->local && i < env->n_pools; i++)
		add_device(&env->pools[i]);
	for (size_t i = 0; i < env->n_pools; i++)
		env->pools[i].shared = shared_of(env, &env->pools[i]);
	if (env->local && !env->backups)
		env->backups = find_backups(remote->socket, env->kind);
}
