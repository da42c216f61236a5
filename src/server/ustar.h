/*
 * ustar.h - a tar archive: writes one, member by member, and reads a header.
 *
 * Every member belongs to root and carries the same fixed time, so the same
 * members always give the same bytes. Nothing fails before the end: the
 * stream keeps its own error flag, and ustar_finish() looks at it.
 *
 * Source of the format: POSIX.1-2017, pax, "ustar Interchange Format".
 */
#ifndef SERVER_USTAR_H
#define SERVER_USTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

#define USTAR_BLOCK 512
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

struct ustar_member {
	char name[USTAR_NAME_MAX + 1];	/* as it stands there, of any bytes */
	uint64_t size;			/* as is claimed */
};
/*
 * What another's block says, if it is the header of a file: one whose checksum
 * is right, whose name is in one field, and that is below 8 GiB, above which a
 * size is written otherwise. Else false, and *ret is as it was.
 */
bool ustar_read_file(const void *block, struct ustar_member *ret);

#endif
