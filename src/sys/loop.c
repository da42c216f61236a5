#include "sys/loop.h"

#include <curl/curl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "base/clock.h"
#include "sys/signals.h"

/* Idle connections that are kept: one for each request of the widest run. */
#define CONNECTIONS_KEPT 1024L

TAILQ_HEAD(timers, loop_timer);
TAILQ_HEAD(watches, loop_watch);
TAILQ_HEAD(afters, loop_after);
TAILQ_HEAD(transfers, transfer);

struct loop_timer {
	TAILQ_ENTRY(loop_timer) next;
	struct loop *loop;
	uint64_t when_ns;
	loop_fn *fn;
	void *arg;
};

struct loop_watch {
	TAILQ_ENTRY(loop_watch) next;
	int fd;
	loop_fn *fn; /* NULL: removed, stays in the list until the turn is over */
	void *arg;
};

struct loop_after {
	TAILQ_ENTRY(loop_after) next;
	loop_fn *fn; /* NULL: removed */
	void *arg;
};

struct transfer {
	TAILQ_ENTRY(transfer) next;
	CURL *easy;
	loop_transfer_fn *fn;
	void *arg;
	int curl_code; /* once it has ended */
	bool ended;
};

struct loop {
	CURLM *multi;
	bool stopped;
	bool sending; /* a transfer was added since curl last worked */
	uint64_t now_ns;
	uint64_t lag_ns;

	struct timers timers;	   /* the next one first */
	struct loop_timer *firing; /* the one whose callback is running */
	struct watches watches;
	struct afters afters;
	struct transfers open, ended;

	struct curl_waitfd *fds; /* what the wait listens to */
	size_t n_fds, n_watched, fds_room;

	struct signals signals;
};

/* These fail only by misuse or for want of memory, and neither leaves anything to go on with. */
static void
must(CURLMcode code)
{
	if (code != CURLM_OK)
		abort();
}

int
loop_new(struct loop **ret, struct err *err)
{
	struct loop *loop;

	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return err_set(err, "libcurl does not start");
	/* TLS writes to a connection that the server has closed must fail, not end us. */
	signal(SIGPIPE, SIG_IGN);

	loop = xcalloc(1, sizeof(*loop));
	loop->now_ns = clock_now_ns();
	signals_init(&loop->signals);
	TAILQ_INIT(&loop->timers);
	TAILQ_INIT(&loop->watches);
	TAILQ_INIT(&loop->afters);
	TAILQ_INIT(&loop->open);
	TAILQ_INIT(&loop->ended);

	loop->multi = curl_multi_init();
	if (!loop->multi) {
		loop_free(loop);
		return err_set(err, "libcurl does not start");
	}
	curl_multi_setopt(loop->multi, CURLMOPT_MAXCONNECTS, CONNECTIONS_KEPT);
	*ret = loop;
	return 0;
}

#define FREE_ALL(list)                                                                             \
	for (__typeof__(TAILQ_FIRST(list)) item_; (item_ = TAILQ_FIRST(list));) {                  \
		TAILQ_REMOVE(list, item_, next);                                                   \
		free(item_);                                                                       \
	}

/* Callbacks only mark what they remove, so that a list may be walked while they run. */
#define DROP_REMOVED(list)                                                                         \
	for (__typeof__(TAILQ_FIRST(list)) item_ = TAILQ_FIRST(list), next_; item_;                \
	     item_ = next_) {                                                                      \
		next_ = TAILQ_NEXT(item_, next);                                                   \
		if (item_->fn)                                                                     \
			continue;                                                                  \
		TAILQ_REMOVE(list, item_, next);                                                   \
		free(item_);                                                                       \
	}

void
loop_free(struct loop *loop)
{
	if (!loop)
		return;

	signals_end(&loop->signals);
	FREE_ALL(&loop->timers);
	FREE_ALL(&loop->watches);
	FREE_ALL(&loop->afters);
	FREE_ALL(&loop->open);
	FREE_ALL(&loop->ended);
	free(loop->fds);
	curl_multi_cleanup(loop->multi);
	curl_global_cleanup();
	free(loop);
}

