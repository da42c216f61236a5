#include "bench/choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/units.h"

#define DEFAULT_CHAIN "launch,delete"

/* ---- a list of texts ---- */

static bool
list_find(char *const *list, size_t n, const char *text, size_t *at)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i], text) == 0) {
			*at = i;
			return true;
		}
	}
	return false;
}

static void
list_add(char ***list, size_t *n, const char *text)
{
	*list = xrealloc(*list, *n + 1, sizeof(**list));
	(*list)[(*n)++] = xstrdup(text);
}

static void
list_drop(char **list, size_t *n, size_t at)
{
	free(list[at]);
	memmove(&list[at], &list[at + 1], (--*n - at) * sizeof(*list));
}

static void
list_free(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

/* ---- pools ---- */

static void
add_pool(struct choices *choices, const char *server, const char *pool)
{
	choices->pools = xrealloc(choices->pools, choices->n_pools + 1, sizeof(*choices->pools));
	choices->pools[choices->n_pools++] =
		(struct pool_choice){ .server = xstrdup(server), .pool = xstrdup(pool) };
}

/* A choice without a server is of the first one, whatever that is called. */
static bool
find_pool(const struct choices *choices, const char *server, const char *pool, size_t *at)
{
	for (size_t i = 0; i < choices->n_pools; i++) {
		const struct pool_choice *choice = &choices->pools[i];

		if (strcmp(choice->pool, pool) != 0)
			continue;
		if (!server || !choice->server || strcmp(choice->server, server) == 0) {
			*at = i;
			return true;
		}
	}
	return false;
}

bool
choices_has_pool(const struct choices *choices, const char *server, const char *pool)
{
	size_t at;

	return find_pool(choices, server, pool, &at);
}

void
choices_toggle_pool(struct choices *choices, const char *server, const char *pool)
{
	size_t at;

	if (!find_pool(choices, server, pool, &at)) {
		add_pool(choices, server, pool);
		return;
	}
	free(choices->pools[at].server);
	free(choices->pools[at].pool);
	memmove(&choices->pools[at], &choices->pools[at + 1],
		(--choices->n_pools - at) * sizeof(*choices->pools));
}

/* ---- images ---- */

bool
choices_has_image(const struct choices *choices, const char *image)
{
	size_t at;

	return list_find(choices->images, choices->n_images, image, &at);
}

void
choices_toggle_image(struct choices *choices, const char *image)
{
	size_t at;

	if (list_find(choices->images, choices->n_images, image, &at))
		list_drop(choices->images, &choices->n_images, at);
	else
		list_add(&choices->images, &choices->n_images, image);
}

/* ---- chains ---- */

const char *
choices_chain(const struct choices *choices, size_t chain)
{
	return chain < choices->n_chains ? choices->chains[chain] : "";
}

void
choices_set_chain(struct choices *choices, size_t chain, const char *text)
{
	bool there = chain < choices->n_chains;

	if (there && !*text) {
		list_drop(choices->chains, &choices->n_chains, chain);
	} else if (there) {
		free(choices->chains[chain]);
		choices->chains[chain] = xstrdup(text);
	} else if (*text) {
		list_add(&choices->chains, &choices->n_chains, text);
	}
}

/* ---- from the options ---- */

static bool
names_server(const char *pool, char *const *servers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(servers[i]);

		if (strncmp(pool, servers[i], len) == 0 && pool[len] == ':')
			return true;
	}
	return false;
}

/* A pool stands for one on each of the servers, unless it says which. */
static void
take_pools(struct choices *choices, const struct options *options)
{
	char *const *servers, *const *pools;
	size_t n_servers = options_list(options, OPT_SERVER, &servers);
	size_t n_pools = options_list(options, OPT_POOL, &pools);

	for (size_t i = 0; i < n_pools; i++) {
		if (n_servers < 2 || names_server(pools[i], servers, n_servers)) {
			add_pool(choices, NULL, pools[i]);
			continue;
		}
		for (size_t s = 0; s < n_servers; s++)
			add_pool(choices, servers[s], pools[i]);
	}
}

static void
take_list(const struct options *options, enum option_id id, char ***list, size_t *n)
{
	char *const *given;
	size_t n_given = options_list(options, id, &given);

	for (size_t i = 0; i < n_given; i++)
		list_add(list, n, given[i]);
}

