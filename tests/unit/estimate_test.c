/* How long a plan takes, by recordings of runs in a folder. */
#include "story.h"

#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "record/estimate.h"
#include "record/recording.h"

#define PRIME	50  /* ms */
#define LAUNCH	100 /* an op; and so long after the step's end */
#define DELETE	25
#define SETTLED 400
#define TURN	500

static const char *const two[] = { "btrfs", "dir", NULL };
static const char *const one[] = { "btrfs", NULL };
static const char *const other[] = { "btrfs", "vg0", NULL };
static const char *const three[] = { "btrfs", "vg0", "tank", NULL };

struct run {
	struct story story;
	struct recorder *recorder;
};

static void
tell(struct run *run, struct event event)
{
	struct err err;

	event.t = run->story.t;
	if (recorder_add(run->recorder, &event, &err))
		fail_msg("%s", err.text);
	story_tell(&run->story, event);
}

static void
step(struct run *run, size_t cell, unsigned round, uint32_t n, uint64_t ms, enum op_state state)
{
	uint32_t number = (uint32_t)run->story.model->n_steps;
	uint64_t start = run->story.t;

	tell(run, (struct event){ .type = EV_STEP_BEGIN, .step_begin = { number, cell, round, n } });
	for (uint32_t op = 0; op < n; op++) {
		tell(run, (struct event){ .type = EV_OP_BEGIN,
					  .op = { .step = number, .op = op, .name = "psc" } });
		run->story.t += ms * MS;
		tell(run, story_op(&run->story, number, op, state, ms * MS));
	}
	tell(run, story_end_of(&run->story, number, start));
}

/* A run that ended, of two rounds of four instances; the later it was told, the newer it is. */
static void
tell_run(const char *const *pools, uint64_t factor, enum op_state launched, enum run_kind kind)
{
	static unsigned told;
	struct event_header *header = story_header(story_plan(pools, 4, 0, 2));
	struct run run = { .story = { .model = model_new() } };
	struct err err;

	header->started_wall_ns += told++ * NS_PER_S;
	header->kind = kind;
	if (recorder_create(folder, header, &run.recorder, &err))
		fail_msg("%s", err.text);
	story_tell(&run.story, (struct event){ .type = EV_HEADER, .header = header });
	for (size_t i = 0; pools[i]; i++)
		step(&run, STORY_PRIME(i), 0, 1, factor * PRIME, OP_OK);
	for (unsigned round = 0; round < 2; round++)
		for (size_t i = 0; pools[i]; i++) {
			step(&run, STORY_LAUNCH(i), round, 4, factor * LAUNCH, launched);
			run.story.t += factor * LAUNCH * MS;
			step(&run, STORY_DELETE(i), round, 4, factor * DELETE, OP_OK);
			run.story.t += factor * SETTLED * MS;
		}
	tell(&run, (struct event){ .type = EV_END });
	recorder_free(run.recorder);
	model_free(run.story.model);
}

static struct estimate
estimate(const struct plan *plan)
{
	struct earlier earlier = { 0 };
	struct estimate result;

	earlier_read(&earlier, folder);
	result = estimate_plan(&earlier, plan);
	earlier_wipe(&earlier);
	return result;
}

static int
empty_folder(void **state)
{
	autofree_mem char *command = xasprintf("rm -f %s/*", folder);

	(void)state;
	return system(command);
}

/* In ms: what is made ready once, and the turns of each round. */
static void
turns_are_taken_as_often_as_the_plan_has_them(void **state)
{
	static const struct {
		const char *const *pools;
		unsigned count, warmup, rounds;
		uint64_t want;
	} rows[] = {
		{ two, 4, 0, 2, 2 * PRIME + 2 * 4 * TURN },
		{ two, 4, 1, 5, 2 * PRIME + 6 * 4 * TURN },
		{ two, 8, 0, 2, 2 * PRIME + 2 * 8 * TURN },
		{ two, 1, 0, 1, 2 * PRIME + TURN },
		{ one, 4, 0, 2, PRIME + 2 * 2 * TURN },
	};

	(void)state;
	tell_run(two, 1, OP_OK, RUN_MEASURED);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan =
			story_plan(rows[i].pools, rows[i].count, rows[i].warmup, rows[i].rounds);
		struct estimate found = estimate(plan);

		assert_int_equal(found.ns, rows[i].want * MS);
		assert_int_equal(found.unknown, 0);
	}
}

