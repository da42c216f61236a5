#include "story.h"

#include <stdlib.h>
#include <string.h>

#include "record/summary.h"

static const char *const one[] = { "btrfs", NULL };
static const char *const two[] = { "btrfs", "dir", NULL };
static const char *const three[] = { "btrfs", "lvm", "zfs", NULL };

static struct summary
row_of(const struct story *story, size_t cell)
{
	autofree_mem struct summary *rows = NULL;

	assert_int_equal(summary_rows(story->model, &rows), story->model->plan->n_cells);
	return rows[cell];
}

/* Those of example E11, published by others: the ratios and rates are plain divisions. */
static void
rates_are_succeeded_ops_by_seconds(void **state)
{
	/* clang-format off */
	static const struct { uint32_t n; uint64_t ms; double rate; } rows[] = {
		{ 500, 41816, 11.9571455 }, { 10, 9557, 1.0463535 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(one, rows[i].n, 0, 1);
		struct summary row;

		story_makespan(&story, STORY_LAUNCH(0), 0, rows[i].n, rows[i].ms);
		row = row_of(&story, STORY_LAUNCH(0));
		near(row.rate, rows[i].rate);
		assert_int_equal(row.n, rows[i].n);
		assert_int_equal(row.makespan, rows[i].ms * MS);
		assert_int_equal(row.rounds, 1);
		model_free(story.model);
	}
}

static void
one_round_each_gives_a_ratio_and_no_verdict(void **state)
{
	struct story story = story_begin(three, 500, 0, 1);
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	story_makespan(&story, STORY_LAUNCH(0), 0, 500, 41816);
	story_makespan(&story, STORY_LAUNCH(1), 0, 500, 184098);
	story_makespan(&story, STORY_LAUNCH(2), 0, 500, 115946);
	assert_int_equal(summary_pairs(story.model, &pairs), 3);
	assert_int_equal(pairs[0].a, STORY_LAUNCH(0));
	assert_int_equal(pairs[0].b, STORY_LAUNCH(2)); /* by their medians */
	assert_int_equal(pairs[1].b, STORY_LAUNCH(1));
	assert_int_equal(pairs[2].a, STORY_LAUNCH(2));
	assert_int_equal(pairs[2].b, STORY_LAUNCH(1));
	assert_true(pairs[1].fastest && !pairs[2].fastest);
	near(1 / pairs[1].verdict.ratio.estimate, 4.4025732);
	near(1 / pairs[0].verdict.ratio.estimate, 2.7727664);
	assert_int_equal(pairs[0].verdict.kind, VERDICT_TOO_FEW);
	assert_int_equal(pairs[1].verdict.kind, VERDICT_TOO_FEW);
	model_free(story.model);
}

static void
what_has_not_been_measured_is_unknown(void **state)
{
	struct story story = story_begin(one, 2, 0, 1);
	struct summary row = row_of(&story, STORY_LAUNCH(0));
	struct model *empty = model_new();
	autofree_mem struct summary *rows = NULL;
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	assert_int_equal(row.n, 0);
	assert_int_equal(row.median, UNKNOWN);
	assert_int_equal(row.tail.value, UNKNOWN);
	assert_int_equal(row.makespan, UNKNOWN);
	assert_true(row.makespan_interval.coverage == 0);
	assert_true(isnan(row.rate) && isnan(row.cpu));
	assert_false(row.disk_known);
	assert_int_equal(summary_rows(empty, &rows), 0);
	assert_int_equal(summary_pairs(empty, &pairs), 0);
	model_free(empty);
	model_free(story.model);
}

static void
a_row_adds_up_the_counted_rounds(void **state)
{
	struct story story = story_begin(one, 4, 1, 6);
	struct summary row;

	(void)state;
	for (unsigned round = 0; round < 7; round++) {
		uint32_t step;
		struct event end;

		story_usage(&story, 0, round, USAGE_IMAGE, 100 * MIB);
		story_step(&story, STORY_LAUNCH(0), round, 4, round == 0 ? 9000 : 100 * round);
		story_usage(&story, 0, round, USAGE_FULL, (110 + round) * MIB);
		step = story_step_begin(&story, STORY_DELETE(0), round, 4);
		end = story_end_of(&story, step, story.t);
		end.step_end.cpu = (struct cpu_seconds){ .user = round, .system = 1, .irq = 0.5 };
		story_tell(&story, end);
	}
	row = row_of(&story, STORY_LAUNCH(0));
	assert_int_equal(row.n, 24);
	assert_int_equal(row.median, 350 * MS);
	assert_int_equal(row.min, 100 * MS);
	assert_int_equal(row.max, 600 * MS);
	assert_string_equal(row.tail.name, "p95");
	assert_int_equal(row.tail.value, 600 * MS);
	assert_int_equal(row.makespan, 1400 * MS);
	assert_int_equal(row.rounds, 6);
	near(row.makespan_interval.low, 400.0 * MS);
	near(row.makespan_interval.high, 2400.0 * MS);
	assert_true(row.disk_known && row.makes);
	assert_int_equal(row.disk, (int64_t)(13.5 * (double)MIB));
	assert_true(isnan(row.cpu));
	row = row_of(&story, STORY_DELETE(0));
	near(row.cpu, (1 + 2 + 3 + 4 + 5 + 6) / 6.0 + 1.5);
	assert_false(row.makes);
	model_free(story.model);
}

/* What others write as well, or what still changed, is no figure of the instances alone. */
static void
only_a_pool_at_rest_and_alone_is_steady(void **state)
{
	static const struct {
		enum pool_shared shared;
		enum pool_backing backing;
		bool settled, steady;
	} rows[] = {
		{ SHARED_NO, BACKING_LOOP, true, true },
		{ SHARED_NO, BACKING_LOOP, false, false },
		{ SHARED_YES, BACKING_REMOTE, true, false },
		{ SHARED_YES, BACKING_REMOTE, false, false },
		{ SHARED_NO, BACKING_FOLDER, true, true },
		/* of an older recording */
		{ SHARED_UNKNOWN, BACKING_LOOP, true, true },
		{ SHARED_UNKNOWN, BACKING_FOLDER, true, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct env_pool pool = { .name = (char *)"btrfs",
					 .shared = rows[i].shared,
					 .backing = rows[i].backing };
		struct env_server server = { .name = (char *)"local",
					     .pools = &pool,
					     .n_pools = 1 };
		struct story story = story_begin(one, 1, 0, 1);
		struct env *env = &story.model->header->env;

		env->servers = &server;
		env->n_servers = 1;
		story_tell(&story,
			   (struct event){ .type = EV_SETTLE,
					   .settle = { 0, 0, 5 * NS_PER_S, rows[i].settled } });
		/* Once is enough: the figures are means over all rounds. */
		story_tell(&story, (struct event){ .type = EV_SETTLE,
						   .settle = { 0, 0, 5 * NS_PER_S, true } });
		assert_int_equal(summary_is_steady(story.model, 0), rows[i].steady);
		assert_int_equal(row_of(&story, STORY_LAUNCH(0)).steady, rows[i].steady);
		env->servers = NULL;
		env->n_servers = 0;
		model_free(story.model);
	}
}

static void
columns_tell_nothing_from_unknown(void **state)
{
	/* clang-format off */
	static const struct { const char *column; struct summary row; const char *want; } rows[] = {
		{ "pool",     { .cell = STORY_LAUNCH(0) }, "btrfs" },
		{ "driver",   { .cell = STORY_LAUNCH(0) }, "btrfs" },
		{ "n",        { .n = 50 }, "50" },
		{ "failed",   { .failed = 3 }, "3" },
		{ "failed",   { .failed = UNKNOWN }, "-" },	/* whoever told the rest did not say */
		{ "median",   { .n = 1, .median = 303 * MS }, "0.303 s" },
		{ "median",   { .n = 0, .median = UNKNOWN }, "-" },
		{ "median",   { .n = 5, .median = UNKNOWN }, "?" },	/* only makespans are known */
		{ "p95",      { .n = 20, .tail = { "p95", 1100 * MS } }, "1.10 s" },
		{ "p95",      { .n = 19, .tail = { "max", 1100 * MS } }, "1.10 s max" },
		{ "p95",      { .n = 19, .tail = { "max", UNKNOWN } }, "?" },
		{ "min",      { .n = 1, .min = 0 }, "0.00 ms" },
		{ "max",      { .n = 1, .max = 35200000 }, "35.2 ms" },
		{ "rate",     { .n = 1, .rate = 11.957 }, "12.0/s" },
		{ "rate",     { .n = 1, .rate = NAN }, "?" },
		{ "rate",     { .n = 0, .rate = NAN }, "-" },
		{ "makespan", { .rounds = 2, .makespan = 8030 * MS }, "8.03 s" },
		{ "makespan", { .rounds = 0, .makespan = UNKNOWN }, "-" },
		{ "disk",     { .makes = true, .disk_known = true, .steady = true, .disk = 30 << 20 }, "+30.0 MiB" },
		{ "disk",     { .makes = true, .disk_known = true, .disk = 30 << 20 }, "~+30.0 MiB" },
		{ "disk",     { .makes = true, .disk_known = true, .steady = true, .disk = -1024 }, "-1.00 KiB" },
		{ "disk",     { .makes = true }, "?" },
		{ "disk",     { .makes = false }, "-" },
		{ "CPU",      { .cpu = 12.34 }, "12.3 s" },
		{ "CPU",      { .cpu = NAN }, "?" },
	};
	/* clang-format on */
	struct story story = story_begin(one, 4, 1, 6);
	char text[64];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		size_t column = 0;

		while (strcmp(summary_columns[column].name, rows[i].column) != 0)
			column++;
		summary_columns[column].text(story.model, &rows[i].row, text, sizeof(text));
		assert_string_equal(text, rows[i].want);
	}
	model_free(story.model);
}

static const char *
column(const struct story *story, const struct summary *row, const char *name, char *out,
       size_t size)
{
	for (size_t i = 0; i < n_summary_columns; i++)
		if (strcmp(summary_columns[i].name, name) == 0)
			return summary_columns[i].text(story->model, row, out, size);
	fail_msg("no column %s", name);
	return NULL;
}

static void
what_nobody_has_told_is_no_nought(void **state)
{
	static const char *const unknown[] = { "n", "median", "p95", "min", "max", "rate", "CPU" };
	struct story story = story_begin(one, 0, 0, 1);
	struct summary row;
	char text[64];

	(void)state;
	story_makespan(&story, STORY_LAUNCH(0), 0, 0, 9557);
	row = row_of(&story, STORY_LAUNCH(0));
	for (size_t i = 0; i < COUNTOF(unknown); i++)
		assert_string_equal(column(&story, &row, unknown[i], text, sizeof(text)), "?");
	assert_string_equal(column(&story, &row, "makespan", text, sizeof(text)), "9.56 s");
	assert_string_equal(column(&story, &row, "throughput", text, sizeof(text)), "-");
	model_free(story.model);
}

static void
throughput_is_what_was_told_or_moved(void **state)
{
	struct story story = story_begin(one, 1, 0, 2);
	struct event event;
	struct summary row;
	char text[64];
	uint32_t step;

	(void)state;
	step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	event = story_end_of(&story, step, UNKNOWN);
	event.step_end.end = UNKNOWN;
	event.step_end.count[OP_OK] = 1;
	event.step_end.rate = 430000000;
	story_tell(&story, event);
	row = row_of(&story, STORY_LAUNCH(0));
	assert_string_equal(column(&story, &row, "throughput", text, sizeof(text)), "430 MB/s");
	assert_string_equal(column(&story, &row, "makespan", text, sizeof(text)), "-");

	step = story_step_begin(&story, STORY_DELETE(0), 0, 1);
	story.t += 2000 * MS;
	event = story_op(&story, step, 0, OP_OK, 2000 * MS);
	event.op.bytes = 264000000;
	story_tell(&story, event);
	story_tell(&story, story_end_of(&story, step, story.t - 2000 * MS));
	row = row_of(&story, STORY_DELETE(0));
	near(row.throughput, 132e6);
	model_free(story.model);
}

static void
names_say_no_more_than_is_needed(void **state)
{
	struct plan *plan = story_plan(two, 1, 0, 1);
	struct story story = { .model = model_new() };
	char text[64];

	(void)state;
	plan->targets[1].member = xstrdup("node2");
	plan->cells[STORY_LAUNCH(1)].variant = xstrdup("optimized");
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = story_header(plan) });
	assert_string_equal(summary_pool_name(story.model, STORY_LAUNCH(0), text, sizeof(text)),
			    "btrfs");
	assert_string_equal(summary_pool_name(story.model, STORY_LAUNCH(1), text, sizeof(text)),
			    "dir@node2");
	free(plan->targets[1].server);
	plan->targets[1].server = xstrdup("far");
	assert_string_equal(summary_pool_name(story.model, STORY_LAUNCH(0), text, sizeof(text)),
			    "local:btrfs");
	assert_string_equal(summary_pool_name(story.model, STORY_LAUNCH(1), text, sizeof(text)),
			    "far:dir@node2");
	assert_string_equal(summary_group_name(story.model, STORY_LAUNCH(0), text, sizeof(text)),
			    "launch, busybox, container");
	assert_string_equal(summary_group_name(story.model, STORY_LAUNCH(1), text, sizeof(text)),
			    "launch, optimized, busybox, container");
	assert_false(summary_same_group(story.model, STORY_LAUNCH(0), STORY_LAUNCH(1)));
	assert_false(summary_same_group(story.model, STORY_LAUNCH(0), STORY_DELETE(0)));
	assert_true(summary_same_group(story.model, STORY_DELETE(0), STORY_DELETE(1)));
	model_free(story.model);
}

