/*
 * wl_create.c - an instance is created from the image, and not started.
 */
#include "bench/workload.h"

static void
create_start(struct op *op)
{
	struct instance_spec spec = op_instance(op);
	struct server_ask ask = op_ask(op);

	server_instance_create(op_target(op)->server, &spec, &ask);
}

const struct workload workload_create = {
	.name = "create",
	.help = "create an instance from the image, without starting it",
	.did = "creates",
	.needs = INSTANCES_NONE,
	.leaves = INSTANCES_STOPPED,
	.fresh = true,
	.start = create_start,
};
