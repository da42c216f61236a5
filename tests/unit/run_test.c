#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "bench/leftovers.h"
#include "bench/run.h"
#include "fake/fake_run.h"
#include "folder.h"


static char *runs;

static int
make_runs(void **state)
{
	if (make_folder(state) < 0)
		return -1;
	runs = xasprintf("%s/runs", folder);
	return 0;
}

static int
remove_runs(void **state)
{
	free(runs);
	return remove_folder(state);
}

/* The image is on the pool already: no prime, no settling after it. */
#define PRIMED                                                                                     \
	{                                                                                          \
		"GET", "/1.0/storage-pools/bt/volumes/image/*", .body = FAKE_SYNC("{}")            \
	}

struct bench {
	struct fake_run on;
	struct run *run;
	bool until_good, quiet;
	size_t events, early_notes; /* these before run_start() has returned */
	void (*react)(struct bench *bench, const struct event *event);
};

static void
on_event(void *arg, const struct model *model, const struct event *event)
{
	struct bench *bench = arg;

	bench->early_notes += !bench->run && event->type == EV_NOTE;
	assert_non_null(model->header);
	bench->events++;
	if (bench->react)
		bench->react(bench, event);
}

static void
on_end(void *arg)
{
	struct bench *bench = arg;

	loop_stop(bench->on.loop);
}

static void
bench_open(struct bench *bench, const struct fake_row *rows)
{
	fake_run_open(&bench->on, 5, rows);
}

static int
bench_start(struct bench *bench, unsigned count, struct err *err)
{
	struct pool_choice pool = { .pool = "bt" };
	char *image = "busybox", *chain = "launch,delete";
	struct choices choices = {
		.pools = &pool,
		.n_pools = 1,
		.images = &image,
		.n_images = 1,
		.chains = &chain,
		.n_chains = 1,
		.count = count,
		.parallel = 2,
		.rounds = 1,
		.until_good = bench->until_good,
		.label = "a label",
	};

	return run_start(
		&(struct run_config){
			.loop = bench->on.loop,
			.servers = &bench->on.server,
			.n_servers = 1,
			.choices = &choices,
			.folder = runs,
			.quiet = bench->quiet,
			.event = on_event,
			.end = on_end,
			.arg = bench,
		},
		&bench->run, err);
}

static void
bench_run(struct bench *bench, unsigned count)
{
	struct err err;

	if (bench_start(bench, count, &err) < 0)
		fail_msg("%s", err.text);
	fake_run_loop(&bench->on);
	assert_true(run_ended(bench->run));
}

static void
bench_close(struct bench *bench)
{
	run_free(bench->run);
	fake_run_close(&bench->on);
}

/* On a server as it was left. */
static void
bench_extend(struct bench *bench, const char *path, unsigned rounds)
{
	struct run_config config = {
		.loop = bench->on.loop,
		.servers = &bench->on.server,
		.n_servers = 1,
		.extend = path,
		.more_rounds = rounds,
		.event = on_event,
		.end = on_end,
		.arg = bench,
	};
	struct err err;

	run_free(steal(bench->run));
	if (run_start(&config, &bench->run, &err) < 0)
		fail_msg("%s", err.text);
	fake_run_loop(&bench->on);
	assert_true(run_ended(bench->run));
}

static size_t
count_lists(void)
{
	struct leftover *lists;
	size_t n = leftovers_lists(&lists);

	leftovers_free(lists, n);
	return n;
}

static size_t
count_recordings(void)
{
	DIR *dir = opendir(runs);
	struct dirent *entry;
	size_t n = 0;

	while (dir && (entry = readdir(dir)))
		n += entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return n;
}

/* ---- */

static void
what_is_recorded_is_what_was_shown(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { 0 };
	autofree(model) replayed = NULL;
	const struct model *shown;
	struct stat file;
	struct err err;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 3);
	shown = run_model(bench.run);
	assert_int_equal(run_exit_code(bench.run), 0);
	assert_int_equal(shown->end.how, END_DONE);
	assert_int_equal(count_lists(), 0);
	assert_int_equal(stat(run_path(bench.run), &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);

	replayed = model_load(run_path(bench.run), &err);
	assert_non_null(replayed);
	assert_string_equal(replayed->header->label, "a label");
	assert_string_equal(replayed->header->env.servers[0].version, "6.0.4");
	assert_int_equal(replayed->now, shown->now);
	assert_int_equal(replayed->n_steps, shown->n_steps);
	assert_int_equal(replayed->ops_ended, shown->ops_ended);
	assert_int_equal(replayed->ended[OP_OK], 3 * 3);
	assert_int_equal(replayed->revision, shown->revision);
	for (size_t i = 0; i < shown->n_steps; i++)
		assert_int_equal(replayed->steps[i].end, shown->steps[i].end);
	bench_close(&bench);
}

