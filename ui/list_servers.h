/*
 * list_servers.h - `poolscope list servers`: each server that can be named, and whether it can be used.
 */
#ifndef UI_LIST_SERVERS_H
#define UI_LIST_SERVERS_H

#include "base/err.h"
#include "base/listing.h"
#include "base/options.h"

/*
 * Those of --server, else all, the sandboxes that run here as well. They are asked side by side, and one that has
 * not told all within a quarter of a minute is listed as one that does not answer. -1 with the lines as well: one
 * that was named cannot be used, or none can, and what to do about it.
 */
int list_servers(const struct options *options, struct listing *listing, struct err *err);
/* A server's name as a cell; NULL is "". A program gets what --server takes. */
void list_server_name(struct listing *listing, const char *name);

#endif
