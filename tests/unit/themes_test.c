/* Choosing a theme: previews, what Enter keeps and Esc puts back, and files that change. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/xdg.h"
#include "record/model.h"
#include "theme_watch.h"
#include "view.h"

static const struct ui_source source = { .name = "replay" };

/* A folder of our own with four themes, of which one cannot be read. */
struct fixture {
	char *folder;
	struct model *model;
	struct env env;
	struct ui ui;
};

static void
write_theme(const struct fixture *f, const char *name, const char *text)
{
	autofree_mem char *path = xasprintf("%s/poolscope/themes/%s.theme", f->folder, name);
	struct err err;

	assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
}

static int
setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof(*f));
	char name[] = "themes_test.XXXXXX";
	struct err err;

	assert_non_null(mkdtemp(name));
	f->folder = realpath(name, NULL);
	setenv("XDG_CONFIG_HOME", f->folder, 1);
	write_theme(f, "zz1", "theme[main_fg]=\"#010101\"\n");
	write_theme(f, "zz2", "theme[main_fg]=\"no colour\"\n");
	write_theme(f, "zz3", "theme[main_fg]=\"#030303\"\n");

	f->model = model_new();
	ui_init(&f->ui, &source, NULL);
	f->ui.model = f->model;
	f->ui.env = &f->env;
	assert_int_equal(themes_show(&f->ui.themes, "zz1", &err), 0);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	autofree_mem char *command = xasprintf("rm -r '%s'", f->folder);

	ui_wipe(&f->ui);
	model_free(f->model);
	free(f->folder);
	free(f);
	return system(command);
}

static void
press(struct fixture *f, const char *name)
{
	struct key key;

	assert_true(key_parse(name, &key));
	ui_key(&f->ui, key);
}

static void
assert_shown(const struct fixture *f, const char *name, int32_t text)
{
	assert_string_equal(theme_name(f->ui.themes.shown), name);
	assert_int_equal(theme_style(f->ui.themes.shown, ROLE_TEXT, LEVEL_NONE).fg, text);
}

static void
moving_shows_and_enter_keeps(void **state)
{
	struct fixture *f = *state;

	press(f, "T");
	assert_int_equal(f->ui.overlay, OVERLAY_THEMES);
	assert_shown(f, "zz1", 0x010101);
	press(f, "End");
	assert_shown(f, "zz3", 0x030303);
	press(f, "Enter");
	assert_int_equal(f->ui.overlay, OVERLAY_NONE);
	assert_shown(f, "zz3", 0x030303);
	assert_true(f->ui.keep_theme); /* the app writes it down */
}

/* By its name it would not be found again, and nothing would start. */
static void
one_from_a_path_is_not_written_down(void **state)
{
	struct fixture *f = *state;
	autofree_mem char *path = xasprintf("%s/elsewhere.theme", f->folder);
	struct err err;

	assert_int_equal(xdg_write_file(path, "", 0, &err), 0);
	assert_int_equal(themes_show(&f->ui.themes, path, &err), 0);
	press(f, "T");
	press(f, "Enter");
	assert_false(f->ui.keep_theme);
	assert_non_null(strstr(f->ui.message, "for this time only"));
}

static void
esc_puts_the_old_one_back(void **state)
{
	static const char *const keys[] = { "Esc", "q", "T" };
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNTOF(keys); i++) {
		press(f, "T");
		press(f, "Home");
		assert_string_not_equal(theme_name(f->ui.themes.shown), "zz1");
		press(f, keys[i]);
		assert_int_equal(f->ui.overlay, OVERLAY_NONE);
		assert_shown(f, "zz1", 0x010101);
		assert_false(f->ui.quit);
	}
}

/* Also when its file has gone meanwhile. */
static void
the_old_one_is_put_back_as_it_was(void **state)
{
	struct fixture *f = *state;

	press(f, "T");
	press(f, "End");
	unlink(theme_path(f->ui.themes.before));
	press(f, "Esc");
	assert_shown(f, "zz1", 0x010101);
}

static void
what_cannot_be_read_is_told_and_not_shown(void **state)
{
	struct fixture *f = *state;

	press(f, "T");
	press(f, "Down");
	assert_shown(f, "zz1", 0x010101);
	assert_non_null(strstr(f->ui.message, "zz2.theme:1: main_fg is not a colour"));
	press(f, "Down");
	assert_shown(f, "zz3", 0x030303);
	assert_string_equal(f->ui.message, "");
}

