/*
 * keyfile.h - a person's own keys: `command = key key ...` lines in
 * $XDG_CONFIG_HOME/poolscope/keys, by the names of command.h and key.h.
 *
 * A line replaces all keys of its command, wherever it has some; none behind
 * the `=` takes them away. A key that is given so is no longer the key of
 * another command on those screens. Lines with # in front are remarks.
 */
#ifndef UI_KEYFILE_H
#define UI_KEYFILE_H

#include "base/err.h"

/* From now on `keymap` is the person's. Without the file nothing changes; an error says FILE:LINE. */
int keyfile_load(struct err *err);
/* The same with a file; it must be there. */
int keyfile_read(const char *path, struct err *err);
/* The built-in keys again. */
void keyfile_forget(void);

#endif
