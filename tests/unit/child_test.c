#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "sys/child.h"

/* What came of a child: its lines with a bar behind each, how often it ended, and how. */
struct told {
	struct loop *loop;
	struct child *child;
	struct buf lines;
	unsigned ends;
	int status;
	char complaint[256];
};

static void
keep_line(void *arg, const char *line, size_t len)
{
	struct told *told = arg;

	assert_int_equal(line[len], '\0');
	buf_add(&told->lines, line, len);
	buf_putc(&told->lines, '|');
}

static void
keep_end(void *arg, int status, const char *complaint)
{
	struct told *told = arg;

	told->ends++;
	told->status = status;
	strncpy(told->complaint, complaint, sizeof(told->complaint) - 1);
	loop_stop(told->loop);
}

static void
stop(void *arg)
{
	loop_stop(arg);
}

static int
begin(void **state)
{
	struct told *told = xcalloc(1, sizeof(*told));
	struct err err;

	assert_int_equal(loop_new(&told->loop, &err), 0);
	*state = told;
	return 0;
}

static int
finish(void **state)
{
	struct told *told = *state;

	child_free(told->child);
	loop_free(told->loop);
	buf_wipe(&told->lines);
	free(told);
	return 0;
}

static void
start(struct told *told, child_line_fn *line, const char *const *env, const char *script)
{
	const char *const argv[] = { "sh", "-c", script, NULL };
	struct child_spec spec = {
		.argv = argv, .env = env, .line = line, .end = keep_end, .arg = told
	};
	struct err err;

	assert_int_equal(child_start(told->loop, &spec, &told->child, &err), 0);
}

static void
run(struct told *told, const char *script)
{
	start(told, keep_line, NULL, script);
	loop_run(told->loop);
}

static void
lines_status_and_complaint_are_told(void **state)
{
	/* clang-format off */
	static const struct { const char *script, *lines; int exit; const char *complaint; } rows[] = {
		{ "true",                         "",       0, "" },
		{ "exit 7",                       "",       7, "" },
		{ "echo a; echo b",               "a|b|",   0, "" },
		{ "echo; echo",                   "||",     0, "" },
		{ "printf 'a\\nrest'",            "a|rest|", 0, "" },	/* no newline at the end */
		{ "echo why >&2; exit 1",         "",       1, "why" },
		{ "echo one >&2; echo two >&2",   "",       0, "two" },	/* the last line */
		{ "printf 'why\\n\\n\\n' >&2",    "",       0, "why" },
		{ "printf 'a\\033[31mb\\n' >&2",  "",       0, "a [31mb" },	/* nothing a terminal obeys */
		{ "exec >&-; exec 2>&-; exit 3",  "",       3, "" },	/* closes its output early */
		{ "echo a; sleep 2 & exit 0",    "a|",     0, "" },	/* its own child keeps the pipe */
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct told *told = *state;

		run(told, rows[i].script);
		assert_string_equal(buf_text(&told->lines), rows[i].lines);
		assert_true(WIFEXITED(told->status));
		assert_int_equal(WEXITSTATUS(told->status), rows[i].exit);
		assert_string_equal(told->complaint, rows[i].complaint);
		assert_int_equal(told->ends, 1);
		finish(state);
		begin(state);
	}
}

static void
much_output_arrives_whole(void **state)
{
	struct told *told = *state;
	size_t lines = 0;

	run(told, "i=0; while [ $i -lt 20000 ]; do echo line$i; i=$((i+1)); done");
	for (size_t i = 0; i < told->lines.len; i++)
		lines += told->lines.data[i] == '|';
	assert_int_equal(lines, 20000);
	assert_string_equal(told->lines.data + told->lines.len - 10, "line19999|");
}

static void
a_nul_in_a_line_stays(void **state)
{
	struct told *told = *state;

	run(told, "printf 'a\\000b\\n'");
	assert_int_equal(told->lines.len, 4);
	assert_memory_equal(told->lines.data, "a\0b|", 4);
}

static void
a_line_too_long_ends_the_child(void **state)
{
	struct told *told = *state;

	run(told, "echo a; tr '\\000' x </dev/zero");
	assert_string_equal(buf_text(&told->lines), "a|");
	assert_true(WIFSIGNALED(told->status));
	assert_non_null(strstr(told->complaint, "more than 1 MiB"));
}

static void
output_may_be_dropped(void **state)
{
	struct told *told = *state;

	start(told, NULL, NULL, "echo a");
	loop_run(told->loop);
	assert_int_equal(told->ends, 1);
}

static void
the_environment_is_ours_with_additions(void **state)
{
	static const char *const env[] = { "POOL_NEW=new", "POOL_OLD=other", NULL };
	struct told *told = *state;

	setenv("POOL_OLD", "old", 1);
	setenv("POOL_KEPT", "kept", 1);
	start(told, keep_line, env, "echo $POOL_NEW $POOL_OLD $POOL_KEPT; env | grep -c ^POOL_");
	loop_run(told->loop);
	assert_string_equal(buf_text(&told->lines), "new other kept|3|");
}

