/*
 * cmd_import.c - `poolscope import FILE`: another tool's report among our own runs.
 */
#include <stdio.h>

#include "cmd.h"
#include "record/import.h"
#include "runs.h"

static int
import(const struct options *options, const char *file, char **path, struct err *err)
{
	const struct import_said said = {
		.pool = options_text(options, OPT_OF_POOL),
		.image = options_text(options, OPT_OF_IMAGE),
		.workload = options_text(options, OPT_OF_WORKLOAD),
		.label = options_text(options, OPT_LABEL),
		.count = options_given(options, OPT_OF_COUNT)
				 ? (unsigned)options_number(options, OPT_OF_COUNT)
				 : 0,
	};
	autofree_mem char *folder = runs_folder();
	autofree(figures) figures = import_read(file, &said, err);

	return figures ? figures_write(figures, folder, path, err) : -1;
}

int
cmd_import(const struct options *options)
{
	autofree_mem char *path = NULL;
	char *const *args;
	struct err err;

	options_args(options, &args);
	if (import(options, args[0], &path, &err) < 0)
		return cmd_fail(&err);
	printf("recorded in %s\n", path);
	return 0;
}
