#include "bench/ticker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "sys/host.h"

struct ticker {
	struct loop *loop;
	const struct env *env;
	ticker_fn *tick;
	void *arg;
	struct host *host;
	struct loop_timer *timer;
	uint64_t due_ns;
	struct host_sample sample;
};

/* ---- which disks ---- */

static bool
is_below_pool(const struct env *env, const char *disk)
{
	for (size_t s = 0; s < env->n_servers; s++)
		for (size_t p = 0; p < env->servers[s].n_pools; p++) {
			const char *device = env->servers[s].pools[p].device;

			if (device && strcmp(device, disk) == 0)
				return true;
		}
	return false;
}

static bool
is_told(const struct event_tick *tick, const char *disk)
{
	for (unsigned i = 0; i < tick->n_disks; i++)
		if (strcmp(tick->disks[i].name, disk) == 0)
			return true;
	return false;
}

static void
tell_disk(struct event_tick *tick, const struct host_disk *disk)
{
	struct tick_disk *told = &tick->disks[tick->n_disks++];

	snprintf(told->name, sizeof(told->name), "%s", disk->name);
	told->read = disk->read;
	told->written = disk->written;
	told->busy = disk->busy;
}

/* NULL: none that was not told already and does anything. */
static const struct host_disk *
busiest(const struct host_sample *sample, const struct event_tick *tick)
{
	const struct host_disk *most = NULL;
	double most_bytes = 0;

	for (unsigned i = 0; i < sample->n_disks; i++) {
		const struct host_disk *disk = &sample->disks[i];
		double bytes = disk->read + disk->written;

		if (bytes > most_bytes && !is_told(tick, disk->name)) {
			most = disk;
			most_bytes = bytes;
		}
	}
	return most;
}

static void
tell_disks(const struct ticker *ticker, struct event_tick *tick)
{
	const struct host_sample *sample = &ticker->sample;
	const struct host_disk *next;

	for (unsigned i = 0; i < sample->n_disks && tick->n_disks < TICK_DISKS; i++)
		if (is_below_pool(ticker->env, sample->disks[i].name))
			tell_disk(tick, &sample->disks[i]);
	while (tick->n_disks < TICK_DISKS && (next = busiest(sample, tick)))
		tell_disk(tick, next);
}

/* ---- a tick ---- */

static void
tell_tick(struct ticker *ticker)
{
	const struct host_sample *sample = &ticker->sample;
	struct event event = {
		.type = EV_TICK,
		.tick = {
			.user = sample->user,
			.system = sample->system,
			.iowait = sample->iowait,
			.steal = sample->steal,
			.n_cores = sample->n_cores < TICK_CORES ? sample->n_cores : TICK_CORES,
			.load = sample->load,
			.psi_cpu = sample->psi_cpu,
			.psi_io = sample->psi_io,
			.memory_free = sample->memory_available,
			.self_cpu = sample->self_cpu,
			.self_memory = sample->self_memory,
		},
	};

	memcpy(event.tick.core, sample->core, event.tick.n_cores * sizeof(*sample->core));
	tell_disks(ticker, &event.tick);
	ticker->tick(ticker->arg, &event);
}

/* Seconds that were missed are not made up for: a rate is over the time that it is over. */
static void
due(void *arg)
{
	struct ticker *ticker = arg;
	uint64_t now = loop_now(ticker->loop);

	while (ticker->due_ns <= now)
		ticker->due_ns += NS_PER_S;
	ticker->timer = loop_timer_at(ticker->loop, ticker->due_ns, due, ticker);
	host_sample(ticker->host, &ticker->sample);
	tell_tick(ticker);
}

int
ticker_start(struct loop *loop, const struct env *env, ticker_fn *tick, void *arg,
	     struct ticker **ret, struct err *err)
{
	autofree(ticker) ticker = xcalloc(1, sizeof(*ticker));

	if (host_new(&ticker->host, err) < 0)
		return -1;
	ticker->loop = loop;
	ticker->env = env;
	ticker->tick = tick;
	ticker->arg = arg;
	ticker->due_ns = loop_now(loop);
	ticker->timer = loop_timer_at(loop, ticker->due_ns, due, ticker);
	*ret = steal(ticker);
	return 0;
}

void
ticker_free(struct ticker *ticker)
{
	if (!ticker)
		return;
	loop_timer_cancel(ticker->timer);
	host_free(ticker->host);
	free(ticker);
}
