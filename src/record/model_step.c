/* Steps: their begin, their end, and what of them is counted. */
#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "record/model_parts.h"

static int
check_begin(const struct model *model, const struct event_step_begin *begin, struct err *err)
{
	if (model->state == MODEL_ENDED)
		return err_set(err, "the run has ended");
	if (begin->step != model->n_steps)
		return err_set(err, "step %" PRIu32 ", and the next one is %zu", begin->step,
			       model->n_steps);
	if (begin->cell >= model->plan->n_cells)
		return err_set(err, "cell %zu, and there are %zu", begin->cell,
			       model->plan->n_cells);
	if (begin->round >= plan_all_rounds(model->plan))
		return err_set(err, "round %u, and there are %u", begin->round,
			       plan_all_rounds(model->plan));
	return 0;
}

int
model_on_step_begin(struct model *model, struct event *event, struct err *err)
{
	const struct event_step_begin *begin = &event->step_begin;
	const struct cell *cell;
	struct model_target *target;
	struct model_step *step;

	if (check_begin(model, begin, err) < 0)
		return -1;
	cell = model_plan_cell(model, begin->cell);
	model->steps =
		mem_grow(model->steps, model->n_steps, &model->steps_room, sizeof(*model->steps));
	step = &model->steps[model->n_steps++];
	*step = (struct model_step){
		.cell = begin->cell,
		.round = begin->round,
		.n = begin->n,
		.running = true,
		.warmup = begin->round < model->plan->warmup && !cell_is_prime(cell),
		.begin = model->now,
		.start = UNKNOWN,
		.end = UNKNOWN,
	};
	model->n_running++;
	target = &model->targets[cell->target];
	if (target->chain_step == NO_STEP && !cell_is_prime(cell))
		target->chain_step = begin->step;
	model_eta_turn(model, begin->step);
	model_eta_update(model);
	model_log_step(model, step);
	return 0;
}

int
model_find_step(struct model *model, uint32_t number, struct model_step **ret, struct err *err)
{
	if (number >= model->n_steps)
		return err_set(err, "step %" PRIu32 " has not begun", number);
	if (!model->steps[number].running)
		return err_set(err, "step %" PRIu32 " has ended", number);
	*ret = &model->steps[number];
	return 0;
}

void
model_count_ended(struct model *model, struct model_step *step, enum op_state state, uint32_t n)
{
	struct model_cell *cell = &model->cells[step->cell];

	step->count[state] += n;
	cell->ops += n;
	if (!step->warmup)
		cell->count[state] += n;
	model->ended[state] += n;
	model->ops_ended += n;
}

/* What was counted op by op must be in them; of other tools' runs there is nothing else. */
static int
check_counts(const struct model_step *step, const uint32_t count[OP_STATES], struct err *err)
{
	uint64_t all = 0;

	for (int state = 0; state < OP_STATES; state++) {
		if (count[state] < step->count[state])
			return err_set(err, "%" PRIu32 " ops %s, and %" PRIu32 " were seen",
				       count[state], op_state_name(state), step->count[state]);
		all += count[state];
	}
	if (all > step->n)
		return err_set(err, "%" PRIu64 " ops have ended, and it has %" PRIu32, all,
			       step->n);
	return 0;
}

static void
add_cpu(struct model_cell *cell, const struct cpu_seconds *cpu)
{
	if (isnan(cpu->user) || isnan(cpu->system))
		return;
	cell->n_cpu++;
	cell->cpu.user += cpu->user;
	cell->cpu.system += cpu->system;
	cell->cpu.iowait += cpu->iowait;
	cell->cpu.irq += cpu->irq;
	cell->cpu.steal += cpu->steal;
	cell->cpu.self += cpu->self;
	cell->cpu.server += cpu->server;
	cell->cpu.wall += cpu->wall;
}

static void
add_makespan(struct model_cell *cell, uint64_t ns, unsigned round)
{
	size_t room = cell->makespans_room;

	cell->makespans =
		mem_grow(cell->makespans, cell->n_makespans, &room, sizeof(*cell->makespans));
	if (room != cell->makespans_room)
		cell->makespan_rounds =
			xrealloc(cell->makespan_rounds, room, sizeof(*cell->makespan_rounds));
	cell->makespans_room = room;
	cell->makespans[cell->n_makespans] = ns;
	cell->makespan_rounds[cell->n_makespans++] = round;
}

static void
add_rate(struct model_cell *cell, uint64_t rate)
{
	if (!known(rate) || rate == 0)
		return;
	cell->rates += (double)rate;
	cell->n_rates++;
}

/* Also one whose ops nobody has told: they are as whole as its teller says. */
static bool
is_whole(const struct model_step *step)
{
	return !step->running && known(step->start) && known(step->end) &&
	       step->count[OP_OK] == step->n;
}

bool
model_round_time(const struct model *model, size_t step, uint64_t *ns)
{
	const struct model_step *last = &model->steps[step];
	size_t turns = plan_turns(model->plan, last->cell), n = 0;
	uint64_t sum = 0;

	for (size_t i = step + 1; i-- > 0 && n <= turns;) {
		const struct model_step *it = &model->steps[i];

		if (it->cell == last->cell && it->round != last->round)
			break;
		if (it->cell != last->cell)
			continue;
		if (!is_whole(it))
			return false;
		sum += it->end - it->start;
		n++;
	}
	*ns = n ? sum / n : 0;
	return n == turns;
}

/* A step that has ended, of a round that counts. */
static void
count_step(struct model *model, const struct model_step *step)
{
	struct model_cell *cell = &model->cells[step->cell];
	uint64_t ns = step->end - step->start;

	cell->taint |= step->taint;
	add_cpu(cell, &step->cpu);
	if (!known(step->start) || !known(step->end))
		return;
	if (step->count[OP_OK] > 0) {
		cell->ok_per_s_ops += step->count[OP_OK];
		cell->ok_per_s_seconds += (double)ns / (double)NS_PER_S;
	}
	if (model_round_time(model, (size_t)(step - model->steps), &ns))
		add_makespan(cell, ns, step->round);
}

int
model_on_step_end(struct model *model, struct event *event, struct err *err)
{
	const struct event_step_end *end = &event->step_end;
	struct model_step *step;

	if (model_find_step(model, end->step, &step, err) || check_counts(step, end->count, err))
		return -1;
	if (known(end->start) && known(end->end) && end->end < end->start)
		return err_set(err, "step %" PRIu32 " ends before its start", end->step);

	for (int state = 0; state < OP_STATES; state++)
		model_count_ended(model, step, state, end->count[state] - step->count[state]);
	step->running = false;
	step->start = end->start;
	step->end = end->end;
	step->cpu = end->cpu;
	step->lag_ns = end->lag_ns;
	step->taint = end->taint;
	model->n_running--;
	model_land_all(model, end->step);
	if (!step->warmup) {
		count_step(model, step);
		add_rate(&model->cells[step->cell], end->rate);
	}
	model_eta_update(model);
	return 0;
}
