#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/units.h"
#include "sys/blockdev.h"
#include "sys/child.h"

/*
 * A made-up /sys: a disk with a partition, on it LUKS, on that LVM; a thin pool
 * whose two parts are on one disk; a mirror over two disks; loop devices on a
 * file of the folder; and things that cannot be.
 */
static const char tree[] =
	"cd \"$1\" && mkdir -p class/block dev/block && : >file && : >other &&\n"
	"node() { mkdir -p devices/$1 && ln -s ../../devices/$1 class/block/${1##*/}; }\n"
	"dm() { node $1; mkdir devices/$1/dm; echo \"$2\" >devices/$1/dm/uuid; }\n"
	"on() { mkdir -p devices/$1/slaves; ln -s ../../$2 devices/$1/slaves/${2##*/}; }\n"
	"loop() { node $1; mkdir devices/$1/loop; echo \"$2\" >devices/$1/loop/backing_file; "
	"echo $3 >devices/$1/loop/dio; }\n"
	"node vda; node vdb; node vda/vda1; echo 1 >devices/vda/vda1/partition\n"
	"dm dm-0 CRYPT-LUKS2-0123-root; on dm-0 vda/vda1\n"
	"dm dm-1 LVM-abc; on dm-1 dm-0\n"
	"dm dm-2 LVM-meta; on dm-2 vdb; dm dm-3 LVM-data; on dm-3 vdb\n"
	"dm dm-4 LVM-pool-tpool; on dm-4 dm-2; on dm-4 dm-3\n"
	"dm dm-5 CRYPT-VERITY-0123-usr; on dm-5 vdb\n"
	"node md0; on md0 vda; on md0 vdb\n"
	"node dm-6; on dm-6 dm-7; node dm-7; on dm-7 dm-6\n"
	"node 'cciss!c0d0'; dm dm-8 LVM-x; on dm-8 'cciss!c0d0'\n"
	"loop loop3 \"$1/file\" 1; loop loop4 '/nowhere/gone (deleted)' 0\n"
	"ln -s ../../devices/vdb dev/block/$2\n";

static char dir[32], file[64];

static int
make_tree(void **state)
{
	autofree_mem char *output = NULL;
	char number[32];
	const char *argv[] = { "sh", "-ec", tree, "sh", dir, number, NULL };
	struct stat st;
	struct err err;

	(void)state;
	strcpy(dir, "/tmp/blockdev_test.XXXXXX");
	assert_non_null(mkdtemp(dir));
	assert_int_equal(stat(dir, &st), 0);
	snprintf(number, sizeof(number), "%u:%u", major(st.st_dev), minor(st.st_dev));
	snprintf(file, sizeof(file), "%s/file", dir);
	if (child_run(argv, 60000, &output, &err) < 0)
		fail_msg("%s", err.text);
	blockdev_use_sysfs(dir);
	return 0;
}

static int
remove_tree(void **state)
{
	const char *argv[] = { "rm", "-r", dir, NULL };
	autofree_mem char *output = NULL;
	struct err err;

	(void)state;
	blockdev_use_sysfs("/sys");
	return child_run(argv, 60000, &output, &err);
}

static void
encryption_is_seen_through_the_layers(void **state)
{
	/* clang-format off */
	static const struct { const char *name, *kind; } rows[] = {
		{ "dm-0", "dm-crypt LUKS2" },
		{ "dm-1", "dm-crypt LUKS2" },
		{ "vda",  NULL },
		{ "dm-4", NULL },
		{ "dm-5", NULL },	/* verity checks, and does not encrypt */
		{ "dm-6", NULL },
		{ "none", NULL },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char kind[32];

		assert_int_equal(blockdev_encryption(rows[i].name, kind, sizeof(kind)),
				 rows[i].kind != NULL);
		if (rows[i].kind)
			assert_string_equal(kind, rows[i].kind);
	}
}

