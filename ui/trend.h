/*
 * trend.h - how long each workload took on each pool, over the newest runs of
 * the folder: what tells a slow decline from one bad day.
 *
 * What is followed has the same server, pool, workload, variant, image, place
 * and number of instances. A run is read once, and again only when its file has
 * changed.
 */
#ifndef UI_TREND_H
#define UI_TREND_H

#include "record/index.h"
#include "record/series.h"

#define TREND_RUNS 30

struct trend_point {
	char *key;		/* all that must be the same */
	char *name;		/* "btrfs launch" */
	double ns;		/* median of the rounds' makespans */
};

struct trend_run {
	char *path;
	uint64_t changed_ns;
	struct trend_point *points;
	size_t n;
};

struct trends {
	struct trend_run *runs;	/* oldest first */
	size_t n;
};

/* Of the entries, which begin with the newest. */
void trends_read(struct trends *trends, const struct index_entry *entries, size_t n);
void trends_wipe(struct trends *trends);

/* The run of that path; NULL: it is not among the newest, or cannot be read. */
const struct trend_run *trends_run(const struct trends *trends, const char *path);
/* A point's values over the runs, oldest first; returns how many there are. */
size_t trends_series(const struct trends *trends, const struct trend_point *point, struct series *ret);

#endif
