/*
 * cmd_compare.c - `poolscope compare RUN RUN...`: what differs around the runs,
 * and whether it shows in what they have measured.
 */
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd.h"
#include "record/compare.h"
#include "record/sums.h"
#include "runs.h"

#define COLUMNS 80

struct opened {
	struct model **models;
	size_t n;
};

/* One run against itself would always be found to be the same. */
static int
refuse_twice(const struct opened *opened, const char *name, struct err *err)
{
	const struct event_header *one = opened->models[opened->n]->header;

	for (size_t i = 0; i < opened->n; i++) {
		const struct event_header *other = opened->models[i]->header;

		if (strcmp(one->run, other->run) == 0 &&
		    one->started_wall_ns == other->started_wall_ns)
			return err_set_kind(err, ERR_USAGE, "%s: run %s is named twice", name,
					    one->run);
	}
	return 0;
}

static int
open_runs(char *const *names, size_t n, struct opened *opened, struct err *err)
{
	opened->models = xcalloc(n, sizeof(*opened->models));
	while (opened->n < n) {
		const char *name = names[opened->n];
		autofree_mem char *path = NULL;
		int twice;

		if (runs_find(name, &path, err) < 0)
			return -1;
		opened->models[opened->n] = sums_open(path, err);
		if (!opened->models[opened->n])
			return -1;
		twice = refuse_twice(opened, name, err);
		opened->n++;
		if (twice)
			return -1;
	}
	return 0;
}

static void
close_runs(struct opened *opened)
{
	for (size_t i = 0; i < opened->n; i++)
		model_free(opened->models[i]);
	mem_free_at(&opened->models);
}

/* Where it does not go to a terminal, or nothing is known of that, as many as of most. */
static size_t
columns_of_output(void)
{
	struct winsize size = { 0 };

	if (isatty(STDOUT_FILENO))
		ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	return size.ws_col ? size.ws_col : COLUMNS;
}

static void
print(const struct opened *opened, bool json)
{
	autofree(compare) compare =
		compare_new((const struct model *const *)opened->models, opened->n);
	autobuf text = { 0 };

	if (json)
		compare_json(compare, &text);
	else
		compare_table(compare, columns_of_output(), &text);
	fwrite(buf_text(&text), 1, text.len, stdout);
}

int
cmd_compare(const struct options *options)
{
	bool json = strcmp(options_text(options, OPT_FORMAT), "json") == 0;
	struct opened opened = { 0 };
	char *const *names;
	size_t n = options_args(options, &names);
	struct err err;
	int status = open_runs(names, n, &opened, &err);

	if (status == 0)
		print(&opened, json);
	close_runs(&opened);
	return status < 0 ? cmd_fail(&err) : 0;
}
