#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/xdg.h"
#include "canvas.h"
#include "theme.h"

/* A folder of our own as $XDG_CONFIG_HOME; files are written below it. */
static char folder[64];

static int
make_folder(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "theme_test.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	return 0;
}

static int
remove_folder(void **state)
{
	autofree_mem char *command = xasprintf("rm -r '%s'", folder);

	(void)state;
	return system(command);
}

/* The path, for the caller to free. */
static char *
write_theme(const char *name, const char *text)
{
	autofree_mem char *themes = xasprintf("%s/poolscope/themes", folder);
	char *path = xasprintf("%s/%s.theme", themes, name);
	struct err err;

	assert_int_equal(xdg_make_folder(themes, &err), 0);
	assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
	return path;
}

static struct theme *
load_text(const char *text, struct err *err)
{
	autofree_mem char *path = write_theme("tried", text);

	return theme_load_file(path, err);
}

static void
rows_of_roles_are_whole(void **state)
{
	for (enum role role = 0; role < N_ROLES; role++) {
		const struct role_row *row = &role_rows[role];
		const struct role_row *fallback = &role_rows[row->fallback];

		assert_int_equal(row->role, role);
		assert_true((row->name != NULL) != (row->gradient != NULL));
		assert_true((fallback->gradient != NULL) == (row->gradient != NULL));
		assert_true(row->fallback == role || fallback->fallback == row->fallback);
		assert_true(strlen(row->help) > 0);
		for (enum role other = 0; other < role; other++) {
			assert_int_not_equal(row->letter, role_rows[other].letter);
			if (row->name && role_rows[other].name)
				assert_string_not_equal(row->name, role_rows[other].name);
		}
	}
	(void)state;
}

