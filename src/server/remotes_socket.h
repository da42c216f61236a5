/*
 * remotes_socket.h - inside server/: sockets of servers on this machine.
 */
#ifndef SERVER_REMOTES_SOCKET_H
#define SERVER_REMOTES_SOCKET_H

#include <stdbool.h>

#include "server/remotes_client.h"

/* A socket at a place where a client would look for it. */
struct local {
	struct remote *remote;	/* named by its path */
	bool missing;		/* there is nothing at its path */
	const char *variable;	/* that named it; NULL: a package's place */
};

struct locals {
	struct local *list;
	size_t n, room;
};

/*
 * Adds the places of a client, in its order. Where a variable names one, no
 * other is looked at. A socket for everybody stands behind the one that we may
 * not use, with our own project.
 */
void locals_add(struct locals *locals, const struct client_row *row);
void locals_wipe(struct locals *locals);
#define autolocals __attribute__((cleanup(locals_wipe))) struct locals

/* Whether a variable names them: another server must not be taken instead. */
bool locals_named(const struct locals *locals);
/* What a client takes; NULL: nothing. */
struct local *locals_first_usable(const struct locals *locals);
/* Why there is none, each place with its reason (ERR_UNREACHABLE). */
int locals_none_usable(const struct locals *locals, struct err *err);

/* The remote that is the socket at this path, named by it; `missing` may be NULL. */
struct remote *socket_remote(const char *path, const char *kind, bool *missing);

#endif
