/* What differs around the runs that are compared: a row a fact. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/compare.h"

/* What a member is, and when it tells nothing. */
enum fact_type {
	FACT_TEXT,    /* char *; NULL */
	FACT_PRINT,   /* the same, of which 12 digits tell it from others */
	FACT_SEEN,    /* char *; NULL: none was seen where we looked, that is, in runs of ours */
	FACT_FLAG,    /* bool; of runs that are not ours */
	FACT_NUMBER,  /* unsigned; 0 */
	FACT_MIB,     /* unsigned, MiB; none is known too */
	FACT_COUNT,   /* size_t; SIZE_MAX */
	FACT_SIZE,    /* uint64_t, bytes; UNKNOWN */
	FACT_KIND,    /* enum run_kind */
	FACT_BACKING, /* enum pool_backing; BACKING_UNKNOWN */
	FACT_ORDER,   /* enum plan_order; of runs that are not ours */
};

struct fact {
	const char *what;
	enum fact_type type;
	size_t offset; /* of the member */
};

/* clang-format off */

#define AT(member) offsetof(struct event_header, member)
static const struct fact header_facts[] = {
	{ "kind of run",	FACT_KIND,	AT(kind) },
	{ "measured by",	FACT_TEXT,	AT(program) },
	{ "CPU",		FACT_TEXT,	AT(env.host.cpu_model) },
	{ "CPUs",		FACT_NUMBER,	AT(env.host.cpus) },
	{ "CPU governor",	FACT_TEXT,	AT(env.host.governor) },
	{ "memory",		FACT_SIZE,	AT(env.host.memory) },
	{ "machine",		FACT_TEXT,	AT(env.host.virt) },
	{ "kernel",		FACT_TEXT,	AT(env.host.kernel) },
};
#undef AT

#define AT(member) offsetof(struct plan, member)
static const struct fact plan_facts[] = {
	{ "instances a round",	FACT_NUMBER,	AT(count) },
	{ "at a time",		FACT_NUMBER,	AT(parallel) },
	{ "in batches",		FACT_FLAG,	AT(batch) },
	{ "privileged",		FACT_FLAG,	AT(privileged) },
	{ "filled with",	FACT_MIB,	AT(fill) },
	{ "root disk asked for", FACT_MIB,	AT(vm_size) },
	{ "network",		FACT_FLAG,	AT(network) },
	{ "order of the pools",	FACT_ORDER,	AT(order) },
};
#undef AT

#define AT(member) offsetof(struct env_server, member)
static const struct fact server_facts[] = {
	{ "server",		FACT_TEXT,	AT(kind) },
	{ "server's version",	FACT_TEXT,	AT(version) },
	{ "server's system",	FACT_TEXT,	AT(os) },
	{ "server's kernel",	FACT_TEXT,	AT(kernel) },
	{ "containers by",	FACT_TEXT,	AT(container_backend) },
	{ "idmapped mounts",	FACT_FLAG,	AT(idmapped_mounts) },
	{ "project",		FACT_TEXT,	AT(project) },
};
#undef AT

static const struct fact target_facts[] = {
	{ "driver",		FACT_TEXT,	offsetof(struct target, driver) },
};

#define AT(member) offsetof(struct env_pool, member)
static const struct fact pool_facts[] = {
	{ "driver's version",	FACT_TEXT,	AT(driver_version) },
	{ "on",			FACT_BACKING,	AT(backing) },
	{ "source",		FACT_TEXT,	AT(source) },
	{ "encryption",		FACT_SEEN,	AT(encryption) },
	{ "size",		FACT_SIZE,	AT(total) },
	{ "instances before",	FACT_COUNT,	AT(instances) },
};
#undef AT

static const struct fact image_facts[] = {
	{ "fingerprint",	FACT_PRINT,	offsetof(struct cell, fingerprint) },
};

/* clang-format on */

/* ---- where the members are ---- */

/* The struct that the facts are of, in one run: by its number, or by its name; NULL: the run has
 * none. */
typedef const void *find_fn(const struct event_header *header, size_t number, const char *name);

