/*
 * ustar.h - writes a tar archive, member by member.
 *
 * Every member belongs to root and carries the same fixed time, so the same
 * members always give the same bytes. Nothing fails before the end: the
 * stream keeps its own error flag, and ustar_finish() looks at it.
 *
 * Source of the format: POSIX.1-2017, pax, "ustar Interchange Format".
 */
#ifndef SERVER_USTAR_H
#define SERVER_USTAR_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

#define USTAR_NAME_MAX 100	/* bytes; longer names are a mistake of ours */

void ustar_dir(FILE *out, const char *name, unsigned mode);
void ustar_symlink(FILE *out, const char *name, const char *target);
/* The caller then writes exactly `size` bytes and calls ustar_pad() with the same size. */
void ustar_file(FILE *out, const char *name, unsigned mode, uint64_t size);
void ustar_pad(FILE *out, uint64_t size);
/* A whole small file. */
void ustar_text(FILE *out, const char *name, unsigned mode, const char *text);
/* Writes the end mark and flushes. -1: the archive is not whole. */
int ustar_finish(FILE *out, struct err *err);

#endif
