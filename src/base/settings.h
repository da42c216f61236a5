/*
 * settings.h - one setting in the person's configuration file, changed for them.
 *
 * The file is theirs: all that is not this one line stays byte for byte, with
 * its comments, blank lines and line ends.
 */
#ifndef BASE_SETTINGS_H
#define BASE_SETTINGS_H

#include "base/err.h"

/*
 * Writes `name = value` where the last line with this name stands, which is the
 * one that holds, or at the end. The file is made when it is missing; a symbolic
 * link stays one. On an error the file is as it was. Refused are a file that is
 * write-protected or another user's, a link to nothing, and a value that the file
 * cannot hold (a line break, blanks at its ends).
 */
int settings_write(const char *path, const char *name, const char *value, struct err *err);

#endif
