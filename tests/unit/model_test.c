#include "story.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const one[] = { "btrfs", NULL };
static const char *const two[] = { "btrfs", "dir", NULL };

static void
the_header_comes_first_and_once(void **state)
{
	struct story story = { .model = model_new() };
	struct event header = { .type = EV_HEADER,
				.header = story_header(story_plan(one, 1, 0, 1)) };
	struct event second = { .type = EV_HEADER,
				.header = story_header(story_plan(one, 1, 0, 1)) };
	struct event empty = { .type = EV_HEADER };

	(void)state;
	assert_int_equal(story_try(&story, (struct event){ .type = EV_PAUSE }), -1);
	assert_int_equal(model_apply(story.model, &empty, &story.err), -1);
	assert_int_equal(story.model->state, MODEL_EMPTY);
	assert_int_equal(model_apply(story.model, &header, &story.err), 0);
	assert_null(header.header);
	assert_int_equal(story.model->state, MODEL_RUNNING);
	assert_int_equal(story.model->ops_planned, 3); /* prime, launch, delete */
	assert_int_equal(model_apply(story.model, &second, &story.err), -1);
	assert_string_equal(story.err.text, "header: a second one");
	assert_non_null(second.header);
	event_wipe(&second);
	model_free(story.model);
}

static void
warm_up_is_shown_and_not_counted(void **state)
{
	struct story story = story_begin(one, 3, 1, 2);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];

	(void)state;
	story_step(&story, STORY_LAUNCH(0), 0, 3, 900);
	assert_int_equal(cell->last, 900 * MS);
	assert_int_equal(cell->recent.count, 3);
	assert_int_equal(story.model->ops_ended, 3);
	assert_int_equal(story.model->ended[OP_OK], 3);
	assert_true(story.model->steps[0].warmup);
	assert_int_equal(story.model->steps[0].count[OP_OK], 3);
	assert_int_equal(cell->count[OP_OK], 0);
	assert_int_equal(cell->latency.n, 0);
	assert_int_equal(cell->n_makespans, 0);

	story_step(&story, STORY_LAUNCH(0), 1, 3, 100);
	story_step(&story, STORY_LAUNCH(0), 2, 3, 200);
	assert_int_equal(cell->count[OP_OK], 6);
	assert_int_equal(hist_median(&cell->latency), 150 * MS);
	assert_int_equal(cell->latency.max, 200 * MS);
	assert_int_equal(cell->n_makespans, 2);
	assert_int_equal(cell->makespans[0], 300 * MS);
	assert_int_equal(cell->makespans[1], 600 * MS);
	assert_int_equal(cell->makespan_rounds[0], 1);
	assert_int_equal(cell->makespan_rounds[1], 2);
	assert_true(cell->ok_per_s_ops == 6);
	assert_true(fabs(cell->ok_per_s_seconds - 0.9) < 1e-12);
	assert_int_equal(cell->recent.count, 9);
	assert_true(series_back(&cell->recent, 0) == 200 * (double)MS);
	model_free(story.model);
}

static void
a_prime_counts_although_its_round_is_the_first(void **state)
{
	struct story story = story_begin(one, 3, 1, 2);
	const struct model_cell *cell = &story.model->cells[STORY_PRIME(0)];

	(void)state;
	story_step(&story, STORY_PRIME(0), 0, 1, 2500);
	assert_false(story.model->steps[0].warmup);
	assert_int_equal(cell->count[OP_OK], 1);
	assert_int_equal(cell->makespans[0], 2500 * MS);
	model_free(story.model);
}

static void
only_what_was_ok_is_in_a_timing(void **state)
{
	/* clang-format off */
	static const struct { enum op_state how; bool error; } rows[] = {
		{ OP_FAILED, true }, { OP_REFUSED, true }, { OP_UNKNOWN, true }, { OP_SKIPPED, false },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(one, 2, 0, 1);
		const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
		uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 2);
		struct event event;

		story.t = 400 * MS;
		event = story_op(&story, step, 0, rows[i].how, 300 * MS);
		event.op.text = (char *)"no space left";
		story_tell(&story, event);
		event.op.text = (char *)"a later one";
		story.t = 500 * MS;
		story_tell(&story, story_op(&story, step, 1, OP_OK, 500 * MS));
		story_tell(&story, story_end_of(&story, step, 0));

		assert_int_equal(cell->count[rows[i].how], 1);
		assert_int_equal(cell->count[OP_OK], 1);
		assert_int_equal(cell->latency.n, 1);
		assert_int_equal(cell->latency.min, 500 * MS);
		assert_int_equal(cell->recent.count, 1);
		assert_int_equal(cell->n_makespans, 0); /* not every op was OK */
		assert_true(cell->ok_per_s_ops == 1);
		assert_true(cell->ok_per_s_seconds == 0.5);
		if (rows[i].error)
			assert_string_equal(cell->first_error, "no space left");
		else
			assert_null(cell->first_error);
		model_free(story.model);
	}
}