static void
the_host_is_told_each_second(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { 0 };
	const struct model *model;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 1);
	model = run_model(bench.run);
	/* It settled for two seconds: ticks at 0, 1 and 2. The first has no percentages. */
	assert_in_range(model->cpu_busy.count, 3, 60);
	assert_true(model->tick.user >= 0 && model->tick.user <= 100);
	assert_true(model->tick.self_memory > 0 && known(model->tick.self_memory));
	bench_close(&bench);
}

static void
what_is_found_before_it_begins_is_told(void **state)
{
	static const struct fake_row rows[] = {
		PRIMED,
		{ "GET", "/1.0/warnings?*",
		  .body = FAKE_SYNC("[{\"type\":\"AppArmor support\",\"last_message\":\"AppArmor is off\",\"status\":\"new\"}]") },
		{ 0 },
	};
	struct bench bench = { 0 };
	const struct model *model;
	bool told = false;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 1);
	model = run_model(bench.run);
	for (size_t i = 0; i < model->log_count; i++)
		told |= strstr(model_log_line(model, i)->text, "AppArmor is off") != NULL;
	assert_true(told);
	assert_true(bench.early_notes > 0);
	bench_close(&bench);
}

/* At its begin that nothing is drawn, and before its end what that has spared. */
static void
a_quiet_run_says_so(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { .quiet = true };
	const struct model *model;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 1);
	model = run_model(bench.run);
	assert_non_null(strstr(model_log_line(model, 0)->text, "quiet: nothing is drawn"));
	assert_non_null(strstr(model_log_line(model, model->log_count - 2)->text, "quiet: "));
	assert_string_equal(model_log_line(model, model->log_count - 1)->text, "done");
	bench_close(&bench);
}

static void
a_failure_is_in_the_exit_code(void **state)
{
	static const struct fake_row rows[] = {
		PRIMED,
		{ "POST", "/1.0/instances?*", .times = 1, .status = 400,
		  .body = FAKE_ERROR("400", "I will not") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 3);
	assert_int_equal(run_exit_code(bench.run), 1);
	assert_int_equal(run_model(bench.run)->end.how, END_DONE);
	assert_int_equal(run_model(bench.run)->ended[OP_FAILED], 1);
	bench_close(&bench);
}

static void
leave_at_once(struct bench *bench, const struct event *event)
{
	if (event->type == EV_OP_BEGIN && event->op.op == 1)
		for (int i = 0; i < 3; i++)
			run_cancel(bench->run, "enough");
}

static void
what_is_left_behind_stays_on_the_list(void **state)
{
	static const struct fake_row rows[] = { PRIMED,
						{ "GET", "/1.0/operations/*", .how = FAKE_NEVER },
						{ 0 } };
	struct bench bench = { .react = leave_at_once };

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 3);
	assert_int_equal(run_exit_code(bench.run), 5);
	assert_int_equal(run_model(bench.run)->end.left_behind, 2);
	assert_int_equal(count_lists(), 1);
	leftovers_done(run_model(bench.run)->header->run);
	bench_close(&bench);
}

static void
what_is_refused_leaves_no_trace(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools/bt/resources?*",
		  .body = FAKE_SYNC("{\"space\":{\"used\":4999000000,\"total\":5000000000}}") },
		{ 0 },
	};
	size_t recordings = count_recordings();
	struct bench bench = { 0 };
	struct err err;

	(void)state;
	bench_open(&bench, rows);
	assert_int_equal(bench_start(&bench, 3, &err), -1);
	assert_int_equal(err.kind, ERR_REFUSED);
	assert_non_null(strstr(err.text, "pool bt has only"));
	assert_int_equal(count_recordings(), recordings);
	assert_int_equal(count_lists(), 0);
	assert_int_equal(bench.events, 0);
	bench_close(&bench);
}

