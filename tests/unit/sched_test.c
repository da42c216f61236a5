#include <math.h>
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

#include "bench/run.h"
#include "fake/fake_run.h"
#include "folder.h"
#include "record/fields.h"
#include "record/model.h"

static const struct settle_rule at_once = {
	.every_ns = 5 * NS_PER_MS,
	.flat_ns = 20 * NS_PER_MS,
	.far_ns = 40 * NS_PER_MS,
	.most_ns = 400 * NS_PER_MS,
	.most_shared_ns = 100 * NS_PER_MS,
};

/* ---- a scheduler on a fake server, and all that it told ---- */

struct told {
	struct event event; /* its texts are those below */
	char name[64], text[1024];
};

struct bench {
	struct fake_run on;
	struct told **told;
	size_t n_told, room;
	void (*react)(struct bench *bench, const struct event *event);
	sched_more_fn *more;
	unsigned asked_for_more;
};

static void
keep_text(char *to, size_t size, char **text)
{
	if (*text)
		snprintf(to, size, "%s", *text);
	*text = *text ? to : NULL;
}

static void
on_event(void *arg, struct event *event)
{
	struct bench *bench = arg;
	struct told *told;

	bench->told = mem_grow(bench->told, bench->n_told, &bench->room, sizeof(*bench->told));
	told = bench->told[bench->n_told++] = xcalloc(1, sizeof(*told));
	told->event = *event;
	if (event->type == EV_OP_BEGIN)
		keep_text(told->name, sizeof(told->name), &told->event.op.name);
	else if (event->type == EV_OP_END)
		keep_text(told->text, sizeof(told->text), &told->event.op.text);
	else if (event->type == EV_NOTE)
		keep_text(told->text, sizeof(told->text), &told->event.note.text);
	else if (event->type == EV_END)
		keep_text(told->text, sizeof(told->text), &told->event.end.text);
	if (bench->react)
		bench->react(bench, event);
}

static void
bench_run(struct bench *bench, const struct settle_rule *settle)
{
	fake_run_play(&bench->on, settle, on_event, bench->more);
}

static void
bench_close(struct bench *bench)
{
	fake_run_close(&bench->on);
	for (size_t i = 0; i < bench->n_told; i++)
		free(bench->told[i]);
	free(bench->told);
}

/* ---- what was told ---- */

/* "launch": of the step's cell. */
static const char *
workload_of_step(const struct bench *bench, uint32_t step)
{
	for (size_t i = 0; i < bench->n_told; i++) {
		const struct event *event = &bench->told[i]->event;

		if (event->type == EV_STEP_BEGIN && event->step_begin.step == step)
			return bench->on.plan->cells[event->step_begin.cell].workload;
	}
	fail_msg("step %u did not begin", step);
	return NULL;
}

static size_t
count_ends(const struct bench *bench, const char *workload, enum op_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < bench->n_told; i++) {
		const struct event *event = &bench->told[i]->event;

		if (event->type == EV_OP_END && event->op.state == state &&
		    strcmp(workload_of_step(bench, event->op.step), workload) == 0)
			n++;
	}
	return n;
}

/* The how manieth of a type, from 0; NULL. */
static const struct event *
nth(const struct bench *bench, enum event_type type, size_t n)
{
	for (size_t i = 0; i < bench->n_told; i++)
		if (bench->told[i]->event.type == type && n-- == 0)
			return &bench->told[i]->event;
	return NULL;
}

static size_t
count(const struct bench *bench, enum event_type type)
{
	size_t n = 0;

	while (nth(bench, type, n))
		n++;
	return n;
}

static const struct event_end *
end_of(const struct bench *bench)
{
	const struct event *last = &bench->told[bench->n_told - 1]->event;

	assert_int_equal(last->type, EV_END);
	return &last->end;
}

static void
assert_clean_end(const struct bench *bench, enum run_end how)
{
	assert_int_equal(end_of(bench)->how, how);
	assert_int_equal(end_of(bench)->left_behind, 0);
	assert_int_equal(fake_incus_count(bench->on.incus), 0);
}

/* The model takes every event: what is told fits together. */
static struct model *
model_of(const struct bench *bench)
{
	struct model *model = model_new();
	struct event header = { .type = EV_HEADER };
	struct err err;

	header.header = xcalloc(1, sizeof(*header.header));
	header.header->version = RECORDING_VERSION;
	header.header->run = xstrdup(FAKE_RUN_ID);
	header.header->program = xstrdup("test");
	run_env(&bench->on.server, 1, &header.header->env);
	{
		autofree(json_object) json = json_object_new_object();

		plan_to_json(bench->on.plan, json);
		header.header->plan = xcalloc(1, sizeof(*header.header->plan));
		assert_int_equal(
			fields_read(&plan_fields, json, header.header->plan, &err), 0);
	}
	assert_int_equal(model_apply(model, &header, &err), 0);
	for (size_t i = 0; i < bench->n_told; i++)
		if (model_apply(model, &bench->told[i]->event, &err) < 0)
			fail_msg("event %zu: %s", i, err.text);
	return model;
}

/* ---- the window ---- */

