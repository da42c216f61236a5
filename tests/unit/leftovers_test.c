#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/jsonio.h"
#include "base/xdg.h"
#include "bench/leftovers.h"
#include "fake/fake_run.h"
#include "folder.h"
#include "sys/process.h"

static int
forget_lists(void **state)
{
	autofree_mem char *command = xasprintf("rm -rf %s/poolscope", folder);

	(void)state;
	return system(command);
}

static void
write_list(const char *name, const char *text)
{
	autofree_mem char *path = xasprintf("%s/poolscope/%s", folder, name);
	struct err err;

	assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
}

/* A list as another process of this machine would have written it. */
static void
write_list_of(const char *run, pid_t pid, uint64_t start)
{
	autofree_mem char *name = xasprintf("run-%s.json", run);
	autofree_mem char *text = xasprintf(
		"{\"run\":\"%s\",\"pid\":%d,\"pid_start\":%llu,"
		"\"servers\":[{\"name\":\"here\"},{\"name\":\"there\",\"project\":\"p\"}]}",
		run, (int)pid, (unsigned long long)start);

	write_list(name, text);
}

/* ---- a fake server, and cleaning on it ---- */

struct cleaning {
	struct fake_run on;
	struct clean *clean;
	struct buf lines;
	size_t removed, left;
};

static void
open_fake(struct cleaning *cleaning, const struct fake_row *rows)
{
	*cleaning = (struct cleaning){ 0 };
	fake_run_open(&cleaning->on, 1, rows);
}

static void
stop_loop(void *arg)
{
	loop_stop(arg);
}

static void
on_line(void *arg, const char *line)
{
	struct cleaning *cleaning = arg;

	buf_printf(&cleaning->lines, "%s\n", line);
}

static void
on_done(void *arg, size_t removed, size_t left)
{
	struct cleaning *cleaning = arg;

	cleaning->removed = removed;
	cleaning->left = left;
	loop_stop(cleaning->on.loop);
}

static void
clean(struct cleaning *cleaning, const char *run)
{
	cleaning->clean =
		clean_start(cleaning->on.loop, cleaning->on.server, run, on_line, on_done, cleaning);
	fake_run_loop(&cleaning->on);
}

static void
close_fake(struct cleaning *cleaning)
{
	clean_free(cleaning->clean);
	fake_run_close(&cleaning->on);
	buf_wipe(&cleaning->lines);
}

/* ---- lists ---- */

static const struct leftover *
find_list(const struct leftover *lists, size_t n, const char *run, const char *server)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(lists[i].run, run) == 0 && strcmp(lists[i].server, server) == 0)
			return &lists[i];
	return NULL;
}

static void
a_list_is_there_until_its_run_is_done(void **state)
{
	struct cleaning cleaning;
	struct leftover *lists;
	struct err err;
	char other[9];
	size_t n;

	(void)state;
	open_fake(&cleaning, NULL);
	assert_int_equal(leftovers_write("7f3a91c2", "psc-7f3a91c2", &cleaning.on.server, 1, &err), 0);
	n = leftovers_lists(&lists);
	assert_int_equal(n, 1);
	assert_string_equal(lists[0].run, "7f3a91c2");
	/* By its socket: "local" may be another server later. */
	assert_string_equal(lists[0].server, fake_socket(cleaning.on.fake));
	assert_string_equal(lists[0].project, "default");
	assert_true(lists[0].live); /* it is ours, and we live */
	leftovers_free(lists, n);
	assert_false(leftovers_live_other("7f3a91c2", other));
	assert_true(leftovers_live_other("00000000", other));
	assert_string_equal(other, "7f3a91c2");

	leftovers_done("7f3a91c2");
	assert_int_equal(leftovers_lists(&lists), 0);
	free(lists);
	close_fake(&cleaning);
}

static void
a_run_lives_while_its_very_process_does(void **state)
{
	uint64_t own_start = process_start_time(getpid());
	struct leftover *lists;
	char other[9];
	size_t n;

	(void)state;
	write_list_of("00000001", getpid(), own_start);
	write_list_of("00000002", getpid(), own_start + 1); /* the number was given to another */
	write_list_of("00000003", 0x3ffffff, 1);
	write_list_of("00000004", 0, 0);
	n = leftovers_lists(&lists);
	assert_int_equal(n, 4 * 2);
	assert_true(find_list(lists, n, "00000001", "here")->live);
	assert_false(find_list(lists, n, "00000002", "here")->live);
	assert_false(find_list(lists, n, "00000003", "there")->live);
	assert_false(find_list(lists, n, "00000004", "there")->live);
	assert_null(find_list(lists, n, "00000001", "here")->project);
	assert_string_equal(find_list(lists, n, "00000001", "there")->project, "p");
	leftovers_free(lists, n);
	assert_true(leftovers_live_other("ffffffff", other));
	assert_string_equal(other, "00000001");
}

