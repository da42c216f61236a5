#include "story.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "record/compare.h"

#define RUNS 4

/* A run with its makespans of one workload, ms; pool after pool, each ended by 0. */
struct told {
	const char *label;
	const char *pools[4];
	unsigned count;
	unsigned ms[3][12];
};

static struct event_header *
header_of(const struct told *told)
{
	struct event_header *header =
		story_header(story_plan(told->pools, told->count ? told->count : 10, 0, 12));

	header->label = xstrdup(told->label);
	header->plan->count = told->count;
	return header;
}

static struct model *
tell_run(const struct told *told)
{
	struct story story = { .model = model_new() };

	story_tell(&story, (struct event){ .type = EV_HEADER, .header = header_of(told) });
	for (size_t pool = 0; told->pools[pool]; pool++)
		for (unsigned round = 0; told->ms[pool][round]; round++)
			story_makespan(&story, STORY_LAUNCH(pool), round, told->count,
				      told->ms[pool][round]);
	story_tell(&story, (struct event){ .type = EV_END });
	return story.model;
}

struct runs {
	struct model *models[RUNS];
	struct compare *compare;
};

static struct runs
compare_told(const struct told *told, size_t n)
{
	struct runs runs = { 0 };

	for (size_t i = 0; i < n; i++)
		runs.models[i] = tell_run(&told[i]);
	runs.compare = compare_new((const struct model *const *)runs.models, n);
	return runs;
}

static void
free_runs(struct runs *runs)
{
	compare_free(runs->compare);
	for (size_t i = 0; i < RUNS; i++)
		model_free(runs->models[i]);
}

static void
expect_sentence(const struct runs *runs, const struct compare_pair *pair, const char *want)
{
	char text[1024];

	assert_string_equal(
		compare_sentence(runs->compare, runs->compare->groups, pair, text, sizeof(text)),
		want);
}

/* Example E1: one pool before and after uid shifting. */
static void
the_same_pool_before_and_after(void **state)
{
	static const struct told told[] = {
		{ "before", { "zfs" }, 1, { { 2551, 2550, 2718 } } },
		{ "after", { "zfs" }, 1, { { 513, 473, 550 } } },
	};
	struct runs runs = compare_told(told, 2);
	const struct compare_group *group = runs.compare->groups;

	(void)state;
	assert_int_equal(runs.compare->n_groups, 1);
	assert_int_equal(group->n_rows, 1);
	assert_string_equal(group->rows[0].pool, "zfs");
	assert_int_equal(group->n_pairs, 1);
	assert_int_equal(group->pairs[0].verdict.kind, VERDICT_TOO_FEW);
	near(group->pairs[0].verdict.ratio.estimate, 4.9727096);
	near(group->pairs[0].verdict.p, 0.1);
	assert_true(group->pairs[0].verdict.ratio.interval.coverage == 0);
	expect_sentence(
		&runs, &group->pairs[0],
		"too few rounds to say: 3 each. Every round of after was faster (about 5.0x). "
		"4 rounds each are the least that can decide");
	free_runs(&runs);
}

/* Example E2. */
static void
enough_rounds_give_a_verdict(void **state)
{
	static const struct told told[] = {
		{ "old", { "btrfs" }, 10, { { 2310, 2280, 2350, 2300, 2330 } } },
		{ "new", { "btrfs" }, 10, { { 2100, 2140, 2080, 2120, 2290 } } },
	};
	struct runs runs = compare_told(told, 2);
	const struct verdict *verdict = &runs.compare->groups[0].pairs[0].verdict;

	(void)state;
	assert_int_equal(verdict->kind, VERDICT_SLOWER);
	near(verdict->ratio.estimate, 1.0896226);
	near(verdict->ratio.interval.low, 1.0087336);
	near(verdict->ratio.interval.high, 1.1190476);
	near(verdict->p, 0.0158730);
	expect_sentence(&runs, &runs.compare->groups[0].pairs[0],
			"new is faster: 1.09x (1.01 to 1.12), 5 rounds each");
	free_runs(&runs);
}

