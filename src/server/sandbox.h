/*
 * sandbox.h - a private, throw-away server of the installed package.
 *
 * It is one of sandbox_kinds, and lives in a folder of its own,
 * SANDBOX_BASE/NAME, which is also what the server's own command line wants in
 * INCUS_DIR or LXD_DIR. It has a pool of each driver
 * that works here and images made on the spot, needs no network, and never
 * touches a server of the system. Each call runs to its end, before or after
 * there is a screen, and needs root.
 *
 * A sandbox is kept until sandbox_down(), or it ends with the poolscope that
 * made it: that one holds its lock while it lives, and one whose lock is free
 * is taken down by the next start of a sandbox.
 */
#ifndef SERVER_SANDBOX_H
#define SERVER_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/mem.h"
#include "server/sandbox_daemon.h"
#include "server/sandbox_folder.h"
#include "server/sandbox_tell.h"

#define SANDBOX_NAME_MAX 32	/* keeps a socket's path well below the 108 bytes there are */
#define SANDBOX_DEFAULT "default"

struct sandbox;

/* What a new sandbox is to be; one that runs already must be the same. */
struct sandbox_wish {
	const struct sandbox_kind *kind;	/* NULL: what runs, else the first that is installed */
	bool no_idmap;	/* without idmapped mounts: ids are shifted in the files */
};

/* Lower case letters, digits and dashes, a letter first. */
bool sandbox_name_ok(const char *name);

/*
 * A running sandbox of that name, made if it is not there, completed if it is
 * half made. NULL: one that ends with this process, under a name of its own.
 * On failure nothing that was made stays; a signal (INT, TERM, HUP) meanwhile
 * does the same and then ends the process. ERR_REFUSED: one of that name runs,
 * and is not as wished.
 */
int sandbox_up(const char *name, const struct sandbox_wish *wish,
	       const struct sandbox_teller *teller, struct sandbox **ret, struct err *err);
/* Path of its server's socket. */
const char *sandbox_socket(const struct sandbox *sandbox);
/* Takes it down, as sandbox_down() does; before sandbox_free(). */
int sandbox_end(struct sandbox *sandbox, struct err *err);
/* Lets go of the lock and no more. */
void sandbox_free(struct sandbox *sandbox);
DEFINE_AUTOFREE(sandbox, sandbox_free)

/* Leaves nothing of it. ERR_USAGE: there is none; ERR_REFUSED: a living poolscope holds it. */
int sandbox_down(const char *name, const struct sandbox_teller *teller, struct err *err);

struct sandbox_info {
	char name[SANDBOX_NAME_MAX + 1];
	enum sandbox_state state;
	bool recorded;		/* false: only a folder, nothing below is known */
	char *socket;
	struct sandbox_record record;
};
/* The sandboxes of this machine, by name; that there is none is no error. */
int sandbox_list(struct sandbox_info **ret, size_t *count, struct err *err);
void sandbox_list_free(struct sandbox_info *list, size_t count);
/*
 * The running one of that name; NULL: the first there is. Its socket, and its
 * name where that is asked for, both for the caller to free. NULL: none runs,
 * or we may not see them.
 */
char *sandbox_running(const char *name, char **its_name);

#endif
