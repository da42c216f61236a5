/*
 * unixsocket.h - why a server's unix socket cannot be used, and what to do about it.
 */
#ifndef SYS_UNIXSOCKET_H
#define SYS_UNIXSOCKET_H

#include "base/err.h"

/* Sets err (ERR_UNREACHABLE) from the errno of a connect(2) to `path`; returns -1. */
int unixsocket_refused(const char *path, int os_errno, struct err *err);

#endif