/* Ops in flight at most, and whether one began while fewer than all of a batch had ended. */
static void
watch_window(const struct bench *bench, const char *workload, unsigned parallel, unsigned *most,
	     bool *barrier)
{
	unsigned in_flight = 0, begun = 0;

	*most = 0;
	*barrier = true;
	for (size_t i = 0; i < bench->n_told; i++) {
		const struct event *event = &bench->told[i]->event;

		if ((event->type != EV_OP_BEGIN && event->type != EV_OP_END) ||
		    strcmp(workload_of_step(bench, event->op.step), workload) != 0)
			continue;
		if (event->type == EV_OP_END) {
			in_flight--;
			continue;
		}
		if (begun++ % parallel == 0 && in_flight > 0)
			*barrier = false;
		in_flight++;
		*most = in_flight > *most ? in_flight : *most;
	}
}

static void
a_window_is_full_and_never_fuller(void **state)
{
	/* The first takes long: the window goes on past it, a batch does not. */
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/00000000-fake/wait?*", .times = 1, .delay_ms = 150,
		  .body = FAKE_SYNC(FAKE_OP("103", "", "null")) },
		{ 0 },
	};
	static const bool batches[] = { false, true };

	(void)state;
	for (size_t i = 0; i < COUNTOF(batches); i++) {
		struct bench bench = { 0 };
		unsigned most;
		bool barrier;

		fake_run_open(&bench.on, 10, rows);
		fake_run_plan(&bench.on, "launch,delete",
			   (struct choices){
				   .count = 9, .parallel = 3, .rounds = 1, .batch = batches[i] });
		bench.on.plan->chains[0].prime = NO_CELL;
		bench_run(&bench, &at_once);
		watch_window(&bench, "launch", 3, &most, &barrier);
		assert_int_equal(most, 3);
		assert_int_equal(barrier, batches[i]);
		assert_int_equal(count_ends(&bench, "launch", OP_OK), 9);
		assert_clean_end(&bench, END_DONE);
		bench_close(&bench);
	}
}

/* ---- a whole run ---- */

static void
a_run_tells_every_step_and_leaves_nothing(void **state)
{
	static const char *const workloads[] = { "prime", "launch", "stop", "delete" };
	struct bench bench = { 0 };
	autofree(model) model = NULL;

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){
			   .n_pools = 2, .count = 4, .parallel = 2, .rounds = 2, .warmup = 1 });
	bench_run(&bench, &at_once);
	assert_clean_end(&bench, END_DONE);
	/* On each target the prime, and three workloads in each round. */
	assert_int_equal(count(&bench, EV_STEP_BEGIN), 2 * (1 + 3 * 3));
	assert_int_equal(count(&bench, EV_STEP_END), 2 * (1 + 3 * 3));
	assert_int_equal(count(&bench, EV_OP_END), plan_count_ops(bench.on.plan));
	/* On each target a settling after each chain and each prime. */
	assert_int_equal(count(&bench, EV_SETTLE), 2 * (3 + 1));
	for (size_t i = 1; i < COUNTOF(workloads); i++)
		assert_int_equal(count_ends(&bench, workloads[i], OP_OK), 2 * 4 * 3);
	/* The fake keeps no image volume: nothing was paid once. */
	assert_int_equal(count_ends(&bench, "prime", OP_SKIPPED), 2);

	model = model_of(&bench);
	assert_int_equal(model->state, MODEL_ENDED);
	assert_int_equal(model->ops_ended, model->ops_planned);
	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (strcmp(model->plan->cells[i].workload, "prime") != 0)
			assert_int_equal(model->cells[i].n_makespans, 2);
	bench_close(&bench);
}

static void
rounds_take_their_turns_as_the_seed_says(void **state)
{
	struct bench bench = { 0 };
	size_t order[2], at = 0;

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	fake_run_plan(&bench.on, "launch",
		   (struct choices){
			   .n_pools = 2, .count = 1, .parallel = 1, .rounds = 6, .seed = 3 });
	bench.on.plan->chains[0].prime = bench.on.plan->chains[1].prime = NO_CELL;
	bench_run(&bench, &at_once);
	for (unsigned round = 0; round < 6; round++) {
		plan_order_of_round(bench.on.plan, round, order);
		for (size_t i = 0; i < 2; i++) {
			const struct event *event = nth(&bench, EV_STEP_BEGIN, at++);

			assert_int_equal(event->step_begin.round, round);
			assert_int_equal(event->step_begin.cell,
					 bench.on.plan->chains[order[i]].cells[0]);
		}
	}
	bench_close(&bench);
}

