/*
 * figures.h - a recording made of figures that others have measured.
 *
 * Another tool's report and a document tell how long a whole step took, or how
 * much a second it moved, and nothing of the single ops. The recording is put
 * together in memory and written in one go, so that there is a whole one or none.
 */
#ifndef RECORD_FIGURES_H
#define RECORD_FIGURES_H

#include "record/event.h"

struct figures;

/* A step of a cell. What is UNKNOWN was not told. */
struct figure {
	size_t cell;
	unsigned round;
	uint32_t n;		/* ops; 0: not told */
	bool failed;		/* one of them at the least, and of the others nobody knows: its time is not counted */
	uint64_t start;		/* on the run's clock; UNKNOWN, or before it: at the end of the step before */
	uint64_t ns;		/* the makespan */
	uint64_t bytes;		/* of its only op: an archive */
	uint64_t rate;		/* bytes a second, where that is all that is told */
};

/* Takes the header, which is of no measured run and has its plan. */
struct figures *figures_new(struct event_header *header);
void figures_free(struct figures *figures);
DEFINE_AUTOFREE(figures, figures_free)

void figures_note(struct figures *figures, enum note_level level, const char *text);
void figures_step(struct figures *figures, const struct figure *figure);
/* After all that was measured: the pool as it was left. */
void figures_usage(struct figures *figures, size_t target, uint64_t used, uint64_t total);

/* The lines, the end behind them; nothing can be added any more. */
const struct buf *figures_end(struct figures *figures);
/* The same in a file of the folder, named as every recording; one that exists is left alone. The caller frees *path. */
int figures_write(struct figures *figures, const char *folder, char **path, struct err *err);

#endif
