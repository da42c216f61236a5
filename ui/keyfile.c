#include "keyfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/xdg.h"
#include "keymap.h"

#define FILE_MAX (64 << 10)

/* What the file says. */
struct wishes {
	char *text;			/* of the file; the keys' names point into it */
	bool given[N_COMMANDS];
	struct wish {
		enum command command;
		const char *key;
	} *keys;
	size_t n_keys;
};

/* What `keymap` points to now; none: the built-in one. */
static struct wishes current;
static struct binding *rows;
static size_t n_rows;

static void
wishes_wipe(struct wishes *wishes)
{
	free(wishes->text);
	free(wishes->keys);
	*wishes = (struct wishes){ 0 };
}

/* ---- reading ---- */

static char *
trim(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text + strspn(text, " \t");
}

static enum command
command_named(const char *name)
{
	for (enum command command = CMD_NONE + 1; command < N_COMMANDS; command++)
		if (strcmp(command_texts[command].name, name) == 0)
			return command;
	return CMD_NONE;
}

static unsigned
views_of(enum command command)
{
	unsigned views = 0;

	for (size_t i = 0; i < n_built_in_keys; i++)
		if (built_in_keys[i].command == command)
			views |= built_in_keys[i].views;
	return views;
}

static bool
same_key(const char *a, const char *b)
{
	struct key x, y;

	return key_parse(a, &x) && key_parse(b, &y) && x.code == y.code;
}

static int
add_key(struct wishes *wishes, enum command command, const char *name, struct err *err)
{
	struct key key;

	if (!key_parse(name, &key) || key.code >= KEY_MOUSE_)
		return err_set_kind(err, ERR_USAGE, "%s is the name of no key", name);
	for (size_t i = 0; i < wishes->n_keys; i++)
		if (same_key(wishes->keys[i].key, name) &&
		    (views_of(wishes->keys[i].command) & views_of(command)))
			return err_set_kind(err, ERR_USAGE, "%s is the key of %s already", name,
					    command_texts[wishes->keys[i].command].name);
	wishes->keys = xrealloc(wishes->keys, wishes->n_keys + 1, sizeof(*wishes->keys));
	wishes->keys[wishes->n_keys++] = (struct wish){ command, name };
	return 0;
}

static int
read_line(struct wishes *wishes, char *line, struct err *err)
{
	char *keys = strchr(line, '=');
	enum command command;

	if (!keys)
		return err_set_kind(err, ERR_USAGE, "expected COMMAND = KEY ...");
	*keys++ = '\0';
	command = command_named(trim(line));
	if (command == CMD_NONE)
		return err_set_kind(err, ERR_USAGE,
				    "%s is no command; poolscope --list-keys prints them", trim(line));
	if (wishes->given[command])
		return err_set_kind(err, ERR_USAGE, "%s has a line already", trim(line));
	wishes->given[command] = true;
	for (char *name; (name = strsep(&keys, " \t"));)
		if (*name && add_key(wishes, command, name, err) < 0)
			return -1;
	return 0;
}

static int
read_wishes(struct wishes *wishes, const char *path, struct err *err)
{
	size_t len, number = 0;
	char *rest;

	if (xdg_read_file(path, FILE_MAX, &wishes->text, &len, err) < 0)
		return -1;
	if (memchr(wishes->text, '\0', len))
		return err_set_kind(err, ERR_USAGE, "%s: a NUL byte in it; expected a text file", path);
	rest = wishes->text;
	for (char *line; (line = strsep(&rest, "\n"));) {
		number++;
		line = trim(line);
		if (*line && *line != '#' && read_line(wishes, line, err) < 0)
			return err_wrap(err, "%s:%zu", path, number);
	}
	return 0;
}

/* ---- the keys that come of it ---- */

static void
add_row(struct binding row)
{
	rows = xrealloc(rows, n_rows + 1, sizeof(*rows));
	rows[n_rows++] = row;
}

/* On the screens on which nobody has wished for its key. */
static void
add_built_in(const struct wishes *wishes, struct binding row)
{
	for (size_t i = 0; i < wishes->n_keys; i++)
		if (same_key(wishes->keys[i].key, row.key))
			row.views &= ~views_of(wishes->keys[i].command);
	if (row.views)
		add_row(row);
}

/* In the place of a built-in row; only the first key of a command has the hint. */
static void
add_wished(const struct wishes *wishes, struct binding row)
{
	for (size_t i = 0; i < wishes->n_keys; i++) {
		if (wishes->keys[i].command != row.command)
			continue;
		row.key = wishes->keys[i].key;
		add_row(row);
		row.hint = NULL;
	}
}

static void
make_rows(const struct wishes *wishes)
{
	unsigned done[N_COMMANDS] = { 0 };

	for (size_t i = 0; i < n_built_in_keys; i++) {
		struct binding row = built_in_keys[i];

		if (!wishes->given[row.command]) {
			add_built_in(wishes, row);
			continue;
		}
		row.views &= ~done[row.command];
		done[row.command] |= row.views;
		if (row.views)
			add_wished(wishes, row);
	}
}

static bool
can_be_left(void)
{
	unsigned views = 0;

	for (size_t i = 0; i < n_rows; i++)
		if (rows[i].command == CMD_QUIT)
			views |= rows[i].views;
	return views == ON_ANY;
}

void
keyfile_forget(void)
{
	keymap = built_in_keys;
	n_keymap = n_built_in_keys;
	wishes_wipe(&current);
	free(steal(rows));
	n_rows = 0;
}

int
keyfile_read(const char *path, struct err *err)
{
	keyfile_forget();
	if (read_wishes(&current, path, err) < 0) {
		keyfile_forget();
		return -1;
	}
	make_rows(&current);
	if (!can_be_left()) {
		keyfile_forget();
		return err_set_kind(err, ERR_USAGE, "%s: no key is left for quit", path);
	}
	keymap = rows;
	n_keymap = n_rows;
	return 0;
}

int
keyfile_load(struct err *err)
{
	autofree_mem char *path = xdg_config("keys");

	return access(path, F_OK) == 0 ? keyfile_read(path, err) : 0;
}
