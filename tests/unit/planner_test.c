#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/planner.h"

#define PRINT_A "aaaaaaaaaaaa1111111111111111111111111111111111111111111111111111"
#define PRINT_B "bbbbbbbbbbbb2222222222222222222222222222222222222222222222222222"

/* Two servers; the second is known by the path of its socket. */
static struct env_pool pools[] = {
	{ .name = "fast", .driver = "btrfs" },
	{ .name = "slow", .driver = "dir" },
	{ .name = "odd:name", .driver = "dir" },
	{ .name = "gone", .driver = "zfs", .unusable = "not available on this server now" },
};
static struct env_image images[] = {
	{ .fingerprint = PRINT_A, .alias = "busybox" },
	{ .fingerprint = PRINT_B, .description = "a machine", .vm = true },
};
static struct env_server servers[] = {
	{ .name = "local",
	  .project = "lab",
	  .kind = "incus",
	  .pools = pools,
	  .n_pools = 4,
	  .images = images,
	  .n_images = 2 },
	{ .name = "/run/x:y.socket",
	  .kind = "lxd",
	  .pools = pools,
	  .n_pools = 1,
	  .images = images,
	  .n_images = 1 },
};
static const struct env env = { .host.cpus = 6, .servers = servers, .n_servers = 2 };

#define TEXTS_MAX 3

struct picked {
	const char *pools[TEXTS_MAX], *images[TEXTS_MAX], *chains[TEXTS_MAX];
};

static size_t
count_texts(const char *const texts[TEXTS_MAX])
{
	size_t n = 0;

	while (n < TEXTS_MAX && texts[n])
		n++;
	return n;
}

/* Borrows all texts: nothing is to be freed. */
static struct plan *
plan_of(const struct picked *picked, struct choices numbers, struct err *err)
{
	struct pool_choice pool_choices[TEXTS_MAX];
	struct choices choices = numbers;
	struct plan *plan = NULL;

	choices.pools = pool_choices;
	choices.n_pools = count_texts(picked->pools);
	for (size_t i = 0; i < choices.n_pools; i++)
		pool_choices[i] = (struct pool_choice){ .pool = (char *)picked->pools[i] };
	choices.images = (char **)picked->images;
	choices.n_images = count_texts(picked->images);
	choices.chains = (char **)picked->chains;
	choices.n_chains = count_texts(picked->chains);
	if (plan_build(&choices, &env, "7f3a91c2", &plan, err) < 0)
		assert_null(plan);
	return plan;
}

static const struct choices usual = { .count = 10, .parallel = 4, .rounds = 5, .warmup = 1 };

static const char *
workload_of(const struct plan *plan, size_t chain, size_t at)
{
	return plan->cells[plan->chains[chain].cells[at]].workload;
}

static void
pools_images_and_chains_are_crossed(void **state)
{
	static const struct picked picked = { { "fast", "slow" },
					      { "busybox", "bbbbbbbbbbbb" },
					      { "launch", "launch,delete" } };
	struct err err;
	autofree(plan) plan = plan_of(&picked, usual, &err);

	(void)state;
	assert_non_null(plan);
	assert_int_equal(plan->n_targets, 2);
	assert_int_equal(plan->n_chains, 2 * 2 * 2);
	/* Of each target and image: prime, launch, stop, delete. */
	assert_int_equal(plan->n_cells, 2 * 2 * 4);
	assert_int_equal(plan->chains[1].n_cells, 3);
	assert_string_equal(workload_of(plan, 1, 0), "launch");
	assert_string_equal(workload_of(plan, 1, 1), "stop");
	assert_string_equal(workload_of(plan, 1, 2), "delete");
	/* Both chains begin with the same cell and have the same prime. */
	assert_int_equal(plan->chains[0].cells[0], plan->chains[1].cells[0]);
	assert_int_equal(plan->chains[0].prime, plan->chains[1].prime);
	assert_string_equal(plan->cells[plan->chains[0].prime].workload, "prime");
}

static void
images_are_pinned_by_their_fingerprint(void **state)
{
	static const struct picked picked = { { "fast" }, { "busybox", PRINT_B }, { "launch" } };
	struct err err;
	autofree(plan) plan = plan_of(&picked, usual, &err);
	const struct cell *container = &plan->cells[plan->chains[0].cells[0]];
	const struct cell *vm = &plan->cells[plan->chains[1].cells[0]];

	(void)state;
	assert_string_equal(container->fingerprint, PRINT_A);
	assert_string_equal(container->image, "busybox");
	assert_int_equal(container->place, PLACE_CONTAINER);
	assert_string_equal(vm->fingerprint, PRINT_B);
	assert_string_equal(vm->image, "a machine");
	assert_int_equal(vm->place, PLACE_VM);
}

