#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "server/incus_json.h"

static struct json_object *
parse(const char *text)
{
	struct err err = { 0 };
	struct json_object *json = json_parse(text, strlen(text), &err);

	if (!json && strcmp(text, "null") != 0)
		fail_msg("%s: %s", text, err.text);
	return json;
}

/* As 6.0.4 answers, shortened. */
static const char incus[] =
	"{\"config\":{},\"api_extensions\":[\"resources\",\"instance_create_start\",7,null],"
	"\"auth\":\"trusted\",\"environment\":{\"addresses\":[],\"driver\":\"lxc | qemu\","
	"\"driver_version\":\"6.0.0 | 9.0.2\",\"kernel\":\"Linux\",\"kernel_version\":\"6.1.0-18-amd64\","
	"\"kernel_features\":{\"idmapped_mounts\":\"true\"},\"lxc_features\":null,"
	"\"os_name\":\"Debian GNU/Linux\",\"os_version\":\"12\",\"project\":\"default\","
	"\"server\":\"incus\",\"server_pid\":4242,\"server_version\":\"6.0.4\",\"storage\":\"btrfs | dir\","
	"\"storage_supported_drivers\":[{\"Name\":\"dir\",\"Version\":\"1\",\"Remote\":false},"
	"{\"Name\":\"btrfs\",\"Version\":\"6.2\",\"Remote\":false},"
	"{\"Name\":\"lvm\",\"Version\":\"2.03\",\"Remote\":false},"
	"{\"Name\":\"zfs\",\"Version\":\"2.1\",\"Remote\":false},"
	"{\"Name\":\"newdriver\",\"Version\":\"1\",\"Remote\":true},"
	"{\"Name\":\"ceph\",\"Version\":\"17\",\"Remote\":true},\"odd\",null]}}";

static void
a_server_says_who_it_is(void **state)
{
	autofree(json_object) json = parse(incus);
	autofree(json_object) extensions = extensions_from_json(json);
	struct env_server server;
	struct err err;

	(void)state;
	assert_int_equal(server_from_json(json, &server, &err), 0);
	assert_string_equal(server.kind, "incus");
	assert_string_equal(server.version, "6.0.4");
	assert_string_equal(server.kernel, "6.1.0-18-amd64");
	assert_string_equal(server.os, "Debian GNU/Linux 12");
	assert_string_equal(server.project, "default");
	assert_string_equal(server.container_backend, "lxc 6.0.0 | qemu 9.0.2");
	assert_true(server.idmapped_mounts);
	assert_int_equal(server.pid, 4242);
	assert_true(json_bool_or(extensions, "instance_create_start", false));
	assert_false(json_bool_or(extensions, "direct_backup", false));
	env_server_wipe(&server);
}

static void
what_is_no_server_for_us_is_refused(void **state)
{
	static const struct {
		const char *json, *says;
	} rows[] = {
		{ "{\"auth\":\"trusted\",\"environment\":null}", "no Incus or LXD" },
		{ "{\"auth\":\"trusted\",\"environment\":{\"server\":\"other\"}}", "no Incus or LXD" },
		{ "{\"auth\":\"trusted\",\"environment\":{\"server\":17}}", "no Incus or LXD" },
		{ "{\"auth\":[],\"environment\":[]}", "no Incus or LXD" },
		{ "[]", "no Incus or LXD" },
		{ "null", "no Incus or LXD" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) json = parse(rows[i].json);
		struct env_server server = { .pid = 17 };
		struct err err = { 0 };

		assert_int_equal(server_from_json(json, &server, &err), -1);
		assert_int_equal(err.kind, ERR_UNREACHABLE);
		assert_int_equal(server.pid, 17);
		if (!strstr(err.text, rows[i].says))
			fail_msg("%s: %s", rows[i].json, err.text);
	}
}

