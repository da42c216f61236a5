#include "bench/op.h"

#include <assert.h>
#include <stdio.h>

#include "base/clock.h"
#include "bench/untimed.h"

void
op_begin(struct op *op)
{
	op->open = true;
	op->workload->start(op);
}

void
op_abandon(struct op *op)
{
	if (op->open || op->untimed)
		server_forget(op->target->server, op);
	op->open = false;
	op->untimed = NULL;
}

void
op_wipe(struct op *op)
{
	op_abandon(op);
	if (op->drop)
		op->drop(op->kept);
	op->drop = NULL;
}

const struct op_target *
op_target(const struct op *op)
{
	return op->target;
}

const char *
op_name(const struct op *op)
{
	return op->name;
}

const char *
op_snapshot(const struct op *op)
{
	return op->snapshot;
}

const char *
op_new_name(const struct op *op)
{
	return op->new_name;
}

bool
op_has(const struct op *op, const char *word)
{
	return workload_variant_has(op->target->cell->variant, word);
}

bool
op_is_first(const struct op *op)
{
	return op->first;
}

void
op_keep(struct op *op, void *kept, void (*drop)(void *kept))
{
	if (op->drop)
		op->drop(op->kept);
	op->kept = kept;
	op->drop = drop;
}

void *
op_kept(const struct op *op)
{
	return op->kept;
}

struct instance_spec
op_instance(const struct op *op)
{
	const struct op_target *on = op->target;

	return (struct instance_spec){
		.name = op->name,
		.pool = on->target->pool,
		.member = on->target->member,
		.fingerprint = on->cell->fingerprint,
		.vm = on->cell->place == PLACE_VM,
		.vm_size = on->plan->vm_size,
		.privileged = on->plan->privileged && on->cell->place == PLACE_CONTAINER,
		.network = on->plan->network,
		.run = on->run,
		.owner = on->owner,
	};
}

static void
add_part(struct op *op, uint64_t ns)
{
	struct op_part *part;

	assert(op->n_parts < EVENT_PARTS);
	part = &op->parts[op->n_parts++];
	snprintf(part->name, sizeof(part->name), "%s", op->part);
	part->ns = ns;
}

static void
answered(void *arg, const struct server_result *result)
{
	struct op *op = arg;

	if (!op->measured)
		op->start_ns = result->sent_ns;
	op->end_ns = result->done_ns;
	op->measured = true;
	if (op->part && result->state == OP_OK)
		add_part(op, result->done_ns - result->sent_ns);

	if (op->next && result->state == OP_OK)
		op->next(op);
	else
		op_end(op, result);
}

static void
answered_aside(void *arg, const struct server_result *result)
{
	struct op *op = arg;

	op->then(op, result);
}

static void
progressed(void *arg, const char *text)
{
	struct op *op = arg;

	op->progress(op, text);
}

struct server_ask
op_ask_part(struct op *op, const char *part, void (*next)(struct op *op))
{
	op->part = part;
	op->next = next;
	return (struct server_ask){
		.doing = op->workload->name,
		.done = answered,
		.progress = progressed,
		.arg = op,
	};
}

struct server_ask
op_ask(struct op *op)
{
	return op_ask_part(op, NULL, NULL);
}

struct server_ask
op_ask_aside(struct op *op, void (*then)(struct op *op, const struct server_result *result))
{
	op->then = then;
	return (struct server_ask){
		.doing = op->workload->name,
		.done = answered_aside,
		.arg = op,
	};
}

void
op_end(struct op *op, const struct server_result *result)
{
	assert(op->open);
	op->open = false;
	if (!op->measured)
		op->start_ns = op->end_ns = clock_now_ns();
	op->ended(op, result);
}

void
op_skip(struct op *op, const char *why)
{
	op_end(op, &(struct server_result){ .state = OP_SKIPPED, .error = why });
}

void
op_moved(struct op *op, uint64_t bytes)
{
	op->bytes = bytes;
}

void
op_remark(struct op *op, const char *remark)
{
	op->remark = remark;
}

void
op_untimed_end(struct op *op, const char *trouble)
{
	untimed_ended(steal(op->untimed), op, trouble);
}
