/*
 * planfile.h - choices kept in a file, for a script or for next time.
 *
 * The file is what the configuration file is: `name = value` lines, named as
 * the long options. What stands in it can be written on the command line as
 * well, and there has the last word.
 */
#ifndef BENCH_PLANFILE_H
#define BENCH_PLANFILE_H

#include "bench/choices.h"

/* A file that is not there is an error. Of kind ERR_USAGE all of them, with FILE:LINE and what was expected. */
int planfile_read(const char *path, struct options *options, struct err *err);
/* With its servers, and the project on them (NULL: none is said). Over a file that exists only when `replace`. */
int planfile_write(const char *path, const struct choices *choices, const char *project, bool replace,
		   struct err *err);

#endif
