/*
 * plain.h - a run as lines of words, one an event: for screen readers, pipes
 * and logs. The words are those of the model's log.
 */
#ifndef UI_PLAIN_H
#define UI_PLAIN_H

#include <stdio.h>

#include "record/model.h"

struct plain {
	FILE *out;
	uint64_t told;	/* lines of the log, since the run's start */
};

/* Prints what the log has that was not printed yet. */
void plain_tell(struct plain *plain, const struct model *model);

#endif
