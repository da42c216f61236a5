#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bench/choices.h"

#define WORDS_MAX 16

/* The choices that a command line of these words makes. */
static struct choices
given(const char *words)
{
	autofree(options) options = options_new();
	autofree_mem char *line = xstrdup(words);
	char *argv[WORDS_MAX + 1] = { NULL };
	struct choices choices = { 0 };
	struct err err;
	int argc = 0;

	for (char *word = strtok(line, " "); word && argc < WORDS_MAX; word = strtok(NULL, " "))
		argv[argc++] = word;
	if (options_parse(options, C_RUN, argc, argv, &err) < 0 ||
	    choices_from_options(options, &choices, &err) < 0)
		fail_msg("%s: %s", words, err.text);
	return choices;
}

static void
what_is_given_goes_before_the_preset(void **state)
{
	static const struct {
		const char *words;
		unsigned count, rounds;
	} rows[] = {
		{ "", 10, 5 }, /* the standard one */
		{ "--preset smoke", 4, 1 },
		{ "--preset careful --count 3", 3, 10 },
		{ "--rounds 7 --preset smoke", 4, 7 }, /* in any order */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct choices choices = given(rows[i].words);

		assert_int_equal(choices.count, rows[i].count);
		assert_int_equal(choices.rounds, rows[i].rounds);
		assert_int_equal(choices.warmup, 1);
		choices_wipe(&choices);
	}
}

static void
nothing_given_leaves_parallel_seed_and_label_open(void **state)
{
	struct choices choices = given("");

	(void)state;
	assert_int_equal(choices.parallel, 0);
	assert_int_equal(choices.seed, 0);
	assert_null(choices.label);
	assert_int_equal(choices.n_pools, 0);
	assert_int_equal(choices.n_chains, 1);
	assert_string_equal(choices.chains[0], "launch,delete");
	choices_wipe(&choices);
}

static void
a_pool_is_on_each_of_several_servers(void **state)
{
	static const struct {
		const char *words;
		size_t n;
		struct {
			const char *server, *pool;
		} pools[3];
	} rows[] = {
		{ "--pool a --pool b", 2, { { NULL, "a" }, { NULL, "b" } } },
		{ "--server s --pool a", 1, { { NULL, "a" } } },
		{ "--server s --server t --pool a", 2, { { "s", "a" }, { "t", "a" } } },
		/* Which one is said: it is found when the servers are known. */
		{ "--server s --server t --pool t:a", 1, { { NULL, "t:a" } } },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct choices choices = given(rows[i].words);

		assert_int_equal(choices.n_pools, rows[i].n);
		for (size_t p = 0; p < rows[i].n; p++) {
			assert_string_equal(choices.pools[p].pool, rows[i].pools[p].pool);
			if (rows[i].pools[p].server)
				assert_string_equal(choices.pools[p].server,
						    rows[i].pools[p].server);
			else
				assert_null(choices.pools[p].server);
		}
		choices_wipe(&choices);
	}
}

static void
toggling_takes_in_and_out(void **state)
{
	struct choices choices = { 0 };

	(void)state;
	choices_toggle_pool(&choices, "s", "a");
	choices_toggle_pool(&choices, "t", "a");
	assert_true(choices_has_pool(&choices, "s", "a"));
	choices_toggle_pool(&choices, "s", "a");
	assert_false(choices_has_pool(&choices, "s", "a"));
	assert_true(choices_has_pool(&choices, "t", "a"));

	choices_toggle_image(&choices, "x");
	choices_toggle_image(&choices, "y");
	choices_toggle_image(&choices, "x");
	assert_false(choices_has_image(&choices, "x"));
	assert_true(choices_has_image(&choices, "y"));
	choices_wipe(&choices);
}

static void
a_pool_without_server_is_any_servers(void **state)
{
	struct choices choices = given("--pool a");

	(void)state;
	assert_true(choices_has_pool(&choices, "local", "a"));
	choices_toggle_pool(&choices, "local", "a");
	assert_int_equal(choices.n_pools, 0);
	choices_wipe(&choices);
}

static void
workloads_stay_in_their_order(void **state)
{
	static const struct {
		const char *toggled, *chain;
	} rows[] = {
		{ "delete", "delete" },
		{ "launch", "launch,delete" },
		{ "stop", "launch,stop,delete" },
		{ "delete", "launch,stop" },
		{ "stop", "launch" },
		{ "launch", NULL },
	};
	struct choices choices = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		choices_toggle_workload(&choices, 0, rows[i].toggled);
		if (rows[i].chain)
			assert_string_equal(choices.chains[0], rows[i].chain);
		else
			assert_int_equal(choices.n_chains, 0);
	}
	choices_wipe(&choices);
}

static void
toggling_leaves_the_other_chains_alone(void **state)
{
	struct choices choices = given("--workload launch --workload launch,stop");

	(void)state;
	choices_toggle_workload(&choices, 0, "delete");
	assert_int_equal(choices.n_chains, 2);
	assert_string_equal(choices.chains[0], "launch,delete");
	assert_string_equal(choices.chains[1], "launch,stop");
	assert_false(choices_has_workload(&choices, 0, "stop"));
	choices_wipe(&choices);
}

static void
variants_stay_with_their_workload(void **state)
{
	struct choices choices = given("--workload launch:freeze,snapshot,restore:older");

	(void)state;
	assert_true(choices_has_workload(&choices, 0, "restore"));
	assert_false(choices_has_workload(&choices, 0, "snapshot-delete"));
	choices_toggle_workload(&choices, 0, "snapshot-delete");
	assert_string_equal(choices.chains[0],
			    "launch:freeze,snapshot,restore:older,snapshot-delete");
	choices_toggle_workload(&choices, 0, "restore");
	choices_toggle_workload(&choices, 0, "launch");
	assert_string_equal(choices.chains[0], "snapshot,snapshot-delete");
	choices_wipe(&choices);
}

