/*
 * wl_stop.c - a running instance is stopped by force, as one pulls a plug:
 * what the guest does when it is asked politely is no matter of the pool's.
 */
#include "bench/workload.h"

static void
stop_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_instance_action(op_target(op)->server, op_name(op), "stop", true, &ask);
}

const struct workload workload_stop = {
	.name = "stop",
	.help = "stop a running instance, by force",
	.did = "stops",
	.needs = INSTANCES_RUNNING,
	.leaves = INSTANCES_STOPPED,
	.start = stop_start,
};
