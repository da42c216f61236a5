#include "story.h"

#include <string.h>

#include "record/quiet.h"

static const char *const one[] = { "btrfs", NULL };

/* A step of ten seconds in which we used so much CPU. */
static void
ten_seconds(struct story *story, unsigned round, double self)
{
	uint32_t step = story_step_begin(story, STORY_LAUNCH(0), round, 1);
	uint64_t start = story->t;
	struct event end;

	story->t += 10 * NS_PER_S;
	end = story_end_of(story, step, start);
	end.step_end.count[OP_OK] = 1;
	end.step_end.cpu.self = self;
	story_tell(story, end);
}

static void
it_is_quiet_while_what_counts_is_timed(void **state)
{
	struct story story = story_begin(one, 1, 1, 1);
	uint32_t step;

	(void)state;
	assert_false(quiet_now(story.model));
	step = story_step_begin(&story, STORY_PRIME(0), 0, 1);
	assert_true(quiet_now(story.model)); /* it runs once, and its time is a result */
	story_tell(&story, story_end_of(&story, step, story.t));
	step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	assert_false(quiet_now(story.model));
	story_tell(&story, story_end_of(&story, step, story.t));
	step = story_step_begin(&story, STORY_LAUNCH(0), 1, 1);
	assert_true(quiet_now(story.model));
	story_tell(&story, story_end_of(&story, step, story.t));
	assert_false(quiet_now(story.model));
	model_free(story.model);
}

static void
the_cost_is_told_of_what_was_drawn_and_what_was_not(void **state)
{
	/* CPU-seconds of ours in steps of 10 s: the warm-up's, then two that count. */
	static const struct {
		double self[3];
		double drawn, dark;
		const char *says;
	} rows[] = {
		{ { 0.2, 0.05, 0.03 }, 2, 0.4, "we used 0.40 % of one core, and 2.00 % in the warm-up" },
		{ { 0.2, 0.05, NAN }, 2, 0.5, "we used 0.50 %" },	/* unknown is not 0 */
		{ { NAN, 0.05, 0.03 }, NAN, 0.4, "no warm-up step that was drawn is long enough" },
		{ { 0.2, NAN, NAN }, 2, NAN, "is not known" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(one, 1, 1, 2);
		struct quiet_cost cost;
		char text[256];

		for (unsigned round = 0; round < 3; round++)
			ten_seconds(&story, round, rows[i].self[round]);
		cost = quiet_cost(story.model);
		assert_true(isnan(rows[i].drawn) ? isnan(cost.drawn) : fabs(cost.drawn - rows[i].drawn) < 1e-9);
		assert_true(isnan(rows[i].dark) ? isnan(cost.dark) : fabs(cost.dark - rows[i].dark) < 1e-9);
		quiet_sentence(&cost, text, sizeof(text));
		if (!strstr(text, rows[i].says))
			fail_msg("row %zu: %s", i, text);
		model_free(story.model);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_quiet_while_what_counts_is_timed),
		cmocka_unit_test(the_cost_is_told_of_what_was_drawn_and_what_was_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
