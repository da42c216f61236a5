#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "again.h"

static struct env_pool pools[] = {
	{ .name = "btrfs", .driver = "btrfs" },
	{ .name = "dir", .driver = "dir" },
	{ .name = "gone", .driver = "zfs", .unusable = "not available on this server now" },
};
static struct env_image images[] = {
	{ .fingerprint = "aaaaaaaaaaaa1111", .alias = "busybox" },
};
static struct env_server servers[] = {
	{ .name = "here", .pools = pools, .n_pools = 3, .images = images, .n_images = 1 },
};
static const struct env here = { .servers = servers, .n_servers = 1 };

/* As choices are written here: pools with their server, images, chains. */
static struct choices
choose(const char *server, const char *const pool_names[], const char *image, const char *chain)
{
	struct choices choices = { 0 };

	for (size_t i = 0; pool_names[i]; i++)
		choices_toggle_pool(&choices, server, pool_names[i]);
	choices_toggle_image(&choices, image);
	choices_set_chain(&choices, 0, chain);
	return choices;
}

/* "here:btrfs here:dir busybox launch,delete" */
static void
describe(const struct choices *choices, struct buf *out)
{
	for (size_t i = 0; i < choices->n_pools; i++)
		buf_printf(out, "%s:%s ", choices->pools[i].server, choices->pools[i].pool);
	for (size_t i = 0; i < choices->n_images; i++)
		buf_printf(out, "%s ", choices->images[i]);
	for (size_t i = 0; i < choices->n_chains; i++)
		buf_printf(out, "%s", choices->chains[i]);
}

static void
what_is_here_is_taken_and_the_rest_is_told(void **state)
{
	static const struct {
		const char *server, *pools[4], *image, *chain, *fitted, *told;
	} rows[] = {
		{ "here",
		  { "btrfs", "dir" },
		  "busybox",
		  "launch",
		  "here:btrfs here:dir busybox launch",
		  "" },
		/* of another server, by the pool's name */
		{ "old",
		  { "btrfs", "zfs" },
		  "busybox",
		  "launch",
		  "here:btrfs busybox launch",
		  "server old, pool zfs" },
		{ "/run/old/unix.socket",
		  { "dir" },
		  "busybox",
		  "launch",
		  "here:dir busybox launch",
		  "server old" },
		/* there is one of that name, but it cannot be used */
		{ "here",
		  { "dir", "gone" },
		  "busybox",
		  "launch",
		  "here:dir busybox launch",
		  "pool gone" },
		{ "old",
		  { "zfs" },
		  "busybox",
		  "launch",
		  "here:dir busybox launch",
		  "server old, pool zfs (as before)" },
		{ "here",
		  { "btrfs" },
		  "alpine",
		  "launch",
		  "here:btrfs busybox launch",
		  "image alpine (as before)" },
		/* others have measured it */
		{ "here",
		  { "btrfs" },
		  "busybox",
		  "compilebench",
		  "here:btrfs busybox launch,delete",
		  "workload compilebench (as before)" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		static const char *const setup_pools[] = { "dir", NULL };
		struct choices before = choose("here", setup_pools, "busybox", "launch,delete");
		struct choices again =
			choose(rows[i].server, rows[i].pools, rows[i].image, rows[i].chain);
		autobuf told = { 0 }, fitted = { 0 };

		again_fit(&again, &before, &here, &told);
		describe(&again, &fitted);
		assert_string_equal(buf_text(&fitted), rows[i].fitted);
		assert_string_equal(buf_text(&told), rows[i].told);
		choices_wipe(&again);
		choices_wipe(&before);
	}
}

static void
without_a_server_nothing_is_changed(void **state)
{
	static const struct env nowhere = { 0 };
	static const char *const names[] = { "zfs", NULL };
	struct choices again = choose("old", names, "alpine", "launch");
	struct choices before = { 0 };
	autobuf told = { 0 }, fitted = { 0 };

	(void)state;
	again_fit(&again, &before, &nowhere, &told);
	describe(&again, &fitted);
	assert_string_equal(buf_text(&fitted), "old:zfs alpine launch");
	assert_string_equal(buf_text(&told), "");
	choices_wipe(&again);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_here_is_taken_and_the_rest_is_told),
		cmocka_unit_test(without_a_server_nothing_is_changed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