static void
lines_are_read_in_all_their_forms(void **state)
{
	/* clang-format off */
	static const struct {
		const char *text;
		int32_t want;	/* of ROLE_TEXT */
	} rows[] = {
		{ "", COLOUR_DEFAULT },
		{ "theme[main_fg]=\"#123456\"\n", 0x123456 },
		{ "theme[main_fg]=\"#123456\"", 0x123456 },
		{ "theme[main_fg]=#123456\r\n", 0x123456 },
		{ "theme[main_fg]='#abc'", 0xaabbcc },
		{ "theme[main_fg]=\"#cc\"", 0xcccccc },
		{ "theme[main_fg] = \"1 2 3\" # why", 0x010203 },
		{ "theme[main_fg]=1 2 3", 0x010203 },
		{ "  theme[main_fg]=\"\"\n", COLOUR_DEFAULT },
		{ "theme[main_fg]=\"default\"\n", COLOUR_DEFAULT },
		{ "theme[main_fg]=\"12\"\n", COLOUR_INDEX(12) },
		{ "theme[main_fg]=bright-red\n", COLOUR_INDEX(9) },
		{ "theme[main_fg]=\n", COLOUR_DEFAULT },
		{ "# theme[main_fg]=\"#123456\"\n\n \t\n", COLOUR_DEFAULT },
		{ "theme[main_fg]=\"#111111\"\ntheme[main_fg]=\"#222222\"\n", 0x222222 },
		{ "theme[proc_misc]=\"#123456\"\ntheme[later]=\"whatever\"\n", COLOUR_DEFAULT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err = { 0 };
		autofree(theme) theme = load_text(rows[i].text, &err);

		assert_string_equal(err.text, "");
		assert_int_equal(theme_style(theme, ROLE_TEXT, LEVEL_NONE).fg, rows[i].want);
		assert_string_equal(theme_name(theme), "tried");
	}
	(void)state;
}

static void
errors_name_file_and_line(void **state)
{
	static const struct {
		const char *text, *where;
	} rows[] = {
		{ "\n#\ntheme[main_fg]=\"#12345\"\n", "tried.theme:3: main_fg is not a colour" },
		{ "theme[cpu_mid]=\"reddish\"", "tried.theme:1: cpu_mid is not a colour" },
		{ "theme[main_fg]=\"#123456", "tried.theme:1: not a line" },
		{ "theme[main_fg]=\"#123456\" x", "tried.theme:1: not a line" },
		{ "theme[main_fg]", "tried.theme:1: not a line" },
		{ "theme[main_fg=\"#123456\"", "tried.theme:1: not a line" },
		{ "main_fg=\"#123456\"", "tried.theme:1: not a line" },
		{ "\n\xff\xfe", "tried.theme:2: not a line" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err;

		assert_null(load_text(rows[i].text, &err));
		assert_non_null(strstr(err.text, rows[i].where));
		assert_int_equal(err.kind, ERR_USAGE);
	}
	(void)state;
}

static void
files_that_are_no_themes_are_refused(void **state)
{
	autofree_mem char *path = write_theme("nul", "");
	struct err err;

	assert_int_equal(xdg_write_file(path, "a\0b", 3, &err), 0);
	assert_null(theme_load_file(path, &err));
	assert_non_null(strstr(err.text, "not a text"));
	assert_null(theme_load_file(folder, &err));
	assert_null(theme_load_file("/dev/zero", &err));
	assert_null(theme_load("./no-such.theme", &err));
	assert_null(theme_load("no-such.theme", &err));	/* a file of this folder */
	assert_non_null(strstr(err.text, "no-such.theme"));
	assert_null(theme_load("no-such", &err));
	assert_non_null(strstr(err.text, "no-such"));
	(void)state;
}

static void
what_could_not_be_read_is_brought_nearer_to_the_text(void **state)
{
	static const struct {
		const char *text;
		enum role role;
		bool as_it_is;
	} rows[] = {
		{ "theme[main_bg]=\"#282a36\"\ntheme[inactive_fg]=\"#44475a\"\n", ROLE_DIM, false },
		{ "theme[main_bg]=\"#ffffff\"\ntheme[inactive_fg]=\"#dddddd\"\n", ROLE_DIM, false },
		{ "theme[inactive_fg]=\"#111111\"\n", ROLE_GRAPH_TEXT, false },
		{ "theme[selected_bg]=\"#ff79c6\"\ntheme[selected_fg]=\"#f8f8f2\"\n", ROLE_SELECTED,
		  false },
		{ "theme[inactive_fg]=\"#c0c0c0\"\n", ROLE_DIM, true },
		{ "theme[inactive_fg]=\"8\"\n", ROLE_DIM, true }, /* the person's palette */
		{ "theme[inactive_fg]=\"\"\n", ROLE_DIM, true },
		{ "theme[div_line]=\"#111111\"\n", ROLE_BOX, true }, /* is not read */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err;
		autofree(theme) theme = load_text(rows[i].text, &err);
		struct style style = theme_style(theme, rows[i].role, LEVEL_NONE);
		const char *colour = strrchr(rows[i].text, '=') + 2;
		autofree_mem char *said = xstrndup(colour, strcspn(colour, "\""));
		int32_t wanted;

		assert_true(colour_parse(said, &wanted));
		assert_int_equal(style.fg == wanted, rows[i].as_it_is);
		if (!rows[i].as_it_is)
			assert_true(colour_contrast(style.fg, style.bg == COLOUR_DEFAULT
								      ? theme_ground(theme)
								      : style.bg) >= 4.5);
	}
}

static void
missing_names_fall_back(void **state)
{
	struct err err;
	autofree(theme) theme = load_text("theme[hi_fg]=\"#010203\"\n"
					  "theme[inactive_fg]=\"#c4c5c6\"\n"
					  "theme[main_bg]=\"#070809\"\n"
					  "theme[download_start]=\"#000000\"\n"
					  "theme[download_end]=\"#646464\"\n",
					  &err);
	autofree(theme) built_in = theme_default();

	assert_int_equal(theme_style(theme, ROLE_BOX_FOCUS, LEVEL_NONE).fg, 0x010203);
	assert_int_equal(theme_style(theme, ROLE_GRAPH_TEXT, LEVEL_NONE).fg, 0xc4c5c6);
	assert_int_equal(theme_style(theme, ROLE_DRIVER_OTHER, LEVEL_NONE).fg, 0xc4c5c6);
	assert_int_equal(theme_style(theme, ROLE_ZFS, LEVEL_NONE).fg,
			 theme_style(built_in, ROLE_ZFS, LEVEL_NONE).fg);
	/* A gradient without a middle goes straight. */
	assert_int_equal(theme_style(theme, ROLE_READ, 42).fg, 0x2a2a2a);
	assert_int_equal(theme_style(theme, ROLE_CPU, 100).fg,
			 theme_style(built_in, ROLE_CPU, 100).fg);
	/* One background behind all but the line under the cursor. */
	assert_int_equal(theme_style(theme, ROLE_FAIL, LEVEL_NONE).bg, 0x070809);
	assert_int_equal(theme_style(theme, ROLE_SELECTED, LEVEL_NONE).bg, 0x0072b2);
	(void)state;
}

static void
gradients_have_a_hundred_and_one_steps(void **state)
{
	struct err err;
	autofree(theme) theme = load_text("theme[cpu_start]=\"#000000\"\n"
					  "theme[cpu_mid]=\"#640000\"\n"
					  "theme[cpu_end]=\"#640064\"\n"
					  "theme[upload_start]=\"#123456\"\n"
					  "theme[download_start]=\"\"\n",
					  &err);
	/* clang-format off */
	static const struct {
		enum role role;
		uint8_t level;
		int32_t want;
	} rows[] = {
		{ ROLE_CPU, 0, 0x000000 }, { ROLE_CPU, 25, 0x320000 }, { ROLE_CPU, 50, 0x640000 },
		{ ROLE_CPU, 75, 0x640032 }, { ROLE_CPU, 100, 0x640064 },
		{ ROLE_CPU, LEVEL_NONE, 0x000000 }, { ROLE_CPU, 101, 0x000000 },
		{ ROLE_WRITE, 0, 0x123456 }, { ROLE_WRITE, 100, 0x123456 },
		{ ROLE_READ, 70, COLOUR_DEFAULT },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(theme_style(theme, rows[i].role, rows[i].level).fg, rows[i].want);
	(void)state;
}

/* As btop has it: "" for the middle and the end is one colour all over. */
static void
gradients_may_be_one_colour(void **state)
{
	struct err err;
	autofree(theme) theme = load_text("theme[cpu_start]=\"#123456\"\n"
					  "theme[cpu_mid]=\"\"\n"
					  "theme[cpu_end]=\"\"\n"
					  "theme[download_start]=\"green\"\n"
					  "theme[download_mid]=\"yellow\"\n"
					  "theme[download_end]=\"red\"\n",
					  &err);

	assert_int_equal(theme_style(theme, ROLE_CPU, 50).fg, 0x123456);
	assert_int_equal(theme_style(theme, ROLE_CPU, 100).fg, 0x123456);
	/* Of indexes there is nothing between. */
	assert_int_equal(theme_style(theme, ROLE_READ, 24).fg, COLOUR_INDEX(2));
	assert_int_equal(theme_style(theme, ROLE_READ, 25).fg, COLOUR_INDEX(3));
	assert_int_equal(theme_style(theme, ROLE_READ, 75).fg, COLOUR_INDEX(1));
	(void)state;
}

static void
fall_backs_are_dark_or_light_as_the_background_is(void **state)
{
	/* clang-format off */
	static const struct {
		const char *text;
		int32_t ground;
		bool light;
	} rows[] = {
		{ "", 0x000000, false },
		{ "theme[main_bg]=\"#2e3440\"", 0x2e3440, false },
		{ "theme[main_bg]=\"#fdf6e3\"", 0xfdf6e3, true },
		{ "theme[terminal_bg]=\"#ffffff\"", 0xffffff, true },
		{ "theme[terminal_bg]=\"#ffffff\"\ntheme[main_bg]=\"black\"", 0x000000, false },
		{ "theme[terminal_bg]=\"default\"", 0x000000, false },
	};
	/* clang-format on */
	autofree(theme) built_in = theme_default();
	int32_t dark = theme_style(built_in, ROLE_BTRFS, LEVEL_NONE).fg;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err;
		autofree(theme) theme = load_text(rows[i].text, &err);

		assert_int_equal(theme_ground(theme), rows[i].ground);
		assert_int_equal(theme_style(theme, ROLE_BTRFS, LEVEL_NONE).fg != dark,
				 rows[i].light);
		assert_true(colour_contrast(theme_ink(theme), theme_ground(theme)) >= 4.5);
	}
	(void)state;
}

static void
assert_same(const struct theme *a, const struct theme *b)
{
	assert_int_equal(theme_ground(a), theme_ground(b));
	for (enum role role = 0; role < N_ROLES; role++) {
		for (int level = 0; level <= 100; level++) {
			struct style of_a = theme_style(a, role, (uint8_t)level);
			struct style of_b = theme_style(b, role, (uint8_t)level);

			assert_int_equal(of_a.fg, of_b.fg);
			assert_int_equal(of_a.bg, of_b.bg);
			assert_int_equal(of_a.attr, of_b.attr);
		}
	}
}

static void
what_is_printed_is_the_same_theme(void **state)
{
	static const char *const rows[] = {
		"",
		"# tried - with a word about it\n",
		"theme[main_bg]=\"#fdf6e3\"\ntheme[main_fg]=\"3\"\ntheme[cpu_start]=\"bright-red\"\n",
		"theme[download_start]=\"#112233\"\ntheme[used_end]=\"#ff0000\"\n",
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err;
		autofree(theme) theme = load_text(rows[i], &err);
		autofree(theme) again = NULL;
		autobuf text = { 0 };

		theme_print(theme, &text);
		again = load_text(buf_text(&text), &err);
		assert_non_null(again);
		assert_same(theme, again);
		assert_string_equal(theme_about(theme), theme_about(again));
	}
	(void)state;
}

static struct theme *
load_shipped(const char *name)
{
	autofree_mem char *path = xasprintf("%s/themes/%s.theme", getenv("srcdir"), name);
	struct theme *theme;
	struct err err = { 0 };

	theme = theme_load_file(path, &err);
	assert_string_equal(err.text, "");
	return theme;
}

static void
default_file_is_the_built_in_theme(void **state)
{
	autofree(theme) file = load_shipped("default");
	autofree(theme) built_in = theme_default();

	assert_same(file, built_in);
	(void)state;
}

static void
mono_has_no_colour_at_all(void **state)
{
	autofree(theme) theme = load_shipped("mono");

	for (enum role role = 0; role < N_ROLES; role++) {
		for (int level = 0; level <= 100; level++) {
			struct style style = theme_style(theme, role, (uint8_t)level);

			assert_int_equal(style.fg, COLOUR_DEFAULT);
			assert_int_equal(style.bg, COLOUR_DEFAULT);
		}
	}
	assert_int_equal(theme_style(theme, ROLE_SELECTED, LEVEL_NONE).attr, ATTR_REVERSE);
	(void)state;
}

static void
drivers_have_colours_of_their_own(void **state)
{
	/* clang-format off */
	static const struct {
		const char *driver;
		enum role role;
	} rows[] = {
		{ "btrfs", ROLE_BTRFS }, { "zfs", ROLE_ZFS }, { "lvm", ROLE_LVM },
		{ "lvmcluster", ROLE_LVM }, { "dir", ROLE_DIR }, { "ceph", ROLE_CEPH },
		{ "cephfs", ROLE_CEPH }, { "truenas", ROLE_DRIVER_OTHER }, { "", ROLE_DRIVER_OTHER },
	};
	/* clang-format on */
	autofree(theme) theme = theme_default();

	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(theme_driver_role(rows[i].driver), rows[i].role);

	/* Also where there are few colours. */
	for (enum role a = ROLE_BTRFS; a <= ROLE_DRIVER_OTHER; a++) {
		for (enum role b = ROLE_BTRFS; b < a; b++) {
			int32_t of_a = theme_style(theme, a, LEVEL_NONE).fg;
			int32_t of_b = theme_style(theme, b, LEVEL_NONE).fg;

			assert_int_not_equal(colour_256(of_a), colour_256(of_b));
			assert_int_not_equal(colour_ansi_text(of_a, 0x000000, 8),
					     colour_ansi_text(of_b, 0x000000, 8));
		}
	}
	(void)state;
}

static void
free_names(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

static bool
is_listed(char *const *names, size_t n, const char *name)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += strcmp(names[i], name) == 0;
	assert_true(found <= 1);
	return found == 1;
}

static void
own_themes_are_found_by_name(void **state)
{
	autofree_mem char *path = write_theme("night", "theme[main_fg]=\"#010203\"");
	autofree_mem char *own_default = write_theme("default", "theme[main_fg]=\"#040506\"");
	autofree_mem char *home = realpath(folder, NULL);
	autofree(theme) night = NULL;
	autofree(theme) changed = NULL;
	autofree(theme) unchanged = NULL;
	struct err err;
	char **names;
	size_t n;

	assert_int_equal(access(path, R_OK), 0);
	setenv("XDG_CONFIG_HOME", home, 1);
	n = theme_list(&names);
	night = theme_load("night", &err);
	changed = theme_load("default", &err);
	unlink(own_default);
	unchanged = theme_load("default", &err);
	unsetenv("XDG_CONFIG_HOME");

	assert_true(is_listed(names, n, "default"));
	assert_true(is_listed(names, n, "night"));
	assert_false(is_listed(names, n, "night.theme"));
	for (size_t i = 1; i < n; i++)
		assert_true(strcmp(names[i - 1], names[i]) < 0);
	free_names(names, n);

	assert_int_equal(theme_style(night, ROLE_TEXT, LEVEL_NONE).fg, 0x010203);
	assert_string_equal(theme_name(night), "night");
	assert_int_equal(theme_style(changed, ROLE_TEXT, LEVEL_NONE).fg, 0x040506);
	assert_int_equal(theme_style(unchanged, ROLE_TEXT, LEVEL_NONE).fg, COLOUR_DEFAULT);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_of_roles_are_whole),
		cmocka_unit_test(lines_are_read_in_all_their_forms),
		cmocka_unit_test(errors_name_file_and_line),
		cmocka_unit_test(files_that_are_no_themes_are_refused),
		cmocka_unit_test(what_could_not_be_read_is_brought_nearer_to_the_text),
		cmocka_unit_test(missing_names_fall_back),
		cmocka_unit_test(gradients_have_a_hundred_and_one_steps),
		cmocka_unit_test(gradients_may_be_one_colour),
		cmocka_unit_test(fall_backs_are_dark_or_light_as_the_background_is),
		cmocka_unit_test(what_is_printed_is_the_same_theme),
		cmocka_unit_test(default_file_is_the_built_in_theme),
		cmocka_unit_test(mono_has_no_colour_at_all),
		cmocka_unit_test(drivers_have_colours_of_their_own),
		cmocka_unit_test(own_themes_are_found_by_name),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
