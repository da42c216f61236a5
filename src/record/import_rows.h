/*
 * import_rows.h - the rows of a report file, each checked: between import.c and its reader.
 */
#ifndef RECORD_IMPORT_ROWS_H
#define RECORD_IMPORT_ROWS_H

#include "record/import.h"

struct import_row {
	size_t line;	   /* of the file */
	uint64_t ended_ms; /* since 1970 */
	uint64_t elapsed_ms;
	bool success;
	size_t label;	/* index of its label */
	unsigned round; /* counts the rows of its label, from 0 */
};

struct import_rows {
	struct import_row *rows;
	size_t n, room;
	char *labels[IMPORT_ROWS_MAX];	  /* each once, in order of their first rows */
	unsigned rounds[IMPORT_ROWS_MAX]; /* rows of each */
	size_t n_labels;
};

/* All of them, or -1. The caller wipes them, also then. */
int import_rows(const char *name, const char *bytes, size_t len, struct import_rows *ret,
		struct err *err);
void import_rows_wipe(struct import_rows *rows);

#endif