static void
no_name_is_used_twice(void **state)
{
	struct bench bench = { 0 };
	const struct event *a, *b;

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	fake_run_plan(&bench.on, "launch,delete,launch",
		   (struct choices){ .count = 2, .parallel = 2, .rounds = 2 });
	bench_run(&bench, &at_once);
	for (size_t i = 0; (a = nth(&bench, EV_OP_BEGIN, i)); i++)
		for (size_t j = i + 1; (b = nth(&bench, EV_OP_BEGIN, j)); j++)
			if (strcmp(workload_of_step(&bench, a->op.step), "launch") == 0 &&
			    strcmp(workload_of_step(&bench, b->op.step), "launch") == 0)
				assert_string_not_equal(a->op.name, b->op.name);
	assert_string_equal(nth(&bench, EV_OP_BEGIN, 0)->op.name, "psc-" FAKE_RUN_ID "-001");
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

static void
usage_points_come_in_their_order(void **state)
{
	static const enum usage_point want[] = {
		USAGE_EMPTY, USAGE_SETTLED, USAGE_IMAGE, /* the prime */
		USAGE_EMPTY, USAGE_IMAGE,   USAGE_FULL,	 USAGE_DELETED, USAGE_SETTLED,
	};
	struct bench bench = { 0 };
	const struct event *event;
	size_t n = 0;

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){ .count = 2, .parallel = 2, .rounds = 1 });
	bench_run(&bench, &at_once);
	for (size_t i = 0; (event = nth(&bench, EV_USAGE, i)); i++) {
		assert_int_equal(event->usage.used, 8265728);
		assert_int_equal(event->usage.blocks, UNKNOWN); /* no such file here */
		if (event->usage.point == USAGE_LIVE)
			continue;
		assert_true(n < COUNTOF(want));
		assert_int_equal(event->usage.point, want[n++]);
	}
	assert_int_equal(n, COUNTOF(want));
	assert_int_equal(fake_peak(bench.on.fake, "GET", "/1.0/storage-pools/bt/resources?*"), 1);
	bench_close(&bench);
}

/* What is used after so many answers: it goes from row to row, and stays at the last. */
struct course {
	uint64_t used[8];
	unsigned answers[8]; /* for how many each; 0: for good */
	uint64_t grows;	     /* if not 0: by so much with each answer */
};

static struct fake_answer
usage_on_course(void *arg, const struct fake_request *request)
{
	const struct course *course = arg;
	unsigned nth = request->nth, i = 0;

	while (course->answers[i] && nth > course->answers[i])
		nth -= course->answers[i++];
	return (struct fake_answer){
		200, xasprintf(FAKE_SYNC("{\"space\":{\"used\":%llu,\"total\":99000000000}}"),
			       (unsigned long long)(course->used[i] + course->grows * nth))
	};
}

static void
a_pool_is_waited_for_until_it_rests(void **state)
{
#define MIB (UINT64_C(1) << 20)
	/* So patient that only its coming back is rest. */
	static const struct settle_rule patient = {
		.every_ns = 5 * NS_PER_MS,
		.flat_ns = 20 * NS_PER_MS,
		.far_ns = FAKE_RUN_PATIENCE_NS,
		.most_ns = FAKE_RUN_PATIENCE_NS,
		.most_shared_ns = FAKE_RUN_PATIENCE_NS,
	};
	static const struct {
		const struct settle_rule *rule;
		struct course course;
		bool settled;
		uint64_t used; /* in the end; UNKNOWN: any */
	} rows[] = {
		/* Before, full, deleted, and a few answers later it is all back. */
		{ &patient, { { 10 * MIB, 90 * MIB, 10 * MIB }, { 1, 6, 0 }, 0 }, true, 10 * MIB },
		/* It does not come back: flat for longer is rest too. */
		{ &at_once, { { 10 * MIB, 90 * MIB }, { 1, 0 }, 0 }, true, 90 * MIB },
		/* Less than a MiB may come and go. */
		{ &patient,
		  { { 10 * MIB, 90 * MIB, 11 * MIB - 1 }, { 1, 2, 0 }, 0 },
		  true,
		  11 * MIB - 1 },
		/* It never rests. */
		{ &at_once, { { 10 * MIB }, { 0 }, 2 * MIB }, false, UNKNOWN },
	};
#undef MIB

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct course course = rows[i].course;
		const struct fake_row answers[] = {
			{ "GET", "/1.0/storage-pools/bt/resources?*", .fn = usage_on_course,
			  .arg = &course },
			{ 0 },
		};
		struct bench bench = { 0 };
		const struct event *usage;

		fake_run_open(&bench.on, 1, answers);
		fake_run_plan(&bench.on, "launch", (struct choices){ .count = 1, .rounds = 1 });
		bench.on.plan->chains[0].prime = NO_CELL;
		/* The connect has asked once. */
		course.answers[0] += course.answers[0] ? 1 : 0;
		bench_run(&bench, rows[i].rule);
		assert_int_equal(count(&bench, EV_SETTLE), 1);
		assert_int_equal(nth(&bench, EV_SETTLE, 0)->settle.settled, rows[i].settled);
		usage = nth(&bench, EV_USAGE, count(&bench, EV_USAGE) - 1);
		assert_int_equal(usage->usage.point, USAGE_SETTLED);
		if (known(rows[i].used))
			assert_int_equal(usage->usage.used, rows[i].used);
		assert_clean_end(&bench, END_DONE);
		bench_close(&bench);
	}
}

