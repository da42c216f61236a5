#include "record/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/splitmix.h"
#include "record/fields.h"

static const char *const places[] = {
	[PLACE_HOST] = "host",
	[PLACE_CONTAINER] = "container",
	[PLACE_VM] = "vm",
};

static const char *const orders[] = {
	[ORDER_SHUFFLED] = "shuffled",
	[ORDER_GIVEN] = "given",
	[ORDER_RACE] = "race",
};

/* clang-format off */

#define AT(member) FIELD_AT(struct target, member)
static const struct field target_rows[] = {
	{ "server",	 FIELD_TEXT, OPTIONAL, AT(server), .names = NAMES_HOST },
	{ "member",	 FIELD_TEXT, OPTIONAL, AT(member), .names = NAMES_HOST },
	{ "pool",	 FIELD_TEXT, REQUIRED, AT(pool), .names = NAMES_FOLDER },
	{ "driver",	 FIELD_TEXT, OPTIONAL, AT(driver), .names = NAMES_NOTHING },
};
#undef AT
static const struct fields target_fields = FIELDS(target_rows, struct target, NULL);

#define AT(member) FIELD_AT(struct cell, member)
static const struct field cell_rows[] = {
	{ "target",	 FIELD_SIZE, REQUIRED, AT(target), .max = PLAN_TARGETS_MAX - 1 },
	{ "image",	 FIELD_TEXT, OPTIONAL, AT(image) },
	{ "fingerprint", FIELD_TEXT, OPTIONAL, AT(fingerprint), .names = NAMES_NOTHING },
	{ "workload",	 FIELD_TEXT, REQUIRED, AT(workload), .names = NAMES_NOTHING },
	{ "variant",	 FIELD_TEXT, OPTIONAL, AT(variant), .names = NAMES_NOTHING },
	{ "place",	 FIELD_WORD, REQUIRED, AT(place), .max = PLACE_VM, .words = places },
};
#undef AT
static const struct fields cell_fields = FIELDS(cell_rows, struct cell, NULL);

static const struct field chain_rows[] = {
	{ "cells", FIELD_SIZES, REQUIRED, FIELD_AT(struct chain, cells), .max = PLAN_CHAIN_CELLS_MAX,
	  FIELD_COUNT(struct chain, n_cells) },
	{ "prime", FIELD_SIZE,  OPTIONAL, FIELD_AT(struct chain, prime), .max = PLAN_CELLS_MAX - 1 },
};
static const struct fields chain_fields = FIELDS(chain_rows, struct chain, NULL);

#define AT(member) FIELD_AT(struct plan, member)
#define COUNT(member) FIELD_COUNT(struct plan, member)
static const struct field plan_rows[] = {
	{ "targets",	FIELD_LIST, REQUIRED, AT(targets), .max = PLAN_TARGETS_MAX, .of = &target_fields, COUNT(n_targets) },
	{ "cells",	FIELD_LIST, REQUIRED, AT(cells), .max = PLAN_CELLS_MAX, .of = &cell_fields, COUNT(n_cells) },
	{ "chains",	FIELD_LIST, REQUIRED, AT(chains), .max = PLAN_CHAINS_MAX, .of = &chain_fields, COUNT(n_chains) },
	{ "count",	FIELD_U32,  OPTIONAL, AT(count), .min = 1, .max = PLAN_COUNT_MAX },
	{ "parallel",	FIELD_U32,  OPTIONAL, AT(parallel), .min = 1, .max = PLAN_PARALLEL_MAX },
	{ "rounds",	FIELD_U32,  REQUIRED, AT(rounds), .min = 1, .max = PLAN_ROUNDS_MAX },
	{ "warmup",	FIELD_U32,  REQUIRED, AT(warmup), .max = PLAN_WARMUP_MAX },
	{ "most_rounds", FIELD_U32, OPTIONAL, AT(most_rounds), .min = 1, .max = PLAN_ROUNDS_MAX },
	{ "batch",	FIELD_BOOL, OPTIONAL, AT(batch) },
	{ "privileged",	FIELD_BOOL, OPTIONAL, AT(privileged) },
	{ "fill",	FIELD_U32,  OPTIONAL, AT(fill), .max = PLAN_MIB_MAX },
	{ "vm_size",	FIELD_U32,  OPTIONAL, AT(vm_size), .max = PLAN_MIB_MAX },
	{ "network",	FIELD_BOOL, OPTIONAL, AT(network) },
	{ "order",	FIELD_WORD, REQUIRED, AT(order), .max = ORDER_RACE, .words = orders },
	{ "seed",	FIELD_HEX,  REQUIRED, AT(seed) },
	{ "prefix",	FIELD_TEXT, OPTIONAL, AT(prefix), .names = NAMES_INSTANCE },
	{ "archives",	FIELD_TEXT, OPTIONAL, AT(archives), .names = NAMES_FOLDER },
};
#undef COUNT
#undef AT

/* clang-format on */

static int
check_cells(const struct plan *plan, struct err *err)
{
	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].target >= plan->n_targets)
			return err_set(err,
				       "cells[%zu]: \"target\" is %zu, and there are %zu targets",
				       i, plan->cells[i].target, plan->n_targets);
	return 0;
}

static int
check_chain(const struct plan *plan, const struct chain *chain, struct err *err)
{
	if (chain->prime != NO_CELL && chain->prime >= plan->n_cells)
		return err_set(err, "\"prime\" is %zu, and there are %zu cells", chain->prime,
			       plan->n_cells);
	for (size_t i = 0; i < chain->n_cells; i++)
		if (chain->cells[i] >= plan->n_cells)
			return err_set(err, "\"cells\" has %zu, and there are %zu cells",
				       chain->cells[i], plan->n_cells);
	return 0;
}

