#include "bench/limits.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"

/*
 * What an instance takes is that of a container with a whole system in it, as
 * people have met the limits: watches at the 85th, keys at the 200th, key
 * bytes and inotify instances at the 20th.
 */
// clang-format off
static const struct limit_row rows[] = {
	/* name                             each  base   network  advised */
	{ "fs.inotify.max_user_instances",     6,    0,  false,   1048576 },
	{ "fs.inotify.max_user_watches",      96,    0,  false,   1048576 },
	{ "kernel.keys.maxkeys",               1,    0,  false,      2000 },
	{ "kernel.keys.maxbytes",           1000,    0,  false,   2000000 },
	{ "kernel.pid_max",                  100, 2000,  false,   4194304 },
	{ "kernel.threads-max",              100, 2000,  false,   4194304 },
	{ "net.ipv4.neigh.default.gc_thresh3", 1,   24,  true,       8192 },
	{ "net.ipv6.neigh.default.gc_thresh3", 2,   24,  true,       8192 },
};
// clang-format on
const size_t limits_max = COUNTOF(rows);

static bool
read_limit(const char *root, const char *name, uint64_t *ret)
{
	char path[256];
	FILE *file;
	bool read;
	int len = snprintf(path, sizeof(path), "%s/", root);

	for (const char *c = name; *c && len < (int)sizeof(path) - 1; c++)
		path[len++] = *c == '.' ? '/' : *c;
	path[len] = '\0';
	file = fopen(path, "re");
	if (!file)
		return false;
	read = fscanf(file, "%" SCNu64, ret) == 1;
	fclose(file);
	return read;
}

size_t
limits_check(const char *root, uint64_t count, bool network, struct limit_hit *ret)
{
	size_t n = 0;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		uint64_t need = rows[i].base + rows[i].each * count, is;

		if ((rows[i].network && !network) || !read_limit(root, rows[i].name, &is) ||
		    need <= is)
			continue;
		ret[n++] = (struct limit_hit){ &rows[i], need, is };
	}
	return n;
}
