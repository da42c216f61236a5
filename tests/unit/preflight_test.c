#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/units.h"
#include "base/xdg.h"
#include "bench/limits.h"
#include "bench/preflight.h"
#include "bench/space.h"
#include "folder.h"

#define PRINT "f00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeed"
#define MIB   (UINT64_C(1) << 20)
#define GIB   (UINT64_C(1) << 30)

static void
write_file(const char *name, const char *text)
{
	autofree_mem char *path = xasprintf("%s/%s", folder, name);
	autofree_mem char *above = xstrndup(path, (size_t)(strrchr(path, '/') - path));
	struct err err;

	if (xdg_make_folder(above, &err) < 0 || xdg_write_file(path, text, strlen(text), &err) < 0)
		fail_msg("%s", err.text);
}

/* ---- floors ---- */

static void
the_floor_is_the_lesser_of_a_part_and_a_gibibyte(void **state)
{
	static const struct {
		uint64_t total;
		const char *driver;
		uint64_t floor;
	} rows[] = {
		{ 1000 * MIB, "btrfs", 50 * MIB },
		{ 1000 * MIB, "zfs", 100 * MIB }, /* the last part of a zpool cannot be written */
		{ 1000 * MIB, NULL, 50 * MIB },
		{ 1000 * GIB, "btrfs", GIB },
		{ UNKNOWN, "btrfs", GIB },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct space space = { .free = 0, .total = rows[i].total };

		assert_int_equal(space_floor(space, rows[i].driver), rows[i].floor);
	}
}

static void
unknown_space_is_neither_free_nor_low(void **state)
{
	static const struct {
		uint64_t used, total, free;
		bool low;
	} rows[] = {
		{ 10 * GIB, 100 * GIB, 90 * GIB, false },
		{ 100 * GIB - MIB, 100 * GIB, MIB, true },
		{ 101 * GIB, 100 * GIB, 0, true }, /* more used than there is: none is free */
		{ UNKNOWN, 100 * GIB, UNKNOWN, false },
		{ 10 * GIB, UNKNOWN, UNKNOWN, false },
		{ 0, 0, UNKNOWN, false }, /* an empty answer */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct space space = space_of_pool(rows[i].used, rows[i].total);

		assert_int_equal(space.free, rows[i].free);
		assert_int_equal(space_is_low(space, "btrfs"), rows[i].low);
	}
}

/* ---- limits ---- */

static bool
is_hit(const struct limit_hit *hits, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(hits[i].row->name, name) == 0)
			return true;
	return false;
}

static void
limits_are_told_only_when_the_count_meets_them(void **state)
{
	static const struct {
		uint64_t count;
		bool network, instances, maxkeys, neighbours;
	} rows[] = {
		{ 10, true, false, false, false }, /* no wall of sysctls for ten */
		{ 22, true, true, false, false },  { 201, true, true, true, false },
		{ 1024, true, true, true, true },  { 1024, false, true, true, false },
	};
	autofree_mem struct limit_hit *hits = xcalloc(limits_max, sizeof(*hits));

	(void)state;
	write_file("fs/inotify/max_user_instances", "128\n");
	write_file("kernel/keys/maxkeys", "200\n");
	write_file("net/ipv4/neigh/default/gc_thresh3", "1024\n");
	write_file("kernel/keys/maxbytes", "much\n"); /* tells nothing */
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		size_t n = limits_check(folder, rows[i].count, rows[i].network, hits);

		assert_int_equal(is_hit(hits, n, "fs.inotify.max_user_instances"),
				 rows[i].instances);
		assert_int_equal(is_hit(hits, n, "kernel.keys.maxkeys"), rows[i].maxkeys);
		assert_int_equal(is_hit(hits, n, "net.ipv4.neigh.default.gc_thresh3"),
				 rows[i].neighbours);
		assert_int_equal(n, rows[i].instances + rows[i].maxkeys + rows[i].neighbours);
	}
}

