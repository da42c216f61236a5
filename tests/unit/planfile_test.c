#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xdg.h"
#include "bench/planfile.h"

static char folder[] = "/tmp/planfile_test.XXXXXX";
static char *path;

static int
make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	path = xasprintf("%s/plan", folder);
	return 0;
}

static int
remove_folder(void **state)
{
	(void)state;
	unlink(path);
	free(path);
	return rmdir(folder);
}

static void
put_file(const char *text, size_t len)
{
	struct err err;

	assert_int_equal(xdg_write_file(path, text, len, &err), 0);
}

/* ---- what is written is read ---- */

static void
choices_come_back_as_they_were(void **state)
{
	struct pool_choice pools[] = { { (char *)"here", (char *)"fast" },
				       { (char *)"there", (char *)"odd name" } };
	char *images[] = { (char *)"busybox", (char *)"empty-vm" };
	char *chains[] = { (char *)"launch:freeze,delete", (char *)"create,export:zstd" };
	struct choices written = {
		.pools = pools, .n_pools = 2, .images = images, .n_images = 2,
		.chains = chains, .n_chains = 2, .count = 7, .parallel = 3, .rounds = 9,
		.warmup = 2, .until_good = true, .batch = true, .privileged = true, .network = true,
		.fill = 256, .order = ORDER_RACE,
	};
	autofree(options) options = options_new();
	struct choices read;
	struct err err;

	(void)state;
	assert_int_equal(planfile_write(path, &written, NULL, true, &err), 0);
	assert_int_equal(planfile_read(path, options, &err), 0);
	assert_int_equal(choices_from_options(options, &read, &err), 0);
	assert_int_equal(read.n_pools, 2);
	assert_string_equal(read.pools[1].pool, "there:odd name");
	assert_int_equal(read.n_images, 2);
	assert_string_equal(read.images[1], "empty-vm");
	assert_int_equal(read.n_chains, 2);
	assert_string_equal(read.chains[0], "launch:freeze,delete");
	assert_int_equal(read.count, 7);
	assert_int_equal(read.parallel, 3);
	assert_int_equal(read.rounds, 9);
	assert_int_equal(read.warmup, 2);
	assert_int_equal(read.fill, 256);
	assert_int_equal(read.order, ORDER_RACE);
	assert_true(read.until_good && read.batch && read.privileged && read.network);
	choices_wipe(&read);
}

/* It can be run as it is; on another server when that is said. */
static void
one_server_is_named_and_another_takes_its_place(void **state)
{
	struct pool_choice pools[] = { { (char *)"here", (char *)"fast" },
				       { (char *)"here", (char *)"slow" } };
	struct choices choices = { .pools = pools, .n_pools = 2, .count = 1, .rounds = 1 };
	char *argv[] = { (char *)"--server", (char *)"there" };
	autofree(options) options = options_new();
	char *const *list;
	struct err err;

	(void)state;
	assert_int_equal(planfile_write(path, &choices, "bench", true, &err), 0);
	assert_int_equal(planfile_read(path, options, &err), 0);
	assert_int_equal(options_list(options, OPT_SERVER, &list), 1);
	assert_string_equal(list[0], "here");
	assert_string_equal(options_text(options, OPT_PROJECT), "bench");
	assert_int_equal(options_list(options, OPT_POOL, &list), 2);
	assert_string_equal(list[1], "slow");
	assert_int_equal(options_parse(options, C_RUN, 2, argv, &err), 0);
	assert_int_equal(options_list(options, OPT_SERVER, &list), 1);
	assert_string_equal(list[0], "there");
}

static void
a_file_is_replaced_only_when_that_is_meant(void **state)
{
	struct choices choices = { .count = 3, .rounds = 1 };
	autofree_mem char *text = NULL;
	size_t len;
	struct err err;

	(void)state;
	put_file("# mine\n", 7);
	assert_int_equal(planfile_write(path, &choices, NULL, false, &err), -1);
	assert_int_equal(err.kind, ERR_USAGE);
	assert_int_equal(xdg_read_file(path, 100, &text, &len, &err), 0);
	assert_string_equal(text, "# mine\n");
	assert_int_equal(planfile_write(path, &choices, NULL, true, &err), 0);
}

/* ---- what is no plan ---- */

#define TEXT(literal) literal, sizeof(literal) - 1

