#include "story.h"

#include "record/enough.h"

static const char *const one[] = { "btrfs", NULL };
static const char *const three[] = { "btrfs", "lvm", "zfs", NULL };

/* A round of one launch that took so long. */
static void
launch(struct story *story, size_t pool, unsigned round, uint64_t us)
{
	uint32_t step = story_step_begin(story, STORY_LAUNCH(pool), round, 1);
	uint64_t start = story->t;
	struct event end;

	story->t += us * (MS / 1000);
	end = story_end_of(story, step, start);
	end.step_end.count[OP_OK] = 1;
	story_tell(story, end);
}

static void
it_is_good_when_every_interval_is_narrow(void **state)
{
	/* Of each pool: its time, and by how many percent its rounds differ. */
	static const struct {
		unsigned rounds;
		uint64_t us[3], spread[3];
		size_t wide;
	} rows[] = {
		{ 5, { 1000000, 2000000, 3000000 }, { 1, 1, 1 }, 0 },	/* far apart, and known well */
		{ 5, { 1000000, 1000000, 1000000 }, { 1, 1, 1 }, 0 },	/* the same, and known well: p does not count */
		{ 5, { 1000000, 2000000, 3000000 }, { 1, 40, 1 }, 1 },	/* a difference, by how much is not known */
		{ 5, { 1000000, 2000000, 3000000 }, { 40, 1, 1 }, 2 },	/* the one all are compared with */
		{ 3, { 1000000, 2000000, 3000000 }, { 0, 0, 0 }, 2 },	/* too few to have an interval */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(three, 1, 0, rows[i].rounds);
		struct enough enough;

		for (unsigned round = 0; round < rows[i].rounds; round++)
			for (size_t pool = 0; pool < 3; pool++)
				/* Up and down, so that it is no drift. */
				launch(&story, pool, round,
				       rows[i].us[pool] * (100 + (round * 2 + pool) % 5 * rows[i].spread[pool] / 4) / 100);
		enough = enough_look(story.model);
		assert_int_equal(enough.pairs, 2);
		if (enough.wide != rows[i].wide)
			fail_msg("row %zu: %zu wide, not %zu", i, enough.wide, rows[i].wide);
		model_free(story.model);
	}
}

static void
one_pool_has_nothing_to_compare(void **state)
{
	struct story story = story_begin(one, 1, 0, 5);
	struct enough enough;

	(void)state;
	for (unsigned round = 0; round < 5; round++)
		launch(&story, 0, round, 1000 * (1 + round % 2));
	enough = enough_look(story.model);
	assert_int_equal(enough.pairs, 0);
	assert_int_equal(enough.wide, 0);
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_good_when_every_interval_is_narrow),
		cmocka_unit_test(one_pool_has_nothing_to_compare),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
