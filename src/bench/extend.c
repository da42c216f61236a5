#include "bench/extend.h"

#include <string.h>

#include "base/buf.h"
#include "bench/leftovers.h"
#include "bench/workload.h"

/* ---- what has been recorded ---- */

static bool
is_listed(const char *run)
{
	struct leftover *lists;
	size_t n = leftovers_lists(&lists);
	bool found = false;

	for (size_t i = 0; i < n; i++)
		found |= strcmp(lists[i].run, run) == 0;
	leftovers_free(lists, n);
	return found;
}

static int
check_run(const struct model *model, struct err *err)
{
	const char *run = model->header->run;

	if (model->header->kind != RUN_MEASURED)
		return err_set_kind(err, ERR_REFUSED, "run %s was not measured by poolscope: %s",
				    run, run_kind_name(model->header->kind));
	if (model->state != MODEL_ENDED)
		return err_set_kind(err, ERR_REFUSED,
				    "run %s has no end: it still goes on, or was cut off", run);
	if (is_listed(run))
		return err_set_kind(
			err, ERR_REFUSED,
			"run %s still goes on, or has left something: poolscope clean --run %s",
			run, run);
	return 0;
}

/* A file may hold any plan that fits together; here it is run. */
static int
check_chain(const struct plan *plan, const struct chain *chain, struct err *err)
{
	const struct cell *first = chain->n_cells ? &plan->cells[chain->cells[0]] : NULL;
	const struct cell *prime = chain->prime == NO_CELL ? NULL : &plan->cells[chain->prime];
	struct chosen chosen[CHAIN_MAX];
	autobuf names = { 0 };

	for (size_t i = 0; i < chain->n_cells; i++) {
		const struct cell *cell = &plan->cells[chain->cells[i]];

		if (cell->target != first->target)
			return err_set(err, "its chains are of several pools");
		buf_printf(&names, "%s%s%s%s", i ? "," : "", cell->workload,
			   cell->variant ? ":" : "", cell->variant ? cell->variant : "");
	}
	if (prime && (!first || prime->target != first->target || !cell_is_prime(prime)))
		return err_set(err, "what makes its images ready does not");
	return workload_parse_chain(buf_text(&names), chosen, err) < 0 ? -1 : 0;
}

static int
check_plan(const struct plan *plan, struct err *err)
{
	int status = 0;

	if (!plan->prefix)
		status = err_set(err, "it has no name for instances");
	for (size_t i = 0; status == 0 && i < plan->n_chains; i++)
		status = check_chain(plan, &plan->chains[i], err);
	if (status == 0)
		return 0;
	err->kind = ERR_REFUSED;
	return err_wrap(err, "its plan cannot be run");
}

struct model *
extend_open(const char *path, struct err *err)
{
	autofree(model) model = model_load(path, err);

	if (!model || check_run(model, err) < 0)
		return NULL;
	if (check_plan(model->plan, err) < 0) {
		err_wrap(err, "run %s", model->header->run);
		return NULL;
	}
	return steal(model);
}

/* ---- what it was measured on ---- */

struct fact {
	const char *what;
	size_t offset; /* of a char * */
};

/* clang-format off */
#define AT(member) offsetof(struct env_host, member)
static const struct fact host_facts[] = {
	{ "CPU",	AT(cpu_model) },
	{ "kernel",	AT(kernel) },
};
#undef AT

#define AT(member) offsetof(struct env_server, member)
static const struct fact server_facts[] = {
	{ "kind",	AT(kind) },
	{ "version",	AT(version) },
	{ "kernel",	AT(kernel) },
	{ "project",	AT(project) },
};
#undef AT

#define AT(member) offsetof(struct env_pool, member)
static const struct fact pool_facts[] = {
	{ "driver",		AT(driver) },
	{ "driver's version",	AT(driver_version) },
	{ "source",		AT(source) },
};
#undef AT
/* clang-format on */

static const char *
text_at(const void *of, size_t offset)
{
	return *(char *const *)((const char *)of + offset);
}

/* What one of the two does not tell is no difference. */
static int
check_facts(const struct fact *facts, size_t n, const void *then, const void *now, const char *whose,
	    struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		const char *was = text_at(then, facts[i].offset);
		const char *is = text_at(now, facts[i].offset);

		if (was && is && strcmp(was, is) != 0)
			return err_set_kind(err, ERR_REFUSED, "the %s of %s was %s, and is %s now",
					    facts[i].what, whose, was, is);
	}
	return 0;
}

