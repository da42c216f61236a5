/*
 * theme_golden_test.c - what each role of each theme that is shipped looks like,
 * with all colours and with few, beside the tables in tests/golden/themes.
 *
 * UPDATE=1 in the environment writes what comes as what is expected.
 */
#include <dirent.h>
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

#define FILE_MAX (64 * 1024)

static const struct {
	enum depth depth;
	const char *name;
} depths[] = {
	{ DEPTH_TRUE, "true" }, { DEPTH_256, "256" },	{ DEPTH_16, "16" },
	{ DEPTH_8, "8" },	{ DEPTH_MONO, "mono" },
};

static const char *
shown_colour(int32_t colour, char out[COLOUR_TEXT_LEN])
{
	colour_text(colour, out);
	return *out ? out : "-";
}

/* "#e69f00", "white on blue", "- bold underline": "-" is the terminal's own. */
static void
add_style(struct buf *out, struct style style)
{
	char text[COLOUR_TEXT_LEN];

	buf_puts(out, shown_colour(style.fg, text));
	if (style.bg != COLOUR_DEFAULT)
		buf_printf(out, " on %s", shown_colour(style.bg, text));
	buf_puts(out, style.attr & ATTR_BOLD ? " bold" : "");
	buf_puts(out, style.attr & ATTR_UNDERLINE ? " underline" : "");
	buf_puts(out, style.attr & ATTR_REVERSE ? " reverse" : "");
}

static void
add_role(struct buf *out, const struct theme *theme, enum role role, enum depth depth)
{
	const struct role_row *row = &role_rows[role];

	buf_printf(out, "  %-14s", row->gradient ? row->gradient : row->name);
	for (uint8_t level = 0; level <= (row->gradient ? 100 : 0); level += 50) {
		buf_puts(out, level ? ", " : "");
		add_style(out, depth_style(theme, theme_style(theme, role, level), depth));
	}
	buf_putc(out, '\n');
}

static void
add_theme(struct buf *out, const struct theme *theme)
{
	for (size_t i = 0; i < COUNTOF(depths); i++) {
		buf_printf(out, "%s\n", depths[i].name);
		for (enum role role = 0; role < N_ROLES; role++)
			add_role(out, theme, role, depths[i].depth);
	}
}

static int
is_theme(const struct dirent *entry)
{
	return strstr(entry->d_name, ".theme") != NULL;
}

/* The first line that differs, for a person to find. */
static void
tell_difference(const char *name, const char *want, const char *got)
{
	while (*want && *want == *got) {
		want++;
		got++;
	}
	fprintf(stderr, "%s differs: expected ...%.*s, not ...%.*s\n", name,
		(int)strcspn(want, "\n"), want, (int)strcspn(got, "\n"), got);
}

static bool
is_as_expected(const struct theme *theme)
{
	autofree_mem char *path =
		xasprintf("%s/tests/golden/themes/%s", getenv("srcdir"), theme_name(theme));
	autofree_mem char *expected = NULL;
	const char *update = getenv("UPDATE");
	autobuf got = { 0 };
	struct err err;
	size_t len;

	add_theme(&got, theme);
	if (update && strcmp(update, "1") == 0)
		return xdg_write_file(path, got.data, got.len, &err) == 0;
	if (xdg_read_file(path, FILE_MAX, &expected, &len, &err) < 0) {
		fprintf(stderr, "%s\n", err.text);
		return false;
	}
	if (strcmp(expected, buf_text(&got)) == 0)
		return true;
	tell_difference(theme_name(theme), expected, buf_text(&got));
	return false;
}

static void
themes_look_as_they_did(void **state)
{
	autofree_mem char *folder = xasprintf("%s/themes", getenv("srcdir"));
	struct dirent **entries = NULL;
	int n = scandir(folder, &entries, is_theme, alphasort);
	int wrong = 0;

	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		autofree_mem char *path = xasprintf("%s/%s", folder, entries[i]->d_name);
		struct err err;
		autofree(theme) theme = theme_load_file(path, &err);

		assert_non_null(theme);
		if (!is_as_expected(theme))
			wrong++;
		free(entries[i]);
	}
	free(entries);
	assert_int_equal(wrong, 0);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(themes_look_as_they_did),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
