#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/filling.h"
#include "bench/run.h"
#include "fake/fake_run.h"

#define COUNT	  3
#define ENDS_MOST 64

static const struct settle_rule at_once = {
	.every_ns = 2 * NS_PER_MS,
	.flat_ns = 2 * NS_PER_MS,
	.far_ns = 4 * NS_PER_MS,
	.most_ns = 20 * NS_PER_MS,
	.most_shared_ns = 4 * NS_PER_MS,
};

/* ---- a chain on a fake server, and how its ops ended ---- */

struct ended {
	const char *workload;
	enum op_state state;
	char text[256];
	char parts[64]; /* "create,start" */
};

struct bench {
	struct fake_run on;
	const char *running; /* the workload of the step under way */
	struct ended ends[ENDS_MOST];
	size_t n_ends;
	char notes[4096];
	size_t full;	/* samples of a pool with all instances on it */
	const char *ended;	/* the workload of the step that has ended, before the next begins */
	size_t after_copies;	/* samples after a step of copies, before the next */
	size_t left;
	enum run_end how;
};

static void
note_end(struct bench *bench, const struct event_op *op)
{
	struct ended *end = &bench->ends[bench->n_ends++];
	size_t len = 0;

	assert_true(bench->n_ends < ENDS_MOST);
	end->workload = bench->running;
	end->state = op->state;
	snprintf(end->text, sizeof(end->text), "%s", op->text ? op->text : "");
	for (size_t i = 0; i < op->n_parts; i++)
		len += (size_t)snprintf(end->parts + len, sizeof(end->parts) - len, "%s%s",
					i ? "," : "", op->parts[i].name);
}

static void
on_event(void *arg, struct event *event)
{
	struct bench *bench = arg;
	size_t len = strlen(bench->notes);

	if (event->type == EV_STEP_BEGIN) {
		bench->running = bench->on.plan->cells[event->step_begin.cell].workload;
		bench->ended = "";
	} else if (event->type == EV_STEP_END)
		bench->ended = bench->running;
	else if (event->type == EV_OP_END)
		note_end(bench, &event->op);
	else if (event->type == EV_NOTE)
		snprintf(bench->notes + len, sizeof(bench->notes) - len, "%s\n", event->note.text);
	else if (event->type == EV_USAGE) {
		bench->full += event->usage.point == USAGE_FULL;
		bench->after_copies += bench->ended && strcmp(bench->ended, "copy") == 0;
	}
	else if (event->type == EV_END)
		bench->left = event->end.left_behind, bench->how = event->end.how;
}

static void
bench_run(struct bench *bench, const char *chain, struct choices choices)
{
	choices.count = COUNT, choices.parallel = COUNT, choices.rounds = 1;
	fake_run_plan(&bench->on, chain, choices);
	bench->on.plan->chains[0].prime = NO_CELL;
	fake_run_play(&bench->on, &at_once, on_event, NULL);
}

/* Nothing of it may be left on the server. */
static void
bench_close(struct bench *bench)
{
	assert_int_equal(bench->how, END_DONE);
	assert_int_equal(bench->left, 0);
	assert_int_equal(fake_incus_count(bench->on.incus), 0);
	fake_run_close(&bench->on);
}

static size_t
count_ends(const struct bench *bench, const char *workload, enum op_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < bench->n_ends; i++)
		n += bench->ends[i].state == state &&
		     strcmp(bench->ends[i].workload, workload) == 0;
	return n;
}

/* The last of the workload that ended so. */
static const struct ended *
end_of(const struct bench *bench, const char *workload, enum op_state state)
{
	for (size_t i = bench->n_ends; i-- > 0;)
		if (bench->ends[i].state == state && strcmp(bench->ends[i].workload, workload) == 0)
			return &bench->ends[i];
	fail_msg("no op of %s that ended so", workload);
	return NULL;
}

/* The last of the workload. */
static const struct ended *
last_end(const struct bench *bench, const char *workload)
{
	for (size_t i = bench->n_ends; i-- > 0;)
		if (strcmp(bench->ends[i].workload, workload) == 0)
			return &bench->ends[i];
	fail_msg("no op of %s", workload);
	return NULL;
}

/* ---- what each does, and how each may end ---- */