static const void *
find_header(const struct event_header *header, size_t number, const char *name)
{
	(void)number;
	(void)name;
	return header;
}

static const void *
find_plan(const struct event_header *header, size_t number, const char *name)
{
	(void)number;
	(void)name;
	return header->plan;
}

static const void *
find_server(const struct event_header *header, size_t number, const char *name)
{
	(void)name;
	return number < header->env.n_servers ? &header->env.servers[number] : NULL;
}

static const void *
find_target(const struct event_header *header, size_t number, const char *name)
{
	const struct plan *plan = header->plan;

	(void)number;
	for (size_t i = 0; i < plan->n_targets; i++)
		if (strcmp(plan->targets[i].pool, name) == 0)
			return &plan->targets[i];
	return NULL;
}

static const void *
find_pool(const struct event_header *header, size_t number, const char *name)
{
	const struct env_pool *pool = NULL;

	(void)number;
	for (size_t i = 0; i < header->env.n_servers && !pool; i++)
		pool = env_find_pool(&header->env.servers[i], name);
	return pool;
}

static const void *
find_image(const struct event_header *header, size_t number, const char *name)
{
	const struct plan *plan = header->plan;

	(void)number;
	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].image && strcmp(plan->cells[i].image, name) == 0)
			return &plan->cells[i];
	return NULL;
}

/* ---- what they say ---- */

static void
say_text(enum fact_type type, const char *text, bool ours, struct buf *out)
{
	if (text)
		buf_printf(out, type == FACT_PRINT ? "%.12s" : "%s", text);
	else if (type == FACT_SEEN && ours)
		buf_puts(out, "none seen");
}

static void
say_mib(unsigned mib, struct buf *out)
{
	if (mib)
		buf_printf(out, "%u MiB", mib);
	else
		buf_puts(out, "nothing");
}

static void
say_size(uint64_t bytes, struct buf *out)
{
	char text[UNITS_LEN];

	if (known(bytes))
		buf_puts(out, units_size(text, bytes));
}

/* Nothing is added by what is not known. */
static void
say(const struct fact *fact, const void *of, bool ours, struct buf *out)
{
	static const char *const orders[] = { "shuffled", "as given", "all at once" };
	const void *member = (const char *)of + fact->offset;

	switch (fact->type) {
	case FACT_TEXT:
	case FACT_PRINT:
	case FACT_SEEN: say_text(fact->type, *(char *const *)member, ours, out); break;
	case FACT_FLAG:
		if (ours)
			buf_puts(out, *(const bool *)member ? "yes" : "no");
		break;
	case FACT_NUMBER:
		if (*(const unsigned *)member)
			buf_printf(out, "%u", *(const unsigned *)member);
		break;
	case FACT_MIB: say_mib(*(const unsigned *)member, out); break;
	case FACT_COUNT:
		if (*(const size_t *)member != SIZE_MAX)
			buf_printf(out, "%zu", *(const size_t *)member);
		break;
	case FACT_SIZE: say_size(*(const uint64_t *)member, out); break;
	case FACT_KIND: buf_puts(out, run_kind_name(*(const enum run_kind *)member)); break;
	case FACT_BACKING:
		if (*(const enum pool_backing *)member != BACKING_UNKNOWN)
			buf_puts(out, env_backing_name(*(const enum pool_backing *)member));
		break;
	case FACT_ORDER:
		if (ours)
			buf_puts(out, orders[*(const enum plan_order *)member]);
		break;
	}
}

/* ---- finding what differs ---- */

struct search {
	const struct model *const *models;
	size_t n;
	struct compare_difference *found;
	size_t n_found, room;
};

/* `unknown`: they differ in nothing but that. */
static bool
differ(char *const *values, size_t n, bool *unknown)
{
	const char *first = NULL;
	bool other = false, missing = false;

	for (size_t i = 0; i < n; i++) {
		if (!values[i])
			missing = true;
		else if (!first)
			first = values[i];
		else
			other |= strcmp(first, values[i]) != 0;
	}
	*unknown = !other;
	return other || (first && missing);
}

static void
free_values(char **values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(values[i]);
	free(values);
}