/* Signals that we block or ignore, and descriptors that are open here, are no business of the
 * child. */
static void
the_child_starts_fresh(void **state)
{
	struct told *told = *state;
	int leaky = fcntl(STDERR_FILENO, F_DUPFD, 50);
	/* Signals 1 to 28; the C library ignores two above them for itself. */
	autofree_mem char *script =
		xasprintf("sed -nE 's/^Sig(Blk|Ign).*(.{7})$/\\1 \\2/p' /proc/self/status;"
			  "readlink /proc/self/fd/0; test -e /proc/self/fd/%d || echo closed",
			  leaky);
	struct err err;

	assert_int_equal(loop_on_signal(told->loop, SIGTERM, stop, told->loop, &err), 0);
	run(told, script);
	close(leaky);
	assert_string_equal(buf_text(&told->lines), "Blk 0000000|Ign 0000000|/dev/null|closed|");
}

static void
an_end_by_a_signal_is_told(void **state)
{
	struct told *told = *state;

	run(told, "kill -TERM $$");
	assert_true(WIFSIGNALED(told->status));
	assert_int_equal(WTERMSIG(told->status), SIGTERM);
}

static void
freeing_kills_and_reaps_and_tells_nothing(void **state)
{
	struct told *told = *state;

	start(told, keep_line, NULL, "sleep 60");
	child_free(steal(told->child));
	loop_timer_at(told->loop, clock_now_ns() + NS_PER_MS, stop, told->loop);
	loop_run(told->loop);
	assert_int_equal(told->ends, 0);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}

static void
free_on_line(void *arg, const char *line, size_t len)
{
	struct told *told = arg;

	keep_line(told, line, len);
	child_free(steal(told->child));
	loop_timer_at(told->loop, clock_now_ns() + NS_PER_MS, stop, told->loop);
}

static void
a_callback_may_free_the_child(void **state)
{
	struct told *told = *state;

	start(told, free_on_line, NULL, "echo a; echo b; sleep 60");
	loop_run(told->loop);
	assert_string_equal(buf_text(&told->lines), "a|");
	assert_int_equal(told->ends, 0);
}

static void
a_missing_program_is_said_at_once(void **state)
{
	static const char *const argv[] = { "no-such-program-of-ours", NULL };
	struct told *told = *state;
	struct child_spec spec = { .argv = argv, .end = keep_end, .arg = told };
	struct err err;

	assert_int_equal(child_start(told->loop, &spec, &told->child, &err), -1);
	assert_non_null(strstr(err.text, "start no-such-program-of-ours"));
	assert_null(told->child);
}

static unsigned
open_descriptors(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void
no_descriptor_is_left_open(void **state)
{
	struct told *told = *state;
	unsigned before = open_descriptors();

	for (int i = 0; i < 20; i++) {
		run(told, "echo a; echo b >&2");
		child_free(steal(told->child));
	}
	assert_int_equal(told->ends, 20);
	assert_int_equal(open_descriptors(), before);
}

static void
run_gives_output_or_says_why_not(void **state)
{
	/* clang-format off */
	static const struct { const char *script; unsigned ms; int want; const char *text; } rows[] = {
		{ "echo a; echo b",        60000, 0,  "a\nb\n" },
		{ "true",                  60000, 0,  "" },
		{ "echo no >&2; exit 1",   60000, -1, "sh: no" },
		{ "exit 3",                60000, -1, "sh: ended with status 3" },
		{ "kill -9 $$",            60000, -1, "sh: ended by signal 9 (Killed)" },
		{ "echo a; sleep 60",      50,    -1, "sh has not ended within 50 ms" },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const char *const argv[] = { "sh", "-c", rows[i].script, NULL };
		autofree_mem char *output = NULL;
		struct err err;

		assert_int_equal(child_run(argv, rows[i].ms, &output, &err), rows[i].want);
		assert_string_equal(rows[i].want == 0 ? output : err.text, rows[i].text);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, finish)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(lines_status_and_complaint_are_told),
		TEST(much_output_arrives_whole),
		TEST(a_nul_in_a_line_stays),
		TEST(a_line_too_long_ends_the_child),
		TEST(output_may_be_dropped),
		TEST(the_environment_is_ours_with_additions),
		TEST(the_child_starts_fresh),
		TEST(an_end_by_a_signal_is_told),
		TEST(freeing_kills_and_reaps_and_tells_nothing),
		TEST(a_callback_may_free_the_child),
		TEST(a_missing_program_is_said_at_once),
		TEST(no_descriptor_is_left_open),
		TEST(run_gives_output_or_says_why_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