static void
fill_the_disk(struct bench *bench, const struct event *event)
{
	struct stat file;
	struct rlimit limit;

	if (event->type != EV_OP_END)
		return;
	bench->react = NULL;
	assert_int_equal(stat(run_path(bench->run), &file), 0);
	limit.rlim_cur = (rlim_t)file.st_size + 10;
	limit.rlim_max = RLIM_INFINITY;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void
a_recording_that_cannot_go_on_ends_the_run(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	static const struct rlimit no_limit = { RLIM_INFINITY, RLIM_INFINITY };
	struct bench bench = { .react = fill_the_disk };
	const struct model *model;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	bench_open(&bench, rows);
	bench_run(&bench, 50);
	setrlimit(RLIMIT_FSIZE, &no_limit);
	model = run_model(bench.run);
	assert_int_equal(model->end.how, END_FAILED);
	assert_non_null(strstr(model->end.text, "File too large"));
	assert_in_range(model->ops_ended, 1, 4);
	assert_int_equal(fake_incus_count(bench.on.incus), 0);
	assert_int_equal(count_lists(), 0);
	assert_int_equal(run_exit_code(bench.run), 1);
	bench_close(&bench);
}

static void
stop_at_begin(struct bench *bench, const struct event *event)
{
	if (event->type == EV_OP_BEGIN)
		loop_stop(bench->on.loop);
}

static void
a_run_can_be_thrown_away_at_any_time(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { .react = stop_at_begin };
	struct err err;

	(void)state;
	bench_open(&bench, rows);
	assert_int_equal(bench_start(&bench, 3, &err), 0);
	loop_run(bench.on.loop);
	assert_false(run_ended(bench.run));
	leftovers_done(run_model(bench.run)->header->run);
	bench_close(&bench);
}

/* One pool has no comparison to wait for; a run of several is tried on a real server. */
static void
until_good_looks_after_five_rounds(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { .until_good = true };
	const struct model *model;
	bool told = false;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 1);
	model = run_model(bench.run);
	assert_int_equal(model->plan->rounds, 5);
	assert_int_equal(model->plan->most_rounds, 20);
	for (size_t i = 0; i < model->log_count; i++)
		told |= strstr(model_log_line(model, i)->text, "nothing to compare") != NULL;
	assert_true(told);
	bench_close(&bench);
}

/* ---- a run that goes on ---- */

static void
rounds_are_added_to_a_run_that_has_ended(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { 0 };
	autofree(model) replayed = NULL;
	autofree_mem char *path = NULL;
	const struct model *model;
	uint64_t end, before;
	size_t steps;
	struct err err;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 2);
	path = xstrdup(run_path(bench.run));
	end = run_model(bench.run)->now;
	steps = run_model(bench.run)->n_steps;
	before = count_recordings();

	bench_extend(&bench, path, 2);
	model = run_model(bench.run);
	assert_string_equal(run_path(bench.run), path);
	assert_int_equal(run_exit_code(bench.run), 0);
	assert_int_equal(count_recordings(), before);
	assert_int_equal(count_lists(), 0);
	assert_int_equal(fake_incus_count(bench.on.incus), 0);
	assert_int_equal(model->plan->rounds, 3);
	/* The prime once more, and two rounds of launch, stop and delete. */
	assert_int_equal(model->n_steps, steps + 1 + 2 * 3);
	for (size_t i = steps; i < model->n_steps; i++)
		assert_true(model->steps[i].start >= end);
	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (strcmp(model->plan->cells[i].workload, "prime") != 0)
			assert_int_equal(model->cells[i].n_makespans, 3);

	replayed = model_load(path, &err);
	assert_non_null(replayed);
	assert_int_equal(replayed->state, MODEL_ENDED);
	assert_int_equal(replayed->n_steps, model->n_steps);
	assert_int_equal(replayed->plan->rounds, 3);
	assert_int_equal(replayed->now, model->now);
	bench_close(&bench);
}

static char *
read_file(const char *path)
{
	autofree_mem char *text = NULL;
	size_t len;
	struct err err;

	if (xdg_read_file(path, 1 << 20, &text, &len, &err) < 0)
		fail_msg("%s", err.text);
	return steal(text);
}

/* In the text, in place; of the same length. */
static void
put_in_place_of(char *text, const char *was, const char *is)
{
	char *at = strstr(text, was);

	assert_non_null(at);
	assert_int_equal(strlen(was), strlen(is));
	memcpy(at, is, strlen(is));
}

