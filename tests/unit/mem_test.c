#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static void
no_bytes_are_still_a_block(void **state)
{
	void *blocks[] = { xmalloc(0), xcalloc(0, 8), xcalloc(8, 0), xrealloc(NULL, 0, 8) };

	(void)state;
	for (size_t i = 0; i < COUNTOF(blocks); i++) {
		assert_non_null(blocks[i]);
		free(blocks[i]);
	}
}

static void
copies_of_nothing_are_nothing(void **state)
{
	autofree_mem char *cut = xstrndup("btrfs", 2);
	autofree_mem char *made = xasprintf("%s-%d", "psc", 7);

	(void)state;
	assert_null(xstrdup(NULL));
	assert_string_equal(cut, "bt");
	assert_string_equal(made, "psc-7");
}

static void
grows_and_keeps_what_is_in_it(void **state)
{
	size_t room = 0;
	int *items = NULL;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		items = mem_grow(items, (size_t)i, &room, sizeof(*items));
		assert_true(room > (size_t)i);
		items[i] = i;
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(items[i], i);
	free(items);
}

static void
does_not_move_while_there_is_room(void **state)
{
	size_t room = 0;
	int *items = mem_grow(NULL, 0, &room, sizeof(*items));

	(void)state;
	assert_ptr_equal(mem_grow(items, room - 1, &room, sizeof(*items)), items);
	free(items);
}

struct thing {
	int *freed;
};

static void
thing_free(struct thing *thing)
{
	if (thing)
		++*thing->freed;
	free(thing);
}
DEFINE_AUTOFREE(thing, thing_free)

static struct thing *
make_thing(int *freed, int keep)
{
	autofree(thing) thing = xcalloc(1, sizeof(*thing));

	thing->freed = freed;
	return keep ? steal(thing) : NULL;
}

static void
scope_frees_what_was_not_stolen(void **state)
{
	int freed = 0;
	struct thing *kept;

	(void)state;
	assert_null(make_thing(&freed, 0));
	assert_int_equal(freed, 1);
	kept = make_thing(&freed, 1);
	assert_int_equal(freed, 1);
	thing_free(kept);
	assert_int_equal(freed, 2);
}

static void
say_restored(void)
{
	(void)!write(STDOUT_FILENO, "restored", 8);
}

/* What a child that runs out of memory writes and how it ends. */
static int
run_out(char *said, size_t size)
{
	int ends[2];
	int status;
	ssize_t n;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		mem_on_exhausted(say_restored);
		xrealloc(NULL, SIZE_MAX / 2, 4);	/* more than there can be */
		_exit(0);
	}
	close(ends[1]);
	memset(said, 0, size);
	for (size_t len = 0; (n = read(ends[0], said + len, size - 1 - len)) > 0;)
		len += (size_t)n;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void
want_of_memory_ends_the_program_terminal_restored(void **state)
{
	char said[256];
	int status = run_out(said, sizeof(said));

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_string_equal(said, "restoredpoolscope: out of memory\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_bytes_are_still_a_block),
		cmocka_unit_test(copies_of_nothing_are_nothing),
		cmocka_unit_test(grows_and_keeps_what_is_in_it),
		cmocka_unit_test(does_not_move_while_there_is_room),
		cmocka_unit_test(scope_frees_what_was_not_stolen),
		cmocka_unit_test(want_of_memory_ends_the_program_terminal_restored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
