/*
 * loop.h - one thread, one wait.
 *
 * Everything that can happen is told here: finished transfers, readable
 * descriptors (keys, a child's pipe), signals, timers. Each turn waits once,
 * reads the clock once, and then calls back in this order: transfers (all
 * stamped with the turn's time before any is called), descriptors, signals,
 * timers, and last the after-turn callbacks (new work, then drawing). The loop
 * measures its own longest turn. It knows no project word.
 *
 * Callbacks may add and remove anything, themselves included. None may block.
 */
#ifndef SYS_LOOP_H
#define SYS_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"

struct loop;
struct loop_timer;
struct loop_watch;
struct loop_after;

typedef void loop_fn(void *arg);

int loop_new(struct loop **ret, struct err *err);
void loop_free(struct loop *loop);
DEFINE_AUTOFREE(loop, loop_free)

void loop_run(struct loop *loop);	/* until loop_stop() */
void loop_stop(struct loop *loop);

/* CLOCK_MONOTONIC as read at the start of this turn, ns. */
uint64_t loop_now(const struct loop *loop);

/* Called once at or after `when_ns`; the timer is gone afterwards. */
struct loop_timer *loop_timer_at(struct loop *loop, uint64_t when_ns, loop_fn *fn, void *arg);
void loop_timer_cancel(struct loop_timer *timer);	/* NULL is fine */

/* Called while `fd` is readable or hung up (read and look for 0). The descriptor stays the caller's. */
struct loop_watch *loop_watch_fd(struct loop *loop, int fd, loop_fn *fn, void *arg);
void loop_unwatch(struct loop_watch *watch);		/* NULL is fine; before the fd is closed */

/*
 * Calls back for each delivery of a signal, through a signalfd: the signal is
 * blocked in this process from now on (child.c unblocks it in children). One
 * callback a signal; NULL gives the signal its default action back, as does
 * loop_free(). SIGPIPE is ignored as soon as there is a loop.
 */
int loop_on_signal(struct loop *loop, int signo, loop_fn *fn, void *arg, struct err *err);

/* Called at the end of every turn, in the order they were added. */
struct loop_after *loop_after_turn(struct loop *loop, loop_fn *fn, void *arg);
void loop_after_cancel(struct loop_after *after);

/*
 * The longest time since the last reset from a wake-up to the next wait, ns:
 * how late an answer may have been seen at worst.
 */
uint64_t loop_lag_ns(const struct loop *loop);
void loop_lag_reset(struct loop *loop);

/*
 * For http.c only: a CURL easy handle that is under way, and the callback for
 * its end, with a CURLcode. It belongs to the caller again once that is called
 * or it was removed. Not to be used from within a curl callback.
 */
typedef void loop_transfer_fn(void *arg, int curl_code);
void loop_transfer_add(struct loop *loop, void *easy, loop_transfer_fn *fn, void *arg);
void loop_transfer_remove(struct loop *loop, void *easy);	/* only one whose end was not told */

#endif