/* `name` is told in front of what differs; NULL: nothing. */
static void
look(struct search *search, const struct fact *fact, find_fn *find, size_t number, const char *name)
{
	char **values = xcalloc(search->n, sizeof(*values));
	bool unknown;

	for (size_t i = 0; i < search->n; i++) {
		const struct event_header *header = search->models[i]->header;
		const void *of = find(header, number, name);
		autobuf text = { 0 };

		if (of)
			say(fact, of, header->kind == RUN_MEASURED, &text);
		values[i] = text.len ? buf_steal(&text) : NULL;
	}
	if (!differ(values, search->n, &unknown)) {
		free_values(values, search->n);
		return;
	}
	search->found =
		mem_grow(search->found, search->n_found, &search->room, sizeof(*search->found));
	search->found[search->n_found++] = (struct compare_difference){
		.what = xasprintf("%s%s%s", name ? name : "", name ? ": " : "", fact->what),
		.values = values,
		.unknown = unknown,
	};
}

static void
look_at_servers(struct search *search)
{
	size_t most = 0;

	for (size_t i = 0; i < search->n; i++)
		if (search->models[i]->header->env.n_servers > most)
			most = search->models[i]->header->env.n_servers;
	for (size_t number = 0; number < most; number++) {
		autofree_mem char *name = most > 1 ? xasprintf("%zu", number + 1) : NULL;

		for (size_t k = 0; k < COUNTOF(server_facts); k++)
			look(search, &server_facts[k], find_server, number, name);
	}
}

/* Pools and images are looked at by their names, each name once, if two runs have it. */
static bool
is_shared(const struct search *search, size_t run, const char *name, find_fn *find,
	  const void *here)
{
	if (find(search->models[run]->header, 0, name) != here)
		return false;
	for (size_t r = 0; r < run; r++)
		if (find(search->models[r]->header, 0, name))
			return false;
	for (size_t r = run + 1; r < search->n; r++)
		if (find(search->models[r]->header, 0, name))
			return true;
	return false;
}

static void
look_at_pools(struct search *search, size_t run)
{
	const struct plan *plan = search->models[run]->plan;

	for (size_t i = 0; i < plan->n_targets; i++) {
		const char *name = plan->targets[i].pool;

		if (!is_shared(search, run, name, find_target, &plan->targets[i]))
			continue;
		for (size_t k = 0; k < COUNTOF(target_facts); k++)
			look(search, &target_facts[k], find_target, 0, name);
		for (size_t k = 0; k < COUNTOF(pool_facts); k++)
			look(search, &pool_facts[k], find_pool, 0, name);
	}
}

static void
look_at_images(struct search *search, size_t run)
{
	const struct plan *plan = search->models[run]->plan;

	for (size_t i = 0; i < plan->n_cells; i++) {
		const char *name = plan->cells[i].image;

		if (!name || !is_shared(search, run, name, find_image, &plan->cells[i]))
			continue;
		for (size_t k = 0; k < COUNTOF(image_facts); k++)
			look(search, &image_facts[k], find_image, 0, name);
	}
}

/* Those of which all is known to the front; among themselves they stay in order. */
static void
put_known_first(struct compare_difference *found, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		struct compare_difference it = found[i];

		if (it.unknown)
			continue;
		memmove(&found[k + 1], &found[k], (i - k) * sizeof(*found));
		found[k++] = it;
	}
}

size_t
compare_environments(const struct model *const *models, size_t n, struct compare_difference **ret)
{
	struct search search = { .models = models, .n = n };

	for (size_t i = 0; i < COUNTOF(plan_facts); i++)
		look(&search, &plan_facts[i], find_plan, 0, NULL);
	look_at_servers(&search);
	for (size_t run = 0; run < n; run++)
		look_at_pools(&search, run);
	for (size_t run = 0; run < n; run++)
		look_at_images(&search, run);
	for (size_t i = 0; i < COUNTOF(header_facts); i++)
		look(&search, &header_facts[i], find_header, 0, NULL);
	put_known_first(search.found, search.n_found);
	*ret = search.found;
	return search.n_found;
}
