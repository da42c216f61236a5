/*
 * clock.h - the clocks, and what each is for.
 *
 * Durations come from the monotonic clock only; the wall clock is a label.
 * Nanoseconds everywhere.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

#define NS_PER_S UINT64_C(1000000000)
#define NS_PER_MS UINT64_C(1000000)

uint64_t clock_now_ns(void);	/* CLOCK_MONOTONIC */
uint64_t clock_wall_ns(void);	/* CLOCK_REALTIME, since 1970 */
uint64_t clock_boot_ns(void);	/* CLOCK_BOOTTIME: runs on while the machine is suspended */
uint64_t clock_own_cpu_ns(void);	/* CPU time of this process, all threads */

/* "2026-11-30T12:03:41Z", 21 bytes with the NUL. */
#define CLOCK_STAMP_LEN 21
void clock_stamp(uint64_t wall_ns, char out[CLOCK_STAMP_LEN]);

#endif
