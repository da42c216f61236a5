/*
 * ticker.h - the host, once a second, as an event.
 */
#ifndef BENCH_TICKER_H
#define BENCH_TICKER_H

#include "base/err.h"
#include "record/event.h"
#include "sys/loop.h"

struct ticker;

typedef void ticker_fn(void *arg, struct event *event);	/* its time is the callee's to fill in */

/*
 * The first tick comes on the next turn, without percentages. Of the disks
 * those of the environment's pools are told, then the busiest.
 */
int ticker_start(struct loop *loop, const struct env *env, ticker_fn *tick, void *arg,
		 struct ticker **ret, struct err *err);
void ticker_free(struct ticker *ticker);
DEFINE_AUTOFREE(ticker, ticker_free)

#endif