static void
a_step_without_success_is_in_no_rate(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);

	(void)state;
	story.t = 700 * MS;
	story_tell(&story, story_op(&story, step, 0, OP_FAILED, 700 * MS));
	story_tell(&story, story_end_of(&story, step, 0));
	assert_true(cell->ok_per_s_seconds == 0);
	assert_int_equal(cell->last, UNKNOWN);
	assert_int_equal(cell->bytes, UNKNOWN);
	model_free(story.model);
}

/* Of other tools' runs there are only steps. */
static void
a_step_without_ops_has_its_makespan(void **state)
{
	struct story story = story_begin(one, 500, 0, 1);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 500);
	struct event end;

	(void)state;
	story.t = 41816 * MS;
	end = story_end_of(&story, step, 0);
	end.step_end.count[OP_OK] = 500;
	story_tell(&story, end);
	assert_int_equal(cell->count[OP_OK], 500);
	assert_int_equal(cell->latency.n, 0);
	assert_int_equal(cell->makespans[0], 41816 * MS);
	assert_int_equal(story.model->ops_ended, 500);
	model_free(story.model);
}

/* incus-benchmark's report does not say how many instances there were. */
static void
a_step_of_untold_ops_has_its_makespan(void **state)
{
	struct story story = story_begin(one, 0, 0, 2);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 0);
	struct event end;

	(void)state;
	story.t = 9557 * MS;
	story_tell(&story, story_end_of(&story, step, 0));
	assert_int_equal(cell->n_makespans, 1);
	assert_int_equal(cell->makespans[0], 9557 * MS);
	assert_true(cell->ok_per_s_seconds == 0);

	step = story_step_begin(&story, STORY_LAUNCH(0), 1, 0);
	end = story_end_of(&story, step, 0);
	end.step_end.start = end.step_end.end = UNKNOWN;
	story_tell(&story, end);
	assert_int_equal(cell->n_makespans, 1);
	model_free(story.model);
}

static void
a_rate_that_is_told_is_kept(void **state)
{
	static const uint64_t told[] = { UNKNOWN, 0, 430000000, 450000000 };
	struct story story = story_begin(one, 1, 0, 4);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];

	(void)state;
	for (unsigned i = 0; i < COUNTOF(told); i++) {
		uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), i, 1);
		struct event end = story_end_of(&story, step, UNKNOWN);

		end.step_end.end = UNKNOWN;
		end.step_end.rate = told[i];
		story_tell(&story, end);
	}
	assert_int_equal(cell->n_rates, 2);
	assert_true(cell->rates == 880e6);
	assert_int_equal(cell->n_makespans, 0);
	model_free(story.model);
}