static void
a_bad_line_is_named_with_what_was_expected(void **state)
{
	static const struct {
		const char *text;
		size_t len;
		const char *line, *says;
	} rows[] = {
		{ TEXT("count = NAN\n"), ":1: ", "expected a whole number from 1 to 10000" },
		{ TEXT("count = nan"), ":1: ", "expected a whole number" },
		{ TEXT("# a plan\n\ncount = 1e3\n"), ":3: ", "expected a whole number" },
		{ TEXT("rounds = -5\n"), ":1: ", "expected a whole number" },
		{ TEXT("rounds = 99999999999999999999999\n"), ":1: ", "expected a whole number" },
		{ TEXT("count = \n"), ":1: ", "expected a whole number" },
		{ TEXT("refresh = NAN\n"), ":1: ", "expected a number from 0.5 to 10" },
		{ TEXT("refresh = inf\n"), ":1: ", "expected a number from 0.5 to 10" },
		{ TEXT("batch = 1\n"), ":1: ", "expected yes or no" },
		{ TEXT("order = alphabet\n"), ":1: ", "expected one of " },
		{ TEXT("pool = \n"), ":1: ", "the text is empty" },
		{ TEXT("count = 5\nspeed-of-light = 3\n"), ":2: ",
		  "speed-of-light: no such setting in this version; expected an option's name" },
		/* Options that belong on the command line only. */
		{ TEXT("plan = other\n"), ":1: ", "plan: no such setting" },
		{ TEXT("continue = last\n"), ":1: ", "continue: no such setting" },
		{ TEXT("count: 5\n"), ":1: ", "expected name = value" },
		{ TEXT("{\"count\": 5}\n"), ":1: ", "expected name = value" },
		{ TEXT("= 5\n"), ":1: ", "no such setting" },
		{ TEXT("count = 5\0\n"), ": ", "a NUL byte in it; expected a text file" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(options) options = options_new();
		autofree_mem char *begins = xasprintf("%s%s", path, rows[i].line);
		struct err err;

		put_file(rows[i].text, rows[i].len);
		assert_int_equal(planfile_read(path, options, &err), -1);
		assert_int_equal(err.kind, ERR_USAGE);
		if (strncmp(err.text, begins, strlen(begins)) != 0 || !strstr(err.text, rows[i].says))
			fail_msg("row %zu: %s", i, err.text);
	}
}

static void
put_huge(const char *at)
{
	FILE *file = fopen(at, "we");

	assert_non_null(file);
	for (int i = 0; i < (1 << 20); i += 16)
		fputs("# fifteen bytes\n", file);
	fputs("count = 5\n", file);
	assert_int_equal(fclose(file), 0);
}

static void
put_folder(const char *at)
{
	assert_int_equal(mkdir(at, 0700), 0);
}

static void
put_fifo(const char *at)
{
	assert_int_equal(mkfifo(at, 0600), 0);
}

static void
put_device(const char *at)
{
	assert_int_equal(symlink("/dev/zero", at), 0);
}

static void
put_nothing(const char *at)
{
	(void)at;
}

static void
what_is_no_file_is_refused_at_once(void **state)
{
	static const struct {
		const char *name, *says;
		void (*put)(const char *at);
	} rows[] = {
		{ "missing", "No such file", put_nothing },
		{ "folder", "", put_folder },
		{ "fifo", "", put_fifo },	/* it would wait for a writer */
		{ "device", "", put_device },
		{ "huge", "is larger than 1048576 bytes", put_huge },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *at = xasprintf("%s/%s", folder, rows[i].name);
		autofree(options) options = options_new();
		struct err err;

		rows[i].put(at);
		assert_int_equal(planfile_read(at, options, &err), -1);
		assert_int_equal(err.kind, ERR_USAGE);
		if (!strstr(err.text, at) || !strstr(err.text, rows[i].says))
			fail_msg("%s: %s", rows[i].name, err.text);
		assert_false(options_given(options, OPT_COUNT));
		remove(at);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(choices_come_back_as_they_were),
		cmocka_unit_test(one_server_is_named_and_another_takes_its_place),
		cmocka_unit_test(a_file_is_replaced_only_when_that_is_meant),
		cmocka_unit_test(a_bad_line_is_named_with_what_was_expected),
		cmocka_unit_test(what_is_no_file_is_refused_at_once),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
