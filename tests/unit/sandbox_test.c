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

#include "base/options.h"
#include "server/sandbox.h"
#include "sys/process.h"
#include "sys/tree.h"

static char dir[] = "/tmp/sandbox_test-XXXXXX";

static int
begin(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/sandbox_test-XXXXXX");
	assert_non_null(mkdtemp(dir));
	return 0;
}

static int
finish(void **state)
{
	struct err err;

	(void)state;
	return tree_remove(dir, &err);
}

static struct sandbox_record
some_record(void)
{
	struct sandbox_record record = {
		.kind = sandbox_kind_find("incus"),
		.pid = getpid(),
		.start_time = process_start_time(getpid()),
		.program = "/usr/libexec/incus/incusd",
	};

	record.pools[0].made = true;
	strcpy(record.pools[3].left_out, "Required tool 'zpool' is \"missing\"");
	return record;
}

static void
names_stay_inside_the_folder(void **state)
{
	static const struct { const char *name; bool ok; } rows[] = {
		{ "a", true },
		{ "default", true },
		{ "a-1", true },
		{ "a2345678901234567890123456789012", true },
		{ "a23456789012345678901234567890123", false },	/* 33 */
		{ "", false },
		{ ".", false },
		{ "..", false },
		{ "a/b", false },
		{ "a.b", false },
		{ "-a", false },	/* would look like an option */
		{ "1", false },
		{ "A", false },
		{ "a b", false },
		{ "\xc3\xa4", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		if (sandbox_name_ok(rows[i].name) != rows[i].ok)
			fail_msg("'%s'", rows[i].name);
	}
}

static void
a_record_comes_back_as_it_was_written(void **state)
{
	struct sandbox_record record = some_record();
	struct sandbox_record back;
	autofree_mem char *path = xasprintf("%s/poolscope.json", dir);
	struct stat st;
	struct err err;

	(void)state;
	assert_int_equal(sandbox_record_write(dir, &record, &err), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(sandbox_record_read(dir, &back, &err), 0);
	assert_ptr_equal(back.kind, record.kind);
	assert_int_equal(back.pid, record.pid);
	assert_int_equal(back.start_time, record.start_time);
	assert_string_equal(back.program, record.program);
	assert_false(back.keep);
	assert_false(back.no_idmap);
	assert_true(back.pools[0].made);
	assert_false(back.pools[3].made);
	assert_string_equal(back.pools[3].left_out, record.pools[3].left_out);
}

static void
a_record_tells_what_runs_and_how(void **state)
{
	(void)state;
	for (size_t i = 0; i < sandbox_kind_count; i++) {
		struct sandbox_record record = some_record();
		struct sandbox_record back;
		struct err err;

		record.kind = &sandbox_kinds[i];
		record.no_idmap = true;
		assert_int_equal(sandbox_record_write(dir, &record, &err), 0);
		assert_int_equal(sandbox_record_read(dir, &back, &err), 0);
		assert_ptr_equal(back.kind, record.kind);
		assert_true(back.no_idmap);
	}
}

/* As one of before there was the choice has it. */
static void
a_record_that_does_not_say_has_idmapped_mounts(void **state)
{
	autofree_mem char *path = xasprintf("%s/poolscope.json", dir);
	struct sandbox_record record = { .no_idmap = true };
	struct err err;
	FILE *file = fopen(path, "we");

	(void)state;
	assert_non_null(file);
	fputs("{\"format\":1,\"kind\":\"lxd\",\"pid\":5,\"start_time\":1,\"program\":\"/x\"}", file);
	fclose(file);
	assert_int_equal(sandbox_record_read(dir, &record, &err), 0);
	assert_string_equal(record.kind->name, "lxd");
	assert_false(record.no_idmap);
}

static void
every_kind_can_be_chosen_and_no_other(void **state)
{
	autofree(options) options = options_new();
	autobuf names = { 0 };
	struct err err;

	(void)state;
	for (size_t i = 0; i < sandbox_kind_count; i++) {
		const char *name = sandbox_kinds[i].name;

		buf_printf(&names, "%s%s", i ? "|" : "", name);
		assert_int_equal(options_set(options, OPT_DAEMON, name, &err), 0);
		assert_ptr_equal(sandbox_kind_find(options_text(options, OPT_DAEMON)), &sandbox_kinds[i]);
	}
	assert_string_equal(option_rows[OPT_DAEMON].choices, buf_text(&names));
	assert_null(sandbox_kind_find("docker"));
}

static void
a_record_that_is_none_is_refused(void **state)
{
	static const char *const rows[] = {
		"",
		"{",
		"[]",
		"{\"format\":2,\"kind\":\"incus\",\"pid\":5,\"start_time\":1,\"program\":\"/x\"}",
		"{\"format\":1,\"kind\":\"other\",\"pid\":5,\"start_time\":1,\"program\":\"/x\"}",
		"{\"format\":1,\"kind\":\"incus\",\"pid\":1,\"start_time\":1,\"program\":\"/x\"}",
		"{\"format\":1,\"kind\":\"incus\",\"pid\":-5,\"start_time\":1,\"program\":\"/x\"}",
		"{\"format\":1,\"kind\":\"incus\",\"pid\":99999999999,\"start_time\":1,\"program\":\"/x\"}",
		"{\"format\":1,\"kind\":\"incus\",\"pid\":5,\"program\":\"/x\"}",
		"{\"format\":1,\"kind\":\"incus\",\"pid\":5,\"start_time\":1}",
	};
	autofree_mem char *path = xasprintf("%s/poolscope.json", dir);

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct sandbox_record record;
		struct err err;
		FILE *file = fopen(path, "we");

		assert_non_null(file);
		fputs(rows[i], file);
		fclose(file);
		if (sandbox_record_read(dir, &record, &err) == 0)
			fail_msg("'%s'", rows[i]);
	}
}

static void
a_pid_alone_is_not_the_daemon(void **state)
{
	struct sandbox_record record = some_record();

	(void)state;
	/* Pid and start time are right, but we are no incusd. */
	assert_int_equal(sandbox_daemon_state(dir, &record), SANDBOX_FOREIGN);
	/* And now only the folder in the environment is wrong. */
	assert_true(process_program(getpid(), record.program, sizeof(record.program)));
	assert_int_equal(sandbox_daemon_state(dir, &record), SANDBOX_FOREIGN);
	record.start_time++;
	assert_int_equal(sandbox_daemon_state(dir, &record), SANDBOX_FOREIGN);
	record.pid = 0x3fffff;	/* above the kernel's largest */
	assert_int_equal(sandbox_daemon_state(dir, &record), SANDBOX_DEAD);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_stay_inside_the_folder),
		cmocka_unit_test_setup_teardown(a_record_comes_back_as_it_was_written, begin, finish),
		cmocka_unit_test_setup_teardown(a_record_tells_what_runs_and_how, begin, finish),
		cmocka_unit_test_setup_teardown(a_record_that_does_not_say_has_idmapped_mounts, begin,
						finish),
		cmocka_unit_test(every_kind_can_be_chosen_and_no_other),
		cmocka_unit_test_setup_teardown(a_record_that_is_none_is_refused, begin, finish),
		cmocka_unit_test_setup_teardown(a_pid_alone_is_not_the_daemon, begin, finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