static void
what_does_not_fit_is_refused_and_changes_nothing(void **state)
{
	/* Step 0 (launch, 2 ops, one of them ok) runs, step 1 has ended. */
	struct cpu_seconds no_cpu = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	/* clang-format off */
	const struct { struct event event; const char *why; } rows[] = {
		{ { .type = EV_STEP_BEGIN, .step_begin = { 7, 0, 0, 1 } }, "step_begin: step 7, and the next one is 2" },
		{ { .type = EV_STEP_BEGIN, .step_begin = { 1, 0, 0, 1 } }, "step_begin: step 1, and the next one is 2" },
		{ { .type = EV_STEP_BEGIN, .step_begin = { 2, 3, 0, 1 } }, "step_begin: cell 3, and there are 3" },
		{ { .type = EV_STEP_BEGIN, .step_begin = { 2, SIZE_MAX, 0, 1 } },
		  "step_begin: cell 18446744073709551615, and there are 3" },
		{ { .type = EV_STEP_BEGIN, .step_begin = { 2, 0, 3, 1 } }, "step_begin: round 3, and there are 3" },
		{ { .type = EV_OP_BEGIN, .op = { .step = 5 } }, "op_begin: step 5 has not begun" },
		{ { .type = EV_OP_BEGIN, .op = { .step = 1 } }, "op_begin: step 1 has ended" },
		{ { .type = EV_OP_BEGIN, .op = { .op = 2 } }, "op_begin: op 2 of step 0, which has 2" },
		{ { .type = EV_OP_BEGIN, .op = { .op = 1 } }, "op_begin: op 1 of step 0 begins twice" },
		{ { .type = EV_OP_PROGRESS, .op = { .step = 9 } }, "op_progress: step 9 has not begun" },
		{ { .type = EV_OP_END, .op = { .step = 2 } }, "op_end: step 2 has not begun" },
		{ { .type = EV_OP_END, .op = { .step = 1, .op = 0 } }, "op_end: step 1 has ended" },
		{ { .type = EV_OP_END, .op = { .op = 1, .start = 9, .end = 8 } },
		  "op_end: op 1 of step 0 is ok, but not its times" },
		{ { .type = EV_OP_END, .op = { .op = 1, .start = UNKNOWN, .end = UNKNOWN } },
		  "op_end: op 1 of step 0 is ok, but not its times" },
		{ { .type = EV_STEP_END, .step_end = { .step = 4 } }, "step_end: step 4 has not begun" },
		{ { .type = EV_STEP_END, .step_end = { .step = 1 } }, "step_end: step 1 has ended" },
		{ { .type = EV_STEP_END, .step_end = { .count = { 0, 1 }, .cpu = no_cpu } },
		  "step_end: 0 ops ok, and 1 were seen" },
		{ { .type = EV_STEP_END, .step_end = { .count = { 1, 2 }, .cpu = no_cpu } },
		  "step_end: 3 ops have ended, and it has 2" },
		{ { .type = EV_STEP_END, .step_end = { .count = { 2 }, .start = 9, .end = 8, .cpu = no_cpu } },
		  "step_end: step 0 ends before its start" },
		{ { .type = EV_USAGE, .usage = { .target = 1 } }, "usage: target 1, and there are 1" },
		{ { .type = EV_SETTLING, .settling = { .target = 1 } },
		  "settling: target 1, and there are 1" },
		{ { .type = EV_SETTLE, .settle = { .target = 1 } }, "settle: target 1, and there are 1" },
		{ { .type = EV_TICK, .tick = { .n_cores = TICK_CORES + 1 } },
		  "tick: 65 cores and 0 disks, more than 64 and 8" },
		{ { .type = EV_TICK, .tick = { .n_disks = TICK_DISKS + 1 } },
		  "tick: 0 cores and 9 disks, more than 64 and 8" },
		{ { .type = EV_RESUME }, "resume: nothing is paused" },
		{ { .type = EV_EXTEND, .extend = { 1 } }, "extend: to 1 rounds, from 2" },
		{ { .type = EV_EXTEND, .extend = { PLAN_ROUNDS_MAX + 1 } }, "extend: to 1001 rounds, from 2" },
	};
	/* clang-format on */
	struct story story = story_begin(one, 2, 1, 2);
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 2);
	uint64_t revision;

	(void)state;
	story_op_begin(&story, step, 0);
	story_op_begin(&story, step, 1);
	story_step(&story, STORY_DELETE(0), 0, 2, 5);
	story_tell(&story, story_op(&story, step, 0, OP_OK, 1));
	revision = story.model->revision;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct event event = rows[i].event;

		event.t = story.t + 1000;
		if (model_apply(story.model, &event, &story.err) != -1)
			fail_msg("taken: %s", rows[i].why);
		assert_string_equal(story.err.text, rows[i].why);
	}
	assert_int_equal(story.model->revision, revision);
	assert_int_equal(story.model->now, story.t);
	assert_int_equal(story.model->n_steps, 2);
	assert_int_equal(story.model->ops_ended, 3);
	assert_int_equal(story.model->n_in_flight, 1);
	assert_int_equal(story.model->n_running, 1);
	assert_int_equal(story.model->plan->rounds, 2);
	model_free(story.model);
}

static void
more_ops_than_the_step_has_are_refused(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);

	(void)state;
	story.t = 5;
	story_tell(&story, story_op(&story, step, 0, OP_OK, 5));
	assert_int_equal(story_try(&story, story_op(&story, step, 0, OP_OK, 5)), -1);
	assert_int_equal(story.model->cells[STORY_LAUNCH(0)].latency.n, 1);
	model_free(story.model);
}

