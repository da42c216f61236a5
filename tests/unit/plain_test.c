#include "plain.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>

#include "unit/story.h"

static const char *const one_pool[] = { "fast", NULL };

/* A model that is told, and what of it was printed. */
struct told {
	struct story story;
	struct plain plain;
	char *text;
	size_t len;
};

static void
told_open(struct told *told)
{
	*told = (struct told){ .story = story_begin(one_pool, 2, 0, 1) };
	told->plain.out = open_memstream(&told->text, &told->len);
	assert_non_null(told->plain.out);
}

static void
told_close(struct told *told)
{
	fclose(told->plain.out);
	free(told->text);
	model_free(told->story.model);
}

static void
note(struct told *told, enum note_level level, const char *text)
{
	struct event event = { .type = EV_NOTE, .note = { level, (char *)text } };

	story_tell(&told->story, event);
}

static size_t
count_lines(const char *text)
{
	size_t n = 0;

	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

static void
a_line_has_its_time_and_its_level(void **state)
{
	static const struct {
		enum note_level level;
		uint64_t t;
		const char *text, *want;
	} rows[] = {
		{ NOTE_INFO, 0, "it begins", "00:00 it begins\n" },
		{ NOTE_WARN, 61 * NS_PER_S, "it is full", "01:01 warning: it is full\n" },
		{ NOTE_ERROR, 3600 * NS_PER_S, "it is gone", "1:00:00 error: it is gone\n" },
		/* What comes from a server does not move the cursor, nor make a line of its own. */
		{ NOTE_INFO, 3600 * NS_PER_S, "a\033[2Jb\nc", "1:00:00 a" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct told told;
		size_t before;

		told_open(&told);
		plain_tell(&told.plain, told.story.model);
		before = told.len;
		told.story.t = rows[i].t;
		note(&told, rows[i].level, rows[i].text);
		plain_tell(&told.plain, told.story.model);
		if (strncmp(told.text + before, rows[i].want, strlen(rows[i].want)) != 0)
			fail_msg("row %zu: %s", i, told.text + before);
		assert_int_equal(count_lines(told.text + before), 1);
		assert_null(strchr(told.text + before, '\033'));
		told_close(&told);
	}
}

static void
each_line_is_printed_once(void **state)
{
	struct told told;
	size_t once;

	(void)state;
	told_open(&told);
	note(&told, NOTE_INFO, "one");
	note(&told, NOTE_INFO, "two");
	plain_tell(&told.plain, told.story.model);
	once = told.len;
	assert_true(once > 0);
	plain_tell(&told.plain, told.story.model);
	assert_int_equal(told.len, once);
	note(&told, NOTE_INFO, "three");
	plain_tell(&told.plain, told.story.model);
	assert_non_null(strstr(told.text + once, "three"));
	assert_null(strstr(told.text + once, "two"));
	told_close(&told);
}

/* Whoever looks late has missed what the log no longer holds, and goes on with what it does. */
static void
what_the_log_has_dropped_is_passed_over(void **state)
{
	struct told told;

	(void)state;
	told_open(&told);
	for (int i = 0; i < MODEL_LOG_LINES + 10; i++)
		note(&told, NOTE_INFO, i < 10 ? "early" : "late");
	plain_tell(&told.plain, told.story.model);
	assert_null(strstr(told.text, "early"));
	assert_int_equal(count_lines(told.text), MODEL_LOG_LINES);
	assert_int_equal(told.plain.told, told.story.model->log_dropped + MODEL_LOG_LINES);
	told_close(&told);
}

/* As a chain names them: launch and launch:older are two steps; two images are two rows. */
static void
a_step_is_told_from_the_others(void **state)
{
	struct plan *plan = story_plan(one_pool, 1, 0, 1);
	struct told told = { .story = { .model = model_new() } };
	struct progress progress;

	(void)state;
	plan->cells[STORY_DELETE(0)].variant = xstrdup("older");
	plan->cells[STORY_DELETE(0)].place = PLACE_VM;
	story_tell(&told.story, (struct event){ .type = EV_HEADER, .header = story_header(plan) });
	told.plain.out = open_memstream(&told.text, &told.len);
	assert_non_null(told.plain.out);
	progress_init(&progress, told.plain.out, false);
	story_tell(&told.story,
		   story_end_of(&told.story, story_step_begin(&told.story, STORY_DELETE(0), 0, 0), 0));
	plain_tell(&told.plain, told.story.model);
	assert_non_null(strstr(told.text, "round 1 of 1: delete:older on fast vm\n"));
	progress_event(&progress, told.story.model,
		       &(struct event){ .type = EV_STEP_END, .step_end = { .step = 0 } });
	progress_end(&progress);
	assert_non_null(strstr(told.text, "round 1/1  fast vm      delete:older "));
	told_close(&told);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_has_its_time_and_its_level),
		cmocka_unit_test(a_step_is_told_from_the_others),
		cmocka_unit_test(each_line_is_printed_once),
		cmocka_unit_test(what_the_log_has_dropped_is_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