static void
what_a_person_wrote_keeps_its_order(void **state)
{
	struct choices choices = given("--workload launch,stop,start,stop");

	(void)state;
	choices_toggle_workload(&choices, 0, "delete");
	assert_string_equal(choices.chains[0], "launch,stop,start,stop,delete");
	choices_toggle_workload(&choices, 0, "stop");
	assert_string_equal(choices.chains[0], "launch,start,delete");
	choices_wipe(&choices);
}

static void
the_chain_after_the_last_is_a_new_one(void **state)
{
	struct choices choices = given("--workload launch");

	(void)state;
	choices_toggle_workload(&choices, 1, "create");
	assert_int_equal(choices.n_chains, 2);
	assert_string_equal(choices_chain(&choices, 1), "create");
	assert_string_equal(choices_chain(&choices, 2), "");
	choices_set_chain(&choices, 0, "");
	assert_int_equal(choices.n_chains, 1);
	assert_string_equal(choices_chain(&choices, 0), "create");
	choices_wipe(&choices);
}

static void
of_words_of_one_kind_one_stays(void **state)
{
	static const struct {
		const char *workload, *word, *chain;
	} rows[] = {
		{ "export", "gzip", "launch,stop,export:gzip,move" },
		{ "export", "optimized", "launch,stop,export:optimized+gzip,move" },
		{ "export", "zstd", "launch,stop,export:optimized+zstd,move" },
		{ "export", "zstd", "launch,stop,export:optimized,move" },
		{ "export", "optimized", "launch,stop,export,move" },
		{ "launch", "freeze", "launch:freeze,stop,export,move" },
		{ "move", "tank", "launch:freeze,stop,export,move:tank" },
		{ "move", "vg0", "launch:freeze,stop,export,move:vg0" },
		{ "move", "vg0", "launch:freeze,stop,export,move" },
		{ "restore", "older", "launch:freeze,stop,export,move" }, /* it is not there */
	};
	struct choices choices = given("--workload launch,stop,export,move");

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		bool before = choices_has_word(&choices, 0, rows[i].workload, rows[i].word);

		choices_toggle_word(&choices, 0, rows[i].workload, rows[i].word);
		assert_string_equal(choices.chains[0], rows[i].chain);
		if (choices_has_workload(&choices, 0, rows[i].workload))
			assert_int_equal(
				choices_has_word(&choices, 0, rows[i].workload, rows[i].word),
				!before);
	}
	choices_wipe(&choices);
}

static void
freeze_is_a_variant_of_what_starts(void **state)
{
	static const struct {
		const char *words, *chain;
	} rows[] = {
		{ "--freeze", "launch:freeze,delete" },
		{ "--freeze --workload create,start,restart", "create,start:freeze,restart" },
		{ "--freeze --workload launch:freeze", "launch:freeze" },
		{ "--workload launch", "launch" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct choices choices = given(rows[i].words);

		assert_string_equal(choices.chains[0], rows[i].chain);
		choices_wipe(&choices);
	}
}

static void
sizes_are_whole_mebibytes(void **state)
{
	static const struct {
		const char *words;
		unsigned mib; /* 0: it is none */
	} rows[] = {
		{ "--fill 256MiB", 256 }, { "--fill 1GiB", 1024 }, { "--fill 1048576", 1 },
		{ "--fill 100KiB", 0 },	  { "--fill 0", 0 },	   { "--fill 2000TiB", 0 },
		{ "--fill much", 0 },	  { "--fill -1MiB", 0 },
		{ "--vm-size 64MiB", 64 }, { "--vm-size 1.5MiB", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(options) options = options_new();
		autofree_mem char *words = xstrdup(rows[i].words);
		char *argv[] = { strtok(words, " "), strtok(NULL, " ") };
		struct choices choices = { 0 };
		struct err err;

		assert_int_equal(options_parse(options, C_RUN, 2, argv, &err), 0);
		if (rows[i].mib == 0) {
			assert_int_equal(choices_from_options(options, &choices, &err), -1);
			assert_int_equal(err.kind, ERR_USAGE);
			continue;
		}
		assert_int_equal(choices_from_options(options, &choices, &err), 0);
		assert_int_equal(choices.fill + choices.vm_size, rows[i].mib);
		assert_int_equal(choices.vm_size != 0, strcmp(argv[0], "--vm-size") == 0);
		choices_wipe(&choices);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_given_goes_before_the_preset),
		cmocka_unit_test(nothing_given_leaves_parallel_seed_and_label_open),
		cmocka_unit_test(a_pool_is_on_each_of_several_servers),
		cmocka_unit_test(toggling_takes_in_and_out),
		cmocka_unit_test(a_pool_without_server_is_any_servers),
		cmocka_unit_test(workloads_stay_in_their_order),
		cmocka_unit_test(toggling_leaves_the_other_chains_alone),
		cmocka_unit_test(variants_stay_with_their_workload),
		cmocka_unit_test(what_a_person_wrote_keeps_its_order),
		cmocka_unit_test(the_chain_after_the_last_is_a_new_one),
		cmocka_unit_test(of_words_of_one_kind_one_stays),
		cmocka_unit_test(freeze_is_a_variant_of_what_starts),
		cmocka_unit_test(sizes_are_whole_mebibytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