static void
a_list_goes_with_its_last_server(void **state)
{
	struct leftover *lists;
	size_t n;

	(void)state;
	write_list_of("00000001", 0, 0);
	leftovers_done_on("00000001", "elsewhere");
	n = leftovers_lists(&lists);
	assert_int_equal(n, 2);
	leftovers_free(lists, n);

	leftovers_done_on("00000001", "here");
	n = leftovers_lists(&lists);
	assert_int_equal(n, 1);
	assert_string_equal(lists[0].server, "there");
	assert_string_equal(lists[0].project, "p");
	leftovers_free(lists, n);

	leftovers_done_on("00000001", "there");
	assert_int_equal(leftovers_lists(&lists), 0);
	free(lists);
	leftovers_done_on("00000001", "there");
}

static void
what_is_no_list_is_passed_over(void **state)
{
	static const struct {
		const char *name, *text;
	} rows[] = {
		{ "run-00000001.json", "" },
		{ "run-00000002.json", "{\"run\":" },
		{ "run-00000003.json", "[1,2]" },
		{ "run-00000004.json", "{\"servers\":3}" },
		{ "run-00000005.json", "{\"servers\":[7,{\"name\":8},{}]}" },
		{ "run-1.json", "{\"servers\":[{\"name\":\"s\"}]}" },
		{ "run-0000000A.json", "{\"servers\":[{\"name\":\"s\"}]}" },
		{ "run-00000006.json~", "{\"servers\":[{\"name\":\"s\"}]}" },
		{ "run-..%2f..%2f.json", "{\"servers\":[{\"name\":\"s\"}]}" },
	};
	struct leftover *lists;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		write_list(rows[i].name, rows[i].text);
	assert_int_equal(leftovers_lists(&lists), 0);
	free(lists);
}

static void
a_list_that_cannot_be_written_is_an_error(void **state)
{
	struct err err;

	(void)state;
	setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
	assert_int_equal(leftovers_write("7f3a91c2", "psc", NULL, 0, &err), -1);
	setenv("XDG_STATE_HOME", folder, 1);
}

/* ---- cleaning ---- */

static void
only_the_runs_own_are_removed(void **state)
{
	struct cleaning cleaning;

	(void)state;
	open_fake(&cleaning, NULL);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-001", "bt", "7f3a91c2", true);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-002", "d", "7f3a91c2", false);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-003", "bt", NULL,
		       true); /* named so, not marked */
	fake_incus_add(cleaning.on.incus, "psc-0badcafe-001", "bt", "0badcafe", true);
	fake_incus_add(cleaning.on.incus, "web", "bt", NULL, true);
	/* Somebody's copy of one of ours, with our mark still. */
	fake_incus_add(cleaning.on.incus, "mine", "bt", "7f3a91c2", false);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c20-001", "bt", "7f3a91c2", false);
	clean(&cleaning, "7f3a91c2");
	assert_int_equal(cleaning.removed, 2);
	assert_int_equal(cleaning.left, 0);
	assert_string_equal(clean_error(cleaning.clean), "");
	assert_non_null(strstr(buf_text(&cleaning.lines), "removed psc-7f3a91c2-001\n"));
	assert_int_equal(fake_incus_count(cleaning.on.incus), 5);
	assert_true(fake_incus_has(cleaning.on.incus, "psc-7f3a91c2-003"));
	close_fake(&cleaning);
}

#define MARKED(NAME, RUN, OWNER)                                                                   \
	"{\"name\":\"" NAME "\",\"status_code\":102,\"type\":\"container\",\"config\":"            \
	"{\"user.poolscope\":\"" RUN "\",\"user.poolscope.owner\":\"" OWNER "\"}}"

/* As rows cannot know who we are. */
static struct fake_answer
list_of_three_runs(void *arg, const struct fake_request *request)
{
	char owner[OWNER_MAX];

	(void)arg;
	(void)request;
	leftovers_owner(owner);
	return (struct fake_answer){
		200,
		xasprintf(FAKE_SYNC("[" MARKED("psc-0000dead-1", "0000dead", "%s") "," MARKED(
				  "psc-00000001-1", "00000001",
				  "%s") "," MARKED("psc-0000beef-1", "0000beef", "you@there") "]"),
			  owner, owner)
	};
}

static void
without_a_run_live_runs_and_other_owners_stay(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/instances?recursion=1&project=default", .times = 1,
		  .fn = list_of_three_runs },
		{ 0 },
	};
	struct cleaning cleaning;

	(void)state;
	write_list_of("00000001", getpid(), process_start_time(getpid()));
	open_fake(&cleaning, rows);
	clean(&cleaning, NULL);
	assert_int_equal(fake_seen(cleaning.on.fake, "DELETE", "/1.0/instances/psc-0000dead-1?*"), 1);
	assert_int_equal(fake_seen(cleaning.on.fake, "DELETE", "/1.0/instances/*"), 1);
	assert_int_equal(cleaning.left, 0);
	close_fake(&cleaning);
}

