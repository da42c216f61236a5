/*
 * form.h - number and choice fields that are edited in place.
 *
 * Typing digits replaces the value, + - and the wheel step it, Enter keeps, Esc
 * puts the old one back. A value out of range is not taken, and the reason is
 * told, of one that is too large while it is typed. A field of text is only shown: who owns the form asks for it.
 */
#ifndef UI_WIDGETS_FORM_H
#define UI_WIDGETS_FORM_H

#include <stddef.h>

#include "canvas.h"
#include "key.h"

struct field {
	const char *label;
	const char *unit;		/* behind the field; "" */
	unsigned min, max;
	unsigned *value;		/* what is edited */
	const char *const *choices;	/* NULL: a number; else value is an index, NULL-terminated */
	const char *text;		/* NULL: a number or a choice; else what is shown */
	const char *help;		/* below the form where there is room, of the field under the cursor; NULL */
};

struct form_state {
	size_t cursor;
	bool editing;
	char digits[12];		/* as typed */
	char complaint[80];		/* why the last entry was not taken; "" */
};

/* Returns how many fields had no room below the last one. */
size_t form_draw(struct canvas *canvas, struct rect area, const struct field *fields, size_t n,
		 const struct form_state *state, bool focused);
/* True: the key was for the form. */
bool form_key(const struct field *fields, size_t n, struct form_state *state, struct key key);

#endif
