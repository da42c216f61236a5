/*
 * sandbox_daemon.h - a server's daemon, started for a sandbox and found again.
 *
 * It runs in a mount namespace of its own: the machine sees none of its
 * mounts, its loop devices end with it, and it has an id map of its own,
 * bound over the system's, whatever other servers have added to that one. It
 * has nothing of the poolscope that started it: no terminal, no descriptor,
 * no environment, no parent.
 */
#ifndef SERVER_SANDBOX_DAEMON_H
#define SERVER_SANDBOX_DAEMON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/sandbox_record.h"

/* Which servers can be run as a sandbox. */
struct sandbox_kind {
	const char *name;
	const char *package;
	const char *const *programs;	/* where packages put the daemon; NULL-terminated */
	const char *dir_variable;	/* environment: its folder */
	const char *no_idmap_variable;	/* environment: makes it do without idmapped mounts */
	const char *id_map;		/* the line of its /etc/subuid and /etc/subgid */
	int stop_signal;		/* ends it and its instances in good order */
};

extern const struct sandbox_kind sandbox_kinds[];
extern const size_t sandbox_kind_count;

/* NULL: there is none of that name. */
const struct sandbox_kind *sandbox_kind_find(const char *name);
/* The first that is installed, the first of all when none is. */
const struct sandbox_kind *sandbox_kind_default(void);

enum sandbox_state {
	SANDBOX_RUNNING,
	SANDBOX_DEAD,		/* the daemon has ended; there may be leftovers */
	SANDBOX_FOREIGN,	/* the recorded pid is now something else's, which is left alone */
};

/*
 * Starts it in the folder, which exists, as the record has it: of that kind,
 * kept or not, with idmapped mounts or without. The record is completed and
 * written by the new process itself before it becomes the daemon, so there is
 * never a daemon that nobody can find again.
 */
int sandbox_daemon_start(const char *dir, struct sandbox_record *record, struct err *err);
/* Running only if pid, start time, program and folder are the recorded ones. */
enum sandbox_state sandbox_daemon_state(const char *dir, const struct sandbox_record *record);
/* Asks it to end, with its instances, and waits; what does not end in time is left to the sweep. */
void sandbox_daemon_stop(const char *dir, const struct sandbox_record *record);
/* The last lines of its log, on one line. The caller frees it. */
char *sandbox_daemon_last_words(const char *dir);

#endif
