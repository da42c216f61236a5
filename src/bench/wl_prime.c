/*
 * wl_prime.c - the first instance of an image on a pool, created and not
 * started: what is paid once for the image's volume.
 *
 * The pool is asked for that volume before and after. Where it was there
 * before, there is nothing to measure. Where it is not even there afterwards
 * (dir, thick lvm) nothing was paid once: every instance unpacks the image,
 * and its time is in each launch.
 */
#include "bench/workload.h"

#include "sys/http.h"

static void
ask_for_volume(struct op *op, void (*then)(struct op *op, const struct server_result *result))
{
	const struct op_target *on = op_target(op);
	autofree_mem char *pool = http_escape(on->target->pool);
	autofree_mem char *image = http_escape(on->cell->fingerprint);
	autofree_mem char *path = xasprintf("/storage-pools/%s/volumes/image/%s", pool, image);
	struct server_request request = { .method = "GET", .path = path };
	struct server_ask ask = op_ask_aside(op, then);

	server_request(on->server, &request, &ask);
}

static void
was_it_kept(struct op *op, const struct server_result *result)
{
	if (result->status == 404)
		op_skip(op,
			"this pool keeps no image volume: each instance unpacks the image anew");
	else
		op_end(op, &(struct server_result){ .state = OP_OK });
}

static void
look_again(struct op *op)
{
	ask_for_volume(op, was_it_kept);
}

static void
is_it_there(struct op *op, const struct server_result *result)
{
	struct instance_spec spec = op_instance(op);
	struct server_ask ask;

	if (result->state == OP_OK) {
		op_skip(op, "the image's volume was already there");
		return;
	}
	ask = op_ask_part(op, NULL, look_again);
	server_instance_create(op_target(op)->server, &spec, &ask);
}

static void
prime_start(struct op *op)
{
	ask_for_volume(op, is_it_there);
}

const struct workload workload_prime = {
	.name = "prime",
	.help = "make the image ready on the pool, by its first instance",
	.did = "primes",
	.needs = INSTANCES_NONE,
	.leaves = INSTANCES_STOPPED,
	.hidden = true,
	.start = prime_start,
};