static void
what_a_server_does_not_say_is_unknown(void **state)
{
	static const char *const rows[] = {
		"{\"environment\":{\"server\":\"lxd\"}}",
		("{\"environment\":{\"server\":\"lxd\",\"server_version\":5,\"driver\":[],\"os_version\":\"12\","
		 "\"kernel_features\":\"true\",\"server_pid\":-3}}"),
		"{\"environment\":{\"server\":\"lxd\",\"server_pid\":99999999999,\"driver_version\":\"6\"}}",
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) json = parse(rows[i]);
		struct env_server server;
		struct err err;

		assert_int_equal(server_from_json(json, &server, &err), 0);
		assert_string_equal(server.kind, "lxd");
		assert_null(server.version);
		assert_null(server.os);
		assert_null(server.container_backend);
		assert_false(server.idmapped_mounts);
		assert_int_equal(server.pid, 0);
		env_server_wipe(&server);
	}
}

static void
a_pool_is_usable_or_says_why_not(void **state)
{
	static const struct {
		const char *name, *driver, *status, *why;	/* why NULL: usable */
	} rows[] = {
		{ "p", "btrfs", "Created", NULL },
		{ "p", "btrfs", "CREATED", NULL },
		{ "p", "btrfs", "", NULL },
		{ "p", "btrfs", "Pending", "not fully created" },
		{ "p", "btrfs", "errored", "its creation failed" },
		{ "p", "btrfs", "Unavailable", "not available on this server" },
		{ "p", "btrfs", "Unknown", "does not know its state" },
		{ "p", "btrfs", "Melted\\u001b", "its state is \"Melted\xef\xbf\xbd\"" },
		{ "p", "cephobject", "Created", "holds buckets" },
		{ "p", "cephfs", "Created", "custom volumes" },
		{ "p", "linstor", "Created", "no driver linstor" },
		{ "p", "newdriver", "Created", NULL },
		{ "a%2Fb.c:d", "dir", "Created", NULL },
		{ "a\\u001bb", "dir", "Created", "characters" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text =
			xasprintf("[{\"name\":\"%s\",\"driver\":\"%s\",\"status\":\"%s\"}]",
				  rows[i].name, rows[i].driver, rows[i].status);
		autofree(json_object) server_json = parse(incus);
		autofree(json_object) json = parse(text);
		struct env_server server = { 0 };
		const char *why;

		pools_from_json(json, server_json, &server);
		assert_int_equal(server.n_pools, 1);
		why = server.pools[0].unusable;
		if (!why != !rows[i].why || (why && !strstr(why, rows[i].why)))
			fail_msg("%s: %s", text, why ? why : "(usable)");
		assert_int_equal(server.pools[0].used, UNKNOWN);
		assert_int_equal(server.pools[0].instances, SIZE_MAX);
		env_server_wipe(&server);
	}
}

static void
a_pool_lies_on_something(void **state)
{
	static const struct {
		const char *driver, *config;
		enum pool_backing backing;
		const char *source;
	} rows[] = {
		{ "btrfs", "{\"size\":\"5GiB\",\"source\":\"/var/lib/incus/disks/bt.img\"}", BACKING_LOOP,
		  "/var/lib/incus/disks/bt.img" },
		{ "zfs", "{\"source\":\"/srv/z.img\",\"zfs.pool_name\":\"z\"}", BACKING_LOOP, "/srv/z.img" },
		{ "btrfs", "{\"source\":\"/dev/vdb\"}", BACKING_DISK, "/dev/vdb" },
		{ "btrfs", "{\"source\":\"0f1e2d3c-1111-2222-3333-444455556666\","
			   "\"volatile.initial_source\":\"/dev/vdb\"}", BACKING_DISK, "/dev/vdb" },
		{ "btrfs", "{\"source\":\"/srv/subvolume\"}", BACKING_FOLDER, "/srv/subvolume" },
		{ "zfs", "{\"source\":\"tank/incus\"}", BACKING_DISK, "tank/incus" },
		{ "zfs", "{\"zfs.pool_name\":\"tank\"}", BACKING_DISK, "tank" },
		{ "lvm", "{\"lvm.vg_name\":\"vg0\"}", BACKING_DISK, "vg0" },
		{ "dir", "{\"source\":\"/var/lib/incus/storage-pools/d\"}", BACKING_FOLDER,
		  "/var/lib/incus/storage-pools/d" },
		{ "dir", "null", BACKING_FOLDER, NULL },
		{ "ceph", "{\"source\":\"rbd\"}", BACKING_REMOTE, "rbd" },
		{ "newdriver", "{\"source\":\"x\"}", BACKING_REMOTE, "x" },
		{ "btrfs", "null", BACKING_UNKNOWN, NULL },
		{ "btrfs", "{\"source\":5}", BACKING_UNKNOWN, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text = xasprintf("[{\"name\":\"p\",\"driver\":\"%s\",\"config\":%s}]",
						    rows[i].driver, rows[i].config);
		autofree(json_object) server_json = parse(incus);
		autofree(json_object) json = parse(text);
		struct env_server server = { 0 };

		pools_from_json(json, server_json, &server);
		assert_int_equal(server.n_pools, 1);
		if (server.pools[0].backing != rows[i].backing)
			fail_msg("%s lies on %d", text, server.pools[0].backing);
		if (rows[i].source)
			assert_string_equal(server.pools[0].source, rows[i].source);
		else
			assert_null(server.pools[0].source);
		env_server_wipe(&server);
	}
}

static void
pools_are_sorted_and_know_their_drivers_version(void **state)
{
	autofree(json_object) server_json = parse(incus);
	autofree(json_object) json =
		parse("[{\"name\":\"z\",\"driver\":\"dir\"},null,\"x\",{\"driver\":\"dir\"},{\"name\":7},"
		      "{\"name\":\"a\",\"driver\":\"btrfs\"},{\"name\":\"m\"}]");
	struct env_server server = { 0 };

	(void)state;
	pools_from_json(json, server_json, &server);
	assert_int_equal(server.n_pools, 3);
	assert_string_equal(server.pools[0].name, "a");
	assert_string_equal(server.pools[0].driver_version, "6.2");
	assert_string_equal(server.pools[1].name, "m");
	assert_string_equal(server.pools[1].driver, "unknown");
	assert_null(server.pools[1].driver_version);
	assert_string_equal(server.pools[2].name, "z");
	env_server_wipe(&server);
}

static void
absurd_lists_are_no_pools_and_no_images(void **state)
{
	static const char *const rows[] = { "null", "{}", "\"x\"", "[]", "[[],{},7]", "{\"a\":[]}" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) json = parse(rows[i]);
		struct env_server server = { 0 };
		struct marked *marked;
		autofree_mem char *warnings = warnings_from_json(json);

		pools_from_json(json, json, &server);
		images_from_json(json, &server);
		instances_from_json(json, &server);
		assert_int_equal(server.n_pools, 0);
		assert_int_equal(server.n_images, 0);
		assert_int_equal(marked_from_json(json, NULL, &marked), 0);
		assert_null(marked);
		assert_string_equal(warnings, "");
	}
}

static void
a_list_without_an_end_is_cut(void **state)
{
	autofree(json_object) json = json_object_new_array();
	struct env_server server = { 0 };

	(void)state;
	for (unsigned i = 0; i < 20000; i++)
		json_add_text(json_push_object(json), "name", "p");
	pools_from_json(json, NULL, &server);
	assert_int_equal(server.n_pools, 1000);
	env_server_wipe(&server);
}

static void
usage_is_bytes_or_unknown(void **state)
{
	static const struct {
		const char *json;
		uint64_t used, total;
	} rows[] = {
		{ "{\"space\":{\"used\":8265728,\"total\":5368709120},\"inodes\":{\"used\":0}}", 8265728, 5368709120 },
		{ "{\"space\":{\"total\":5368709120}}", 0, 5368709120 },	/* 0 is left out */
		{ "{\"space\":{\"used\":0,\"total\":10}}", 0, 10 },
		{ "{\"space\":{\"used\":12,\"total\":10}}", 12, 10 },		/* inconsistent, told as it is */
		{ "{\"space\":{\"total\":0},\"inodes\":{}}", UNKNOWN, UNKNOWN },	/* cephobject */
		{ "{\"space\":{}}", UNKNOWN, UNKNOWN },
		{ "{\"space\":{\"used\":5}}", UNKNOWN, UNKNOWN },
		{ "{\"space\":null}", UNKNOWN, UNKNOWN },
		{ "{\"space\":[1]}", UNKNOWN, UNKNOWN },
		{ "{}", UNKNOWN, UNKNOWN },
		{ "null", UNKNOWN, UNKNOWN },
		{ "{\"space\":{\"used\":5,\"total\":9223372036854775807}}", UNKNOWN, UNKNOWN },	/* no limit */
		{ "{\"space\":{\"used\":5,\"total\":18446744073709551615}}", UNKNOWN, UNKNOWN },
		{ "{\"space\":{\"used\":18446744073709551610,\"total\":10}}", UNKNOWN, 10 },
		{ "{\"space\":{\"used\":-1,\"total\":10}}", UNKNOWN, 10 },
		{ "{\"space\":{\"used\":null,\"total\":10}}", UNKNOWN, 10 },
		{ "{\"space\":{\"used\":\"5\",\"total\":\"10\"}}", UNKNOWN, UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) json = parse(rows[i].json);
		uint64_t used = 1, total = 1;

		usage_from_json(json, &used, &total);
		if (used != rows[i].used || total != rows[i].total)
			fail_msg("%s: %ju of %ju", rows[i].json, (uintmax_t)used, (uintmax_t)total);
	}
}

#define PRINT "00112233445566778899aabbccddeeff00112233445566778899aabbccddee"

static void
images_are_found_by_fingerprint(void **state)
{
	autofree(json_object) json = parse(
		"[{\"fingerprint\":\"" PRINT "03\",\"aliases\":[],\"properties\":{\"description\":\"no alias\"},"
		"\"type\":\"virtual-machine\",\"architecture\":\"x86_64\",\"size\":12},"
		"{\"fingerprint\":\"" PRINT "02\",\"aliases\":[{\"name\":\"zeta\"},{\"name\":\"alpha\"}]},"
		"{\"fingerprint\":\"" PRINT "01\",\"aliases\":[{\"name\":\"debian/12\"}],\"properties\":null,"
		"\"type\":\"container\",\"size\":-1},"
		"{\"fingerprint\":\"../../etc\"},{\"fingerprint\":\"short\"},{\"fingerprint\":null},{}]");
	struct env_server server = { 0 };

	(void)state;
	images_from_json(json, &server);
	assert_int_equal(server.n_images, 3);
	assert_string_equal(server.images[0].alias, "debian/12");
	assert_false(server.images[0].vm);
	assert_int_equal(server.images[0].size, UNKNOWN);
	assert_null(server.images[0].description);
	assert_string_equal(server.images[1].alias, "zeta");
	assert_string_equal(server.images[2].fingerprint, PRINT "03");
	assert_null(server.images[2].alias);
	assert_string_equal(server.images[2].description, "no alias");
	assert_true(server.images[2].vm);
	assert_int_equal(server.images[2].size, 12);
	env_server_wipe(&server);
}

static const char instances[] =
	"[{\"name\":\"c1\",\"status\":\"Running\",\"status_code\":103,\"config\":{},"
	"\"expanded_devices\":{\"eth0\":{\"type\":\"nic\",\"path\":\"/\",\"pool\":\"b\"},"
	"\"root\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"a\"},"
	"\"data\":{\"type\":\"disk\",\"path\":\"/data\",\"pool\":\"b\"}}},"
	"{\"name\":\"ps-1\",\"status\":\"Stopped\",\"status_code\":102,\"type\":\"container\","
	"\"config\":{\"user.poolscope\":\"0011aabb\",\"user.poolscope.owner\":\"root@host\"},"
	"\"expanded_devices\":{\"disk0\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"a\"}}},"
	"{\"name\":\"ps-2\",\"status\":\"Error\",\"status_code\":112,\"type\":\"virtual-machine\","
	"\"config\":{\"user.poolscope\":\"ccdd0011\"},\"expanded_devices\":null},"
	"{\"name\":\"mine\\u001b\",\"config\":{\"user.poolscope\":\"0011aabb\"}},"
	"{\"config\":{\"user.poolscope\":\"0011aabb\"}},"
	"{\"name\":\"no\",\"config\":{\"user.poolscope\":\"\"}},"
	"{\"name\":\"nor\",\"config\":{\"user.poolscope\":7}},"
	"null,{\"name\":\"c9\",\"expanded_devices\":{\"root\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"gone\"}}}]";

static void
instances_are_counted_where_their_root_is(void **state)
{
	autofree(json_object) json = parse(instances);
	autofree(json_object) pools = parse("[{\"name\":\"a\"},{\"name\":\"b\"}]");
	struct env_server server = { 0 };

	(void)state;
	pools_from_json(pools, NULL, &server);
	instances_from_json(json, &server);
	assert_int_equal(server.pools[0].instances, 2);
	assert_int_equal(server.pools[1].instances, 0);
	env_server_wipe(&server);
}

static void
only_our_marks_are_ours(void **state)
{
	autofree(json_object) json = parse(instances);
	struct marked *all, *one, *none;
	size_t n_all = marked_from_json(json, NULL, &all);
	size_t n_one = marked_from_json(json, "0011aabb", &one);

	(void)state;
	assert_int_equal(n_all, 2);
	assert_int_equal(n_one, 1);
	assert_int_equal(marked_from_json(json, "0011", &none), 0);
	assert_string_equal(one[0].name, "ps-1");
	assert_string_equal(one[0].run, "0011aabb");
	assert_string_equal(one[0].owner, "root@host");
	assert_string_equal(one[0].pool, "a");
	assert_false(one[0].running);
	assert_false(one[0].vm);
	assert_string_equal(all[1].name, "ps-2");
	assert_null(all[1].owner);
	assert_null(all[1].pool);
	assert_true(all[1].running);	/* not known to be stopped */
	assert_true(all[1].vm);
	marked_free(all, n_all);
	marked_free(one, n_one);
}

static void
a_state_is_a_code_or_a_word(void **state)
{
	static const struct {
		const char *json;
		enum instance_state want;
	} rows[] = {
		{ "{\"status\":\"Stopped\",\"status_code\":102}", INSTANCE_STOPPED },
		{ "{\"status\":\"Running\",\"status_code\":103}", INSTANCE_RUNNING },
		{ "{\"status_code\":110}", INSTANCE_FROZEN },
		{ "{\"status\":\"STOPPED\"}", INSTANCE_STOPPED },
		{ "{\"status\":\"Running\",\"status_code\":112}", INSTANCE_OTHER },
		{ "{\"status\":\"Starting\"}", INSTANCE_OTHER },
		{ "{\"status\":[]}", INSTANCE_OTHER },
		{ "[]", INSTANCE_OTHER },
		{ "null", INSTANCE_OTHER },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) json = parse(rows[i].json);

		assert_int_equal(instance_state(json), rows[i].want);
	}
}