static void
what_is_busy_is_tried_again(void **state)
{
	static const struct fake_row rows[] = {
		{ "DELETE", "/1.0/instances/*", .times = 2, .status = 400,
		  .body = FAKE_ERROR("400", "Failed: dataset is busy") },
		{ 0 },
	};
	struct cleaning cleaning;

	(void)state;
	open_fake(&cleaning, rows);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-a", "bt", "7f3a91c2", true);
	clean(&cleaning, "7f3a91c2");
	assert_int_equal(cleaning.removed, 1);
	assert_int_equal(cleaning.left, 0);
	assert_string_equal(clean_error(cleaning.clean), "");
	assert_non_null(
		strstr(buf_text(&cleaning.lines), "could not remove psc-7f3a91c2-a: Failed: dataset is busy\n"));
	close_fake(&cleaning);
}

static void
what_cannot_be_removed_is_counted_and_named(void **state)
{
	static const struct fake_row rows[] = {
		{ "DELETE", "/1.0/instances/psc-7f3a91c2-a?*", .status = 500,
		  .body = FAKE_ERROR("500", "Input/output error") },
		{ 0 },
	};
	struct cleaning cleaning;

	(void)state;
	open_fake(&cleaning, rows);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-a", "bt", "7f3a91c2", false);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-b", "bt", "7f3a91c2", false);
	clean(&cleaning, "7f3a91c2");
	assert_int_equal(cleaning.removed, 1);
	assert_int_equal(cleaning.left, 1);
	assert_string_equal(clean_error(cleaning.clean), "psc-7f3a91c2-a: Input/output error");
	/* It will not get better: it is not tried on and on. */
	assert_int_equal(fake_seen(cleaning.on.fake, "DELETE", "/1.0/instances/psc-7f3a91c2-a?*"), 1);
	close_fake(&cleaning);
}

static void
what_is_gone_already_is_no_failure(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/instances?*filter*", .times = 1,
		  .body = FAKE_SYNC("[" MARKED("ghost", "7f3a91c2", "x@y") "]") },
		{ 0 },
	};
	struct cleaning cleaning;

	(void)state;
	open_fake(&cleaning, rows);
	clean(&cleaning, "7f3a91c2");
	assert_int_equal(cleaning.left, 0);
	assert_string_equal(clean_error(cleaning.clean), "");
	close_fake(&cleaning);
}

static void
a_cleaning_can_be_left_at_any_time(void **state)
{
	static const struct fake_row rows[] = {
		{ "DELETE", "/1.0/instances/*", .how = FAKE_NEVER },
		{ 0 },
	};
	struct cleaning cleaning;

	(void)state;
	open_fake(&cleaning, rows);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-a", "bt", "7f3a91c2", false);
	cleaning.clean = clean_start(cleaning.on.loop, cleaning.on.server, "7f3a91c2", on_line, on_done,
				     &cleaning);
	loop_timer_at(cleaning.on.loop, clock_now_ns() + 50 * NS_PER_MS, stop_loop, cleaning.on.loop);
	loop_run(cleaning.on.loop);
	close_fake(&cleaning);
}

/* A lane of a race: "-1-" is not the beginning of "-10-". */
static void
only_what_was_asked_for_is_removed(void **state)
{
	struct cleaning cleaning;

	(void)state;
	open_fake(&cleaning, NULL);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-1-001", "bt", "7f3a91c2", true);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-10-002", "bt", "7f3a91c2", true);
	fake_incus_add(cleaning.on.incus, "psc-7f3a91c2-2-003", "d", "7f3a91c2", false);
	cleaning.clean = clean_start(cleaning.on.loop, cleaning.on.server, "7f3a91c2", on_line, on_done,
				     &cleaning);
	clean_only(cleaning.clean, "psc-7f3a91c2-1-");
	loop_run(cleaning.on.loop);
	assert_int_equal(cleaning.removed, 1);
	assert_int_equal(cleaning.left, 0);
	assert_false(fake_incus_has(cleaning.on.incus, "psc-7f3a91c2-1-001"));
	assert_int_equal(fake_incus_count(cleaning.on.incus), 2);
	close_fake(&cleaning);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_list_is_there_until_its_run_is_done, forget_lists),
		cmocka_unit_test_teardown(a_run_lives_while_its_very_process_does, forget_lists),
		cmocka_unit_test_teardown(a_list_goes_with_its_last_server, forget_lists),
		cmocka_unit_test_teardown(what_is_no_list_is_passed_over, forget_lists),
		cmocka_unit_test(a_list_that_cannot_be_written_is_an_error),
		cmocka_unit_test(only_the_runs_own_are_removed),
		cmocka_unit_test_teardown(without_a_run_live_runs_and_other_owners_stay,
					  forget_lists),
		cmocka_unit_test(what_is_busy_is_tried_again),
		cmocka_unit_test(what_cannot_be_removed_is_counted_and_named),
		cmocka_unit_test(what_is_gone_already_is_no_failure),
		cmocka_unit_test(a_cleaning_can_be_left_at_any_time),
		cmocka_unit_test(only_what_was_asked_for_is_removed),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
