#include "sys/unixsocket.h"

#include <errno.h>
#include <grp.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

const char *
unixsocket_group(const struct stat *st)
{
	const struct group *group;

	if ((st->st_mode & S_IWGRP) == 0 || st->st_gid == 0)
		return NULL;
	group = getgrgid(st->st_gid);
	return group ? group->gr_name : NULL;
}

static int
not_permitted(const char *path, struct err *err)
{
	struct stat st;
	bool there = stat(path, &st) == 0;
	const char *group = there ? unixsocket_group(&st) : NULL;

	if (there && !group && st.st_uid == 0)
		return err_set_kind(err, ERR_UNREACHABLE,
				    "the socket %s is for root only: with sudo it can be used", path);
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
