#include "server/sandbox_sweep.h"

#include <dirent.h>
#include <fcntl.h>
#include <mntent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <linux/loop.h>

#include "base/mem.h"
#include "server/sandbox_lxc.h"
#include "server/sandbox_pool.h"
#include "sys/process.h"
#include "sys/tree.h"

#define KILL_ROUNDS 50
#define KILL_MS 5000
#define DEVICE_LEN 64
#define RELEASE_TRIES 100
#define RELEASE_PAUSE_US 20000
#define MOUNTS "/proc/self/mounts"

/* ---- processes ---- */

struct hunt {
	const char *dir;
	const struct sandbox_kind *kind;
	int *found;	/* held by process_open() */
	size_t count, room;
};

/* The daemon's program with our folder in its environment: the daemon, and monitors it forked. */
static bool
is_of_sandbox(const struct hunt *hunt, pid_t pid)
{
	char program[PATH_MAX];

	if (!process_program(pid, program, sizeof(program)))
		return false;
	for (const char *const *known = hunt->kind->programs; *known; known++) {
		char real[PATH_MAX];

		if (realpath(*known, real) && strcmp(real, program) == 0)
			return process_has_env(pid, hunt->kind->dir_variable, hunt->dir);
	}
	return false;
}

/* Theirs are the first processes of containers, and helpers such as tar. */
static void
hold_if_ours(void *arg, pid_t pid)
{
	struct hunt *hunt = arg;
	int process = process_open(pid);

	if (process < 0)
		return;
	if (!is_of_sandbox(hunt, pid) && !is_of_sandbox(hunt, process_parent(pid))) {
		close(process);
		return;
	}
	hunt->found = mem_grow(hunt->found, hunt->count, &hunt->room, sizeof(*hunt->found));
	hunt->found[hunt->count++] = process;
}

static void
kill_found(struct hunt *hunt)
{
	for (size_t i = 0; i < hunt->count; i++)
		process_signal(hunt->found[i], SIGKILL);
	for (size_t i = 0; i < hunt->count; i++) {
		process_wait(hunt->found[i], KILL_MS);
		close(hunt->found[i]);
	}
}

/* In rounds, because one that is killed may just have forked another. */
static int
kill_processes(const char *dir, const struct sandbox_kind *kind, struct err *err)
{
	for (unsigned round = 0; round < KILL_ROUNDS; round++) {
		struct hunt hunt = { .dir = dir, .kind = kind };

		process_each(hold_if_ours, &hunt);
		kill_found(&hunt);
		free(hunt.found);
		if (hunt.count == 0)
			return 0;
	}
	return err_set(err, "processes of the sandbox do not end");
}

/* ---- mounts ---- */

static bool
is_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return strncmp(path, dir, len) == 0 && path[len] == '/';
}

/* The daemon's mounts went with its namespace; these are what somebody mounted there from outside. */
static int
unmount_all(const char *dir, struct err *err)
{
	const struct mntent *entry;
	bool again = true;

	while (again) {
		FILE *mounts = setmntent(MOUNTS, "re");
		autofree_mem char *deepest = NULL;

		if (!mounts)
			return err_sys(err, "read %s", MOUNTS);
		/* Later lines lie on top of earlier ones. */
		while ((entry = getmntent(mounts)) != NULL) {
			if (!is_below(entry->mnt_dir, dir))
				continue;
			free(deepest);
			deepest = xstrdup(entry->mnt_dir);
		}
		endmntent(mounts);
		if (deepest && umount2(deepest, UMOUNT_NOFOLLOW) < 0)
			return err_sys(err, "unmount %s", deepest);
		again = deepest != NULL;
	}
	return 0;
}

/* ---- loop devices ---- */

static bool
loop_file(const char *device, char *file, size_t size)
{
	autofree_mem char *path = xasprintf("/sys/block/%s/loop/backing_file", device);
	FILE *in = fopen(path, "re");

	if (!in)
		return false;
	bool found = fgets(file, (int)size, in) != NULL;
	fclose(in);
	if (found)
		file[strcspn(file, "\n")] = '\0';
	return found;
}

static void
detach_loop(const char *device, const char *file, const char *name)
{
	autofree_mem char *path = xasprintf("/dev/%s", device);
	int fd;

	sandbox_pool_release(file, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		ioctl(fd, LOOP_CLR_FD, 0);
		close(fd);
	}
}

/* How many are attached to files of the folder; the name of one in `seen`. */
static unsigned
detach_loops(const char *dir, const char *name, char seen[DEVICE_LEN])
{
	const struct dirent *entry;
	char file[PATH_MAX];
	unsigned count = 0;
	DIR *blocks = opendir("/sys/block");

	while (blocks && (entry = readdir(blocks)) != NULL) {
		if (strncmp(entry->d_name, "loop", 4) != 0 ||
		    !loop_file(entry->d_name, file, sizeof(file)) || !is_below(file, dir))
			continue;
		count++;
		snprintf(seen, DEVICE_LEN, "%.*s", DEVICE_LEN - 1, entry->d_name);
		detach_loop(entry->d_name, file, name);
	}
	if (blocks)
		closedir(blocks);
	return count;
}

/*
 * The kernel takes a dead namespace's mounts apart behind our back, and only
 * then is the device free. Nothing tells of that moment, so it is looked for, and
 * slept in between: there is no screen, and no loop that could wait (sandbox.h).
 */
static int
free_loops(const char *dir, const char *name, struct err *err)
{
	char seen[DEVICE_LEN] = "";

	for (unsigned try = 0; try < RELEASE_TRIES; try++) {
		if (detach_loops(dir, name, seen) == 0)
			return 0;
		usleep(RELEASE_PAUSE_US);
	}
	return err_set(err, "/dev/%s is still in use", seen);
}

int
sandbox_sweep(const char *dir, const char *name, const struct sandbox_kind *kind, struct err *err)
{
	if (kill_processes(dir, kind, err) < 0 || unmount_all(dir, err) < 0 ||
	    free_loops(dir, name, err) < 0)
		return -1;
	sandbox_lxc_clear(dir);
	return tree_remove(dir, err);
}
