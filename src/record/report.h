/*
 * report.h - a run as something to read, paste or compute with.
 *
 * Each format is a row; each is a file report_NAME.c. All of them print the
 * summaries of summary.h and add nothing of their own.
 */
#ifndef RECORD_REPORT_H
#define RECORD_REPORT_H

#include "base/buf.h"
#include "record/model.h"

struct report_format {
	const char *name;	/* "table", "json" */
	const char *help;
	void (*write)(const struct model *model, struct buf *out);
};
extern const struct report_format report_formats[];
extern const size_t n_report_formats;

/* NULL when there is none of that name. */
const struct report_format *report_find(const char *name);

#endif