/* clang-format off */
static const struct {
	const char *chain;
	const char *workload;	/* the last of it */
	const char *method, *path, *needs;	/* its request */
	const char *parts;
} rows[] = {
	{ "create",                    "create",   "POST", "/1.0/instances?*", "\"type\":\"image\"", "" },
	{ "launch",                    "launch",   "POST", "/1.0/instances?*", "\"start\":true", "" },
	{ "launch:freeze",             "launch",   "POST", "/1.0/instances?*", "\"start\":true", "launch,freeze" },
	{ "create,start",              "start",    "PUT",  "/1.0/instances/*/state?*", "\"action\":\"start\"", "" },
	{ "create,start:freeze",       "start",    "PUT",  "/1.0/instances/*/state?*", "\"action\":\"start\"", "start,freeze" },
	{ "launch,restart",            "restart",  "PUT",  "/1.0/instances/*/state?*", "\"action\":\"restart\",\"force\":true", "" },
	{ "launch:freeze,stop",        "stop",     "PUT",  "/1.0/instances/*/state?*", "\"action\":\"stop\"", "" },
	{ "launch,snapshot",           "snapshot", "POST", "/1.0/instances/*/snapshots?*", "\"name\":\"s00", "" },
	{ "create,snapshot,restore",   "restore",  "PUT",  "/1.0/instances/*-001?*", "{\"restore\":\"s003\"}", "" },
	{ "create,snapshot,restore:older", "restore", "PUT", "/1.0/instances/*-001?*", "{\"restore\":\"s001\"}", "" },
	{ "create,snapshot,snapshot-delete", "snapshot-delete", "DELETE", "/1.0/instances/*-001/snapshots/s00*?*", NULL, "" },
	{ "create,copy",               "copy",     "POST", "/1.0/instances?*", "\"type\":\"copy\"", "" },
	{ "create,rebuild",            "rebuild",  "POST", "/1.0/instances/*/rebuild?*", FAKE_FINGERPRINT, "" },
	{ "create,move:d",             "move",     "POST", "/1.0/instances/*?*", "\"migration\":true,\"pool\":\"d\"", "" },
	{ "create,delete",             "delete",   "DELETE", "/1.0/instances/*?*", NULL, "" },
};
/* clang-format on */

static void
each_is_done_by_its_request(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct bench bench = { 0 };

		fake_run_open(&bench.on, 1, NULL);
		bench_run(&bench, rows[i].chain, (struct choices){ 0 });
		assert_int_equal(count_ends(&bench, rows[i].workload, OP_OK), COUNT);
		assert_string_equal(last_end(&bench, rows[i].workload)->parts, rows[i].parts);
		assert_true(fake_seen(bench.on.fake, rows[i].method, rows[i].path) >= COUNT);
		bench_close(&bench);
	}
}

/* The request itself, and no other, is answered so. */
static void
assert_ends_as(enum op_state state, struct fake_row answer, const char *says)
{
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct fake_row front[] = {
			answer,
			{ "GET", "/1.0/operations/gone/wait?*", .status = 404,
			  .body = FAKE_ERROR("404", "Operation not found") },
			{ 0 },
		};
		struct bench bench = { 0 };

		front[0].method = rows[i].method;
		front[0].path = rows[i].path;
		front[0].needs = rows[i].needs;
		front[0].times = COUNT;
		fake_run_open(&bench.on, 1, front);
		bench_run(&bench, rows[i].chain, (struct choices){ 0 });
		if (count_ends(&bench, rows[i].workload, OP_OK) > 0 ||
		    count_ends(&bench, rows[i].workload, state) == 0)
			fail_msg("%s: %s", rows[i].chain,
				 op_state_name(last_end(&bench, rows[i].workload)->state));
		for (size_t j = 0; j < bench.n_ends; j++)
			if (bench.ends[j].state == state && !strstr(bench.ends[j].text, says))
				fail_msg("%s: %s", rows[i].chain, bench.ends[j].text);
		bench_close(&bench);
	}
}

static void
what_a_server_does_not_do_has_failed(void **state)
{
	(void)state;
	assert_ends_as(OP_FAILED,
		       (struct fake_row){ .status = 500, .body = FAKE_ERROR("500", "no way") },
		       "no way");
}

static void
what_a_driver_does_not_do_is_refused(void **state)
{
	(void)state;
	assert_ends_as(
		OP_REFUSED,
		(struct fake_row){
			.status = 500,
			.body = FAKE_ERROR("500", "Snapshot \\\"s001\\\" cannot be restored due "
						  "to subsequent snapshot(s). Set "
						  "zfs.remove_snapshots to override") },
		"subsequent snapshot");
}

static void
what_nobody_saw_end_is_unknown(void **state)
{
	(void)state;
	assert_ends_as(OP_UNKNOWN, (struct fake_row){ .status = 202, .body = FAKE_ASYNC("gone") },
		       "Operation not found");
}

/* ---- what becomes of the instances ---- */

