#include "theme.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xdg.h"
#include "canvas.h"

#define SUFFIX	 ".theme"
#define FILE_MAX (64 * 1024)
#define STEPS	 101

// clang-format off
const struct role_row role_rows[N_ROLES] = {
	{ ROLE_TEXT,         't', "main_fg", NULL, NULL, ROLE_TEXT, "", 0, "text" },
	{ ROLE_TITLE,        'T', "title", NULL, NULL, ROLE_TITLE, "", ATTR_BOLD, "titles of panels and columns" },
	{ ROLE_HOT,          'h', "hi_fg", NULL, NULL, ROLE_HOT, "#e69f00", ATTR_BOLD | ATTR_UNDERLINE, "the letter to press, what is chosen" },
	{ ROLE_SELECTED,     's', "selected_fg", NULL, "selected_bg", ROLE_SELECTED, "#ffffff", ATTR_REVERSE, "the line under the cursor" },
	{ ROLE_DIM,          'd', "inactive_fg", NULL, NULL, ROLE_DIM, "#808080", 0, "what is needed less, or cannot be chosen" },
	{ ROLE_BOX,          'b', "div_line", NULL, NULL, ROLE_BOX, "#6c6c6c", 0, "borders" },
	{ ROLE_BOX_FOCUS,    'B', "box_focus", NULL, NULL, ROLE_HOT, "", ATTR_BOLD, "the border of the panel that has the keys" },
	{ ROLE_METER_EMPTY,  'm', "meter_bg", NULL, NULL, ROLE_METER_EMPTY, "#6c6c6c", 0, "the rest of a bar" },
	{ ROLE_GRAPH_TEXT,   'g', "graph_text", NULL, NULL, ROLE_DIM, "", 0, "axes of graphs" },
	{ ROLE_CPU,          'c', NULL, "cpu", NULL, ROLE_CPU, "#009e73 #e69f00 #d55e00", 0, "processors" },
	{ ROLE_MEMORY,       'e', NULL, "used", NULL, ROLE_MEMORY, "#56b4e9 #cc79a7 #d55e00", 0, "memory" },
	{ ROLE_USAGE,        'u', NULL, "usage", NULL, ROLE_MEMORY, "", 0, "disk usage of pools" },
	{ ROLE_READ,         'r', NULL, "download", NULL, ROLE_READ, "#0072b2 #2f93ce #56b4e9", 0, "reading from disks" },
	{ ROLE_WRITE,        'w', NULL, "upload", NULL, ROLE_WRITE, "#a0557c #b66792 #cc79a7", 0, "writing to disks" },
	{ ROLE_OK,           'k', "ok", NULL, NULL, ROLE_OK, "#009e73", 0, "what went well" },
	{ ROLE_WARN,         'W', "warn", NULL, NULL, ROLE_WARN, "#e69f00", ATTR_BOLD, "warnings" },
	{ ROLE_FAIL,         'X', "fail", NULL, NULL, ROLE_FAIL, "#d55e00", ATTR_BOLD | ATTR_UNDERLINE, "failures" },
	{ ROLE_NOTE,         'n', "note", NULL, NULL, ROLE_NOTE, "#56b4e9", 0, "remarks" },
	{ ROLE_BTRFS,        'F', "btrfs", NULL, NULL, ROLE_BTRFS, "#e69f00", 0, "pools of driver btrfs" },
	{ ROLE_ZFS,          'Z', "zfs", NULL, NULL, ROLE_ZFS, "#56b4e9", 0, "pools of driver zfs" },
	{ ROLE_LVM,          'L', "lvm", NULL, NULL, ROLE_LVM, "#009e73", 0, "pools of driver lvm" },
	{ ROLE_DIR,          'D', "dir", NULL, NULL, ROLE_DIR, "#cc79a7", 0, "pools of driver dir, and directories" },
	{ ROLE_CEPH,         'C', "ceph", NULL, NULL, ROLE_CEPH, "#d55e00", 0, "pools of driver ceph" },
	{ ROLE_DRIVER_OTHER, 'O', "driver_other", NULL, NULL, ROLE_DIM, "", 0, "pools of any other driver" },
};

/* The first is that of every role which names none. */
static const struct {
	const char *name, *colour;
} backgrounds[] = {
	{ "main_bg", "" },
	{ "selected_bg", "#0072b2" },
};

/* What the names of a gradient end in. */
static const char *const steps[] = { "_start", "_mid", "_end" };

static const struct {
	const char *driver;
	enum role role;
} drivers[] = {
	{ "btrfs",      ROLE_BTRFS },
	{ "zfs",        ROLE_ZFS },
	{ "lvm",        ROLE_LVM },
	{ "lvmcluster", ROLE_LVM },
	{ "dir",        ROLE_DIR },
	{ "ceph",       ROLE_CEPH },
	{ "cephfs",     ROLE_CEPH },
	{ "cephobject", ROLE_CEPH },
};
// clang-format on

struct entry {
	int32_t colour;
	bool set;
};

