#include <math.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "sys/host.h"
#include "sys/host_proc.h"

/* No process has this one or a higher one (proc(5), pid_max); some would mean another clock. */
#define PID_LIMIT 4194304

/* The kernel's clock of another process: nanoseconds, and no text to take apart. */
static double
cpu_of_process(int pid)
{
	clockid_t clock;
	struct timespec used;

	if (pid <= 0 || pid >= PID_LIMIT || clock_getcpuclockid(pid, &clock) != 0 ||
	    clock_gettime(clock, &used) < 0)
		return NAN;
	return (double)used.tv_sec + (double)used.tv_nsec / (double)NS_PER_S;
}

/* The kernel adds to the two one after the other: in between, this would be negative. */
static double
without(uint64_t ticks, uint64_t guest, double hz)
{
	return ticks > guest ? (double)(ticks - guest) / hz : 0;
}

bool
host_cpu_read(struct host_cpu *cpu, int pid)
{
	double hz = (double)sysconf(_SC_CLK_TCK);
	autobuf text = { 0 };
	struct proc_cpu ticks;

	proc_read("/proc/stat", &text);
	if (!proc_stat_all(buf_text(&text), &ticks))
		return false;
	*cpu = (struct host_cpu){
		.user = without(ticks.user, ticks.guest, hz),
		.nice = without(ticks.nice, ticks.guest_nice, hz),
		.system = (double)ticks.system / hz,
		.idle = (double)ticks.idle / hz,
		.iowait = (double)ticks.iowait / hz,
		.irq = (double)ticks.irq / hz,
		.softirq = (double)ticks.softirq / hz,
		.steal = (double)ticks.steal / hz,
		.self = (double)clock_own_cpu_ns() / (double)NS_PER_S,
		.process = cpu_of_process(pid),
		.pid = pid,
		.at_ns = clock_now_ns(),
		.boot_ns = clock_boot_ns(),
	};
	return true;
}
