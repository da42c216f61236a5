/*
 * How long it will still take. Workloads differ by orders of magnitude and so
 * do pools, so every cell is weighed by its own turns, and until it has had one
 * by what the same workload takes elsewhere.
 */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "record/model_parts.h"

#define LEAST_OPS 2 /* of a workload, before anything is said of it */

/* Cells take turns over the whole run, except in a race, where each pool has turns of its own. */
static struct model_target *
lane_of(const struct model *model, size_t cell)
{
	bool race = model->plan->order == ORDER_RACE;

	return &model->targets[race ? model->plan->cells[cell].target : 0];
}

static size_t
first_with_workload(const struct plan *plan, size_t cell)
{
	size_t i = 0;

	while (strcmp(plan->cells[i].workload, plan->cells[cell].workload) != 0)
		i++;
	return i;
}

void
model_eta_plan(struct model *model)
{
	const struct plan *plan = model->plan;

	for (size_t i = 0; i < plan->n_cells; i++) {
		model->cells[i].turns_planned = 0;
		model->cells[i].phase = first_with_workload(plan, i);
	}
	for (size_t i = 0; i < plan->n_chains; i++) {
		const struct chain *chain = &plan->chains[i];

		for (size_t k = 0; k < chain->n_cells; k++)
			model->cells[chain->cells[k]].turns_planned += plan_all_rounds(plan);
		if (chain->prime != NO_CELL)
			model->cells[chain->prime].turns_planned = 1;
	}
}

void
model_eta_turn(struct model *model, size_t step)
{
	size_t cell = model->steps[step].cell;
	struct model_target *lane = lane_of(model, cell);
	uint64_t now = model_elapsed(model);

	if (lane->turn_step != NO_STEP)
		hist_add(&model->cells[model->steps[lane->turn_step].cell].turns,
			 now - lane->turn_since);
	lane->turn_step = step;
	lane->turn_since = now;
	model->cells[cell].turns_begun++;
}

void
model_eta_stop(struct model *model)
{
	for (size_t i = 0; i < model->plan->n_targets; i++)
		model->targets[i].turn_step = NO_STEP;
}

/* The cell's step whose turn it is; NULL: it is another's. */
static const struct model_step *
open_step(const struct model *model, size_t cell)
{
	const struct model_target *lane = lane_of(model, cell);

	if (lane->turn_step == NO_STEP || model->steps[lane->turn_step].cell != cell)
		return NULL;
	return &model->steps[lane->turn_step];
}

static double
turn_so_far(const struct model *model, size_t cell)
{
	return (double)(model_elapsed(model) - lane_of(model, cell)->turn_since);
}

/* By the pace of its ops, what is left of the step; NAN: too early to say. */
static double
left_by_pace(const struct model *model, size_t cell, const struct model_step *step)
{
	double ended = model_step_ended(step);

	if (ended < LEAST_OPS)
		return NAN;
	return turn_so_far(model, cell) * fmax(0, step->n - ended) / ended;
}

/* ns of a whole turn as this cell itself has shown it; NAN: it has not. */
static double
own_turn(const struct model *model, size_t cell)
{
	const struct hist *turns = &model->cells[cell].turns;
	const struct model_step *open = open_step(model, cell);

	if (turns->n)
		return (double)hist_median(turns);
	return open ? turn_so_far(model, cell) + left_by_pace(model, cell, open) : NAN;
}

/* What a workload has shown anywhere. */
struct phase {
	double turns; /* sum of the cells' own turns */
	unsigned n;
	uint64_t ops;
};

static struct phase *
add_up_phases(const struct model *model)
{
	struct phase *phases = xcalloc(model->plan->n_cells, sizeof(*phases));

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		struct phase *phase = &phases[model->cells[i].phase];
		double turn = own_turn(model, i);

		phase->ops += model->cells[i].ops;
		if (isnan(turn))
			continue;
		phase->turns += turn;
		phase->n++;
	}
	return phases;
}

/* ns that this cell's turns will still take; NAN: too early to say. */
static double
left_of_cell(const struct model *model, size_t cell, const struct phase *phase)
{
	const struct model_cell *c = &model->cells[cell];
	const struct model_step *open = open_step(model, cell);
	unsigned turns = c->turns_planned > c->turns_begun ? c->turns_planned - c->turns_begun : 0;
	double turn = own_turn(model, cell), left;

	if (turns == 0 && !(open && open->running))
		return 0;
	if (phase->ops < LEAST_OPS || phase->n == 0)
		return NAN;
	if (isnan(turn))
		turn = phase->turns / phase->n;
	left = turns * turn;
	if (open)
		left += fmax(fmax(0, turn - turn_so_far(model, cell)),
			     open->running ? left_by_pace(model, cell, open) : 0);
	return left;
}

/* The longest of the lanes. */
static double
left_of_all(const struct model *model)
{
	autofree_mem struct phase *phases = add_up_phases(model);
	autofree_mem double *lanes = xcalloc(model->plan->n_targets + 1, sizeof(*lanes));
	double longest = 0;

	for (size_t i = 0; i < model->plan->n_cells; i++) {
		double left = left_of_cell(model, i, &phases[model->cells[i].phase]);
		double *lane = &lanes[lane_of(model, i) - model->targets];

		if (isnan(left))
			return NAN;
		*lane += left;
		longest = fmax(longest, *lane);
	}
	return longest;
}

void
model_eta_update(struct model *model)
{
	double left;

	if (model->state == MODEL_ENDED) {
		model->eta_ns = 0;
		return;
	}
	left = left_of_all(model);
	if (isnan(left))
		model->eta_ns = UNKNOWN;
	else
		model->eta_ns = (uint64_t)fmin(fmax(left, NS_PER_S), 1e18);
}
