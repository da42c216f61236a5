/*
 * cmd_report.c - `poolscope report RUN`: what a recorded run has found.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "record/report.h"
#include "runs.h"

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

static int
report(const struct options *options, struct err *err)
{
	const struct report_format *format = report_find(options_text(options, OPT_REPORT));
	const char *output = options_text(options, OPT_OUTPUT);
	bool redact = options_flag(options, OPT_REDACT);
	autofree_mem char *path = NULL;
	autobuf text = { 0 };
	char *const *args;
	int status;

	options_args(options, &args);
	if (runs_find(args[0], &path, err) < 0)
		return -1;
	/* What is no row is the run itself. */
	status = format ? report_recording(path, format, redact, &text, err)
			: report_copy(path, redact, &text, err);
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
