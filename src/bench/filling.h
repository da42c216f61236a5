/*
 * filling.h - the files that --fill puts into an instance: the same in every
 * instance of every run.
 *
 * In each 16 MiB there is one large file and 16 small ones of 64 KiB. Their
 * bytes are numbers of splitmix.h, which no pool compresses.
 */
#ifndef BENCH_FILLING_H
#define BENCH_FILLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where they are in the instance. */
#define FILLING_FOLDER "/poolscope-fill"

/* Bytes of the i-th file of `mib` MiB; 0: there are not so many files. */
uint64_t filling_size(unsigned mib, uint32_t i);
/* Bytes of the i-th file from `offset` on. */
void filling_bytes(uint32_t i, uint64_t offset, void *to, size_t len);

#endif
