/*
 * folder.h - for tests: a folder of the program's own for all that it leaves,
 * which is made before the group's first test and removed after the last.
 */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <stdlib.h>

#include "base/mem.h"

static char folder[] = "/tmp/poolscope_test.XXXXXX";

static inline int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static inline int
remove_folder(void **state)
{
	autofree_mem char *command = xasprintf("rm -rf %s", folder);

	(void)state;
	return system(command);
}

#endif
