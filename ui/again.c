#include "again.h"

#include <stdlib.h>
#include <string.h>

#include "bench/workload.h"
#include "names.h"

/* Names of one kind that were looked for in vain. */
struct missing {
	struct buf names;
	size_t n;
};
#define automissing __attribute__((cleanup(missing_wipe))) struct missing

static void
missing_wipe(struct missing *missing)
{
	buf_wipe(&missing->names);
}

static void
add_missing(struct missing *missing, const char *name)
{
	buf_printf(&missing->names, " %s", name);
	missing->n++;
}

/* "pools zfs lvm"; where none is left: "pool zfs (as before)" */
static void
tell_missing(const struct missing *missing, const char *what, bool stay, struct buf *told)
{
	if (missing->n)
		buf_printf(told, "%s%s%s%s%s", told->len ? ", " : "", what,
			   missing->n > 1 ? "s" : "", buf_text(&missing->names),
			   stay ? " (as before)" : "");
}

/* ---- pools ---- */

static bool
can_be_used(const struct env_server *server, const char *pool)
{
	const struct env_pool *it = env_find_pool(server, pool);

	return it && !it->unusable;
}

/* Where the pool is now; NULL: nowhere. */
static const struct env_server *
place_of(const struct pool_choice *choice, const struct env *env)
{
	const struct env_server *server = env_find_server(env, choice->server);

	if (server)
		return can_be_used(server, choice->pool) ? server : NULL;
	for (size_t i = 0; i < env->n_servers; i++)
		if (can_be_used(&env->servers[i], choice->pool))
			return &env->servers[i];
	return NULL;
}

/* Each server that is not here, once. */
static void
tell_servers(const struct choices *choices, const struct env *env, struct buf *told)
{
	automissing missing = { 0 };
	char name[SHOWN_NAME];

	for (size_t i = 0; i < choices->n_pools; i++) {
		const char *server = choices->pools[i].server;
		bool told_before = i > 0 && choices->pools[i - 1].server &&
				   strcmp(choices->pools[i - 1].server, server) == 0;

		if (server && !told_before && !env_find_server(env, server))
			add_missing(&missing, names_server(server, name));
	}
	tell_missing(&missing, "server", false, told);
}

static void
fit_pools(struct choices *choices, const struct choices *before, const struct env *env,
	  struct buf *told)
{
	struct choices fitted = { 0 };
	automissing missing = { 0 };

	tell_servers(choices, env, told);
	for (size_t i = 0; i < choices->n_pools; i++) {
		const struct pool_choice *choice = &choices->pools[i];
		const struct env_server *server = place_of(choice, env);

		if (!server)
			add_missing(&missing, choice->pool);
		else if (!choices_has_pool(&fitted, server->name, choice->pool))
			choices_toggle_pool(&fitted, server->name, choice->pool);
	}
	while (choices->n_pools)
		choices_toggle_pool(choices, choices->pools[0].server, choices->pools[0].pool);
	tell_missing(&missing, "pool", fitted.n_pools == 0, told);
	for (size_t i = 0; i < fitted.n_pools; i++)
		choices_toggle_pool(choices, fitted.pools[i].server, fitted.pools[i].pool);
	for (size_t i = 0; fitted.n_pools == 0 && i < before->n_pools; i++)
		choices_toggle_pool(choices, before->pools[i].server, before->pools[i].pool);
	choices_wipe(&fitted);
}

/* ---- images and chains ---- */

/* Each pool is measured with each image. */
static bool
is_everywhere(const char *image, const struct choices *choices, const struct env *env)
{
	for (size_t i = 0; i < choices->n_pools; i++) {
		const struct env_server *server = env_find_server(env, choices->pools[i].server);

		if (!env_find_image(server ? server : &env->servers[0], image))
			return false;
	}
	return true;
}

static void
fit_images(struct choices *choices, const struct choices *before, const struct env *env,
	   struct buf *told)
{
	automissing missing = { 0 };

	for (size_t i = choices->n_images; i-- > 0;) {
		const char *image = choices->images[i];

		if (strcmp(image, EMPTY_VM) == 0 || is_everywhere(image, choices, env))
			continue;
		add_missing(&missing, image);
		choices_toggle_image(choices, image);
	}
	tell_missing(&missing, "image", choices->n_images == 0, told);
	if (choices->n_images)
		return;
	for (size_t i = 0; i < before->n_images; i++)
		choices_toggle_image(choices, before->images[i]);
}

/* Others have measured what we have no workload for. */
static void
fit_chains(struct choices *choices, const struct choices *before, struct buf *told)
{
	automissing missing = { 0 };
	struct chosen chosen[CHAIN_MAX];
	struct err ignored;

	for (size_t i = choices->n_chains; i-- > 0;) {
		const char *chain = choices->chains[i];

		if (workload_parse_chain(chain, chosen, &ignored) >= 0)
			continue;
		add_missing(&missing, chain);
		choices_set_chain(choices, i, "");
	}
	tell_missing(&missing, "workload", choices->n_chains == 0, told);
	if (choices->n_chains)
		return;
	for (size_t i = 0; i < before->n_chains; i++)
		choices_set_chain(choices, i, before->chains[i]);
}

void
again_fit(struct choices *choices, const struct choices *before, const struct env *env,
	  struct buf *told)
{
	if (env->n_servers == 0)
		return;
	fit_pools(choices, before, env, told);
	fit_images(choices, before, env, told);
	fit_chains(choices, before, told);
	choices_fill_in(choices, env);
}