/* Adding rounds makes instances of that name: it must be one a server takes. */
static int
check_prefix(const char *prefix, struct err *err)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	size_t len = prefix ? strlen(prefix) : 1;

	if (prefix && (strspn(prefix, allowed) != len || len < 1 || len > 40))
		return err_set(err, "\"prefix\" is not 1 to 40 letters, digits and hyphens");
	return 0;
}

static int
check_plan(const void *filled, struct err *err)
{
	const struct plan *plan = filled;

	if (check_cells(plan, err) || check_prefix(plan->prefix, err))
		return -1;
	for (size_t i = 0; i < plan->n_chains; i++)
		if (check_chain(plan, &plan->chains[i], err))
			return err_wrap(err, "chains[%zu]", i);
	return 0;
}

const struct fields plan_fields = FIELDS(plan_rows, struct plan, check_plan);

void
plan_free(struct plan *plan)
{
	if (!plan)
		return;
	fields_wipe(&plan_fields, plan);
	free(plan);
}

size_t
plan_add_target(struct plan *plan, const char *server, const char *member, const char *pool,
		const char *driver)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct target *known = &plan->targets[i];

		if (text_same(known->server, server) && text_same(known->member, member) &&
		    text_same(known->pool, pool))
			return i;
	}
	plan->targets = xrealloc(plan->targets, plan->n_targets + 1, sizeof(*plan->targets));
	plan->targets[plan->n_targets] = (struct target){
		.server = xstrdup(server),
		.member = xstrdup(member),
		.pool = xstrdup(pool),
		.driver = xstrdup(driver),
	};
	return plan->n_targets++;
}

static bool
same_cell(const struct cell *a, const struct cell *b)
{
	return a->target == b->target && a->place == b->place && text_same(a->image, b->image) &&
	       text_same(a->fingerprint, b->fingerprint) && text_same(a->workload, b->workload) &&
	       text_same(a->variant, b->variant);
}

size_t
plan_add_cell(struct plan *plan, const struct cell *like)
{
	for (size_t i = 0; i < plan->n_cells; i++)
		if (same_cell(&plan->cells[i], like))
			return i;
	plan->cells = xrealloc(plan->cells, plan->n_cells + 1, sizeof(*plan->cells));
	plan->cells[plan->n_cells] = (struct cell){
		.target = like->target,
		.image = xstrdup(like->image),
		.fingerprint = xstrdup(like->fingerprint),
		.workload = xstrdup(like->workload),
		.variant = xstrdup(like->variant),
		.place = like->place,
	};
	return plan->n_cells++;
}

size_t
plan_add_chain(struct plan *plan, const size_t *cells, size_t n_cells, size_t prime)
{
	struct chain chain = { .n_cells = n_cells, .prime = prime };

	chain.cells = xcalloc(n_cells, sizeof(*cells));
	memcpy(chain.cells, cells, n_cells * sizeof(*cells));
	plan->chains = xrealloc(plan->chains, plan->n_chains + 1, sizeof(*plan->chains));
	plan->chains[plan->n_chains] = chain;
	return plan->n_chains++;
}

static uint64_t
splitmix64(uint64_t *state)
{
	return splitmix(*state += SPLITMIX_STEP);
}

void
plan_order_of_round(const struct plan *plan, unsigned round, size_t *order)
{
	uint64_t state = plan->seed;

	for (size_t i = 0; i < plan->n_chains; i++)
		order[i] = i;
	if (plan->order != ORDER_SHUFFLED)
		return;

	/* The round is added behind one mixing, so that no round's numbers are another's, shifted. */
	state = splitmix64(&state) + round;
	for (size_t i = plan->n_chains; i > 1; i--) {
		size_t k = splitmix64(&state) % i;
		size_t last = order[i - 1];

		order[i - 1] = order[k];
		order[k] = last;
	}
}

bool
cell_is_prime(const struct cell *cell)
{
	return strcmp(cell->workload, "prime") == 0;
}

size_t
plan_turns(const struct plan *plan, size_t cell)
{
	size_t turns = 0;

	for (size_t i = 0; i < plan->n_chains; i++)
		for (size_t k = 0; k < plan->chains[i].n_cells; k++)
			turns += plan->chains[i].cells[k] == cell;
	return turns ? turns : 1;
}

static size_t
count_primes(const struct plan *plan)
{
	autofree_mem bool *seen = xcalloc(plan->n_cells, sizeof(*seen));
	size_t n = 0;

	for (size_t i = 0; i < plan->n_chains; i++) {
		size_t prime = plan->chains[i].prime;

		if (prime == NO_CELL || seen[prime])
			continue;
		seen[prime] = true;
		n++;
	}
	return n;
}

static size_t
count_chain_steps(const struct plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->n_chains; i++)
		n += plan->chains[i].n_cells;
	return n * plan_all_rounds(plan);
}

uint64_t
plan_count_ops(const struct plan *plan)
{
	return (uint64_t)count_chain_steps(plan) * plan->count + count_primes(plan);
}

const char *
plan_order_name(enum plan_order order)
{
	return orders[order];
}

const char *
place_name(enum place place)
{
	return places[place];
}

void
plan_to_json(const struct plan *plan, struct json_object *into)
{
	fields_write(&plan_fields, plan, into);
}
