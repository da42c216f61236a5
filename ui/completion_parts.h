/*
 * completion_parts.h - what the scripts of all shells are made of; for
 * completion*.c only.
 */
#ifndef UI_COMPLETION_PARTS_H
#define UI_COMPLETION_PARTS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/options.h"

/* What may stand where a row says "FILE", "NAME" or "up|down|status". */
struct values {
	char words[128];	/* separated by blanks; "" where only a person can know */
	const char *command;	/* prints more of them, a line each, in any shell; asks no server; NULL */
	bool files;
};

/* `place` ends at its first blank; `choices` of an option, or NULL. */
struct values values_of(const char *place, const char *choices);

/* `text` with a backslash before each of `special`. */
void add_escaped(struct buf *out, const char *text, const char *special);

#endif
