#include "bench/archive_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xdg.h"
#include "sys/tree.h"

struct archive_file {
	int fd;
	char *path;
	struct err broken; /* the first failure; "" */
};

static int
make_folder_of(const char *path, struct err *err)
{
	autofree_mem char *copy = xstrdup(path);

	return xdg_make_folder(dirname(copy), err);
}

int
archive_file_new(const char *path, struct archive_file **ret, struct err *err)
{
	struct archive_file *file;
	int fd;

	if (make_folder_of(path, err) < 0)
		return -1;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_sys(err, "make %s", path);
	file = xcalloc(1, sizeof(*file));
	file->fd = fd;
	file->path = xstrdup(path);
	*ret = file;
	return 0;
}

int
archive_file_sink(void *arg, const void *bytes, size_t len)
{
	struct archive_file *file = arg;

	while (len > 0) {
		ssize_t written = write(file->fd, bytes, len);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return err_sys(&file->broken, "write %s", file->path);
		bytes = (const char *)bytes + written;
		len -= (size_t)written;
	}
	return 0;
}

int
archive_file_close(struct archive_file *file, struct err *err)
{
	int status = 0;

	if (close(file->fd) < 0 && !*file->broken.text)
		err_sys(&file->broken, "write %s", file->path);
	file->fd = -1;
	if (*file->broken.text) {
		*err = file->broken;
		unlink(file->path);
		status = -1;
	}
	free(file->path);
	free(file);
	return status;
}

void
archive_file_free(struct archive_file *file)
{
	if (!file)
		return;
	close(file->fd);
	unlink(file->path);
	free(file->path);
	free(file);
}

/* ---- those of a run's own ---- */

char *
archive_folder(const char *run)
{
	autofree_mem char *name = xasprintf("archives-%s", run);

	return xdg_state(name);
}

char *
archive_of_step(const char *run, uint32_t step)
{
	autofree_mem char *folder = archive_folder(run);

	return xasprintf("%s/step-%" PRIu32, folder, step);
}

/* That it is not there is the usual case. */
void
archive_folder_drop(const char *run)
{
	autofree_mem char *folder = archive_folder(run);
	struct err ignored;

	tree_remove(folder, &ignored);
}
