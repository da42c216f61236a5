/*
 * theme_read.c - a theme from its file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/xdg.h"
#include "theme_parts.h"

#define FILE_MAX (64 * 1024)

/* NULL: a name of btop's, or of a later version, that means nothing here. */
static struct theme_entry *
entry_named(struct theme *theme, const char *name)
{
	for (enum theme_back back = 0; back < N_BACKS; back++)
		if (strcmp(name, back_rows[back].name) == 0)
			return &theme->back[back];

	for (enum role role = 0; role < N_ROLES; role++) {
		const char *prefix = role_rows[role].gradient;

		if (!prefix) {
			if (strcmp(name, role_rows[role].name) == 0)
				return &theme->plain[role];
			continue;
		}
		for (size_t i = 0; i < GRADIENT_STEPS; i++)
			if (strncmp(name, prefix, strlen(prefix)) == 0 &&
			    strcmp(name + strlen(prefix), gradient_ends[i]) == 0)
				return &theme->step[role][i];
	}
	return NULL;
}

static char *
skip_blanks(char *text)
{
	return text + strspn(text, " \t");
}

static void
trim_end(char *text)
{
	size_t len = strlen(text);

	while (len && strchr(" \t\r", text[len - 1]))
		text[--len] = '\0';
}

/* Takes the quotes off. A comment may follow them; without quotes, # would be a colour. */
static bool
unquote(char **value)
{
	char quote = **value;
	char *end, *rest;

	if (quote != '"' && quote != '\'')
		return true;
	end = strchr(*value + 1, quote);
	if (!end)
		return false;
	*end = '\0';
	(*value)++;
	trim_end(*value);
	*value = skip_blanks(*value);
	rest = skip_blanks(end + 1);
	return *rest == '\0' || *rest == '#';
}

/* Splits theme[NAME]=VALUE in place. */
static bool
split_line(char *line, char **name, char **value)
{
	static const char start[] = "theme[";
	char *close, *equals;

	if (strncmp(line, start, strlen(start)) != 0)
		return false;
	close = strchr(line, ']');
	if (!close)
		return false;
	equals = skip_blanks(close + 1);
	if (*equals != '=')
		return false;
	*close = '\0';
	*name = line + strlen(start);
	*value = skip_blanks(equals + 1);
	return unquote(value);
}

static int
read_line(struct theme *theme, char *line, struct err *err)
{
	char *name, *value;
	struct theme_entry *entry;

	trim_end(line);
	line = skip_blanks(line);
	if (*line == '\0' || *line == '#')
		return 0;
	if (!split_line(line, &name, &value))
		return err_set_kind(err, ERR_USAGE,
				    "not a line of the form theme[name]=\"#rrggbb\"");
	entry = entry_named(theme, name);
	if (!entry)
		return 0;
	if (!colour_parse(value, &entry->colour))
		return err_set_kind(err, ERR_USAGE,
				    "%s is not a colour: #rrggbb, \"r g b\", 0 to 255, "
				    "a name such as bright-red, or default",
				    name);
	entry->set = true;
	return 0;
}

static int
read_lines(struct theme *theme, char *text, const char *path, struct err *err)
{
	unsigned number = 1;

	for (char *line = text, *next; line; line = next, number++) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (read_line(theme, line, err) < 0)
			return err_wrap(err, "%s:%u", path, number);
	}
	return 0;
}

static char *
name_of_path(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t len = strlen(name);
	size_t suffix = strlen(THEME_SUFFIX);

	if (len > suffix && strcmp(name + len - suffix, THEME_SUFFIX) == 0)
		len -= suffix;
	return xstrndup(name, len);
}

/* Of "# NAME - TEXT", the TEXT. */
static char *
about_in(const char *text)
{
	size_t line = strcspn(text, "\r\n");
	const char *dash = strstr(text, " - ");

	if (*text != '#' || !dash || dash >= text + line)
		return xstrdup("");
	return xstrndup(dash + 3, (size_t)(text + line - dash - 3));
}

struct theme *
theme_load_file(const char *path, struct err *err)
{
	autofree(theme) theme = xcalloc(1, sizeof(*theme));
	autofree_mem char *text = NULL;
	size_t len;

	if (xdg_read_file(path, FILE_MAX, &text, &len, err) < 0)
		return NULL;
	if (strlen(text) != len) {
		err_set_kind(err, ERR_USAGE, "%s is not a text", path);
		return NULL;
	}
	theme->name = name_of_path(path);
	theme->path = xstrdup(path);
	theme->about = about_in(text);
	if (read_lines(theme, text, path, err) < 0)
		return NULL;
	theme_work_out(theme);
	return steal(theme);
}
