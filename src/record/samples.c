#include "record/samples.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

void
samples_add(struct samples *samples, const struct event *event)
{
	const struct event_op *op = &event->op;
	struct sample *sample;

	if (event->type != EV_OP_END)
		return;
	samples->items = mem_grow(samples->items, samples->n, &samples->room, sizeof(*sample));
	sample = &samples->items[samples->n++];
	*sample = (struct sample){
		.step = op->step,
		.op = op->op,
		.state = op->state,
		.start = op->start,
		.end = op->end,
		.bytes = op->bytes,
		.n_parts = op->n_parts,
	};
	memcpy(sample->parts, op->parts, sizeof(sample->parts));
	if (op->text)
		sample->text = xstrndup(op->text, utf8_cut(op->text, SAMPLE_TEXT));
}

void
samples_wipe(struct samples *samples)
{
	for (size_t i = 0; i < samples->n; i++)
		free(samples->items[i].text);
	free(samples->items);
	*samples = (struct samples){ 0 };
}

uint64_t
sample_time(const struct sample *sample)
{
	return sample->state == OP_OK ? sample->end - sample->start : UNKNOWN;
}