static void
ops_on_one_instance_wait_for_each_other(void **state)
{
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	bench_run(&bench, "create,snapshot,restore,snapshot-delete,delete", (struct choices){ 0 });
	assert_int_equal(fake_seen(bench.on.fake, "POST", "/1.0/instances/*-001/snapshots?*"), COUNT);
	assert_int_equal(fake_seen(bench.on.fake, "POST", "/1.0/instances/*/snapshots?*"), COUNT);
	assert_int_equal(fake_peak(bench.on.fake, "POST", "/1.0/instances/*/snapshots?*"), 1);
	assert_int_equal(fake_peak(bench.on.fake, "PUT", "/1.0/instances/*-001?*"), 1);
	assert_int_equal(fake_peak(bench.on.fake, "DELETE", "/1.0/instances/*/snapshots/*"), 1);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), COUNT);
	bench_close(&bench);
}

static void
a_refusal_does_not_lose_the_instance(void **state)
{
	static const struct fake_row front[] = {
		{ "PUT", "/1.0/instances/*-001?*", .needs = "s001", .status = 500,
		  .body = FAKE_ERROR("500", "cannot be restored due to subsequent snapshot(s)") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "create,snapshot,restore,restore:older,snapshot-delete,delete",
		  (struct choices){ 0 });
	assert_int_equal(count_ends(&bench, "restore", OP_OK), COUNT);
	assert_int_equal(count_ends(&bench, "restore", OP_REFUSED), COUNT);
	assert_int_equal(count_ends(&bench, "snapshot-delete", OP_OK), COUNT);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), COUNT);
	bench_close(&bench);
}

static void
a_snapshot_that_was_not_made_is_not_asked_for(void **state)
{
	static const struct fake_row front[] = {
		{ "POST", "/1.0/instances/*/snapshots?*", .needs = "s003", .status = 500,
		  .body = FAKE_ERROR("500", "no way") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "create,snapshot,restore,snapshot-delete", (struct choices){ 0 });
	assert_int_equal(count_ends(&bench, "snapshot", OP_FAILED), 1);
	assert_int_equal(count_ends(&bench, "restore", OP_OK), COUNT);
	assert_string_equal(fake_body(bench.on.fake, "PUT", "/1.0/instances/*-001?*"),
			    "{\"restore\":\"s002\"}");
	assert_int_equal(count_ends(&bench, "snapshot-delete", OP_OK), COUNT - 1);
	assert_string_equal(last_end(&bench, "snapshot-delete")->text,
			    "this snapshot was not made");
	bench_close(&bench);
}

static void
one_snapshot_has_none_that_is_older(void **state)
{
	static const struct fake_row front[] = {
		{ "POST", "/1.0/instances/*/snapshots?*", .needs = "s002", .status = 500,
		  .body = FAKE_ERROR("500", "no way") },
		{ "POST", "/1.0/instances/*/snapshots?*", .needs = "s003", .status = 500,
		  .body = FAKE_ERROR("500", "no way") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "create,snapshot,restore:older", (struct choices){ 0 });
	assert_int_equal(count_ends(&bench, "restore", OP_SKIPPED), COUNT);
	assert_string_equal(last_end(&bench, "restore")->text,
			    "there is one snapshot, and none is older");
	bench_close(&bench);
}

static void
a_copy_that_failed_leaves_what_was_copied(void **state)
{
	static const struct fake_row front[] = {
		{ "POST", "/1.0/instances?*", .needs = "\"type\":\"copy\"", .times = 1,
		  .status = 500, .body = FAKE_ERROR("500", "no way") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "create,copy,copy,delete", (struct choices){ 0 });
	assert_int_equal(count_ends(&bench, "copy", OP_OK), 2 * COUNT - 1);
	assert_int_equal(count_ends(&bench, "copy", OP_FAILED), 1);
	assert_true(bench.after_copies >= 2); /* else the peak could miss them */
	assert_int_equal(count_ends(&bench, "delete", OP_OK), COUNT);
	bench_close(&bench);
}

/* An older server: neither one request for a launch, nor rebuild, nor move. */
static const char plain_server[] = FAKE_SYNC(
	"{\"api_extensions\":[\"resources\"],\"auth\":\"trusted\",\"environment\":{\"driver\":\"lxc\","
	"\"project\":\"default\",\"server\":\"lxd\",\"server_version\":\"5.0.2\"}}");

static void
what_a_server_lacks_is_refused_unasked(void **state)
{
	static const struct fake_row front[] = {
		{ "GET", "/1.0?*", .body = plain_server },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "create,rebuild,move:d", (struct choices){ 0 });
	assert_int_equal(count_ends(&bench, "rebuild", OP_REFUSED), COUNT);
	assert_int_equal(count_ends(&bench, "move", OP_REFUSED), COUNT);
	assert_string_equal(last_end(&bench, "rebuild")->text,
			    "this server does not do that: it has no instances_rebuild");
	assert_int_equal(fake_seen(bench.on.fake, "POST", "/1.0/instances/*"), 0);
	bench_close(&bench);
}

static void
two_requests_have_a_span_each(void **state)
{
	static const struct fake_row front[] = {
		{ "GET", "/1.0?*", .body = plain_server },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "launch:freeze,delete", (struct choices){ 0 });
	assert_int_equal(count_ends(&bench, "launch", OP_OK), COUNT);
	assert_string_equal(last_end(&bench, "launch")->parts, "create,start,freeze");
	bench_close(&bench);
}

/* ---- filling ---- */

static void
files_make_up_what_is_asked_for(void **state)
{
	static const unsigned rows_of_mib[] = { 1, 15, 16, 17, 256, 300 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows_of_mib); i++) {
		uint64_t all = 0, size;

		for (uint32_t file = 0; (size = filling_size(rows_of_mib[i], file)); file++)
			all += size;
		assert_int_equal(all, (uint64_t)rows_of_mib[i] << 20);
	}
	assert_int_equal(filling_size(256, 0), 15u << 20);
	assert_int_equal(filling_size(256, 1), 64u << 10);
	assert_int_equal(filling_size(256, 17), 15u << 20);
}

static void
bytes_are_the_same_however_they_are_asked_for(void **state)
{
	unsigned char whole[4096], parts[4096], other[4096];

	(void)state;
	filling_bytes(3, 40, whole, sizeof(whole));
	for (size_t at = 0, n = 1; at < sizeof(parts); at += n, n = n * 2 % 97 + 1) {
		size_t len = n < sizeof(parts) - at ? n : sizeof(parts) - at;

		filling_bytes(3, 40 + at, parts + at, len);
	}
	assert_memory_equal(whole, parts, sizeof(whole));
	filling_bytes(4, 40, other, sizeof(other));
	assert_memory_not_equal(whole, other, sizeof(whole));
}

static void
instances_are_filled_before_the_next_step(void **state)
{
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	bench_run(&bench, "create,copy,delete", (struct choices){ .fill = 16 });
	assert_non_null(strstr(bench.notes, "filled: 3 with 16 MiB each"));
	assert_int_equal(fake_seen(bench.on.fake, "HEAD", "/1.0/instances/*/files?*"), COUNT * 17);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), COUNT);
	assert_int_equal(bench.full, 1);
	bench_close(&bench);
}

