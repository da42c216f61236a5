/*
 * plan.h - what is run: targets, cells, chains, counts, and the order of it all.
 *
 * A cell is what is compared. A chain is a sequence of workloads on the same
 * instances; in each round every (target, image) runs each of its chains once.
 * A plan is pure data, made by bench/planner.c and recorded in the header.
 */
#ifndef RECORD_PLAN_H
#define RECORD_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/jsonio.h"
#include "base/mem.h"

enum place {
	PLACE_HOST,		/* a directory, no instance */
	PLACE_CONTAINER,
	PLACE_VM,
};

/* Where it runs: (server, cluster member, pool), or a directory. */
struct target {
	char *server;		/* name, as in env; NULL: a directory of this host */
	char *member;		/* cluster member; NULL: not clustered */
	char *pool;		/* pool, or the directory's path */
	char *driver;		/* pool driver, or the file system's type; NULL: unknown */
};

struct cell {
	size_t target;		/* index in plan->targets */
	char *image;		/* what a person calls it; NULL: none (a directory, an empty VM) */
	char *fingerprint;	/* pinned for the whole run; NULL like image */
	char *workload;		/* name: "launch" */
	char *variant;		/* "optimized+gzip"; NULL: the workload as it is */
	enum place place;
};

/* A chain as it is run on one target with one image: its cells, in order. */
struct chain {
	size_t *cells;		/* indexes in plan->cells */
	size_t n_cells;
	size_t prime;		/* the cell of its prime; NO_CELL: nothing is made ready */
};

#define NO_CELL SIZE_MAX

/* How the chains of a round take turns. */
enum plan_order {
	ORDER_SHUFFLED,		/* each round in an order of its own, from the seed */
	ORDER_GIVEN,
	ORDER_RACE,		/* all pools at once: for showing, marked as contending */
};

/* The most there may be of each: what a plan may ask for, and what a file may make us reserve. */
#define PLAN_TARGETS_MAX 1000
#define PLAN_CELLS_MAX 10000
#define PLAN_CHAINS_MAX 10000
#define PLAN_CHAIN_CELLS_MAX 100
#define PLAN_COUNT_MAX 10000
#define PLAN_PARALLEL_MAX 1000
#define PLAN_ROUNDS_MAX 1000
#define PLAN_WARMUP_MAX 100
#define PLAN_MIB_MAX (1 << 20)	/* MiB */

#define PLAN_PREFIX "psc-"

struct plan {
	struct target *targets;
	size_t n_targets;
	struct cell *cells;
	size_t n_cells;
	struct chain *chains;
	size_t n_chains;
	unsigned count;		/* instances a step; 0: not told (another tool's, a document's) */
	unsigned parallel;	/* ops in flight, at most; 0 likewise */
	unsigned rounds;	/* that count */
	unsigned warmup;	/* rounds before them that do not */
	unsigned most_rounds;	/* rounds are added up to so many, until it is good (enough.h); 0: they are not */
	bool batch;		/* a barrier after each `parallel` ops, as incus-benchmark has */
	bool privileged;
	unsigned fill;		/* MiB of files put into each new instance, untimed; 0: none */
	unsigned vm_size;	/* MiB of each virtual machine's root disk; 0: what the server gives */
	bool network;		/* the default profile's network; otherwise none */
	enum plan_order order;
	uint64_t seed;
	char *prefix;		/* of every instance's name: PLAN_PREFIX and the run's id, "psc-7f3a91c2" */
	char *archives;		/* folder of this host in which exports are kept; NULL: they are not */
};

void plan_free(struct plan *plan);
DEFINE_AUTOFREE(plan, plan_free)

/* The target or cell with these properties, made when it is new. Texts are copied. */
size_t plan_add_target(struct plan *plan, const char *server, const char *member, const char *pool,
		       const char *driver);
size_t plan_add_cell(struct plan *plan, const struct cell *like);
size_t plan_add_chain(struct plan *plan, const size_t *cells, size_t n_cells, size_t prime);
/* It makes an image ready on its target, once, before all rounds: no one chose it. */
bool cell_is_prime(const struct cell *cell);

/*
 * The order of the chains in a round (0 is the first warm-up round):
 * Fisher-Yates from splitmix64 seeded by (seed, round), as doc/recording.md
 * says in full. `order` has room for n_chains indexes.
 */
void plan_order_of_round(const struct plan *plan, unsigned round, size_t *order);

/* Rounds in all, warm-up included. */
static inline unsigned
plan_all_rounds(const struct plan *plan)
{
	return plan->warmup + plan->rounds;
}

/* How often a round takes the cell: as often as it is in chains; of none, as what documents tell, once. */
size_t plan_turns(const struct plan *plan, size_t cell);
/* Ops of the whole plan, primes (once each, one op) included; what the progress bar counts to. */
uint64_t plan_count_ops(const struct plan *plan);

const char *plan_order_name(enum plan_order order);	/* "shuffled", "given", "race" */
const char *place_name(enum place place);	/* "host", "container", "vm" */

/* The member "plan" of a recording's header (doc/recording.md). */
void plan_to_json(const struct plan *plan, struct json_object *into);

#endif
