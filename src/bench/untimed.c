#include "bench/untimed.h"

static void
begin_next(struct untimed *untimed)
{
	struct op *op = &untimed->ops[untimed->next++];

	if (!op->there)
		return;
	op->untimed = untimed;
	untimed->in_flight++;
	untimed->work(op);
}

static bool
has_more(const struct untimed *untimed)
{
	return untimed->work && untimed->next < untimed->n && !(untimed->stop && *untimed->stop);
}

/* What ends at once comes back here while the loop is still going round. */
static void
fill(struct untimed *untimed)
{
	if (untimed->busy)
		return;
	untimed->busy = true;
	while (has_more(untimed) && untimed->in_flight < untimed->parallel)
		begin_next(untimed);
	untimed->busy = false;
	if (untimed->in_flight == 0)
		untimed->done(untimed->arg);
}

void
untimed_begin(struct untimed *untimed)
{
	fill(untimed);
}

void
untimed_abandon(struct untimed *untimed)
{
	for (uint32_t i = 0; i < untimed->n; i++)
		if (untimed->ops[i].untimed == untimed)
			op_abandon(&untimed->ops[i]);
	untimed->in_flight = 0;
}

void
untimed_ended(struct untimed *untimed, struct op *op, const char *trouble)
{
	untimed->in_flight--;
	if (trouble)
		untimed->note(untimed->arg, op, trouble);
	fill(untimed);
}
