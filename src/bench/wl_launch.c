/*
 * wl_launch.c - an instance is created from the image and started: one
 * request where the server can do both, else two, each with a span of its own.
 */
#include "bench/workload.h"

static void
start_it(struct op *op)
{
	struct server_ask ask = op_ask_part(op, "start", NULL);

	server_instance_action(op_target(op)->server, op_name(op), "start", false, &ask);
}

static void
launch_start(struct op *op)
{
	struct server *server = op_target(op)->server;
	struct instance_spec spec = op_instance(op);
	struct server_ask ask;

	spec.start = server_can_create_started(server);
	ask = spec.start ? op_ask(op) : op_ask_part(op, "create", start_it);
	server_instance_create(server, &spec, &ask);
}

const struct workload workload_launch = {
	.name = "launch",
	.help = "create an instance from the image and start it",
	.did = "launches",
	.needs = INSTANCES_NONE,
	.leaves = INSTANCES_RUNNING,
	.start = launch_start,
};
