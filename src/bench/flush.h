/*
 * flush.h - a pool does now what it has put off, so that its usage can be read.
 *
 * btrfs counts what was made, and gives back what was deleted, at its next
 * commit, up to 30 s later; ZFS does so at its next transaction group, after
 * some 5 s. Without this a chain's figures would be those of the one before. It
 * is done beside the server, with btrfs(8) on the mount that the server's daemon
 * sees, and with zpool(8); where that is not possible (another machine, no
 * rights, no such command) usage is read as it is.
 */
#ifndef BENCH_FLUSH_H
#define BENCH_FLUSH_H

#include <stdbool.h>

#include "base/mem.h"
#include "record/env.h"
#include "sys/loop.h"

struct flush;

typedef void flush_done_fn(void *arg);

/* NULL: there is nothing to do, or nothing that we can do. */
struct flush *flush_new(struct loop *loop, const struct env_server *server,
			const struct env_pool *pool);
/* False: nothing was begun, and `done` will not be called. Otherwise it is, after 10 s at the latest. */
bool flush_begin(struct flush *flush, flush_done_fn *done, void *arg);
void flush_free(struct flush *flush);
DEFINE_AUTOFREE(flush, flush_free)

/* Where the pool is mounted, from the text of a /proc/PID/mountinfo; for the caller to free. NULL: nowhere. */
char *flush_find_mount(const char *mountinfo, const char *type, const char *pool);

/* The zpool of a pool with this source: a dataset ("tank/incus"), or a file or device, of which it is named like the pool. */
char *flush_find_zpool(const char *source, const char *pool);

#endif