static void
a_run_does_not_go_on_where_something_else_is(void **state)
{
	static const struct {
		const char *was, *is, *refusal;
	} rows[] = {
		{ "\"version\":\"6.0.4\"", "\"version\":\"6.0.3\"",
		  "the version of server fake was 6.0.3, and is 6.0.4 now" },
		{ "\"name\":\"fake\"", "\"name\":\"fike\"",
		  "the run was on server fake, which is not among" },
		{ "{\"server\":\"fake\",\"pool\":\"bt\"", "{\"server\":\"fake\",\"pool\":\"cu\"",
		  "pool cu is no longer on fake" },
		{ "\"driver\":\"btrfs\"", "\"driver\":\"btrfx\"",
		  "the driver of pool bt was btrfx, and is btrfs now" },
		{ "\"image\":\"busybox\",\"fingerprint\":\"0123", "\"image\":\"busybox\",\"fingerprint\":\"3210",
		  "image busybox of the run, 3210456789ab," },
		{ "\"kind\":\"measured\"", "\"kind\":\"imported\"", "was not measured by poolscope" },
		{ "\"workload\":\"delete\"", "\"workload\":\"dalete\"", "its plan cannot be run" },
		{ "\"cells\":[1,2,3]", "\"cells\":[3,2,1]", "its plan cannot be run" },
		{ "\"prefix\"", "\"prefux\"", "its plan cannot be run: it has no name" },
		{ "{\"ev\":\"end\"", "{\"ev\":\"fin\"", "has no end" },
	};
	static const struct fake_row fake_rows[] = { PRIMED, { 0 } };
	struct bench bench = { 0 };
	autofree_mem char *path = NULL, *whole = NULL;

	(void)state;
	bench_open(&bench, fake_rows);
	bench_run(&bench, 1);
	path = xstrdup(run_path(bench.run));
	whole = read_file(path);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text = xstrdup(whole), *after = NULL;
		struct run_config config = {
			.loop = bench.on.loop,
			.servers = &bench.on.server,
			.n_servers = 1,
			.extend = path,
			.more_rounds = 1,
		};
		struct run *run;
		struct err err;

		put_in_place_of(text, rows[i].was, rows[i].is);
		assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
		assert_int_equal(run_start(&config, &run, &err), -1);
		if (!strstr(err.text, rows[i].refusal))
			fail_msg("row %zu: %s", i, err.text);
		assert_int_equal(err.kind, ERR_REFUSED);
		assert_int_equal(count_lists(), 0);
		after = read_file(path);
		assert_string_equal(after, text);
	}
	bench_close(&bench);
}

static void
a_run_that_left_something_does_not_go_on(void **state)
{
	static const struct fake_row rows[] = { PRIMED, { 0 } };
	struct bench bench = { 0 };
	autofree_mem char *path = NULL;
	struct run_config config = { .more_rounds = 1 };
	struct run *run;
	struct err err;

	(void)state;
	bench_open(&bench, rows);
	bench_run(&bench, 1);
	config.loop = bench.on.loop;
	config.servers = &bench.on.server;
	config.n_servers = 1;
	config.extend = path = xstrdup(run_path(bench.run));
	assert_int_equal(leftovers_write(run_model(bench.run)->header->run, "psc-x", &bench.on.server, 1,
					 &err), 0);
	assert_int_equal(run_start(&config, &run, &err), -1);
	assert_non_null(strstr(err.text, "poolscope clean --run"));
	assert_int_equal(count_lists(), 1);
	leftovers_done(run_model(bench.run)->header->run);
	config.more_rounds = PLAN_ROUNDS_MAX;
	assert_int_equal(run_start(&config, &run, &err), -1);
	assert_non_null(strstr(err.text, "up to 999 can be added, not 1000"));
	bench_close(&bench);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_recorded_is_what_was_shown),
		cmocka_unit_test(the_host_is_told_each_second),
		cmocka_unit_test(what_is_found_before_it_begins_is_told),
		cmocka_unit_test(a_quiet_run_says_so),
		cmocka_unit_test(a_failure_is_in_the_exit_code),
		cmocka_unit_test(what_is_left_behind_stays_on_the_list),
		cmocka_unit_test(what_is_refused_leaves_no_trace),
		cmocka_unit_test(a_recording_that_cannot_go_on_ends_the_run),
		cmocka_unit_test(a_run_can_be_thrown_away_at_any_time),
		cmocka_unit_test(until_good_looks_after_five_rounds),
		cmocka_unit_test(rounds_are_added_to_a_run_that_has_ended),
		cmocka_unit_test(a_run_does_not_go_on_where_something_else_is),
		cmocka_unit_test(a_run_that_left_something_does_not_go_on),
	};

	return cmocka_run_group_tests(tests, make_runs, remove_runs);
}