static void
pools_are_compared_each_with_each(void **state)
{
	/* p = 4/252, 2/252 and 2/252: by Holm times one and times three. */
	static const uint64_t ms[3][5] = {
		{ 2100, 2140, 2080, 2120, 2290 },
		{ 4200, 4280, 4160, 4240, 4580 },
		{ 2310, 2280, 2350, 2300, 2330 },
	};
	struct story story = story_begin(three, 1, 1, 5);
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	for (size_t pool = 0; pool < 3; pool++) {
		story_makespan(&story, STORY_PRIME(pool), 0, 1, 100 + pool);
		story_makespan(&story, STORY_LAUNCH(pool), 0, 1,
			       1); /* warm-up: the other way round */
		for (unsigned round = 0; round < 5; round++)
			story_makespan(&story, STORY_LAUNCH(pool), 1 + round, 1, ms[pool][round]);
	}
	assert_int_equal(summary_pairs(story.model, &pairs), 3);
	assert_int_equal(pairs[0].a, STORY_LAUNCH(0));
	assert_int_equal(pairs[0].b, STORY_LAUNCH(2));
	assert_int_equal(pairs[0].verdict.kind, VERDICT_FASTER);
	near(pairs[0].verdict.p, 6 / 252.0); /* no less than the one before it */
	near(pairs[1].verdict.p, 3 * 2 / 252.0);
	near(pairs[2].verdict.p, 3 * 2 / 252.0);
	near(1 / pairs[0].verdict.ratio.estimate, 1.0896226);
	assert_int_equal(pairs[1].verdict.kind, VERDICT_FASTER);
	assert_int_equal(pairs[2].verdict.family, 3);
	assert_false(pairs[0].paired);
	model_free(story.model);
}

