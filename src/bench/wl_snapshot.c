/*
 * wl_snapshot.c - one instance gets as many snapshots as there are ops, one after
 * the other. Its server would queue them anyway, and their times would then be
 * those of the queue.
 */
#include "bench/workload.h"

static void
snapshot_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_snapshot_create(op_target(op)->server, op_name(op), op_snapshot(op), &ask);
}

const struct workload workload_snapshot = {
	.name = "snapshot",
	.help = "make snapshots of one instance, one after the other",
	.did = "snapshots",
	.needs = INSTANCES_ANY,
	.leaves = INSTANCES_ANY,
	.snapshots = SNAPSHOTS_MADE,
	.one = true,
	.spares = true,
	.start = snapshot_start,
};
