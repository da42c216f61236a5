#include "record/model.h"

#include <inttypes.h>
#include <stdlib.h>

#include "record/index.h"
#include "record/model_parts.h"
#include "record/recording.h"

struct model *
model_new(void)
{
	struct model *model = xcalloc(1, sizeof(*model));

	model->eta_ns = UNKNOWN;
	model->log = xcalloc(MODEL_LOG_LINES, sizeof(*model->log));
	model->memo = xcalloc(1, sizeof(*model->memo));
	series_init(&model->cpu_busy);
	series_init(&model->cpu_iowait);
	series_init(&model->disk_written);
	series_init(&model->disk_read);
	return model;
}

static void
cell_wipe(struct model_cell *cell)
{
	hist_wipe(&cell->latency);
	hist_wipe(&cell->turns);
	for (size_t i = 0; i < EVENT_PARTS; i++)
		hist_wipe(&cell->part[i]);
	free(cell->makespans);
	free(cell->makespan_rounds);
	free(cell->first_error);
	free(cell->remark);
	free(cell->first_skip);
}

void
model_free(struct model *model)
{
	struct event header = { .type = EV_HEADER };

	if (!model)
		return;
	for (size_t i = 0; model->plan && i < model->plan->n_cells; i++)
		cell_wipe(&model->cells[i]);
	for (size_t i = 0; i < MODEL_LOG_LINES; i++)
		free(model->log[i].text);
	free(model->log);
	for (size_t i = 0; i < model->n_notes; i++)
		free(model->notes[i].text);
	free(model->notes);
	if (model->memo->kept)
		model->memo->free(model->memo->kept);
	free(model->memo);
	free(model->cells);
	free(model->targets);
	free(model->steps);
	free(model->end.text);
	header.header = model->header;
	event_wipe(&header);
	free(model);
}

struct model *
model_load(const char *path, struct err *err)
{
	autofree(recording) rec = NULL;
	autofree(model) model = model_new();
	struct event event;
	int more, refused;

	if (recording_open(path, &rec, err))
		return NULL;
	while ((more = recording_next(rec, &event, err)) == 1) {
		index_take_label(path, &event);
		refused = model_apply(model, &event, err);
		event_wipe(&event);
		if (refused) {
			err_wrap(err, "%s:%" PRIu64, path, recording_line(rec));
			return NULL;
		}
	}
	return more == 0 ? steal(model) : NULL;
}

const struct model_line *
model_log_line(const struct model *model, size_t index)
{
	return &model->log[(model->log_first + index) % MODEL_LOG_LINES];
}

const struct env_pool *
model_target_pool(const struct model *model, size_t target)
{
	const struct target *it = &model->plan->targets[target];
	const struct env *env = &model->header->env;

	for (size_t i = 0; i < env->n_servers; i++)
		if (it->server && it->pool && strcmp(env->servers[i].name, it->server) == 0)
			return env_find_pool(&env->servers[i], it->pool);
	return NULL;
}

bool
model_target_is_shared(const struct model *model, size_t target)
{
	const struct env_pool *pool = model_target_pool(model, target);

	return pool && pool->shared == SHARED_YES;
}

const struct cell *
model_plan_cell(const struct model *model, size_t cell)
{
	return &model->plan->cells[cell];
}

const struct target *
model_cell_target(const struct model *model, size_t cell)
{
	return &model->plan->targets[model->plan->cells[cell].target];
}

const struct model_step *
model_current_step(const struct model *model)
{
	if (model->n_running == 0)
		return NULL;
	for (size_t i = model->n_steps; i-- > 0;)
		if (model->steps[i].running)
			return &model->steps[i];
	return NULL;
}

uint64_t
model_elapsed(const struct model *model)
{
	bool stands = model->state == MODEL_PAUSED || model->state == MODEL_ENDED;

	return (stands ? model->paused_since : model->now) - model->paused_ns;
}

uint32_t
model_step_ended(const struct model_step *step)
{
	uint32_t ended = 0;

	for (int state = 0; state < OP_STATES; state++)
		ended += step->count[state];
	return ended;
}
