/*
 * space.h - how much room there is, and how little is too little.
 */
#ifndef BENCH_SPACE_H
#define BENCH_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "record/env.h"

struct space {
	uint64_t free, total;	/* bytes; UNKNOWN */
};

/* From what the server says; in btrfs the free part may not all be usable. */
struct space space_of_pool(uint64_t used, uint64_t total);
/* Of the file system under a path of this host, as we could fill it. */
struct space space_of_path(const char *path);
/* The same of a folder that need not be there yet. */
struct space space_of_nearest(const char *path);
/* Of the file system that holds the pool's loop file or folder; unknown for other pools and servers. */
struct space space_below(const struct env_server *server, const struct env_pool *pool);

/* The two are on one file system of this host, so that what fills the one fills the other. They need not be there yet. */
bool space_is_one(const char *path, const char *other);

/*
 * A run neither begins nor goes on below this: 5 % or 1 GiB, whichever is
 * less; on zfs 10 %, because there the last part cannot be written.
 */
uint64_t space_floor(struct space space, const char *driver);
/* False also when it is not known. */
bool space_is_low(struct space space, const char *driver);

#endif