static int
check_host(const struct env_host *then, const struct env_host *now, struct err *err)
{
	if (then->cpus && now->cpus && then->cpus != now->cpus)
		return err_set_kind(err, ERR_REFUSED, "this machine had %u CPUs, and has %u now",
				    then->cpus, now->cpus);
	return check_facts(host_facts, COUNTOF(host_facts), then, now, "this machine", err);
}

static int
check_pool(const struct env_server *then, const struct env_server *now, const char *name,
	   struct err *err)
{
	const struct env_pool *was = env_find_pool(then, name), *is = env_find_pool(now, name);
	autofree_mem char *whose = xasprintf("pool %s", name);

	if (!is)
		return err_set_kind(err, ERR_REFUSED, "pool %s is no longer on %s", name, now->name);
	if (is->unusable)
		return err_set_kind(err, ERR_REFUSED, "pool %s of %s cannot be used: %s", name,
				    now->name, is->unusable);
	return was ? check_facts(pool_facts, COUNTOF(pool_facts), was, is, whose, err) : 0;
}

static int
check_target(const struct event_header *header, const struct target *target, const struct env *now,
	     struct err *err)
{
	const struct env_server *then = env_find_server(&header->env, target->server);
	const struct env_server *is = env_find_server(now, target->server);
	autofree_mem char *whose = xasprintf("server %s", target->server ? target->server : "?");

	if (!is || !then)
		return err_set_kind(err, ERR_REFUSED,
				    "the run was on %s, which is not among the servers asked now",
				    whose);
	if (check_facts(server_facts, COUNTOF(server_facts), then, is, whose, err) < 0)
		return -1;
	return check_pool(then, is, target->pool, err);
}

static int
check_image(const struct plan *plan, const struct cell *cell, const struct env *now, struct err *err)
{
	const struct env_server *server = env_find_server(now, plan->targets[cell->target].server);

	for (size_t i = 0; cell->fingerprint && i < server->n_images; i++)
		if (strcmp(server->images[i].fingerprint, cell->fingerprint) == 0)
			return 0;
	if (!cell->fingerprint)
		return 0;
	return err_set_kind(err, ERR_REFUSED, "image %s of the run, %.12s, is no longer on server %s",
			    cell->image ? cell->image : "?", cell->fingerprint, server->name);
}

int
extend_check(const struct event_header *header, const struct env *now, struct err *err)
{
	const struct plan *plan = header->plan;

	if (check_host(&header->env.host, &now->host, err) < 0)
		return -1;
	for (size_t i = 0; i < plan->n_targets; i++)
		if (check_target(header, &plan->targets[i], now, err) < 0)
			return -1;
	for (size_t i = 0; i < plan->n_cells; i++)
		if (check_image(plan, &plan->cells[i], now, err) < 0)
			return -1;
	return 0;
}

unsigned
extend_rounds(const struct plan *plan, unsigned more, struct err *err)
{
	if (more > 0 && more <= PLAN_ROUNDS_MAX && plan->rounds + more <= PLAN_ROUNDS_MAX)
		return plan->rounds + more;
	err_set_kind(err, ERR_USAGE, "the run has %u rounds, to which up to %u can be added, not %u",
		     plan->rounds, PLAN_ROUNDS_MAX - plan->rounds, more);
	return 0;
}

/* ---- where it goes on ---- */

/* A round that was stopped half-way is not begun again: some of its cells have their figures. */
unsigned
extend_first_round(const struct model *model)
{
	unsigned first = 0;

	for (size_t i = 0; i < model->n_steps; i++) {
		bool prime = cell_is_prime(model_plan_cell(model, model->steps[i].cell));

		if (!prime && model->steps[i].round >= first)
			first = model->steps[i].round + 1;
	}
	return first;
}

uint32_t
extend_first_step(const struct model *model)
{
	return (uint32_t)model->n_steps;
}

/* No step has given more names than it had ops. */
uint32_t
extend_names(const struct model *model)
{
	uint32_t names = 0;

	for (size_t i = 0; i < model->n_steps; i++)
		names += model->steps[i].n;
	return names;
}