static void
a_race_is_told_by_races_only(void **state)
{
	autofree(plan) plan = story_plan(two, 4, 0, 2);

	(void)state;
	tell_run(two, 1, OP_OK, RUN_MEASURED);
	plan->order = ORDER_RACE;
	assert_int_equal(estimate(plan).unknown, 2 * 2); /* none has raced before */
}

static void
what_differs_is_no_basis(void **state)
{
	autofree(plan) parallel = story_plan(two, 4, 0, 2);
	autofree(plan) fill = story_plan(two, 4, 0, 2);
	autofree(plan) pool = story_plan(other, 4, 0, 2);
	struct estimate found;

	(void)state;
	tell_run(two, 1, OP_OK, RUN_MEASURED);
	parallel->parallel++;
	assert_int_equal(estimate(parallel).unknown, 2 * 2);
	fill->fill = 64;
	assert_int_equal(estimate(fill).unknown, 2 * 2);
	found = estimate(pool);
	assert_int_equal(found.unknown, 2);
	assert_int_equal(found.first_unknown, STORY_LAUNCH(1));
	assert_int_equal(found.ns, (PRIME + 2 * 2 * TURN) * MS);
}

static void
the_newest_run_that_measured_it_counts(void **state)
{
	autofree(plan) plan = story_plan(one, 4, 0, 2);

	(void)state;
	tell_run(one, 1, OP_OK, RUN_MEASURED);
	tell_run(one, 3, OP_OK, RUN_MEASURED);
	tell_run(one, 7, OP_OK, RUN_PUBLISHED);
	assert_int_equal(estimate(plan).ns, 3 * (PRIME + 2 * 2 * TURN) * MS);
	/* Its launches failed: those of the run before count, and its deletions. */
	tell_run(one, 5, OP_FAILED, RUN_MEASURED);
	assert_int_equal(estimate(plan).ns,
			 (5 * PRIME + 3 * 2 * TURN + 5 * 2 * TURN) * MS);
}

/* Nothing is read while something is timed; what was read before is known all the same. */
static void
no_run_is_opened_while_busy(void **state)
{
	autofree(plan) plan = story_plan(one, 4, 0, 2);
	struct earlier earlier = { 0 };

	(void)state;
	tell_run(one, 1, OP_OK, RUN_MEASURED);
	earlier_read(&earlier, folder);
	earlier.busy = true;
	assert_int_equal(estimate_plan(&earlier, plan).unknown, 2);
	earlier.busy = false;
	assert_int_equal(estimate_plan(&earlier, plan).unknown, 0);
	earlier.busy = true;
	assert_int_equal(estimate_plan(&earlier, plan).unknown, 0);
	earlier_wipe(&earlier);
}

static void
a_folder_that_is_not_there_tells_nothing(void **state)
{
	autofree(plan) plan = story_plan(one, 4, 0, 2);
	struct earlier earlier = { 0 };

	(void)state;
	earlier_read(&earlier, "/nonexistent/folder");
	assert_int_equal(estimate_plan(&earlier, plan).unknown, 2);
	earlier_wipe(&earlier);
}

static void
words_say_what_is_not_known(void **state)
{
	static const struct {
		struct estimate estimate;
		const char *const *pools;
		const char *want;
	} rows[] = {
		{ { .ns = 340 * NS_PER_S }, two, "about 6 min by earlier runs" },
		{ { .unknown = 4, .first_unknown = STORY_LAUNCH(0) },
		  two,
		  "time unknown: no earlier run of launch on btrfs" },
		{ { .ns = 40 * NS_PER_S, .unknown = 1, .first_unknown = STORY_LAUNCH(2) },
		  three,
		  "at least 40 s: no earlier run of launch on tank" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = story_plan(rows[i].pools, 4, 0, 2);
		autobuf text = { 0 };

		estimate_text(&rows[i].estimate, plan, &text);
		assert_string_equal(buf_text(&text), rows[i].want);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(turns_are_taken_as_often_as_the_plan_has_them, empty_folder),
		cmocka_unit_test_setup(a_race_is_told_by_races_only, empty_folder),
		cmocka_unit_test_setup(what_differs_is_no_basis, empty_folder),
		cmocka_unit_test_setup(the_newest_run_that_measured_it_counts, empty_folder),
		cmocka_unit_test_setup(no_run_is_opened_while_busy, empty_folder),
		cmocka_unit_test(a_folder_that_is_not_there_tells_nothing),
		cmocka_unit_test(words_say_what_is_not_known),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
