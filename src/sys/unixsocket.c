#include "sys/unixsocket.h"

#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>

/* The group that may use the socket, when that is a matter of joining it. */
static const char *
group_to_join(const char *path)
{
	struct stat st;
	struct group *group;

	if (stat(path, &st) < 0 || (st.st_mode & S_IWGRP) == 0)
		return NULL;
	group = getgrgid(st.st_gid);
	return group ? group->gr_name : NULL;
}

static int
not_permitted(const char *path, struct err *err)
{
	const char *group = group_to_join(path);

	if (!group)
		return err_set_kind(err, ERR_UNREACHABLE, "no permission to use the socket %s",
				    path);
	return err_set_kind(err, ERR_UNREACHABLE,
			    "the socket %s is for the group %s: join it with "
			    "\"sudo usermod -aG %s $USER\" and log in again",
			    path, group, group);
}

int
unixsocket_refused(const char *path, int os_errno, struct err *err)
{
	switch (os_errno) {
	case EACCES: return not_permitted(path, err);
	case ENOENT:
		return err_set_kind(
			err, ERR_UNREACHABLE,
			"there is no socket %s: the server is not installed or not running", path);
	case ECONNREFUSED:
		return err_set_kind(err, ERR_UNREACHABLE,
				    "nobody answers on the socket %s: the server is not running",
				    path);
	default:
		return err_set_kind(err, ERR_UNREACHABLE, "connect to the socket %s: %s", path,
				    os_errno ? strerror(os_errno) : "refused");
	}
}