static void
a_pool_may_say_its_server(void **state)
{
	static const struct {
		const char *given, *server, *pool;
	} rows[] = {
		{ "fast", "local", "fast" },
		{ "odd:name", "local", "odd:name" }, /* a colon of its own */
		{ "local:odd:name", "local", "odd:name" },
		{ "/run/x:y.socket:fast", "/run/x:y.socket", "fast" },
		{ "run:fast", "/run/x:y.socket", "fast" }, /* as a sandbox is called */
		{ "sandbox:run:fast", "/run/x:y.socket", "fast" },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct picked picked = { { rows[i].given }, { "busybox" }, { "launch" } };
		autofree(plan) plan = plan_of(&picked, usual, &err);

		assert_non_null(plan);
		assert_string_equal(plan->targets[0].server, rows[i].server);
		assert_string_equal(plan->targets[0].pool, rows[i].pool);
	}
}

static void
a_pool_named_twice_is_one_target(void **state)
{
	static const struct picked picked = { { "fast", "local:fast" },
					      { "busybox" },
					      { "launch" } };
	struct err err;
	autofree(plan) plan = plan_of(&picked, usual, &err);

	(void)state;
	assert_int_equal(plan->n_targets, 1);
	assert_int_equal(plan->n_chains, 1);
}

static void
what_cannot_be_run_says_why(void **state)
{
	static const struct {
		struct picked picked;
		enum err_kind kind;
		const char *says;
	} rows[] = {
		{ { { NULL }, { "busybox" }, { "launch" } },
		  ERR_USAGE,
		  "no pool is chosen; local has fast, slow, odd:name, gone" },
		{ { { "fast" }, { NULL }, { "launch" } }, ERR_USAGE, "no image is chosen" },
		{ { { "fast" }, { "busybox" }, { NULL } }, ERR_USAGE, "no workload is chosen" },
		{ { { "quick" }, { "busybox" }, { "launch" } },
		  ERR_USAGE,
		  "no pool \"quick\" on local, which has fast, slow, odd:name, gone" },
		{ { { "gone" }, { "busybox" }, { "launch" } },
		  ERR_REFUSED,
		  "pool gone of local cannot be used: not available" },
		{ { { "fast" }, { "debian/12" }, { "launch" } },
		  ERR_USAGE,
		  "which has busybox, a machine; to fetch one: incus image copy images:debian/12 local: --alias debian/12 --target-project lab" },
		{ { { "/run/x:y.socket:fast" }, { "debian/12" }, { "launch" } },
		  ERR_USAGE,
		  "no image \"debian/12\" on /run/x:y.socket, which has busybox" },
		{ { { "fast" }, { "aaaa" }, { "launch" } }, ERR_USAGE, "no image \"aaaa\"" },
		{ { { "fast" }, { "busybox" }, { "fly" } }, ERR_USAGE, "no workload \"fly\"" },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_null(plan_of(&rows[i].picked, usual, &err));
		assert_int_equal(err.kind, rows[i].kind);
		if (!strstr(err.text, rows[i].says))
			fail_msg("row %zu says: %s", i, err.text);
	}
}

static void
numbers_that_make_no_run_are_refused(void **state)
{
	static const struct picked picked = { { "fast" }, { "busybox" }, { "launch" } };
	static const struct choices rows[] = {
		{ .count = 0, .parallel = 1, .rounds = 1 },
		{ .count = 1, .parallel = 1, .rounds = 0 },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_null(plan_of(&picked, rows[i], &err));
		assert_int_equal(err.kind, ERR_USAGE);
	}
}

static void
what_was_left_open_is_decided(void **state)
{
	static const struct picked picked = { { "fast" }, { "busybox" }, { "launch" } };
	struct choices open = { .count = 1, .rounds = 1 }, given = { .count = 1, .rounds = 1 };
	struct err err;
	autofree(plan) a = plan_of(&picked, open, &err);
	autofree(plan) b = plan_of(&picked, open, &err);

	(void)state;
	assert_int_equal(a->parallel, 6); /* the host's CPUs */
	assert_true(a->seed != 0 && b->seed != 0 && a->seed != b->seed);
	assert_true(a->seed < UINT64_C(1) << 53);
	assert_string_equal(a->prefix, "psc-7f3a91c2");

	given.seed = 42;
	given.parallel = 3;
	plan_free(a);
	a = plan_of(&picked, given, &err);
	assert_int_equal(a->seed, 42);
	assert_int_equal(a->parallel, 3);
}