/* The table's ratio is the sentence's, whichever way it is asked for. */
static void
the_ratio_of_a_pair_is_the_one_that_is_told(void **state)
{
	static const uint64_t ms[3][6] = {
		{ 100, 104, 108, 96, 101, 99 },
		{ 110, 113, 107, 102, 116, 105 },
		{ 120, 126, 99, 131, 119, 125 },
	};
	struct story story = story_begin(three, 1, 0, 6);
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	for (unsigned round = 0; round < 6; round++)
		for (size_t pool = 0; pool < 3; pool++)
			story_makespan(&story, STORY_LAUNCH(pool), round, 1, ms[pool][round]);
	assert_int_equal(summary_pairs(story.model, &pairs), 3);
	for (size_t i = 0; i < 3; i++) {
		struct ratio told = pairs[i].verdict.ratio;
		struct ratio forth = summary_ratio(story.model, pairs[i].a, pairs[i].b);
		struct ratio back = summary_ratio(story.model, pairs[i].b, pairs[i].a);

		assert_true(told.interval.coverage > 0.95);
		near(forth.interval.low, told.interval.low);
		near(back.interval.low, 1 / told.interval.high);
		near(back.estimate, 1 / told.estimate);
	}
	model_free(story.model);
}

static void
of_many_pools_each_is_compared_with_the_fastest(void **state)
{
	static const char *const five[] = { "a", "b", "c", "d", "e", NULL };
	struct story story = story_begin(five, 1, 0, 5);
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	for (unsigned round = 0; round < 5; round++)
		for (size_t pool = 0; pool < 5; pool++)
			story_makespan(&story, STORY_LAUNCH(pool), round, 1,
				       1000 - 100 * pool + round);
	assert_int_equal(summary_pairs(story.model, &pairs), 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(pairs[i].a, STORY_LAUNCH(4));
		assert_true(pairs[i].fastest);
		assert_int_equal(pairs[i].verdict.kind, VERDICT_FASTER);
	}
	model_free(story.model);
}

