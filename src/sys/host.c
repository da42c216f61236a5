#include "sys/host.h"

#include <fcntl.h>
#include <math.h>
#include <statgrab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/units.h"
#include "sys/host_proc.h"

/* Rates over less would be noise. */
#define SPAN_MIN_S 0.05
/* Devices whose counters are kept, also of those that are not shown (partitions, unused). */
#define DISKS_KEPT 256

enum proc_file { STAT, MEMINFO, DISKSTATS, PSI_CPU, PSI_IO, STATM, N_FILES };

static const char *const proc_files[N_FILES] = {
	[STAT] = "/proc/stat",		 [MEMINFO] = "/proc/meminfo",
	[DISKSTATS] = "/proc/diskstats", [PSI_CPU] = "/proc/pressure/cpu",
	[PSI_IO] = "/proc/pressure/io",	 [STATM] = "/proc/self/statm",
};

/* libstatgrab's, in ticks. Its own `total` leaves iowait out, its percentages too. */
struct grabbed_cpu {
	uint64_t user, nice, kernel, iowait, idle;
};

struct disk_counters {
	char name[sizeof(((struct host_disk *)0)->name)];
	uint64_t read, written, busy_ms;
};

/* What only ever counts up. UNKNOWN (all bits set) is what was not read. */
struct counters {
	uint64_t at_ns, own_cpu_ns;
	struct grabbed_cpu cpu;
	struct proc_cpu all, cores[HOST_CORES];
	struct disk_counters disks[DISKS_KEPT];
};

struct host {
	int files[N_FILES]; /* kept open, read from their start each time; -1: there is none */
	struct buf text;
	struct counters last;
};

/* Every count read later is below UNKNOWN, so a first sample finds only gaps. */
static void
all_unknown(struct counters *counters)
{
	memset(counters, 0xff, sizeof(*counters));
}

int
host_new(struct host **ret, struct err *err)
{
	autofree(host) host = NULL;

	if (sg_init(1) != SG_ERROR_NONE)
		return err_set(err, "libstatgrab does not start: %s", sg_str_error(sg_get_error()));
	host = xcalloc(1, sizeof(*host));
	all_unknown(&host->last);
	for (int i = 0; i < N_FILES; i++)
		host->files[i] = open(proc_files[i], O_RDONLY | O_CLOEXEC);
	if (host->files[STAT] < 0)
		return err_set(err, "%s cannot be read", proc_files[STAT]);
	*ret = steal(host);
	return 0;
}

void
host_free(struct host *host)
{
	if (!host)
		return;
	for (int i = 0; i < N_FILES; i++)
		if (host->files[i] >= 0)
			close(host->files[i]);
	buf_wipe(&host->text);
	free(host);
	sg_shutdown();
}

static const char *
read_file(struct host *host, enum proc_file which)
{
	proc_read_fd(host->files[which], &host->text);
	return buf_text(&host->text);
}

/* ---- the parts of a sample: each reads its counters and says what became of them ---- */

static void
sample_total(struct grabbed_cpu *now, const struct grabbed_cpu *last, struct host_sample *sample)
{
	const sg_cpu_stats *cpu = sg_get_cpu_stats(NULL);
	double user, kernel, iowait, all;

	if (cpu)
		*now = (struct grabbed_cpu){ cpu->user, cpu->nice, cpu->kernel, cpu->iowait,
					     cpu->idle };
	user = counter_since(now->user, last->user) + counter_since(now->nice, last->nice);
	kernel = counter_since(now->kernel, last->kernel);
	iowait = counter_since(now->iowait, last->iowait);
	all = user + kernel + iowait + counter_since(now->idle, last->idle);
	sample->user = counter_percent(user, all);
	sample->system = counter_percent(kernel, all);
	sample->iowait = counter_percent(iowait, all);
}

static void
sample_proc_stat(struct host *host, struct counters *now, struct host_sample *sample)
{
	const char *text = read_file(host, STAT);
	const struct proc_cpu *last = &host->last.all;
	double irq, steal, rest;

	proc_stat_all(text, &now->all);
	irq = counter_since(now->all.irq, last->irq) +
	      counter_since(now->all.softirq, last->softirq);
	steal = counter_since(now->all.steal, last->steal);
	rest = counter_since(now->all.user, last->user) + counter_since(now->all.nice, last->nice) +
	       counter_since(now->all.system, last->system) +
	       counter_since(now->all.idle, last->idle) +
	       counter_since(now->all.iowait, last->iowait);
	sample->irq = counter_percent(irq, irq + steal + rest);
	sample->steal = counter_percent(steal, irq + steal + rest);

	sample->n_cores = proc_stat_cores(text, now->cores, HOST_CORES);
	for (unsigned i = 0; i < sample->n_cores; i++)
		sample->core[i] = (float)proc_cpu_busy(&now->cores[i], &host->last.cores[i]);
}

