/*
 * wl_snapshot_delete.c - the snapshots of one instance are deleted, oldest first, as
 * their expiry does.
 */
#include "bench/workload.h"

static void
snapshot_delete_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_snapshot_delete(op_target(op)->server, op_name(op), op_snapshot(op), &ask);
}

const struct workload workload_snapshot_delete = {
	.name = "snapshot-delete",
	.help = "delete the snapshots of one instance, oldest first",
	.did = "snapshot deletions",
	.needs = INSTANCES_ANY,
	.leaves = INSTANCES_ANY,
	.snapshots = SNAPSHOTS_REMOVED,
	.one = true,
	.spares = true,
	.start = snapshot_delete_start,
};
