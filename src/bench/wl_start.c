/*
 * wl_start.c - a stopped instance is started; in the variant "freeze" it is frozen
 * at once, so that what the guest does then disturbs no other.
 */
#include "bench/workload.h"

const struct variant_word start_variants[] = {
	{ .word = "freeze", .help = "and freeze it at once, as incus-benchmark's --freeze" },
	{ 0 },
};

void
op_freeze_instance(struct op *op)
{
	struct server_ask ask = op_ask_part(op, "freeze", NULL);

	server_instance_action(op_target(op)->server, op_name(op), "freeze", false, &ask);
}

void
op_start_instance(struct op *op)
{
	void (*next)(struct op *) = op_has(op, "freeze") ? op_freeze_instance : NULL;
	struct server_ask ask = op_ask_part(op, "start", next);

	server_instance_action(op_target(op)->server, op_name(op), "start", false, &ask);
}

static void
start_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	if (op_has(op, "freeze"))
		op_start_instance(op);
	else
		server_instance_action(op_target(op)->server, op_name(op), "start", false, &ask);
}

const struct workload workload_start = {
	.name = "start",
	.help = "start a stopped instance",
	.did = "starts",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_RUNNING,
	.variants = start_variants,
	.start = start_start,
};
