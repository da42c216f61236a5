/*
 * headline.h - what a run has found, in one line: "btrfs launches 4.4x (4.1 to
 * 4.7) as fast as lvm, 2.8x (2.6 to 3.0) as fast as zfs".
 *
 * It says no more than the verdicts of summary.h do, of which it is made: the
 * fastest pool of a group against each of the others, by makespans.
 */
#ifndef RECORD_HEADLINE_H
#define RECORD_HEADLINE_H

#include "record/summary.h"

#define HEADLINE_LEN 512

/* Of the group that the cell is in; false: nothing is decided there, `out` is "". Names in it are not yet safe to show. */
bool headline_of(const struct model *model, size_t cell, char *out, size_t size);
/* Of the first group of the plan that has one. */
bool headline(const struct model *model, char *out, size_t size);

#endif
