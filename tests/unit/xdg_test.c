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
#include "base/xdg.h"
#include "folder.h"

static void
folders_follow_the_variables_then_home_then_here(void **state)
{
	static const struct {
		const char *variable, *home, *want;
	} rows[] = {
		{ "/x", "/h", "/x/poolscope/runs" },
		{ "relative", "/h", "/h/.local/share/poolscope/runs" },
		{ "", "/h", "/h/.local/share/poolscope/runs" },
		{ NULL, "/h", "/h/.local/share/poolscope/runs" },
		{ NULL, NULL, "./.local/share/poolscope/runs" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *path = NULL;

		rows[i].variable ? setenv("XDG_DATA_HOME", rows[i].variable, 1)
				 : unsetenv("XDG_DATA_HOME");
		rows[i].home ? setenv("HOME", rows[i].home, 1) : unsetenv("HOME");
		path = xdg_data("runs");
		assert_string_equal(path, rows[i].want);
	}
}

static void
a_written_file_is_read_back_private_and_whole(void **state)
{
	autofree_mem char *path = xasprintf("%s/poolscope/a/b/file", folder);
	autofree_mem char *bytes = NULL;
	struct stat st;
	struct err err;
	size_t len;

	(void)state;
	assert_int_equal(xdg_write_file(path, "old", 3, &err), 0);
	assert_int_equal(xdg_write_file(path, "new\0text", 8, &err), 0);
	assert_int_equal(xdg_read_file(path, 100, &bytes, &len, &err), 0);
	assert_int_equal(len, 8);
	assert_memory_equal(bytes, "new\0text", 9);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void
what_is_no_regular_file_or_too_large_is_refused(void **state)
{
	autofree_mem char *fifo = xasprintf("%s/fifo", folder);
	autofree_mem char *file = xasprintf("%s/large", folder);
	autofree_mem char *big = xcalloc(10000, 1);
	char *bytes = NULL;
	struct err err;
	size_t len;

	(void)state;
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(xdg_read_file(fifo, 100, &bytes, &len, &err), -1);
	assert_non_null(strstr(err.text, "not a regular file"));
	assert_int_equal(xdg_read_file(folder, 100, &bytes, &len, &err), -1);
	assert_int_equal(xdg_read_file("/dev/zero", 100, &bytes, &len, &err), -1);
	assert_int_equal(xdg_write_file(file, big, 10000, &err), 0);
	assert_int_equal(xdg_read_file(file, 9999, &bytes, &len, &err), -1);
	assert_non_null(strstr(err.text, "larger than 9999 bytes"));
	assert_null(bytes);
	assert_int_equal(xdg_read_file(file, 10000, &bytes, &len, &err), 0);
	free(bytes);
}

static void
nothing_is_left_of_a_write_that_failed(void **state)
{
	autofree_mem char *in_the_way = xasprintf("%s/folder", folder);
	autofree_mem char *below = xasprintf("%s/folder/x", folder);
	autofree_mem char *count = xasprintf("test $(ls %s | grep -c folder) = 1", folder);
	struct err err;

	(void)state;
	assert_int_equal(mkdir(in_the_way, 0700), 0);
	assert_int_equal(xdg_write_file(below, "x", 1, &err), 0);
	assert_int_equal(xdg_write_file(in_the_way, "x", 1, &err), -1);
	assert_int_equal(system(count), 0);
}

/* A mistyped path makes no folders. */
static void
only_our_own_folders_are_made(void **state)
{
	static const char *const missing[] = { "typo", "poolscope2" };
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(missing); i++) {
		autofree_mem char *there = xasprintf("%s/%s", folder, missing[i]);
		autofree_mem char *path = xasprintf("%s/file", there);
		autofree_mem char *want = xasprintf("folder %s: No such file or directory", there);

		assert_int_equal(xdg_write_file(path, "x", 1, &err), -1);
		assert_string_equal(err.text, want);
		assert_int_equal(access(there, F_OK), -1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folders_follow_the_variables_then_home_then_here),
		cmocka_unit_test(a_written_file_is_read_back_private_and_whole),
		cmocka_unit_test(what_is_no_regular_file_or_too_large_is_refused),
		cmocka_unit_test(nothing_is_left_of_a_write_that_failed),
		cmocka_unit_test(only_our_own_folders_are_made),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
