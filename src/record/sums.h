/*
 * sums.h - what a finished run has added up to, kept beside its recording.
 *
 * A model of a long run is made of millions of lines, and is itself small: it
 * is written to NAME.sums beside NAME.jsonl, and read from there as long as the
 * recording's size and time of change are those it was made of. It is never
 * needed: where it is missing, torn, another version's or another file's, the
 * lines are read, and it is made again.
 */
#ifndef RECORD_SUMS_H
#define RECORD_SUMS_H

#include "record/model.h"

/* Recordings that are shorter open quickly enough without, bytes. */
#define SUMS_LEAST (1u << 20)

/* The path of a recording's sums, which the caller frees. */
char *sums_path(const char *recording);
/* At a run's end, all of which is in the recording: leaves them beside it if it is long and that can be done. */
void sums_leave(const char *recording, const struct model *model);
/* The same of any length. */
int sums_write(const char *recording, const struct model *model, struct err *err);
/* A model of what is beside the recording; NULL: there is nothing that fits it. */
struct model *sums_read(const char *recording);
/*
 * model_load(), from the sums where that can be done; otherwise they are left
 * there for the next time, if the run has ended and is long. NULL: see err.
 */
struct model *sums_open(const char *recording, struct err *err);

#endif
