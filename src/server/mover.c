#include "server/mover.h"

#include "base/clock.h"
#include "base/units.h"

#define TELL_NS NS_PER_S

static int
take(void *arg, const void *bytes, size_t len)
{
	struct mover *mover = arg;

	mover->moved += len;
	return mover->sink(mover->end, bytes, len);
}

static long
give(void *arg, void *bytes, size_t room)
{
	struct mover *mover = arg;
	long given = mover->source(mover->end, bytes, room);

	mover->moved += given > 0 ? (uint64_t)given : 0;
	return given;
}

static void tell(void *arg);

static void
tell_later(struct mover *mover)
{
	uint64_t when = loop_now(mover->loop) + TELL_NS;

	mover->timer = loop_timer_at(mover->loop, when, tell, mover);
}

static void
tell(void *arg)
{
	struct mover *mover = arg;
	double seconds = (double)(loop_now(mover->loop) - mover->since_ns) / (double)NS_PER_S;
	char size[UNITS_LEN], rate[UNITS_LEN];
	autofree_mem char *text = xasprintf("%s (%s)", units_size(size, mover->moved),
					    units_rate(rate, (double)mover->moved / seconds));

	tell_later(mover);
	mover->progress(mover->arg, text);
}

void
mover_begin(struct mover *mover, struct loop *loop, struct exchange_spec *request,
	    server_progress_fn *progress, void *arg)
{
	if (!request->sink && !request->source)
		return;
	*mover = (struct mover){
		.loop = loop,
		.sink = request->sink,
		.source = request->source,
		.end = request->sink ? request->sink_arg : request->source_arg,
		.since_ns = clock_now_ns(),
		.progress = progress,
		.arg = arg,
	};
	request->sink = mover->sink ? take : NULL;
	request->source = mover->source ? give : NULL;
	request->sink_arg = request->source_arg = mover;
	if (progress)
		tell_later(mover);
}

void
mover_stop(struct mover *mover)
{
	loop_timer_cancel(steal(mover->timer));
}