/* The later run is told of, in the sentence as in the table. */
static void
an_open_question_is_told_in_the_direction_of_the_table(void **state)
{
	static const struct told told[] = {
		{ "before", { "dir" }, 10, { { 355, 319, 312, 356, 177 } } },
		{ "after", { "dir" }, 10, { { 363, 423, 377, 324, 238 } } },
	};
	struct runs runs = compare_told(told, 2);
	autobuf text = { 0 };

	(void)state;
	expect_sentence(
		&runs, &runs.compare->groups[0].pairs[0],
		"not enough to say: after is anywhere from 0.49x to 1.34x as fast as before. "
		"More rounds, or a quieter machine");
	compare_table(runs.compare, 100, &text);
	assert_non_null(strstr(buf_text(&text), "0.88x (0.49 to 1.34)"));
	free_runs(&runs);
}

static void
what_was_done_otherwise_is_told_in_the_sentence(void **state)
{
	static const struct told told[] = {
		{ "before", { "dir" }, 10, { { 100, 101, 102, 103 } } },
		{ "after", { "dir" }, 10, { { 300, 301, 302, 303 } } },
	};
	struct runs runs = compare_told(told, 2);
	const struct compare_group *group = runs.compare->groups;

	(void)state;
	runs.models[1]->cells[group->rows[0].cells[1]].remark =
		xstrdup("optimized: ignored by driver");
	expect_sentence(
		&runs, &group->pairs[0],
		"before is faster: 3.0x (2.9 to 3.0), 4 rounds each; not like with like, as "
		"on after: optimized: ignored by driver");
	free_runs(&runs);
}

/* p of the two pairs are 0.0158730 each: by Holm twice that, which still decides. */
static void
several_pools_are_judged_together(void **state)
{
	static const struct told told[] = {
		{ "old",
		  { "btrfs", "dir" },
		  10,
		  { { 2310, 2280, 2350, 2300, 2330 }, { 2310, 2280, 2350, 2300, 2330 } } },
		{ "new",
		  { "dir", "btrfs" },
		  10,
		  { { 2100, 2140, 2080, 2120, 2290 }, { 2100, 2140, 2080, 2120, 2290 } } },
	};
	struct runs runs = compare_told(told, 2);
	const struct compare_group *group = runs.compare->groups;

	(void)state;
	assert_int_equal(group->n_pairs, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(group->pairs[i].row_a, group->pairs[i].row_b);
		near(group->pairs[i].verdict.p, 2 * 0.0158730158730);
		assert_int_equal(group->pairs[i].verdict.kind, VERDICT_SLOWER);
	}
	free_runs(&runs);
}

static void
each_later_run_is_set_against_the_first_that_has_the_pool(void **state)
{
	static const struct told told[] = {
		{ "a", { "btrfs", "zfs" }, 10, { { 100 }, { 0 } } },
		{ "b", { "btrfs", "zfs" }, 10, { { 200 }, { 300 } } },
		{ "c", { "btrfs", "zfs" }, 10, { { 400 }, { 600 } } },
	};
	static const struct {
		size_t row, run_a, run_b;
		double ratio;
	} want[] = {
		{ 0, 0, 1, 0.5 },
		{ 0, 0, 2, 0.25 },
		{ 1, 1, 2, 0.5 },
	};
	struct runs runs = compare_told(told, 3);
	const struct compare_group *group = runs.compare->groups;

	(void)state;
	assert_int_equal(group->n_pairs, COUNTOF(want));
	for (size_t i = 0; i < COUNTOF(want); i++) {
		assert_int_equal(group->pairs[i].row_a, want[i].row);
		assert_int_equal(group->pairs[i].row_b, want[i].row);
		assert_int_equal(group->pairs[i].run_a, want[i].run_a);
		assert_int_equal(group->pairs[i].run_b, want[i].run_b);
		near(group->pairs[i].verdict.ratio.estimate, want[i].ratio);
		assert_int_equal(group->pairs[i].verdict.kind, VERDICT_TOO_FEW);
	}
	free_runs(&runs);
}

