#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake/fake_incus.h"
#include "outlook.h"

#define MOST_ARGS 12

static char folder[] = "/tmp/outlook_test.XXXXXX";

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int
remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

/* A server that has answered, and what is asked of it. */
struct bench {
	struct fake_incus *incus;
	struct fake *fake;
	struct connection connection;
	struct options *options;
};

static void
bench_open(struct bench *bench, const struct fake_row *rows, const char *const *args)
{
	char *argv[MOST_ARGS] = { NULL };
	int n = 0;
	struct err err;

	for (; args[n]; n++)
		argv[n] = (char *)args[n];
	bench->incus = fake_incus_new(5);
	bench->fake = fake_start(rows, fake_incus_rows(bench->incus));
	bench->options = options_new();
	if (options_parse(bench->options, C_DOCTOR, n, argv, &err) < 0 ||
	    loop_new(&bench->connection.loop, &err) < 0 ||
	    connect_add(&bench->connection, fake_socket(bench->fake), NULL, &err) < 0 ||
	    connect_wait(&bench->connection, &err) < 0)
		fail_msg("%s", err.text);
}

static void
bench_close(struct bench *bench)
{
	connect_close(&bench->connection);
	options_free(bench->options);
	fake_stop(bench->fake);
	fake_incus_free(bench->incus);
}

static const struct fake_row no_rows[] = { { 0 } };
static const struct fake_row full_rows[] = {
	{ "GET", "/1.0/storage-pools/bt/resources?*",
	  .body = FAKE_SYNC("{\"space\":{\"used\":4999000000,\"total\":5000000000}}") },
	{ 0 },
};

static void
the_text_and_the_code_are_those_of_the_run(void **state)
{
	static const struct {
		const char *what, *args[MOST_ARGS];
		const struct fake_row *rows;
		int code;
		const char *says;
	} rows[] = {
		{ "all that is needed is chosen", { "--pool", "bt", "--image", "busybox", "--count", "3" },
		  no_rows, 0, "1 pool x 3 x 5 rounds = " },
		{ "nothing is chosen", { NULL }, no_rows, 0, "3 pools x 10 x 5 rounds = " },
		{ "space on the pool", { "--count", "3" }, no_rows, 0, "free: ok\n" },
		{ "no room", { "--count", "3" }, full_rows, 4, "refused: pool bt has only " },
		{ "its remedy", { "--count", "3" }, full_rows, 4, "    remedy: make room on it\n" },
		{ "a note refuses nothing", { "--workload", "launch,rebuild", "--fill", "4MiB" }, no_rows, 0,
		  "note: rebuild leaves roots as the image has them" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct bench bench = { 0 };
		autobuf text = { 0 };
		struct err err = { 0 };
		int code;

		bench_open(&bench, rows[i].rows, rows[i].args);
		code = outlook(bench.options, &bench.connection, &text, &err);
		if (code != rows[i].code || !strstr(buf_text(&text), rows[i].says))
			fail_msg("%s: %d, %s\n%s", rows[i].what, code, err.text, buf_text(&text));
		bench_close(&bench);
	}
}

static void
what_is_no_plan_is_an_error(void **state)
{
	static const struct {
		const char *args[MOST_ARGS];
		enum err_kind kind;
		const char *says;
	} rows[] = {
		{ { "--pool", "none" }, ERR_USAGE, "no pool \"none\"" },
		{ { "--image", "none" }, ERR_USAGE, "no image \"none\"" },
		{ { "--workload", "walk" }, ERR_USAGE, "walk" },
		{ { "--workload", "delete" }, ERR_USAGE, "delete" },
		/* Known here, but not to this server: the run refuses as well. */
		{ { "--workload", "create,export:direct" }, ERR_REFUSED, "leave out \"direct\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct bench bench = { 0 };
		autobuf text = { 0 };
		struct err err;

		bench_open(&bench, no_rows, rows[i].args);
		if (outlook(bench.options, &bench.connection, &text, &err) != -1 || text.len)
			fail_msg("row %zu: %s", i, buf_text(&text));
		if (err.kind != rows[i].kind || !strstr(err.text, rows[i].says))
			fail_msg("row %zu: %s", i, err.text);
		bench_close(&bench);
	}
}

/* The worst first, whatever order they were found in. */
static void
findings_are_in_order_and_only_a_refusal_refuses(void **state)
{
	struct finding findings[] = {
		{ FINDING_NOTE, (char *)"a note", NULL },
		{ FINDING_WARN, (char *)"a warning", (char *)"do less" },
		{ FINDING_REFUSE, (char *)"no room", (char *)"make room" },
	};
	struct plan plan = { .count = 1, .rounds = 1 };
	struct draft draft = { .plan = &plan, .findings = findings, .n_findings = 2 };
	autobuf mild = { 0 }, bad = { 0 }, none = { 0 };

	(void)state;
	outlook_text(&draft, &mild);
	assert_non_null(strstr(buf_text(&mild), "\nwarning: a warning\n    remedy: do less\nnote: a note\n"));
	assert_false(outlook_refuses(&draft));
	draft.n_findings = 3;
	outlook_text(&draft, &bad);
	assert_non_null(strstr(buf_text(&bad), "\nrefused: no room\n    remedy: make room\nwarning: "));
	assert_true(outlook_refuses(&draft));
	draft.n_findings = 0;
	outlook_text(&draft, &none);
	assert_non_null(strstr(buf_text(&none), "\nnothing stands against this run\n"));
	assert_null(strstr(buf_text(&none), "earlier runs"));
	assert_false(outlook_refuses(&draft));
	buf_clear(&none);
	draft.timed = true;
	draft.time.ns = 420 * UINT64_C(1000000000);
	outlook_text(&draft, &none);
	assert_non_null(strstr(buf_text(&none), "\nabout 7 min by earlier runs\n"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_text_and_the_code_are_those_of_the_run),
		cmocka_unit_test(what_is_no_plan_is_an_error),
		cmocka_unit_test(findings_are_in_order_and_only_a_refusal_refuses),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
