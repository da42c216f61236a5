/* What a step tells of itself and of its ops. */
#include "base/clock.h"
#include "bench/step_parts.h"

#define LAG_MOST_NS (100 * NS_PER_MS)

void
step_tell_begin(struct step *step)
{
	struct event event = {
		.type = EV_STEP_BEGIN,
		.step_begin = {
			.step = step->number,
			.cell = step->config.cell,
			.round = step->config.round,
			.n = step->config.members->n,
		},
	};

	stage_emit(step->config.stage, &event);
}

void
step_tell_op_begin(struct step *step, const struct op *op)
{
	struct event event = {
		.type = EV_OP_BEGIN,
		.op = { .step = step->number, .op = op->number, .name = (char *)op->name },
	};

	stage_emit(step->config.stage, &event);
}

void
step_tell_progress(struct op *op, const char *text)
{
	struct step *step = op->owner;
	struct event event = {
		.type = EV_OP_PROGRESS,
		.op = { .step = step->number, .op = op->number, .text = (char *)text },
	};

	stage_emit(step->config.stage, &event);
}

void
step_tell_op_end(struct step *step, const struct op *op, enum op_state state, const char *text)
{
	struct stage *stage = step->config.stage;
	struct event event = {
		.type = EV_OP_END,
		.op = {
			.step = step->number,
			.op = op->number,
			.text = (char *)text,
			.state = state,
			.start = stage_time(stage, op->start_ns),
			.end = stage_time(stage, op->end_ns),
			.bytes = op->bytes,
			.remark = (char *)op->remark,
			.n_parts = op->n_parts,
		},
	};

	for (size_t i = 0; i < op->n_parts; i++)
		event.op.parts[i] = op->parts[i];
	stage_emit(stage, &event);
}

void
step_tell_end(struct step *step)
{
	struct stage *stage = step->config.stage;
	struct event event = {
		.type = EV_STEP_END,
		.step_end = {
			.step = step->number,
			.start = stage_time(stage, step->first_ns),
			.end = stage_time(stage, step->last_ns),
			.lag_ns = loop_lag_ns(stage->config.loop),
			.taint = step->taint,
			.rate = UNKNOWN,
		},
	};

	for (size_t i = 0; i < OP_STATES; i++)
		event.step_end.count[i] = step->count[i];
	event.step_end.taint |= span_end(&step->span, &event.step_end.cpu);
	/* Nobody can tell which of them the machine worked for. */
	if (step->config.races)
		event.step_end.cpu = cpu_unknown;
	if (event.step_end.lag_ns > LAG_MOST_NS)
		event.step_end.taint |= TAINT_LAG;
	stage_emit(stage, &event);
}
