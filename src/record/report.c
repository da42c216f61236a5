#include "record/report.h"

#include <inttypes.h>
#include <string.h>

#include "record/index.h"
#include "record/recording.h"
#include "record/redact.h"
#include "record/report_formats.h"
#include "record/sums.h"

/* clang-format off */
const struct report_format report_formats[] = {
	{ "table",   "aligned text, 80 columns where that is possible",            false, report_table },
	{ "md",      "Markdown for a forum: figures and bars in blocks of text",   false, report_md },
	{ "csv",     "a row a cell, in seconds and bytes, for a spreadsheet",      false, report_csv },
	{ "samples", "the same with a row an op, warm-up too",                     true,  report_samples },
	{ "json",    "one object, in bytes and nanoseconds (doc/report-json.md)",  false, report_json },
	{ "html",    "a page of its own: tables, charts, each op under the mouse", true,  report_html },
	{ "svg",     "one chart: a bar a pool, a group a workload",                false, report_svg },
	{ "jmeter",  "a row a step, in the columns of incus-benchmark's reports",  false, report_jmeter },
};
/* clang-format on */
const size_t n_report_formats = COUNTOF(report_formats);

const struct report_format *
report_find(const char *name)
{
	for (size_t i = 0; i < n_report_formats; i++)
		if (strcmp(report_formats[i].name, name) == 0)
			return &report_formats[i];
	return NULL;
}

int
report_each_event(const char *path, bool redact, report_event_fn *fn, void *arg, struct err *err)
{
	autofree(redactor) redactor = redact ? redactor_new() : NULL;
	autofree(recording) rec = NULL;
	struct event event;
	int more, failed;

	if (recording_open(path, &rec, err))
		return -1;
	while ((more = recording_next(rec, &event, err)) == 1) {
		index_take_label(path, &event);
		if (redactor)
			redact_event(redactor, &event);
		failed = fn(arg, &event, err);
		event_wipe(&event);
		if (failed)
			return err_wrap(err, "%s:%" PRIu64, path, recording_line(rec));
	}
	return more;
}

static int
add_line(void *arg, struct event *event, struct err *err)
{
	struct buf *text = arg;

	(void)err;
	event_format(event, text);
	buf_putc(text, '\n');
	return 0;
}

int
report_copy(const char *path, bool redact, struct buf *out, struct err *err)
{
	return report_each_event(path, redact, add_line, out, err);
}

struct reading {
	struct model *model;
	struct samples *samples; /* NULL: the format does not need them */
};

static int
read_event(void *arg, struct event *event, struct err *err)
{
	struct reading *reading = arg;

	if (model_apply(reading->model, event, err))
		return -1;
	if (reading->samples)
		samples_add(reading->samples, event);
	return 0;
}

static struct model *
read_lines(const char *path, bool redact, struct samples *samples, struct err *err)
{
	autofree(model) model = model_new();
	struct reading reading = { model, samples };

	return report_each_event(path, redact, read_event, &reading, err) ? NULL : steal(model);
}

int
report_recording(const char *path, const struct report_format *format, bool redact, struct buf *out,
		 struct err *err)
{
	autofree(model) model = NULL;
	autosamples samples = { 0 };

	/* Where no op is shown and no name hidden, what a long run has added up to will do. */
	if (format->ops || redact)
		model = read_lines(path, redact, format->ops ? &samples : NULL, err);
	else
		model = sums_open(path, err);
	if (!model)
		return -1;
	format->write(model, &samples, out);
	return 0;
}