/* ---- a plan on an environment ---- */

static struct env_image image = { .fingerprint = PRINT, .alias = "files", .size = 100 * MIB };
static struct env_pool pool;
static struct env_server server = {
	.name = "s", .pools = &pool, .n_pools = 1, .images = &image, .n_images = 1
};
static const struct env env = { .servers = &server, .n_servers = 1 };

static struct plan *
plan_of(const char *driver, unsigned count)
{
	struct plan *plan = xcalloc(1, sizeof(*plan));
	struct cell cell = { .image = "files",
			     .fingerprint = PRINT,
			     .workload = "launch",
			     .place = PLACE_CONTAINER };
	size_t at;

	plan->count = count;
	plan->parallel = plan->rounds = 1;
	cell.target = plan_add_target(plan, "s", NULL, "p", driver);
	at = plan_add_cell(plan, &cell);
	plan_add_chain(plan, &at, 1, NO_CELL);
	return plan;
}

static void
space_is_reckoned_by_what_the_driver_does(void **state)
{
	static const struct {
		const char *driver;
		unsigned count;
		uint64_t used, need;
		bool enough;
	} rows[] = {
		{ "btrfs", 10, 0, 110 * MIB, true }, /* the image once */
		{ "zfs", 10, 900 * MIB, 110 * MIB, false },
		{ "lvm", 10, 0, 260 * MIB, true },
		{ "dir", 10, 0, 1010 * MIB, false }, /* the image each time */
		{ "dir", 9, 0, 909 * MIB, true },
		{ "newfs", 10, 999 * MIB, UNKNOWN, true },
		{ "dir", 10, UNKNOWN, 1010 * MIB, true }, /* nobody knows that it is not enough */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of(rows[i].driver, rows[i].count);
		struct space_need need;

		pool = (struct env_pool){ .name = "p",
					  .driver = (char *)rows[i].driver,
					  .used = rows[i].used,
					  .total = 1000 * MIB };
		preflight_space(plan, &env, &need);
		assert_int_equal(need.need, rows[i].need);
		assert_int_equal(need.enough, rows[i].enough);
	}
}

static void
copies_snapshots_and_what_is_filled_in_take_space(void **state)
{
	static const struct {
		const char *driver, *more[2];
		unsigned fill;
		uint64_t need;
	} rows[] = {
		{ "dir", { NULL }, 50, 10 * (101 + 50) * MIB },
		{ "dir", { "copy" }, 50, 20 * (101 + 50) * MIB },
		{ "dir", { "copy", "snapshot" }, 0, 30 * 101 * MIB },
		{ "dir", { "restart" }, 0, 10 * 101 * MIB },
		{ "btrfs", { "copy", "snapshot" }, 50, (100 + 30 + 10 * 50) * MIB },
		/* what is imported is unpacked anew, whatever the driver */
		{ "btrfs", { "import" }, 0, (100 + 10 + 10 * 101) * MIB },
		{ "btrfs", { "export", "import" }, 50, (100 + 10 + 10 * 50 + 10 * 151) * MIB },
		{ "lvm", { "import", "copy" }, 0, (100 + 20 * 16 + 10 * 116) * MIB },
		{ "dir", { "import" }, 0, 20 * 101 * MIB },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of(rows[i].driver, 10);
		size_t cells[3] = { 0 }, n = 1;
		struct space_need need;

		for (; n < 3 && rows[i].more[n - 1]; n++) {
			struct cell cell = plan->cells[0];

			cell.workload = (char *)rows[i].more[n - 1];
			cells[n] = plan_add_cell(plan, &cell);
		}
		plan_add_chain(plan, cells, n, NO_CELL);
		plan->fill = rows[i].fill;
		pool = (struct env_pool){ .name = "p", .driver = (char *)rows[i].driver };
		preflight_space(plan, &env, &need);
		assert_int_equal(need.need, rows[i].need);
	}
}