static void
nothing_begins_after_the_end(void **state)
{
	struct story story = story_begin(one, 2, 0, 1);
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 2);
	struct event end = { .type = EV_END, .end = { END_ABORTED, (char *)"the person", 1 } };

	(void)state;
	story_op_begin(&story, step, 0);
	story_tell(&story, end);
	assert_int_equal(story.model->state, MODEL_ENDED);
	assert_int_equal(story.model->end.how, END_ABORTED);
	assert_string_equal(story.model->end.text, "the person");
	assert_int_equal(story.model->end.left_behind, 1);
	assert_null(model_current_step(story.model));
	assert_int_equal(story.model->n_in_flight_all, 0);
	assert_int_equal(story_try(&story, end), -1);
	assert_int_equal(story_try(&story, (struct event){ .type = EV_PAUSE }), -1);
	assert_int_equal(story_try(&story, (struct event){ .type = EV_STEP_BEGIN,
							   .step_begin = { 1, 0, 0, 1 } }),
			 -1);
	model_free(story.model);
}

static void
elapsed_leaves_out_pauses(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);

	(void)state;
	story.t = 100;
	story_tell(&story, (struct event){ .type = EV_PAUSE });
	assert_int_equal(story_try(&story, (struct event){ .type = EV_PAUSE }), -1);
	story.t = 300;
	story_tell(&story, (struct event){ .type = EV_NOTE });
	assert_int_equal(model_elapsed(story.model), 100);
	story_tell(&story, (struct event){ .type = EV_RESUME });
	story.t = 350;
	story_tell(&story, (struct event){ .type = EV_NOTE });
	assert_int_equal(model_elapsed(story.model), 150);
	story.t = 20; /* an event that was overtaken */
	story_tell(&story, (struct event){ .type = EV_NOTE });
	assert_int_equal(story.model->now, 350);

	story.t = 400;
	story_tell(&story, (struct event){ .type = EV_PAUSE });
	story.t = 500;
	story_tell(&story, (struct event){ .type = EV_END });
	story.t = 600;
	story_tell(&story, (struct event){ .type = EV_NOTE });
	assert_int_equal(model_elapsed(story.model), 200);
	model_free(story.model);
}

static void
rounds_are_added_after_the_end(void **state)
{
	struct story story = story_begin(one, 2, 1, 1);
	const struct model *model = story.model;

	(void)state;
	story_step(&story, STORY_LAUNCH(0), 1, 2, 10);
	story.t = 1000 * MS;
	story_tell(&story, (struct event){ .type = EV_END });
	assert_int_equal(model->ops_planned, 1 + 2 * 2 * 2);
	story.t = 9000 * MS;
	story_tell(&story, (struct event){ .type = EV_EXTEND, .extend = { 4 } });
	assert_int_equal(model->state, MODEL_RUNNING);
	assert_int_equal(model->ops_planned, 1 + 2 * 2 * 5);
	story.t = 9500 * MS;
	story_step(&story, STORY_LAUNCH(0), 4, 2, 250);
	assert_int_equal(model_elapsed(model), 2000 * MS);
	assert_int_equal(model->cells[STORY_LAUNCH(0)].n_makespans, 2);
	model_free(story.model);
}

static void
a_torn_recording_goes_on_where_it_broke_off(void **state)
{
	struct story story = story_begin(one, 2, 0, 1);

	(void)state;
	story_op_begin(&story, story_step_begin(&story, STORY_LAUNCH(0), 0, 2), 0);
	story_tell(&story, (struct event){ .type = EV_EXTEND, .extend = { 2 } });
	assert_null(model_current_step(story.model));
	assert_int_equal(story.model->n_in_flight, 0);
	story_step(&story, STORY_LAUNCH(0), 1, 2, 10);
	model_free(story.model);
}

static void
the_log_keeps_the_newest(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	const struct model *model = story.model;
	char text[16];

	(void)state;
	for (unsigned i = 0; i < MODEL_LOG_LINES + 5; i++) {
		snprintf(text, sizeof(text), "line %u", i);
		story.t = i;
		story_tell(&story, (struct event){ .type = EV_NOTE, .note = { i % 3, text } });
	}
	assert_int_equal(model->log_count, MODEL_LOG_LINES);
	assert_int_equal(model->log_dropped, 5);
	assert_string_equal(model_log_line(model, 0)->text, "line 5");
	assert_int_equal(model_log_line(model, 0)->t, 5);
	assert_int_equal(model_log_line(model, 0)->level, 5 % 3);
	snprintf(text, sizeof(text), "line %u", MODEL_LOG_LINES + 4);
	assert_string_equal(model_log_line(model, MODEL_LOG_LINES - 1)->text, text);
	assert_int_equal(model->warnings + model->failures, (MODEL_LOG_LINES + 5) * 2 / 3);
	model_free(story.model);
}

