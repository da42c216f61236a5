/*
 * call.h - inside server/: a request to its very end, that of its operation.
 *
 * One way for every POST, PUT and DELETE. The answer says by its type whether
 * all is done or an operation was begun; that one is waited for without a limit
 * of the server's, ended by our own. When its end cannot be seen (the connection
 * is lost, the server was restarted, our time is over) the operation is asked
 * for, then the instance. What an operation does not tell itself is OP_UNKNOWN: no
 * failure, and no success by guess. Where the instance's state, seen twice, proves
 * that it was done, that is told too, but when it was done remains unknown.
 */
#ifndef SERVER_CALL_H
#define SERVER_CALL_H

#include "server/exchange.h"

/* What must be seen of the instance to know that it was done. */
enum proof {
	PROOF_NONE,	/* nothing proves it */
	PROOF_RUNNING,
	PROOF_STOPPED,
	PROOF_FROZEN,
	PROOF_GONE,
};

struct call_spec {
	struct exchange_spec request;	/* without done and arg; a body is copied */
	const char *instance;		/* NULL only with PROOF_NONE */
	enum proof proof;
};

void call_start(struct server *server, const struct call_spec *spec, const struct server_ask *ask);

#endif