/* On a volume of a pool: the free part of that pool counts, not that of the measured one. */
static void
archives_need_room_where_the_server_writes_them(void **state)
{
	static const struct {
		const char *workload;
		unsigned count, parallel, fill;
		const char *backups;
		uint64_t free;
		int level;	/* of the finding; -1: none */
	} rows[] = {
		{ "export", 10, 1, 0, "p/backups", 4000 * MIB, -1 },
		{ "export", 10, 1, 0, "p/backups", 2000 * MIB, FINDING_WARN },
		{ "export", 10, 1, 0, "p/backups", 999 * MIB, FINDING_REFUSE },
		{ "export", 10, 1, 50, "p/backups", 1499 * MIB, FINDING_REFUSE },
		/* as many uploads as are in flight */
		{ "import", 10, 1, 0, "p/backups", 999 * MIB, -1 },
		{ "import", 10, 10, 0, "p/backups", 999 * MIB, FINDING_REFUSE },
		/* nobody knows where it is, or how much is free there */
		{ "export", 10, 1, 0, NULL, 999 * MIB, -1 },
		{ "export", 10, 1, 0, "q/backups", 999 * MIB, -1 },
		{ "export", 10, 1, 0, "/no/such/folder", 999 * MIB, -1 },
		{ "launch", 10, 1, 0, "p/backups", 999 * MIB, -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of("newfs", rows[i].count);
		struct finding *findings;
		int level = -1;
		size_t n;

		plan->parallel = rows[i].parallel;
		plan->fill = rows[i].fill;
		free(plan->cells[0].workload);
		plan->cells[0].workload = xstrdup(rows[i].workload);
		server.backups = (char *)rows[i].backups;
		pool = (struct env_pool){ .name = "p",
					  .driver = "newfs",
					  .used = 100000 * MIB,
					  .total = 100000 * MIB + rows[i].free };
		n = preflight_check(plan, &env, &findings);
		for (size_t f = 0; f < n; f++)
			if (strstr(findings[f].text, "writes backups"))
				level = (int)findings[f].level;
		preflight_free(findings, n);
		if (level != rows[i].level)
			fail_msg("row %zu: %d", i, level);
	}
	server.backups = NULL;
}

/* Each alone would go, but they fill one disk. */
static void
a_pool_on_the_disk_of_the_archives_is_added_to_them(void **state)
{
	static const struct {
		const char *workload, *source, *backups, *keep;
		enum pool_backing backing;
		int level;	/* of the finding; -1: none */
		const char *says;
	} rows[] = {
		{ "export", "/proc", "FOLDER", NULL, BACKING_FOLDER, FINDING_WARN, "writes backups" },
		{ "export", "FOLDER", "FOLDER", NULL, BACKING_FOLDER, FINDING_REFUSE,
		  ", on the disk of pool p: " },
		{ "export", "FOLDER", "FOLDER", NULL, BACKING_DISK, FINDING_WARN, "writes backups" },
		{ "export", "FOLDER", "/no/such/folder", NULL, BACKING_FOLDER, -1, "writes backups" },
		{ "launch", "FOLDER", "FOLDER", NULL, BACKING_FOLDER, -1, "writes backups" },
		/* One round: as much is kept as is there at once. */
		{ "export", "/proc", NULL, "FOLDER", BACKING_FOLDER, FINDING_WARN, "to be kept" },
		{ "export", "/proc", "FOLDER", "FOLDER", BACKING_FOLDER, FINDING_REFUSE, "to be kept" },
		{ "export", "FOLDER", NULL, "FOLDER", BACKING_FOLDER, FINDING_REFUSE, "to be kept" },
	};
	uint64_t size = image.size;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of("dir", 10);
		struct finding *findings;
		int level = -1;
		size_t n;

		free(plan->cells[0].workload);
		plan->cells[0].workload = xstrdup(rows[i].workload);
		plan->rounds = 1;
		plan->warmup = 0;
		plan->archives = rows[i].keep ? xstrdup(folder) : NULL;
		image.size = space_of_path(folder).free / 10 / 100 * 60;
		server.local = true;
		server.backups = (char *)(rows[i].backups && *rows[i].backups == 'F' ? folder
										 : rows[i].backups);
		pool = (struct env_pool){
			.name = "p",
			.driver = "dir",
			.used = 0,
			.total = UINT64_C(1) << 60,
			.backing = rows[i].backing,
			.source = (char *)(*rows[i].source == 'F' ? folder : rows[i].source),
		};
		n = preflight_check(plan, &env, &findings);
		for (size_t f = 0; f < n; f++)
			if (strstr(findings[f].text, rows[i].says))
				level = (int)findings[f].level;
		preflight_free(findings, n);
		if (level != rows[i].level)
			fail_msg("row %zu: %d", i, level);
	}
	server.backups = NULL;
	server.local = false;
	image.size = size;
}

