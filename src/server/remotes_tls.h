/*
 * remotes_tls.h - inside server/: a client's certificates for one remote.
 */
#ifndef SERVER_REMOTES_TLS_H
#define SERVER_REMOTES_TLS_H

#include "server/remotes.h"
#include "server/remotes_client.h"

/*
 * Finds the client's certificate and key and the pinned certificate of the
 * server; `global` when the remote is one of the system's. Returns why the
 * remote cannot be used with what there is, for the caller to free; NULL: it
 * seems it can.
 */
char *tls_find(const struct client *client, bool global, struct remote *remote);

#endif