uint64_t
loop_now(const struct loop *loop)
{
	return loop->now_ns;
}

void
loop_stop(struct loop *loop)
{
	loop->stopped = true;
}

/* ---- timers ---- */

struct loop_timer *
loop_timer_at(struct loop *loop, uint64_t when_ns, loop_fn *fn, void *arg)
{
	struct loop_timer *timer = xcalloc(1, sizeof(*timer));
	struct loop_timer *before = TAILQ_LAST(&loop->timers, timers);

	/* The past means the next turn: a callback that asks again must not keep this one going. */
	if (when_ns <= loop->now_ns)
		when_ns = loop->now_ns + 1;
	*timer = (struct loop_timer){ .loop = loop, .when_ns = when_ns, .fn = fn, .arg = arg };

	while (before && before->when_ns > when_ns)
		before = TAILQ_PREV(before, timers, next);
	if (before)
		TAILQ_INSERT_AFTER(&loop->timers, before, timer, next);
	else
		TAILQ_INSERT_HEAD(&loop->timers, timer, next);
	return timer;
}

void
loop_timer_cancel(struct loop_timer *timer)
{
	if (!timer || timer == timer->loop->firing)
		return;
	TAILQ_REMOVE(&timer->loop->timers, timer, next);
	free(timer);
}

static void
fire_timers(struct loop *loop)
{
	struct loop_timer *timer;

	while ((timer = TAILQ_FIRST(&loop->timers)) && timer->when_ns <= loop->now_ns) {
		TAILQ_REMOVE(&loop->timers, timer, next);
		loop->firing = timer;
		timer->fn(timer->arg);
		loop->firing = NULL;
		free(timer);
	}
}

/* ---- descriptors ---- */

struct loop_watch *
loop_watch_fd(struct loop *loop, int fd, loop_fn *fn, void *arg)
{
	struct loop_watch *watch = xcalloc(1, sizeof(*watch));

	*watch = (struct loop_watch){ .fd = fd, .fn = fn, .arg = arg };
	TAILQ_INSERT_TAIL(&loop->watches, watch, next);
	return watch;
}

void
loop_unwatch(struct loop_watch *watch)
{
	if (watch)
		watch->fn = NULL;
}

static void
listen_to(struct loop *loop, int fd)
{
	loop->fds = mem_grow(loop->fds, loop->n_fds, &loop->fds_room, sizeof(*loop->fds));
	loop->fds[loop->n_fds++] = (struct curl_waitfd){ .fd = fd, .events = CURL_WAIT_POLLIN };
}

/* The watches in their order, and behind them the signals. */
static void
list_descriptors(struct loop *loop)
{
	struct loop_watch *watch;

	loop->n_fds = 0;
	TAILQ_FOREACH(watch, &loop->watches, next)
	listen_to(loop, watch->fd);
	loop->n_watched = loop->n_fds;
	if (loop->signals.fd >= 0)
		listen_to(loop, loop->signals.fd);
}

/* Those that were added in this turn were not listened to, and stand behind those that were. */
static void
tell_watches(struct loop *loop)
{
	struct loop_watch *watch = TAILQ_FIRST(&loop->watches);

	for (size_t i = 0; i < loop->n_watched; i++, watch = TAILQ_NEXT(watch, next))
		if (loop->fds[i].revents && watch->fn)
			watch->fn(watch->arg);
}

/* ---- signals ---- */

int
loop_on_signal(struct loop *loop, int signo, loop_fn *fn, void *arg, struct err *err)
{
	return signals_on(&loop->signals, signo, fn, arg, err);
}

/* ---- transfers ---- */

static struct transfer *
transfer_of(CURL *easy)
{
	char *transfer;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
	return (struct transfer *)(void *)transfer;
}

void
loop_transfer_add(struct loop *loop, void *easy, loop_transfer_fn *fn, void *arg)
{
	struct transfer *transfer = xcalloc(1, sizeof(*transfer));

	*transfer = (struct transfer){ .easy = easy, .fn = fn, .arg = arg };
	TAILQ_INSERT_TAIL(&loop->open, transfer, next);
	curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
	must(curl_multi_add_handle(loop->multi, easy));
	loop->sending = true;
}