/* On two hosts the pools may have other names: one each is the same thing, of several nobody knows
 * which. */
static void
pools_of_other_names_are_compared_where_there_is_one_each(void **state)
{
	static const struct told one[] = {
		{ "here", { "btrfs" }, 10, { { 100 } } },
		{ "there", { "default" }, 10, { { 300 } } },
	};
	static const struct told common[] = {
		{ "here", { "dir", "btrfs" }, 10, { { 500 }, { 100 } } },
		{ "there", { "default", "dir" }, 10, { { 300 }, { 500 } } },
	};
	static const struct told several[] = {
		{ "here", { "btrfs" }, 10, { { 100 } } },
		{ "there", { "a", "b" }, 10, { { 300 }, { 400 } } },
	};
	struct runs runs = compare_told(one, 2);

	(void)state;
	assert_int_equal(runs.compare->groups[0].n_pairs, 1);
	assert_string_equal(
		runs.compare->groups[0].rows[runs.compare->groups[0].pairs[0].row_b].pool,
		"default");
	free_runs(&runs);

	runs = compare_told(common, 2);
	assert_int_equal(runs.compare->groups[0].n_rows, 3);
	assert_int_equal(runs.compare->groups[0].n_pairs, 2);
	free_runs(&runs);

	runs = compare_told(several, 2);
	assert_int_equal(runs.compare->groups[0].n_rows, 3);
	assert_int_equal(runs.compare->groups[0].n_pairs, 0);
	free_runs(&runs);
}

static void
so_many_and_so_many_instances_are_not_compared(void **state)
{
	static const struct told told[] = {
		{ "ten", { "zfs" }, 10, { { 100 } } },
		{ "fifty", { "zfs" }, 50, { { 500 } } },
		{ "untold", { "zfs" }, 0, { { 100 } } },
	};
	struct runs runs = compare_told(told, 2);

	(void)state;
	assert_true(runs.compare->groups[0].counts_differ);
	assert_int_equal(runs.compare->groups[0].n_pairs, 0);
	free_runs(&runs);

	/* What is not known may be the same. */
	runs = compare_told(told + 1, 2);
	assert_false(runs.compare->groups[0].counts_differ);
	assert_int_equal(runs.compare->groups[0].n_pairs, 1);
	free_runs(&runs);
}

/* Rounds of two runs are not shuffled among each other; another's figures cannot be had so. */
static void
two_runs_of_ours_in_a_row_need_a_caution(void **state)
{
	static const struct told told[] = {
		{ "a", { "zfs" }, 10, { { 100 } } },
		{ "b", { "zfs" }, 10, { { 110 } } },
		{ "many", { "zfs" }, 50, { { 500 } } },
	};
	static const struct {
		size_t first;
		enum run_kind kind;
		bool want;
	} rows[] = {
		{ 0, RUN_MEASURED, true },
		{ 0, RUN_IMPORTED, false },
		{ 0, RUN_PUBLISHED, false },
		{ 1, RUN_MEASURED, false }, /* not compared at all */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct model *pair[2];
		struct model *a = tell_run(&told[rows[i].first]);
		struct model *b = tell_run(&told[rows[i].first + 1]);
		autofree(compare) compare = NULL;
		autobuf table = { 0 };
		autobuf json = { 0 };

		a->header->kind = rows[i].kind;
		pair[0] = a;
		pair[1] = b;
		compare = compare_new(pair, 2);
		compare_table(compare, 80, &table);
		compare_json(compare, &json);
		assert_int_equal(compare->in_a_row, rows[i].want);
		assert_int_equal(strstr(buf_text(&table), "two runs in a row") != NULL,
				 rows[i].want);
		assert_int_equal(strstr(buf_text(&json), "\"caution\"") != NULL, rows[i].want);
		model_free(a);
		model_free(b);
	}
}

