#include "record/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "record/fields.h"

static struct plan *
plan_of_chains(size_t n_chains)
{
	struct plan *plan = xcalloc(1, sizeof(*plan));

	plan->count = 10;
	plan->parallel = 4;
	plan->rounds = 5;
	plan->warmup = 1;
	for (size_t i = 0; i < n_chains; i++) {
		char pool[32];
		struct cell cell = { .workload = "launch", .place = PLACE_CONTAINER };
		size_t cells[2];

		snprintf(pool, sizeof(pool), "pool%zu", i);
		cell.target = plan_add_target(plan, "local", NULL, pool, "btrfs");
		cells[0] = plan_add_cell(plan, &cell);
		cell.workload = "delete";
		cells[1] = plan_add_cell(plan, &cell);
		cell.workload = "prime";
		plan_add_chain(plan, cells, 2, plan_add_cell(plan, &cell));
	}
	return plan;
}

static void
same_target_is_added_once(void **state)
{
	autofree(plan) plan = xcalloc(1, sizeof(*plan));

	(void)state;
	assert_int_equal(plan_add_target(plan, "a", NULL, "p", "btrfs"), 0);
	assert_int_equal(plan_add_target(plan, "a", "m", "p", "btrfs"), 1);
	assert_int_equal(plan_add_target(plan, NULL, NULL, "p", NULL), 2);
	assert_int_equal(plan_add_target(plan, "a", NULL, "q", "btrfs"), 3);
	assert_int_equal(plan_add_target(plan, "a", "m", "p", "btrfs"), 1);
	assert_int_equal(plan_add_target(plan, NULL, NULL, "p", NULL), 2);
	assert_int_equal(plan->n_targets, 4);
}

static void
cells_differ_in_any_property(void **state)
{
	static const struct cell rows[] = {
		{ .target = 0, .image = "a", .fingerprint = "f", .workload = "launch", .place = PLACE_CONTAINER },
		{ .target = 1, .image = "a", .fingerprint = "f", .workload = "launch", .place = PLACE_CONTAINER },
		{ .target = 0, .image = "b", .fingerprint = "f", .workload = "launch", .place = PLACE_CONTAINER },
		{ .target = 0, .image = "a", .fingerprint = "g", .workload = "launch", .place = PLACE_CONTAINER },
		{ .target = 0, .image = "a", .fingerprint = "f", .workload = "delete", .place = PLACE_CONTAINER },
		{ .target = 0, .image = "a", .fingerprint = "f", .workload = "launch", .place = PLACE_VM },
		{ .target = 0, .image = "a", .fingerprint = "f", .workload = "launch", .variant = "v", .place = PLACE_CONTAINER },
		{ .target = 0, .workload = "launch", .place = PLACE_CONTAINER },
	};
	autofree(plan) plan = xcalloc(1, sizeof(*plan));

	(void)state;
	for (int twice = 0; twice < 2; twice++)
		for (size_t i = 0; i < COUNTOF(rows); i++)
			assert_int_equal(plan_add_cell(plan, &rows[i]), i);
	assert_int_equal(plan->n_cells, COUNTOF(rows));
}

static void
counts_steps_and_ops(void **state)
{
	static const size_t no_cells[1] = { 0 };
	autofree(plan) plan = plan_of_chains(3);
	autofree(plan) empty = xcalloc(1, sizeof(*empty));

	(void)state;
	/* 3 chains of 2 cells in 6 rounds, and 3 primes of one op each. */
	assert_int_equal(plan_count_ops(plan), 3 * 2 * 6 * 10 + 3);

	/* A second chain of the same pool and image needs no second prime, and one without has none. */
	plan_add_chain(plan, plan->chains[0].cells, 1, plan->chains[0].prime);
	plan_add_chain(plan, no_cells, 1, NO_CELL);
	assert_int_equal(plan_count_ops(plan), (3 * 2 * 6 + 2 * 6) * 10 + 3);
	assert_int_equal(plan_count_ops(empty), 0);
}

