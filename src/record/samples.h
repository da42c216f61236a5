/*
 * samples.h - every op of a run, in the order in which they ended.
 *
 * For what shows or hands on each single one; the model keeps only what they
 * add up to. Some 130 bytes an op.
 */
#ifndef RECORD_SAMPLES_H
#define RECORD_SAMPLES_H

#include "record/event.h"

struct sample {
	uint32_t step, op;
	enum op_state state;
	uint64_t start, end;	/* on the run's clock */
	uint64_t bytes;		/* UNKNOWN: does not apply */
	struct op_part parts[EVENT_PARTS];
	size_t n_parts;
	char *text;		/* why it did not end OK, cut to SAMPLE_TEXT bytes; NULL */
};
#define SAMPLE_TEXT 1000

struct samples {
	struct sample *items;
	size_t n, room;
};

/* Takes what has ended and passes over all else. The model must have taken the event before. */
void samples_add(struct samples *samples, const struct event *event);
void samples_wipe(struct samples *samples);

/* What it took, ns; UNKNOWN when it is not OK. */
uint64_t sample_time(const struct sample *sample);

/* A zeroed struct samples is empty; in a scope: `autosamples samples = { 0 };` */
#define autosamples __attribute__((cleanup(samples_wipe))) struct samples

#endif