static void
what_only_one_run_has_is_counted(void **state)
{
	static const struct told told[] = {
		{ "a", { "zfs" }, 10, { { 100 } } },
		{ "b", { "zfs" }, 10, { { 0 } } },
	};
	struct runs runs = compare_told(told, 2);

	(void)state;
	assert_int_equal(runs.compare->n_groups, 0);
	assert_int_equal(runs.compare->n_alone, 1);
	free_runs(&runs);
}

static void
runs_are_called_by_what_tells_them_apart(void **state)
{
	static const struct told told[] = {
		{ "again", { "zfs" }, 1, { { 100 } } },
		{ "again", { "zfs" }, 1, { { 100 } } },
		{ "once", { "zfs" }, 1, { { 100 } } },
		{ NULL, { "zfs" }, 1, { { 100 } } },
	};
	struct runs runs = compare_told(told, 4);

	(void)state;
	assert_string_equal(runs.compare->names[0], "7f3a91c2");
	assert_string_equal(runs.compare->names[1], "7f3a91c2");
	assert_string_equal(runs.compare->names[2], "once");
	assert_string_equal(runs.compare->names[3], "7f3a91c2");
	free_runs(&runs);
}

/* ---- the environment ---- */

static struct model *
run_on(const char *kernel, const char *version, bool idmapped, enum pool_backing backing,
       const char *fingerprint)
{
	static const struct told told = { .pools = { "zfs" }, .count = 10 };
	struct event_header *header = header_of(&told);
	struct story story = { .model = model_new() };
	struct env_server *server = header->env.servers = xcalloc(1, sizeof(*server));

	header->env.n_servers = 1;
	header->env.host.kernel = xstrdup(kernel);
	header->env.host.cpus = 2;
	*server = (struct env_server){ .name = xstrdup("local"),
				       .kind = xstrdup("lxd"),
				       .version = xstrdup(version),
				       .idmapped_mounts = idmapped };
	server->pools = xcalloc(1, sizeof(*server->pools));
	server->n_pools = 1;
	server->pools[0] = (struct env_pool){ .name = xstrdup("zfs"),
					      .driver = xstrdup("zfs"),
					      .backing = backing,
					      .total = UNKNOWN,
					      .instances = SIZE_MAX };
	for (size_t i = 0; i < header->plan->n_cells; i++) {
		free(header->plan->cells[i].fingerprint);
		header->plan->cells[i].fingerprint = xstrdup(fingerprint);
	}
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = header });
	return story.model;
}

static void
what_differs_around_them_is_found(void **state)
{
	static const struct {
		const char *what, *a, *b;
		bool unknown;
	} want[] = {
		{ "server's version", "3.15", "3.16", false },
		{ "idmapped mounts", "no", "yes", false },
		{ "zfs: on", "loop", "disk", false },
		{ "busybox: fingerprint", "0123456789ab", "f123456789ab", false },
		{ "kernel", "5.0", NULL, true },
	};
	struct model *a = run_on("5.0", "3.15", false, BACKING_LOOP, "0123456789abcdef");
	struct model *b = run_on(NULL, "3.16", true, BACKING_DISK, "f123456789abcdef");
	const struct model *models[] = { a, b };
	autofree(compare) compare = compare_new(models, 2);

	(void)state;
	for (size_t i = 0; i < COUNTOF(want); i++) {
		const struct compare_difference *it = &compare->differences[i];

		assert_string_equal(it->what, want[i].what);
		assert_string_equal(it->values[0], want[i].a);
		if (want[i].b)
			assert_string_equal(it->values[1], want[i].b);
		else
			assert_null(it->values[1]);
		assert_int_equal(it->unknown, want[i].unknown);
	}
	assert_int_equal(compare->n_differences, COUNTOF(want));
	model_free(a);
	model_free(b);
}