static void
long_texts_are_cut_between_characters(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	char text[3 * MODEL_TEXT + 1];
	const char *kept;

	(void)state;
	for (size_t i = 0; i < MODEL_TEXT; i++)
		memcpy(text + 3 * i, "\xe2\x82\xac", 4);
	story_tell(&story, (struct event){ .type = EV_NOTE, .note = { NOTE_INFO, text } });
	kept = model_log_line(story.model, 0)->text;
	assert_int_equal(strlen(kept), MODEL_TEXT / 3 * 3);
	model_free(story.model);
}

static void
the_log_tells_steps_and_ops(void **state)
{
	static const char *const want[] = {
		"warm-up 1 of 1: launch on btrfs",
		"launch btrfs psc-000: ok, 2.40 s (create 0.950 s, start 1.45 s)",
		"launch btrfs psc-001: failed, no space left",
		"launch btrfs op 2: unknown",
		"round 1 of 2: launch on btrfs",
		"paused",
		"resumed",
		"btrfs settled after 1.20 s",
		"use of btrfs still changed after 30.0 s",
		"aborted: enough",
	};
	struct story story = story_begin(one, 3, 1, 2);
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 3);
	struct event event;

	(void)state;
	story_op_begin(&story, step, 0);
	story_op_begin(&story, step, 1);
	story.t = 2400 * MS;
	event = story_op(&story, step, 0, OP_OK, 2400 * MS);
	event.op.n_parts = 2;
	event.op.parts[0] = (struct op_part){ "create", 950 * MS };
	event.op.parts[1] = (struct op_part){ "start", 1450 * MS };
	story_tell(&story, event);
	event = story_op(&story, step, 1, OP_FAILED, 10);
	event.op.text = (char *)"no space left";
	story_tell(&story, event);
	story_tell(&story, story_op(&story, step, 2, OP_UNKNOWN, 10));
	story_tell(&story, story_end_of(&story, step, 0));
	story_step_begin(&story, STORY_LAUNCH(0), 1, 3);
	story_tell(&story, (struct event){ .type = EV_PAUSE });
	story_tell(&story, (struct event){ .type = EV_RESUME });
	story_tell(&story,
		   (struct event){ .type = EV_SETTLE, .settle = { 0, 1, 1200 * MS, true } });
	story_tell(&story,
		   (struct event){ .type = EV_SETTLE, .settle = { 0, 1, 30000 * MS, false } });
	story_tell(&story,
		   (struct event){ .type = EV_END, .end = { END_ABORTED, (char *)"enough", 0 } });

	assert_int_equal(story.model->log_count, COUNTOF(want));
	for (size_t i = 0; i < COUNTOF(want); i++)
		assert_string_equal(model_log_line(story.model, i)->text, want[i]);
	assert_int_equal(model_log_line(story.model, 2)->level, NOTE_ERROR);
	assert_int_equal(model_log_line(story.model, 3)->level, NOTE_WARN);
	model_free(story.model);
}

/* What a person asked for is none. */
static void
an_end_is_a_failure_where_nobody_wished_it(void **state)
{
	static const struct {
		enum run_end how;
		enum note_level level;
	} rows[] = {
		{ END_DONE, NOTE_INFO },
		{ END_ABORTED, NOTE_INFO },
		{ END_STOPPED, NOTE_ERROR },
		{ END_FAILED, NOTE_ERROR },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(one, 1, 0, 1);
		size_t last;

		story_tell(&story, (struct event){ .type = EV_END, .end = { .how = rows[i].how } });
		last = story.model->log_count - 1;
		assert_int_equal(model_log_line(story.model, last)->level, rows[i].level);
		model_free(story.model);
	}
}

static struct env_pool pools_of_three[] = { { .name = (char *)"btrfs" },
					    { .name = (char *)"tank" },
					    { .name = (char *)"vg0" } };
static const struct env_server three = { .name = (char *)"local", .pools = pools_of_three, .n_pools = 3 };

static void
give_server(struct env *env, const struct env_server *server)
{
	env->servers = xcalloc(1, sizeof(*env->servers));
	env->n_servers = 1;
	env_server_copy(server, &env->servers[0]);
}

