/*
 * sandbox_pool.h - the pools of a sandbox: rows, tried one after the other.
 *
 * Whether a driver works here is found by making the pool; the server's own
 * words say why it does not. Loop files are sparse.
 */
#ifndef SERVER_SANDBOX_POOL_H
#define SERVER_SANDBOX_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/sandbox_client.h"

#define SANDBOX_POOLS 4

struct sandbox_pool {
	const char *name;
	const char *driver;
	bool loop;	/* on a loop file of its own, disks/NAME.img */
	/*
	 * Some drivers keep something in the kernel under a name of the whole
	 * machine, which stays when the daemon dies: the setting that gives it
	 * our name, and the command that lets go of it (its last argument).
	 */
	const char *name_key;
	const char *const *release;
};

extern const struct sandbox_pool sandbox_pools[SANDBOX_POOLS];

/* The size for each loop file, by the free space at `dir`; ERR_REFUSED when there is too little. */
int sandbox_pool_size(const char *dir, uint64_t *bytes, struct err *err);
/* Makes it unless it is there. `dir` and `sandbox`: the sandbox's folder and name. */
int sandbox_pool_make(struct sandbox_client *client, const struct sandbox_pool *pool,
		      const char *dir, const char *sandbox, struct err *err);
/* Lets go of what a pool of a sandbox whose daemon has ended still holds on this loop file. */
void sandbox_pool_release(const char *loop_file, const char *sandbox);

#endif
