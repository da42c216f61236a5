/* Of the pools and the host: disk usage, settling, ticks. */
#include <inttypes.h>
#include <math.h>

#include "record/model_parts.h"

static int
find_target(struct model *model, size_t target, struct model_target **ret, struct err *err)
{
	if (target >= model->plan->n_targets)
		return err_set(err, "target %zu, and there are %zu", target,
			       model->plan->n_targets);
	*ret = &model->targets[target];
	return 0;
}

/* Some servers say "unlimited" by the largest number they have. */
static uint64_t
size_or_unknown(uint64_t bytes)
{
	return bytes < INT64_MAX ? bytes : UNKNOWN;
}

static void
begin_chain(struct model_target *target, unsigned round)
{
	for (int i = 0; i < USAGE_POINTS; i++)
		target->chain[i] = UNKNOWN;
	target->chain_round = round;
	target->chain_point = -1;
	target->chain_step = NO_STEP;
	target->peak = UNKNOWN;
}

/* Adds the growth from one point of the chain to another, if both are known. */
static void
add_growth(const struct model_target *target, enum usage_point from, enum usage_point to,
	   int64_t *sum, unsigned *n)
{
	uint64_t before = target->chain[from], after = target->chain[to];

	if (known(before) && known(after) &&
	    !__builtin_add_overflow(*sum, (int64_t)after - (int64_t)before, sum))
		(*n)++;
}

/* The chain's instances are all there, so that what it grew by is theirs. */
static bool
chain_is_whole(const struct model *model, const struct model_target *target)
{
	const struct model_step *step;

	if (target->chain_step == NO_STEP)
		return false;
	step = &model->steps[target->chain_step];
	return !step->running && step->n > 0 && step->count[OP_OK] == step->n;
}

/* The newest step has made an image ready on this target: primes have their turns one after the other. */
static bool
is_primed_now(const struct model *model, const struct model_target *target)
{
	const struct model_step *step;
	const struct cell *cell;

	if (model->n_steps == 0)
		return false;
	step = &model->steps[model->n_steps - 1];
	cell = model_plan_cell(model, step->cell);
	return cell_is_prime(cell) && &model->targets[cell->target] == target && !step->running &&
	       step->count[OP_OK] > 0;
}

static void
take_point(struct model *model, struct model_target *target, enum usage_point point, uint64_t used)
{
	struct model_cell *cell;

	target->chain[point] = used;
	target->chain_point = (int)point;
	if (known(used))
		target->point[point] = used;
	if (point == USAGE_EMPTY && target->chain_round == 0 && !known(target->baseline))
		target->baseline = used;
	if (point == USAGE_IMAGE && is_primed_now(model, target))
		target->primed = used;
	if (target->chain_round < model->plan->warmup)
		return;

	if (point == USAGE_FULL && chain_is_whole(model, target)) {
		cell = &model->cells[model->steps[target->chain_step].cell];
		add_growth(target, USAGE_IMAGE, USAGE_FULL, &target->grown, &target->n_grown);
		add_growth(target, USAGE_IMAGE, USAGE_FULL, &cell->grown, &cell->n_grown);
	} else if (point == USAGE_DELETED) {
		add_growth(target, USAGE_EMPTY, USAGE_DELETED, &target->kept, &target->n_kept);
	}
}

int
model_on_usage(struct model *model, struct event *event, struct err *err)
{
	const struct event_usage *usage = &event->usage;
	uint64_t used = size_or_unknown(usage->used);
	struct model_target *target;

	if (find_target(model, usage->target, &target, err))
		return -1;
	target->used = used;
	target->total = size_or_unknown(usage->total);
	target->blocks = size_or_unknown(usage->blocks);
	if (usage->round != target->chain_round ||
	    (usage->point != USAGE_LIVE && (int)usage->point <= target->chain_point))
		begin_chain(target, usage->round);
	if (known(used) && (!known(target->peak) || used > target->peak))
		target->peak = used;
	if (usage->point == USAGE_LIVE)
		series_add(&target->usage, known(used) ? (double)used : NAN);
	else
		take_point(model, target, usage->point, used);
	return 0;
}

