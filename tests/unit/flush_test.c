#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/flush.h"

static const char mountinfo[] =
	"22 1 254:0 / / rw,relatime shared:1 master:2 - ext4 /dev/vda rw\n"
	"40 22 0:41 / /var/lib/incus/storage-pools/fast rw,relatime - btrfs /dev/loop2 rw\n"
	"41 22 0:42 / /var/lib/incus/storage-pools/faster rw shared:9 - btrfs /dev/loop3 rw\n"
	"42 22 0:43 / /var/lib/incus/storage-pools/slow rw - xfs /dev/loop4 rw\n"
	"43 22 torn";

static void
a_pool_is_found_by_the_end_of_its_mount_point(void **state)
{
	static const struct { const char *pool, *mount; } rows[] = {
		{ "fast", "/var/lib/incus/storage-pools/fast" },
		{ "faster", "/var/lib/incus/storage-pools/faster" },
		{ "ast", NULL },
		{ "slow", NULL },	/* of another type */
		{ "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *mount = flush_find_mount(mountinfo, "btrfs", rows[i].pool);

		if (rows[i].mount)
			assert_string_equal(mount, rows[i].mount);
		else
			assert_null(mount);
	}
	assert_null(flush_find_mount("", "btrfs", "fast"));
}

static void
what_cannot_be_flushed_is_not(void **state)
{
	static const struct env_server here = { .local = true, .pid = 1 }, there = { .pid = 1 },
				       nobody = { .local = true };
	static const struct env_pool btrfs = { .name = "no such pool", .driver = "btrfs" },
				     dir = { .name = "fast", .driver = "dir" },
				     unknown = { .name = "fast" };
	static const struct {
		const struct env_server *server;
		const struct env_pool *pool;
	} rows[] = {
		{ &here, &btrfs }, { &there, &btrfs }, { &nobody, &btrfs },
		{ &here, &dir },   { &here, &unknown },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_null(flush_new(NULL, rows[i].server, rows[i].pool));
	assert_false(flush_begin(NULL, NULL, NULL));
}

static void
a_zpool_is_the_first_part_of_a_dataset(void **state)
{
	static const struct {
		const char *source, *want;
	} rows[] = {
		{ "tank", "tank" },
		{ "tank/incus/pools", "tank" },
		{ "/var/lib/incus/disks/fast.img", "fast" },
		{ "", "fast" },
		{ NULL, "fast" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *zpool = flush_find_zpool(rows[i].source, "fast");

		assert_string_equal(zpool, rows[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pool_is_found_by_the_end_of_its_mount_point),
		cmocka_unit_test(what_cannot_be_flushed_is_not),
		cmocka_unit_test(a_zpool_is_the_first_part_of_a_dataset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