static void
next_goes_round_past_what_cannot_be_read(void **state)
{
	struct fixture *f = *state;
	char *const *names = NULL;

	press(f, "t");
	assert_shown(f, "zz3", 0x030303);
	assert_string_equal(f->ui.message, "theme zz3");
	press(f, "t");
	themes_open(&f->ui.themes);
	names = f->ui.themes.names;
	assert_string_equal(theme_name(f->ui.themes.shown), names[0]);
	themes_keep(&f->ui.themes);
}

static void
ctrl_r_reads_the_file_again(void **state)
{
	struct fixture *f = *state;
	unsigned before = f->ui.themes.revision;

	write_theme(f, "zz1", "theme[main_fg]=\"#111111\"\n");
	press(f, "Ctrl-R");
	assert_shown(f, "zz1", 0x111111);
	assert_int_not_equal(f->ui.themes.revision, before);

	write_theme(f, "zz1", "theme[main_fg]=\"#11\n");
	press(f, "Ctrl-R");
	assert_shown(f, "zz1", 0x111111);
	assert_non_null(strstr(f->ui.message, "zz1.theme:1"));
}

/* ---- the file on disk ---- */

struct seen {
	struct loop *loop;
	int changes;
};

static void
changed(void *arg)
{
	struct seen *seen = arg;

	seen->changes++;
	loop_stop(seen->loop);
}

static void
give_up(void *arg)
{
	loop_stop(((struct seen *)arg)->loop);
}

/* Until something is seen; or for so long, where nothing should be. */
static int
changes_within(struct seen *seen, uint64_t ns)
{
	struct loop_timer *timer;

	seen->changes = 0;
	timer = loop_timer_at(seen->loop, clock_now_ns() + ns, give_up, seen);
	loop_run(seen->loop);
	if (seen->changes)
		loop_timer_cancel(timer);
	return seen->changes;
}

static void
a_changed_file_is_told(void **state)
{
	struct fixture *f = *state;
	autofree(loop) loop = NULL;
	autofree(theme_watch) watch = NULL;
	struct seen seen = { 0 };
	struct err err;
	FILE *file;

	assert_int_equal(loop_new(&loop, &err), 0);
	seen.loop = loop;
	watch = theme_watch_new(loop, changed, &seen);
	theme_watch_file(watch, theme_path(f->ui.themes.shown));

	/* By a new file in its place, as most editors do, and written over. */
	write_theme(f, "zz1", "theme[main_fg]=\"#222222\"\n");
	assert_int_equal(changes_within(&seen, 10 * NS_PER_S), 1);
	file = fopen(theme_path(f->ui.themes.shown), "a");
	assert_non_null(file);
	fputs("# more\n", file);
	fclose(file);
	assert_int_equal(changes_within(&seen, 10 * NS_PER_S), 1);

	/* Another file is none of our business, nor is this one when another is watched. */
	write_theme(f, "zz3", "theme[main_fg]=\"#333333\"\n");
	assert_int_equal(changes_within(&seen, NS_PER_S / 20), 0);
	theme_watch_file(watch, NULL);
	write_theme(f, "zz1", "theme[main_fg]=\"#444444\"\n");
	assert_int_equal(changes_within(&seen, NS_PER_S / 20), 0);
	theme_watch_file(watch, "/nowhere/at/all.theme");
	assert_int_equal(changes_within(&seen, NS_PER_S / 20), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(moving_shows_and_enter_keeps, setup, teardown),
		cmocka_unit_test_setup_teardown(one_from_a_path_is_not_written_down, setup, teardown),
		cmocka_unit_test_setup_teardown(esc_puts_the_old_one_back, setup, teardown),
		cmocka_unit_test_setup_teardown(the_old_one_is_put_back_as_it_was, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_read_is_told_and_not_shown, setup,
						teardown),
		cmocka_unit_test_setup_teardown(next_goes_round_past_what_cannot_be_read, setup,
						teardown),
		cmocka_unit_test_setup_teardown(ctrl_r_reads_the_file_again, setup, teardown),
		cmocka_unit_test_setup_teardown(a_changed_file_is_told, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
