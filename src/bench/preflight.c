#include "bench/preflight_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "bench/leftovers.h"
#include "bench/limits.h"
#include "bench/need.h"
#include "bench/space.h"
#include "bench/workload.h"
#include "sys/blockdev.h"
#include "sys/host.h"

#define BRIDGE_PORTS	 1000 /* of 1024; some are taken */
#define CONTAINER_MEMORY (32 * MIB)
#define VM_MEMORY	 (1024 * MIB)

void
findings_add(struct findings *findings, enum finding_level level, const char *remedy,
	     const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	findings->items =
		mem_grow(findings->items, findings->n, &findings->room, sizeof(*findings->items));
	findings->items[findings->n++] = (struct finding){ .level = level,
							   .text = xstrdup(text),
							   .remedy = xstrdup(remedy) };
}

/* ---- where a target is ---- */

const struct env_server *
preflight_server(const struct plan *plan, const struct env *env, size_t target)
{
	for (size_t i = 0; i < env->n_servers; i++)
		if (strcmp(env->servers[i].name, plan->targets[target].server) == 0)
			return &env->servers[i];
	return NULL;
}

const struct env_pool *
preflight_pool(const struct plan *plan, const struct env *env, size_t target)
{
	const struct env_server *server = preflight_server(plan, env, target);

	return server ? env_find_pool(server, plan->targets[target].pool) : NULL;
}

static bool
any_local(const struct plan *plan, const struct env *env)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct env_server *server = preflight_server(plan, env, i);

		if (server && server->local)
			return true;
	}
	return false;
}

static bool
any_vm(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].place == PLACE_VM)
			return true;
	return false;
}

/* ---- space ---- */

/* Images stay on a pool, chains come one after the other: the largest image tells. */
uint64_t
preflight_largest_image(const struct plan *plan, const struct env *env, size_t target)
{
	const struct env_server *server = preflight_server(plan, env, target);
	uint64_t largest = 0;

	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		const struct env_image *image;

		if (cell->target != target || !cell->fingerprint)
			continue;
		image = server ? env_find_image(server, cell->fingerprint) : NULL;
		if (!image || !known(image->size))
			return UNKNOWN;
		largest = image->size > largest ? image->size : largest;
	}
	return largest;
}

void
preflight_space(const struct plan *plan, const struct env *env, struct space_need *ret)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct env_pool *pool = preflight_pool(plan, env, i);
		struct space space = { UNKNOWN, UNKNOWN };
		uint64_t need = need_least(plan, i, preflight_largest_image(plan, env, i));

		if (pool)
			space = space_of_pool(pool->used, pool->total);
		ret[i] = (struct space_need){
			.target = i,
			.need = need,
			.free = space.free,
			.enough = !known(need) || !known(space.free) || need <= space.free,
		};
	}
}

static void
check_pool_space(struct findings *findings, const struct env_pool *pool,
		 const struct space_need *need)
{
	struct space space = space_of_pool(pool->used, pool->total);
	char needed[UNITS_LEN], left[UNITS_LEN];

	units_size(needed, need->need);
	units_size(left, need->free);
	if (space_is_low(space, pool->driver))
		findings_add(findings, FINDING_REFUSE, "make room on it",
			     "pool %s has only %s free", pool->name, left);
	else if (!need->enough)
		findings_add(findings, FINDING_REFUSE,
			     "fewer instances, a smaller image, or a larger pool",
			     "pool %s: %s are needed at least, %s are free", pool->name, needed,
			     left);
	else if (known(need->need) && known(need->free) && need->need > need->free / UNPACKED_TIMES)
		findings_add(
			findings, FINDING_WARN, "fewer instances",
			"pool %s may become full: %s packed, often %d times that unpacked, and %s are free",
			pool->name, needed, UNPACKED_TIMES, left);
}

/* A loop file is sparse: what the pool promises must still be found below it. */
static void
check_space_below(struct findings *findings, const struct env_server *server,
		  const struct env_pool *pool, const struct space_need *need)
{
	struct space below = space_below(server, pool);
	char needed[UNITS_LEN], left[UNITS_LEN];

	if (!known(below.free) || pool->backing == BACKING_FOLDER)
		return;
	units_size(needed, need->need);
	units_size(left, below.free);
	if (space_is_low(below, NULL))
		findings_add(findings, FINDING_REFUSE, "make room there",
			     "the disk below pool %s has only %s free", pool->name, left);
	else if (known(need->need) && need->need > below.free)
		findings_add(findings, FINDING_WARN, "make room there, or fewer instances",
			     "pool %s is a file, which may grow by %s, and the disk below has %s",
			     pool->name, needed, left);
}

static void
check_space(struct findings *findings, const struct plan *plan, const struct env *env)
{
	autofree_mem struct space_need *needs = xcalloc(plan->n_targets, sizeof(*needs));

	preflight_space(plan, env, needs);
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct env_pool *pool = preflight_pool(plan, env, i);

		if (!pool)
			continue;
		check_pool_space(findings, pool, &needs[i]);
		check_space_below(findings, preflight_server(plan, env, i), pool, &needs[i]);
	}
}

/* ---- the host ---- */

/* Instances that are there at the same time. */
static unsigned
count_at_once(const struct plan *plan)
{
	return plan->order == ORDER_RACE ? plan->count * (unsigned)plan->n_targets : plan->count;
}

static void
check_memory(struct findings *findings, const struct plan *plan)
{
	uint64_t need = (uint64_t)count_at_once(plan) * (any_vm(plan) ? VM_MEMORY : CONTAINER_MEMORY);
	uint64_t available = host_memory_available();
	char needed[UNITS_LEN], left[UNITS_LEN];

	if (known(available) && need > available)
		findings_add(findings, FINDING_WARN, "fewer instances",
			     "%u instances may take %s of memory, and %s are available",
			     count_at_once(plan), units_size(needed, need), units_size(left, available));
}

