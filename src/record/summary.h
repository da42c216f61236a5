/*
 * summary.h - what a run has found, a row a cell: the figures of the Results
 * screen and of every report, computed in one place so that they cannot differ.
 */
#ifndef RECORD_SUMMARY_H
#define RECORD_SUMMARY_H

#include "base/units.h"
#include "record/model.h"
#include "record/stats.h"

struct summary {
	size_t cell;
	uint64_t n;			/* ops that were OK in counted rounds */
	uint64_t failed, refused, unknown, skipped;	/* UNKNOWN: another tool or a document does not tell */
	uint64_t median, min, max;	/* of those ops, ns; UNKNOWN when n is 0 */
	struct hist_tail tail;		/* p95, or max under 20 */
	double rate;			/* succeeded ops a second of their steps; NAN: none */
	uint64_t makespan;		/* median of the counted rounds', ns; UNKNOWN: none complete */
	struct interval makespan_interval;	/* ns; coverage 0: too few rounds */
	size_t rounds;			/* complete ones that the makespan is of */
	double spread;			/* their MAD as a part of their median; NAN under 2 */
	bool makes;			/* its ops make the chain's instances: what these take is its */
	bool disk_known;
	int64_t disk;			/* bytes the instances took, mean over rounds (full - image) */
	bool steady;			/* it is theirs alone: see summary_is_steady() */
	uint64_t bytes;			/* that an op moved, mean: an archive's size; UNKNOWN: none said */
	double throughput;		/* bytes a second that the ops moved in their steps, or that were told; NAN: unknown */
	double cpu;			/* busy CPU-seconds of the machine, mean of the counted steps that knew it; NAN */
	unsigned taint;
};

/* The makespans of a cell as numbers, in the order of their rounds; the caller frees them. */
double *summary_times(const struct model_cell *cell);
/* Which of its makespans lie far from the rest (stats_outliers); the model's, until its next step has ended. */
const bool *summary_outliers(const struct model *model, size_t cell);
/* Fills the row's makespan, its interval, spread and rounds; the row's cell is set. */
void summary_makespans(const struct model *model, struct summary *row);
/* One for each cell of the plan, in plan order; the caller frees the array. */
size_t summary_rows(const struct model *model, struct summary **ret);

/* "btrfs", with the server and the cluster member where the plan has several; returns out. */
const char *summary_target_name(const struct model *model, size_t target, char *out, size_t size);
/* The same of a cell's. */
const char *summary_pool_name(const struct model *model, size_t cell, char *out, size_t size);
/* Whether others may write where the pool is, so that its use tells of them as well. */
bool summary_is_shared(const struct model *model, size_t target);
/*
 * Whether what a pool's use grew by is what was put there: not where others
 * write too, nor where it did not come to rest. Otherwise its figures have a "~".
 */
bool summary_is_steady(const struct model *model, size_t target);
/* "+3.50 MiB", "~+71.8 MiB"; returns out, with room for UNITS_LEN + 1. */
const char *summary_delta(char *out, int64_t bytes, bool steady);
/* Time of one cell over the time of another, by the rounds of each: where the two are a pair, that pair's. */
struct ratio summary_ratio(const struct model *model, size_t cell, size_t other);
/* What the cells have in common that are compared: "launch, optimized, busybox, container"; returns out. */
const char *summary_group_name(const struct model *model, size_t cell, char *out, size_t size);
/* Whether two cells, of whatever plans, are the same work; of one name, not of one fingerprint, are their images. */
bool summary_same_work(const struct cell *a, const struct cell *b);
/* Whether two cells differ in nothing but where they run. */
bool summary_same_group(const struct model *model, size_t a, size_t b);

/* Whether the machine itself changed: over all counted steps in order, each as a part of its cell's median. */
struct drift summary_drift(const struct model *model);

/* Whether they have done the same: not where one driver ignored what the other did. */
bool summary_alike(const struct model_cell *a, const struct model_cell *b);
/* Adds to a sentence about the two what `cell` has done otherwise; nothing if they are alike. */
void summary_add_unlike(struct buf *out, const struct model_cell *cell, const char *name,
			const struct model_cell *other);

/* Counted steps that others disturbed: they took the machine's time, or ran at once with it. */
struct disturbance {
	size_t steps, disturbed;
	bool often;		/* more than a fifth */
};
struct disturbance summary_disturbance(const struct model *model);

/*
 * So many pools of a group are compared each with each: 6 pairs, which 5 rounds
 * can decide together. Of more each is compared with the fastest only, as every
 * further pair asks more of the others.
 */
#define SUMMARY_ALL_PAIRS 4

/* Two pools of a group, by the makespans of the counted rounds. */
struct summary_pair {
	size_t a, b;		/* cells: the one with the smaller median, and the other */
	bool fastest;		/* none of the group has a smaller median than a */
	bool paired;		/* the machine drifted or was often disturbed, so the comparison is within rounds */
	struct verdict verdict;	/* as one of the group's pairs */
};
/*
 * Group by group in plan order, those of the fastest first; groups with one pool
 * have none, and primes, which run once, neither. The caller frees the array.
 */
size_t summary_pairs(const struct model *model, struct summary_pair **ret);

/* The columns, in order, widest use; a narrow place leaves out those of higher rank first. */
struct summary_column {
	const char *name;	/* "median" */
	const char *help;	/* what it means, a line */
	int rank;		/* 0: always shown */
	bool numeric;		/* set to the right */
	bool sparse;		/* a report leaves it out of a table in which it has nothing to tell */
	/* The text of one row; "-" where there is nothing to tell, "?" what is not known; returns out. */
	const char *(*text)(const struct model *model, const struct summary *row, char *out, size_t size);
};
extern const struct summary_column summary_columns[];
extern const size_t n_summary_columns;

#endif
