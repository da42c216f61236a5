/*
 * keymap.h - which key asks for what, on which screen: rows, which the help
 * screen and the bottom line print as well.
 */
#ifndef UI_KEYMAP_H
#define UI_KEYMAP_H

#include <stddef.h>

#include "command.h"
#include "key.h"

enum view_id {
	VIEW_SETUP,
	VIEW_RUN,
	VIEW_RESULTS,
	VIEW_HISTORY,
	N_VIEWS
};

/* Bits, so that a row can serve several screens. */
enum {
	ON_SETUP = 1 << VIEW_SETUP,
	ON_RUN = 1 << VIEW_RUN,
	ON_RESULTS = 1 << VIEW_RESULTS,
	ON_HISTORY = 1 << VIEW_HISTORY,
	ON_ANY = (1 << N_VIEWS) - 1,
};

struct binding {
	unsigned views;
	const char *key;	/* as key_name() writes it */
	enum command command;
	const char *hint;	/* a word for the bottom line, "run"; NULL: not there */
};
extern const struct binding built_in_keys[];
extern const size_t n_built_in_keys;

/* Those in use: the built-in ones, or what a person's key file makes of them (keyfile.h). */
extern const struct binding *keymap;
extern size_t n_keymap;

/* CMD_NONE when the key means nothing there. */
enum command keymap_find(enum view_id view, struct key key);
/* The name of a command's first key there; "" when it has none. */
const char *keymap_key(enum view_id view, enum command command);

#endif