/* More than a fifth of the steps: then they are no exception, and rounds are set against their
 * like. */
static void
often_disturbed_rounds_are_compared_within(void **state)
{
	static const struct {
		unsigned disturbed;
		bool often;
	} rows[] = { { 0, false }, { 3, false }, { 4, true } };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(two, 1, 0, 8);
		autofree_mem struct summary_pair *pairs = NULL;
		struct disturbance it;

		for (unsigned round = 0; round < 8; round++)
			for (size_t pool = 0; pool < 2; pool++) {
				story_makespan(&story, STORY_LAUNCH(pool), round, 1,
					       1000 + (round * 5 + pool * 3) % 7);
				if (pool && round < rows[i].disturbed)
					story.model->steps[story.model->n_steps - 1].taint =
						TAINT_DISTURBED;
			}
		it = summary_disturbance(story.model);
		assert_int_equal(it.steps, 16);
		assert_int_equal(it.disturbed, rows[i].disturbed);
		assert_int_equal(it.often, rows[i].often);
		assert_false(summary_drift(story.model).found);
		assert_int_equal(summary_pairs(story.model, &pairs), 1);
		assert_int_equal(pairs[0].paired, rows[i].often);
		model_free(story.model);
	}
}

static void
a_pool_without_a_complete_round_is_in_no_pair(void **state)
{
	struct story story = story_begin(two, 1, 0, 4);
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	for (unsigned round = 0; round < 4; round++) {
		uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), round, 1);

		story_tell(&story, story_op(&story, step, 0, OP_FAILED, 0));
		story_tell(&story, story_end_of(&story, step, story.t));
		story_makespan(&story, STORY_LAUNCH(1), round, 1, 100);
	}
	assert_int_equal(summary_pairs(story.model, &pairs), 0);
	model_free(story.model);
}

