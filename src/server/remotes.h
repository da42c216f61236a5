/*
 * remotes.h - the servers a person can name, and how each is reached.
 *
 * Sockets are looked for where the servers' own clients look. Remotes with
 * their certificates and projects come from the configuration of those
 * clients, the person's own and the system's; nothing of it is written.
 */
#ifndef SERVER_REMOTES_H
#define SERVER_REMOTES_H

#include <stddef.h>

#include "base/err.h"
#include "base/mem.h"

struct remote {
	char *name;		/* "local", a remote's name, or the socket's path or the URL as it was given */
	char *kind;		/* "incus", "lxd"; what is expected, the server has the last word; NULL */
	char *socket;		/* unix socket; NULL: url */
	char *url;		/* one or, comma between, several of one server, in the order to be tried */
	char *auth;		/* how it is to know us: "socket", "tls", or what we cannot do; NULL: not at all */
	char *client_cert, *client_key, *server_cert;	/* PEM files; NULL: none */
	char *project;		/* the client's current one; NULL: default */
	char *unusable;		/* why it cannot be used; NULL: it seems it can */
};

void remote_free(struct remote *remote);
struct remote *remote_copy(const struct remote *remote);
DEFINE_AUTOFREE(remote, remote_free)
/* The i-th of its URLs, for the caller to free; NULL: it has no more. */
char *remote_url(const struct remote *remote, size_t i);

/*
 * The remote of that name: a remote's name, a path to a socket, or a URL; or
 * that of a sandbox that runs, also as "sandbox:NAME".
 *
 * NULL takes the default remote of the first client, Incus's before LXD's, that
 * has one, where "local" counts only when it can be used. "local" takes the
 * first local socket there is: INCUS_SOCKET, INCUS_DIR, the packages' places,
 * then LXD's. A variable that is set but leads nowhere ends the search, as
 * another server than the named one must not be taken. A path or URL that a
 * client knows brings the project and certificates along; a URL that none knows
 * is refused, since nothing would tell that it is the right server.
 *
 * ERR_UNREACHABLE: it cannot be used, with every place that was tried.
 * ERR_USAGE: there is no such name, or a client's configuration cannot be read.
 */
int remote_find(const char *name, struct remote **ret, struct err *err);

/*
 * Every server that can be named here, each under a name of its own, those
 * that cannot be used with the reason; a configuration that cannot be read is
 * listed as one of them. The caller frees each and the array.
 */
size_t remote_list(struct remote ***ret);

#endif
