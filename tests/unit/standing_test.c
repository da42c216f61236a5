/* How the order of the bars follows the medians, told in turns of one op each. */
#include "story.h"

#include <string.h>

#include "view.h"
#include "views/shown.h"

static const char *const three[] = { "btrfs", "dir", "zfs", NULL };

struct race {
	struct story story;
	struct standing standing;
	uint32_t steps[3];
};

/* As whoever feeds the model does; the run's time passes `pace` times as fast as ours. */
static void
told_at(struct race *race, struct event event, double pace)
{
	struct story *story = &race->story;

	event.t = story->t;
	story_tell(story, event);
	standing_event(&race->standing, story->model, &event, pace);
}

static void
told(struct race *race, struct event event)
{
	told_at(race, event, 1);
}

static void
begin_step(struct race *race, size_t pool)
{
	race->steps[pool] = (uint32_t)race->story.model->n_steps;
	told(race, (struct event){ .type = EV_STEP_BEGIN,
				   .step_begin = { race->steps[pool], STORY_LAUNCH(pool), 0, 100 } });
}

/* All three pools launch at once. */
static struct race
race_begin(void)
{
	struct race race = { .story = story_begin(three, 100, 0, 1) };

	for (size_t pool = 0; pool < 3; pool++)
		begin_step(&race, pool);
	race.story.t = 60 * NS_PER_S;
	return race;
}

static void
race_end(struct race *race)
{
	standing_wipe(&race->standing);
	model_free(race->story.model);
}

static void
op_ends(struct race *race, size_t pool, uint64_t ms)
{
	struct story *story = &race->story;
	uint32_t op = story->model->steps[race->steps[pool]].begun;

	story_op_begin(story, race->steps[pool], op);
	told(race, story_op(story, race->steps[pool], op, OP_OK, ms * MS));
}

static const struct event moment = { .type = EV_NOTE,
				     .note = { NOTE_INFO, (char *)"a moment later" } };

static void
pass(struct race *race, uint64_t ms)
{
	race->story.t += ms * MS;
	told(race, moment);
}

/* "12-" : rank of each pool, "-" for none. */
static void
assert_ranks(const struct race *race, size_t row, const char *want)
{
	for (size_t pool = 0; pool < 3; pool++) {
		size_t rank = standing_rank(&race->standing, STORY_LAUNCH(pool));
		char shown = rank ? (char)('0' + rank) : '-';

		if (shown != want[pool])
			fail_msg("row %zu, pool %zu: rank %c, not %c", row, pool, shown,
				 want[pool]);
	}
}

static void
assert_marks(const struct race *race, size_t row, const char *want)
{
	for (size_t pool = 0; pool < 3; pool++) {
		char shown = "v ^"[1 + standing_moved(&race->standing, STORY_LAUNCH(pool))];

		if (shown != want[pool])
			fail_msg("row %zu, pool %zu: mark '%c', not '%c'", row, pool, shown,
				 want[pool]);
	}
}

/* ---- one race, turn by turn ---- */

static void
an_order_changes_after_a_moment_and_says_so(void **state)
{
	// clang-format off
	static const struct {
		uint64_t ended[3]; /* an op of each pool that ends now, ms; 0: none */
		uint64_t later;	   /* the next event, so many ms later */
		const char *ranks, *marks;
	} rows[] = {
		{ { 0, 0, 0 }, 0, "---", "   " },	 /* nothing is measured */
		{ { 50, 0, 0 }, 0, "1--", "   " },	 /* it is in its place already */
		{ { 0, 0, 20 }, 0, "1--", "   " },	 /* zfs belongs before it: not yet */
		{ { 0, 0, 0 }, 1900, "1--", "   " },	 /* nor now */
		{ { 0, 0, 0 }, 100, "2-1", "v  " },	 /* a newcomer has not risen */
		{ { 0, 80, 0 }, 1000, "231", "v  " },	 /* third, where it stands */
		{ { 0, 0, 0 }, 1900, "231", "v  " },
		{ { 0, 0, 0 }, 100, "231", "   " },	 /* the mark has been seen */
		{ { 0, 2, 0 }, 1000, "231", "   " },	 /* median 41: before btrfs */
		{ { 0, 200, 0 }, 1000, "231", "   " },	 /* median 80: the old order is true again */
		{ { 0, 10, 0 }, 1000, "231", "   " },	 /* 45, and the waiting begins anew */
		{ { 0, 0, 0 }, 900, "231", "   " },
		{ { 0, 0, 0 }, 100, "321", "v^ " },
	};
	// clang-format on
	struct race race = race_begin();

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		for (size_t pool = 0; pool < 3; pool++)
			if (rows[i].ended[pool])
				op_ends(&race, pool, rows[i].ended[pool]);
		pass(&race, rows[i].later);
		assert_ranks(&race, i, rows[i].ranks);
		assert_marks(&race, i, rows[i].marks);
	}
	race_end(&race);
}