static void
an_image_of_unknown_size_needs_an_unknown_space(void **state)
{
	autofree(plan) plan = plan_of("dir", 10);
	struct space_need need;

	(void)state;
	pool = (struct env_pool){ .name = "p", .driver = "dir", .used = 0, .total = GIB };
	image.size = UNKNOWN;
	preflight_space(plan, &env, &need);
	image.size = 100 * MIB;
	assert_int_equal(need.need, UNKNOWN);
	assert_true(need.enough);
}

static bool
finds(const struct finding *findings, size_t n, enum finding_level level, const char *text)
{
	for (size_t i = 0; i < n; i++)
		if (findings[i].level == level && strstr(findings[i].text, text))
			return true;
	return false;
}

static void
what_does_not_fit_is_refused_and_what_may_not_is_told(void **state)
{
	static const struct {
		unsigned count;
		uint64_t used, total;
		enum finding_level level;
		const char *text; /* NULL: nothing is found */
	} rows[] = {
		{ 1, 0, 100 * GIB, FINDING_REFUSE, NULL },
		{ 10, 0, 2000 * MIB, FINDING_WARN, "may become full" },
		{ 30, 0, 2000 * MIB, FINDING_REFUSE, "needed at least" },
		{ 1, 100 * GIB - 500 * MIB, 100 * GIB, FINDING_REFUSE, "has only 500 MiB free" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of("dir", rows[i].count);
		struct finding *findings;
		size_t n;

		pool = (struct env_pool){
			.name = "p", .driver = "dir", .used = rows[i].used, .total = rows[i].total
		};
		n = preflight_check(plan, &env, &findings);
		assert_int_equal(n, rows[i].text ? 1 : 0);
		if (rows[i].text)
			assert_true(finds(findings, n, rows[i].level, rows[i].text));
		preflight_free(findings, n);
	}
}

static void
a_bridge_has_so_many_ports(void **state)
{
	autofree(plan) plan = plan_of("newfs", 1001);
	struct finding *findings;
	size_t n;

	(void)state;
	pool = (struct env_pool){
		.name = "p", .driver = "newfs", .used = UNKNOWN, .total = UNKNOWN
	};
	n = preflight_check(plan, &env, &findings);
	assert_int_equal(n, 0);
	preflight_free(findings, n);

	plan->network = true;
	n = preflight_check(plan, &env, &findings);
	assert_true(finds(findings, n, FINDING_REFUSE, "1024 ports"));
	preflight_free(findings, n);
}

static void
virtual_machines_need_a_server_that_runs_them(void **state)
{
	static const struct {
		const char *backend;
		unsigned fill;
		const char *says; /* NULL: nothing is found */
	} rows[] = {
		{ "lxc 6.0.4", 0,
		  "cannot make or start a virtual machine: it runs only lxc 6.0.4" },
		{ "lxc 6.0.4 | qemu 9.0.2", 0, NULL },
		{ NULL, 0, NULL }, /* nobody knows */
		{ "lxc 6.0.4 | qemu 9.0.2", 1, "filled into a virtual machine" },
	};

	(void)state;
	pool = (struct env_pool){
		.name = "p", .driver = "newfs", .used = UNKNOWN, .total = UNKNOWN
	};
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = plan_of("newfs", 1);
		struct finding *findings;
		size_t n;

		plan->cells[0].place = PLACE_VM;
		plan->fill = rows[i].fill;
		server.container_backend = (char *)rows[i].backend;
		n = preflight_check(plan, &env, &findings);
		assert_int_equal(n, rows[i].says ? 1 : 0);
		if (rows[i].says)
			assert_true(finds(findings, n, FINDING_REFUSE, rows[i].says));
		preflight_free(findings, n);
	}
	server.container_backend = NULL;
}

