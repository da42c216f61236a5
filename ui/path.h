/*
 * path.h - a path that a person types: "~" is their home, Tab completes it.
 */
#ifndef UI_PATH_H
#define UI_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The caller frees it. */
char *path_expand(const char *typed);
/*
 * Adds what all names that begin like the last part have in common, and a '/'
 * to the only one when it is a folder. False: there is nothing to add.
 */
bool path_complete(char *typed, size_t size);

#endif