/* ---- how fast it is watched ---- */

static void
a_mark_stays_as_long_however_fast_it_is_played(void **state)
{
	static const struct {
		double pace;
		uint64_t later; /* ms of the run since the order changed */
		const char *marks;
	} rows[] = {
		{ 1, 2900, "v^ " },
		{ 1, 3000, "   " },
		{ 8, 3000, "v^ " }, /* 0.4 s of ours */
		{ 8, 23900, "v^ " },
		{ 8, 24000, "   " },
		{ 0.5, 1400, "v^ " },
		{ 0.5, 1500, "   " },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct race race = race_begin();

		op_ends(&race, 0, 50);
		op_ends(&race, 1, 70);
		op_ends(&race, 1, 10);
		pass(&race, 2000);
		race.story.t += rows[i].later * MS;
		told_at(&race, moment, rows[i].pace);
		assert_marks(&race, i, rows[i].marks);
		race_end(&race);
	}
}

/* Three pools that lie close: their ops end in turn, with times that change about 50 ms. */
static void
run_on(struct race *race, uint32_t turn)
{
	race->story.t += 130 * MS;
	op_ends(race, turn % 3, 40 + turn * 7919 % 23);
}

static const struct ui_source nothing = { .name = "replay" };

/* A frame of it. */
static void
look(struct race *race, struct ui *ui, struct canvas *canvas)
{
	ui->model = race->story.model;
	ui->env = &ui->model->header->env;
	ui->standing = race->standing;
	screen_draw(canvas, ui);
	race->standing = ui->standing;
}

static void
the_order_does_not_depend_on_who_looks_when(void **state)
{
	autofree(canvas) canvas = canvas_new(80, 24, GLYPHS_ASCII);
	struct race unseen = race_begin(), seen = race_begin();
	size_t marked = 0;
	struct ui ui;

	(void)state;
	ui_init(&ui, &nothing, NULL);
	ui.view = VIEW_RUN;
	for (uint32_t turn = 0; turn < 290; turn++) {
		run_on(&unseen, turn);
		run_on(&seen, turn);
		if (turn * 31 % 7 < 3)
			look(&seen, &ui, canvas);
		for (size_t cell = 0; cell < seen.standing.n; cell++) {
			marked += standing_moved(&seen.standing, cell) != 0;
			assert_int_equal(standing_rank(&unseen.standing, cell),
					 standing_rank(&seen.standing, cell));
			assert_int_equal(standing_moved(&unseen.standing, cell),
					 standing_moved(&seen.standing, cell));
		}
	}
	assert_true(marked > 0);
	race_end(&unseen);
	race_end(&seen);
}

/* ---- what nobody has followed ---- */

static void
at_the_end_the_order_is_the_medians_own(void **state)
{
	struct race race = race_begin();

	(void)state;
	op_ends(&race, 0, 50);
	op_ends(&race, 1, 70);
	pass(&race, 0);
	op_ends(&race, 2, 20);
	told(&race, (struct event){ .type = EV_END, .end = { .how = END_DONE } });
	assert_ranks(&race, 0, "231");
	assert_marks(&race, 0, "   ");
	race_end(&race);
}

