#include "theme.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "theme_parts.h"

// clang-format off
const struct role_row role_rows[N_ROLES] = {
	{ ROLE_TEXT,         't', "main_fg", NULL, NULL, ROLE_TEXT, { "", "" }, 0, true, "text" },
	{ ROLE_TITLE,        'T', "title", NULL, NULL, ROLE_TITLE, { "", "" }, ATTR_BOLD, true, "titles of panels and columns" },
	{ ROLE_HOT,          'h', "hi_fg", NULL, NULL, ROLE_HOT, { "#e69f00", "#9b6801" }, ATTR_BOLD | ATTR_UNDERLINE, true, "the letter to press, what is chosen" },
	{ ROLE_SELECTED,     's', "selected_fg", NULL, "selected_bg", ROLE_SELECTED, { "#ffffff", "#ffffff" }, ATTR_REVERSE, true, "the line under the cursor" },
	{ ROLE_DIM,          'd', "inactive_fg", NULL, NULL, ROLE_DIM, { "#808080", "#6a6a6a" }, 0, true, "what is needed less, or cannot be chosen" },
	{ ROLE_BOX,          'b', "div_line", NULL, NULL, ROLE_BOX, { "#6c6c6c", "#8a8a8a" }, 0, false, "borders" },
	{ ROLE_BOX_FOCUS,    'B', "box_focus", NULL, NULL, ROLE_HOT, { 0 }, ATTR_BOLD, false, "the border of the panel that has the keys" },
	{ ROLE_METER_EMPTY,  'm', "meter_bg", NULL, NULL, ROLE_METER_EMPTY, { "#6c6c6c", "#8a8a8a" }, 0, false, "the rest of a bar" },
	{ ROLE_GRAPH_TEXT,   'g', "graph_text", NULL, NULL, ROLE_DIM, { 0 }, 0, true, "axes of graphs" },
	{ ROLE_CPU,          'c', NULL, "cpu", NULL, ROLE_CPU, { "#009e73 #e69f00 #d55e00", "#0c8461 #9b6801 #962100" }, 0, false, "processors, from idle to busy" },
	{ ROLE_READ,         'r', NULL, "download", NULL, ROLE_READ, { "#0072b2 #2f93ce #56b4e9", "#2f8bc4 #0072b2 #005c9d" }, 0, false, "reading from disks" },
	{ ROLE_WRITE,        'w', NULL, "upload", NULL, ROLE_WRITE, { "#a0557c #b66792 #cc79a7", "#b66792 #a8387a #8a2060" }, 0, false, "writing to disks" },
	{ ROLE_OK,           'k', "ok", NULL, NULL, ROLE_OK, { "#009e73", "#0c7a58" }, 0, true, "what went well" },
	{ ROLE_WARN,         'W', "warn", NULL, NULL, ROLE_WARN, { "#e69f00", "#9b6801" }, ATTR_BOLD, true, "warnings" },
	{ ROLE_FAIL,         'X', "fail", NULL, NULL, ROLE_FAIL, { "#d55e00", "#962100" }, ATTR_BOLD | ATTR_UNDERLINE, true, "failures" },
	{ ROLE_NOTE,         'n', "note", NULL, NULL, ROLE_NOTE, { "#56b4e9", "#005c9d" }, 0, true, "remarks" },
	{ ROLE_BTRFS,        'F', "btrfs", NULL, NULL, ROLE_BTRFS, { "#e69f00", "#9b6801" }, 0, true, "pools of driver btrfs" },
	{ ROLE_ZFS,          'Z', "zfs", NULL, NULL, ROLE_ZFS, { "#56b4e9", "#005c9d" }, 0, true, "pools of driver zfs" },
	{ ROLE_LVM,          'L', "lvm", NULL, NULL, ROLE_LVM, { "#009e73", "#0c8461" }, 0, true, "pools of driver lvm" },
	{ ROLE_DIR,          'D', "dir", NULL, NULL, ROLE_DIR, { "#cc79a7", "#a22f74" }, 0, true, "pools of driver dir, and directories" },
	{ ROLE_CEPH,         'C', "ceph", NULL, NULL, ROLE_CEPH, { "#d55e00", "#962100" }, 0, true, "pools of driver ceph" },
	{ ROLE_DRIVER_OTHER, 'O', "driver_other", NULL, NULL, ROLE_DIM, { 0 }, 0, true, "pools of any other driver" },
};

