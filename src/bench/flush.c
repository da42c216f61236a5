#include "bench/flush.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "sys/child.h"

#define PATIENCE_NS   (10 * NS_PER_S)
#define MOUNTINFO_MAX (4u << 20)

/* A driver that puts off: the command that makes it act, and on what. */
struct way {
	const char *driver;
	const char *command[3]; /* before what it is done to */
	char *(*what)(const struct env_server *server, const struct env_pool *pool);
};

struct flush {
	struct loop *loop;
	const struct way *way;
	char *what; /* the last word of its command */
	struct child *child;
	struct loop_timer *late;
	bool failed; /* it is not tried again */
	flush_done_fn *done;
	void *arg;
};

/* ---- where ---- */

/* "36 35 98:0 / /mnt rw,noatime shared:1 - btrfs /dev/loop3 rw" */
static char *
mount_in_line(const char *line, const char *type, const char *pool)
{
	const char *behind = strstr(line, " - ");
	char point[4096], found[32];
	const char *slash;

	if (!behind || sscanf(behind, " - %31s", found) != 1 || strcmp(found, type) != 0 ||
	    sscanf(line, "%*s %*s %*s %*s %4095s", point) != 1)
		return NULL;
	slash = strrchr(point, '/');
	if (!slash || strcmp(slash + 1, pool) != 0)
		return NULL;
	return xstrdup(point);
}

char *
flush_find_mount(const char *mountinfo, const char *type, const char *pool)
{
	autofree_mem char *text = xstrdup(mountinfo);
	char *rest = text, *line, *found = NULL;

	while (!found && (line = strsep(&rest, "\n")))
		found = mount_in_line(line, type, pool);
	return found;
}

/* As the daemon sees them: it may have a mount namespace of its own. */
static bool
read_mountinfo(int pid, struct buf *ret)
{
	autofree_mem char *path = xasprintf("/proc/%d/mountinfo", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char bytes[16384];
	ssize_t got = 0;

	if (fd < 0)
		return false;
	while (ret->len < MOUNTINFO_MAX && (got = read(fd, bytes, sizeof(bytes))) > 0)
		buf_add(ret, bytes, (size_t)got);
	close(fd);
	return got == 0;
}

/* The mount, as seen from here. */
static char *
btrfs_mount(const struct env_server *server, const struct env_pool *pool)
{
	autobuf mountinfo = { 0 };
	autofree_mem char *mount = NULL;

	if (server->pid <= 0 || !read_mountinfo(server->pid, &mountinfo))
		return NULL;
	mount = flush_find_mount(buf_text(&mountinfo), "btrfs", pool->name);
	return mount ? xasprintf("/proc/%d/root%s", server->pid, mount) : NULL;
}

char *
flush_find_zpool(const char *source, const char *pool)
{
	if (!source || *source == '/' || !*source)
		return xstrdup(pool);
	return xstrndup(source, strcspn(source, "/"));
}

static char *
zpool(const struct env_server *server, const struct env_pool *pool)
{
	(void)server;
	return flush_find_zpool(pool->source, pool->name);
}

static const struct way ways[] = {
	{ "btrfs", { "btrfs", "filesystem", "sync" }, btrfs_mount },
	{ "zfs", { "zpool", "sync", "--" }, zpool },
};

static const struct way *
find_way(const char *driver)
{
	for (size_t i = 0; driver && i < COUNTOF(ways); i++)
		if (strcmp(ways[i].driver, driver) == 0)
			return &ways[i];
	return NULL;
}

struct flush *
flush_new(struct loop *loop, const struct env_server *server, const struct env_pool *pool)
{
	const struct way *way = find_way(pool->driver);
	autofree_mem char *what = NULL;
	struct flush *flush;

	if (way && server->local && geteuid() == 0)
		what = way->what(server, pool);
	if (!what)
		return NULL;
	flush = xcalloc(1, sizeof(*flush));
	flush->loop = loop;
	flush->way = way;
	flush->what = steal(what);
	return flush;
}

/* ---- doing it ---- */

static void
finish(struct flush *flush)
{
	flush_done_fn *done = steal(flush->done);

	loop_timer_cancel(steal(flush->late));
	done(flush->arg);
}

static void
ended(void *arg, int status, const char *complaint)
{
	struct flush *flush = arg;

	(void)complaint;
	child_free(steal(flush->child));
	flush->failed |= status != 0;
	if (flush->done)
		finish(flush);
}

static void
too_late(void *arg)
{
	struct flush *flush = arg;

	flush->late = NULL;
	flush->failed = true;
	finish(flush);
}

bool
flush_begin(struct flush *flush, flush_done_fn *done, void *arg)
{
	const char *const *command;
	struct err err;

	if (!flush || flush->failed)
		return false;
	command = flush->way->command;
	if (child_start(flush->loop,
			&(struct child_spec){
				.argv = (const char *const[]){ command[0], command[1], command[2],
							       flush->what, NULL },
				.end = ended,
				.arg = flush,
			},
			&flush->child, &err) < 0) {
		flush->failed = true;
		return false;
	}
	flush->done = done;
	flush->arg = arg;
	flush->late =
		loop_timer_at(flush->loop, loop_now(flush->loop) + PATIENCE_NS, too_late, flush);
	return true;
}

void
flush_free(struct flush *flush)
{
	if (!flush)
		return;
	loop_timer_cancel(flush->late);
	child_free(flush->child);
	free(flush->what);
	free(flush);
}
