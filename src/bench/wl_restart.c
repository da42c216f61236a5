/*
 * wl_restart.c - a running instance is stopped by force and started again.
 */
#include "bench/workload.h"

static void
restart_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_instance_action(op_target(op)->server, op_name(op), "restart", true, &ask);
}

const struct workload workload_restart = {
	.name = "restart",
	.help = "stop a running instance by force, and start it again",
	.did = "restarts",
	.needs = INSTANCES_RUNNING,
	.leaves = INSTANCES_RUNNING,
	.start = restart_start,
};
