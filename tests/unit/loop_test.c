#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "sys/loop.h"

/* What the callbacks of a test share: they write their letter into the story. */
struct story {
	struct loop *loop;
	struct buf text;
	int pipe[2];
	struct loop_watch *watch, *other;
	struct loop_timer *timer;
	struct loop_after *after;
	unsigned count;
	uint64_t when_ns, seen_ns;
};

static int
begin(void **state)
{
	struct story *story = xcalloc(1, sizeof(*story));
	struct err err;

	assert_int_equal(loop_new(&story->loop, &err), 0);
	assert_int_equal(pipe(story->pipe), 0);
	*state = story;
	return 0;
}

static int
finish(void **state)
{
	struct story *story = *state;

	loop_free(story->loop);
	close(story->pipe[0]);
	close(story->pipe[1]);
	buf_wipe(&story->text);
	free(story);
	return 0;
}

#define LETTER(name, letter)                                                                       \
	static void name(void *arg)                                                                \
	{                                                                                          \
		struct story *story = arg;                                                         \
		buf_putc(&story->text, letter);                                                    \
	}

LETTER(tell_a, 'a')
LETTER(tell_b, 'b')
LETTER(tell_c, 'c')

static void
stop(void *arg)
{
	struct story *story = arg;

	loop_stop(story->loop);
}

static void
timers_fire_in_order_of_time(void **state)
{
	struct story *story = *state;
	uint64_t now = clock_now_ns();

	loop_timer_at(story->loop, now + 6 * NS_PER_MS, stop, story);
	loop_timer_at(story->loop, now + 4 * NS_PER_MS, tell_c, story);
	loop_timer_at(story->loop, now + 2 * NS_PER_MS, tell_a, story);
	loop_timer_at(story->loop, now + 2 * NS_PER_MS, tell_b, story); /* equal: as they came */
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "abc");
}

static void
see_time(void *arg)
{
	struct story *story = arg;

	story->seen_ns = loop_now(story->loop);
	loop_stop(story->loop);
}

static void
count_turn(void *arg)
{
	struct story *story = arg;

	story->count++;
}

static void
a_timer_never_fires_early_nor_spins_until_it_is_due(void **state)
{
	struct story *story = *state;

	/* A part of a millisecond is left over after each whole one. */
	story->when_ns = clock_now_ns() + 20 * NS_PER_MS + NS_PER_MS / 3;
	loop_timer_at(story->loop, story->when_ns, see_time, story);
	loop_after_turn(story->loop, count_turn, story);
	loop_run(story->loop);
	assert_true(story->seen_ns >= story->when_ns);
	assert_true(story->count <= 3);
}

static void
ask_again(void *arg)
{
	struct story *story = arg;

	buf_putc(&story->text, 'a');
	if (++story->count < 3)
		loop_timer_at(story->loop, 0, ask_again, story);
	else
		loop_stop(story->loop);
}

static void
a_timer_in_the_past_fires_in_the_next_turn(void **state)
{
	struct story *story = *state;

	loop_timer_at(story->loop, 0, ask_again, story);
	loop_after_turn(story->loop, tell_b, story);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "ababab");
}

static void
cancel_timers(void *arg)
{
	struct story *story = arg;

	loop_timer_cancel(story->timer); /* due in this turn too */
	loop_timer_cancel(NULL);
}

static void
a_cancelled_timer_does_not_fire(void **state)
{
	struct story *story = *state;

	loop_timer_at(story->loop, 1, cancel_timers, story);
	story->timer = loop_timer_at(story->loop, 1, tell_a, story);
	loop_timer_at(story->loop, 1, stop, story);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "");
}

static void
cancel_own_timer(void *arg)
{
	struct story *story = arg;

	loop_timer_cancel(story->timer);
	loop_stop(story->loop);
}

static void
a_timer_may_cancel_itself(void **state)
{
	struct story *story = *state;

	story->timer = loop_timer_at(story->loop, 0, cancel_own_timer, story);
	loop_run(story->loop);
}

static void
read_a_byte(void *arg)
{
	struct story *story = arg;
	char byte;

	if (read(story->pipe[0], &byte, 1) == 1) {
		buf_putc(&story->text, byte);
		return;
	}
	buf_putc(&story->text, '.');
	loop_unwatch(story->watch);
	loop_stop(story->loop);
}

static void
a_watch_is_called_while_there_is_something_and_at_the_end(void **state)
{
	struct story *story = *state;

	assert_int_equal(write(story->pipe[1], "xyz", 3), 3);
	close(story->pipe[1]);
	story->pipe[1] = dup(story->pipe[0]);
	story->watch = loop_watch_fd(story->loop, story->pipe[0], read_a_byte, story);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "xyz.");
}

