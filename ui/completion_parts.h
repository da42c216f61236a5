/*
 * completion_parts.h - what the scripts of all shells are made of; for
 * completion*.c only.
 */
#ifndef UI_COMPLETION_PARTS_H
#define UI_COMPLETION_PARTS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/options.h"

/* What may stand where a row says "FILE", "[NAME]" or "up|down|status". */
struct values {
	char words[128];	/* separated by blanks; "" where only a person can know */
	const char *lister;	/* the name of what lists more of them, see add_listers(); NULL */
	bool files;
};

/* `place` ends at its first blank; `choices` of an option, or NULL. */
struct values values_of(const char *place, const char *choices);

/*
 * The functions that print what is known on this machine, a line each: no
 * server is asked. They are called _poolscope_NAME; `begin`, "NAME", `open` and
 * `close` make a function of the shell, and a body is the same in each.
 */
void add_listers(struct buf *out, const char *begin, const char *open, const char *close);

/*
 * Of "up|down|status [NAME]" what follows on any of the words: "[NAME]"; NULL
 * where the second place does not hang on the first.
 */
const char *place_behind_words(const char *args);

/* `text` with a backslash before each of `special`. */
void add_escaped(struct buf *out, const char *text, const char *special);

#endif
