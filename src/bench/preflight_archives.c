/*
 * preflight_archives.c - an archive is not on the pool that is measured: the
 * server writes it where its backups are, which is often the system's own disk,
 * and there it grows unseen until that disk is full. Where a pool's folder or
 * file is on that disk too, what the instances take is added up with it.
 */
#include <string.h>

#include "base/units.h"
#include "base/xdg.h"
#include "bench/need.h"
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

/* Bytes that are needed at one place. */
struct need {
	uint64_t bytes;
	const char *beside; /* the pool on the same disk, which is in it; NULL: none is */
};

/* Where the path is: the disk below a pool's folder or file, or the pool that has the volume "POOL/VOLUME". */
static bool
is_on_disk_of(const struct env_server *server, const struct env_pool *pool, const char *path)
{
	size_t len = strcspn(path, "/");

	if (*path != '/')
		return strlen(pool->name) == len && strncmp(path, pool->name, len) == 0;
	return server->local && pool->source && *pool->source == '/' &&
	       (pool->backing == BACKING_FOLDER || pool->backing == BACKING_LOOP) &&
	       space_is_one(pool->source, path);
}

/* So many bytes of archives at this place, and what the cell's instances take of it as well. */
static struct need
with_pool(const struct plan *plan, const struct env *env, const struct cell *cell, uint64_t archives,
	  const char *path)
{
	const struct env_server *server = preflight_server(plan, env, cell->target);
	const struct env_pool *pool = preflight_pool(plan, env, cell->target);
	uint64_t image = preflight_largest_image(plan, env, cell->target);
	uint64_t instances = need_least(plan, cell->target, image);

	if (!known(archives) || archives == 0 || !pool || !is_on_disk_of(server, pool, path) ||
	    !known(instances))
		return (struct need){ archives, NULL };
	return (struct need){ archives + instances, pool->name };
}

static void
raise(struct need *most, struct need to)
{
	if (known(to.bytes) && to.bytes > most->bytes)
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
	   struct need need, struct space space)
{
	char needed[UNITS_LEN], left[UNITS_LEN];

	if (!known(space.free) || need.bytes <= space.free / UNPACKED_TIMES)
		return;
	units_size(needed, need.bytes);
	units_size(left, space.free);
	findings_add(findings, need.bytes > space.free ? FINDING_REFUSE : FINDING_WARN, remedy,
		     "%s (%s)%s%s: %s are needed at least, and %s are free", what, where,
		     need.beside ? ", on the disk of pool " : "", need.beside ? need.beside : "",
		     needed, left);
}

static void
check_server(struct findings *findings, const struct plan *plan, const struct env *env,
	     const struct env_server *server)
{
	struct need most = { 0 };

	if (!server->backups)
		return;
	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		uint64_t archives = size_of(plan, env, cell, archives_of_cell(plan, cell).at_once);

		if (preflight_server(plan, env, cell->target) == server)
			raise(&most, with_pool(plan, env, cell, archives, server->backups));
	}
	check_room(findings, "where the server writes backups", server->backups,
		   "fewer instances, or storage.backups_volume on a larger pool", most,
		   space_of_backups(server));
}

/* What is exported, the server's own copy of it and what it is exported from, where all are on one disk. */
static struct need
kept_beside(const struct plan *plan, const struct env *env, uint64_t kept)
{
	struct need most = { kept, NULL };

	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		const struct env_server *server = preflight_server(plan, env, cell->target);
		struct archives archives = archives_of_cell(plan, cell);
		uint64_t on_server = size_of(plan, env, cell, archives.at_once);
		bool one = server && server->local && server->backups &&
			   *server->backups == '/' && space_is_one(server->backups, plan->archives);

		if (archives.kept && known(on_server))
			raise(&most, with_pool(plan, env, cell, kept + (one ? on_server : 0),
					       plan->archives));
	}
	return most;
}

/* Of our own files the largest of a time counts, of those that stay all. */
static void
check_our_files(struct findings *findings, const struct plan *plan, const struct env *env)
{
	autofree_mem char *folder = xdg_state(NULL);
	struct need most = { 0 };
	uint64_t kept = 0;

	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		struct archives archives = archives_of_cell(plan, cell);
		uint64_t stay = size_of(plan, env, cell, archives.kept);

		raise(&most, with_pool(plan, env, cell, size_of(plan, env, cell, archives.ours),
				       folder));
		kept += known(stay) ? stay : 0;
	}
	check_room(findings, "where the archive to import lies", folder, "make room there", most,
		   space_of_nearest(folder));
	if (plan->archives)
		check_room(findings, "where exports are to be kept", plan->archives,
			   "another folder, or fewer instances or rounds",
			   kept_beside(plan, env, kept),
			   space_of_nearest(plan->archives));
}

void
preflight_archives(struct findings *findings, const struct plan *plan, const struct env *env)
{
	for (size_t i = 0; i < env->n_servers; i++)
		check_server(findings, plan, env, &env->servers[i]);
	check_our_files(findings, plan, env);
}
