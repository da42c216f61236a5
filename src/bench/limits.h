/*
 * limits.h - limits of this host's kernel that a run of many instances meets.
 */
#ifndef BENCH_LIMITS_H
#define BENCH_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limit_row {
	const char *name;	/* as sysctl(8) has it; its file is that with slashes */
	uint64_t each, base;	/* that an instance takes, and all else; estimated */
	bool network;		/* only for instances with a network */
	uint64_t advised;	/* what the servers' documentation advises */
};

struct limit_hit {
	const struct limit_row *row;
	uint64_t need, is;
};

/*
 * Those that `count` instances would exceed; room for limits_max. `root` is
 * "/proc/sys". A file that is not there limits nothing.
 */
size_t limits_check(const char *root, uint64_t count, bool network, struct limit_hit *ret);
extern const size_t limits_max;

#endif
