#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "sys/process.h"

/* A child that waits to be ended, with one variable in the environment it was started with. */
static pid_t
start_sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		execle("/bin/sleep", "sleep", "600", NULL, (char *[]){ "MARK=a=b", NULL });
		_exit(127);
	}
	for (char program[4096] = ""; !process_has_env(pid, "MARK", "a=b");)
		assert_true(process_program(pid, program, sizeof(program)));
	return pid;
}

static void
a_process_is_known_by_what_it_was_started_with(void **state)
{
	pid_t pid = start_sleeper();
	char program[4096];
	char too_short[4];

	(void)state;
	assert_true(process_start_time(pid) > 0);
	assert_int_equal(process_start_time(pid), process_start_time(pid));
	assert_int_equal(process_parent(pid), getpid());
	assert_true(process_program(pid, program, sizeof(program)));
	assert_int_equal(access(program, X_OK), 0);
	assert_false(process_program(pid, too_short, sizeof(too_short)));
	assert_false(process_has_env(pid, "MARK", "a"));
	assert_false(process_has_env(pid, "MARK", "a=bc"));
	assert_false(process_has_env(pid, "ARK", "a=b"));

	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void
an_end_is_told_and_a_zombie_is_no_process(void **state)
{
	pid_t pid = start_sleeper();
	int process = process_open(pid);

	(void)state;
	assert_true(process >= 0);
	assert_false(process_wait(process, 1));
	process_signal(process, SIGKILL);
	assert_true(process_wait(process, 10000));
	/* Nobody has waited for it yet. */
	assert_int_equal(process_start_time(pid), 0);
	assert_false(process_has_env(pid, "MARK", "a=b"));

	waitpid(pid, NULL, 0);
	assert_int_equal(process_open(pid), -1);
	process_signal(process, SIGKILL);
	close(process);
}

static void
note_own(void *arg, pid_t pid)
{
	if (pid == getpid())
		++*(unsigned *)arg;
}

static void
each_process_is_seen_once(void **state)
{
	unsigned seen = 0;

	(void)state;
	process_each(note_own, &seen);
	assert_int_equal(seen, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_is_known_by_what_it_was_started_with),
		cmocka_unit_test(an_end_is_told_and_a_zombie_is_no_process),
		cmocka_unit_test(each_process_is_seen_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
