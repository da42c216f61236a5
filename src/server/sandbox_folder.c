#include "server/sandbox_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

#define ABOVE "/var/lib/poolscope"
#define MODE 0711	/* containers pass through as unprivileged users */
#define TRIES 5

static int
make_folder(const char *path, struct err *err)
{
	if (mkdir(path, MODE) < 0 && errno != EEXIST)
		return err_sys(err, "make %s", path);
	if (chmod(path, MODE) < 0)
		return err_sys(err, "change the mode of %s", path);
	return 0;
}

/* Unprivileged containers reach their files from outside, by the whole path. */
static int
check_way(struct err *err)
{
	autofree_mem char *path = xstrdup(ABOVE);
	struct stat st;

	for (char *slash = strrchr(path, '/'); slash && slash > path; slash = strrchr(path, '/')) {
		*slash = '\0';
		if (stat(path, &st) == 0 && !(st.st_mode & S_IXOTH))
			return err_set_kind(err, ERR_REFUSED,
					    "no container can start below %s, which is closed to "
					    "others (chmod o+x opens the way)",
					    path);
	}
	return 0;
}

/* Tried again, because another poolscope may just now remove the upper ones, if they are empty. */
static int
make_folders(const char *dir, struct err *err)
{
	for (unsigned try = 0; try < TRIES; try++) {
		if (make_folder(ABOVE, err) == 0 && make_folder(SANDBOX_BASE, err) == 0 &&
		    make_folder(dir, err) == 0)
			return 0;
	}
	return -1;
}

int
sandbox_folder_lock(const char *dir, int *lock, struct err *err)
{
	struct stat held, named;
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return err_sys(err, "open %s", dir);
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		close(fd);
		return err_set_kind(err, ERR_REFUSED, "another poolscope is at work on it");
	}
	/* Whoever held it before may have removed the folder, and another made a new one. */
	if (fstat(fd, &held) < 0 || stat(dir, &named) < 0 || held.st_ino != named.st_ino) {
		close(fd);
		return err_set_kind(err, ERR_REFUSED, "another poolscope has just taken it down");
	}
	*lock = fd;
	return 0;
}

int
sandbox_folder_claim(const char *dir, int *lock, struct err *err)
{
	if (check_way(err) < 0 || make_folders(dir, err) < 0)
		return -1;
	return sandbox_folder_lock(dir, lock, err);
}

void
sandbox_folder_leave(void)
{
	if (rmdir(SANDBOX_BASE) == 0)
		rmdir(ABOVE);
}
