/*
 * remotes.h - the servers a person can name, and how each is reached.
 *
 * Sockets are looked for where the servers' own clients look; remotes and TLS
 * files come from the client's own configuration (a later issue).
 */
#ifndef SERVER_REMOTES_H
#define SERVER_REMOTES_H

#include <stddef.h>

#include "base/err.h"
#include "base/mem.h"

struct remote {
	char *name;		/* "local", a remote's name, or the socket's path */
	char *kind;		/* "incus", "lxd"; what is expected, the server has the last word; NULL */
	char *socket;		/* unix socket; NULL: url */
	char *url;
	char *client_cert, *client_key, *server_cert;	/* PEM files; NULL: none */
	char *project;		/* the client's current one; NULL: default */
	char *unusable;		/* why it cannot be used; NULL: it seems it can */
};

void remote_free(struct remote *remote);
struct remote *remote_copy(const struct remote *remote);
DEFINE_AUTOFREE(remote, remote_free)

/*
 * The remote of that name: a path to a socket, a URL, or a name. NULL and
 * "local" take the first local socket there is: INCUS_SOCKET, INCUS_DIR, the
 * packages' places, then LXD's. A variable that is set but leads nowhere ends
 * the search, as another server than the named one must not be taken. An error
 * names every place that was tried (ERR_UNREACHABLE).
 */
int remote_find(const char *name, struct remote **ret, struct err *err);

/* Every server that can be named here, those that cannot be used with the reason. The caller frees each and the array. */
size_t remote_list(struct remote ***ret);

#endif
