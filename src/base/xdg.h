/*
 * xdg.h - where our files are, by the XDG Base Directory specification.
 *
 * Each returns a new path the caller frees: NAME below poolscope's own folder,
 * or that folder when NAME is NULL. Without HOME the current folder stands in.
 * A relative path in a variable is ignored, as the specification asks.
 */
#ifndef BASE_XDG_H
#define BASE_XDG_H

#include <stddef.h>

#include "base/err.h"

char *xdg_config(const char *name);	/* $XDG_CONFIG_HOME/poolscope/NAME */
char *xdg_data(const char *name);	/* $XDG_DATA_HOME/poolscope/NAME */
char *xdg_state(const char *name);	/* $XDG_STATE_HOME/poolscope/NAME */

/* Makes a folder and those above it, mode 0700 where new. */
int xdg_make_folder(const char *path, struct err *err);

/* Writes a file by a temporary one and rename, mode 0600; of folders only our own are made when missing. */
int xdg_write_file(const char *path, const void *bytes, size_t len, struct err *err);
/* The same without waiting for the disk: for what can be made again when a machine loses power. */
int xdg_write_again(const char *path, const void *bytes, size_t len, struct err *err);
/* Reads a whole regular file of at most `max` bytes; NUL behind it. Folders, FIFOs, devices are refused. */
int xdg_read_file(const char *path, size_t max, char **bytes, size_t *len, struct err *err);

#endif
