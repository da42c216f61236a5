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

struct flush {
	struct loop *loop;
	char *path; /* of the mount, as seen from here */
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

struct flush *
flush_new(struct loop *loop, const struct env_server *server, const struct env_pool *pool)
{
	autobuf mountinfo = { 0 };
	autofree_mem char *mount = NULL;
	struct flush *flush;

	if (!server->local || server->pid <= 0 || !pool->driver ||
	    strcmp(pool->driver, "btrfs") != 0 || geteuid() != 0 ||
	    !read_mountinfo(server->pid, &mountinfo))
		return NULL;
	mount = flush_find_mount(buf_text(&mountinfo), "btrfs", pool->name);
	if (!mount)
		return NULL;
	flush = xcalloc(1, sizeof(*flush));
	flush->loop = loop;
	flush->path = xasprintf("/proc/%d/root%s", server->pid, mount);
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
	struct err err;

	if (!flush || flush->failed)
		return false;
	if (child_start(flush->loop,
			&(struct child_spec){
				.argv = (const char *const[]){ "btrfs", "filesystem", "sync",
							       flush->path, NULL },
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
	free(flush->path);
	free(flush);
}
