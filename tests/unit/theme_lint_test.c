/*
 * theme_lint_test.c - every theme that is shipped can be read, and its drivers
 * told apart, by anybody, with all the colours and with few.
 */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/xdg.h"
#include "canvas.h"
#include "depth.h"

#define MAX_THEMES 32
#define FILE_MAX   (64 * 1024)

static char *folder;
static struct theme *themes[MAX_THEMES];
static size_t n_themes;
static unsigned wrong;

static int
is_theme(const struct dirent *entry)
{
	return strstr(entry->d_name, ".theme") != NULL;
}

static int
load_all(void **state)
{
	struct dirent **entries = NULL;
	int n;

	(void)state;
	folder = xasprintf("%s/themes", getenv("srcdir"));
	n = scandir(folder, &entries, is_theme, alphasort);
	if (n <= 0)
		fail_msg("no themes in %s", folder);
	for (int i = 0; i < n; i++) {
		autofree_mem char *path = xasprintf("%s/%s", folder, entries[i]->d_name);
		struct err err;

		if (n_themes == MAX_THEMES)
			fail_msg("more than %d themes", MAX_THEMES);
		themes[n_themes] = theme_load_file(path, &err);
		if (!themes[n_themes++])
			fail_msg("%s", err.text);
		free(entries[i]);
	}
	free(entries);
	return 0;
}

static int
free_all(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_themes; i++)
		theme_free(themes[i]);
	free(folder);
	return 0;
}

static struct theme *
theme_named(const char *name)
{
	for (size_t i = 0; i < n_themes; i++)
		if (strcmp(theme_name(themes[i]), name) == 0)
			return themes[i];
	fail_msg("there is no theme %s", name);
	return NULL;
}