/* One that the header does not tell of has what is free. */
static void
a_pool_has_its_mark_in_every_plan(void **state)
{
	static const struct {
		const char *pools[4];
		unsigned marks[3];
	} rows[] = {
		{ { "btrfs", "tank", "vg0" }, { 0, 1, 2 } },
		{ { "vg0", "btrfs" }, { 2, 0 } },
		{ { "tank" }, { 1 } },
		{ { "/mnt/b", "vg0", "/mnt/a" }, { 0, 2, 1 } },
		{ { "vg0", "/mnt/b", "btrfs" }, { 2, 1, 0 } },
		{ { "/mnt/b", "/mnt/a" }, { 0, 1 } },
	};
	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = { .model = model_new() };
		struct event_header *header = story_header(story_plan(rows[i].pools, 3, 0, 1));

		give_server(&header->env, &three);
		story_tell(&story, (struct event){ .type = EV_HEADER, .header = header });
		for (size_t k = 0; rows[i].pools[k]; k++)
			assert_int_equal(story.model->targets[k].mark, rows[i].marks[k]);
		model_free(story.model);
	}
}

/* The first and the eleventh pool of a server would look alike. */
static void
pools_of_a_plan_look_different(void **state)
{
	static struct env_pool pools[11];
	static const struct env_server server = { .name = (char *)"local", .pools = pools, .n_pools = 11 };
	static char names[11][4];
	static const char *const ends[] = { "p0", "p10", NULL };
	const char *all[12] = { NULL };
	struct story story = { .model = model_new() }, many = { .model = model_new() };
	struct event_header *header = story_header(story_plan(ends, 3, 0, 1)), *of_all;

	(void)state;
	for (size_t i = 0; i < 11; i++) {
		snprintf(names[i], sizeof(names[i]), "p%zu", i);
		pools[i] = (struct env_pool){ .name = names[i] };
		all[i] = names[i];
	}
	give_server(&header->env, &server);
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = header });
	assert_int_equal(story.model->targets[0].mark, 0);
	assert_int_equal(story.model->targets[1].mark, 1);
	of_all = story_header(story_plan(all, 3, 0, 1));
	give_server(&of_all->env, &server);
	story_tell(&many, (struct event){ .type = EV_HEADER, .header = of_all });
	assert_int_equal(many.model->targets[9].mark, 9);
	assert_int_equal(many.model->targets[10].mark, 10);
	model_free(story.model);
	model_free(many.model);
}

/* Its second member's pool of the same name is told apart all the same. */
static void
members_of_a_cluster_have_marks_of_their_own(void **state)
{
	struct story story = { .model = model_new() };
	struct event_header *header = story_header(story_plan(one, 3, 0, 1));

	(void)state;
	give_server(&header->env, &three);
	plan_add_target(header->plan, "local", "second", "btrfs", "btrfs");
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = header });
	assert_int_equal(story.model->targets[0].mark, 0);
	assert_int_equal(story.model->targets[1].mark, 1);
	model_free(story.model);
}

/* Where others write it is no warning that the use does not come to rest. */
static void
settling_is_told_from_its_begin_to_its_end(void **state)
{
	static const struct {
		enum pool_shared shared;
		bool settled;
		size_t warnings;
		const char *says;
	} rows[] = {
		{ SHARED_NO, true, 0, "btrfs settled after 5.00 s" },
		{ SHARED_UNKNOWN, false, 1, "use of btrfs still changed after 5.00 s" },
		{ SHARED_YES, false, 0, "use of btrfs still changed after 5.00 s: others write here too" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct env_pool pool = { .name = (char *)"btrfs", .shared = rows[i].shared };
		struct env_server server = { .name = (char *)"local", .pools = &pool, .n_pools = 1 };
		struct story story = story_begin(one, 3, 1, 2);
		struct env *env = &story.model->header->env;
		const struct model_target *target = &story.model->targets[0];

		env->servers = &server;
		env->n_servers = 1;
		assert_false(target->settling);
		story_tell(&story, (struct event){ .type = EV_SETTLING, .settling = { 0, 1 } });
		assert_true(target->settling);
		story_tell(&story, (struct event){ .type = EV_SETTLE,
						   .settle = { 0, 1, 5000 * MS, rows[i].settled } });
		assert_false(target->settling);
		assert_int_equal(story.model->warnings, rows[i].warnings);
		assert_string_equal(model_log_line(story.model, 0)->text, rows[i].says);
		story_tell(&story, (struct event){ .type = EV_SETTLING, .settling = { 0, 2 } });
		story_tell(&story, (struct event){ .type = EV_END });
		assert_false(target->settling);
		env->servers = NULL;
		env->n_servers = 0;
		model_free(story.model);
	}
}

static void
in_flight_is_listed_in_order(void **state)
{
	struct story story = story_begin(one, 4, 0, 1);
	const struct model *model = story.model;
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 4);
	struct event progress = { .type = EV_OP_PROGRESS, .op = { .step = step, .op = 2 } };

	(void)state;
	for (uint32_t op = 0; op < 4; op++) {
		story.t = op;
		story_op_begin(&story, step, op);
	}
	progress.op.text = (char *)"unpacking: 40 %";
	story_tell(&story, progress);
	story_tell(&story, story_op(&story, step, 1, OP_OK, 1));
	assert_int_equal(model->n_in_flight, 3);
	assert_string_equal(model->in_flight[0].name, "psc-000");
	assert_string_equal(model->in_flight[1].name, "psc-002");
	assert_string_equal(model->in_flight[1].progress, "unpacking: 40 %");
	assert_int_equal(model->in_flight[1].start, 2);
	assert_string_equal(model->in_flight[2].name, "psc-003");
	story_tell(&story, progress);
	progress.op.op = 1; /* of one that has landed: late, and no harm */
	story_tell(&story, progress);
	assert_int_equal(model->n_in_flight_all, 3);
	model_free(story.model);
}

