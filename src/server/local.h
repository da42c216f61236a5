/*
 * local.h - inside server/: what this machine adds to what a server says.
 *
 * A server whose daemon runs here has its pools on devices that can be looked
 * at, and its backups in a folder whose space can be. Reached through a unix
 * socket it need not be here: the socket may be forwarded.
 */
#ifndef SERVER_LOCAL_H
#define SERVER_LOCAL_H

#include "record/env.h"
#include "server/remotes.h"

/*
 * Finds out whether it is here, from what the server has said. Where it is, the
 * pools get their device and encryption, and the server the folder of its
 * backups, as far as they can be found; where not, it loses its process.
 */
void local_add(struct env_server *env, const struct remote *remote);

#endif
