/* The log of a model: a ring of lines, oldest dropped first. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/model_parts.h"
#include "record/naming.h"

#define NAME 256

static struct model_line *
next_line(struct model *model)
{
	size_t last = model->log_first + model->log_count;

	if (model->log_count == MODEL_LOG_LINES) {
		model->log_first = (model->log_first + 1) % MODEL_LOG_LINES;
		model->log_dropped++;
	} else {
		model->log_count++;
	}
	return &model->log[last % MODEL_LOG_LINES];
}

void
model_log(struct model *model, enum note_level level, const char *fmt, ...)
{
	struct model_line *line = next_line(model);
	char text[MODEL_TEXT + 5]; /* what vsnprintf cuts within a character is behind MODEL_TEXT */
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	free(line->text);
	*line = (struct model_line){
		.t = model->now,
		.level = level,
		.text = xstrndup(text, utf8_cut(text, MODEL_TEXT)),
	};
}

void
model_log_step(struct model *model, const struct model_step *step)
{
	const struct plan *plan = model->plan;
	char name[NAME];

	naming_step(plan, step->cell, name, sizeof(name));
	if (step->warmup)
		model_log(model, NOTE_INFO, "warm-up %u of %u: %s", step->round + 1, plan->warmup,
			  name);
	else if (step->round < plan->warmup)
		model_log(model, NOTE_INFO, "%s", name);
	else
		model_log(model, NOTE_INFO, "round %u of %u: %s", step->round - plan->warmup + 1,
			  plan->rounds, name);
}

/* "2.40 s (create 0.950 s, start 0.800 s)" */
static void
say_time(struct buf *out, const struct event_op *op)
{
	char time[UNITS_LEN];

	buf_puts(out, units_time(time, op->end - op->start));
	for (size_t i = 0; i < op->n_parts; i++)
		buf_printf(out, "%s%s %s", i ? ", " : " (", op->parts[i].name,
			   units_time(time, op->parts[i].ns));
	buf_puts(out, op->n_parts ? ")" : "");
}

void
model_log_op(struct model *model, const struct model_step *step, const char *name,
	     const struct event_op *op)
{
	static const enum note_level levels[OP_STATES] = {
		[OP_FAILED] = NOTE_ERROR,
		[OP_UNKNOWN] = NOTE_WARN,
	};
	autobuf how = { 0 };
	char number[16], work[NAME], where[NAME];

	snprintf(number, sizeof(number), "op %" PRIu32, op->op);
	if (op->state == OP_OK)
		say_time(&how, op);
	else if (op->text)
		buf_puts(&how, op->text);
	if (op->remark)
		buf_printf(&how, "; %s", op->remark);
	model_log(model, levels[op->state], "%s %s %s: %s%s%s",
		  naming_work(model_plan_cell(model, step->cell), work, sizeof(work)),
		  naming_where(model->plan, step->cell, where, sizeof(where)), name ? name : number,
		  op_state_name(op->state), how.len ? ", " : "", buf_text(&how));
}
