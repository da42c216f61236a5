/* Paths that are typed: what Tab adds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "path.h"

static const char *const names[] = { "report.md", "report.csv", "results/a", ".hidden", "äx", "äy" };

/* A folder with these names, which is also the home and the current one. */
static int
make_folder(void **state)
{
	char *folder = xstrdup("/tmp/path_test.XXXXXX");

	if (!mkdtemp(folder) || chdir(folder))
		return -1;
	mkdir("results", 0700);
	for (size_t i = 0; i < COUNTOF(names); i++) {
		FILE *file = fopen(names[i], "w");

		if (!file)
			return -1;
		fclose(file);
	}
	setenv("HOME", folder, 1);
	*state = folder;
	return 0;
}

static int
remove_folder(void **state)
{
	autofree_mem char *folder = *state;

	for (size_t i = 0; i < COUNTOF(names); i++)
		unlink(names[i]);
	rmdir("results");
	return chdir("/") || rmdir(folder);
}

static void
tab_adds_what_the_names_have_in_common(void **state)
{
	static const struct {
		const char *typed, *want;
	} rows[] = {
		{ "rep", "report." },
		{ "report.m", "report.md" },
		{ "report.md", "report.md" },
		{ "r", "re" },
		{ "res", "results/" }, /* a folder can be gone into */
		{ "results/", "results/a" },
		{ "~/report.c", "~/report.csv" },
		{ "./rep", "./report." },
		{ ".h", ".hidden" },
		{ "nothing", "nothing" },
		{ "no/such/folder", "no/such/folder" },
		{ "\xc3\xa4", "\xc3\xa4" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char text[64];

		snprintf(text, sizeof(text), "%s", rows[i].typed);
		assert_int_equal(path_complete(text, sizeof(text)),
				 strcmp(rows[i].typed, rows[i].want) != 0);
		assert_string_equal(text, rows[i].want);
	}
}

static void
what_has_no_room_is_not_added(void **state)
{
	char text[8] = "rep";

	(void)state;
	assert_true(path_complete(text, sizeof(text)));
	assert_string_equal(text, "report.");
	memcpy(text, "res", 4);
	assert_false(path_complete(text, sizeof(text)));
	assert_string_equal(text, "res");
}

static void
a_tilde_is_the_home_only_at_the_beginning(void **state)
{
	const char *home = *state;
	autofree_mem char *in_home = xasprintf("%s/a", home);
	const struct {
		const char *typed, *want;
	} rows[] = {
		{ "~", home }, { "~/a", in_home }, { "a~", "a~" }, { "~a/b", "~a/b" }, { "", "" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *path = path_expand(rows[i].typed);

		assert_string_equal(path, rows[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tab_adds_what_the_names_have_in_common),
		cmocka_unit_test(what_has_no_room_is_not_added),
		cmocka_unit_test(a_tilde_is_the_home_only_at_the_beginning),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
