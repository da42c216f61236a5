/*
 * model_parts.h - what the files of the model share among themselves.
 */
#ifndef RECORD_MODEL_PARTS_H
#define RECORD_MODEL_PARTS_H

#include <string.h>

#include "base/utf8.h"
#include "record/model.h"
#include "record/pack.h"

typedef int model_handler(struct model *model, struct event *event, struct err *err);

model_handler model_on_step_begin;
model_handler model_on_step_end;
model_handler model_on_op_begin;
model_handler model_on_op_progress;
model_handler model_on_op_end;
model_handler model_on_usage;
model_handler model_on_settling;
model_handler model_on_settle;
model_handler model_on_tick;

/* Adds a line to the log, at the newest event's time. */
void model_log(struct model *model, enum note_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same of what was not told by an op; a warning or a failure is kept for the reports too. */
void model_note(struct model *model, enum note_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void model_log_step(struct model *model, const struct model_step *step);
/* `name` is the instance's, NULL when that is not known. */
void model_log_op(struct model *model, const struct model_step *step, const char *name,
		  const struct event_op *op);

/* After the header came, or rounds were added. */
void model_eta_plan(struct model *model);
/* The step has begun: the turn before it is over. */
void model_eta_turn(struct model *model, size_t step);
/* Nobody's turn any more. */
void model_eta_stop(struct model *model);
void model_eta_update(struct model *model);

uint32_t model_step_ended(const struct model_step *step); /* ops */
/* The running step of this number. */
int model_find_step(struct model *model, uint32_t number, struct model_step **ret, struct err *err);
/* Counts ops of a step as ended: in the step, in its cell, and in all. */
void model_count_ended(struct model *model, struct model_step *step, enum op_state state,
		       uint32_t n);
/* None of the step's ops is in flight any more. */
void model_land_all(struct model *model, uint32_t step);

/*
 * Reads or writes a model whose run has ended and whose header is there: all
 * that the events have added up to (sums.h).
 */
#define MODEL_PACK_VERSION 3
void model_pack(struct pack *pack, struct model *model);

/* Copies what fits, splitting no character; the text may be NULL. */
static inline void
copy_text(char *out, size_t size, const char *text)
{
	size_t len = text ? utf8_cut(text, size - 1) : 0;

	if (len)
		memcpy(out, text, len);
	out[len] = '\0';
}

#endif
