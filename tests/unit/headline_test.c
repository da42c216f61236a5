#include "story.h"

#include <string.h>

#include "record/headline.h"

static const char *const pools[] = { "btrfs", "lvm", "zfs", NULL };

/* A round in which each pool launches 4, all together in so many ms. */
static void
tell_round(struct story *story, unsigned round, const unsigned ms[3])
{
	for (size_t pool = 0; pool < 3; pool++)
		if (ms[pool])
			story_step(story, STORY_LAUNCH(pool), round, 4, ms[pool]);
}

static void
it_says_what_the_verdicts_say(void **state)
{
	static const struct {
		unsigned rounds;
		unsigned ms[3];
		const char *want;
	} rows[] = {
		{ 5,
		  { 100, 440, 280 },
		  "btrfs launches 4.4x (4.4 to 4.4) as fast as lvm, 2.8x (2.8 to 2.8) as fast as zfs" },
		{ 5,
		  { 440, 100, 280 },
		  "lvm launches 4.4x (4.4 to 4.4) as fast as btrfs, 2.8x (2.8 to 2.8) as fast as zfs" },
		{ 5, { 100, 2000, 0 }, "btrfs launches 20x (20 to 20) as fast as lvm" },
		{ 5, { 100, 110, 0 }, "btrfs launches 1.10x (1.10 to 1.10) as fast as lvm" },
		{ 5,
		  { 100, 440, 100 },
		  "btrfs launches 4.4x (4.4 to 4.4) as fast as lvm; as fast as zfs" },
		{ 5,
		  { 100, 440, 102 },
		  "btrfs launches 4.4x (4.4 to 4.4) as fast as lvm; little faster than zfs" },
		{ 3, { 100, 440, 280 }, "" }, /* too few rounds decide nothing */
		{ 5, { 100, 100, 100 }, "" }, /* nobody is faster */
		{ 5, { 100, 0, 0 }, "" },     /* nothing to compare with */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(pools, 4, 0, rows[i].rounds);
		char out[HEADLINE_LEN];

		for (unsigned round = 0; round < rows[i].rounds; round++)
			tell_round(&story, round, rows[i].ms);
		assert_int_equal(headline(story.model, out, sizeof(out)), rows[i].want[0] != '\0');
		assert_string_equal(out, rows[i].want);
		model_free(story.model);
	}
}

static void
each_group_has_its_own(void **state)
{
	struct story story = story_begin(pools, 4, 0, 5);
	char out[HEADLINE_LEN];

	(void)state;
	for (unsigned round = 0; round < 5; round++) {
		story_step(&story, STORY_DELETE(0), round, 4, 300);
		story_step(&story, STORY_DELETE(1), round, 4, 100);
	}
	assert_false(headline_of(story.model, STORY_LAUNCH(0), out, sizeof(out)));
	assert_string_equal(out, "");
	assert_true(headline_of(story.model, STORY_DELETE(2), out, sizeof(out)));
	assert_string_equal(out, "lvm deletes 3.0x (3.0 to 3.0) as fast as btrfs");
	assert_true(headline(story.model, out, sizeof(out)));
	model_free(story.model);
}

static void
what_was_done_otherwise_is_no_headline(void **state)
{
	struct story story = story_begin(pools, 4, 0, 5);
	static const unsigned ms[] = { 100, 440, 280 };
	char out[HEADLINE_LEN];

	(void)state;
	for (unsigned round = 0; round < 5; round++)
		tell_round(&story, round, ms);
	story.model->cells[STORY_LAUNCH(1)].remark = xstrdup("optimized: ignored by driver");
	assert_true(headline(story.model, out, sizeof(out)));
	assert_string_equal(out, "btrfs launches 2.8x (2.8 to 2.8) as fast as zfs; not like with "
				 "like: lvm");
	story.model->cells[STORY_LAUNCH(2)].remark = xstrdup("optimized: ignored by driver");
	assert_false(headline(story.model, out, sizeof(out)));
	model_free(story.model);
}

static void
an_empty_run_has_none(void **state)
{
	autofree(model) model = model_new();
	char out[HEADLINE_LEN];

	(void)state;
	assert_false(headline(model, out, sizeof(out)));
	assert_string_equal(out, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_says_what_the_verdicts_say),
		cmocka_unit_test(each_group_has_its_own),
		cmocka_unit_test(what_was_done_otherwise_is_no_headline),
		cmocka_unit_test(an_empty_run_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