/* Each round a tenth slower than the one before, and dir always 4 % behind btrfs. */
static void
drift_is_taken_out_by_comparing_within_rounds(void **state)
{
	struct story story = story_begin(two, 1, 0, 8);
	autofree_mem struct summary_pair *pairs = NULL;
	struct drift drift;

	(void)state;
	for (unsigned round = 0; round < 8; round++) {
		uint64_t ms = 10000 + 1000 * round;

		story_makespan(&story, STORY_LAUNCH(0), round, 1, ms);
		story_makespan(&story, STORY_LAUNCH(1), round, 1, ms * 26 / 25);
	}
	drift = summary_drift(story.model);
	assert_true(drift.found && drift.change > 0.4);
	assert_int_equal(summary_pairs(story.model, &pairs), 1);
	assert_true(pairs[0].paired);
	assert_int_equal(pairs[0].verdict.kind, VERDICT_SMALL);
	near(pairs[0].verdict.p, 2 / 256.0);
	near(1 / pairs[0].verdict.ratio.estimate, 1.04);
	model_free(story.model);
}

static void
pairs_need_the_same_rounds(void **state)
{
	struct story story = story_begin(two, 1, 0, 9);
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	for (unsigned round = 0; round < 9; round++) {
		if (round < 7)
			story_makespan(&story, STORY_LAUNCH(0), round, 1, 10000 + 1000 * round);
		if (round > 1)
			story_makespan(&story, STORY_LAUNCH(1), round, 1, 10000 + 1000 * round);
	}
	assert_true(summary_drift(story.model).found);
	assert_int_equal(summary_pairs(story.model, &pairs), 1);
	assert_false(pairs[0].paired); /* five in common */
	assert_int_equal(pairs[0].verdict.n, 7);
	model_free(story.model);
}

