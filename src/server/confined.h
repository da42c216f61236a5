/*
 * confined.h - inside server/: the pools of one who may not list them.
 *
 * A client that is confined to a project (a restricted certificate, or the
 * socket that is for everybody) is refused the list of pools by Incus 6.0,
 * yet may use them, and look at each by its name. So the names come from the
 * root disks of the project's profiles.
 */
#ifndef SERVER_CONFINED_H
#define SERVER_CONFINED_H

#include "server/exchange.h"

struct confined;

/*
 * An array as that of GET /1.0/storage-pools?recursion=1, valid in the
 * callback; it may be empty. What was started is gone by then.
 */
typedef void confined_fn(void *arg, struct json_object *pools);

struct confined *confined_start(struct server *server, confined_fn *done, void *arg);
void confined_cancel(struct confined *confined);	/* NULL is fine */

#endif
