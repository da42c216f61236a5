#include "bench/planner.h"

#include <string.h>
#include <sys/random.h>

#include "bench/workload.h"
#include "record/enough.h"
#include "record/naming.h"

/* Fits every JSON reader's numbers. */
#define SEED_MAX ((UINT64_C(1) << 53) - 1)

struct building {
	const struct choices *choices;
	const struct env *env;
	struct plan *plan;
};

/* ---- finding what was named ---- */

#define SANDBOX "sandbox:"
#define NAME_LEN 256

/* By its name, or as screens and --server call a sandbox, whose name is its socket's path. */
static const struct env_server *
find_server(const struct env *env, const char *name)
{
	const struct env_server *server = env_find_server(env, name);
	char called[NAME_LEN];

	if (strncmp(name, SANDBOX, strlen(SANDBOX)) == 0)
		name += strlen(SANDBOX);
	for (size_t i = 0; !server && i < env->n_servers; i++)
		if (strcmp(naming_server(env->servers[i].name, called, sizeof(called)), name) == 0)
			server = &env->servers[i];
	return server;
}

/* "SERVER:POOL": the server, and the pool's name at *pool. Either may hold colons. */
static const struct env_server *
split_pool(const struct env *env, const char **pool)
{
	const struct env_server *server = NULL;

	for (const char *colon = *pool; !server && (colon = strchr(colon, ':')); colon++) {
		autofree_mem char *name = xstrndup(*pool, (size_t)(colon - *pool));

		server = find_server(env, name);
		if (server)
			*pool = colon + 1;
	}
	return server;
}

static void
list_pools(const struct env_server *server, struct buf *list)
{
	for (size_t i = 0; i < server->n_pools; i++)
		buf_printf(list, "%s%s", i ? ", " : "", server->pools[i].name);
}

static void
list_images(const struct env_server *server, struct buf *list)
{
	char short_print[13];

	for (size_t i = 0; i < server->n_images; i++)
		buf_printf(list, "%s%s", i ? ", " : "",
			   env_image_name(&server->images[i], short_print));
}

static int
no_such_pool(const struct env_server *server, const char *name, struct err *err)
{
	autobuf list = { 0 };

	list_pools(server, &list);
	return err_set_kind(err, ERR_USAGE, "no pool \"%s\" on %s, which has %s", name,
			    server->name, list.len ? list.data : "none");
}

static int
find_pool(const struct env *env, const struct pool_choice *choice, const struct env_server **server,
	  const struct env_pool **pool, struct err *err)
{
	const struct env_server *named;
	const char *name = choice->pool;

	*server = choice->server ? find_server(env, choice->server) : &env->servers[0];
	if (!*server)
		return err_set_kind(err, ERR_USAGE, "no server \"%s\"", choice->server);
	*pool = env_find_pool(*server, name);
	if (!*pool && !choice->server && (named = split_pool(env, &name))) {
		*server = named;
		*pool = env_find_pool(named, name);
	}
	if (!*pool)
		return no_such_pool(*server, name, err);
	if ((*pool)->unusable)
		return err_set_kind(err, ERR_REFUSED, "pool %s of %s cannot be used: %s",
				    (*pool)->name, (*server)->name, (*pool)->unusable);
	return 0;
}

/* The call that fetches it to there; none where a shell would not take it as it stands. */
static void
add_fetch(const struct env_server *server, const char *name, struct buf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-";
	bool lxd = server->kind && strcmp(server->kind, "lxd") == 0;
	bool elsewhere = server->project && strcmp(server->project, "default") != 0;
	const char *slash = strrchr(server->name, '/');
	bool path = slash != NULL;

	if (name[strspn(name, plain)] || *name == '-' || server->name[strspn(server->name, plain)] ||
	    (path && strcmp(slash, "/unix.socket") != 0))
		return;
	buf_puts(out, "; to fetch one: ");
	if (path)
		buf_printf(out, "%s=%.*s ", lxd ? "LXD_DIR" : "INCUS_DIR",
			   (int)(slash - server->name), server->name);
	buf_printf(out, "%s image copy images:%s %s: --alias %s", lxd ? "lxc" : "incus", name,
		   path ? "local" : server->name, name);
	if (elsewhere)
		buf_printf(out, " --target-project %s", server->project);
}

