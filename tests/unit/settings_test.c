#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/settings.h"
#include "base/xdg.h"
#include "folder.h"

static char *path;

static int
make_config(void **state)
{
	if (make_folder(state) < 0 || setenv("XDG_CONFIG_HOME", folder, 1) < 0)
		return -1;
	path = xdg_config("config");
	return 0;
}

static int
remove_config(void **state)
{
	free(path);
	return remove_folder(state);
}

static void
put(const char *text)
{
	struct err err;

	if (xdg_write_file(path, text, strlen(text), &err) < 0)
		fail_msg("%s", err.text);
}

static void
assert_file(const char *want)
{
	autofree_mem char *text = NULL;
	struct err err;
	size_t len;

	assert_int_equal(xdg_read_file(path, 1 << 21, &text, &len, &err), 0);
	assert_string_equal(text, want);
}

static void
only_the_line_that_holds_is_changed(void **state)
{
	static const struct {
		const char *before, *after;
	} rows[] = {
		{ "", "theme = nord\n" },
		{ "count = 3\n", "count = 3\ntheme = nord\n" },
		{ "count = 3", "count = 3\ntheme = nord\n" },
		{ "theme = mono\n", "theme = nord\n" },
		{ "theme = mono", "theme = nord" },
		{ "# a\n\n\ttheme=mono \ncount = 3\n", "# a\n\ntheme = nord\ncount = 3\n" },
		{ "theme = a\r\ncount = 3\r\n", "theme = nord\r\ncount = 3\r\n" },
		{ "theme = a\ntheme = b\n", "theme = a\ntheme = nord\n" },
		{ "#theme = a\n", "#theme = a\ntheme = nord\n" },
		{ "themes = a\ntheme\nno theme = b\n", "themes = a\ntheme\nno theme = b\ntheme = nord\n" },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		put(rows[i].before);
		assert_int_equal(settings_write(path, "theme", "nord", &err), 0);
		assert_file(rows[i].after);
	}
}

static void
a_missing_file_is_made_for_its_owner_alone(void **state)
{
	struct stat info;
	struct err err;

	(void)state;
	unlink(path);
	assert_int_equal(settings_write(path, "theme", "nord", &err), 0);
	assert_file("theme = nord\n");
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0600);
}

static void
a_link_stays_one(void **state)
{
	autofree_mem char *real = xasprintf("%s/elsewhere", folder);
	struct stat info;
	struct err err;

	(void)state;
	put("theme = mono\n");
	assert_int_equal(rename(path, real), 0);
	assert_int_equal(symlink(real, path), 0);
	assert_int_equal(settings_write(path, "theme", "nord", &err), 0);
	assert_file("theme = nord\n");
	assert_int_equal(lstat(path, &info), 0);
	assert_true(S_ISLNK(info.st_mode));

	unlink(real);
	assert_int_equal(settings_write(path, "theme", "nord", &err), -1);
	assert_int_equal(access(real, F_OK), -1);
	assert_int_equal(lstat(path, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	unlink(path);
}

/* Root may write everywhere, so the files are somebody else's and we are that somebody. */
static void
what_is_write_protected_stays(void **state)
{
	autofree_mem char *home = xdg_config(NULL);
	uid_t before = geteuid(), somebody = before ? before : 65534;
	int file = 1, inside = 1;
	struct err err;

	(void)state;
	put("count = 3\n");
	assert_int_equal(chmod(folder, 0711), 0);
	assert_int_equal(chown(path, somebody, (gid_t)-1), 0);
	assert_int_equal(chown(home, somebody, (gid_t)-1), 0);

	assert_int_equal(seteuid(somebody), 0);
	if (chmod(path, 0400) == 0)
		file = settings_write(path, "theme", "nord", &err);
	if (chmod(path, 0600) == 0 && chmod(home, 0500) == 0)
		inside = settings_write(path, "theme", "nord", &err);
	assert_int_equal(seteuid(before), 0);
	assert_int_equal(file, -1);
	assert_int_equal(inside, -1);
	assert_file("count = 3\n");

	assert_int_equal(chmod(home, 0700), 0);
	unlink(path);
}

static void
the_file_of_another_user_stays_theirs(void **state)
{
	struct stat info;
	struct err err;

	(void)state;
	if (geteuid() != 0)
		skip();
	put("count = 3\n");
	assert_int_equal(chown(path, 65534, (gid_t)-1), 0);
	assert_int_equal(settings_write(path, "theme", "nord", &err), -1);
	assert_non_null(strstr(err.text, "another user"));
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_uid, 65534);
	assert_file("count = 3\n");
	unlink(path);
}

static void
what_cannot_be_is_refused_and_nothing_changed(void **state)
{
	static const char *const values[] = { "", "a\nb", " a", "a ", "a\r" };
	autofree_mem char *longer = xcalloc(1, (1 << 20) + 2);
	struct err err;

	(void)state;
	put("count = 3\n");
	for (size_t i = 0; i < COUNTOF(values); i++)
		assert_int_equal(settings_write(path, "theme", values[i], &err), -1);
	assert_file("count = 3\n");

	memset(longer, '#', (1 << 20) + 1);
	put(longer);
	assert_int_equal(settings_write(path, "theme", "nord", &err), -1);
	assert_file(longer);

	assert_int_equal(xdg_write_file(path, "a\0b", 3, &err), 0);
	assert_int_equal(settings_write(path, "theme", "nord", &err), -1);
	assert_non_null(strstr(err.text, "a NUL byte"));

	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(settings_write(path, "theme", "nord", &err), -1);
	assert_int_equal(rmdir(path), 0);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_line_that_holds_is_changed),
		cmocka_unit_test(a_missing_file_is_made_for_its_owner_alone),
		cmocka_unit_test(a_link_stays_one),
		cmocka_unit_test(what_is_write_protected_stays),
		cmocka_unit_test(the_file_of_another_user_stays_theirs),
		cmocka_unit_test(what_cannot_be_is_refused_and_nothing_changed),
	};

	return cmocka_run_group_tests(tests, make_config, remove_config);
}
