#include "story.h"

static const char *const one[] = { "btrfs", NULL };
static const char *const two[] = { "btrfs", "dir", NULL };

static const struct event a_tick = { .type = EV_TICK };

/* One pool, warm-up and two rounds of three launches and three deletes. */
static void
eta_weighs_each_workload_by_its_own_time(void **state)
{
	struct story story = story_begin(one, 3, 1, 2);
	const struct model *model = story.model;

	(void)state;
	assert_int_equal(model->eta_ns, UNKNOWN);
	story_step(&story, STORY_PRIME(0), 0, 1, 5000);
	assert_int_equal(model->eta_ns, UNKNOWN);
	story_step(&story, STORY_LAUNCH(0), 0, 3, 1000); /* a turn of 3 s */
	assert_int_equal(model->eta_ns, UNKNOWN);	 /* of delete nothing is known */
	story_step(&story, STORY_DELETE(0), 0, 3, 100);
	story.t += 1700 * MS; /* settling: a turn of 2 s */
	story_step_begin(&story, STORY_LAUNCH(0), 1, 3);
	assert_int_equal(model->eta_ns, (2 * 3 + 2 * 2) * NS_PER_S);
	story.t += 2000 * MS;
	story_tell(&story, a_tick);
	assert_int_equal(model->eta_ns, (1 + 2 + 3 + 2) * NS_PER_S);
	model_free(story.model);
}

static void
eta_goes_by_the_pace_when_a_step_is_slower_than_before(void **state)
{
	struct story story = story_begin(one, 4, 0, 1);
	const struct model *model = story.model;
	uint32_t step;

	(void)state;
	story_step(&story, STORY_PRIME(0), 0, 1, 10);
	story_step(&story, STORY_LAUNCH(0), 0, 4, 1000);
	step = story_step_begin(&story, STORY_DELETE(0), 0, 4);
	story.t += 10000 * MS;
	story_tell(&story, story_op(&story, step, 0, OP_OK, 1));
	story_tell(&story, a_tick);
	assert_int_equal(model->eta_ns, UNKNOWN);
	story_tell(&story, story_op(&story, step, 1, OP_OK, 1));
	story_tell(&story, a_tick);
	assert_int_equal(model->eta_ns, 10 * NS_PER_S); /* two in 10 s, and two to come */
	story_tell(&story, story_op(&story, step, 2, OP_OK, 1));
	story_tell(&story, story_op(&story, step, 3, OP_OK, 1));
	story_tell(&story, story_end_of(&story, step, 0));
	assert_int_equal(model->eta_ns, NS_PER_S); /* not 0 before the end */
	story_tell(&story, (struct event){ .type = EV_END });
	assert_int_equal(model->eta_ns, 0);
	model_free(story.model);
}

static void
eta_leaves_out_pauses(void **state)
{
	struct story story = story_begin(one, 2, 0, 2);

	(void)state;
	story_step(&story, STORY_PRIME(0), 0, 1, 10);
	story_step(&story, STORY_LAUNCH(0), 0, 2, 500);
	story_tell(&story, (struct event){ .type = EV_PAUSE });
	story.t += 60000 * MS;
	story_tell(&story, (struct event){ .type = EV_RESUME });
	story_step(&story, STORY_DELETE(0), 0, 2, 500);
	story_step_begin(&story, STORY_LAUNCH(0), 1, 2);
	assert_int_equal(story.model->eta_ns, 2 * NS_PER_S);
	model_free(story.model);
}

static void
eta_of_a_race_is_that_of_the_slowest_pool(void **state)
{
	struct plan *plan = story_plan(two, 2, 1, 1);
	struct story story = { .model = model_new() };

	(void)state;
	plan->order = ORDER_RACE;
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = story_header(plan) });
	story_step(&story, STORY_PRIME(0), 0, 1, 10);
	story_step(&story, STORY_PRIME(1), 0, 1, 10);
	story_step(&story, STORY_LAUNCH(0), 0, 2, 500); /* 1 s */
	story_step(&story, STORY_LAUNCH(1), 0, 2,
		   2000); /* 4 s, and the other's turn is 5 s by now */
	story_step(&story, STORY_DELETE(0), 0, 2,
		   500); /* 1 s, while the turn of launch on dir is 5 s */
	story_step(&story, STORY_DELETE(1), 0, 2, 500);
	story_step_begin(&story, STORY_LAUNCH(0), 1, 2);
	story_step_begin(&story, STORY_LAUNCH(1), 1, 2);
	/* btrfs: 5 + 2, dir: 5 + 1 */
	assert_int_equal(story.model->eta_ns, 7 * NS_PER_S);
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(eta_weighs_each_workload_by_its_own_time),
		cmocka_unit_test(eta_goes_by_the_pace_when_a_step_is_slower_than_before),
		cmocka_unit_test(eta_leaves_out_pauses),
		cmocka_unit_test(eta_of_a_race_is_that_of_the_slowest_pool),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