static void
take_preset(struct choices *choices, const char *name)
{
	for (size_t i = 0; i < n_preset_rows; i++) {
		if (strcmp(preset_rows[i].name, name) != 0)
			continue;
		choices->count = preset_rows[i].count;
		choices->rounds = preset_rows[i].rounds;
	}
}

static void
take_number(const struct options *options, enum option_id id, unsigned *ret)
{
	if (options_given(options, id))
		*ret = (unsigned)options_number(options, id);
}

/* A size in whole MiB; 0 where it is not given. */
static int
take_size(const struct options *options, enum option_id id, unsigned *ret, struct err *err)
{
	const char *text = options_text(options, id);
	const uint64_t mib = UINT64_C(1) << 20;
	uint64_t bytes = 0;

	if (text && (units_parse_size(text, &bytes) < 0 || bytes % mib || bytes == 0 ||
		     bytes / mib > PLAN_MIB_MAX))
		return err_set_kind(err, ERR_USAGE,
				    "--%s is a size in whole MiB, such as 256MiB, not \"%s\"",
				    option_rows[id].name, text);
	*ret = (unsigned)(bytes / mib);
	return 0;
}

static int
take_order(struct choices *choices, const char *name, struct err *err)
{
	for (enum plan_order order = 0; order <= ORDER_RACE; order++) {
		if (strcmp(plan_order_name(order), name) == 0) {
			choices->order = order;
			return 0;
		}
	}
	return err_set_kind(err, ERR_USAGE, "no order \"%s\"", name);
}

int
choices_from_options(const struct options *options, struct choices *ret, struct err *err)
{
	struct choices choices = {
		.warmup = (unsigned)options_number(options, OPT_WARMUP),
		.until_good = options_flag(options, OPT_UNTIL_GOOD),
		.batch = options_flag(options, OPT_BATCH),
		.privileged = options_flag(options, OPT_PRIVILEGED),
		.network = options_flag(options, OPT_NETWORK),
	};

	if (take_order(&choices, options_text(options, OPT_ORDER), err) < 0 ||
	    take_size(options, OPT_FILL, &choices.fill, err) < 0 ||
	    take_size(options, OPT_VM_SIZE, &choices.vm_size, err) < 0)
		return -1;
	take_preset(&choices, options_text(options, OPT_PRESET));
	take_number(options, OPT_COUNT, &choices.count);
	take_number(options, OPT_ROUNDS, &choices.rounds);
	take_number(options, OPT_PARALLEL, &choices.parallel);
	if (options_given(options, OPT_SEED))
		choices.seed = options_number(options, OPT_SEED);
	choices.label = xstrdup(options_text(options, OPT_LABEL));
	choices.archives = xstrdup(options_text(options, OPT_ARCHIVES));
	take_pools(&choices, options);
	take_list(options, OPT_IMAGE, &choices.images, &choices.n_images);
	take_list(options, OPT_WORKLOAD, &choices.chains, &choices.n_chains);
	if (choices.n_chains == 0)
		list_add(&choices.chains, &choices.n_chains, DEFAULT_CHAIN);
	if (options_flag(options, OPT_FREEZE))
		choices_freeze(&choices);

	*ret = choices;
	return 0;
}

static void
add_first_image(struct choices *choices, const struct env_server *server)
{
	for (size_t i = 0; i < server->n_images && choices->n_images == 0; i++) {
		const struct env_image *image = &server->images[i];

		if (!image->vm)
			choices_toggle_image(choices,
					     image->alias ? image->alias : image->fingerprint);
	}
}

static void
add_usable_pools(struct choices *choices, const struct env_server *server)
{
	for (size_t i = 0; i < server->n_pools; i++)
		if (!server->pools[i].unusable)
			choices_toggle_pool(choices, server->name, server->pools[i].name);
}

void
choices_fill_in(struct choices *choices, const struct env *env)
{
	bool no_pools = choices->n_pools == 0;

	for (size_t i = 0; i < env->n_servers; i++) {
		add_first_image(choices, &env->servers[i]);
		if (no_pools)
			add_usable_pools(choices, &env->servers[i]);
	}
	if (choices->parallel == 0)
		choices->parallel = env->host.cpus;
}

void
choices_wipe(struct choices *choices)
{
	for (size_t i = 0; i < choices->n_pools; i++) {
		free(choices->pools[i].server);
		free(choices->pools[i].pool);
	}
	free(choices->pools);
	list_free(choices->images, choices->n_images);
	list_free(choices->chains, choices->n_chains);
	free(choices->label);
	free(choices->archives);
	*choices = (struct choices){ 0 };
}