/* Once it was no use to wait, the others' writing is not waited for again. */
static void
a_pool_where_others_write_is_waited_for_in_full_once(void **state)
{
	static const struct settle_rule rule = {
		.every_ns = 5 * NS_PER_MS,
		.flat_ns = 20 * NS_PER_MS,
		.far_ns = 20 * NS_PER_MS,
		.most_ns = FAKE_RUN_PATIENCE_NS,
		.most_shared_ns = 500 * NS_PER_MS,
	};
	struct course course = { { 10 << 20 }, { 0 }, 2 << 20 };
	const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools/bt/resources?*", .fn = usage_on_course, .arg = &course },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	bench.on.env.servers[0].pools[0].shared = SHARED_YES;
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 1, .rounds = 3 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &rule);
	assert_int_equal(count(&bench, EV_SETTLING), 3);
	assert_int_equal(count(&bench, EV_SETTLE), 3);
	for (size_t i = 0; i < 3; i++) {
		assert_false(nth(&bench, EV_SETTLE, i)->settle.settled);
		assert_true(nth(&bench, EV_SETTLING, i)->t <= nth(&bench, EV_SETTLE, i)->t);
	}
	assert_true(nth(&bench, EV_SETTLE, 1)->settle.ns < nth(&bench, EV_SETTLE, 0)->settle.ns);
	assert_true(nth(&bench, EV_SETTLE, 2)->settle.ns < nth(&bench, EV_SETTLE, 0)->settle.ns);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

static void
unknown_usage_is_told_as_unknown(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools/bt/resources?*", .status = 403,
		  .body = FAKE_ERROR("403", "not authorized") },
		{ 0 },
	};
	struct bench bench = { 0 };
	const struct event *event;

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 1, .rounds = 2 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	for (size_t i = 0; (event = nth(&bench, EV_USAGE, i)); i++)
		assert_int_equal(event->usage.used, UNKNOWN);
	for (size_t i = 0; (event = nth(&bench, EV_SETTLE, i)); i++)
		assert_false(event->settle.settled);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

/* ---- the prime ---- */

static void
an_image_is_made_ready_once(void **state)
{
	static const struct fake_row there[] = {
		{ "GET", "/1.0/storage-pools/bt/volumes/image/" FAKE_FINGERPRINT "?*",
		  .body = FAKE_SYNC("{}") },
		{ 0 },
	};
	static const struct fake_row comes[] = {
		{ "GET", "/1.0/storage-pools/bt/volumes/image/*", .times = 1, .status = 404,
		  .body = FAKE_ERROR("404", "not found") },
		{ "GET", "/1.0/storage-pools/bt/volumes/image/*", .body = FAKE_SYNC("{}") },
		{ 0 },
	};
	static const struct {
		const struct fake_row *rows;
		enum op_state state;
		size_t creates;
	} rows[] = {
		{ there, OP_SKIPPED, 1 }, /* only the launch */
		{ comes, OP_OK, 2 },
		{ NULL, OP_SKIPPED, 2 }, /* not even there afterwards: each instance pays */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct bench bench = { 0 };

		fake_run_open(&bench.on, 1, rows[i].rows);
		fake_run_plan(&bench.on, "launch", (struct choices){ .count = 1, .rounds = 1 });
		bench_run(&bench, &at_once);
		assert_int_equal(count_ends(&bench, "prime", rows[i].state), 1);
		assert_int_equal(fake_seen(bench.on.fake, "POST", "/1.0/instances?*"),
				 rows[i].creates);
		assert_clean_end(&bench, END_DONE);
		bench_close(&bench);
	}
}

/* ---- failures ---- */

static const struct event *
end_of_op(const struct bench *bench, const char *workload, uint32_t op)
{
	const struct event *event;

	for (size_t i = 0; (event = nth(bench, EV_OP_END, i)); i++)
		if (event->op.op == op &&
		    strcmp(workload_of_step(bench, event->op.step), workload) == 0)
			return event;
	fail_msg("no end of %s %u", workload, op);
	return NULL;
}

static void
a_failure_inside_http_200_is_a_failure(void **state)
{
	static const struct fake_row rows[] = {
		{ "POST", "/1.0/instances?*", .needs = "-002\"", .status = 202,
		  .body = FAKE_ASYNC("bad") },
		{ "GET", "/1.0/operations/bad/wait?*", .body = FAKE_ERROR("500", "it broke") },
		{ 0 },
	};
	struct bench bench = { 0 };
	autofree(model) model = NULL;

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){ .count = 4, .parallel = 2, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(end_of_op(&bench, "launch", 1)->op.state, OP_FAILED);
	assert_string_equal(end_of_op(&bench, "launch", 1)->op.text, "it broke");
	assert_int_equal(count_ends(&bench, "launch", OP_OK), 3);
	/* Later steps do without it, and say so. */
	assert_int_equal(end_of_op(&bench, "stop", 1)->op.state, OP_SKIPPED);
	assert_int_equal(end_of_op(&bench, "delete", 1)->op.state, OP_SKIPPED);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), 3);

	/* And no timing has it in it. */
	model = model_of(&bench);
	for (size_t i = 0; i < model->plan->n_cells; i++)
		assert_int_equal(model->cells[i].n_makespans, 0);
	assert_int_equal(model->cells[bench.on.plan->chains[0].cells[0]].latency.n, 3);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