/* Partitions have no entry of their own there. A name's "/" is a "!" in sysfs. */
static bool
is_whole_disk(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/block/%s", name);
	for (char *slash = path + strlen("/sys/block/"); (slash = strchr(slash, '/'));)
		*slash = '!';
	return access(path, F_OK) == 0;
}

/* `at`: where it is looked for first, since the order hardly ever changes. */
static const struct disk_counters *
counters_of(const struct counters *counters, const char *name, size_t at)
{
	static const struct disk_counters none = { .read = UNKNOWN,
						   .written = UNKNOWN,
						   .busy_ms = UNKNOWN };

	for (size_t i = 0; i < DISKS_KEPT; i++) {
		const struct disk_counters *disk = &counters->disks[(at + i) % DISKS_KEPT];

		if (strcmp(disk->name, name) == 0)
			return disk;
	}
	return &none;
}

static void
sample_disk(struct host_disk *disk, const struct disk_counters *now,
	    const struct disk_counters *last, double span_s)
{
	double busy_ms = counter_since(now->busy_ms, last->busy_ms);

	snprintf(disk->name, sizeof(disk->name), "%s", now->name);
	disk->read = counter_since(now->read, last->read) / span_s;
	disk->written = counter_since(now->written, last->written) / span_s;
	/* Whole milliseconds on one side only can make it a little more than all the time. */
	disk->busy = busy_ms > span_s * 1000 ? 100 : 100 * busy_ms / (span_s * 1000);
}

/* What was never used since boot (the kernel's eight spare loop devices) is not shown. */
static void
sample_disks(struct host *host, struct counters *now, double span_s, struct host_sample *sample)
{
	const char *text = read_file(host, DISKSTATS);
	size_t n = 0;
	const sg_disk_io_stats *disks = sg_get_disk_io_stats(&n);

	for (size_t i = 0; disks && i < n && i < DISKS_KEPT; i++) {
		struct disk_counters *disk = &now->disks[i];

		snprintf(disk->name, sizeof(disk->name), "%s", disks[i].disk_name);
		disk->read = disks[i].read_bytes;
		disk->written = disks[i].write_bytes;
		disk->busy_ms = proc_disk_busy_ms(text, disk->name);
		if (disk->read + disk->written == 0 || sample->n_disks == HOST_DISKS ||
		    !is_whole_disk(disk->name))
			continue;
		sample_disk(&sample->disks[sample->n_disks++], disk,
			    counters_of(&host->last, disks[i].disk_name, i), span_s);
	}
}

static void
sample_rest(struct host *host, struct host_sample *sample)
{
	const sg_load_stats *load = sg_get_load_stats(NULL);

	sample->load = load ? load->min1 : NAN;
	sample->psi_cpu = proc_pressure(read_file(host, PSI_CPU));
	sample->psi_io = proc_pressure(read_file(host, PSI_IO));
	sample->memory_available = proc_meminfo(read_file(host, MEMINFO), "MemAvailable");
	sample->self_memory = proc_resident(read_file(host, STATM));
}

void
host_sample(struct host *host, struct host_sample *sample)
{
	struct counters now;
	double span_s;

	*sample = (struct host_sample){ 0 };
	all_unknown(&now);
	now.at_ns = clock_now_ns();
	now.own_cpu_ns = clock_own_cpu_ns();
	span_s = counter_since(now.at_ns, host->last.at_ns) / (double)NS_PER_S;
	if (span_s < SPAN_MIN_S)
		span_s = NAN;

	sample_total(&now.cpu, &host->last.cpu, sample);
	sample_proc_stat(host, &now, sample);
	sample_disks(host, &now, span_s, sample);
	sample_rest(host, sample);
	sample->self_cpu = 100 * counter_since(now.own_cpu_ns, host->last.own_cpu_ns) /
			   (span_s * (double)NS_PER_S);
	host->last = now;
}
