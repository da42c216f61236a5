/* choices_from_plan: what would make a plan again. */
#include "bench/choices.h"

#include <string.h>

#include "base/buf.h"
#include "bench/workload.h"

/* The target behind this one on its server, as the planner finds where "move" goes. */
static const struct target *
next_target(const struct plan *plan, size_t target)
{
	for (size_t i = 1; i < plan->n_targets; i++) {
		const struct target *next = &plan->targets[(target + i) % plan->n_targets];
		const char *server = plan->targets[target].server;

		if (server && next->server && strcmp(next->server, server) == 0)
			return next;
	}
	return NULL;
}

/* The cell's variant as a person would write it; NULL: nothing. */
static const char *
variant_to_choose(const struct plan *plan, const struct cell *cell)
{
	const struct workload *workload = workload_find(cell->workload);
	const struct target *next = next_target(plan, cell->target);

	if (workload && workload->elsewhere && cell->variant && next &&
	    strcmp(cell->variant, next->pool) == 0)
		return NULL;
	return cell->variant;
}

static bool
has_chain(const struct choices *choices, const char *chain)
{
	for (size_t i = 0; i < choices->n_chains; i++)
		if (strcmp(choices->chains[i], chain) == 0)
			return true;
	return false;
}

static void
add_chain(struct choices *choices, struct buf *chain)
{
	choices->chains =
		xrealloc(choices->chains, choices->n_chains + 1, sizeof(*choices->chains));
	choices->chains[choices->n_chains++] = buf_steal(chain);
}

/* Every target and image has the same chains; each is taken once. */
static void
take_chains(struct choices *choices, const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_chains; i++) {
		const struct chain *chain = &plan->chains[i];
		autobuf names = { 0 };

		for (size_t j = 0; j < chain->n_cells; j++) {
			const struct cell *cell = &plan->cells[chain->cells[j]];
			const char *variant = variant_to_choose(plan, cell);

			buf_printf(&names, "%s%s%s%s", j ? "," : "", cell->workload,
				   variant ? ":" : "", variant ? variant : "");
		}
		if (!has_chain(choices, buf_text(&names)))
			add_chain(choices, &names);
	}
}

void
choices_from_plan(const struct plan *plan, struct choices *ret)
{
	struct choices choices = {
		.count = plan->count,
		.parallel = plan->parallel,
		.rounds = plan->rounds,
		.warmup = plan->warmup,
		.until_good = plan->most_rounds > 0,
		.batch = plan->batch,
		.privileged = plan->privileged,
		.network = plan->network,
		.fill = plan->fill,
		.vm_size = plan->vm_size,
		.order = plan->order,
		.seed = plan->seed,
		.archives = xstrdup(plan->archives),
	};

	for (size_t i = 0; i < plan->n_targets; i++)
		if (!choices_has_pool(&choices, plan->targets[i].server, plan->targets[i].pool))
			choices_toggle_pool(&choices, plan->targets[i].server,
					    plan->targets[i].pool);
	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		const char *image = cell->image ? cell->image : EMPTY_VM;

		if ((cell->image || cell->place == PLACE_VM) && !choices_has_image(&choices, image))
			choices_toggle_image(&choices, image);
	}
	take_chains(&choices, plan);
	*ret = choices;
}
