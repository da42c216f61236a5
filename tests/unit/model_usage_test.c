#include "story.h"

static const char *const one[] = { "btrfs", NULL };

static void
disk_usage_is_a_difference_within_a_chain(void **state)
{
	struct story story = story_begin(one, 2, 1, 3);
	const struct model_target *target = &story.model->targets[0];
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];

	(void)state;
	assert_int_equal(target->used, UNKNOWN);
	assert_int_equal(target->baseline, UNKNOWN);
	for (unsigned round = 0; round < 4; round++) {
		uint64_t empty = (10 + round) * MIB, grows = (round == 0 ? 500 : 20 * round) * MIB;

		story_usage(&story, 0, round, USAGE_EMPTY, empty);
		story_usage(&story, 0, round, USAGE_IMAGE, round == 3 ? UNKNOWN : empty + 5 * MIB);
		story_step(&story, STORY_LAUNCH(0), round, 2, 10);
		story_usage(&story, 0, round, USAGE_LIVE, empty + 700 * MIB - round);
		story_usage(&story, 0, round, USAGE_FULL, empty + 5 * MIB + grows);
		story_step(&story, STORY_DELETE(0), round, 2, 10);
		story_usage(&story, 0, round, USAGE_DELETED, empty + 6 * MIB);
	}
	assert_int_equal(target->baseline, 10 * MIB);
	assert_int_equal(target->used, 19 * MIB);
	assert_int_equal(target->total, 1024 * MIB);
	assert_int_equal(target->blocks, UNKNOWN);
	assert_int_equal(target->peak, 713 * MIB - 3); /* of the newest chain, not of the first */
	assert_int_equal(target->point[USAGE_IMAGE], 17 * MIB); /* the newest that is known */
	assert_int_equal(target->point[USAGE_SETTLED], UNKNOWN);
	/* Not the warm-up's 500, and not the last round's, whose beginning is unknown. */
	assert_int_equal(target->n_grown, 2);
	assert_int_equal(target->grown, (20 + 40) * MIB);
	assert_int_equal(cell->n_grown, 2);
	assert_int_equal(cell->grown, (20 + 40) * MIB);
	assert_int_equal(story.model->cells[STORY_DELETE(0)].n_grown, 0);
	assert_int_equal(target->n_kept, 3);
	assert_int_equal(target->kept, 3 * 6 * MIB);
	assert_int_equal(target->usage.count, 4);
	model_free(story.model);
}

static void
two_chains_in_a_round_do_not_mix(void **state)
{
	struct story story = story_begin(one, 2, 0, 1);
	const struct model_target *target = &story.model->targets[0];

	(void)state;
	story_usage(&story, 0, 0, USAGE_IMAGE, 10);
	story_step(&story, STORY_LAUNCH(0), 0, 2, 10);
	story_usage(&story, 0, 0, USAGE_FULL, 110);
	story_usage(&story, 0, 0, USAGE_IMAGE, 50);
	story_step(&story, STORY_DELETE(0), 0, 2, 10);
	assert_int_equal(target->peak, 50);
	story_usage(&story, 0, 0, USAGE_FULL, 80);
	assert_int_equal(story.model->cells[STORY_LAUNCH(0)].grown, 100);
	assert_int_equal(story.model->cells[STORY_DELETE(0)].grown, 30);
	assert_int_equal(target->grown, 130);
	model_free(story.model);
}

static void
what_failed_instances_took_is_no_result(void **state)
{
	struct story story = story_begin(one, 2, 0, 1);
	uint32_t step;

	(void)state;
	story_usage(&story, 0, 0, USAGE_IMAGE, 10);
	step = story_step_begin(&story, STORY_LAUNCH(0), 0, 2);
	story_tell(&story, story_op(&story, step, 0, OP_OK, 0));
	story_tell(&story, story_op(&story, step, 1, OP_FAILED, 0));
	story_tell(&story, story_end_of(&story, step, 0));
	story_usage(&story, 0, 0, USAGE_FULL, 110);
	assert_int_equal(story.model->targets[0].n_grown, 0);
	assert_int_equal(story.model->cells[STORY_LAUNCH(0)].n_grown, 0);
	model_free(story.model);
}

static void
a_server_without_limit_says_the_largest_number(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	struct event usage = { .type = EV_USAGE,
			       .usage = { 0, 0, USAGE_EMPTY, INT64_MAX, UINT64_MAX - 1, 5 } };

	(void)state;
	story_tell(&story, usage);
	assert_int_equal(story.model->targets[0].used, UNKNOWN);
	assert_int_equal(story.model->targets[0].total, UNKNOWN);
	assert_int_equal(story.model->targets[0].blocks, 5);
	assert_int_equal(story.model->targets[0].baseline, UNKNOWN);
	assert_int_equal(story.model->targets[0].peak, UNKNOWN);
	model_free(story.model);
}

static struct event
tick(double busy, const char *a, double of_a, const char *b, double of_b)
{
	struct event event = { .type = EV_TICK,
			       .tick = { .user = busy, .system = 1, .iowait = 2, .n_disks = 2 } };

	snprintf(event.tick.disks[0].name, sizeof(event.tick.disks[0].name), "%s", a);
	snprintf(event.tick.disks[1].name, sizeof(event.tick.disks[1].name), "%s", b);
	event.tick.disks[0].read = 1;
	event.tick.disks[0].written = of_a;
	event.tick.disks[1].read = NAN;
	event.tick.disks[1].written = of_b;
	return event;
}

static void
ticks_become_series(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	const struct model *model = story.model;

	(void)state;
	story_tell(&story, tick(NAN, "vda", 0, "loop3", 0));
	assert_true(isnan(model->cpu_busy.last));
	story_tell(&story, tick(30, "vda", 100, "loop3", 0));
	assert_true(model->cpu_busy.last == 31);
	assert_true(model->cpu_iowait.last == 2);
	assert_string_equal(model->disk_name, "vda");
	assert_true(model->disk_written.last == 100);
	assert_true(model->disk_read.last == 1);
	assert_true(model->tick.user == 30);
	model_free(story.model);
}

static void
the_disk_that_is_shown_changes_only_for_twice_the_traffic(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	const struct model *model = story.model;
	struct env *env = &story.model->header->env;
	struct event event;

	(void)state;
	env->servers = xcalloc(1, sizeof(*env->servers));
	env->n_servers = 1;
	env->servers[0].pools = xcalloc(2, sizeof(*env->servers[0].pools));
	env->servers[0].n_pools = 2;
	env->servers[0].pools[0].device = xstrdup("sdb");
	env->servers[0].pools[1].device = xstrdup("sdc");

	event = tick(0, "sdb", 99, "sda", 1e9); /* sda is no pool's */
	story_tell(&story, event);
	assert_string_equal(model->disk_name, "sdb");
	event = tick(0, "sdb", 0, "sdc", 150);
	event.tick.disks[1].read = 0;
	story_tell(&story, event);
	assert_string_equal(model->disk_name, "sdb");
	assert_int_equal(model->disk_written.count, 2);
	story_tell(&story, event);
	assert_string_equal(model->disk_name, "sdc");
	assert_int_equal(model->disk_written.count, 1);
	assert_true(model->disk_written.last == 150);
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disk_usage_is_a_difference_within_a_chain),
		cmocka_unit_test(two_chains_in_a_round_do_not_mix),
		cmocka_unit_test(what_failed_instances_took_is_no_result),
		cmocka_unit_test(a_server_without_limit_says_the_largest_number),
		cmocka_unit_test(ticks_become_series),
		cmocka_unit_test(the_disk_that_is_shown_changes_only_for_twice_the_traffic),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
