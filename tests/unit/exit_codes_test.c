/*
 * The program as a whole, on servers that answer from a script: the code that it ends with.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "fake/fake_incus.h"
#include "folder.h"

#define PROGRAM "./poolscope"
#define PRIMED                                                                                     \
	{                                                                                          \
		"GET", "/1.0/storage-pools/bt/volumes/image/*", .body = FAKE_SYNC("{}")            \
	}
/* Arguments of a run on the fake server. */
#define RUN(...)                                                                                   \
	{                                                                                          \
		PROGRAM, "run", "--server", "SOCKET", "--pool", "bt", "--image", "busybox",        \
			"--rounds", "1", "--warm-up", "0", "--parallel", "2", __VA_ARGS__, NULL    \
	}
#define MOST_ARGS 24

static int
make_homes(void **state)
{
	return make_folder(state) == 0 && setenv("XDG_DATA_HOME", folder, 1) == 0 &&
			       setenv("XDG_CONFIG_HOME", folder, 1) == 0 ?
		       0 :
		       -1;
}

/* "SOCKET" stands for the server's; it says nothing here. */
static pid_t
start(const char *const *args, const char *socket)
{
	char *argv[MOST_ARGS] = { NULL };
	pid_t pid;

	for (size_t i = 0; args[i] && i + 1 < MOST_ARGS; i++)
		argv[i] = (char *)(strcmp(args[i], "SOCKET") == 0 ? socket : args[i]);
	pid = fork();
	if (pid == 0) {
		int nowhere = open("/dev/null", O_RDWR);

		for (int fd = 0; fd < 3; fd++)
			dup2(nowhere, fd);
		execv(PROGRAM, argv);
		_exit(126);
	}
	return pid;
}

static int
end_of(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void
each_end_has_its_code(void **state)
{
	static const struct {
		const char *what;
		int want;
		const char *args[MOST_ARGS];
		struct fake_row rows[3];
	} cases[] = {
		{ "all was measured", 0, RUN("--workload", "launch,delete", "--count", "2"), { PRIMED } },
		{ "nothing was chosen, and all was measured", 0,
		  { PROGRAM, "run", "--server", "SOCKET", "--count", "1", "--rounds", "1", "--warm-up", "0",
		    NULL },
		  { PRIMED } },
		{ "something failed", 1, RUN("--workload", "launch,delete", "--count", "2"),
		  { PRIMED,
		    { "POST", "/1.0/instances?*", .times = 1, .status = 400,
		      .body = FAKE_ERROR("400", "I will not") } } },
		{ "what was made could not be filled", 1,
		  RUN("--workload", "launch,delete", "--count", "2", "--fill", "1MiB"),
		  { PRIMED,
		    { "POST", "/1.0/instances/*/files?*", .times = 1, .status = 500,
		      .body = FAKE_ERROR("500", "sftp: no space left on device") } } },
		{ "no such command", 2, { PROGRAM, "walk", NULL }, { { 0 } } },
		{ "no such option", 2, { PROGRAM, "run", "--fast", NULL }, { { 0 } } },
		{ "a choice beside --continue", 2,
		  { PROGRAM, "run", "--continue", "last", "--rounds", "1", "--count", "3", NULL },
		  { { 0 } } },
		{ "rounds are to be added, and not how many", 2,
		  { PROGRAM, "run", "--continue", "last", NULL }, { { 0 } } },
		{ "out of range", 2, RUN("--count", "0"), { { 0 } } },
		{ "an argument is missing", 2, { PROGRAM, "report", NULL }, { { 0 } } },
		{ "no such pool", 2, RUN("--pool", "none", "--count", "2"), { { 0 } } },
		{ "no such server", 3, { PROGRAM, "list", "pools", "--server", "/nowhere/unix.socket", NULL },
		  { { 0 } } },
		{ "not let in", 3, { PROGRAM, "list", "pools", "--server", "SOCKET", NULL },
		  { { "GET", "/1.0*", .status = 403, .body = FAKE_ERROR("403", "not for you") } } },
		{ "no room", 4, RUN("--count", "2"),
		  { { "GET", "/1.0/storage-pools/bt/resources?*",
		      .body = FAKE_SYNC("{\"space\":{\"used\":4999000000,\"total\":5000000000}}") } } },
		{ "no room, seen by doctor", 4,
		  { PROGRAM, "doctor", "--server", "SOCKET", "--pool", "bt", "--image", "busybox", NULL },
		  { { "GET", "/1.0/storage-pools/bt/resources?*",
		      .body = FAKE_SYNC("{\"space\":{\"used\":4999000000,\"total\":5000000000}}") } } },
		/* What cannot be removed takes minutes of trying; a no to the question does not. */
		{ "what may be left stays, as nobody said yes", 5,
		  { PROGRAM, "clean", "--all", "--server", "SOCKET", NULL }, { { 0 } } },
		{ "there is no such run, here", 2, { PROGRAM, "clean", "--run", "zzz", NULL }, { { 0 } } },
		{ "there is no such run, on the server", 2,
		  { PROGRAM, "clean", "--all", "--run", "zzz", "--yes", "--server", "SOCKET", NULL },
		  { { 0 } } },
		{ "nothing is left", 0,
		  { PROGRAM, "clean", "--all", "--yes", "--server", "SOCKET", NULL }, { { 0 } } },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct fake_incus *incus = fake_incus_new(5);
		struct fake *fake = fake_start(cases[i].rows, fake_incus_rows(incus));
		int code = end_of(start(cases[i].args, fake_socket(fake)));

		if (code != cases[i].want)
			fail_msg("%s: %d, not %d", cases[i].what, code, cases[i].want);
		fake_stop(fake);
		fake_incus_free(incus);
	}
}

static void
a_signal_is_in_the_code_and_all_is_cleaned_up(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	static const char *const args[] = RUN("--workload", "launch,delete", "--count", "100");
	static const struct fake_row rows[] = { PRIMED, { 0 } };

	(void)state;
	for (size_t i = 0; i < COUNTOF(signals); i++) {
		struct fake_incus *incus = fake_incus_new(100);
		struct fake *fake = fake_start(rows, fake_incus_rows(incus));
		pid_t pid = start(args, fake_socket(fake));
		int status;

		while (fake_seen(fake, "POST", "/1.0/instances*") < 3)
			assert_int_equal(waitpid(pid, &status, WNOHANG), 0);
		kill(pid, signals[i]);
		assert_int_equal(end_of(pid), 128 + signals[i]);
		assert_int_equal(fake_incus_count(incus), 0);
		fake_stop(fake);
		fake_incus_free(incus);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_end_has_its_code),
		cmocka_unit_test(a_signal_is_in_the_code_and_all_is_cleaned_up),
	};

	return cmocka_run_group_tests(tests, make_homes, remove_folder);
}
