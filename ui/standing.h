/*
 * standing.h - the order of the bars by median, and how it changes while
 * somebody looks on.
 *
 * Medians that lie close change places with every op. So a new order is taken
 * only after the old one has been wrong for a moment of the run, and whoever
 * rose or fell by it is marked for a moment longer. It is told every event, and
 * all times are the events': the order is the same whenever and however often
 * somebody looks. Where the run is at its end, the order is the medians' own
 * and nothing is marked.
 */
#ifndef UI_STANDING_H
#define UI_STANDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/model.h"

#define STANDING_HOLD_NS (2 * NS_PER_S) /* an order is wrong for so long before it changes */
#define STANDING_MARK_NS (3 * NS_PER_S) /* and what moved is marked for so long, as the person's clock tells */

struct standing_cell {
	size_t place;	 /* among the cells of its workload, from 0 */
	uint64_t median; /* ns; UNKNOWN: it has none yet */
	bool ranked;	 /* it had one when the order was last taken; the others come last */
	int moved;	 /* 1: it rose when it last changed places, -1: it fell, 0: it never did */
	uint64_t moved_at; /* then */
	/* Of a workload's first cell: since when the order is wrong; UNKNOWN: it is right. */
	uint64_t wrong;
};

/* All zeros is one that has seen nothing. */
struct standing {
	struct standing_cell *cells; /* plan->n_cells */
	size_t n;
	size_t n_wrong;		 /* workloads whose order is wrong */
	const struct plan *plan; /* they are of; NULL: none */
	uint64_t revision, now;	 /* the model's, with the newest event */
	double pace;		 /* how fast the run's time passes then, against the person's */
};

/*
 * After the model has taken it. A model that is another is looked at afresh.
 * The run's time passes `pace` times as fast as the person's: 1 while it is live.
 */
void standing_event(struct standing *standing, const struct model *model, const struct event *event,
		    double pace);
void standing_wipe(struct standing *standing);

/* The order is of this model; asked of another it would tell nothing. */
bool standing_knows(const struct standing *standing, const struct model *model);
/* 1 is the fastest; 0: it has no median yet. */
size_t standing_rank(const struct standing *standing, size_t cell);
/* A moment ago it rose (1) or fell (-1). */
int standing_moved(const struct standing *standing, size_t cell);

#endif
