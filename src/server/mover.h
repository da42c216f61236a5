/*
 * mover.h - inside server/: the bytes of one request on their way, counted, and
 * told once a second from the first second on.
 *
 * It stands between the connection and whoever takes or gives the bytes.
 */
#ifndef SERVER_MOVER_H
#define SERVER_MOVER_H

#include "server/exchange.h"

struct mover {
	struct loop *loop;
	http_sink_fn *sink;	/* one of these two */
	http_source_fn *source;
	void *end;		/* their argument */
	uint64_t moved;		/* bytes */
	uint64_t since_ns;
	server_progress_fn *progress;
	void *arg;
	struct loop_timer *timer;
};

/* Steps into the request, which stays as it is when it moves nothing. progress may be NULL. */
void mover_begin(struct mover *mover, struct loop *loop, struct exchange_spec *request,
		 server_progress_fn *progress, void *arg);
/* Tells nothing more; any number of times, also of one that was not begun. */
void mover_stop(struct mover *mover);

#endif
