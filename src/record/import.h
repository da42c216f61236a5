/*
 * import.h - the report files of incus-benchmark and lxd-benchmark, as recordings.
 *
 * Such a file has a row a run: when it ended, how long it took, a label, an
 * empty column, and "true". It does not say on what, nor how many instances
 * there were: what the person does not say either is unknown in the recording.
 *
 * Rows of one label become the rounds of one cell, in their order. A byte order
 * mark, carriage returns, blank lines, quotes and a last line without its
 * newline are read; anything else is refused with FILE:LINE, what was expected
 * and what was found, and then nothing of the file is taken.
 */
#ifndef RECORD_IMPORT_H
#define RECORD_IMPORT_H

#include "record/figures.h"

#define IMPORT_BYTES_MAX (4u << 20)
#define IMPORT_ROWS_MAX	 10000

/* What the person says of the file; NULL and 0: nothing. */
struct import_said {
	const char *pool;
	const char *image;
	const char *workload;	/* NULL: the label, where it is one of the tool's own words */
	const char *label;	/* of the run */
	unsigned count;
};

/* NULL: see err. */
struct figures *import_read(const char *path, const struct import_said *said, struct err *err);
/* The same of bytes that were read; `name` stands for the file in errors and in the recording's source. */
struct figures *import_parse(const char *name, const char *bytes, size_t len,
			     const struct import_said *said, struct err *err);

#endif
