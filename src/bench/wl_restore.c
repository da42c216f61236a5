/*
 * wl_restore.c - an instance is taken back to its newest snapshot; in the variant
 * "older" to its oldest, which some drivers refuse while there are newer ones.
 */
#include "bench/workload.h"

static const struct variant_word restore_variants[] = {
	{ .word = "older", .help = "to the oldest snapshot; zfs refuses this" },
	{ 0 },
};

static void
restore_start(struct op *op)
{
	struct server_ask ask = op_ask(op);

	server_snapshot_restore(op_target(op)->server, op_name(op), op_snapshot(op), &ask);
}

const struct workload workload_restore = {
	.name = "restore",
	.help = "restore one stopped instance from its newest snapshot",
	.did = "restores",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_STOPPED,
	.snapshots = SNAPSHOTS_USED,
	.one = true,
	.variants = restore_variants,
	.start = restore_start,
};
