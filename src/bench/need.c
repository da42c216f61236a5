#include "bench/need.h"

#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "bench/workload.h"

#define MIB (UINT64_C(1) << 20)

/* What an instance takes of a pool before anything is written in it. */
static const struct driver {
	const char *name;
	bool clones; /* the image is there once, and an instance takes only this: */
	uint64_t each;
} drivers[] = {
	{ "btrfs", true, 1 * MIB }, { "zfs", true, 1 * MIB },  { "lvm", true, 16 * MIB },
	{ "ceph", true, 16 * MIB }, { "dir", false, 1 * MIB },
};

static const struct driver *
find_driver(const char *name)
{
	for (size_t i = 0; name && i < COUNTOF(drivers); i++)
		if (strcmp(name, drivers[i].name) == 0)
			return &drivers[i];
	return NULL;
}

/*
 * Roots that are there at once for each instance of a chain: itself, and what
 * the chain makes of it. Snapshots are all of one instance, as many as there
 * are instances. What is imported is unpacked, and shares nothing with the image.
 */
struct roots {
	uint64_t cloned, unpacked;
};

static struct roots
roots_of(const struct plan *plan, const struct chain *chain, size_t target)
{
	struct roots roots = { .cloned = 1 };

	for (size_t i = 0; i < chain->n_cells; i++) {
		const struct cell *cell = &plan->cells[chain->cells[i]];
		const struct workload *workload = workload_find(cell->workload);

		if (cell->target != target || !workload)
			continue;
		if (workload->unpacks)
			roots.unpacked++;
		else
			roots.cloned += workload->copies || workload->snapshots == SNAPSHOTS_MADE;
	}
	return roots;
}

static uint64_t
need_of_chain(const struct plan *plan, const struct driver *driver, struct roots roots,
	      uint64_t image)
{
	uint64_t fill = plan->fill * MIB, whole = image + fill + driver->each;

	if (!driver->clones)
		return plan->count * (roots.cloned + roots.unpacked) * whole;
	return image +
	       plan->count * (fill + roots.cloned * driver->each + roots.unpacked * whole);
}

uint64_t
need_least(const struct plan *plan, size_t target, uint64_t image)
{
	const struct driver *driver = find_driver(plan->targets[target].driver);
	uint64_t most;

	if (!known(image) || !driver)
		return UNKNOWN;
	most = need_of_chain(plan, driver, (struct roots){ .cloned = 1 }, image);
	for (size_t i = 0; i < plan->n_chains; i++) {
		struct roots roots = roots_of(plan, &plan->chains[i], target);
		uint64_t need = need_of_chain(plan, driver, roots, image);

		most = need > most ? need : most;
	}
	return most;
}
