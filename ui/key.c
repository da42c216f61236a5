#include "key.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/utf8.h"

static const struct {
	char32_t code;
	const char *name;
} names[] = {
	{ KEY_ENTER_, "Enter" },
	{ KEY_ESC_, "Esc" },
	{ KEY_TAB_, "Tab" },
	{ KEY_SHIFT_TAB_, "Shift-Tab" },
	{ KEY_BACKSPACE_, "Backspace" },
	{ KEY_DELETE_, "Delete" },
	{ KEY_UP_, "Up" },
	{ KEY_DOWN_, "Down" },
	{ KEY_LEFT_, "Left" },
	{ KEY_RIGHT_, "Right" },
	{ KEY_HOME_, "Home" },
	{ KEY_END_, "End" },
	{ KEY_PGUP_, "PgUp" },
	{ KEY_PGDN_, "PgDn" },
	{ KEY_F1_, "F1" },
	{ KEY_F2_, "F2" },
	{ KEY_F10_, "F10" },
	{ KEY_MOUSE_, "Mouse" },
	{ KEY_WHEEL_UP_, "WheelUp" },
	{ KEY_WHEEL_DOWN_, "WheelDown" },
	{ KEY_EOF_, "EOF" },
	{ ' ', "Space" },
};

/* What a character from the terminal means. */
static struct key
key_of(char32_t ch)
{
	switch (ch) {
	case 8:
	case 127: return (struct key){ .code = KEY_BACKSPACE_ };
	case '\t': return (struct key){ .code = KEY_TAB_ };
	case '\n':
	case '\r': return (struct key){ .code = KEY_ENTER_ };
	case 27: return (struct key){ .code = KEY_ESC_ };
	}
	return (struct key){ .code = ch };
}

/* How many bytes a character has that begins with this one. */
static size_t
length_after(unsigned char lead)
{
	return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

bool
key_take_byte(struct key_bytes *bytes, int byte, bool utf8, struct key *ret)
{
	const char *at = bytes->so_far;
	size_t len = strlen(at);
	char32_t ch;

	if (byte < 0x80) {
		bytes->so_far[0] = '\0';
		*ret = key_of((char32_t)byte);
		return true;
	}
	if (byte >= 0xc0)
		len = 0;
	if (!utf8 || (byte < 0xc0 && len == 0))
		return false;
	bytes->so_far[len++] = (char)byte;
	bytes->so_far[len] = '\0';
	if (len < length_after((unsigned char)bytes->so_far[0]))
		return false;

	ch = utf8_next(&at);
	bytes->so_far[0] = '\0';
	*ret = key_of(ch);
	return ch != UTF8_REPLACEMENT;
}

static void
character_name(char32_t ch, char out[KEY_NAME_LEN])
{
	autobuf text = { 0 };

	utf8_add(&text, ch);
	strcpy(out, buf_text(&text));
}

const char *
key_name(struct key key, char out[KEY_NAME_LEN])
{
	for (size_t i = 0; i < COUNTOF(names); i++)
		if (names[i].code == key.code)
			return strcpy(out, names[i].name);

	if (key.code < 32)
		snprintf(out, KEY_NAME_LEN, "Ctrl-%c", (int)(key.code + '@'));
	else if (key.code < KEY_NONE_)
		character_name(key.code, out);
	else
		strcpy(out, "None");
	return out;
}

/* "Ctrl-C" and "Ctrl-c"; 0 when it is none. */
static char32_t
parse_ctrl(const char *name)
{
	int letter;

	if (strncasecmp(name, "Ctrl-", 5) != 0 || name[5] == '\0' || name[6] != '\0')
		return 0;
	letter = toupper((unsigned char)name[5]);
	return letter > '@' && letter <= '_' ? (char32_t)(letter - '@') : 0;
}

static char32_t
parse_character(const char *name)
{
	char32_t ch = utf8_next(&name);

	return *name || ch < 32 || ch == UTF8_REPLACEMENT ? 0 : ch;
}

static bool
is_mouse(char32_t code)
{
	return code == KEY_MOUSE_ || code == KEY_WHEEL_UP_ || code == KEY_WHEEL_DOWN_;
}

/* "Mouse@12,7" */
static bool
parse_mouse(const char *name, struct key *ret)
{
	struct key key;
	char word[KEY_NAME_LEN];
	int x, y, used = 0;

	if (sscanf(name, "%15[A-Za-z]@%3d,%3d%n", word, &x, &y, &used) != 3 || name[used] ||
	    x < 0 || y < 0 || !key_parse(word, &key) || !is_mouse(key.code))
		return false;
	*ret = (struct key){ .code = key.code, .x = x, .y = y };
	return true;
}

bool
key_parse(const char *name, struct key *ret)
{
	char32_t ch = parse_character(name);

	if (!ch)
		ch = parse_ctrl(name);
	if (ch) {
		*ret = key_of(ch);
		return true;
	}
	for (size_t i = 0; i < COUNTOF(names); i++) {
		if (strcasecmp(names[i].name, name) == 0) {
			*ret = (struct key){ .code = names[i].code };
			return true;
		}
	}
	return parse_mouse(name, ret);
}
