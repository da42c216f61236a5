#include "server/sandbox_lxc.h"

#include <dirent.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "sys/tree.h"

#define LOCKS "/run/lxc/lock"
#define MOUNTS "/proc/self/mounts"
#define PIVOT "lxc.pivot"

static bool
has_no_process(const char *group)
{
	autofree_mem char *path = xasprintf("%s/cgroup.procs", group);
	FILE *file = fopen(path, "re");
	int first = file ? fgetc(file) : EOF;

	if (file)
		fclose(file);
	return first == EOF;
}

static bool
remove_dir(const char *path)
{
	return rmdir(path) == 0;
}

/* What follows the instance's name: nothing, or "-1" and so on where the name was taken. */
static bool
is_end_of_group_name(const char *rest)
{
	if (*rest == '\0')
		return true;
	return *rest == '-' && rest[1] != '\0' && rest[1 + strspn(rest + 1, "0123456789")] == '\0';
}

/* LXC names the groups of an instance by its name alone. */
static bool
is_group_of(const char *group, const char *instance)
{
	static const char *const kinds[] = { "lxc.monitor.", "lxc.payload." };
	size_t len = strlen(instance);

	for (size_t i = 0; i < COUNTOF(kinds); i++) {
		size_t start = strlen(kinds[i]);

		if (strncmp(group, kinds[i], start) == 0 &&
		    strncmp(group + start, instance, len) == 0 &&
		    is_end_of_group_name(group + start + len))
			return true;
	}
	return false;
}

/* A group with a process in it is somebody's who runs an instance of the same name. */
static void
remove_groups_of(const char *hierarchy, const char *instance)
{
	const struct dirent *entry;
	DIR *groups = opendir(hierarchy);

	while (groups && (entry = readdir(groups)) != NULL) {
		if (!is_group_of(entry->d_name, instance))
			continue;
		autofree_mem char *path = xasprintf("%s/%s", hierarchy, entry->d_name);
		if (tree_each_dir(path, has_no_process))
			tree_each_dir(path, remove_dir);
	}
	if (groups)
		closedir(groups);
}

static bool
is_used_by_others(const char *hierarchy)
{
	const struct dirent *entry;
	DIR *groups = opendir(hierarchy);
	bool used = false;

	while (groups && !used && (entry = readdir(groups)) != NULL)
		used = strncmp(entry->d_name, "lxc.", 4) == 0 && strcmp(entry->d_name, PIVOT) != 0;
	if (groups)
		closedir(groups);
	return used;
}

/* LXC's waiting room for monitors that end: it is made when needed, and never removed. */
static void
remove_pivot(const char *hierarchy)
{
	autofree_mem char *path = xasprintf("%s/" PIVOT, hierarchy);

	if (!is_used_by_others(hierarchy))
		rmdir(path);
}

static void
remove_groups(const char *dir)
{
	autofree_mem char *containers = xasprintf("%s/containers", dir);
	const struct mntent *mount;
	FILE *mounts = setmntent(MOUNTS, "re");

	while (mounts && (mount = getmntent(mounts)) != NULL) {
		const struct dirent *entry;
		DIR *instances;

		if (strcmp(mount->mnt_type, "cgroup") != 0 && strcmp(mount->mnt_type, "cgroup2") != 0)
			continue;
		instances = opendir(containers);
		while (instances && (entry = readdir(instances)) != NULL) {
			if (entry->d_name[0] != '.')
				remove_groups_of(mount->mnt_dir, entry->d_name);
		}
		if (instances)
			closedir(instances);
		remove_pivot(mount->mnt_dir);
	}
	if (mounts)
		endmntent(mounts);
}

/* LXC keeps a lock file under the whole path of the folder, and never removes it. */
static void
remove_locks(const char *dir)
{
	autofree_mem char *path = xasprintf("%s%s", LOCKS, dir);
	struct err ignored;	/* an empty file in /run is not worth stopping for */

	tree_remove(path, &ignored);
	for (char *slash = strrchr(path, '/'); slash && slash > path + strlen("/run");
	     slash = strrchr(path, '/')) {
		*slash = '\0';
		if (rmdir(path) < 0)
			break;
	}
}

void
sandbox_lxc_clear(const char *dir)
{
	remove_groups(dir);
	remove_locks(dir);
}
