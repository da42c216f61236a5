/*
 * compare.h - several runs side by side: what differs around them, and what they found.
 *
 * Cells are compared when workload, variant, image and place are the same; that
 * is a group. Within it a pool is followed over the runs by its name. Where a
 * run has a single pool that the first run does not know, and the first one a
 * single pool that this run does not know, those two are compared: the same on
 * two hosts. Times are makespans, one a round, and each run is set against the
 * first that has the pool. Primes run once and are not compared.
 */
#ifndef RECORD_COMPARE_H
#define RECORD_COMPARE_H

#include "record/model.h"
#include "record/stats.h"

#define COMPARE_NAME 128

/* Something around the runs that is not the same in all of them. */
struct compare_difference {
	char *what;	/* "kernel of the server" */
	char **values;	/* one a run; NULL: not known */
	bool unknown;	/* they differ only in that not all are known */
};

struct compare_row {
	char pool[COMPARE_NAME];
	size_t *cells;	/* one a run, of its plan; NO_CELL: the run has none */
};

struct compare_pair {
	size_t row_a, run_a;	/* the earlier run's, which b is set against */
	size_t row_b, run_b;
	struct verdict verdict;	/* times of a over times of b; p by Holm over the group's pairs that can be decided */
};

struct compare_group {
	size_t run, cell;	/* one that is in it, for its name */
	struct compare_row *rows;
	size_t n_rows;
	struct compare_pair *pairs;
	size_t n_pairs;
	bool counts_differ;	/* makespans of so many and so many instances: no pair is made */
};

struct compare {
	const struct model **models;		/* all with a header; they are the caller's, and outlive this */
	size_t n;
	char (*names)[COMPARE_NAME];		/* labels where they tell the runs apart, else ids */
	struct compare_difference *differences;
	size_t n_differences;
	struct compare_group *groups;		/* that two runs or more have times of */
	size_t n_groups;
	size_t n_alone;				/* groups that only one run has */
	bool in_a_row;				/* measured runs are set against each other: see COMPARE_CAUTION */
};

/* Rounds of one run are shuffled, so that drift falls on all alike; those of two runs are not. */
#define COMPARE_CAUTION                                                                            \
	"when they were made: two runs in a row can differ by the machine's drift alone; one "     \
	"shuffled run with both would tell"

struct compare *compare_new(const struct model *const *models, size_t n);
void compare_free(struct compare *compare);
DEFINE_AUTOFREE(compare, compare_free)

/* The later one against the earlier in one plain sentence (stats_sentence), by their runs' names, and their pools' where these differ; returns out. */
const char *compare_sentence(const struct compare *compare, const struct compare_group *group,
			     const struct compare_pair *pair, char *out, size_t size);

/* What differs around the runs, those of which all is known first. The caller frees all of it, as compare_free does. */
size_t compare_environments(const struct model *const *models, size_t n,
			    struct compare_difference **ret);

/*
 * For people, no wider than `columns` where that is possible: of a table those
 * columns are left out that are needed least, and a line at the end names them.
 */
void compare_table(const struct compare *compare, size_t columns, struct buf *out);
/* As one JSON object (doc/compare-json.md). */
void compare_json(const struct compare *compare, struct buf *out);

#endif
