/* What each event does to the model. A handler that refuses has changed nothing. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "record/model_parts.h"

static void
init_cells(struct model *model)
{
	model->cells = xcalloc(model->plan->n_cells, sizeof(*model->cells));
	for (size_t i = 0; i < model->plan->n_cells; i++) {
		struct model_cell *cell = &model->cells[i];

		hist_init(&cell->latency);
		hist_init(&cell->turns);
		for (size_t k = 0; k < EVENT_PARTS; k++)
			hist_init(&cell->part[k]);
		series_init(&cell->recent);
		cell->last = UNKNOWN;
		cell->bytes = UNKNOWN;
	}
}

#define NO_MARK UINT_MAX

static bool
mark_is_taken(const struct model *model, unsigned mark, size_t by)
{
	for (size_t i = 0; i < by; i++)
		if (model->targets[i].mark != NO_MARK &&
		    model->targets[i].mark % MODEL_MARKS == mark % MODEL_MARKS)
			return true;
	return false;
}

static void
mark_targets(struct model *model)
{
	size_t n = model->plan->n_targets;
	unsigned lowest = 0;

	for (size_t i = 0; i < n; i++) {
		const struct env_pool *pool = model_target_pool(model, i);
		unsigned place = NO_MARK;

		if (pool)
			place = (unsigned)env_pool_place(&model->header->env, pool);
		model->targets[i].mark = mark_is_taken(model, place, i) ? NO_MARK : place;
	}
	for (size_t i = 0; i < n; i++) {
		if (model->targets[i].mark != NO_MARK)
			continue;
		while (lowest < MODEL_MARKS && mark_is_taken(model, lowest, n))
			lowest++;
		model->targets[i].mark = lowest < MODEL_MARKS ? lowest : (unsigned)i;
	}
}

static void
init_targets(struct model *model)
{
	model->targets = xcalloc(model->plan->n_targets, sizeof(*model->targets));
	for (size_t i = 0; i < model->plan->n_targets; i++) {
		struct model_target *target = &model->targets[i];

		target->used = target->total = target->blocks = UNKNOWN;
		target->baseline = target->primed = UNKNOWN;
		target->peak = target->settle_ns = UNKNOWN;
		for (size_t k = 0; k < USAGE_POINTS; k++)
			target->point[k] = target->chain[k] = UNKNOWN;
		target->chain_point = -1;
		target->chain_step = target->turn_step = NO_STEP;
		series_init(&target->usage);
	}
	mark_targets(model);
}

static int
on_header(struct model *model, struct event *event, struct err *err)
{
	if (model->header)
		return err_set(err, "a second one");
	if (!event->header || !event->header->plan)
		return err_set(err, "no plan in it");

	model->header = steal(event->header);
	model->plan = model->header->plan;
	init_cells(model);
	init_targets(model);
	model_eta_plan(model);
	model->ops_planned = plan_count_ops(model->plan);
	model->state = MODEL_RUNNING;
	return 0;
}

static int
on_note(struct model *model, struct event *event, struct err *err)
{
	(void)err;
	model_note(model, event->note.level, "%s", event->note.text ? event->note.text : "");
	return 0;
}

static int
on_pause(struct model *model, struct event *event, struct err *err)
{
	(void)event;
	if (model->state != MODEL_RUNNING)
		return err_set(err, "nothing is running");
	model->state = MODEL_PAUSED;
	model->paused_since = model->now;
	model_log(model, NOTE_INFO, "paused");
	return 0;
}

static int
on_resume(struct model *model, struct event *event, struct err *err)
{
	(void)event;
	if (model->state != MODEL_PAUSED)
		return err_set(err, "nothing is paused");
	model->paused_ns += model->now - model->paused_since;
	model->state = MODEL_RUNNING;
	model_log(model, NOTE_INFO, "resumed");
	return 0;
}

/* Nothing is running any more, also where the story breaks off. */
static void
stop(struct model *model)
{
	for (size_t i = model->n_steps; i-- > 0 && model->n_running > 0;) {
		model->n_running -= model->steps[i].running;
		model->steps[i].running = false;
	}
	for (size_t i = 0; i < model->plan->n_targets; i++)
		model->targets[i].settling = false;
	model->n_in_flight = model->n_in_flight_all = 0;
	model_eta_stop(model);
}

static int
on_extend(struct model *model, struct event *event, struct err *err)
{
	struct plan *plan = model->header->plan;

	if (event->extend.rounds < plan->rounds || event->extend.rounds > PLAN_ROUNDS_MAX)
		return err_set(err, "to %u rounds, from %u", event->extend.rounds, plan->rounds);
	if (model->state != MODEL_RUNNING)
		model->paused_ns += model->now - model->paused_since;
	stop(model);
	plan->rounds = event->extend.rounds;
	model->ops_planned = plan_count_ops(plan);
	model->state = MODEL_RUNNING;
	model_eta_plan(model);
	model_eta_update(model);
	model_log(model, NOTE_INFO, "goes on to %u rounds", plan->rounds);
	return 0;
}

/* A person's own wish is no failure; that it was stopped has been noted when it was. */
static bool
is_failure(enum run_end how)
{
	return how != END_DONE && how != END_ABORTED;
}

static int
on_end(struct model *model, struct event *event, struct err *err)
{
	const struct event_end *end = &event->end;

	if (model->state == MODEL_ENDED)
		return err_set(err, "a second one");
	if (model->state == MODEL_RUNNING)
		model->paused_since = model->now;
	model->state = MODEL_ENDED;
	free(model->end.text);
	model->end = *end;
	model->end.text = end->text ? xstrndup(end->text, utf8_cut(end->text, MODEL_TEXT)) : NULL;
	stop(model);
	model_eta_update(model);
	model_log(model, is_failure(end->how) ? NOTE_ERROR : NOTE_INFO, "%s%s%s",
		  run_end_name(end->how), end->text ? ": " : "", end->text ? end->text : "");
	return 0;
}

static model_handler *const handlers[EVENT_TYPES] = {
	[EV_HEADER] = on_header,
	[EV_STEP_BEGIN] = model_on_step_begin,
	[EV_OP_BEGIN] = model_on_op_begin,
	[EV_OP_PROGRESS] = model_on_op_progress,
	[EV_OP_END] = model_on_op_end,
	[EV_STEP_END] = model_on_step_end,
	[EV_USAGE] = model_on_usage,
	[EV_SETTLING] = model_on_settling,
	[EV_SETTLE] = model_on_settle,
	[EV_TICK] = model_on_tick,
	[EV_NOTE] = on_note,
	[EV_PAUSE] = on_pause,
	[EV_RESUME] = on_resume,
	[EV_EXTEND] = on_extend,
	[EV_END] = on_end,
};

int
model_apply(struct model *model, struct event *event, struct err *err)
{
	uint64_t before = model->now;

	if (!model->header && event->type != EV_HEADER)
		return err_set(err, "%s before the header", event_type_name(event->type));
	/* Events of several sources may overtake each other by a little; time does not go back. */
	if (event->t > model->now)
		model->now = event->t;
	if (handlers[event->type](model, event, err)) {
		model->now = before;
		return err_wrap(err, "%s", event_type_name(event->type));
	}
	model->revision++;
	return 0;
}