static void
what_nobody_has_told_is_no_difference_of_flags(void **state)
{
	struct model *a = run_on("5.0", "3.15", true, BACKING_LOOP, "0123456789abcdef");
	struct model *b = run_on("5.0", "3.15", false, BACKING_UNKNOWN, "0123456789abcdef");
	const struct model *models[] = { a, b };
	struct compare *compare;

	(void)state;
	b->header->kind = RUN_PUBLISHED;
	compare = compare_new(models, 2);
	for (size_t i = 0; i < compare->n_differences; i++)
		if (strcmp(compare->differences[i].what, "idmapped mounts") == 0)
			assert_true(compare->differences[i].unknown);
	assert_string_equal(compare->differences[0].what, "kind of run");
	compare_free(compare);
	model_free(a);
	model_free(b);
}

/* ---- as text ---- */

static void
a_comparison_as_a_table(void **state)
{
	static const struct told told[] = {
		{ "before", { "zfs", "dir" }, 10, { { 2310, 2280, 2350, 2300, 2330 }, { 900 } } },
		{ "after", { "zfs", "dir" }, 10, { { 2100, 2140, 2080, 2120, 2290 }, { 300 } } },
	};
	struct runs runs = compare_told(told, 2);
	autobuf text = { 0 };

	(void)state;
	compare_table(runs.compare, 80, &text);
	/* clang-format off */
	assert_string_equal(buf_text(&text),
		"runs\n"
		"  before: run 7f3a91c2, 2026-11-30T12:03:41Z, measured\n"
		"  after: run 7f3a91c2, 2026-11-30T12:03:41Z, measured\n"
		"\n"
		"what differs\n"
		"  nothing that was recorded\n"
		"  when they were made: two runs in a row can differ by the machine's drift\n"
		"  alone; one shuffled run with both would tell\n"
		"\n"
		"launch, busybox, container\n"
		"pool  run     rounds  makespan  interval or range  speed vs first\n"
		"zfs   before       5    2.31 s  2.28 s to 2.35 s   -                     #######\n"
		"      after        5    2.12 s  2.08 s to 2.29 s   1.09x (1.01 to 1.12)  ######\n"
		"dir   before       1   0.900 s  -                  -                     ###\n"
		"      after        1   0.300 s  -                  about 3.00x           #\n"
		"zfs, after against before: after is faster: 1.09x (1.01 to 1.12), 5 rounds each\n"
		"dir, after against before: too few rounds to say: 1 each. Every round of after\n"
		"was faster (about 3.0x). 4 rounds each are the least that can decide\n");
	/* clang-format on */
	free_runs(&runs);
}

static size_t
widest_line(const char *text)
{
	size_t most = 0;

	for (; *text; text += strcspn(text, "\n") + 1)
		if (strcspn(text, "\n") > most)
			most = strcspn(text, "\n");
	return most;
}

static void
a_comparison_takes_the_width_there_is(void **state)
{
	static const struct told told[] = {
		{ "before", { "zfs", "dir" }, 10, { { 2310, 2280, 2350, 2300, 2330 }, { 900 } } },
		{ "after", { "zfs", "dir" }, 10, { { 2100, 2140, 2080, 2120, 2290 }, { 300 } } },
	};
	static const struct {
		size_t columns;
		const char *first; /* row of the table */
		bool all;	   /* its columns; otherwise it says so */
	} rows[] = {
		{ 36, "zfs   before    2.31 s  ############\n", false },
		{ 48, "zfs   before    2.31 s  -\n", false },
		{ 56, "zfs   before       5    2.31 s  -\n", false },
		{ 120,
		  "zfs   before       5    2.31 s  2.28 s to 2.35 s   -                     "
		  "########################################\n",
		  true },
	};
	struct runs runs = compare_told(told, 2);

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf text = { 0 };

		compare_table(runs.compare, rows[i].columns, &text);
		assert_in_range(widest_line(buf_text(&text)), 1, rows[i].columns);
		assert_non_null(strstr(buf_text(&text), rows[i].first));
		assert_int_equal(!strstr(buf_text(&text), "not shown in every table"), rows[i].all);
	}
	free_runs(&runs);
}

