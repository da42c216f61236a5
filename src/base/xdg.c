#include "base/xdg.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

static char *
in_folder(const char *variable, const char *fallback, const char *name)
{
	const char *base = getenv(variable);
	const char *home = getenv("HOME");
	const char *slash = name ? "/" : "";

	if (!name)
		name = "";
	if (base && base[0] == '/')
		return xasprintf("%s/poolscope%s%s", base, slash, name);
	return xasprintf("%s/%s/poolscope%s%s", home && *home ? home : ".", fallback, slash, name);
}

char *
xdg_config(const char *name)
{
	return in_folder("XDG_CONFIG_HOME", ".config", name);
}

char *
xdg_data(const char *name)
{
	return in_folder("XDG_DATA_HOME", ".local/share", name);
}

char *
xdg_state(const char *name)
{
	return in_folder("XDG_STATE_HOME", ".local/state", name);
}

int
xdg_make_folder(const char *path, struct err *err)
{
	autofree_mem char *partial = xstrdup(path);

	for (char *slash = strchr(partial + 1, '/');; slash = strchr(slash + 1, '/')) {
		if (slash)
			*slash = '\0';
		if (mkdir(partial, 0700) < 0 && errno != EEXIST)
			return err_sys(err, "make folder %s", partial);
		if (!slash)
			return 0;
		*slash = '/';
	}
}

static int
write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		bytes += n;
		len -= (size_t)n;
	}
	return 0;
}

static bool
is_below(const char *folder, char *ours)
{
	autofree_mem char *base = ours;
	size_t len = strlen(base);

	return strncmp(folder, base, len) == 0 && (folder[len] == '/' || !folder[len]);
}

/* Anywhere else a folder that is missing is a path that was mistyped. */
static int
make_folder_of(const char *path, struct err *err)
{
	const char *slash = strrchr(path, '/');
	autofree_mem char *folder = slash ? xstrndup(path, (size_t)(slash - path)) : NULL;

	if (!folder || !*folder)
		return 0;
	if (is_below(folder, xdg_data(NULL)) || is_below(folder, xdg_state(NULL)) ||
	    is_below(folder, xdg_config(NULL)))
		return xdg_make_folder(folder, err);
	return access(folder, F_OK) < 0 ? err_sys(err, "folder %s", folder) : 0;
}

static int
replace_file(const char *path, const void *bytes, size_t len, bool wait, struct err *err)
{
	autofree_mem char *temporary = xasprintf("%s.XXXXXX", path);
	int fd;
	int failed;

	if (make_folder_of(path, err) < 0)
		return -1;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return err_sys(err, "make a file beside %s", path);
	failed = write_all(fd, bytes, len) < 0 || (wait && fsync(fd) < 0);
	if (failed)
		err_sys(err, "write %s", temporary);
	close(fd);
	if (!failed && rename(temporary, path) < 0)
		failed = err_sys(err, "rename to %s", path);
	if (failed)
		unlink(temporary);
	return failed ? -1 : 0;
}

int
xdg_write_file(const char *path, const void *bytes, size_t len, struct err *err)
{
	return replace_file(path, bytes, len, true, err);
}

int
xdg_write_again(const char *path, const void *bytes, size_t len, struct err *err)
{
	return replace_file(path, bytes, len, false, err);
}

/* O_NONBLOCK: opening a FIFO must not wait for its writer. */
static int
open_regular(const char *path, struct err *err)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return err_sys(err, "open %s", path);
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return err_set(err, "%s is not a regular file", path);
	}
	return fd;
}

int
xdg_read_file(const char *path, size_t max, char **bytes, size_t *len, struct err *err)
{
	autofree_mem char *data = NULL;
	size_t room = 0, used = 0;
	int fd = open_regular(path, err);
	ssize_t n = 1;

	if (fd < 0)
		return -1;
	while (n > 0 && used <= max) {
		if (used + 4096 > room) {
			room = room ? room * 2 : 8192;
			data = xrealloc(data, room + 1, 1);
		}
		n = read(fd, data + used, room - used);
		used += n > 0 ? (size_t)n : 0;
	}
	close(fd);
	if (n < 0)
		return err_sys(err, "read %s", path);
	if (used > max)
		return err_set(err, "%s is larger than %zu bytes", path, max);
	data[used] = '\0';
	*bytes = steal(data);
	*len = used;
	return 0;
}
