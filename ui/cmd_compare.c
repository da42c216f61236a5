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

static int
open_runs(char *const *names, size_t n, struct opened *opened, struct err *err)
{
	opened->models = xcalloc(n, sizeof(*opened->models));
	for (; opened->n < n; opened->n++) {
		autofree_mem char *path = NULL;

		if (runs_find(names[opened->n], &path, err) < 0)
			return -1;
		opened->models[opened->n] = sums_open(path, err);
		if (!opened->models[opened->n])
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