static void
remove_both(void *arg)
{
	struct story *story = arg;

	buf_putc(&story->text, 'r');
	loop_unwatch(story->watch);
	loop_unwatch(story->other);
	loop_unwatch(NULL);
	loop_watch_fd(story->loop, story->pipe[0], stop, story);
}

static void
a_watch_that_another_removed_in_the_same_turn_is_not_called(void **state)
{
	struct story *story = *state;

	assert_int_equal(write(story->pipe[1], "x", 1), 1);
	story->watch = loop_watch_fd(story->loop, story->pipe[0], remove_both, story);
	story->other = loop_watch_fd(story->loop, story->pipe[0], tell_a, story);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "r");
}

static void
cancel_own_after(void *arg)
{
	struct story *story = arg;

	buf_putc(&story->text, 'o');
	loop_after_cancel(story->after);
	loop_after_cancel(NULL);
}

static void
after_turn_callbacks_run_in_order_until_cancelled(void **state)
{
	struct story *story = *state;

	story->after = loop_after_turn(story->loop, cancel_own_after, story);
	loop_after_turn(story->loop, tell_a, story);
	loop_after_turn(story->loop, tell_b, story);
	story->count = 1;
	loop_timer_at(story->loop, 0, ask_again, story); /* two turns */
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "aoabaab");
}

static void
a_turn_goes_descriptors_signals_timers_after(void **state)
{
	struct story *story = *state;
	struct err err;

	assert_int_equal(loop_on_signal(story->loop, SIGUSR1, tell_b, story, &err), 0);
	loop_after_turn(story->loop, stop, story);
	loop_timer_at(story->loop, 0, tell_c, story);
	loop_watch_fd(story->loop, story->pipe[0], tell_a, story);
	assert_int_equal(write(story->pipe[1], "x", 1), 1);
	raise(SIGUSR1);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "abc");
}

static void
each_signal_has_its_own_callback(void **state)
{
	struct story *story = *state;
	struct err err;

	assert_int_equal(loop_on_signal(story->loop, SIGUSR1, tell_a, story, &err), 0);
	assert_int_equal(loop_on_signal(story->loop, SIGUSR2, tell_b, story, &err), 0);
	raise(SIGUSR2);
	loop_timer_at(story->loop, clock_now_ns() + NS_PER_MS, stop, story);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "b");
}

static void
a_signal_given_back_is_neither_blocked_nor_told(void **state)
{
	struct story *story = *state;
	struct err err;
	sigset_t mask;

	assert_int_equal(loop_on_signal(story->loop, SIGWINCH, tell_a, story, &err), 0);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	assert_true(sigismember(&mask, SIGWINCH));

	assert_int_equal(loop_on_signal(story->loop, SIGWINCH, NULL, NULL, &err), 0);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	assert_false(sigismember(&mask, SIGWINCH));
	raise(SIGWINCH); /* ignored by default */
	loop_timer_at(story->loop, clock_now_ns() + NS_PER_MS, stop, story);
	loop_run(story->loop);
	assert_string_equal(buf_text(&story->text), "");
}

static void
work_long(void *arg)
{
	struct story *story = arg;

	while (clock_now_ns() < loop_now(story->loop) + 5 * NS_PER_MS)
		;
	loop_timer_at(story->loop, 0, stop, story);
}

static void
lag_is_the_longest_turn_since_the_reset(void **state)
{
	struct story *story = *state;

	loop_timer_at(story->loop, 0, work_long, story);
	loop_run(story->loop);
	assert_true(loop_lag_ns(story->loop) >= 5 * NS_PER_MS);
	loop_lag_reset(story->loop);
	assert_int_equal(loop_lag_ns(story->loop), 0);
}

static void
what_is_left_over_is_freed_with_the_loop(void **state)
{
	struct story *story = *state;
	struct err err;

	loop_timer_at(story->loop, UINT64_MAX, tell_a, story);
	loop_watch_fd(story->loop, story->pipe[0], tell_a, story);
	loop_after_turn(story->loop, tell_a, story);
	assert_int_equal(loop_on_signal(story->loop, SIGUSR1, tell_a, story, &err), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, finish)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(timers_fire_in_order_of_time),
		TEST(a_timer_never_fires_early_nor_spins_until_it_is_due),
		TEST(a_timer_in_the_past_fires_in_the_next_turn),
		TEST(a_cancelled_timer_does_not_fire),
		TEST(a_timer_may_cancel_itself),
		TEST(a_watch_is_called_while_there_is_something_and_at_the_end),
		TEST(a_watch_that_another_removed_in_the_same_turn_is_not_called),
		TEST(after_turn_callbacks_run_in_order_until_cancelled),
		TEST(a_turn_goes_descriptors_signals_timers_after),
		TEST(each_signal_has_its_own_callback),
		TEST(a_signal_given_back_is_neither_blocked_nor_told),
		TEST(lag_is_the_longest_turn_since_the_reset),
		TEST(what_is_left_over_is_freed_with_the_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
