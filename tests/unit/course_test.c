#include "record/course.h"

#include "story.h"

static const char *const two[] = { "btrfs", "dir", NULL };

/* The end of an op, which took so long; NAN: it failed. */
static void
end_op(struct story *story, struct course *course, uint32_t step, uint32_t op, double ms)
{
	uint64_t ns = isnan(ms) ? 0 : (uint64_t)(ms * (double)MS);
	struct event event = story_op(story, step, op, isnan(ms) ? OP_FAILED : OP_OK, ns);

	course_add(course, story->model, &event);
}

static struct course *
begin(struct story *story, unsigned count, unsigned warmup, unsigned rounds)
{
	*story = story_begin(two, count, warmup, rounds);
	for (unsigned round = 0; round < rounds + warmup; round++)
		for (size_t pool = 0; pool < 2; pool++)
			story_step(story, STORY_LAUNCH(pool), round, 1, 1);
	return course_new(story->model);
}

/* Steps of one round: 0 is of btrfs, 1 of dir. */
static void
few_are_held_each(void **state)
{
	static const double ms[] = { 3, 1, NAN, 2 };
	struct story story;
	struct course *course = begin(&story, 4, 0, 1);
	const struct course_cell *cell = course_of(course, STORY_LAUNCH(0));

	(void)state;
	for (uint32_t i = 0; i < COUNTOF(ms); i++)
		end_op(&story, course, 0, i, ms[i]);
	assert_int_equal(cell->n, COUNTOF(ms));
	for (size_t i = 0; i < COUNTOF(ms); i++)
		if (isnan(ms[i]))
			assert_true(isnan(cell->slowest[i]));
		else
			assert_int_equal(cell->slowest[i], ms[i] * (double)MS);
	assert_int_equal(course_of(course, STORY_LAUNCH(1))->n, 0);
	assert_int_equal(course_ops(course), COUNTOF(ms));
	assert_null(course_of(course, 6));
	course_free(course);
	model_free(story.model);
}

/* However many there are, the room is the same, none is lost, and the slowest stands where it was.
 */
static void
of_many_the_slowest_stays(void **state)
{
	static const struct {
		size_t ops, each, n;
	} rows[] = {
		{ COURSE_ROOM, 1, COURSE_ROOM },     { COURSE_ROOM + 1, 2, COURSE_ROOM / 2 + 1 },
		{ 2 * COURSE_ROOM, 2, COURSE_ROOM }, { 100 * COURSE_ROOM, 128, 800 },
		{ 100 * COURSE_ROOM + 5, 128, 801 },
	};

	(void)state;
	for (size_t r = 0; r < COUNTOF(rows); r++) {
		struct story story;
		struct course *course = begin(&story, 4, 0, 1);
		const struct course_cell *cell = course_of(course, STORY_LAUNCH(0));
		size_t slow = rows[r].ops / 3;

		for (uint32_t i = 0; i < rows[r].ops; i++)
			end_op(&story, course, 0, i, i == slow ? 99 : i % 7 ? 5 : NAN);
		assert_int_equal(cell->each, rows[r].each);
		assert_int_equal(cell->n, rows[r].n);
		assert_int_equal((cell->n - 1) * cell->each + cell->last, rows[r].ops);
		for (size_t i = 0; i < cell->n; i++)
			if ((cell->slowest[i] > 5 * (double)MS) != (i == slow / cell->each))
				fail_msg("%zu ops: %zu", rows[r].ops, i);
		course_free(course);
		model_free(story.model);
	}
}

/* Two steps of two ops: 10 and 20 ms to the first end, 30 and 50 ms from there to the second. */
static void
gaps_add_up_over_the_steps(void **state)
{
	static const uint64_t ends[2][2] = { { 10, 40 }, { 20, 70 } };
	struct story story;
	struct course *course = begin(&story, 2, 0, 2);
	const struct course_cell *cell = course_of(course, STORY_LAUNCH(0));

	(void)state;
	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t op = 0; op < 2; op++) {
			uint32_t step = 2 * round; /* every second one is of dir */
			struct event event = story_op(&story, step, op, OP_OK, 0);

			event.op.end = story.model->steps[step].start + ends[round][op] * MS;
			event.op.start = event.op.end;
			course_add(course, story.model, &event);
		}
	assert_int_equal(cell->paces, 2);
	assert_int_equal(cell->gap_ns[0], 30 * MS);
	assert_int_equal(cell->gap_ns[1], 80 * MS);
	assert_int_equal(cell->gaps[0], 2);
	assert_int_equal(cell->gaps[1], 2);
	course_free(course);
	model_free(story.model);
}

/* A step of more ops than there are places: they share them evenly. */
static void
a_long_sequence_shares_its_places(void **state)
{
	struct story story;
	struct course *course = begin(&story, 2 * COURSE_PACES, 0, 1);
	const struct course_cell *cell = course_of(course, STORY_LAUNCH(0));
	uint64_t start = story.model->steps[0].start;

	(void)state;
	for (uint32_t i = 0; i < 2 * COURSE_PACES + 3; i++) { /* more than the plan says */
		struct event event = story_op(&story, 0, i, OP_OK, 0);

		event.op.start = event.op.end = start + (i + 1) * MS;
		course_add(course, story.model, &event);
	}
	assert_int_equal(cell->paces, COURSE_PACES);
	for (size_t i = 0; i < COURSE_PACES; i++) {
		assert_int_equal(cell->gaps[i], 2);
		assert_int_equal(cell->gap_ns[i], 2 * MS);
	}
	course_free(course);
	model_free(story.model);
}

static void
what_does_not_count_is_passed_over(void **state)
{
	struct story story;
	struct course *course = begin(&story, 4, 1, 1);

	(void)state;
	end_op(&story, course, 0, 0, 5);  /* to warm up */
	end_op(&story, course, 99, 0, 5); /* of no step */
	course_add(course, story.model, &(struct event){ .type = EV_TICK });
	assert_int_equal(course_ops(course), 0);
	end_op(&story, course, 2, 0, 5);
	assert_int_equal(course_ops(course), 1);
	course_free(course);
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_are_held_each),
		cmocka_unit_test(of_many_the_slowest_stays),
		cmocka_unit_test(gaps_add_up_over_the_steps),
		cmocka_unit_test(a_long_sequence_shares_its_places),
		cmocka_unit_test(what_does_not_count_is_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
