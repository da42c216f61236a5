/*
 * fill.h - puts the files of filling.h into a chain's new instances, so that
 * an empty root does not hide what a driver does. Nothing of it is timed.
 *
 * The server is asked for the size of each file that it took. An instance that
 * cannot be filled is lost to the chain. At the end a local machine writes out
 * what it still holds in memory, so that the next step does not pay for that.
 */
#ifndef BENCH_FILL_H
#define BENCH_FILL_H

#include "bench/members.h"

struct fill;

/* `whole`: none of them was lost. */
typedef void fill_done_fn(void *arg, bool whole);

/* Those of the members that are there; `done` is called once, from the loop. */
struct fill *fill_start(struct stage *stage, size_t server, struct members *members,
			fill_done_fn *done, void *arg);
/* What is under way goes on at the server. */
void fill_free(struct fill *fill);
DEFINE_AUTOFREE(fill, fill_free)

#endif
