/*
 * sandbox_record.h - what is written down about a sandbox, in its own folder.
 *
 * The record is what a later poolscope recognises the daemon by. It is JSON,
 * replaced as a whole (temporary file and rename), mode 0600.
 */
#ifndef SERVER_SANDBOX_RECORD_H
#define SERVER_SANDBOX_RECORD_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "server/sandbox_pool.h"

struct sandbox_kind;

#define SANDBOX_REASON_LEN 160

struct sandbox_record {
	const struct sandbox_kind *kind;
	pid_t pid;
	uint64_t start_time;	/* see process_start_time() */
	char program[PATH_MAX];
	bool keep;	/* false: it ends with the poolscope that made it */
	bool no_idmap;	/* it does without idmapped mounts */
	struct {
		bool made;
		char left_out[SANDBOX_REASON_LEN];	/* why it was not made; "": not tried yet */
	} pools[SANDBOX_POOLS];	/* in the order of sandbox_pools */
};

/* `dir`: the sandbox's folder. */
int sandbox_record_write(const char *dir, const struct sandbox_record *record, struct err *err);
int sandbox_record_read(const char *dir, struct sandbox_record *record, struct err *err);

#endif