const struct back_row back_rows[N_BACKS] = {
	[BACK_MAIN]     = { "main_bg",     { "", "" }, "behind everything; default leaves it to the terminal" },
	[BACK_SELECTED] = { "selected_bg", { "#0072b2", "#0072b2" }, "behind the line under the cursor" },
	[BACK_TERMINAL] = { "terminal_bg", { "#000000", "#ffffff" }, "the terminal's own background that the theme is made for, dark or light" },
};

const char *const gradient_ends[GRADIENT_STEPS] = { "_start", "_mid", "_end" };

#define READABLE  4.5 /* contrast, as WCAG 2 has it */
#define LIFT_STEP 5

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

static const char *
shade_of(const struct theme *theme, const struct shade *shade)
{
	return theme->light ? shade->light : shade->dark;
}

static int32_t
plain_colour(const struct theme *theme, enum role role)
{
	const struct role_row *row = &role_rows[role];

	if (theme->plain[role].set)
		return theme->plain[role].colour;
	return row->fallback == role ? built_in(shade_of(theme, &row->shade))
				     : plain_colour(theme, row->fallback);
}

static void
gradient_steps(const struct theme *theme, enum role role, struct theme_entry out[GRADIENT_STEPS])
{
	const struct role_row *row = &role_rows[role];
	char text[GRADIENT_STEPS][8];

	if (theme->step[role][0].set) {
		memcpy(out, theme->step[role], sizeof(theme->step[role]));
	} else if (row->fallback != role) {
		gradient_steps(theme, row->fallback, out);
	} else {
		sscanf(shade_of(theme, &row->shade), "%7s %7s %7s", text[0], text[1], text[2]);
		for (size_t i = 0; i < GRADIENT_STEPS; i++)
			out[i] = (struct theme_entry){ built_in(text[i]), true };
	}
}

/* Without an end all is as the start; without a middle it goes straight to the end. */
static int32_t
gradient_colour(const struct theme_entry step[GRADIENT_STEPS], int level)
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
back_colour(const struct theme *theme, enum theme_back back)
{
	return theme->back[back].set ? theme->back[back].colour
				     : built_in(shade_of(theme, &back_rows[back].shade));
}

static int32_t
role_back(const struct theme *theme, enum role role)
{
	const char *name = role_rows[role].background;
	enum theme_back back = BACK_MAIN;

	while (name && strcmp(back_rows[back].name, name) != 0)
		back++;
	return back_colour(theme, back);
}

int32_t
theme_ground(const struct theme *theme)
{
	int32_t main_back = back_colour(theme, BACK_MAIN);

	return colour_rgb(main_back != COLOUR_DEFAULT ? main_back
						      : back_colour(theme, BACK_TERMINAL));
}

int32_t
theme_ink(const struct theme *theme)
{
	int32_t text = plain_colour(theme, ROLE_TEXT);

	return colour_rgb(text != COLOUR_DEFAULT ? text : COLOUR_INDEX(theme->light ? 0 : 7));
}

/* Where there is no sense in the terminal's own colour, it is as if nothing had been said. */
static void
unset_default(struct theme_entry *entry)
{
	entry->set = entry->set && entry->colour != COLOUR_DEFAULT;
}

/*
 * What is read must be seen. Themes for btop make "inactive" text as good as
 * invisible, which is much more here; so a colour goes towards the text's until
 * it has the contrast. The terminal's palette and its own colours are the
 * person's, and stay.
 */
static int32_t
readable(const struct theme *theme, enum role role, int32_t colour)
{
	int32_t own = role_back(theme, role), ground = theme_ground(theme);
	int32_t behind = own == COLOUR_DEFAULT ? ground : own;
	int32_t best = behind == ground	       ? theme_ink(theme)
		       : colour_is_light(behind) ? 0x000000
						 : 0xffffff;
	int32_t seen = colour;

	if (!role_rows[role].words || colour == COLOUR_DEFAULT || colour_is_index(colour) ||
	    colour_is_index(behind))
		return colour;
	for (int part = 0; part <= 100; part += LIFT_STEP) {
		seen = colour_between(colour, best, part);
		if (colour_contrast(seen, behind) >= READABLE)
			break;
	}
	return seen;
}

