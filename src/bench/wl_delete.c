/*
 * wl_delete.c - a stopped instance is deleted.
 */
#include "bench/workload.h"

static void
delete_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_instance_delete(op_target(op)->server, op_name(op), &ask);
}

const struct workload workload_delete = {
	.name = "delete",
	.help = "delete a stopped instance; running ones are stopped first, in a step of its own",
	.did = "deletes",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_NONE,
	.start = delete_start,
};