static int
no_such_image(const struct env_server *server, const char *name, struct err *err)
{
	autobuf list = { 0 }, fetch = { 0 };

	list_images(server, &list);
	add_fetch(server, name, &fetch);
	return err_set_kind(err, ERR_USAGE, "no image \"%s\" on %s, which has %s%s", name,
			    server->name, list.len ? list.data : "none", buf_text(&fetch));
}

/* ---- cells ---- */

/* image NULL: an empty virtual machine. */
static size_t
add_cell(struct plan *plan, size_t target, const struct env_image *image,
	 const struct chosen *chosen)
{
	char short_print[13];
	struct cell cell = {
		.target = target,
		.image = image ? (char *)env_image_name(image, short_print) : NULL,
		.fingerprint = image ? image->fingerprint : NULL,
		.workload = (char *)chosen->workload->name,
		.variant = *chosen->variant ? (char *)chosen->variant : NULL,
		.place = !image || image->vm ? PLACE_VM : PLACE_CONTAINER,
	};

	return plan_add_cell(plan, &cell);
}

/* ---- to which pool ---- */

/* The chosen pool behind this one on the same server, or the first; NULL: there is no other. */
static const struct env_pool *
next_pool(const struct building *building, const struct env_server *on, const struct env_pool *from)
{
	const struct choices *choices = building->choices;
	const struct env_pool *first = NULL;
	bool passed = false;

	for (size_t i = 0; i < choices->n_pools; i++) {
		const struct env_server *server;
		const struct env_pool *pool;
		struct err err;

		if (find_pool(building->env, &choices->pools[i], &server, &pool, &err) < 0 ||
		    server != on)
			continue;
		if (passed && pool != from)
			return pool;
		if (pool == from)
			passed = true;
		else if (!first)
			first = pool;
	}
	return first;
}

static const struct env_pool *
named_pool(const struct env_server *server, const char *name, const struct env_pool *from,
	   struct err *err)
{
	const struct env_pool *pool = env_find_pool(server, name);

	if (!pool) {
		no_such_pool(server, name, err);
		return NULL;
	}
	if (pool == from || pool->unusable) {
		err_set_kind(err, ERR_USAGE, "nothing can be moved from pool %s to %s: %s",
			     from->name, name, pool == from ? "it is the same" : pool->unusable);
		return NULL;
	}
	return pool;
}

/* A workload that goes to another pool gets its name as the variant. */
static int
find_way(const struct building *building, size_t target, struct chosen *chosen, struct err *err)
{
	const struct target *at = &building->plan->targets[target];
	const struct env_server *server = find_server(building->env, at->server);
	const struct env_pool *from = env_find_pool(server, at->pool), *to;

	if (*chosen->variant)
		return named_pool(server, chosen->variant, from, err) ? 0 : -1;
	to = next_pool(building, server, from);
	if (!to || strlen(to->name) >= sizeof(chosen->variant))
		return err_set_kind(
			err, ERR_USAGE,
			"%s needs a second pool on %s: choose one more, or name it, as in %s:POOL",
			chosen->workload->name, server->name, chosen->workload->name);
	strcpy(chosen->variant, to->name);
	return 0;
}

/* ---- chains ---- */

/* Whether it can be done with this image, and where it goes. */
static int
settle_chosen(const struct building *building, size_t target, const struct env_image *image,
	      struct chosen *chosen, struct err *err)
{
	if (!image && chosen->workload->leaves == INSTANCES_RUNNING)
		return err_set_kind(err, ERR_USAGE,
				    "%s: an empty virtual machine has nothing to start",
				    chosen->workload->name);
	return chosen->workload->elsewhere ? find_way(building, target, chosen, err) : 0;
}

static int
add_chain(struct building *building, size_t target, const struct env_image *image,
	  const char *names, struct err *err)
{
	const struct chosen making_ready = { .workload = workload_find("prime") };
	struct chosen chosen[CHAIN_MAX];
	size_t cells[CHAIN_MAX], prime;
	int n = workload_parse_chain(names, chosen, err);

	if (n < 0)
		return -1;
	for (int i = 0; i < n; i++)
		if (settle_chosen(building, target, image, &chosen[i], err) < 0)
			return -1;
	prime = image ? add_cell(building->plan, target, image, &making_ready) : NO_CELL;
	for (int i = 0; i < n; i++)
		cells[i] = add_cell(building->plan, target, image, &chosen[i]);
	plan_add_chain(building->plan, cells, (size_t)n, prime);
	return 0;
}