void
loop_transfer_remove(struct loop *loop, void *easy)
{
	struct transfer *transfer = transfer_of(easy);

	if (!transfer->ended)
		must(curl_multi_remove_handle(loop->multi, easy));
	TAILQ_REMOVE(transfer->ended ? &loop->ended : &loop->open, transfer, next);
	free(transfer);
}

/* All that have ended are taken down before any is told. */
static void
collect_ended(struct loop *loop)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(loop->multi, &left))) {
		struct transfer *transfer = transfer_of(message->easy_handle);

		transfer->curl_code = (int)message->data.result;
		transfer->ended = true;
		must(curl_multi_remove_handle(loop->multi, transfer->easy));
		TAILQ_REMOVE(&loop->open, transfer, next);
		TAILQ_INSERT_TAIL(&loop->ended, transfer, next);
	}
}

static void
work(struct loop *loop)
{
	int running;

	loop->sending = false;
	must(curl_multi_perform(loop->multi, &running));
	collect_ended(loop);
}

static void
tell_transfers(struct loop *loop)
{
	struct transfer *transfer;

	while ((transfer = TAILQ_FIRST(&loop->ended))) {
		TAILQ_REMOVE(&loop->ended, transfer, next);
		transfer->fn(transfer->arg, transfer->curl_code);
		free(transfer);
	}
}

/* ---- after the turn ---- */

struct loop_after *
loop_after_turn(struct loop *loop, loop_fn *fn, void *arg)
{
	struct loop_after *after = xcalloc(1, sizeof(*after));

	*after = (struct loop_after){ .fn = fn, .arg = arg };
	TAILQ_INSERT_TAIL(&loop->afters, after, next);
	return after;
}

void
loop_after_cancel(struct loop_after *after)
{
	if (after)
		after->fn = NULL;
}

static void
tell_afters(struct loop *loop)
{
	struct loop_after *after;

	TAILQ_FOREACH(after, &loop->afters, next)
	{
		if (after->fn)
			after->fn(after->arg);
		/* New requests leave before the next callback, which may be the drawing. */
		if (loop->sending)
			work(loop);
	}
}

/* ---- the turn ---- */

static int
wait_ms(const struct loop *loop, uint64_t now_ns)
{
	const struct loop_timer *timer = TAILQ_FIRST(&loop->timers);
	uint64_t ms;

	if (!TAILQ_EMPTY(&loop->ended))
		return 0;
	if (!timer)
		return INT_MAX;
	if (timer->when_ns <= now_ns)
		return 0;
	/* Rounded up: waking too early would spin until the time has come. */
	ms = (timer->when_ns - now_ns + NS_PER_MS - 1) / NS_PER_MS;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}

static void
wait_for_something(struct loop *loop)
{
	uint64_t now_ns = clock_now_ns();

	if (now_ns - loop->now_ns > loop->lag_ns)
		loop->lag_ns = now_ns - loop->now_ns;
	must(curl_multi_poll(loop->multi, loop->fds, (unsigned)loop->n_fds, wait_ms(loop, now_ns),
			     NULL));
	loop->now_ns = clock_now_ns();
}

static void
turn(struct loop *loop)
{
	DROP_REMOVED(&loop->watches);
	DROP_REMOVED(&loop->afters);
	list_descriptors(loop);
	if (loop->sending)
		work(loop);
	wait_for_something(loop);

	work(loop);
	tell_transfers(loop);
	tell_watches(loop);
	if (loop->n_fds > loop->n_watched && loop->fds[loop->n_watched].revents)
		signals_tell(&loop->signals);
	fire_timers(loop);
	tell_afters(loop);
}

void
loop_run(struct loop *loop)
{
	loop->now_ns = clock_now_ns();
	while (!loop->stopped)
		turn(loop);
	loop->stopped = false;
}

uint64_t
loop_lag_ns(const struct loop *loop)
{
	return loop->lag_ns;
}

void
loop_lag_reset(struct loop *loop)
{
	loop->lag_ns = 0;
}
