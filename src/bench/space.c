#include "bench/space.h"

#include <libgen.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/units.h"

#define FLOOR_MOST (UINT64_C(1) << 30)

struct space
space_of_pool(uint64_t used, uint64_t total)
{
	struct space space = { .free = UNKNOWN, .total = total };

	if (known(used) && known(total) && total > 0)
		space.free = used < total ? total - used : 0;
	return space;
}

struct space
space_of_path(const char *path)
{
	struct statvfs fs;

	if (statvfs(path, &fs) < 0)
		return (struct space){ UNKNOWN, UNKNOWN };
	return (struct space){
		.free = (uint64_t)fs.f_bavail * fs.f_frsize,
		.total = (uint64_t)fs.f_blocks * fs.f_frsize,
	};
}

/* The path, or the first folder above it that is there. The caller frees. */
static char *
nearest_of(const char *path)
{
	autofree_mem char *nearest = xstrdup(path);

	while (access(nearest, F_OK) < 0 && strcmp(nearest, "/") != 0 && strcmp(nearest, ".") != 0) {
		autofree_mem char *below = steal(nearest);

		nearest = xstrdup(dirname(below));
	}
	return steal(nearest);
}

struct space
space_of_nearest(const char *path)
{
	autofree_mem char *nearest = nearest_of(path);

	return space_of_path(nearest);
}

bool
space_is_one(const char *path, const char *other)
{
	autofree_mem char *nearest = nearest_of(path), *nearest_other = nearest_of(other);
	struct stat a, b;

	return stat(nearest, &a) == 0 && stat(nearest_other, &b) == 0 && a.st_dev == b.st_dev;
}

struct space
space_below(const struct env_server *server, const struct env_pool *pool)
{
	bool has_path = pool->backing == BACKING_LOOP || pool->backing == BACKING_FOLDER;

	if (!server->local || !has_path || !pool->source)
		return (struct space){ UNKNOWN, UNKNOWN };
	return space_of_path(pool->source);
}

uint64_t
space_floor(struct space space, const char *driver)
{
	uint64_t part = driver && strcmp(driver, "zfs") == 0 ? 10 : 20;

	if (!known(space.total) || space.total / part > FLOOR_MOST)
		return FLOOR_MOST;
	return space.total / part;
}

bool
space_is_low(struct space space, const char *driver)
{
	return known(space.free) && space.free < space_floor(space, driver);
}
