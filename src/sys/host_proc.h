/*
 * host_proc.h - the files of /proc, read and taken apart.
 *
 * For the host_*.c. What is not in a text, or not in the expected form, is
 * UNKNOWN or NAN. Source of the formats: proc(5), Documentation/admin-guide/
 * iostats and Documentation/accounting/psi of the kernel.
 */
#ifndef SYS_HOST_PROC_H
#define SYS_HOST_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Clock ticks since boot, as a line of /proc/stat has them: guest is in user too. UNKNOWN: not there. */
struct proc_cpu {
	uint64_t user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice;
};

/* The text replaces what is in `text`; "" when the file cannot be read. */
void proc_read(const char *path, struct buf *text);
/* The same from the start of an open file; -1 is no file. */
void proc_read_fd(int fd, struct buf *text);

/* The whole machine's line of /proc/stat. */
bool proc_stat_all(const char *text, struct proc_cpu *cpu);
/* Those of the single CPUs, each at its number, others all UNKNOWN; returns the highest number + 1. */
unsigned proc_stat_cores(const char *text, struct proc_cpu *cores, unsigned max);

/*
 * What was added since; NAN when the counter went backwards (a live migration,
 * a device that came anew) or either is UNKNOWN.
 */
double counter_since(uint64_t now, uint64_t before);
/* NAN below a few ticks, where it would be noise. */
double counter_percent(double part, double ticks);
/* Percent of the ticks that were neither idle nor iowait. */
double proc_cpu_busy(const struct proc_cpu *now, const struct proc_cpu *last);

uint64_t proc_meminfo(const char *text, const char *key);	/* bytes */
double proc_pressure(const char *text);				/* "some" avg10, percent */
uint64_t proc_disk_busy_ms(const char *text, const char *name);	/* /proc/diskstats */
uint64_t proc_resident(const char *text);			/* /proc/self/statm: bytes */

/* The value of the first such key of /proc/cpuinfo. */
bool proc_cpuinfo(const char *text, const char *key, char *out, size_t size);
bool proc_has_word(const char *line, const char *word);

#endif
