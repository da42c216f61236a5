#include "theme_watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

struct theme_watch {
	int fd;	    /* -1: the kernel has none to give */
	int folder; /* the watch on it; -1: none */
	char *path; /* without links in it */
	struct loop_watch *input;
	loop_fn *changed;
	void *arg;
};

static const char *
file_name(const struct theme_watch *watch)
{
	return strrchr(watch->path, '/') + 1;
}

/* True when one of the events is about the file; others go on in its folder. */
static bool
read_events(struct theme_watch *watch)
{
	_Alignas(struct inotify_event) char bytes[4096];
	bool ours = false;
	ssize_t len;

	while ((len = read(watch->fd, bytes, sizeof(bytes))) > 0) {
		for (ssize_t at = 0; at < len;) {
			const struct inotify_event *event = (const void *)(bytes + at);

			if (event->wd == watch->folder && event->len && watch->path &&
			    strcmp(event->name, file_name(watch)) == 0)
				ours = true;
			at += (ssize_t)(sizeof(*event) + event->len);
		}
	}
	return ours;
}

static void
something_happened(void *arg)
{
	struct theme_watch *watch = arg;

	if (read_events(watch))
		watch->changed(watch->arg);
}

struct theme_watch *
theme_watch_new(struct loop *loop, loop_fn *changed, void *arg)
{
	struct theme_watch *watch = xcalloc(1, sizeof(*watch));

	watch->changed = changed;
	watch->arg = arg;
	watch->folder = -1;
	watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch->fd >= 0)
		watch->input = loop_watch_fd(loop, watch->fd, something_happened, watch);
	return watch;
}

static void
forget_file(struct theme_watch *watch)
{
	if (watch->folder >= 0)
		inotify_rm_watch(watch->fd, watch->folder);
	watch->folder = -1;
	free(steal(watch->path));
}

void
theme_watch_file(struct theme_watch *watch, const char *path)
{
	autofree_mem char *folder = NULL;

	forget_file(watch);
	/* A link's own folder is not where its file changes. */
	watch->path = path ? realpath(path, NULL) : NULL;
	if (!watch->path || watch->fd < 0)
		return;
	folder = xstrndup(watch->path, (size_t)(file_name(watch) - watch->path));
	watch->folder = inotify_add_watch(watch->fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO);
}

void
theme_watch_free(struct theme_watch *watch)
{
	if (!watch)
		return;
	loop_unwatch(watch->input);
	forget_file(watch);
	if (watch->fd >= 0)
		close(watch->fd);
	free(watch);
}