void
theme_work_out(struct theme *theme)
{
	unset_default(&theme->back[BACK_TERMINAL]);
	for (enum role role = 0; role < N_ROLES; role++)
		for (size_t i = 1; i < GRADIENT_STEPS; i++)
			unset_default(&theme->step[role][i]);

	theme->light = colour_is_light(theme_ground(theme));
	for (enum role role = 0; role < N_ROLES; role++) {
		struct theme_entry step[GRADIENT_STEPS] = { 0 };

		if (role_rows[role].gradient)
			gradient_steps(theme, role, step);
		else
			step[0].colour = readable(theme, role, plain_colour(theme, role));
		for (int level = 0; level < GRADIENT_LEVELS; level++)
			theme->fg[role][level] = gradient_colour(step, level);
		theme->bg[role] = role_back(theme, role);
	}
}

struct theme *
theme_default(void)
{
	struct theme *theme = xcalloc(1, sizeof(*theme));

	theme->name = xstrdup("default");
	theme->about = xstrdup("built in");
	theme_work_out(theme);
	return theme;
}

void
theme_free(struct theme *theme)
{
	if (!theme)
		return;
	free(theme->name);
	free(theme->path);
	free(theme->about);
	free(theme);
}

const char *
theme_name(const struct theme *theme)
{
	return theme->name;
}

const char *
theme_path(const struct theme *theme)
{
	return theme->path;
}

const char *
theme_about(const struct theme *theme)
{
	return theme->about;
}

struct style
theme_style(const struct theme *theme, enum role role, uint8_t level)
{
	return (struct style){
		.fg = theme->fg[role][level < GRADIENT_LEVELS ? level : 0],
		.bg = theme->bg[role],
		.attr = role_rows[role].mono,
	};
}

/* ---- as a list of names ---- */

static void
each_step(const struct theme *theme, const struct role_row *row, theme_name_fn *fn, void *arg)
{
	struct theme_entry step[GRADIENT_STEPS] = { 0 };
	char name[64];

	gradient_steps(theme, row->role, step);
	for (size_t i = 0; i < GRADIENT_STEPS; i++) {
		snprintf(name, sizeof(name), "%s%s", row->gradient, gradient_ends[i]);
		fn(arg, name, i ? NULL : row->help, step[i].set ? step[i].colour : COLOUR_DEFAULT);
	}
}

void
theme_each_name(const struct theme *theme, theme_name_fn *fn, void *arg)
{
	for (enum theme_back back = 0; back < N_BACKS; back++)
		fn(arg, back_rows[back].name, back_rows[back].help, back_colour(theme, back));
	for (enum role role = 0; role < N_ROLES; role++)
		if (role_rows[role].gradient)
			each_step(theme, &role_rows[role], fn, arg);
		else
			fn(arg, role_rows[role].name, role_rows[role].help,
			   plain_colour(theme, role));
}

static const char format_comment[] =
	"#\n"
	"# A colour is \"#rrggbb\", \"#rgb\", \"#gg\" (grey), \"red green blue\" in decimal, an index of the\n"
	"# terminal's palette from \"0\" to \"255\", a name (black, red, green, yellow, blue, magenta, cyan,\n"
	"# white, each also as bright-red), or \"\" or \"default\" for the terminal's own. Names that are left\n"
	"# out have fall-backs. Three names that end in _start, _mid and _end make a gradient.\n\n";

static void
print_name(void *arg, const char *name, const char *help, int32_t colour)
{
	struct buf *out = arg;
	char text[COLOUR_TEXT_LEN];

	if (help)
		buf_printf(out, "# %s\n", help);
	buf_printf(out, "theme[%s]=\"%s\"\n", name, colour_text(colour, text));
}

void
theme_print(const struct theme *theme, struct buf *out)
{
	buf_printf(out, "# %s%s%s\n", theme->name, *theme->about ? " - " : "", theme->about);
	buf_puts(out, format_comment);
	theme_each_name(theme, print_name, out);
}

enum role
theme_driver_role(const char *driver)
{
	for (size_t i = 0; i < COUNTOF(drivers); i++)
		if (strcmp(drivers[i].driver, driver) == 0)
			return drivers[i].role;
	return ROLE_DRIVER_OTHER;
}
