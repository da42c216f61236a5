/*
 * The warnings and failures that a model keeps for its reports: each once, with
 * how often it was told, and no more than there is room for.
 */
#include "story.h"

#include <string.h>

static const char *const one[] = { "btrfs", NULL };
static const char *const two[] = { "btrfs", "dir", NULL };

static void
tell(struct story *story, enum note_level level, const char *text)
{
	story_tell(story,
		   (struct event){ .type = EV_NOTE, .note = { level, (char *)text } });
}

static void
what_differs_in_numbers_only_is_the_same(void **state)
{
	static const struct {
		const char *first, *second;
		size_t notes;
	} rows[] = {
		{ "psc-7f-003 could not be filled: full", "psc-7f-014 could not be filled: full", 1 },
		{ "use still changed after 5.16 s", "use still changed after 120 s", 2 },
		{ "use still changed after 5.16 s", "use still changed after 61.2 s", 1 },
		{ "3 left", "x left", 2 },
		{ "3 left", "3 left here", 2 },
		{ "3 left", "3 left 4", 2 },
		{ "", "4", 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(one, 1, 0, 1);
		const struct model *model = story.model;

		tell(&story, NOTE_WARN, rows[i].first);
		tell(&story, NOTE_WARN, rows[i].second);
		assert_int_equal(model->n_notes, rows[i].notes);
		assert_string_equal(model->notes[0].text, rows[i].first);
		assert_int_equal(model->notes[0].n, 3 - rows[i].notes);
		assert_int_equal(model->warnings, 2);
		model_free(story.model);
	}
}

static void
levels_and_pools_stay_apart(void **state)
{
	struct story story = story_begin(two, 1, 0, 1);
	const struct model *model = story.model;

	(void)state;
	tell(&story, NOTE_INFO, "nothing to mind");
	tell(&story, NOTE_WARN, "full");
	assert_int_equal(model->notes[0].step, NO_STEP);
	story_step(&story, STORY_LAUNCH(0), 0, 1, 10);
	tell(&story, NOTE_WARN, "full");
	tell(&story, NOTE_ERROR, "full");
	story_step(&story, STORY_DELETE(0), 0, 1, 10);
	tell(&story, NOTE_ERROR, "full");
	story_step(&story, STORY_LAUNCH(1), 0, 1, 10);
	tell(&story, NOTE_ERROR, "full");
	assert_int_equal(model->n_notes, 4);
	assert_int_equal(model->notes[1].step, 0);
	assert_int_equal(model->notes[2].n, 2);
	assert_int_equal(model->notes[2].step, 0);
	assert_int_equal(model->notes[3].step, 2);
	/* A failure is no warning. */
	assert_int_equal(model->warnings, 2);
	assert_int_equal(model->failures, 3);
	model_free(story.model);
}

static void
of_steps_at_once_none_is_named(void **state)
{
	struct story story = story_begin(two, 1, 0, 1);

	(void)state;
	story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	story_step_begin(&story, STORY_LAUNCH(1), 0, 1);
	tell(&story, NOTE_WARN, "slow");
	assert_int_equal(story.model->notes[0].step, NO_STEP);
	model_free(story.model);
}

static void
of_too_many_the_first_are_kept(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	char text[3] = "";

	(void)state;
	for (int i = 0; i < MODEL_NOTES + 3; i++) {
		text[0] = (char)('A' + i / 26);
		text[1] = (char)('a' + i % 26);
		tell(&story, NOTE_WARN, text);
	}
	tell(&story, NOTE_WARN, "Aa");
	assert_int_equal(story.model->n_notes, MODEL_NOTES);
	assert_int_equal(story.model->notes[0].n, 2);
	assert_int_equal(story.model->notes_dropped, 3);
	model_free(story.model);
}

/* A server's text may be cut, though not within a character. */
static void
a_text_without_end_is_cut(void **state)
{
	struct story story = story_begin(one, 1, 0, 1);
	char text[3 * MODEL_TEXT];

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(text); i += 2)
		memcpy(text + i, "\xc3\xa4", 2);
	text[sizeof(text) - 2] = '\0';
	tell(&story, NOTE_ERROR, text);
	assert_true(strlen(story.model->notes[0].text) <= MODEL_TEXT);
	assert_int_equal(strlen(story.model->notes[0].text) % 2, 0);
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_differs_in_numbers_only_is_the_same),
		cmocka_unit_test(levels_and_pools_stay_apart),
		cmocka_unit_test(of_steps_at_once_none_is_named),
		cmocka_unit_test(of_too_many_the_first_are_kept),
		cmocka_unit_test(a_text_without_end_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