static void
a_loop_device_is_found_by_its_file(void **state)
{
	char name[32], other_name[96], link[96];

	(void)state;
	assert_true(blockdev_of_loop_file(file, name));
	assert_string_equal(name, "loop3");

	snprintf(link, sizeof(link), "%s/link", dir);
	assert_int_equal(symlink("file", link), 0);
	assert_true(blockdev_of_loop_file(link, name)); /* the same file by another name */
	assert_string_equal(name, "loop3");

	snprintf(other_name, sizeof(other_name), "%s/other", dir);
	assert_false(blockdev_of_loop_file(other_name, name));
	assert_false(blockdev_of_loop_file("/nowhere/gone", name));
}

static void
direct_io_is_told_for_loop_devices_only(void **state)
{
	(void)state;
	assert_int_equal(blockdev_loop_dio("loop3"), 1);
	assert_int_equal(blockdev_loop_dio("loop4"), 0);
	assert_int_equal(blockdev_loop_dio("vda"), -1);
	assert_int_equal(blockdev_loop_dio("none"), -1);
}

static void
a_path_is_on_the_device_of_its_file_system(void **state)
{
	char name[32];

	(void)state;
	assert_true(blockdev_of_path(file, name));
	assert_string_equal(name, "vdb");
	assert_false(blockdev_of_path("/proc", name)); /* on no device at all */
	assert_false(blockdev_of_path("/nowhere/x", name));
	assert_false(blockdev_of_node("/dev/null", name));
	assert_false(blockdev_of_node(file, name));
}

static void
a_sparse_file_counts_what_is_allocated(void **state)
{
	char path[64];
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/sparse", dir);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	assert_int_equal(ftruncate(fd, 1 << 30), 0);
	assert_in_range(blockdev_file_blocks(path), 0, 1 << 20);
	close(fd);
	assert_int_equal(blockdev_file_blocks("/nowhere/x"), UNKNOWN);
}

static void
free_space_is_told_or_unknown(void **state)
{
	(void)state;
	assert_true(known(blockdev_free_bytes(dir)));
	assert_int_equal(blockdev_free_bytes("/nowhere/x"), UNKNOWN);
}

/* ---- this machine's own /sys ---- */

static int
use_real_tree(void **state)
{
	(void)state;
	blockdev_use_sysfs("/sys");
	return 0;
}

static int
use_made_up_tree(void **state)
{
	(void)state;
	blockdev_use_sysfs(dir);
	return 0;
}

static void
a_real_loop_device_is_told(void **state)
{
	const char *attach[] = { "losetup", "--find", "--show", file, NULL };
	const char *detach[] = { "losetup", "-d", NULL, NULL };
	autofree_mem char *node = NULL, *output = NULL;
	char of_file[32], of_node[32];
	struct err err;

	(void)state;
	assert_int_equal(truncate(file, 1 << 20), 0);
	if (child_run(attach, 60000, &node, &err) < 0) {
		print_message("SKIP: no loop device to be had here (%s)\n", err.text);
		skip();
	}
	node[strcspn(node, "\n")] = '\0';
	detach[2] = node;

	assert_true(blockdev_of_loop_file(file, of_file));
	assert_true(blockdev_of_node(node, of_node));
	assert_in_range(blockdev_loop_dio(of_file), 0, 1);
	assert_int_equal(child_run(detach, 60000, &output, &err), 0);
	assert_string_equal(of_file, of_node);
	assert_string_equal(of_file, node + strlen("/dev/"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(encryption_is_seen_through_the_layers),
		cmocka_unit_test(a_loop_device_is_found_by_its_file),
		cmocka_unit_test(direct_io_is_told_for_loop_devices_only),
		cmocka_unit_test(a_path_is_on_the_device_of_its_file_system),
		cmocka_unit_test(a_sparse_file_counts_what_is_allocated),
		cmocka_unit_test(free_space_is_told_or_unknown),
		cmocka_unit_test_setup_teardown(a_real_loop_device_is_told, use_real_tree,
						use_made_up_tree),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