struct theme {
	char *name;
	/* As the file says. */
	struct entry plain[N_ROLES];
	struct entry step[N_ROLES][COUNTOF(steps)];
	struct entry background[COUNTOF(backgrounds)];
	/* Worked out of it; of a role without a gradient, all are the same. */
	int32_t fg[N_ROLES][STEPS];
	int32_t bg[N_ROLES];
};

/* For the tables of this file, where a text that is no colour is a mistake of ours. */
static int32_t
built_in(const char *text)
{
	int32_t colour = COLOUR_DEFAULT;
	bool good = colour_parse(text, &colour);

	assert(good);
	(void)good;
	return colour;
}

static int32_t
plain_colour(const struct theme *theme, enum role role)
{
	const struct role_row *row = &role_rows[role];

	if (theme->plain[role].set)
		return theme->plain[role].colour;
	return row->fallback == role ? built_in(row->colour) : plain_colour(theme, row->fallback);
}

static void
gradient_steps(const struct theme *theme, enum role role, struct entry out[COUNTOF(steps)])
{
	const struct role_row *row = &role_rows[role];
	char text[COUNTOF(steps)][8];

	if (theme->step[role][0].set) {
		memcpy(out, theme->step[role], sizeof(theme->step[role]));
	} else if (row->fallback != role) {
		gradient_steps(theme, row->fallback, out);
	} else {
		sscanf(row->colour, "%7s %7s %7s", text[0], text[1], text[2]);
		for (size_t i = 0; i < COUNTOF(steps); i++)
			out[i] = (struct entry){ built_in(text[i]), true };
	}
}

/* Without an end all is as the start; without a middle it goes straight to the end. */
static int32_t
gradient_colour(const struct entry step[COUNTOF(steps)], int level)
{
	if (!step[2].set)
		return step[0].colour;
	if (!step[1].set)
		return colour_between(step[0].colour, step[2].colour, level);
	if (level < 50)
		return colour_between(step[0].colour, step[1].colour, level * 2);
	return colour_between(step[1].colour, step[2].colour, level * 2 - 100);
}

static int32_t
background_colour(const struct theme *theme, enum role role)
{
	const char *name = role_rows[role].background;
	size_t i = 0;

	while (name && strcmp(backgrounds[i].name, name) != 0)
		i++;
	return theme->background[i].set ? theme->background[i].colour
					: built_in(backgrounds[i].colour);
}

static void
work_out(struct theme *theme)
{
	for (enum role role = 0; role < N_ROLES; role++) {
		struct entry step[COUNTOF(steps)] = { 0 };

		if (role_rows[role].gradient)
			gradient_steps(theme, role, step);
		else
			step[0].colour = plain_colour(theme, role);
		for (int level = 0; level < STEPS; level++)
			theme->fg[role][level] = gradient_colour(step, level);
		theme->bg[role] = background_colour(theme, role);
	}
}

struct theme *
theme_default(void)
{
	struct theme *theme = xcalloc(1, sizeof(*theme));

	theme->name = xstrdup("default");
	work_out(theme);
	return theme;
}

void
theme_free(struct theme *theme)
{
	if (!theme)
		return;
	free(theme->name);
	free(theme);
}

const char *
theme_name(const struct theme *theme)
{
	return theme->name;
}

/* NULL: a name of btop's, or of a later version, that means nothing here. */
static struct entry *
entry_named(struct theme *theme, const char *name)
{
	for (size_t i = 0; i < COUNTOF(backgrounds); i++)
		if (strcmp(name, backgrounds[i].name) == 0)
			return &theme->background[i];

	for (enum role role = 0; role < N_ROLES; role++) {
		const char *prefix = role_rows[role].gradient;

		if (!prefix) {
			if (strcmp(name, role_rows[role].name) == 0)
				return &theme->plain[role];
			continue;
		}
		for (size_t i = 0; i < COUNTOF(steps); i++)
			if (strncmp(name, prefix, strlen(prefix)) == 0 &&
			    strcmp(name + strlen(prefix), steps[i]) == 0)
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
	struct entry *entry;

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
				    "%s is not a colour: #rrggbb, #rgb, \"r g b\" or \"\"", name);
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
	size_t suffix = strlen(SUFFIX);

	if (len > suffix && strcmp(name + len - suffix, SUFFIX) == 0)
		len -= suffix;
	return xstrndup(name, len);
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
	if (read_lines(theme, text, path, err) < 0)
		return NULL;
	theme->name = name_of_path(path);
	work_out(theme);
	return steal(theme);
}

struct style
theme_style(const struct theme *theme, enum role role, uint8_t level)
{
	return (struct style){
		.fg = theme->fg[role][level < STEPS ? level : 0],
		.bg = theme->bg[role],
		.attr = role_rows[role].mono,
	};
}

enum role
theme_driver_role(const char *driver)
{
	for (size_t i = 0; i < COUNTOF(drivers); i++)
		if (strcmp(drivers[i].driver, driver) == 0)
			return drivers[i].role;
	return ROLE_DRIVER_OTHER;
}