static int
add_image(struct building *building, const struct env_server *server, size_t target,
	  const char *name, struct err *err)
{
	const struct choices *choices = building->choices;
	bool empty = strcmp(name, EMPTY_VM) == 0;
	const struct env_image *image = empty ? NULL : env_find_image(server, name);

	if (!image && !empty)
		return no_such_image(server, name, err);
	for (size_t i = 0; i < choices->n_chains; i++)
		if (add_chain(building, target, image, choices->chains[i], err) < 0)
			return -1;
	return 0;
}

static bool
has_target(const struct plan *plan, const struct env_server *server, const struct env_pool *pool)
{
	for (size_t i = 0; i < plan->n_targets; i++)
		if (strcmp(plan->targets[i].server, server->name) == 0 &&
		    strcmp(plan->targets[i].pool, pool->name) == 0)
			return true;
	return false;
}

static int
add_pool(struct building *building, const struct pool_choice *choice, struct err *err)
{
	const struct choices *choices = building->choices;
	const struct env_server *server;
	const struct env_pool *pool;
	size_t target;

	if (find_pool(building->env, choice, &server, &pool, err) < 0)
		return -1;
	if (has_target(building->plan, server, pool))
		return 0;
	target = plan_add_target(building->plan, server->name, NULL, pool->name, pool->driver);
	for (size_t i = 0; i < choices->n_images; i++)
		if (add_image(building, server, target, choices->images[i], err) < 0)
			return -1;
	return 0;
}

/* ---- the whole ---- */

static uint64_t
new_seed(void)
{
	uint64_t seed = 0;

	while (seed == 0)
		if (getrandom(&seed, sizeof(seed), 0) == sizeof(seed))
			seed &= SEED_MAX;
	return seed;
}

/* What there is to choose from, on the first server. */
static int
none_chosen(const struct env *env, const char *what,
	    void (*list_all)(const struct env_server *, struct buf *), struct err *err)
{
	autobuf list = { 0 };

	list_all(&env->servers[0], &list);
	return err_set_kind(err, ERR_USAGE, "no %s is chosen; %s has %s", what,
			    env->servers[0].name, list.len ? list.data : "none");
}

static int
check_choices(const struct choices *choices, const struct env *env, struct err *err)
{
	if (env->n_servers == 0)
		return err_set_kind(err, ERR_UNREACHABLE, "no server is connected");
	if (choices->n_pools == 0)
		return none_chosen(env, "pool", list_pools, err);
	if (choices->n_images == 0)
		return none_chosen(env, "image", list_images, err);
	if (choices->n_chains == 0)
		return err_set_kind(err, ERR_USAGE, "no workload is chosen");
	if (choices->count == 0 || (choices->rounds == 0 && !choices->until_good))
		return err_set_kind(err, ERR_USAGE,
				    "at least one instance and one round are needed");
	return 0;
}

static struct plan *
plan_from_numbers(const struct choices *choices, const struct env *env, const char *run)
{
	struct plan *plan = xcalloc(1, sizeof(*plan));

	plan->count = choices->count;
	plan->parallel = choices->parallel ? choices->parallel : env->host.cpus;
	if (plan->parallel == 0)
		plan->parallel = 1;
	plan->rounds = choices->until_good ? ENOUGH_EVERY : choices->rounds;
	plan->most_rounds = choices->until_good ? ENOUGH_MOST : 0;
	plan->warmup = choices->warmup;
	plan->batch = choices->batch;
	plan->privileged = choices->privileged;
	plan->network = choices->network;
	plan->fill = choices->fill;
	plan->vm_size = choices->vm_size;
	plan->order = choices->order;
	plan->seed = choices->seed ? choices->seed : new_seed();
	plan->prefix = xasprintf(PLAN_PREFIX "%s", run);
	plan->archives = xstrdup(choices->archives);
	return plan;
}

int
plan_build(const struct choices *choices, const struct env *env, const char *run, struct plan **ret,
	   struct err *err)
{
	autofree(plan) plan = NULL;
	struct building building = { .choices = choices, .env = env };

	if (check_choices(choices, env, err) < 0)
		return -1;
	building.plan = plan = plan_from_numbers(choices, env, run);
	for (size_t i = 0; i < choices->n_pools; i++)
		if (add_pool(&building, &choices->pools[i], err) < 0)
			return -1;
	*ret = steal(plan);
	return 0;
}
