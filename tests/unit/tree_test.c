#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/mem.h"
#include "sys/tree.h"

static void
make_file(const char *dir, const char *name)
{
	autofree_mem char *path = xasprintf("%s/%s", dir, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	close(fd);
}

static void
make_dir(const char *dir, const char *name)
{
	autofree_mem char *path = xasprintf("%s/%s", dir, name);

	assert_int_equal(mkdir(path, 0700), 0);
}

static int
begin(void **state)
{
	char template[] = "/tmp/tree_test-XXXXXX";

	assert_non_null(mkdtemp(template));
	make_dir(template, "top");
	make_dir(template, "top/in");
	make_dir(template, "top/in/deep");
	make_file(template, "top/in/deep/file");
	make_file(template, "outside");
	*state = xstrdup(template);
	return 0;
}

static int
finish(void **state)
{
	struct err err;

	tree_remove(*state, &err);
	free(*state);
	return 0;
}

static void
links_are_removed_and_not_followed(void **state)
{
	autofree_mem char *top = xasprintf("%s/top", (char *)*state);
	autofree_mem char *link = xasprintf("%s/link", top);
	autofree_mem char *outside = xasprintf("%s/outside", (char *)*state);
	struct err err;

	assert_int_equal(symlink(*state, link), 0);
	assert_int_equal(tree_remove(top, &err), 0);
	assert_int_equal(access(top, F_OK), -1);
	assert_int_equal(access(outside, F_OK), 0);
}

static void
nothing_there_is_no_error(void **state)
{
	autofree_mem char *none = xasprintf("%s/none", (char *)*state);
	struct err err;

	assert_int_equal(tree_remove(none, &err), 0);
}

static struct buf visited;

static bool
note(const char *path)
{
	buf_puts(&visited, strrchr(path, '/'));
	return strcmp(strrchr(path, '/'), "/in") != 0;
}

static void
inner_folders_come_first_and_a_no_ends_it(void **state)
{
	autofree_mem char *top = xasprintf("%s/top", (char *)*state);

	assert_false(tree_each_dir(top, note));
	assert_string_equal(buf_text(&visited), "/deep/in");
	buf_wipe(&visited);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(links_are_removed_and_not_followed, begin, finish),
		cmocka_unit_test_setup_teardown(nothing_there_is_no_error, begin, finish),
		cmocka_unit_test_setup_teardown(inner_folders_come_first_and_a_no_ends_it, begin, finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
