/*
 * wl_move.c - a stopped instance goes to another pool of its server, which is the
 * cell's variant. What would follow in the chain were figures of that pool, so
 * nothing does.
 */
#include "bench/workload.h"

static void
move_start(struct op *op)
{
	const struct op_target *on = op_target(op);
	struct server_ask ask = op_ask(op);

	server_instance_move(on->server, op_name(op), on->cell->variant, &ask);
}

const struct workload workload_move = {
	.name = "move",
	.help = "move a stopped instance to the next chosen pool; move:POOL to that one",
	.did = "moves",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_AWAY,
	.elsewhere = true,
	.extension = "instance_pool_move",
	.start = move_start,
};
