/*
 * wl_launch.c - an instance is created from the image and started: one
 * request where the server can do both, else two, each with a span of its own.
 * In the variant "freeze" it is frozen then.
 */
#include "bench/workload.h"

/* The one request's share of the start cannot be told from outside: it has no spans of its own. */
static struct server_ask
ask_for_all(struct op *op)
{
	return op_has(op, "freeze") ? op_ask_part(op, "launch", op_freeze_instance) : op_ask(op);
}

static void
launch_start(struct op *op)
{
	struct server *server = op_target(op)->server;
	struct instance_spec spec = op_instance(op);
	struct server_ask ask;

	spec.start = server_can_create_started(server);
	ask = spec.start ? ask_for_all(op) : op_ask_part(op, "create", op_start_instance);
	server_instance_create(server, &spec, &ask);
}

const struct workload workload_launch = {
	.name = "launch",
	.help = "create an instance from the image and start it",
	.did = "launches",
	.needs = INSTANCES_NONE,
	.leaves = INSTANCES_RUNNING,
	.fresh = true,
	.variants = start_variants,
	.start = launch_start,
};
