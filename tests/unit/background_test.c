/* What terminals answer, late, in parts or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "background.h"
#include "base/clock.h"
#include "base/mem.h"
#include "colour.h"

#define WHO "\033[?62;22c"

static void
answers_are_read_in_all_their_forms(void **state)
{
	static const struct {
		const char *bytes;
		int32_t colour; /* -1: none */
	} rows[] = {
		{ "\033]11;rgb:ffff/ffff/dddd\033\\" WHO, 0xffffdd },
		{ "\033]11;rgb:00/2b/36\a" WHO, 0x002b36 },
		{ "\033]11;rgb:f/0/8\a", 0xff0088 },
		{ "\033]11;rgba:1c1c/1c1c/1c1c/ffff\033\\", 0x1c1c1c },
		{ "jj\033]11;rgb:ffff/ffff/ffff\a", 0xffffff },
		{ WHO, -1 },
		{ "", -1 },
		{ "\033]11;rgb:", -1 },
		{ "\033]11;rgb:ffff/ffff", -1 },
		{ "\033]11;rgb:ffff/ffff/\a", -1 },
		{ "\033]11;rgb:gg/00/00\a", -1 },
		{ "\033]11;rgb:fffff/0/0\a", -1 },
		{ "\033]11;#ffffff\a", -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		int32_t colour = -1;

		assert_int_equal(background_answer(rows[i].bytes, strlen(rows[i].bytes), &colour),
				 rows[i].colour >= 0);
		assert_int_equal(colour, rows[i].colour);
	}
}

