#include "story.h"

#include <string.h>

#include "record/samples.h"

static const char *const one[] = { "btrfs", NULL };

static void
what_has_ended_is_kept_in_order(void **state)
{
	struct story story = story_begin(one, 3, 0, 1);
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 3);
	autosamples samples = { 0 };
	struct event event;

	(void)state;
	story.t = 900 * MS;
	for (uint32_t op = 0; op < 3; op++) {
		event = story_op(&story, step, 2 - op, op == 1 ? OP_FAILED : OP_OK, 100 * MS * (op + 1));
		event.op.text = op == 1 ? (char *)"no space left" : NULL;
		event.op.bytes = op == 2 ? 4096 : UNKNOWN;
		event.op.n_parts = op == 2;
		event.op.parts[0] = (struct op_part){ "create", 70 * MS };
		samples_add(&samples, &event);
	}
	assert_int_equal(samples.n, 3);
	assert_int_equal(samples.items[0].op, 2);
	assert_int_equal(sample_time(&samples.items[0]), 100 * MS);
	assert_int_equal(sample_time(&samples.items[1]), UNKNOWN);
	assert_string_equal(samples.items[1].text, "no space left");
	assert_int_equal(samples.items[2].bytes, 4096);
	assert_int_equal(samples.items[2].n_parts, 1);
	assert_string_equal(samples.items[2].parts[0].name, "create");
	model_free(story.model);
}

static void
all_else_is_passed_over(void **state)
{
	autosamples samples = { 0 };

	(void)state;
	for (int type = 0; type < EVENT_TYPES; type++)
		if (type != EV_OP_END)
			samples_add(&samples, &(struct event){ .type = (enum event_type)type });
	assert_int_equal(samples.n, 0);
}

static void
a_long_text_is_cut_between_characters(void **state)
{
	static char text[3 * SAMPLE_TEXT + 1];
	struct event event = { .type = EV_OP_END, .op = { .state = OP_FAILED, .text = text } };
	autosamples samples = { 0 };

	(void)state;
	for (size_t i = 0; i < SAMPLE_TEXT; i++)
		memcpy(text + 3 * i, "池", 3);
	samples_add(&samples, &event);
	assert_int_equal(strlen(samples.items[0].text), SAMPLE_TEXT / 3 * 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_has_ended_is_kept_in_order),
		cmocka_unit_test(all_else_is_passed_over),
		cmocka_unit_test(a_long_text_is_cut_between_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
