/*
 * wl_rebuild.c - a stopped instance's root is made anew from the image.
 *
 * It is not filled again: Incus 6.0.4 keeps its file server of an instance
 * over a rebuild, and that one goes on with the root that is no longer there
 * (on btrfs it even says that it took the files).
 */
#include "bench/workload.h"

static void
rebuild_start(struct op *op)
{
	const struct op_target *on = op_target(op);
	struct server_ask ask = op_ask(op);

	server_instance_rebuild(on->server, op_name(op), on->cell->fingerprint, &ask);
}

const struct workload workload_rebuild = {
	.name = "rebuild",
	.help = "make a stopped instance's root anew from the image",
	.did = "rebuilds",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_STOPPED,
	.snapshots = SNAPSHOTS_NONE,
	.empties = true,
	.extension = "instances_rebuild",
	.start = rebuild_start,
};
