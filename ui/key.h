/*
 * key.h - one key press, mouse action or paste, and its name.
 *
 * The name is what stands in the keymap, in help, in a person's key file and
 * in --keys: "q", "Ctrl-C", "Enter", "Esc", "Space", "F1", "PgUp", "Shift-Tab".
 */
#ifndef UI_KEY_H
#define UI_KEY_H

#include <stdbool.h>
#include <uchar.h>

enum key_code {
	KEY_NONE_ = 0x110000,	/* above every character */
	KEY_ENTER_, KEY_ESC_, KEY_TAB_, KEY_SHIFT_TAB_, KEY_BACKSPACE_, KEY_DELETE_,
	KEY_UP_, KEY_DOWN_, KEY_LEFT_, KEY_RIGHT_, KEY_HOME_, KEY_END_, KEY_PGUP_, KEY_PGDN_,
	KEY_F1_, KEY_F2_, KEY_F10_,
	KEY_MOUSE_, KEY_WHEEL_UP_, KEY_WHEEL_DOWN_,
	KEY_EOF_,		/* the terminal is gone */
};

struct key {
	char32_t code;		/* a character (Ctrl-C is 3), or enum key_code */
	int x, y;		/* of the mouse */
	bool pasted;		/* text, never a command */
};

/* The bytes of a character of which some are still to come; zeroed: none. */
struct key_bytes {
	char so_far[5];
};
/*
 * The next byte from the terminal; true when *ret is a whole key. A broken
 * character is dropped and does not hold up what follows; so is all that is
 * not ASCII where the locale is not UTF-8.
 */
bool key_take_byte(struct key_bytes *bytes, int byte, bool utf8, struct key *ret);

#define KEY_NAME_LEN 16
/* Returns out. */
const char *key_name(struct key key, char out[KEY_NAME_LEN]);
/* False when there is no key of that name. */
bool key_parse(const char *name, struct key *ret);

#endif
