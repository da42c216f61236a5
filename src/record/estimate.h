/*
 * estimate.h - how long a plan would take, by what earlier runs in a folder took.
 *
 * A cell of a plan takes as long each round as the same cell's median turn in
 * the newest run that has one: from its step's begin to the next one's, so that
 * settling and clearing away are in it. The same are server, member, pool,
 * workload, variant, image, place, ops in flight, what is filled in, and whether
 * pools race. With another number of instances the turn is taken in proportion.
 * What no run tells is not guessed.
 */
#ifndef RECORD_ESTIMATE_H
#define RECORD_ESTIMATE_H

#include "base/buf.h"
#include "record/plan.h"

struct earlier_turn;

/* Turns of the runs that were opened so far; zeroed, there are none. */
struct earlier {
	struct earlier_turn *turns;
	size_t n, room;
	struct index_entry *entries;	/* newest first */
	size_t n_entries;
	bool *opened;			/* of each entry */
	bool busy;			/* something is timed: no run is opened */
	unsigned left;			/* how many may still be, for this estimate */
};

struct estimate {
	uint64_t ns;		/* of the cells that are known, all rounds and warm-up together */
	size_t unknown;		/* cells of which no run tells; primes go with what follows them */
	size_t first_unknown;	/* a cell of the plan */
};

/* Looks at the folder anew; what was opened is kept as long as nothing there has changed. */
void earlier_read(struct earlier *earlier, const char *folder);
void earlier_wipe(struct earlier *earlier);
/* Opens runs, the newest first, until every cell is known, or this many more: one takes some 20 ms at most. */
#define ESTIMATE_RUNS 8
struct estimate estimate_plan(struct earlier *earlier, const struct plan *plan);
/*
 * "about 6 min by earlier runs"; "at least 4 min: no earlier run of export on
 * tank" (as the plan has it); "time unknown: no ...".
 */
void estimate_text(const struct estimate *estimate, const struct plan *plan, struct buf *out);

#endif