static void
launch_in_two_requests_has_two_spans(void **state)
{
	/* As LXD 5.0: it would take "start" and ignore it. */
	static const struct fake_row rows[] = {
		{ "GET", "/1.0?*",
		  .body = FAKE_SYNC(
			  "{\"api_extensions\":[\"resources\"],\"auth\":\"trusted\","
			  "\"environment\":{\"server\":\"lxd\",\"server_version\":\"5.0.2\"}}") },
		{ 0 },
	};
	struct bench bench = { 0 };
	const struct event *event;

	(void)state;
	fake_run_open(&bench.on, 5, rows);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 1, .rounds = 1 });
	bench_run(&bench, &at_once);
	event = end_of_op(&bench, "launch", 0);
	assert_int_equal(event->op.state, OP_OK);
	assert_int_equal(event->op.n_parts, 2);
	assert_string_equal(event->op.parts[0].name, "create");
	assert_string_equal(event->op.parts[1].name, "start");
	assert_true(event->op.parts[0].ns + event->op.parts[1].ns <=
		    event->op.end - event->op.start);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

/* The operation is lost, and the instance is there but does not run. */
static struct fake_answer
make_and_forget(void *arg, const struct fake_request *request)
{
	struct bench *bench = arg;

	(void)request;
	fake_incus_add(bench->on.incus, "psc-" FAKE_RUN_ID "-001", "bt", FAKE_RUN_ID, false);
	return (struct fake_answer){ 202, xstrdup(FAKE_ASYNC("lost")) };
}

static void
what_nobody_knows_is_looked_for_and_cleared_away(void **state)
{
	struct bench bench = { 0 };
	const struct fake_row rows[] = {
		{ "POST", "/1.0/instances?*", .times = 1, .fn = make_and_forget, .arg = &bench },
		{ "GET", "/1.0/operations/lost*", .status = 404,
		  .body = FAKE_ERROR("404", "Operation not found") },
		{ 0 },
	};

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 2, .parallel = 1, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(end_of_op(&bench, "launch", 0)->op.state, OP_UNKNOWN);
	assert_int_equal(end_of_op(&bench, "launch", 1)->op.state, OP_OK);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

static void
the_same_failure_again_and_again_ends_the_run(void **state)
{
#define NO_SPACE                                                                                   \
	{ "POST", "/1.0/instances?*", .status = 202, .body = FAKE_ASYNC("bad") },                  \
	{                                                                                          \
		"GET", "/1.0/operations/bad/wait?*",                                               \
			.body = FAKE_ERROR("500", "write: no space left on device")                \
	}
	static const struct fake_row rows[] = { NO_SPACE, { 0 } };
	static const struct fake_row unknown[] = {
		NO_SPACE,
		{ "GET", "/1.0/storage-pools/bt/resources?*", .status = 500, .body = FAKE_ERROR("500", "no figures") },
		{ 0 },
	};
	/* A full pool is the cause where nothing speaks against it. */
	static const struct {
		const struct fake_row *rows;
		const char *why;
	} cases[] = {
		{ rows, "no space, yet free space shown, 5 times in a row: write: no space left on device (" },
		{ unknown, "no space, 5 times in a row: write: no space left on device (" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct bench bench = { 0 };

		fake_run_open(&bench.on, 1, cases[i].rows);
		fake_run_plan(&bench.on, "launch", (struct choices){ .count = 100, .parallel = 2, .rounds = 3 });
		bench.on.plan->chains[0].prime = NO_CELL;
		bench_run(&bench, &at_once);
		/* The fifth ends it; one more may have been in flight. */
		assert_in_range(count_ends(&bench, "launch", OP_FAILED), 5, 6);
		if (strncmp(end_of(&bench)->text, cases[i].why, strlen(cases[i].why)) != 0)
			fail_msg("%s", end_of(&bench)->text);
		assert_clean_end(&bench, END_STOPPED);
		bench_close(&bench);
	}
}

/* "stopping: every launch failed ...": then an x is the second stop, which waits for no settling. */
static void
look_at_our_own_stop(struct bench *bench, const struct event *event)
{
	if (event->type != EV_NOTE || strncmp(event->note.text, "stopping:", strlen("stopping:")) != 0)
		return;
	assert_int_equal(sched_stops(bench->on.sched), 1);
	sched_cancel(bench->on.sched, "enough");
	assert_int_equal(sched_stops(bench->on.sched), 2);
}

static void
two_steps_without_a_success_end_the_run(void **state)
{
	static const struct fake_row rows[] = {
		{ "POST", "/1.0/instances?*", .status = 400,
		  .body = FAKE_ERROR("400", "I will not") },
		{ 0 },
	};
	struct bench bench = { .react = look_at_our_own_stop };

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){ .count = 3, .parallel = 2, .rounds = 5 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(count_ends(&bench, "launch", OP_FAILED), 2 * 3);
	assert_int_equal(count_ends(&bench, "delete", OP_SKIPPED), 3);
	assert_non_null(strstr(end_of(&bench)->text, "I will not"));
	assert_clean_end(&bench, END_STOPPED);
	bench_close(&bench);
}

static void
a_full_pool_ends_the_run(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools/bt/resources?*", .times = 3,
		  .body = FAKE_SYNC("{\"space\":{\"used\":1000,\"total\":10000000}}") },
		{ "GET", "/1.0/storage-pools/bt/resources?*",
		  .body = FAKE_SYNC("{\"space\":{\"used\":9900000,\"total\":10000000}}") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 2, .rounds = 50 });
	bench_run(&bench, &at_once);
	assert_non_null(strstr(end_of(&bench)->text, "left on pool bt"));
	assert_clean_end(&bench, END_STOPPED);
	bench_close(&bench);
}