/* All that is wrong is told, not only the first. */
__attribute__((format(printf, 2, 3))) static void
complain(const struct theme *theme, const char *fmt, ...)
{
	va_list args;

	wrong++;
	va_start(args, fmt);
	fprintf(stderr, "%s: ", theme_name(theme));
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

static const char *
role_name(enum role role)
{
	return role_rows[role].name ? role_rows[role].name : role_rows[role].gradient;
}

// clang-format off
static const struct {
	enum depth depth;
	const char *name;
} depths[] = {
	{ DEPTH_TRUE, "true" }, { DEPTH_256, "256" }, { DEPTH_16, "16" },
};
// clang-format on

static void
those_that_were_promised_are_there(void **state)
{
	static const char *const names[] = { "default",
					     "default-light",
					     "mono",
					     "ansi16",
					     "high-contrast-dark",
					     "high-contrast-light",
					     "gruvbox",
					     "nord",
					     "solarized" };

	for (size_t i = 0; i < COUNTOF(names); i++)
		assert_true(strlen(theme_about(theme_named(names[i]))) > 0);
	assert_int_equal(n_themes, COUNTOF(names));
	(void)state;
}

struct listed {
	const struct theme *theme;
	const char *text;
	unsigned n;
};

static void
look_for_name(void *arg, const char *name, const char *help, int32_t colour)
{
	struct listed *listed = arg;
	autofree_mem char *line = xasprintf("\ntheme[%s]=", name);
	const char *first = strstr(listed->text, line);

	(void)help;
	(void)colour;
	listed->n++;
	if (!first || strstr(first + 1, line))
		complain(listed->theme, "%s is not there, or twice", name);
}

static void
files_have_every_name_and_no_other(void **state)
{
	wrong = 0;
	for (size_t i = 0; i < n_themes; i++) {
		autofree_mem char *text = NULL;
		struct listed listed = { .theme = themes[i] };
		struct err err;
		unsigned lines = 0;
		size_t len;

		assert_int_equal(xdg_read_file(theme_path(themes[i]), FILE_MAX, &text, &len, &err),
				 0);
		listed.text = text;
		theme_each_name(themes[i], look_for_name, &listed);
		for (const char *line = text; (line = strstr(line, "\ntheme[")); line++)
			lines++;
		if (lines != listed.n)
			complain(themes[i], "%u names, there are %u", lines, listed.n);
	}
	assert_int_equal(wrong, 0);
	(void)state;
}

/* 0xRRGGBB that is seen: the terminal's own is what the theme is made for. */
static int32_t
seen(int32_t colour, int32_t otherwise)
{
	return colour_rgb(colour == COLOUR_DEFAULT ? otherwise : colour);
}

static void
check_contrast(const struct theme *theme, enum role role, uint8_t level, size_t depth)
{
	struct style style =
		depth_style(theme, theme_style(theme, role, level), depths[depth].depth);
	double contrast = colour_contrast(seen(style.fg, theme_ink(theme)),
					  seen(style.bg, theme_ground(theme)));
	double least = role_rows[role].words ? 4.5 : 3;

	if (contrast < least)
		complain(theme, "%s at %u of 100 with %s colours has a contrast of %.2f, not %.1f",
			 role_name(role), level, depths[depth].name, contrast, least);
}

static void
what_is_read_has_contrast(void **state)
{
	wrong = 0;
	for (size_t i = 0; i < n_themes; i++)
		for (size_t depth = 0; depth < COUNTOF(depths); depth++)
			for (enum role role = 0; role < N_ROLES; role++)
				for (uint8_t level = 0;
				     level <= (role_rows[role].gradient ? 100 : 0); level += 5)
					check_contrast(themes[i], role, level, depth);
	assert_int_equal(wrong, 0);
	(void)state;
}

/* White text on a terminal's white background cannot be seen, nor can a line that looks as any
 * other. */
static void
painted_grounds_have_text_of_their_own(void **state)
{
	for (size_t i = 0; i < n_themes; i++) {
		struct style text = theme_style(themes[i], ROLE_TEXT, LEVEL_NONE);
		struct style title = theme_style(themes[i], ROLE_TITLE, LEVEL_NONE);

		assert_false(text.bg != COLOUR_DEFAULT && text.fg == COLOUR_DEFAULT);
		assert_false(text.bg != COLOUR_DEFAULT && title.fg == COLOUR_DEFAULT);
		for (enum depth depth = DEPTH_MONO; depth <= DEPTH_TRUE; depth++) {
			struct style line = depth_style(
				themes[i], theme_style(themes[i], ROLE_SELECTED, LEVEL_NONE),
				depth);
			struct style plain = depth_style(themes[i], text, depth);

			assert_true(line.bg != plain.bg || line.attr == ATTR_REVERSE);
		}
	}
	(void)state;
}

/* ---- colour vision ---- */

/*
 * What people without one kind of cone see, on linear RGB: the matrices for
 * severity 1.0 of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
 * Transactions on Visualization and Computer Graphics 15 (2009), 1291-1298.
 */
static const struct vision {
	const char *name;
	double matrix[3][3];
} visions[] = {
	{ "usual vision", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ "protanopia",
	  { { 0.152286, 1.052583, -0.204868 },
	    { 0.114503, 0.786281, 0.099216 },
	    { -0.003882, -0.048116, 1.051998 } } },
	{ "deuteranopia",
	  { { 0.367322, 0.860646, -0.227968 },
	    { 0.280085, 0.672501, 0.047413 },
	    { -0.011820, 0.042940, 0.968881 } } },
	{ "tritanopia",
	  { { 1.255528, -0.076749, -0.178779 },
	    { -0.078411, 0.930809, 0.147602 },
	    { 0.004733, 0.691367, 0.303900 } } },
};

static double
linear(int part)
{
	double value = part / 255.0;

	return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double
within_0_and_1(double value)
{
	return fmin(1, fmax(0, value));
}

/* CIE L*a*b*, of sRGB's white. */
static void
lab_of(int32_t colour, const struct vision *vision, double lab[3])
{
	static const double xyz_of_rgb[3][3] = {
		{ 0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047 },
		{ 0.2126729, 0.7151522, 0.0721750 },
		{ 0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883 },
	};
	double rgb[3] = { linear(colour >> 16 & 0xff), linear(colour >> 8 & 0xff),
			  linear(colour & 0xff) };
	double cube[3];

	for (int i = 0; i < 3; i++) {
		double xyz = 0;

		for (int j = 0; j < 3; j++)
			xyz += xyz_of_rgb[i][j] * within_0_and_1(vision->matrix[j][0] * rgb[0] +
								 vision->matrix[j][1] * rgb[1] +
								 vision->matrix[j][2] * rgb[2]);
		cube[i] = xyz > 216.0 / 24389 ? cbrt(xyz) : (24389.0 / 27 * xyz + 16) / 116;
	}
	lab[0] = 116 * cube[1] - 16;
	lab[1] = 500 * (cube[0] - cube[1]);
	lab[2] = 200 * (cube[1] - cube[2]);
}

/* CIE 1976: 2 can just be seen side by side, 10 at a glance. */
static double
difference(int32_t a, int32_t b, const struct vision *vision)
{
	double of_a[3], of_b[3];

	lab_of(a, vision, of_a);
	lab_of(b, vision, of_b);
	return sqrt(pow(of_a[0] - of_b[0], 2) + pow(of_a[1] - of_b[1], 2) +
		    pow(of_a[2] - of_b[2], 2));
}

static void
check_pair(const struct theme *theme, enum role a, enum role b, size_t n_visions, enum depth depth,
	   double least)
{
	struct style of_a = depth_style(theme, theme_style(theme, a, LEVEL_NONE), depth);
	struct style of_b = depth_style(theme, theme_style(theme, b, LEVEL_NONE), depth);

	for (size_t i = 0; i < n_visions; i++) {
		double found = difference(seen(of_a.fg, theme_ink(theme)),
					  seen(of_b.fg, theme_ink(theme)), &visions[i]);

		if (found < least)
			complain(theme, "%s and %s differ by %.1f to %s (%d colours), not %.0f",
				 role_name(a), role_name(b), found, visions[i].name,
				 depth == DEPTH_TRUE ? 1 << 24 : 256, least);
	}
}

/* Mono has no colours: there the pool's glyph must do. */
static bool
has_driver_colours(const struct theme *theme)
{
	return strcmp(theme_name(theme), "mono") != 0;
}

/* Grey, which stands for the other drivers, has hardly room beside five hues: that is for usual
 * vision. */
static void
check_driver(const struct theme *theme, enum role driver)
{
	for (enum role other = ROLE_BTRFS; other < driver; other++) {
		check_pair(theme, driver, other, COUNTOF(visions), DEPTH_TRUE, 15);
		check_pair(theme, driver, other, COUNTOF(visions), DEPTH_256, 10);
	}
	check_pair(theme, driver, ROLE_DRIVER_OTHER, 1, DEPTH_TRUE, 15);
	check_pair(theme, driver, ROLE_DRIVER_OTHER, 1, DEPTH_256, 10);
}

static void
drivers_differ_to_every_eye(void **state)
{
	wrong = 0;
	for (size_t i = 0; i < n_themes; i++)
		for (enum role driver = ROLE_BTRFS; driver <= ROLE_CEPH; driver++)
			if (has_driver_colours(themes[i]))
				check_driver(themes[i], driver);
	assert_int_equal(wrong, 0);
	(void)state;
}

/* The matrices do what they are for: red and green are one colour to some, blue and green to
 * others. */
static void
simulation_confuses_what_people_confuse(void **state)
{
	const int32_t olive = 0x8c8c00, brown = 0xb27800;

	assert_true(difference(olive, brown, &visions[0]) > 25);
	assert_true(difference(olive, brown, &visions[2]) <
		    difference(olive, brown, &visions[0]) / 2);
	assert_true(difference(0x0000ff, 0x000000, &visions[3]) <
		    difference(0x0000ff, 0x000000, &visions[0]) / 2);
	for (size_t i = 0; i < COUNTOF(visions); i++) {
		assert_true(difference(0x808080, 0x808080, &visions[i]) < 0.001);
		assert_true(fabs(difference(0x000000, 0xffffff, &visions[i]) - 100) < 1);
	}
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_that_were_promised_are_there),
		cmocka_unit_test(files_have_every_name_and_no_other),
		cmocka_unit_test(what_is_read_has_contrast),
		cmocka_unit_test(painted_grounds_have_text_of_their_own),
		cmocka_unit_test(simulation_confuses_what_people_confuse),
		cmocka_unit_test(drivers_differ_to_every_eye),
	};

	return cmocka_run_group_tests(tests, load_all, free_all);
}
