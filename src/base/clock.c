#include "base/clock.h"

#include <time.h>

static uint64_t
read_clock(clockid_t which)
{
	struct timespec t;

	clock_gettime(which, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

uint64_t
clock_now_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

uint64_t
clock_wall_ns(void)
{
	return read_clock(CLOCK_REALTIME);
}

uint64_t
clock_boot_ns(void)
{
	return read_clock(CLOCK_BOOTTIME);
}

uint64_t
clock_own_cpu_ns(void)
{
	return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void
clock_stamp(uint64_t wall_ns, char out[CLOCK_STAMP_LEN])
{
	time_t seconds = (time_t)(wall_ns / NS_PER_S);
	struct tm utc;

	gmtime_r(&seconds, &utc);
	if (strftime(out, CLOCK_STAMP_LEN, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
		out[0] = '\0';
}
