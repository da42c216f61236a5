/*
 * cmd_report.c - `poolscope report RUN`: what a recorded run has found.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/xdg.h"
#include "cmd.h"
#include "record/index.h"
#include "record/recording.h"
#include "record/redact.h"
#include "record/report.h"

/* Never over a file that exists. */
static int
write_new_file(const char *path, const struct buf *text, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	FILE *file;

	if (fd < 0 && errno == EEXIST)
		return err_set_kind(err, ERR_USAGE, "%s exists and is left alone", path);
	if (fd < 0)
		return err_sys(err, "create %s", path);
	file = fdopen(fd, "w");
	if (!file) {
		close(fd);
		return err_sys(err, "create %s", path);
	}
	fwrite(buf_text(text), 1, text->len, file);
	if (fclose(file) != 0)
		return err_sys(err, "write %s", path);
	return 0;
}

/* What is done with each event, in order; each owns nothing of it. */
typedef int event_fn(void *arg, struct event *event, struct err *err);

static int
for_each_event(const char *path, bool redact, event_fn *fn, void *arg, struct err *err)
{
	autofree(redactor) redactor = redact ? redactor_new() : NULL;
	autofree(recording) rec = NULL;
	struct event event;
	int status;

	if (recording_open(path, &rec, err) < 0)
		return -1;
	while ((status = recording_next(rec, &event, err)) == 1) {
		if (redactor)
			redact_event(redactor, &event);
		status = fn(arg, &event, err);
		event_wipe(&event);
		if (status < 0)
			return -1;
	}
	return status;
}

static int
add_to_model(void *arg, struct event *event, struct err *err)
{
	return model_apply(arg, event, err);
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

/* The run itself, for handing on: what is read here can be replayed anywhere. */
static int
write_recording(const char *path, bool redact, struct buf *text, struct err *err)
{
	return for_each_event(path, redact, add_line, text, err);
}

static int
write_report(const char *path, bool redact, const struct report_format *format, struct buf *text,
	     struct err *err)
{
	autofree(model) model = model_new();

	if (for_each_event(path, redact, add_to_model, model, err) < 0)
		return -1;
	format->write(model, text);
	return 0;
}

static int
report(const struct options *options, struct err *err)
{
	const struct report_format *format = report_find(options_text(options, OPT_REPORT));
	const char *output = options_text(options, OPT_OUTPUT);
	bool redact = options_flag(options, OPT_REDACT);
	autofree_mem char *folder = xdg_data("runs");
	autofree_mem char *path = NULL;
	autobuf text = { 0 };
	char *const *args;
	int status;

	options_args(options, &args);
	if (index_find(folder, args[0], &path, err) < 0)
		return -1;
	status = format ? write_report(path, redact, format, &text, err)
			: write_recording(path, redact, &text, err);
	if (status < 0)
		return -1;
	if (output)
		return write_new_file(output, &text, err);
	fwrite(buf_text(&text), 1, text.len, stdout);
	return 0;
}

int
cmd_report(const struct options *options)
{
	struct err err;

	return report(options, &err) < 0 ? cmd_fail(&err) : 0;
}