static void
texts_of_a_recording_are_made_safe(void **state)
{
	static const struct told told[] = {
		{ "be\x1b[2Jfore", { "zfs" }, 10, { { 100 } } },
		{ "after\n", { "zfs" }, 50, { { 100 } } },
	};
	struct runs runs = compare_told(told, 2);
	autobuf text = { 0 };

	(void)state;
	compare_table(runs.compare, 80, &text);
	assert_null(strchr(buf_text(&text), '\x1b'));
	assert_non_null(strstr(buf_text(&text), "instances a round: 10 (be?[2Jfore), 50 (after?)"));
	assert_non_null(
		strstr(buf_text(&text), "not compared: a round is not of as many instances"));
	free_runs(&runs);
}

static void
a_comparison_as_json(void **state)
{
	static const struct told told[] = {
		{ "before", { "zfs" }, 1, { { 2551, 2550, 2718 } } },
		{ "after", { "zfs" }, 1, { { 513, 473, 550 } } },
	};
	struct runs runs = compare_told(told, 2);
	autobuf text = { 0 };

	(void)state;
	compare_json(runs.compare, &text);
	/* clang-format off */
	assert_string_equal(buf_text(&text),
		"{\"format\":\"poolscope-compare\",\"version\":1,\"runs\":["
		"{\"name\":\"before\",\"id\":\"7f3a91c2\",\"label\":\"before\",\"kind\":\"measured\",\"started_ns\":1796040221000000000},"
		"{\"name\":\"after\",\"id\":\"7f3a91c2\",\"label\":\"after\",\"kind\":\"measured\",\"started_ns\":1796040221000000000}],"
		"\"differences\":[],\"caution\":\"when they were made: two runs in a row can differ by the "
		"machine's drift alone; one shuffled run with both would tell\",\"groups\":[{\"workload\":\"launch\",\"image\":\"busybox\",\"place\":\"container\","
		"\"counts_differ\":false,\"rows\":[{\"pool\":\"zfs\",\"cells\":["
		"{\"makespans_ns\":[2551000000,2550000000,2718000000],\"run\":0,\"cell\":1,\"driver\":\"zfs\"},"
		"{\"makespans_ns\":[513000000,473000000,550000000],\"run\":1,\"cell\":1,\"driver\":\"zfs\"}]}],"
		"\"comparisons\":[{\"row_a\":0,\"run_a\":0,\"row_b\":0,\"run_b\":1,\"verdict\":\"too_few\","
		"\"rounds_a\":3,\"rounds_b\":3,\"p\":0.1,\"family\":1,\"ratio\":4.97271,"
		"\"sentence\":\"too few rounds to say: 3 each. Every round of after was faster (about 5.0x). "
		"4 rounds each are the least that can decide\"}]}]}\n");
	/* clang-format on */
	free_runs(&runs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_pool_before_and_after),
		cmocka_unit_test(enough_rounds_give_a_verdict),
		cmocka_unit_test(an_open_question_is_told_in_the_direction_of_the_table),
		cmocka_unit_test(what_was_done_otherwise_is_told_in_the_sentence),
		cmocka_unit_test(several_pools_are_judged_together),
		cmocka_unit_test(each_later_run_is_set_against_the_first_that_has_the_pool),
		cmocka_unit_test(pools_of_other_names_are_compared_where_there_is_one_each),
		cmocka_unit_test(so_many_and_so_many_instances_are_not_compared),
		cmocka_unit_test(two_runs_of_ours_in_a_row_need_a_caution),
		cmocka_unit_test(what_only_one_run_has_is_counted),
		cmocka_unit_test(runs_are_called_by_what_tells_them_apart),
		cmocka_unit_test(what_differs_around_them_is_found),
		cmocka_unit_test(what_nobody_has_told_is_no_difference_of_flags),
		cmocka_unit_test(a_comparison_as_a_table),
		cmocka_unit_test(a_comparison_takes_the_width_there_is),
		cmocka_unit_test(texts_of_a_recording_are_made_safe),
		cmocka_unit_test(a_comparison_as_json),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