static void
a_variable_tells_by_its_last_number(void **state)
{
	static const struct {
		const char *text;
		enum ground ground;
	} rows[] = {
		{ "15;0", GROUND_DARK },	  { "0;15", GROUND_LIGHT },
		{ "0;default;15", GROUND_LIGHT }, { "7;8", GROUND_DARK },
		{ "0;7", GROUND_LIGHT },	  { "15;default", GROUND_UNKNOWN },
		{ "15", GROUND_UNKNOWN },	  { "0;16", GROUND_UNKNOWN },
		{ "0;15x", GROUND_UNKNOWN },	  { "", GROUND_UNKNOWN },
		{ NULL, GROUND_UNKNOWN },	  { "0;99999999999999999999", GROUND_UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(background_of_variable(rows[i].text), rows[i].ground);
}

/* ---- a terminal of the test's own ---- */

struct pair {
	int master, slave;
};

static struct pair
open_pair(void)
{
	struct pair pair = { .master = posix_openpt(O_RDWR | O_NOCTTY) };

	assert_int_equal(grantpt(pair.master), 0);
	assert_int_equal(unlockpt(pair.master), 0);
	pair.slave = open(ptsname(pair.master), O_RDWR | O_NOCTTY);
	assert_true(pair.slave >= 0);
	return pair;
}

/* A child that waits for the question, then writes each text, some time after the one before. */
static pid_t
answer_with(const struct pair *pair, const char *const *texts)
{
	char question[64];
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	if (read(pair->master, question, sizeof(question)) <= 0)
		_exit(1);
	for (; *texts; texts++) {
		if (write(pair->master, *texts, strlen(*texts)) < 0)
			_exit(1);
		usleep(20000);
	}
	_exit(0);
}

static void
a_terminal_is_asked_and_its_keys_are_kept(void **state)
{
	static const struct {
		const char *texts[5];
		enum ground ground;
		const char *typed;
	} rows[] = {
		{ { "\033]11;rgb:ffff/ffff/ffff\033\\" WHO }, GROUND_LIGHT, "" },
		{ { "\033]11;rgb:0000/0000/0000\a", WHO }, GROUND_DARK, "" },
		{ { "\033]11;rg", "b:ffff/ff", "ff/ffff\033\\\033[?6", "2c" }, GROUND_LIGHT, "" },
		{ { WHO }, GROUND_UNKNOWN, "" },
		{ { "q", "\033]11;rgb:ffff/ffff/ffff\a", "2", WHO }, GROUND_LIGHT, "q2" },
		{ { "\033[A?" WHO }, GROUND_UNKNOWN, "?" },
	};

	(void)state;
	unsetenv("COLORFGBG");
	setenv("TERM", "xterm-256color", 1);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct pair pair = open_pair();
		pid_t pid = answer_with(&pair, rows[i].texts);
		struct termios before, after;
		struct background found;

		tcgetattr(pair.slave, &before);
		background_find(pair.slave, pair.slave, 5000, &found);
		tcgetattr(pair.slave, &after);
		assert_int_equal(found.ground, rows[i].ground);
		assert_int_equal(found.n_typed, strlen(rows[i].typed));
		assert_memory_equal(found.typed, rows[i].typed, found.n_typed);
		assert_int_equal(before.c_lflag, after.c_lflag);
		waitpid(pid, NULL, 0);
		close(pair.master);
		close(pair.slave);
	}
}

/* For term.c, which keeps the rest of it from the keys. */
static void
an_answer_that_has_only_begun_is_kept(void **state)
{
	static const char *const begun[] = { "\033]11;rgb:ff", "\033[?6" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(begun); i++) {
		const char *const texts[] = { begun[i], NULL };
		struct pair pair = open_pair();
		pid_t pid = answer_with(&pair, texts);
		struct background found;

		background_find(pair.slave, pair.slave, 1000, &found);
		assert_int_equal(found.ground, GROUND_UNKNOWN);
		assert_int_equal(found.n_typed, 0);
		assert_int_equal(found.n_begun, strlen(begun[i]));
		assert_memory_equal(found.begun, begun[i], found.n_begun);
		waitpid(pid, NULL, 0);
		close(pair.master);
		close(pair.slave);
	}
}

/* The first frame's wait is the shorter one by far, so it ends first, begun at the same time. */
static void
a_silent_terminal_holds_the_first_frame_back_less_than_the_limit(void **state)
{
	static const int waits[] = { BACKGROUND_MS, BACKGROUND_FRAME_MS };
	struct pair pairs[COUNTOF(waits)];
	pid_t pids[COUNTOF(waits)];

	(void)state;
	for (size_t i = 0; i < COUNTOF(waits); i++) {
		pairs[i] = open_pair();
		pids[i] = fork();
		if (pids[i] == 0) {
			struct background found;

			background_find(pairs[i].slave, pairs[i].slave, waits[i], &found);
			_exit(0);
		}
	}
	assert_int_equal(wait(NULL), pids[1]);
	assert_int_equal(wait(NULL), pids[0]);
	for (size_t i = 0; i < COUNTOF(waits); i++) {
		close(pairs[i].master);
		close(pairs[i].slave);
	}
}

/* Were there no end to the waiting, the alarm would end the test. */
static void
one_that_never_answers_is_not_waited_for(void **state)
{
	struct pair pair = open_pair();
	struct background found;

	(void)state;
	setenv("TERM", "xterm-256color", 1);
	setenv("COLORFGBG", "0;15", 1);
	alarm(60);
	background_find(pair.slave, pair.slave, 50, &found);
	alarm(0);
	assert_int_equal(found.ground, GROUND_LIGHT);
	assert_string_equal(found.from, "COLORFGBG");
	assert_int_equal(found.colour, COLOUR_DEFAULT);
	unsetenv("COLORFGBG");
	close(pair.master);
	close(pair.slave);
}

static void
some_are_not_asked(void **state)
{
	static const char *const types[] = { "dumb", "linux", "vt100", "", NULL };
	struct pair pair = open_pair();
	struct background found;
	char byte;

	(void)state;
	assert_int_equal(fcntl(pair.master, F_SETFL, O_NONBLOCK), 0);
	for (size_t i = 0; i < COUNTOF(types); i++) {
		if (types[i])
			setenv("TERM", types[i], 1);
		else
			unsetenv("TERM");
		background_find(pair.slave, pair.slave, 5000, &found);
		assert_int_equal(read(pair.master, &byte, 1), -1);
	}
	close(pair.master);
	close(pair.slave);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_that_has_only_begun_is_kept),
		cmocka_unit_test(a_silent_terminal_holds_the_first_frame_back_less_than_the_limit),
		cmocka_unit_test(answers_are_read_in_all_their_forms),
		cmocka_unit_test(a_variable_tells_by_its_last_number),
		cmocka_unit_test(a_terminal_is_asked_and_its_keys_are_kept),
		cmocka_unit_test(one_that_never_answers_is_not_waited_for),
		cmocka_unit_test(some_are_not_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