static void
another_model_is_looked_at_afresh(void **state)
{
	struct race race = race_begin(), other = race_begin();

	(void)state;
	op_ends(&race, 0, 50);
	pass(&race, 0);
	op_ends(&other, 2, 20);
	assert_false(standing_knows(&race.standing, other.story.model));
	standing_event(&race.standing, other.story.model, &moment, 1);
	assert_true(standing_knows(&race.standing, other.story.model));
	assert_ranks(&race, 0, "--1");
	assert_marks(&race, 0, "   ");
	race_end(&race);
	race_end(&other);
}

/* ---- on the screen ---- */

static void
a_race_is_by_median_until_an_order_is_picked(void **state)
{
	struct race race = race_begin();
	struct ui ui;

	(void)state;
	ui_init(&ui, &nothing, NULL);
	ui.model = race.story.model;
	ui.view = VIEW_RUN;
	assert_int_equal(shown_sort(&ui), SORT_PLAN);
	race.story.model->header->plan->order = ORDER_RACE;
	assert_int_equal(shown_sort(&ui), SORT_MEDIAN);
	ui_command(&ui, CMD_SORT);
	assert_int_equal(shown_sort(&ui), SORT_NAME);
	ui_command(&ui, CMD_SORT);
	assert_int_equal(shown_sort(&ui), SORT_PLAN);
	ui_wipe(&ui);
	race_end(&race);
}

static void
assert_drawn(struct canvas *canvas, struct ui *ui, const struct race *race,
	     const char *const want[3])
{
	autobuf text = { 0 };

	canvas_clear(canvas);
	ui->standing = race->standing;
	view_run.panels[0].draw(canvas, (struct rect){ 0, 0, canvas->cols, canvas->rows }, ui,
				&(struct table_state){ 0 }, false);
	canvas_dump(canvas, &text);
	for (size_t i = 0; i < 3; i++)
		if (!strstr(text.data, want[i]))
			fail_msg("no \"%s\" in\n%s", want[i], text.data);
}

static void
who_rose_and_who_fell_is_on_the_screen(void **state)
{
	static const char *const before[] = { " 1 o btrfs", "   ^ dir", "running 0/100" };
	static const char *const after[] = { "v2 o btrfs", "^1 ^ dir", " 3 # zfs" };
	autofree(canvas) canvas = canvas_new(80, 8, GLYPHS_ASCII);
	struct race race = race_begin();
	struct ui ui;

	(void)state;
	ui_init(&ui, &nothing, NULL);
	ui.model = race.story.model;
	ui.view = VIEW_RUN;
	ui.sort = SORT_MEDIAN;
	op_ends(&race, 0, 50);
	assert_drawn(canvas, &ui, &race, before);
	op_ends(&race, 1, 60);
	op_ends(&race, 2, 90);
	assert_drawn(canvas, &ui, &race, (const char *const[]){ " 1 o btrfs", " 2 ^ dir", " 3 # zfs" });
	op_ends(&race, 1, 10);
	assert_drawn(canvas, &ui, &race, (const char *const[]){ " 1 o btrfs", " 2 ^ dir", " 3 # zfs" });
	pass(&race, 2000);
	assert_drawn(canvas, &ui, &race, after);
	ui.standing = (struct standing){ 0 };
	ui_wipe(&ui);
	race_end(&race);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_order_changes_after_a_moment_and_says_so),
		cmocka_unit_test(a_mark_stays_as_long_however_fast_it_is_played),
		cmocka_unit_test(the_order_does_not_depend_on_who_looks_when),
		cmocka_unit_test(at_the_end_the_order_is_the_medians_own),
		cmocka_unit_test(another_model_is_looked_at_afresh),
		cmocka_unit_test(a_race_is_by_median_until_an_order_is_picked),
		cmocka_unit_test(who_rose_and_who_fell_is_on_the_screen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