static void
a_plan_is_told_in_a_line(void **state)
{
	static const struct {
		struct picked picked;
		struct choices numbers;
		const char *line;
	} rows[] = {
		{ { { "fast", "slow" }, { "busybox" }, { "launch,delete" } },
		  { .count = 10, .rounds = 5 },
		  "2 pools x 10 x 5 rounds = 100 launch, 100 stop, 100 delete; names psc-7f3a91c2-*" },
		{ { { "fast" }, { "busybox", PRINT_B }, { "launch" } },
		  { .count = 3, .rounds = 1, .warmup = 1 },
		  "1 pool x 2 images x 3 x 1 round = 6 launch; and 1 round to warm up; names psc-7f3a91c2-*" },
		{ { { "fast" }, { "busybox" }, { "launch", "launch,stop" } },
		  { .count = 1, .rounds = 2, .warmup = 2 },
		  "1 pool x 1 x 2 rounds = 4 launch, 2 stop; and 2 rounds to warm up; names psc-7f3a91c2-*" },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of(&rows[i].picked, rows[i].numbers, &err);
		autobuf line = { 0 };

		plan_describe(plan, &line);
		assert_string_equal(buf_text(&line), rows[i].line);
	}
}

static const char *
variant_of(const struct plan *plan, size_t chain, size_t at)
{
	return plan->cells[plan->chains[chain].cells[at]].variant;
}

static void
a_move_goes_to_the_next_pool_or_the_named_one(void **state)
{
	static const struct {
		struct picked picked;
		const char *to[3]; /* of each chain */
	} rows[] = {
		{ { { "fast", "slow" }, { "busybox" }, { "create,move" } }, { "slow", "fast" } },
		{ { { "fast", "slow", "odd:name" }, { "busybox" }, { "create,move" } },
		  { "slow", "odd:name", "fast" } },
		{ { { "fast" }, { "busybox" }, { "create,move:odd:name" } }, { "odd:name" } },
		{ { { "fast", "odd:name" }, { "busybox" }, { "create,move:slow" } },
		  { "slow", "slow" } },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err;
		autofree(plan) plan = plan_of(&rows[i].picked, usual, &err);
		struct choices again;

		assert_non_null(plan);
		for (size_t c = 0; c < plan->n_chains; c++)
			assert_string_equal(variant_of(plan, c, 1), rows[i].to[c]);
		/* What would make this plan again is what was given. */
		choices_from_plan(plan, &again);
		assert_int_equal(again.n_chains, 1);
		assert_string_equal(again.chains[0], rows[i].picked.chains[0]);
		choices_wipe(&again);
	}
}

static void
a_move_that_goes_nowhere_is_refused(void **state)
{
	static const struct {
		struct picked picked;
		const char *says;
	} rows[] = {
		{ { { "fast" }, { "busybox" }, { "create,move" } },
		  "needs a second pool on local" },
		{ { { "fast" }, { "busybox" }, { "create,move:fast" } }, "it is the same" },
		{ { { "fast" }, { "busybox" }, { "create,move:gone" } }, "not available" },
		{ { { "fast" }, { "busybox" }, { "create,move:none" } }, "no pool \"none\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err;

		assert_null(plan_of(&rows[i].picked, usual, &err));
		assert_non_null(strstr(err.text, rows[i].says));
	}
}

static void
an_empty_machine_is_made_and_never_started(void **state)
{
	static const struct picked made = { { "fast" }, { EMPTY_VM }, { "create,delete" } };
	static const struct picked started = { { "fast" }, { EMPTY_VM }, { "create,start" } };
	struct err err;
	autofree(plan) plan = plan_of(&made, usual, &err);
	struct choices again;
	autobuf text = { 0 };

	(void)state;
	assert_non_null(plan);
	assert_int_equal(plan->n_cells, 2);
	assert_int_equal(plan->cells[0].place, PLACE_VM);
	assert_null(plan->cells[0].image);
	assert_null(plan->cells[0].fingerprint);
	assert_int_equal(plan->chains[0].prime, NO_CELL);
	plan_describe(plan, &text);
	assert_non_null(strstr(buf_text(&text), "50 create"));
	choices_from_plan(plan, &again);
	assert_string_equal(again.images[0], EMPTY_VM);
	choices_wipe(&again);

	assert_null(plan_of(&started, usual, &err));
	assert_non_null(strstr(err.text, "nothing to start"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pools_images_and_chains_are_crossed),
		cmocka_unit_test(images_are_pinned_by_their_fingerprint),
		cmocka_unit_test(a_pool_may_say_its_server),
		cmocka_unit_test(a_pool_named_twice_is_one_target),
		cmocka_unit_test(what_cannot_be_run_says_why),
		cmocka_unit_test(numbers_that_make_no_run_are_refused),
		cmocka_unit_test(what_was_left_open_is_decided),
		cmocka_unit_test(a_plan_is_told_in_a_line),
		cmocka_unit_test(a_move_goes_to_the_next_pool_or_the_named_one),
		cmocka_unit_test(a_move_that_goes_nowhere_is_refused),
		cmocka_unit_test(an_empty_machine_is_made_and_never_started),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
