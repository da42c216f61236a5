/* plan_describe: a plan as a line for a person. */
#include "bench/planner.h"

#include <inttypes.h>
#include <string.h>

#include "bench/workload.h"

static const char *
cell_workload(const struct plan *plan, size_t chain, size_t at)
{
	return plan->cells[plan->chains[chain].cells[at]].workload;
}

/* How often a workload stands in the chains of the plan. */
static uint64_t
count_workload(const struct plan *plan, const char *workload)
{
	uint64_t n = 0;

	for (size_t c = 0; c < plan->n_chains; c++)
		for (size_t i = 0; i < plan->chains[c].n_cells; i++)
			n += strcmp(cell_workload(plan, c, i), workload) == 0;
	return n;
}

/* None is one as well: that of an empty virtual machine. */
static size_t
count_images(const struct plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->n_cells; i++) {
		size_t first = 0;

		while (!text_same(plan->cells[first].fingerprint, plan->cells[i].fingerprint))
			first++;
		n += first == i;
	}
	return n;
}

static void
add_counted(struct buf *out, uint64_t n, const char *noun)
{
	buf_printf(out, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

void
plan_describe(const struct plan *plan, struct buf *out)
{
	size_t images = count_images(plan);
	const char *between = " = ";

	add_counted(out, plan->n_targets, "pool");
	if (images > 1)
		buf_printf(out, " x %zu images", images);
	buf_printf(out, " x %u x ", plan->count);
	add_counted(out, plan->rounds, "round");
	if (plan->most_rounds)
		buf_printf(out, " (up to %u, until it is good)", plan->most_rounds);
	for (const struct workload *const *w = workload_list(); *w; w++) {
		uint64_t n = count_workload(plan, (*w)->name) * plan->count * plan->rounds;

		if (n == 0)
			continue;
		buf_printf(out, "%s%" PRIu64 " %s", between, n, (*w)->name);
		between = ", ";
	}
	if (plan->warmup) {
		buf_puts(out, "; and ");
		add_counted(out, plan->warmup, "round");
		buf_puts(out, " to warm up");
	}
	if (plan->fill)
		buf_printf(out, "; %u MiB in each instance", plan->fill);
	if (plan->vm_size)
		buf_printf(out, "; root disks of %u MiB", plan->vm_size);
	buf_printf(out, "; names %s-*", plan->prefix);
}