static void
a_server_that_is_gone_for_a_while_is_waited_for(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/00000002-fake/wait?*", .times = 1, .how = FAKE_GONE,
		  .back_ms = 300 },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 5, rows);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){ .count = 6, .parallel = 3, .rounds = 2 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

/* ---- only what is ours ---- */

static void
foreign_instances_stay(void **state)
{
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	/* The name of one of ours, without our mark; and one of another run. */
	fake_incus_add(bench.on.incus, "psc-" FAKE_RUN_ID "-002", "bt", NULL, true);
	fake_incus_add(bench.on.incus, "psc-0badcafe-001", "bt", "0badcafe", false);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){ .count = 3, .parallel = 1, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(end_of_op(&bench, "launch", 1)->op.state, OP_FAILED);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), 2);
	assert_true(fake_incus_has(bench.on.incus, "psc-" FAKE_RUN_ID "-002"));
	assert_true(fake_incus_has(bench.on.incus, "psc-0badcafe-001"));
	assert_int_equal(fake_incus_count(bench.on.incus), 2);
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", "/1.0/instances/psc-" FAKE_RUN_ID "-002*"), 0);
	assert_int_equal(fake_seen(bench.on.fake, "PUT", "/1.0/instances/psc-" FAKE_RUN_ID "-002*"), 0);
	assert_int_equal(end_of(&bench)->left_behind, 0);
	bench_close(&bench);
}

