/*
 * preflight_archives.c - an archive is not on the pool that is measured: the
 * server writes it where its backups are, which is often the system's own disk,
 * and there it grows unseen until that disk is full.
 */
#include <string.h>

#include "base/units.h"
#include "base/xdg.h"
#include "bench/preflight_parts.h"
#include "bench/space.h"

/* How many there are. */
struct archives {
	uint64_t at_once; /* on the server */
	uint64_t ours;	  /* in a file of ours, at once */
	uint64_t kept;	  /* in files that stay */
};

static struct archives
archives_of_cell(const struct plan *plan, const struct cell *cell)
{
	if (strcmp(cell->workload, "export") == 0)
		return (struct archives){
			.at_once = plan->count,
			.kept = plan->archives ? (uint64_t)plan->count * plan_all_rounds(plan) : 0,
		};
	if (strcmp(cell->workload, "import") == 0)
		return (struct archives){ .at_once = plan->parallel, .ours = 1 };
	return (struct archives){ 0 };
}

/* Exports are of the image, unpacked, and of what was filled in: at least as large as these. */
static uint64_t
size_of(const struct plan *plan, const struct env *env, const struct cell *cell, uint64_t n)
{
	uint64_t image = preflight_largest_image(plan, env, cell->target);
	uint64_t one = image + plan->fill * MIB;

	return known(image) && (n == 0 || one < UNKNOWN / n) ? one * n : UNKNOWN;
}

static void
raise(uint64_t *most, uint64_t to)
{
	if (known(to) && to > *most)
		*most = to;
}

/* A folder of this host, or the volume of a pool. */
static struct space
space_of_backups(const struct env_server *server)
{
	autofree_mem char *name = NULL;
	const struct env_pool *pool;

	if (*server->backups == '/')
		return space_of_path(server->backups);
	name = xstrndup(server->backups, strcspn(server->backups, "/"));
	pool = env_find_pool(server, name);
	return pool ? space_of_pool(pool->used, pool->total) : (struct space){ UNKNOWN, UNKNOWN };
}

static void
check_room(struct findings *findings, const char *what, const char *where, const char *remedy,
	   uint64_t need, struct space space)
{
	char needed[UNITS_LEN], left[UNITS_LEN];

	if (!known(need) || !known(space.free) || need <= space.free / UNPACKED_TIMES)
		return;
	units_size(needed, need);
	units_size(left, space.free);
	findings_add(findings, need > space.free ? FINDING_REFUSE : FINDING_WARN, remedy,
		     "%s (%s): %s are needed at least, and %s are free", what, where, needed, left);
}

static void
check_server(struct findings *findings, const struct plan *plan, const struct env *env,
	     const struct env_server *server)
{
	uint64_t most = 0;

	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];

		if (preflight_server(plan, env, cell->target) == server)
			raise(&most,
			      size_of(plan, env, cell, archives_of_cell(plan, cell).at_once));
	}
	if (server->backups)
		check_room(findings, "where the server writes backups", server->backups,
			   "fewer instances, or storage.backups_volume on a larger pool", most,
			   space_of_backups(server));
}

/* Of our own files the largest of a time counts, of those that stay all. */
static void
check_our_files(struct findings *findings, const struct plan *plan, const struct env *env)
{
	autofree_mem char *folder = xdg_state(NULL);
	uint64_t most = 0, kept = 0;

	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		struct archives archives = archives_of_cell(plan, cell);
		uint64_t stay = size_of(plan, env, cell, archives.kept);

		raise(&most, size_of(plan, env, cell, archives.ours));
		kept += known(stay) ? stay : 0;
	}
	check_room(findings, "where the archive to import lies", folder, "make room there", most,
		   space_of_nearest(folder));
	if (plan->archives)
		check_room(findings, "where exports are to be kept", plan->archives,
			   "another folder, or fewer instances or rounds", kept,
			   space_of_nearest(plan->archives));
}

void
preflight_archives(struct findings *findings, const struct plan *plan, const struct env *env)
{
	for (size_t i = 0; i < env->n_servers; i++)
		check_server(findings, plan, env, &env->servers[i]);
	check_our_files(findings, plan, env);
}