static void
a_root_disks_size_is_for_virtual_machines(void **state)
{
	(void)state;
	for (enum place place = PLACE_CONTAINER; place <= PLACE_VM; place++) {
		autofree(plan) plan = plan_of("newfs", 1);
		struct finding *findings;
		size_t n;

		plan->cells[0].place = place;
		plan->vm_size = 64;
		n = preflight_check(plan, &env, &findings);
		assert_int_equal(finds(findings, n, FINDING_REFUSE, "no virtual machine is made"),
				 place == PLACE_CONTAINER);
		preflight_free(findings, n);
	}
}

static void
a_rebuild_takes_out_what_was_filled_in(void **state)
{
	autofree(plan) plan = plan_of("newfs", 1);
	struct finding *findings;
	size_t n;

	(void)state;
	free(plan->cells[0].workload);
	plan->cells[0].workload = xstrdup("rebuild");
	n = preflight_check(plan, &env, &findings);
	assert_int_equal(n, 0);
	preflight_free(findings, n);
	plan->fill = 1;
	n = preflight_check(plan, &env, &findings);
	assert_true(finds(findings, n, FINDING_NOTE, "what follows it is measured unfilled"));
	preflight_free(findings, n);
}

static void
a_run_that_left_something_is_told(void **state)
{
	autofree(plan) plan = plan_of("newfs", 1);
	struct finding *findings;
	size_t n;

	(void)state;
	write_file(
		"poolscope/run-0badcafe.json",
		"{\"run\":\"0badcafe\",\"pid\":1,\"pid_start\":1,\"servers\":[{\"name\":\"s\"}]}");
	n = preflight_check(plan, &env, &findings);
	assert_true(finds(findings, n, FINDING_NOTE, "run 0badcafe may have left instances on s"));
	assert_string_equal(findings[0].remedy, "poolscope clean --run 0badcafe");
	preflight_free(findings, n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_floor_is_the_lesser_of_a_part_and_a_gibibyte),
		cmocka_unit_test(unknown_space_is_neither_free_nor_low),
		cmocka_unit_test(limits_are_told_only_when_the_count_meets_them),
		cmocka_unit_test(space_is_reckoned_by_what_the_driver_does),
		cmocka_unit_test(copies_snapshots_and_what_is_filled_in_take_space),
		cmocka_unit_test(virtual_machines_need_a_server_that_runs_them),
		cmocka_unit_test(a_root_disks_size_is_for_virtual_machines),
		cmocka_unit_test(a_rebuild_takes_out_what_was_filled_in),
		cmocka_unit_test(archives_need_room_where_the_server_writes_them),
		cmocka_unit_test(a_pool_on_the_disk_of_the_archives_is_added_to_them),
		cmocka_unit_test(an_image_of_unknown_size_needs_an_unknown_space),
		cmocka_unit_test(what_does_not_fit_is_refused_and_what_may_not_is_told),
		cmocka_unit_test(a_bridge_has_so_many_ports),
		cmocka_unit_test(a_run_that_left_something_is_told),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