static void
an_instance_that_lost_bytes_is_lost(void **state)
{
	static const struct fake_row front[] = {
		{ "HEAD", "/1.0/instances/*-002/files?*", .body = "short" },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "create,delete", (struct choices){ .fill = 1 });
	assert_non_null(strstr(bench.notes, "-002 could not be filled: the server has not all"));
	assert_int_equal(count_ends(&bench, "create", OP_OK), COUNT);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), COUNT - 1);
	assert_string_equal(last_end(&bench, "delete")->workload, "delete");
	assert_int_equal(count_ends(&bench, "delete", OP_SKIPPED), 1);
	assert_string_equal(end_of(&bench, "delete", OP_SKIPPED)->text, "it could not be filled");
	bench_close(&bench);
}

static void
an_instance_that_takes_no_files_is_lost(void **state)
{
	static const struct fake_row front[] = {
		{ "POST", "/1.0/instances/*-001/files?*", .status = 500,
		  .body = FAKE_ERROR("500", "sftp: no space left on device") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, front);
	bench_run(&bench, "launch,delete", (struct choices){ .fill = 1 });
	assert_non_null(strstr(bench.notes, "could not be filled: sftp: no space left"));
	/* What lies there now is of two instances that are full and one that is not. */
	assert_int_equal(bench.full, 0);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), COUNT - 1);
	bench_close(&bench);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_done_by_its_request),
		cmocka_unit_test(what_a_server_does_not_do_has_failed),
		cmocka_unit_test(what_a_driver_does_not_do_is_refused),
		cmocka_unit_test(what_nobody_saw_end_is_unknown),
		cmocka_unit_test(ops_on_one_instance_wait_for_each_other),
		cmocka_unit_test(a_refusal_does_not_lose_the_instance),
		cmocka_unit_test(a_snapshot_that_was_not_made_is_not_asked_for),
		cmocka_unit_test(one_snapshot_has_none_that_is_older),
		cmocka_unit_test(a_copy_that_failed_leaves_what_was_copied),
		cmocka_unit_test(what_a_server_lacks_is_refused_unasked),
		cmocka_unit_test(two_requests_have_a_span_each),
		cmocka_unit_test(files_make_up_what_is_asked_for),
		cmocka_unit_test(bytes_are_the_same_however_they_are_asked_for),
		cmocka_unit_test(instances_are_filled_before_the_next_step),
		cmocka_unit_test(an_instance_that_lost_bytes_is_lost),
		cmocka_unit_test(an_instance_that_takes_no_files_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
