/*
 * progress.h - how far a run is, as lines on a stream: on a terminal one line
 * that is brought up to date, elsewhere a plain line a step and a note.
 */
#ifndef UI_PROGRESS_H
#define UI_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "record/model.h"

struct progress {
	FILE *out;
	bool live;		/* a terminal */
	bool shown;		/* an unfinished line stands there */
	uint64_t drawn;		/* run time at which it was last drawn */
};

void progress_init(struct progress *progress, FILE *out, bool live);
void progress_event(struct progress *progress, const struct model *model, const struct event *event);
void progress_end(struct progress *progress);

#endif
