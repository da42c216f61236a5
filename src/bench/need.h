/*
 * need.h - how much of a pool a plan takes, at the least: its instances, their
 * copies and snapshots, and what is filled into them.
 */
#ifndef BENCH_NEED_H
#define BENCH_NEED_H

#include <stdint.h>

#include "record/plan.h"

/* Bytes, with images of at most `image` bytes; UNKNOWN for drivers that we do not know, and when `image` is. */
uint64_t need_least(const struct plan *plan, size_t target, uint64_t image);

#endif
