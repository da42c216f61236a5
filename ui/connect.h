/*
 * connect.h - the servers of a call: those named by --server, or the first
 * local one, or a sandbox of the call's own.
 */
#ifndef UI_CONNECT_H
#define UI_CONNECT_H

#include "base/options.h"
#include "server/sandbox.h"
#include "server/server.h"
#include "sys/loop.h"

struct connection {
	struct loop *loop;
	struct server **servers;
	size_t n_servers;
	struct sandbox *sandbox;	/* our own one, taken down by connect_close; NULL */
};

/* The sandbox that the options ask for. */
struct sandbox_wish connect_wish(const struct options *options);

/*
 * Makes the loop and the servers, with the sandbox where it is asked for
 * (which takes seconds and tells its steps on standard error). Nothing is
 * asked of a server yet.
 */
int connect_open(const struct options *options, struct connection *ret, struct err *err);
/* Where there are none: looks for the servers of the options again. */
int connect_find(const struct options *options, struct connection *connection, struct err *err);
/*
 * A sandbox of the call's own in place of servers that were of no use; also
 * this takes seconds and tells its steps. On failure there are none.
 */
int connect_sandbox(const struct options *options, struct connection *connection, struct err *err);
/* Asks every server who it is, and waits. An error names the server. */
int connect_wait(struct connection *connection, struct err *err);
/* One server by its name, beside the others; connect_wait() asks it. */
int connect_add(struct connection *connection, const char *name, const char *project,
		struct err *err);
/* A sandbox that could not be taken down is told on standard error. */
void connect_close(struct connection *connection);

#endif
