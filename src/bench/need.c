#include "bench/need.h"

#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "bench/workload.h"

#define MIB (UINT64_C(1) << 20)

/* What an instance takes of a pool before anything is written in it. */
static const struct {
	const char *driver;
	bool clones; /* the image is there once, and an instance takes only this: */
	uint64_t each;
} drivers[] = {
	{ "btrfs", true, 1 * MIB }, { "zfs", true, 1 * MIB },  { "lvm", true, 16 * MIB },
	{ "ceph", true, 16 * MIB }, { "dir", false, 1 * MIB },
};

/*
 * Roots that are there at once: the instances, and of each what a chain makes
 * of it. Snapshots are all of one instance, as many as there are instances.
 */
static uint64_t
count_roots(const struct plan *plan, size_t target)
{
	uint64_t most = 1;

	for (size_t c = 0; c < plan->n_chains; c++) {
		const struct chain *chain = &plan->chains[c];
		uint64_t roots = 1;

		for (size_t i = 0; i < chain->n_cells; i++) {
			const struct cell *cell = &plan->cells[chain->cells[i]];
			const struct workload *workload = workload_find(cell->workload);

			if (cell->target == target && workload)
				roots += workload->copies || workload->snapshots == SNAPSHOTS_MADE;
		}
		most = roots > most ? roots : most;
	}
	return most * plan->count;
}

uint64_t
need_least(const struct plan *plan, size_t target, uint64_t image)
{
	const char *driver = plan->targets[target].driver;
	uint64_t roots = count_roots(plan, target), fill = plan->fill * MIB;

	if (!known(image))
		return UNKNOWN;
	for (size_t i = 0; i < COUNTOF(drivers); i++)
		if (driver && strcmp(driver, drivers[i].driver) == 0)
			return drivers[i].clones
				       ? image + roots * drivers[i].each + plan->count * fill
				       : roots * (image + fill + drivers[i].each);
	return UNKNOWN;
}