int
model_on_settling(struct model *model, struct event *event, struct err *err)
{
	struct model_target *target;

	if (find_target(model, event->settling.target, &target, err))
		return -1;
	target->settling = true;
	return 0;
}

int
model_on_settle(struct model *model, struct event *event, struct err *err)
{
	const struct event_settle *settle = &event->settle;
	const char *pool;
	struct model_target *target;
	char time[UNITS_LEN];

	if (find_target(model, settle->target, &target, err))
		return -1;
	pool = model->plan->targets[settle->target].pool;
	target->settle_ns = settle->ns;
	target->settled = settle->settled;
	target->unsettled |= !settle->settled;
	target->settling = false;
	if (settle->settled) {
		model_log(model, NOTE_INFO, "%s settled after %s", pool,
			  units_time(time, settle->ns));
		return 0;
	}
	if (model_target_is_shared(model, settle->target)) {
		model_log(model, NOTE_INFO, "use of %s still changed after %s: others write here too",
			  pool, units_time(time, settle->ns));
		return 0;
	}
	/* Whether it still frees or another writes to the same disk cannot be told. */
	model_note(model, NOTE_WARN, "use of %s still changed after %s", pool,
		   units_time(time, settle->ns));
	return 0;
}

static bool
is_pool_device(const struct model *model, const char *name)
{
	const struct env *env = &model->header->env;
	bool any = false;

	for (size_t i = 0; i < env->n_servers; i++) {
		for (size_t k = 0; k < env->servers[i].n_pools; k++) {
			const char *device = env->servers[i].pools[k].device;

			any |= device != NULL;
			if (device && strcmp(device, name) == 0)
				return true;
		}
	}
	return !any;
}

/* The disk's place among those that were seen, a new one while there is room; NULL. */
static struct model_disk *
disk_slot(struct model *model, const char *name)
{
	for (size_t i = 0; i < TICK_DISKS && name[0]; i++) {
		struct model_disk *disk = &model->disks[i];

		if (disk->name[0] == '\0')
			copy_text(disk->name, sizeof(disk->name), name);
		if (strcmp(disk->name, name) == 0)
			return disk;
	}
	return NULL;
}

/* Changes over only to one that has carried twice as much, so that two alike do not alternate. */
static void
choose_disk(struct model *model)
{
	const struct model_disk *most = &model->disks[0];
	double shown = 0;

	for (size_t i = 0; i < TICK_DISKS; i++) {
		if (model->disks[i].carried > most->carried)
			most = &model->disks[i];
		if (strcmp(model->disks[i].name, model->disk_name) == 0)
			shown = model->disks[i].carried;
	}
	if (most->carried <= 2 * shown)
		return;
	copy_text(model->disk_name, sizeof(model->disk_name), most->name);
	series_init(&model->disk_read);
	series_init(&model->disk_written);
}

static void
follow_disks(struct model *model, const struct event_tick *tick)
{
	double read = NAN, written = NAN;

	for (unsigned i = 0; i < tick->n_disks; i++) {
		const struct tick_disk *disk = &tick->disks[i];
		struct model_disk *slot =
			is_pool_device(model, disk->name) ? disk_slot(model, disk->name) : NULL;
		double carried = disk->read + disk->written;

		if (slot && isfinite(carried))
			slot->carried += carried;
	}
	choose_disk(model);
	for (unsigned i = 0; i < tick->n_disks; i++) {
		if (strcmp(tick->disks[i].name, model->disk_name) != 0)
			continue;
		read = tick->disks[i].read;
		written = tick->disks[i].written;
	}
	series_add(&model->disk_read, read);
	series_add(&model->disk_written, written);
}

int
model_on_tick(struct model *model, struct event *event, struct err *err)
{
	const struct event_tick *tick = &event->tick;

	if (tick->n_cores > TICK_CORES || tick->n_disks > TICK_DISKS)
		return err_set(err, "%u cores and %u disks, more than %d and %d", tick->n_cores,
			       tick->n_disks, TICK_CORES, TICK_DISKS);
	model->tick = *tick;
	series_add(&model->cpu_busy, tick->user + tick->system);
	series_add(&model->cpu_iowait, tick->iowait);
	follow_disks(model, tick);
	model_eta_update(model);
	return 0;
}