static void
no_step_touches_what_it_does_not_see_marked(void **state)
{
	/* The list before the first step that needs instances is empty. */
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/instances?*recursion=1*filter*", .times = 1,
		  .body = FAKE_SYNC("[]") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch,stop", (struct choices){ .count = 2, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(count_ends(&bench, "launch", OP_OK), 2);
	assert_int_equal(count_ends(&bench, "stop", OP_SKIPPED), 2);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

/* ---- stopping and pausing ---- */

static void
cancel_at_third_end(struct bench *bench, const struct event *event)
{
	if (event->type == EV_OP_END && event->op.op == 2)
		sched_cancel(bench->on.sched, "enough");
}

static void
after_a_cancel_nothing_begins_and_nothing_is_left(void **state)
{
	struct bench bench = { .react = cancel_at_third_end };
	size_t begun;

	(void)state;
	fake_run_open(&bench.on, 10, NULL);
	fake_run_plan(&bench.on, "launch,delete",
		   (struct choices){ .count = 20, .parallel = 2, .rounds = 3 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	begun = count(&bench, EV_OP_BEGIN);
	assert_in_range(begun, 3, 5);
	assert_int_equal(count(&bench, EV_OP_END), begun);
	assert_int_equal(count(&bench, EV_STEP_END), 1);
	assert_string_equal(end_of(&bench)->text, "enough");
	assert_clean_end(&bench, END_ABORTED);
	model_free(model_of(&bench));
	bench_close(&bench);
}

static void
cancel_twice_at_deleted(struct bench *bench, const struct event *event)
{
	if (event->type != EV_USAGE || event->usage.point != USAGE_DELETED)
		return;
	sched_cancel(bench->on.sched, "enough");
	sched_cancel(bench->on.sched, "enough");
}

static void
a_second_cancel_skips_the_settling(void **state)
{
	static const struct settle_rule never = {
		.every_ns = 5 * NS_PER_MS,
		.flat_ns = FAKE_RUN_PATIENCE_NS * 2,
		.far_ns = FAKE_RUN_PATIENCE_NS * 2,
		.most_ns = FAKE_RUN_PATIENCE_NS * 2,
		.most_shared_ns = FAKE_RUN_PATIENCE_NS * 2,
	};
	struct bench bench = { .react = cancel_twice_at_deleted };

	(void)state;
	fake_run_open(&bench.on, 1, NULL);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 2, .rounds = 2 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &never);
	assert_int_equal(count(&bench, EV_STEP_BEGIN), 1);
	assert_clean_end(&bench, END_ABORTED);
	bench_close(&bench);
}

static void
cancel_thrice_at_second_begin(struct bench *bench, const struct event *event)
{
	if (event->type != EV_OP_BEGIN || event->op.op != 1)
		return;
	for (int i = 0; i < 3; i++)
		sched_cancel(bench->on.sched, "enough");
}

static void
a_third_cancel_leaves_at_once_and_says_what_is_left(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*", .how = FAKE_NEVER },
		{ 0 },
	};
	struct bench bench = { .react = cancel_thrice_at_second_begin };

	(void)state;
	fake_run_open(&bench.on, 1, rows);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 4, .parallel = 2, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(count_ends(&bench, "launch", OP_UNKNOWN), 2);
	assert_int_equal(end_of(&bench)->how, END_ABORTED);
	assert_int_equal(end_of(&bench)->left_behind, 2);
	model_free(model_of(&bench));
	bench_close(&bench);
}

static void
resume(void *arg)
{
	struct bench *bench = arg;

	sched_resume(bench->on.sched);
}

static void
pause_at_second_end(struct bench *bench, const struct event *event)
{
	if (event->type != EV_OP_END || event->op.op != 1)
		return;
	bench->react = NULL;
	sched_pause(bench->on.sched);
	loop_timer_at(bench->on.loop, clock_now_ns() + 100 * NS_PER_MS, resume, bench);
}

static void
nothing_begins_in_a_pause(void **state)
{
	struct bench bench = { .react = pause_at_second_end };
	bool paused = false;

	(void)state;
	fake_run_open(&bench.on, 5, NULL);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 6, .parallel = 2, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	for (size_t i = 0; i < bench.n_told; i++) {
		enum event_type type = bench.told[i]->event.type;

		paused = type == EV_PAUSE || (paused && type != EV_RESUME);
		assert_false(paused && type == EV_OP_BEGIN);
	}
	assert_int_equal(count(&bench, EV_PAUSE), 1);
	assert_int_equal(count(&bench, EV_RESUME), 1);
	assert_int_equal(count_ends(&bench, "launch", OP_OK), 6);
	assert_true(nth(&bench, EV_STEP_END, 0)->step_end.taint & TAINT_PAUSED);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

static void
cancel_in_a_pause(struct bench *bench, const struct event *event)
{
	if (event->type == EV_OP_END)
		sched_pause(bench->on.sched);
	if (event->type == EV_PAUSE)
		sched_cancel(bench->on.sched, "enough");
}

static void
a_pause_does_not_hold_up_a_cancel(void **state)
{
	struct bench bench = { .react = cancel_in_a_pause };

	(void)state;
	fake_run_open(&bench.on, 5, NULL);
	fake_run_plan(&bench.on, "launch", (struct choices){ .count = 6, .parallel = 1, .rounds = 1 });
	bench.on.plan->chains[0].prime = NO_CELL;
	bench_run(&bench, &at_once);
	assert_int_equal(count(&bench, EV_OP_BEGIN), 1);
	assert_clean_end(&bench, END_ABORTED);
	bench_close(&bench);
}

/* ---- more rounds ---- */

static bool
two_rounds_more_once(void *arg)
{
	struct bench *bench = arg;

	if (bench->asked_for_more++ > 0)
		return false;
	bench->on.plan->rounds += 2;
	return true;
}

static void
a_plan_that_gets_more_rounds_goes_on(void **state)
{
	struct bench bench = { .more = two_rounds_more_once };
	unsigned rounds = 0;

	(void)state;
	fake_run_open(&bench.on, 5, NULL);
	fake_run_plan(&bench.on, "create,delete", (struct choices){ .count = 1, .parallel = 1, .rounds = 1 });
	bench_run(&bench, &at_once);
	for (size_t i = 0; nth(&bench, EV_STEP_BEGIN, i); i++)
		rounds |= 1u << nth(&bench, EV_STEP_BEGIN, i)->step_begin.round;
	assert_int_equal(rounds, 7);
	assert_int_equal(bench.asked_for_more, 2);
	assert_int_equal(count_ends(&bench, "create", OP_OK), 3);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

/* ---- a race ---- */

static const struct choices race = {
	.n_pools = 2, .count = 3, .parallel = 2, .rounds = 3, .order = ORDER_RACE
};

static bool
is_prime_step(const struct bench *bench, uint32_t step)
{
	return strcmp(workload_of_step(bench, step), "prime") == 0;
}

static void
a_race_runs_all_pools_at_once_round_by_round(void **state)
{
	struct bench bench = { 0 };
	autofree(model) model = NULL;
	unsigned running = 0, most = 0, round = 0;

	(void)state;
	fake_run_open(&bench.on, 20, NULL);
	fake_run_plan(&bench.on, "launch,delete", race);
	bench_run(&bench, &at_once);
	for (size_t i = 0; i < bench.n_told; i++) {
		const struct event *event = &bench.told[i]->event;

		if (event->type == EV_STEP_BEGIN && !is_prime_step(&bench, event->step_begin.step)) {
			/* The next round begins when nobody is still in this one. */
			if (event->step_begin.round > round)
				assert_int_equal(running, 0);
			assert_true(event->step_begin.round >= round);
			round = event->step_begin.round;
			running++;
		} else if (event->type == EV_STEP_END) {
			bool prime = is_prime_step(&bench, event->step_end.step);

			assert_int_equal(event->step_end.taint & TAINT_RACE, prime ? 0 : TAINT_RACE);
			if (!prime)
				assert_true(isnan(event->step_end.cpu.user));
			running -= !prime;
		}
		most = running > most ? running : most;
	}
	assert_int_equal(most, 2);
	assert_int_equal(round, 2);
	assert_int_equal(count_ends(&bench, "launch", OP_OK), 2 * 3 * 3);
	assert_int_equal(count_ends(&bench, "delete", OP_OK), 2 * 3 * 3);
	assert_clean_end(&bench, END_DONE);
	model = model_of(&bench);
	assert_int_equal(model->ops_ended, model->ops_planned);
	bench_close(&bench);
}

/* One pool is through its chain, and clears away, while the other is at its first step. */
static void
a_lane_clears_away_only_its_own(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/00000000-fake/wait?*", .times = 1, .delay_ms = 400,
		  .body = FAKE_SYNC(FAKE_OP("103", "", "null")) },
		{ 0 },
	};
	struct bench bench = { 0 };
	size_t removed = 0;

	(void)state;
	fake_run_open(&bench.on, 5, rows);
	fake_run_plan(&bench.on, "launch,restart", race);
	for (size_t i = 0; i < bench.on.plan->n_chains; i++)
		bench.on.plan->chains[i].prime = NO_CELL;
	bench_run(&bench, &at_once);
	for (size_t i = 0; nth(&bench, EV_NOTE, i); i++)
		removed += strcmp(nth(&bench, EV_NOTE, i)->note.text, "cleared away: 3") == 0;
	assert_int_equal(removed, 2 * 3);
	assert_int_equal(count_ends(&bench, "launch", OP_OK), 2 * 3 * 3);
	assert_int_equal(count_ends(&bench, "restart", OP_OK), 2 * 3 * 3);
	assert_clean_end(&bench, END_DONE);
	bench_close(&bench);
}

static void
leave_when_both_windows_are_full(struct bench *bench, const struct event *event)
{
	for (int i = 0; i < 3 && event->type == EV_OP_BEGIN && count(bench, EV_OP_BEGIN) == 4; i++)
		sched_cancel(bench->on.sched, "enough");
}

static void
a_race_can_be_cancelled(void **state)
{
	static const struct fake_row never[] = {
		{ "GET", "/1.0/operations/*", .how = FAKE_NEVER },
		{ 0 },
	};
	static const struct {
		void (*react)(struct bench *bench, const struct event *event);
		const struct fake_row *rows;
		size_t left;
	} rows[] = {
		{ cancel_at_third_end, NULL, 0 },
		{ leave_when_both_windows_are_full, never, 4 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct bench bench = { .react = rows[i].react };

		fake_run_open(&bench.on, 5, rows[i].rows);
		fake_run_plan(&bench.on, "launch,delete", race);
		for (size_t k = 0; k < bench.on.plan->n_chains; k++)
			bench.on.plan->chains[k].prime = NO_CELL;
		bench_run(&bench, &at_once);
		assert_int_equal(end_of(&bench)->how, END_ABORTED);
		assert_int_equal(end_of(&bench)->left_behind, rows[i].left);
		/* What is under way may still come to be. */
		assert_true(fake_incus_count(bench.on.incus) <= rows[i].left);
		assert_int_equal(count(&bench, EV_STEP_BEGIN), count(&bench, EV_STEP_END));
		bench_close(&bench);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_is_full_and_never_fuller),
		cmocka_unit_test(a_run_tells_every_step_and_leaves_nothing),
		cmocka_unit_test(rounds_take_their_turns_as_the_seed_says),
		cmocka_unit_test(no_name_is_used_twice),
		cmocka_unit_test(usage_points_come_in_their_order),
		cmocka_unit_test(a_pool_is_waited_for_until_it_rests),
		cmocka_unit_test(a_pool_where_others_write_is_waited_for_in_full_once),
		cmocka_unit_test(unknown_usage_is_told_as_unknown),
		cmocka_unit_test(an_image_is_made_ready_once),
		cmocka_unit_test(a_failure_inside_http_200_is_a_failure),
		cmocka_unit_test(launch_in_two_requests_has_two_spans),
		cmocka_unit_test(what_nobody_knows_is_looked_for_and_cleared_away),
		cmocka_unit_test(the_same_failure_again_and_again_ends_the_run),
		cmocka_unit_test(two_steps_without_a_success_end_the_run),
		cmocka_unit_test(a_full_pool_ends_the_run),
		cmocka_unit_test(a_server_that_is_gone_for_a_while_is_waited_for),
		cmocka_unit_test(foreign_instances_stay),
		cmocka_unit_test(no_step_touches_what_it_does_not_see_marked),
		cmocka_unit_test(after_a_cancel_nothing_begins_and_nothing_is_left),
		cmocka_unit_test(a_second_cancel_skips_the_settling),
		cmocka_unit_test(a_third_cancel_leaves_at_once_and_says_what_is_left),
		cmocka_unit_test(nothing_begins_in_a_pause),
		cmocka_unit_test(a_pause_does_not_hold_up_a_cancel),
		cmocka_unit_test(a_plan_that_gets_more_rounds_goes_on),
		cmocka_unit_test(a_race_runs_all_pools_at_once_round_by_round),
		cmocka_unit_test(a_lane_clears_away_only_its_own),
		cmocka_unit_test(a_race_can_be_cancelled),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
