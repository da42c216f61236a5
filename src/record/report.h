/*
 * report.h - a run as something to read, paste or compute with.
 *
 * Each format is a row; each is a file report_NAME.c. Their figures are the
 * summaries of summary.h and the ops themselves, and they add none of their
 * own. What each promises: doc/reports.md.
 */
#ifndef RECORD_REPORT_H
#define RECORD_REPORT_H

#include "base/buf.h"
#include "record/model.h"
#include "record/samples.h"

struct report_format {
	const char *name;	/* "table", "json" */
	const char *help;
	bool ops;		/* it shows each op, so it needs `samples` */
	/* `samples` is NULL where nobody has kept them: no op is shown then. */
	void (*write)(const struct model *model, const struct samples *samples, struct buf *out);
};
extern const struct report_format report_formats[];
extern const size_t n_report_formats;

/* NULL when there is none of that name. */
const struct report_format *report_find(const char *name);

/* Of a recording; `redact` as redact.h tells. */
int report_recording(const char *path, const struct report_format *format, bool redact, struct buf *out,
		     struct err *err);
/* The recording itself, line by line, for handing on: it can be replayed anywhere. */
int report_copy(const char *path, bool redact, struct buf *out, struct err *err);

/* Calls `fn` with each event of the recording, in order, until it fails; the event is wiped after it. */
typedef int report_event_fn(void *arg, struct event *event, struct err *err);
int report_each_event(const char *path, bool redact, report_event_fn *fn, void *arg, struct err *err);

#endif