static void
in_flight_beyond_the_room_is_counted(void **state)
{
	enum { N = MODEL_IN_FLIGHT + 44 };
	struct story story = story_begin(one, N, 0, 1);
	const struct model *model = story.model;
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, N);

	(void)state;
	for (uint32_t op = 0; op < N; op++)
		story_op_begin(&story, step, op);
	assert_int_equal(model->n_in_flight, MODEL_IN_FLIGHT);
	assert_int_equal(model->n_in_flight_all, N);
	story.t = 1;
	story_tell(&story, story_op(&story, step, N - 1, OP_OK, 1));
	assert_int_equal(model->n_in_flight, MODEL_IN_FLIGHT);
	assert_int_equal(model->n_in_flight_all, N - 1);
	story_tell(&story, story_op(&story, step, 0, OP_OK, 1));
	assert_int_equal(model->n_in_flight, MODEL_IN_FLIGHT - 1);
	assert_int_equal(model->n_in_flight_all, N - 2);
	story_tell(&story, story_end_of(&story, step, 0));
	assert_int_equal(model->n_in_flight, 0);
	assert_int_equal(model->n_in_flight_all, 0);
	model_free(story.model);
}

static void
a_race_has_several_steps_at_once(void **state)
{
	struct story story = story_begin(two, 1, 0, 1);
	const struct model *model = story.model;
	uint32_t a = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	uint32_t b = story_step_begin(&story, STORY_LAUNCH(1), 0, 1);

	(void)state;
	story_op_begin(&story, a, 0);
	story_op_begin(&story, b, 0);
	assert_ptr_equal(model_current_step(model), &model->steps[b]);
	story_tell(&story, story_end_of(&story, b, 0));
	assert_ptr_equal(model_current_step(model), &model->steps[a]);
	assert_int_equal(model->n_in_flight, 1);
	assert_int_equal(model->n_in_flight_all, 1);
	story_tell(&story, story_end_of(&story, a, 0));
	assert_null(model_current_step(model));
	model_free(story.model);
}

static void
parts_are_told_apart_by_name(void **state)
{
	struct story story = story_begin(one, 2, 0, 1);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 2);
	struct event event;

	(void)state;
	story.t = 100;
	event = story_op(&story, step, 0, OP_OK, 100);
	event.op.bytes = 7;
	event.op.n_parts = 2;
	event.op.parts[0] = (struct op_part){ "create", 60 };
	event.op.parts[1] = (struct op_part){ "start", 40 };
	story_tell(&story, event);
	event.op.op = 1;
	event.op.n_parts = 3;
	event.op.parts[0] = (struct op_part){ "start", 20 };
	event.op.parts[1] = (struct op_part){ "ready", 5 };
	event.op.parts[2] = (struct op_part){ "fourth", 9 }; /* no room for it */
	story_tell(&story, event);
	assert_int_equal(cell->n_parts, 3);
	assert_string_equal(cell->part_name[0], "create");
	assert_string_equal(cell->part_name[1], "start");
	assert_string_equal(cell->part_name[2], "ready");
	assert_int_equal(cell->part[0].n, 1);
	assert_int_equal(cell->part[1].n, 2);
	assert_int_equal(cell->part[1].max, 40);
	assert_int_equal(cell->part[2].n, 1);
	assert_int_equal(cell->bytes, 14);
	model_free(story.model);
}