static void
check_limits(struct findings *findings, const struct plan *plan)
{
	autofree_mem struct limit_hit *hits = xcalloc(limits_max, sizeof(*hits));
	size_t n = limits_check("/proc/sys", count_at_once(plan), plan->network, hits);

	for (size_t i = 0; i < n; i++) {
		const struct limit_hit *hit = &hits[i];
		uint64_t set = hit->row->advised > hit->need ? hit->row->advised : hit->need;
		autofree_mem char *remedy = xasprintf("sysctl -w %s=%" PRIu64, hit->row->name, set);

		findings_add(findings, FINDING_WARN, remedy,
			     "%s is %" PRIu64 ", and %u whole systems need about %" PRIu64,
			     hit->row->name, hit->is, count_at_once(plan), hit->need);
	}
}

static void
check_bridge(struct findings *findings, const struct plan *plan)
{
	if (plan->network && count_at_once(plan) > BRIDGE_PORTS)
		findings_add(findings, FINDING_REFUSE, "fewer instances, or no network",
			     "a bridge has 1024 ports, and %u instances are to be on one",
			     count_at_once(plan));
}

/* ---- virtual machines ---- */

static void
check_vms(struct findings *findings, const struct plan *plan, const struct env *env)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct env_server *server = preflight_server(plan, env, i);
		const char *backend = server ? server->container_backend : NULL;

		if (!backend || strstr(backend, "qemu"))
			continue;
		findings_add(findings, FINDING_REFUSE,
			     "a machine with KVM and the module vhost_vsock, and the server's qemu",
			     "%s cannot make or start a virtual machine: it runs only %s",
			     server->name, backend);
		return;
	}
}

static void
check_vm_choices(struct findings *findings, const struct plan *plan)
{
	if (plan->fill)
		findings_add(findings, FINDING_REFUSE, "leave out --fill, or the virtual machines",
			     "nothing can be filled into a virtual machine from outside");
	if (plan->privileged)
		findings_add(findings, FINDING_NOTE, NULL,
			     "virtual machines are neither privileged nor not");
}

/* ---- what makes figures doubtful ---- */

static void
check_pools(struct findings *findings, const struct plan *plan, const struct env *env)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct env_server *server = preflight_server(plan, env, i);
		const struct env_pool *pool = preflight_pool(plan, env, i);

		if (!pool)
			continue;
		if (server->local && pool->device && blockdev_loop_dio(pool->device) == 0)
			findings_add(
				findings, FINDING_NOTE, NULL,
				"the loop device of pool %s has no direct I/O: its data is cached twice",
				pool->name);
		if (pool->backing == BACKING_REMOTE)
			findings_add(findings, FINDING_NOTE, NULL,
				     "pool %s is on other machines, which others use as well",
				     pool->name);
	}
}

static void
check_filling(struct findings *findings, const struct plan *plan)
{
	for (size_t i = 0; plan->fill && i < plan->n_cells; i++) {
		const struct workload *workload = workload_find(plan->cells[i].workload);

		if (!workload || !workload->empties)
			continue;
		findings_add(
			findings, FINDING_NOTE, NULL,
			"%s leaves roots as the image has them: what follows it is measured unfilled",
			workload->name);
		return;
	}
}

static void
check_order(struct findings *findings, const struct plan *plan)
{
	if (plan->order == ORDER_RACE && plan->n_targets > 1)
		findings_add(findings, FINDING_NOTE, "leave out --order race to compare pools",
			      "the pools race, %zu times %u ops in flight: such figures are for showing",
			      plan->n_targets, plan->parallel);
}

static void
check_governor(struct findings *findings, const struct env *env)
{
	if (env->host.governor && strcmp(env->host.governor, "powersave") == 0)
		findings_add(findings, FINDING_NOTE, "cpupower frequency-set -g performance",
			     "the CPU's governor is powersave: times spread more");
}

static void
check_other_runs(struct findings *findings)
{
	struct leftover *lists;
	size_t n = leftovers_lists(&lists);

	for (size_t i = 0; i < n; i++) {
		autofree_mem char *remedy = xasprintf("poolscope clean --run %s", lists[i].run);

		if (lists[i].live)
			findings_add(findings, FINDING_WARN, "wait for its end",
				     "run %s is going on: both will be marked as disturbed",
				     lists[i].run);
		else
			findings_add(findings, FINDING_NOTE, remedy,
				     "run %s may have left instances on %s", lists[i].run,
				     lists[i].server);
	}
	leftovers_free(lists, n);
}

/* ---- all of it ---- */

size_t
preflight_check(const struct plan *plan, const struct env *env, struct finding **ret)
{
	struct findings findings = { 0 };

	check_space(&findings, plan, env);
	preflight_archives(&findings, plan, env);
	check_bridge(&findings, plan);
	if (any_vm(plan)) {
		check_vms(&findings, plan, env);
		check_vm_choices(&findings, plan);
	} else if (plan->vm_size) {
		findings_add(&findings, FINDING_REFUSE, "leave out --vm-size",
			     "a root disk's size is asked for, but no virtual machine is made");
	}
	if (any_local(plan, env)) {
		check_memory(&findings, plan);
		check_limits(&findings, plan);
		check_governor(&findings, env);
	}
	check_pools(&findings, plan, env);
	check_filling(&findings, plan);
	check_order(&findings, plan);
	check_other_runs(&findings);
	*ret = findings.items;
	return findings.n;
}

void
preflight_free(struct finding *findings, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(findings[i].text);
		free(findings[i].remedy);
	}
	free(findings);
}
