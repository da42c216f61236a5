/*
 * The model as bytes, and back: every member once, in one function for both
 * ways. Whoever changes what is here counts MODEL_PACK_VERSION up.
 */
#include "record/model_parts.h"

/* On the machines we know sizes on: whoever adds a member meets this, and adds it to its function
 * and counts MODEL_PACK_VERSION up. */
#if UINTPTR_MAX == UINT64_MAX
#define ALL_MEMBERS_OF(type, size)                                                                 \
	_Static_assert(sizeof(struct type) == (size), #type ": a new member is packed as well")
#else
#define ALL_MEMBERS_OF(type, size) _Static_assert(1, "")
#endif

/* ---- parts ---- */

static void
pack_u64s(struct pack *pack, uint64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pack_u64(pack, &values[i]);
}

static void
pack_u32s(struct pack *pack, uint32_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pack_u32(pack, &values[i]);
}

static void
pack_reals(struct pack *pack, double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pack_real(pack, &values[i]);
}

ALL_MEMBERS_OF(cpu_seconds, 64);
static void
pack_cpu(struct pack *pack, struct cpu_seconds *cpu)
{
	pack_reals(pack, &cpu->user, sizeof(*cpu) / sizeof(cpu->user));
}

/* Of sorted values the differences, which are small. */
static void
pack_exact(struct pack *pack, struct hist *hist)
{
	uint64_t before = 0;

	if (pack->reading) {
		hist->exact_room = (size_t)hist->n;
		hist->exact = hist->n ? xcalloc(hist->exact_room, sizeof(*hist->exact)) : NULL;
	}
	for (size_t i = 0; i < hist->n; i++) {
		uint64_t step = hist->exact[i] - before;

		pack_u64(pack, &step);
		before = hist->exact[i] = before + step;
	}
}

ALL_MEMBERS_OF(hist, 56);
static void
pack_hist(struct pack *pack, struct hist *hist)
{
	bool exact = hist->buckets == NULL;
	size_t n;

	pack_u64(pack, &hist->n);
	pack_u64(pack, &hist->min);
	pack_u64(pack, &hist->max);
	pack_real(pack, &hist->sum);
	pack_bool(pack, &exact);
	if (exact) {
		n = (size_t)hist->n;
		pack_index(pack, &n, HIST_EXACT);
		hist->n = n;
		pack_exact(pack, hist);
		return;
	}
	if (pack->reading)
		hist->buckets = xcalloc(HIST_BUCKETS, sizeof(*hist->buckets));
	pack_u32s(pack, hist->buckets, HIST_BUCKETS);
}

ALL_MEMBERS_OF(series, 2072);
static void
pack_series(struct pack *pack, struct series *series)
{
	size_t n = series->count;

	pack_index(pack, &n, SERIES_ROOM);
	if (pack->reading)
		*series = (struct series){ .count = n };
	for (size_t i = 0; i < n; i++)
		pack_float(pack, &series->values[(series->first + i) % SERIES_ROOM]);
	pack_real(pack, &series->last);
}

/* ---- what the model has of each ---- */

ALL_MEMBERS_OF(model_step, 152);
static void
pack_step(struct pack *pack, struct model_step *step, const struct plan *plan)
{
	pack_index(pack, &step->cell, plan->n_cells - 1);
	pack_u32(pack, &step->round);
	pack_u32(pack, &step->n);
	pack_u32(pack, &step->begun);
	pack_bool(pack, &step->running);
	pack_bool(pack, &step->warmup);
	pack_u64(pack, &step->begin);
	pack_u64(pack, &step->start);
	pack_u64(pack, &step->end);
	pack_u32s(pack, step->count, OP_STATES);
	pack_cpu(pack, &step->cpu);
	pack_u64(pack, &step->lag_ns);
	pack_u32(pack, &step->taint);
}

static void
pack_steps(struct pack *pack, struct model *model)
{
	size_t n = model->n_steps;

	pack_count(pack, &n);
	for (size_t i = 0; i < n && model->plan->n_cells && !pack->broken; i++) {
		if (pack->reading) {
			model->steps = mem_grow(model->steps, i, &model->steps_room,
						sizeof(*model->steps));
			model->steps[i] = (struct model_step){ 0 };
			model->n_steps = i + 1;
		}
		pack_step(pack, &model->steps[i], model->plan);
	}
}

static void
pack_step_number(struct pack *pack, size_t *step, const struct model *model)
{
	bool none = *step == NO_STEP;

	pack_bool(pack, &none);
	if (none)
		*step = NO_STEP;
	else
		pack_index(pack, step, model->n_steps ? model->n_steps - 1 : 0);
}

/* One a step at most. */
static void
pack_makespans(struct pack *pack, struct model_cell *cell, size_t n_steps)
{
	size_t n = cell->n_makespans;

	pack_index(pack, &n, n_steps);
	if (pack->reading) {
		cell->n_makespans = cell->makespans_room = n;
		cell->makespans = xcalloc(n, sizeof(*cell->makespans));
		cell->makespan_rounds = xcalloc(n, sizeof(*cell->makespan_rounds));
	}
	pack_u64s(pack, cell->makespans, n);
	pack_u32s(pack, cell->makespan_rounds, n);
}

ALL_MEMBERS_OF(model_cell, 2648);
static void
pack_cell(struct pack *pack, struct model_cell *cell, const struct model *model)
{
	pack_u32s(pack, cell->count, OP_STATES);
	pack_hist(pack, &cell->latency);
	for (size_t i = 0; i < EVENT_PARTS; i++) {
		pack_hist(pack, &cell->part[i]);
		pack_chars(pack, cell->part_name[i], sizeof(cell->part_name[i]));
	}
	pack_index(pack, &cell->n_parts, EVENT_PARTS);
	pack_u64(pack, &cell->last);
	pack_series(pack, &cell->recent);
	pack_makespans(pack, cell, model->n_steps);
	pack_real(pack, &cell->ok_per_s_ops);
	pack_real(pack, &cell->ok_per_s_seconds);
	pack_real(pack, &cell->rates);
	pack_u32(pack, &cell->n_rates);
	pack_cpu(pack, &cell->cpu);
	pack_u32(pack, &cell->n_cpu);
	pack_u64(pack, &cell->bytes);
	pack_i64(pack, &cell->grown);
	pack_u32(pack, &cell->n_grown);
	pack_u32(pack, &cell->taint);
	pack_text(pack, &cell->first_error);
	pack_text(pack, &cell->remark);
	pack_text(pack, &cell->first_skip);
	pack_hist(pack, &cell->turns);
	pack_u32(pack, &cell->turns_planned);
	pack_u32(pack, &cell->turns_begun);
	pack_u64(pack, &cell->ops);
	pack_index(pack, &cell->phase, model->plan->n_cells - 1);
}

/* `mark` follows from the header. */
ALL_MEMBERS_OF(model_target, 2296);
static void
pack_target(struct pack *pack, struct model_target *target, const struct model *model)
{
	int64_t point = target->chain_point;

	pack_u64(pack, &target->used);
	pack_u64(pack, &target->total);
	pack_u64(pack, &target->blocks);
	pack_u64(pack, &target->baseline);
	pack_u64(pack, &target->primed);
	pack_u64(pack, &target->peak);
	pack_u64s(pack, target->point, USAGE_POINTS);
	pack_i64(pack, &target->grown);
	pack_i64(pack, &target->kept);
	pack_u32(pack, &target->n_grown);
	pack_u32(pack, &target->n_kept);
	pack_u64s(pack, target->chain, USAGE_POINTS);
	pack_u32(pack, &target->chain_round);
	pack_i64(pack, &point);
	target->chain_point = (int)point;
	pack_step_number(pack, &target->chain_step, model);
	pack_u64(pack, &target->settle_ns);
	pack_bool(pack, &target->settled);
	pack_bool(pack, &target->unsettled);
	pack_series(pack, &target->usage);
	pack_step_number(pack, &target->turn_step, model);
	pack_u64(pack, &target->turn_since);
}

ALL_MEMBERS_OF(tick_disk, 56);
static void
pack_disk(struct pack *pack, struct tick_disk *disk)
{
	pack_chars(pack, disk->name, sizeof(disk->name));
	pack_real(pack, &disk->read);
	pack_real(pack, &disk->written);
	pack_real(pack, &disk->busy);
}

ALL_MEMBERS_OF(event_tick, 800);
static void
pack_tick(struct pack *pack, struct event_tick *tick)
{
	pack_reals(pack, &tick->user, 4); /* to steal */
	pack_word(pack, &tick->n_cores, TICK_CORES);
	for (unsigned i = 0; i < tick->n_cores; i++)
		pack_float(pack, &tick->core[i]);
	pack_real(pack, &tick->load);
	pack_real(pack, &tick->psi_cpu);
	pack_real(pack, &tick->psi_io);
	pack_u64(pack, &tick->memory_free);
	pack_word(pack, &tick->n_disks, TICK_DISKS);
	for (unsigned i = 0; i < tick->n_disks; i++)
		pack_disk(pack, &tick->disks[i]);
	pack_real(pack, &tick->self_cpu);
	pack_u64(pack, &tick->self_memory);
}

ALL_MEMBERS_OF(model_line, 24);
static void
pack_line(struct pack *pack, struct model_line *line)
{
	pack_u64(pack, &line->t);
	pack_word(pack, &line->level, NOTE_ERROR);
	pack_text(pack, &line->text);
	if (pack->reading && !line->text)
		line->text = xstrdup("");
}

static void
pack_log(struct pack *pack, struct model *model)
{
	size_t n = model->log_count;

	pack_index(pack, &n, MODEL_LOG_LINES);
	model->log_count = n;
	for (size_t i = 0; i < n; i++)
		pack_line(pack, &model->log[(model->log_first + i) % MODEL_LOG_LINES]);
	pack_u64(pack, &model->log_dropped);
}

ALL_MEMBERS_OF(model_note, 32);
static void
pack_note(struct pack *pack, struct model_note *note, const struct model *model)
{
	pack_word(pack, &note->level, NOTE_ERROR);
	pack_text(pack, &note->text);
	if (pack->reading && !note->text)
		note->text = xstrdup("");
	pack_u64(pack, &note->n);
	pack_step_number(pack, &note->step, model);
}

static void
pack_notes(struct pack *pack, struct model *model)
{
	size_t n = model->n_notes;

	pack_index(pack, &n, MODEL_NOTES);
	if (pack->reading) {
		model->notes = xcalloc(n, sizeof(*model->notes));
		model->n_notes = n;
	}
	for (size_t i = 0; i < n; i++)
		pack_note(pack, &model->notes[i], model);
	pack_u64(pack, &model->notes_dropped);
	pack_size(pack, &model->warnings);
	pack_size(pack, &model->failures);
}

static void
pack_end(struct pack *pack, struct event_end *end)
{
	pack_word(pack, &end->how, RUN_ENDS - 1);
	pack_text(pack, &end->text);
	pack_size(pack, &end->left_behind);
}

static void
pack_host(struct pack *pack, struct model *model)
{
	pack_tick(pack, &model->tick);
	pack_series(pack, &model->cpu_busy);
	pack_series(pack, &model->cpu_iowait);
	pack_series(pack, &model->disk_written);
	pack_series(pack, &model->disk_read);
	pack_chars(pack, model->disk_name, sizeof(model->disk_name));
	for (size_t i = 0; i < TICK_DISKS; i++) {
		pack_chars(pack, model->disks[i].name, sizeof(model->disks[i].name));
		pack_real(pack, &model->disks[i].carried);
	}
}

/*
 * All but the header, which is in the recording, and what is in flight, which
 * is nothing any more. The plan's rounds may have been added to.
 */
void
model_pack(struct pack *pack, struct model *model)
{
	struct plan *plan = model->header->plan;

	pack_word(pack, &plan->rounds, PLAN_ROUNDS_MAX);
	pack_u64(pack, &model->now);
	pack_u64(pack, &model->paused_ns);
	pack_u64(pack, &model->paused_since);
	pack_steps(pack, model);
	for (size_t i = 0; i < plan->n_cells; i++)
		pack_cell(pack, &model->cells[i], model);
	for (size_t i = 0; i < plan->n_targets; i++)
		pack_target(pack, &model->targets[i], model);
	pack_u64(pack, &model->ops_ended);
	pack_u64(pack, &model->ops_planned);
	pack_u32s(pack, model->ended, OP_STATES);
	pack_u64(pack, &model->eta_ns);
	pack_host(pack, model);
	pack_log(pack, model);
	pack_end(pack, &model->end);
	pack_notes(pack, model);
	pack_u64(pack, &model->revision);
}