static void
cpu_is_summed_where_it_is_known(void **state)
{
	struct story story = story_begin(one, 1, 0, 2);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	uint32_t step;
	struct event end;

	(void)state;
	step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	story_tell(&story, story_end_of(&story, step, 0)); /* too short: unknown */
	assert_int_equal(cell->n_cpu, 0);
	step = story_step_begin(&story, STORY_LAUNCH(0), 1, 1);
	end = story_end_of(&story, step, 0);
	end.step_end.cpu = (struct cpu_seconds){ 1.5, 2.5, 0.25, 0.5, 0, 0.01, NAN, 20 };
	end.step_end.taint = TAINT_STEAL;
	story_tell(&story, end);
	assert_int_equal(cell->n_cpu, 1);
	assert_true(cell->cpu.user == 1.5 && cell->cpu.system == 2.5 && cell->cpu.irq == 0.5);
	assert_true(isnan(cell->cpu.server));
	assert_int_equal(cell->taint, TAINT_STEAL);
	model_free(story.model);
}

static void
a_recording_is_read_whole(void **state)
{
	char path[] = "model_test.XXXXXX";
	int fd = mkstemp(path);
	FILE *file = fdopen(fd, "w");
	struct event header = { .type = EV_HEADER,
				.header = story_header(story_plan(one, 1, 0, 1)) };
	const struct event lines[] = {
		{ .type = EV_STEP_BEGIN, .t = 5, .step_begin = { 0, STORY_LAUNCH(0), 0, 1 } },
		{ .type = EV_OP_END,
		  .t = 9,
		  .op = { .state = OP_OK, .start = 5, .end = 9, .bytes = UNKNOWN } },
		{ .type = EV_STEP_END,
		  .t = 10,
		  .step_end = { .start = 5, .end = 9, .count = { 1 } } },
		{ .type = EV_STEP_END,
		  .t = 11,
		  .step_end = { .start = 5, .end = 9, .count = { 1 } } },
	};
	autobuf text = { 0 };
	struct model *model;
	struct err err;

	(void)state;
	assert_non_null(file);
	event_format(&header, &text);
	buf_putc(&text, '\n');
	event_wipe(&header);
	for (size_t i = 0; i < 3; i++) {
		event_format(&lines[i], &text);
		buf_putc(&text, '\n');
	}
	fputs(buf_text(&text), file);
	fflush(file);
	model = model_load(path, &err);
	assert_non_null(model);
	assert_int_equal(model->cells[STORY_LAUNCH(0)].makespans[0], 4);
	assert_int_equal(model->now, 10);
	model_free(model);

	buf_clear(&text);
	event_format(&lines[3], &text);
	fprintf(file, "%s\n", buf_text(&text));
	fclose(file);
	assert_null(model_load(path, &err));
	assert_non_null(strstr(err.text, ":5: step_end: step 0 has ended"));
	assert_null(model_load("does/not/exist", &err));
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_header_comes_first_and_once),
		cmocka_unit_test(warm_up_is_shown_and_not_counted),
		cmocka_unit_test(a_prime_counts_although_its_round_is_the_first),
		cmocka_unit_test(only_what_was_ok_is_in_a_timing),
		cmocka_unit_test(a_step_without_success_is_in_no_rate),
		cmocka_unit_test(a_step_without_ops_has_its_makespan),
		cmocka_unit_test(a_step_of_untold_ops_has_its_makespan),
		cmocka_unit_test(a_rate_that_is_told_is_kept),
		cmocka_unit_test(what_does_not_fit_is_refused_and_changes_nothing),
		cmocka_unit_test(more_ops_than_the_step_has_are_refused),
		cmocka_unit_test(nothing_begins_after_the_end),
		cmocka_unit_test(elapsed_leaves_out_pauses),
		cmocka_unit_test(rounds_are_added_after_the_end),
		cmocka_unit_test(a_torn_recording_goes_on_where_it_broke_off),
		cmocka_unit_test(the_log_keeps_the_newest),
		cmocka_unit_test(long_texts_are_cut_between_characters),
		cmocka_unit_test(the_log_tells_steps_and_ops),
		cmocka_unit_test(an_end_is_a_failure_where_nobody_wished_it),
		cmocka_unit_test(settling_is_told_from_its_begin_to_its_end),
		cmocka_unit_test(in_flight_is_listed_in_order),
		cmocka_unit_test(in_flight_beyond_the_room_is_counted),
		cmocka_unit_test(a_race_has_several_steps_at_once),
		cmocka_unit_test(parts_are_told_apart_by_name),
		cmocka_unit_test(cpu_is_summed_where_it_is_known),
		cmocka_unit_test(a_pool_has_its_mark_in_every_plan),
		cmocka_unit_test(pools_of_a_plan_look_different),
		cmocka_unit_test(members_of_a_cluster_have_marks_of_their_own),
		cmocka_unit_test(a_recording_is_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
