/*
 * wl_copy.c - each stopped instance is copied once, on the same pool: the driver's
 * cheap clone, where it has one. The copies are cleared away at the chain's end.
 */
#include "bench/workload.h"

static void
copy_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_instance_copy(op_target(op)->server, op_name(op), op_new_name(op), &ask);
}

const struct workload workload_copy = {
	.name = "copy",
	.help = "copy a stopped instance on the same pool",
	.did = "copies",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_STOPPED,
	.copies = true,
	.spares = true,
	.start = copy_start,
};
