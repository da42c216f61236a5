#include "bench/span.h"

#include <math.h>
#include <stdint.h>
#include <unistd.h>

#include "base/clock.h"

#define STEAL_MOST	0.05 /* of the machine */
#define ASLEEP_LEAST_NS (100 * NS_PER_MS)

const struct cpu_seconds cpu_unknown = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };

void
span_begin(struct span *span, int pid)
{
	span->known = host_cpu_read(&span->from, pid);
}

/* A counter that went backwards tells nothing. */
static double
grown(double from, double to)
{
	return to >= from ? to - from : NAN;
}

static struct cpu_seconds
difference(const struct host_cpu *from, const struct host_cpu *to)
{
	double wall = (double)(to->at_ns - from->at_ns) / (double)NS_PER_S;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	return (struct cpu_seconds){
		.user = grown(from->user, to->user) + grown(from->nice, to->nice),
		.system = grown(from->system, to->system),
		.iowait = grown(from->iowait, to->iowait),
		.irq = grown(from->irq, to->irq) + grown(from->softirq, to->softirq),
		.steal = grown(from->steal, to->steal),
		.self = grown(from->self, to->self),
		.server = grown(from->process, to->process),
		.wall = cpus > 0 ? wall * (double)cpus : NAN,
	};
}

static unsigned
clock_taints(const struct host_cpu *from, const struct host_cpu *to)
{
	uint64_t awake = to->at_ns - from->at_ns, all = to->boot_ns - from->boot_ns;

	if (to->at_ns < from->at_ns || to->boot_ns < from->boot_ns)
		return TAINT_CLOCK;
	return all > awake + ASLEEP_LEAST_NS ? TAINT_SUSPENDED : 0;
}

unsigned
span_end(const struct span *span, struct cpu_seconds *cpu)
{
	struct host_cpu now;
	unsigned taint;

	*cpu = cpu_unknown;
	if (!span->known || !host_cpu_read(&now, span->from.pid))
		return 0;
	taint = clock_taints(&span->from, &now);
	if (taint & TAINT_CLOCK || now.at_ns - span->from.at_ns < SPAN_LEAST_S * NS_PER_S)
		return taint;
	*cpu = difference(&span->from, &now);
	if (cpu->steal > STEAL_MOST * cpu->wall)
		taint |= TAINT_STEAL;
	return taint;
}

double
span_others(const struct span *span)
{
	struct cpu_seconds cpu;

	span_end(span, &cpu);
	return (cpu.user + cpu.system + cpu.irq - cpu.self) / cpu.wall;
}