static void
a_steady_machine_has_no_drift(void **state)
{
	struct story story = story_begin(two, 1, 0, 8);

	(void)state;
	for (unsigned round = 0; round < 8; round++) {
		story_makespan(&story, STORY_LAUNCH(0), round, 1, 1000 + round % 3);
		story_makespan(&story, STORY_LAUNCH(1), round, 1, 9000 + round % 2);
	}
	assert_false(summary_drift(story.model).found);
	model_free(story.model);
}

/* As story_begin(), and a chain more for each pool: one that launches again. */
static struct story
begin_with_shared_cells(const char *const *pools, unsigned rounds)
{
	struct story story = { .model = model_new() };
	struct plan *plan = story_plan(pools, 1, 0, rounds);

	for (size_t pool = 0; pools[pool]; pool++) {
		size_t chain[] = { STORY_LAUNCH(pool) };

		plan_add_chain(plan, chain, 1, NO_CELL);
	}
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = story_header(plan) });
	return story;
}

/* Two chains that share a workload make no rounds: 2 of them never decide. */
static void
a_round_has_one_figure_however_often_its_cell_had_a_turn(void **state)
{
	struct story story = begin_with_shared_cells(two, 2);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	autofree_mem struct summary_pair *pairs = NULL;

	(void)state;
	for (unsigned round = 0; round < 2; round++)
		for (uint64_t turn = 0; turn < 2; turn++)
			for (size_t pool = 0; pool < 2; pool++)
				story_makespan(&story, STORY_LAUNCH(pool), round, 1,
					       100 + 20 * turn + 1000 * pool + round);
	assert_int_equal(cell->n_makespans, 2);
	assert_int_equal(cell->makespans[0], 110 * MS);
	assert_int_equal(cell->makespans[1], 111 * MS);
	assert_int_equal(cell->makespan_rounds[1], 1);
	assert_int_equal(row_of(&story, STORY_LAUNCH(0)).n, 4); /* each op is counted */
	assert_int_equal(summary_pairs(story.model, &pairs), 1);
	assert_int_equal(pairs[0].verdict.n, 2);
	assert_int_equal(pairs[0].verdict.kind, VERDICT_TOO_FEW);
	model_free(story.model);
}

