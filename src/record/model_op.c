/* Ops: in flight, and ended. */
#include <inttypes.h>

#include "record/model_parts.h"

static int
find_op(struct model *model, const struct event_op *op, struct model_step **ret, struct err *err)
{
	struct model_step *step;

	if (model_find_step(model, op->step, &step, err))
		return -1;
	if (op->op >= step->n)
		return err_set(err, "op %" PRIu32 " of step %" PRIu32 ", which has %" PRIu32,
			       op->op, op->step, step->n);
	*ret = step;
	return 0;
}

static struct model_op *
find_in_flight(struct model *model, const struct event_op *op)
{
	for (size_t i = 0; i < model->n_in_flight; i++)
		if (model->in_flight[i].step == op->step && model->in_flight[i].op == op->op)
			return &model->in_flight[i];
	return NULL;
}

int
model_on_op_begin(struct model *model, struct event *event, struct err *err)
{
	const struct event_op *op = &event->op;
	struct model_step *step;
	struct model_op *slot;

	if (find_op(model, op, &step, err))
		return -1;
	if (step->begun >= step->n || find_in_flight(model, op))
		return err_set(err, "op %" PRIu32 " of step %" PRIu32 " begins twice", op->op,
			       op->step);

	step->begun++;
	model->n_in_flight_all++;
	if (model->n_in_flight == MODEL_IN_FLIGHT)
		return 0;
	slot = &model->in_flight[model->n_in_flight++];
	*slot = (struct model_op){ .step = op->step, .op = op->op, .start = model->now };
	copy_text(slot->name, sizeof(slot->name), op->name);
	return 0;
}

int
model_on_op_progress(struct model *model, struct event *event, struct err *err)
{
	struct model_step *step;
	struct model_op *slot;

	if (find_op(model, &event->op, &step, err))
		return -1;
	slot = find_in_flight(model, &event->op);
	if (slot)
		copy_text(slot->progress, sizeof(slot->progress), event->op.text);
	return 0;
}

/* Takes it out; the order of the others stays. */
static void
land(struct model *model, struct model_op *slot)
{
	size_t behind = (size_t)(model->in_flight + model->n_in_flight - (slot + 1));

	memmove(slot, slot + 1, behind * sizeof(*slot));
	model->n_in_flight--;
	model->n_in_flight_all--;
}

void
model_land_all(struct model *model, uint32_t step)
{
	for (size_t i = model->n_in_flight; i-- > 0;)
		if (model->in_flight[i].step == step)
			land(model, &model->in_flight[i]);
	if (model->n_running == 0)
		model->n_in_flight_all = 0;
}

/* The place of the part's name in the cell; EVENT_PARTS: there is no room for another. */
static size_t
part_place(struct model_cell *cell, const char *name)
{
	for (size_t i = 0; i < cell->n_parts; i++)
		if (strcmp(cell->part_name[i], name) == 0)
			return i;
	if (cell->n_parts == EVENT_PARTS)
		return EVENT_PARTS;
	copy_text(cell->part_name[cell->n_parts], sizeof(cell->part_name[0]), name);
	return cell->n_parts++;
}

static void
add_bytes(struct model_cell *cell, uint64_t bytes)
{
	uint64_t sum = known(cell->bytes) ? cell->bytes : 0;

	if (known(bytes) && bytes < UNKNOWN - sum)
		cell->bytes = sum + bytes;
}

/* An op that was OK, in a round that counts. */
static void
count_ok(struct model_cell *cell, const struct event_op *op)
{
	hist_add(&cell->latency, op->end - op->start);
	add_bytes(cell, op->bytes);
	for (size_t i = 0; i < op->n_parts; i++) {
		size_t place = part_place(cell, op->parts[i].name);

		if (place < EVENT_PARTS)
			hist_add(&cell->part[place], op->parts[i].ns);
	}
}

static void
keep_first_error(struct model_cell *cell, const struct event_op *op)
{
	bool error = op->state != OP_OK && op->state != OP_SKIPPED;

	if (error && op->text && !cell->first_error)
		cell->first_error = xstrndup(op->text, utf8_cut(op->text, MODEL_TEXT));
}

static void
keep_first_skip(struct model_cell *cell, const struct event_op *op)
{
	if (op->state == OP_SKIPPED && op->text && !cell->first_skip)
		cell->first_skip = xstrndup(op->text, utf8_cut(op->text, MODEL_TEXT));
}

static void
keep_remark(struct model_cell *cell, const struct event_op *op)
{
	if (op->remark && !cell->remark)
		cell->remark = xstrndup(op->remark, utf8_cut(op->remark, MODEL_TEXT));
}

static int
check_op_end(const struct model_step *step, const struct event_op *op, struct err *err)
{
	if (model_step_ended(step) >= step->n)
		return err_set(err, "step %" PRIu32 " has %" PRIu32 " ops, and all have ended",
			       op->step, step->n);
	if (op->state != OP_OK)
		return 0;
	if (!known(op->start) || !known(op->end) || op->end < op->start)
		return err_set(err, "op %" PRIu32 " of step %" PRIu32 " is ok, but not its times",
			       op->op, op->step);
	return 0;
}

int
model_on_op_end(struct model *model, struct event *event, struct err *err)
{
	const struct event_op *op = &event->op;
	struct model_step *step;
	struct model_cell *cell;
	struct model_op *slot;

	if (find_op(model, op, &step, err) || check_op_end(step, op, err))
		return -1;

	cell = &model->cells[step->cell];
	model_count_ended(model, step, op->state, 1);
	keep_first_error(cell, op);
	keep_first_skip(cell, op);
	keep_remark(cell, op);
	if (op->state == OP_OK) {
		cell->last = op->end - op->start;
		series_add(&cell->recent, (double)cell->last);
		if (!step->warmup)
			count_ok(cell, op);
	}
	slot = find_in_flight(model, op);
	model_log_op(model, step, slot ? slot->name : NULL, op);
	if (slot)
		land(model, slot);
	else if (model->n_in_flight_all > model->n_in_flight)
		model->n_in_flight_all--;
	return 0;
}
