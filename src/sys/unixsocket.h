/*
 * unixsocket.h - why a server's unix socket cannot be used, and what to do about it.
 */
#ifndef SYS_UNIXSOCKET_H
#define SYS_UNIXSOCKET_H

#include <sys/stat.h>

#include "base/err.h"

/*
 * The group whose members may use the socket, when joining it is the way: it
 * may, and is not root's own, which is no group for people. NULL: it is not.
 * As getgrgid(3), it stays until the next call.
 */
const char *unixsocket_group(const struct stat *st);
/* Sets err (ERR_UNREACHABLE) from the errno of a connect(2) to `path`; returns -1. */
int unixsocket_refused(const char *path, int os_errno, struct err *err);

#endif