static void
largest_plan_does_not_overflow(void **state)
{
	autofree(plan) plan = plan_of_chains(1);

	(void)state;
	plan->count = PLAN_COUNT_MAX;
	plan->rounds = PLAN_ROUNDS_MAX;
	plan->warmup = PLAN_WARMUP_MAX;
	for (size_t i = 1; i < PLAN_CHAINS_MAX; i++)
		plan_add_chain(plan, plan->chains[0].cells, 2, NO_CELL);
	assert_true(plan_count_ops(plan) == UINT64_C(10000) * 2 * 1100 * 10000 + 1);
}

static void
order_is_shuffled_by_seed_and_round(void **state)
{
	/* Computed apart from this program, by the rule in doc/recording.md. */
	static const struct {
		uint64_t seed;
		unsigned round;
		size_t want[5];
	} rows[] = {
		{ 0, 0, { 1, 4, 3, 2, 0 } },
		{ 0, 1, { 3, 4, 1, 2, 0 } },
		{ 0, 2, { 4, 3, 1, 2, 0 } },
		{ 1, 0, { 0, 4, 1, 2, 3 } },
		{ UINT64_C(0x0123456789abcdef), 3, { 3, 1, 4, 0, 2 } },
		{ UINT64_MAX, 1099, { 3, 2, 0, 4, 1 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of_chains(5);
		size_t order[5];

		plan->seed = rows[i].seed;
		plan_order_of_round(plan, rows[i].round, order);
		assert_memory_equal(order, rows[i].want, sizeof(order));
	}
}

static void
every_chain_has_its_turn_once_a_round(void **state)
{
	enum { CHAINS = 7, ROUNDS = 300 };
	autofree(plan) plan = plan_of_chains(CHAINS);
	unsigned first[CHAINS] = { 0 };

	(void)state;
	plan->seed = 42;
	for (unsigned round = 0; round < ROUNDS; round++) {
		size_t order[CHAINS];
		unsigned seen = 0;

		plan_order_of_round(plan, round, order);
		for (size_t i = 0; i < CHAINS; i++)
			seen |= 1u << order[i];
		assert_int_equal(seen, (1u << CHAINS) - 1);
		first[order[0]]++;
	}
	/* 43 are expected; for this seed none is far from it. */
	for (size_t i = 0; i < CHAINS; i++)
		assert_in_range(first[i], 25, 65);
}

static void
order_given_or_race_is_not_shuffled(void **state)
{
	static const enum plan_order rows[] = { ORDER_GIVEN, ORDER_RACE };
	static const size_t want[] = { 0, 1, 2, 3, 4 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of_chains(5);
		size_t order[5];

		plan->seed = 1;
		plan->order = rows[i];
		plan_order_of_round(plan, 3, order);
		assert_memory_equal(order, want, sizeof(order));
	}
}

static void
no_chain_and_one_chain_have_an_order(void **state)
{
	autofree(plan) none = plan_of_chains(0);
	autofree(plan) one = plan_of_chains(1);
	size_t order[1] = { 7 };

	(void)state;
	plan_order_of_round(none, 0, order);
	assert_int_equal(order[0], 7);
	plan_order_of_round(one, 0, order);
	assert_int_equal(order[0], 0);
}

static void
places_have_words(void **state)
{
	(void)state;
	assert_string_equal(place_name(PLACE_HOST), "host");
	assert_string_equal(place_name(PLACE_CONTAINER), "container");
	assert_string_equal(place_name(PLACE_VM), "vm");
}

static struct plan *
read_plan(const char *text, struct err *err)
{
	autofree(json_object) object = json_parse(text, strlen(text), err);
	autofree(plan) plan = xcalloc(1, sizeof(*plan));

	assert_non_null(object);
	return fields_read(&plan_fields, object, plan, err) ? NULL : steal(plan);
}

static void
all_of_it_comes_back(void **state)
{
	static const char text[] =
		"{\"targets\":[{\"server\":\"a\",\"member\":\"b\",\"pool\":\"c\",\"driver\":\"d\"},{\"pool\":\"/e\"}],"
		"\"cells\":[{\"target\":1,\"image\":\"f\",\"fingerprint\":\"g\",\"workload\":\"h\",\"variant\":\"i\","
		"\"place\":\"vm\"},{\"target\":0,\"workload\":\"j\",\"place\":\"host\"}],"
		"\"chains\":[{\"cells\":[1,0,1],\"prime\":0},{\"cells\":[]}],\"count\":10000,\"parallel\":1000,"
		"\"rounds\":1000,\"warmup\":100,\"batch\":true,\"privileged\":true,\"network\":true,\"order\":\"given\","
		"\"seed\":\"ffffffffffffffff\",\"prefix\":\"psc-7f3a91c2\"}";
	struct err err = { 0 };
	autofree(plan) plan = read_plan(text, &err);
	autofree(json_object) object = json_object_new_object();
	autobuf again = { 0 };

	(void)state;
	assert_non_null(plan);
	assert_int_equal(plan->cells[0].place, PLACE_VM);
	assert_int_equal(plan->chains[0].n_cells, 3);
	assert_int_equal(plan->chains[0].cells[1], 0);
	assert_int_equal(plan->chains[0].prime, 0);
	assert_true(plan->chains[1].prime == NO_CELL);
	assert_int_equal(plan->order, ORDER_GIVEN);
	assert_true(plan->seed == UINT64_MAX);
	plan_to_json(plan, object);
	json_format(object, &again);
	assert_string_equal(again.data, text);
}

/* A plan as text, with one member's value replaced. */
static char *
plan_with(const char *key, const char *value)
{
	static const char *const members[][2] = {
		{ "targets", "[{\"pool\":\"p\"}]" },
		{ "cells", "[{\"target\":0,\"workload\":\"launch\",\"place\":\"container\"}]" },
		{ "chains", "[{\"cells\":[0]}]" },
		{ "count", "10" },
		{ "parallel", "4" },
		{ "rounds", "5" },
		{ "warmup", "1" },
		{ "order", "\"shuffled\"" },
		{ "seed", "\"0123456789abcdef\"" },
		{ "prefix", "\"psc-7f3a91c2\"" },
	};
	autobuf text = { 0 };

	for (size_t i = 0; i < COUNTOF(members); i++)
		buf_printf(&text, "%c\"%s\":%s", i ? ',' : '{', members[i][0],
			   strcmp(members[i][0], key) == 0 ? value : members[i][1]);
	buf_putc(&text, '}');
	return buf_steal(&text);
}

static void
hostile_ones_are_refused_by_the_name_of_the_key(void **state)
{
	static const struct {
		const char *key, *value, *says;
	} rows[] = {
		{ "targets", "null", "\"targets\" is missing" },
		{ "targets", "{}", "\"targets\" is an object" },
		{ "targets", "[{\"server\":\"a\"}]", "targets[0]: \"pool\" is missing" },
		{ "targets", "[]", "cells[0]: \"target\" is 0, and there are 0 targets" },
		{ "cells", "[{\"target\":1,\"workload\":\"a\",\"place\":\"vm\"}]", "cells[0]: \"target\" is 1, and there are 1 targets" },
		{ "cells", "[{\"target\":-1,\"workload\":\"a\",\"place\":\"vm\"}]", "cells[0]: \"target\" is -1" },
		{ "cells", "[{\"target\":1000,\"workload\":\"a\",\"place\":\"vm\"}]", "cells[0]: \"target\" is 1000, not within" },
		{ "cells", "[{\"target\":0,\"place\":\"vm\"}]", "cells[0]: \"workload\" is missing" },
		{ "cells", "[{\"target\":0,\"workload\":\"a\",\"place\":\"moon\"}]", "cells[0]: \"place\" is not a word" },
		{ "cells", "[]", "chains[0]: \"cells\" has 0, and there are 0 cells" },
		{ "chains", "[{}]", "chains[0]: \"cells\" is missing" },
		{ "chains", "[{\"cells\":[1]}]", "chains[0]: \"cells\" has 1, and there are 1 cells" },
		{ "chains", "[{\"cells\":[0]},{\"cells\":[0],\"prime\":1}]", "chains[1]: \"prime\" is 1, and there are 1 cells" },
		{ "chains", "[{\"cells\":[-1]}]", "chains[0]: \"cells\" is -1" },
		{ "chains", "[{\"cells\":[18446744073709551615]}]", "chains[0]: \"cells\" is 18446744073709551615" },
		{ "chains", "[{\"cells\":[\"0\"]}]", "chains[0]: \"cells\" is a text" },
		{ "count", "0", "\"count\" is 0, not within 1 to 10000" },
		{ "count", "10001", "\"count\" is 10001" },
		{ "count", "4294967297", "\"count\" is 4294967297" },
		{ "parallel", "0", "\"parallel\" is 0, not within 1 to 1000" },
		{ "parallel", "1001", "\"parallel\" is 1001" },
		{ "rounds", "0", "\"rounds\" is 0, not within 1 to 1000" },
		{ "rounds", "1001", "\"rounds\" is 1001" },
		{ "warmup", "101", "\"warmup\" is 101, not within 0 to 100" },
		{ "warmup", "-1", "\"warmup\" is -1" },
		{ "warmup", "1e0", "\"warmup\" is a number" },
		{ "order", "\"\"", "\"order\" is not a word" },
		{ "seed", "1", "\"seed\" is a whole number" },
		{ "seed", "\"123\"", "\"seed\" is not 16 hex digits" },
		{ "seed", "\"0123456789ABCDEF\"", "\"seed\" is not 16 hex digits" },
		{ "seed", "\"0123456789abcdef0\"", "\"seed\" is not 16 hex digits" },
		{ "prefix", "\"\"", "\"prefix\" is not" },
		{ "prefix", "\"psc/../x\"", "\"prefix\" is not" },
		{ "prefix", "\"psc-11111111111111111111111111111111111111111\"", "\"prefix\" is not" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text = plan_with(rows[i].key, rows[i].value);
		struct err err = { 0 };

		assert_null(read_plan(text, &err));
		if (!strstr(err.text, rows[i].says))
			fail_msg("%s, not %s", err.text, rows[i].says);
	}
}

static void
too_many_are_refused(void **state)
{
	static const struct {
		const char *key, *element;
		int n;
		const char *says;
	} rows[] = {
		{ "targets", "{\"pool\":\"p\"}", 1001, "\"targets\" has 1001 elements, more than 1000" },
		{ "cells", "{}", 10001, "\"cells\" has 10001 elements, more than 10000" },
		{ "chains", "{}", 10001, "\"chains\" has 10001 elements, more than 10000" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf list = { 0 };
		autofree_mem char *text = NULL;
		struct err err = { 0 };

		for (int k = 0; k < rows[i].n; k++)
			buf_printf(&list, "%c%s", k ? ',' : '[', rows[i].element);
		buf_putc(&list, ']');
		text = plan_with(rows[i].key, list.data);
		assert_null(read_plan(text, &err));
		assert_string_equal(err.text, rows[i].says);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_target_is_added_once),
		cmocka_unit_test(cells_differ_in_any_property),
		cmocka_unit_test(counts_steps_and_ops),
		cmocka_unit_test(largest_plan_does_not_overflow),
		cmocka_unit_test(order_is_shuffled_by_seed_and_round),
		cmocka_unit_test(every_chain_has_its_turn_once_a_round),
		cmocka_unit_test(order_given_or_race_is_not_shuffled),
		cmocka_unit_test(no_chain_and_one_chain_have_an_order),
		cmocka_unit_test(places_have_words),
		cmocka_unit_test(all_of_it_comes_back),
		cmocka_unit_test(hostile_ones_are_refused_by_the_name_of_the_key),
		cmocka_unit_test(too_many_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
