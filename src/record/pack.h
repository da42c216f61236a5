/*
 * pack.h - structs as bytes and back, for files that can be made again at any time.
 *
 * A function that visits each member of a struct serves both ways, so that what
 * is written and what is read cannot differ:
 *
 *	static void
 *	pack_point(struct pack *pack, struct point *point)
 *	{
 *		pack_u64(pack, &point->x);
 *		pack_u64(pack, &point->y);
 *	}
 *
 * A file is a name and a version of its contents, the contents, and a sum over
 * all of it: what was cut off, exchanged or written by another version is not
 * read. Reading beyond the end, or a value out of its range, marks the pack as
 * broken and gives zeros from there on; whoever reads looks once, at the end.
 */
#ifndef RECORD_PACK_H
#define RECORD_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct pack {
	bool reading;
	bool broken;		/* of one that is read */
	struct buf bytes;	/* all of the file */
	size_t at;		/* of one that is read: where the next value is */
};

/* One that is written; `name` of 8 bytes and the version are asked for again when it is read. */
void pack_begin(struct pack *pack, const char *name, unsigned version);
/* By a temporary file and rename; does not wait for the disk. */
int pack_save(struct pack *pack, const char *path, struct err *err);
/* One that is read. -1: there is none, or it is not whole, or another's; nothing to tell a person. */
int pack_load(struct pack *pack, const char *path, const char *name, unsigned version);
/* Whether all of it was read, and nothing was wrong. */
bool pack_is_whole(const struct pack *pack);
void pack_wipe(struct pack *pack);
#define autopack __attribute__((cleanup(pack_wipe))) struct pack

void pack_u64(struct pack *pack, uint64_t *value);
void pack_i64(struct pack *pack, int64_t *value);
void pack_u32(struct pack *pack, uint32_t *value);
void pack_size(struct pack *pack, size_t *value);
void pack_bool(struct pack *pack, bool *value);
void pack_real(struct pack *pack, double *value);
void pack_float(struct pack *pack, float *value);
void pack_text(struct pack *pack, char **text);	/* NULL stays NULL; what is read is the caller's to free */
void pack_chars(struct pack *pack, char *text, size_t size);	/* in a struct; NUL-terminated */

/* An index or an enum: at most `max`, or broken. */
void pack_index(struct pack *pack, size_t *value, size_t max);
void pack_word(struct pack *pack, unsigned *value, unsigned max);
/* How many elements follow, each at least a byte: never more than there are bytes left. */
void pack_count(struct pack *pack, size_t *n);

#endif