static void
open_warnings_are_one_text(void **state)
{
	autofree(json_object) json = parse(
		"[{\"type\":\"AppArmor support has been disabled\",\"status\":\"new\",\"last_message\":\"\"},"
		"{\"type\":\"Old\",\"status\":\"resolved\"},{\"status\":\"new\"},7,"
		"{\"type\":\"Instance type not operational\",\"status\":\"acknowledged\","
		"\"last_message\":\"KVM support is\\nmissing\"}]");
	autofree_mem char *text = warnings_from_json(json);

	(void)state;
	assert_string_equal(text, "AppArmor support has been disabled; "
				  "Instance type not operational: KVM support is missing");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_server_says_who_it_is),
		cmocka_unit_test(what_is_no_server_for_us_is_refused),
		cmocka_unit_test(what_a_server_does_not_say_is_unknown),
		cmocka_unit_test(a_pool_is_usable_or_says_why_not),
		cmocka_unit_test(a_pool_lies_on_something),
		cmocka_unit_test(pools_are_sorted_and_know_their_drivers_version),
		cmocka_unit_test(absurd_lists_are_no_pools_and_no_images),
		cmocka_unit_test(a_list_without_an_end_is_cut),
		cmocka_unit_test(usage_is_bytes_or_unknown),
		cmocka_unit_test(images_are_found_by_fingerprint),
		cmocka_unit_test(instances_are_counted_where_their_root_is),
		cmocka_unit_test(only_our_marks_are_ours),
		cmocka_unit_test(a_state_is_a_code_or_a_word),
		cmocka_unit_test(open_warnings_are_one_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
