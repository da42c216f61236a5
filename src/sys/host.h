/*
 * host.h - this machine: what it is, and what it does second by second.
 *
 * The live total of the CPU comes from libstatgrab's raw counters, with our own
 * percentages over user+nice+kernel+idle+iowait; per core, steal and irq, and
 * the exact CPU-seconds of a step come from /proc/stat, which libstatgrab does
 * not offer. Counters that go backwards make a gap, never a negative figure.
 * Linux only: proc(5).
 */
#ifndef SYS_HOST_H
#define SYS_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"

/* ---- what it is ---- */
struct host_facts {
	char cpu_model[128];
	char governor[32];	/* of cpu0; "" when there is none */
	char kernel[128];	/* "6.1.0-18-amd64" */
	char virt[32];		/* "physical", "virtual machine", "container"; "" unknown */
	unsigned cpus;		/* online */
	uint64_t memory;	/* MemTotal, bytes */
	bool aes;		/* the CPU has AES instructions */
};
void host_facts(struct host_facts *facts);
uint64_t host_memory_available(void);	/* bytes; UNKNOWN */

/* ---- what it does ---- */
struct host;	/* keeps the counters of the last sample */

#define HOST_CORES 64
#define HOST_DISKS 64

struct host_disk {
	char name[32];		/* as in /proc/diskstats: "vda", "loop3", "dm-0" */
	double read, written;	/* bytes a second since the last sample; NAN: first */
	double busy;		/* percent of the time with I/O in flight (/proc/diskstats); NAN */
};

struct host_sample {
	double user, system, iowait;	/* percent of the machine; NAN in the first sample or when too short */
	double steal, irq;		/* percent, /proc/stat */
	float core[HOST_CORES];		/* percent busy (all but idle and iowait) */
	unsigned n_cores;
	double load;			/* 1 minute */
	double psi_cpu, psi_io;		/* "some" avg10, percent; NAN: none */
	uint64_t memory_available;
	struct host_disk disks[HOST_DISKS];	/* whole, loop and dm in; never used: left out */
	unsigned n_disks;
	double self_cpu;		/* percent of one core since the last sample */
	uint64_t self_memory;		/* resident, bytes */
};

int host_new(struct host **ret, struct err *err);
void host_free(struct host *host);
DEFINE_AUTOFREE(host, host_free)
/* Reads everything once; percentages and rates are since the last call. Never blocks on a mount. */
void host_sample(struct host *host, struct host_sample *sample);

/* ---- exact counters, for the two ends of a step ---- */
struct host_cpu {
	/* seconds since boot, all CPUs; guest time is taken out of user and nice */
	double user, nice, system, idle, iowait, irq, softirq, steal;
	double self;		/* CPU seconds of this process */
	double process;		/* of `pid`, without its children; NAN when there is none */
	int pid;
	uint64_t at_ns;		/* CLOCK_MONOTONIC */
	uint64_t boot_ns;	/* CLOCK_BOOTTIME: the difference of differences is time asleep */
};
/* `pid` 0: none. False when /proc/stat cannot be read. */
bool host_cpu_read(struct host_cpu *cpu, int pid);

#endif