static void
a_round_counts_when_each_of_its_turns_was_whole(void **state)
{
	struct story story = begin_with_shared_cells(two, 3);
	const struct model_cell *cell = &story.model->cells[STORY_LAUNCH(0)];
	uint32_t step;

	(void)state;
	story_makespan(&story, STORY_LAUNCH(0), 0, 1, 100);
	step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	story_tell(&story, story_op(&story, step, 0, OP_FAILED, 0));
	story_tell(&story, story_end_of(&story, step, story.t));
	assert_int_equal(cell->n_makespans, 0);
	story_makespan(&story, STORY_LAUNCH(0), 1, 1, 100);
	assert_int_equal(cell->n_makespans, 0); /* half of it is still to come */
	story_makespan(&story, STORY_LAUNCH(0), 1, 1, 300);
	assert_int_equal(cell->n_makespans, 1);
	assert_int_equal(cell->makespans[0], 200 * MS);
	assert_int_equal(cell->makespan_rounds[0], 1);
	model_free(story.model);
}

/* Each turn has a time of its own: their order in a round is no drift. */
static void
drift_is_looked_for_over_rounds(void **state)
{
	struct story story = begin_with_shared_cells(two, 10);

	(void)state;
	for (unsigned round = 0; round < 10; round++)
		for (uint64_t turn = 0; turn < 2; turn++)
			story_makespan(&story, STORY_LAUNCH(0), round, 1,
				       turn ? 3000 - 100 * round : 1000 + 100 * round);
	near(summary_drift(story.model).s, 0);
	model_free(story.model);
}

/* What was worked out is kept only as long as it is true. */
static void
figures_follow_the_rounds(void **state)
{
	struct story story = story_begin(two, 1, 0, 3);
	struct summary row;

	(void)state;
	for (unsigned round = 0; round < 3; round++) {
		autofree_mem struct summary_pair *pairs = NULL;

		story_makespan(&story, STORY_LAUNCH(0), round, 1, 1000 * (round + 1));
		story_makespan(&story, STORY_LAUNCH(1), round, 1, 2000 * (round + 1));
		assert_int_equal(summary_pairs(story.model, &pairs), 1);
		assert_int_equal(pairs[0].verdict.n, round + 1);
		row = row_of(&story, STORY_LAUNCH(1));
		assert_int_equal(row.rounds, round + 1);
		assert_int_equal(row.makespan, 1000 * (round + 2) * MS);
		near(summary_ratio(story.model, STORY_LAUNCH(1), STORY_LAUNCH(0)).estimate, 2);
		near(summary_ratio(story.model, STORY_LAUNCH(0), STORY_LAUNCH(1)).estimate, 0.5);
		near(summary_ratio(story.model, STORY_LAUNCH(0), STORY_LAUNCH(0)).estimate, 1);
	}
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_are_succeeded_ops_by_seconds),
		cmocka_unit_test(one_round_each_gives_a_ratio_and_no_verdict),
		cmocka_unit_test(what_has_not_been_measured_is_unknown),
		cmocka_unit_test(a_row_adds_up_the_counted_rounds),
		cmocka_unit_test(only_a_pool_at_rest_and_alone_is_steady),
		cmocka_unit_test(columns_tell_nothing_from_unknown),
		cmocka_unit_test(what_nobody_has_told_is_no_nought),
		cmocka_unit_test(throughput_is_what_was_told_or_moved),
		cmocka_unit_test(names_say_no_more_than_is_needed),
		cmocka_unit_test(pools_are_compared_each_with_each),
		cmocka_unit_test(the_ratio_of_a_pair_is_the_one_that_is_told),
		cmocka_unit_test(of_many_pools_each_is_compared_with_the_fastest),
		cmocka_unit_test(often_disturbed_rounds_are_compared_within),
		cmocka_unit_test(a_pool_without_a_complete_round_is_in_no_pair),
		cmocka_unit_test(drift_is_taken_out_by_comparing_within_rounds),
		cmocka_unit_test(pairs_need_the_same_rounds),
		cmocka_unit_test(a_steady_machine_has_no_drift),
		cmocka_unit_test(a_round_has_one_figure_however_often_its_cell_had_a_turn),
		cmocka_unit_test(a_round_counts_when_each_of_its_turns_was_whole),
		cmocka_unit_test(drift_is_looked_for_over_rounds),
		cmocka_unit_test(figures_follow_the_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
