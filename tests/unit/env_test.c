#include "record/env.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/units.h"
#include "record/fields.h"

static struct env_image images[] = {
	{ .fingerprint = "0f343b0931126a20f133d67c2b018a3b", .alias = "busybox", .size = 1 },
	{ .fingerprint = "0f343b0931126a20ffffffffffffffff", .alias = "", .description = "Debian 12" },
	{ .fingerprint = "aaaabbbbccccdddd", .description = "" },
	{ .fingerprint = "abc", .alias = "aaaabbbb" },
};
static struct env_pool pools[] = {
	{ .name = "bt", .driver = "btrfs" },
	{ .name = "b", .driver = "dir" },
};
static const struct env_server server = {
	.name = "local", .pools = pools, .n_pools = COUNTOF(pools), .images = images, .n_images = COUNTOF(images),
};

static void
image_is_found_by_alias_or_fingerprint(void **state)
{
	static const struct {
		const char *name;
		const struct env_image *want;
	} rows[] = {
		{ "busybox", &images[0] },
		{ "busybo", NULL },
		{ "", &images[1] },				/* its alias */
		{ "0f343b0931126a20f133d67c2b018a3b", &images[0] },
		{ "0f343b0931126a20f1", &images[0] },
		{ "0f343b0931126a20", NULL },			/* two begin so */
		{ "0f343b0931126a20ff", &images[1] },
		{ "aaaabbbbc", &images[2] },
		{ "aaaabbbb", &images[3] },			/* an alias goes first */
		{ "aaaabbb", NULL },				/* too short */
		{ "abc", NULL },
		{ "0f343b0931126a20f133d67c2b018a3b0", NULL },
		{ "0F343B0931126A20F1", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_ptr_equal(env_find_image(&server, rows[i].name), rows[i].want);
}

static void
pool_is_found_by_its_whole_name(void **state)
{
	(void)state;
	assert_ptr_equal(env_find_pool(&server, "bt"), &pools[0]);
	assert_ptr_equal(env_find_pool(&server, "b"), &pools[1]);
	assert_null(env_find_pool(&server, "btr"));
	assert_null(env_find_pool(&(struct env_server){ 0 }, "bt"));
}

static void
image_is_called_what_a_person_knows(void **state)
{
	static const struct env_image nameless = { .description = NULL };
	char print[13];

	(void)state;
	assert_string_equal(env_image_name(&images[0], print), "busybox");
	assert_string_equal(env_image_name(&images[1], print), "Debian 12");
	assert_string_equal(env_image_name(&images[2], print), "aaaabbbbcccc");
	assert_string_equal(env_image_name(&nameless, print), "?");
}

static void
backings_have_words(void **state)
{
	(void)state;
	assert_string_equal(env_backing_name(BACKING_LOOP), "loop");
	assert_string_equal(env_backing_name(BACKING_REMOTE), "remote");
	assert_string_equal(env_backing_name(BACKING_UNKNOWN), "?");
}

static char *
formatted(const struct env *env)
{
	autofree(json_object) object = json_object_new_object();
	autobuf text = { 0 };

	env_to_json(env, object);
	json_format(object, &text);
	return buf_steal(&text);
}

static int
read_env(const char *text, struct env *env, struct err *err)
{
	autofree(json_object) object = json_parse(text, strlen(text), err);

	assert_non_null(object);
	*env = (struct env){ 0 };
	if (fields_read(&env_fields, object, env, err) == 0)
		return 0;
	env_wipe(env);
	return -1;
}

static void
all_of_it_comes_back(void **state)
{
	static const char text[] =
		"{\"host\":{\"cpu_model\":\"a\",\"governor\":\"b\",\"kernel\":\"c\",\"virt\":\"d\",\"cpus\":64,"
		"\"memory\":18446744073709551614},\"servers\":[{\"name\":\"e\",\"kind\":\"f\",\"version\":\"g\","
		"\"kernel\":\"h\",\"os\":\"i\",\"project\":\"j\",\"container_backend\":\"k\",\"local\":true,"
		"\"idmapped_mounts\":false,\"pid\":2147483647,\"pools\":[{\"name\":\"l\",\"driver\":\"m\","
		"\"driver_version\":\"n\",\"source\":\"o\",\"unusable\":\"p\",\"encryption\":\"q\",\"device\":\"r\","
		"\"backing\":\"remote\",\"shared\":\"yes\",\"used\":0,\"total\":18446744073709551614,\"instances\":3},"
		"{\"name\":\"\",\"driver\":\"\"}],\"images\":[{\"fingerprint\":\"s\",\"alias\":\"t\","
		"\"description\":\"u\",\"architecture\":\"v\",\"vm\":true,\"size\":1}]},"
		"{\"name\":\"w\",\"local\":false,\"idmapped_mounts\":true}]}";
	struct err err = { 0 };
	struct env env;
	autofree_mem char *again = NULL;

	(void)state;
	assert_int_equal(read_env(text, &env, &err), 0);
	assert_int_equal(env.host.cpus, 64);
	assert_true(env.host.memory == UNKNOWN - 1);
	assert_int_equal(env.n_servers, 2);
	assert_int_equal(env.servers[0].pid, INT_MAX);
	assert_int_equal(env.servers[0].n_pools, 2);
	assert_int_equal(env.servers[0].pools[0].backing, BACKING_REMOTE);
	assert_int_equal(env.servers[0].pools[0].shared, SHARED_YES);
	assert_int_equal(env.servers[0].pools[0].instances, 3);
	assert_int_equal(env.servers[0].n_images, 1);
	assert_true(env.servers[0].images[0].vm);
	assert_true(env.servers[1].idmapped_mounts);
	again = formatted(&env);
	assert_string_equal(again, text);
	env_wipe(&env);
	assert_null(env.servers);
}

static void
what_is_left_out_is_not_known(void **state)
{
	struct err err = { 0 };
	struct env env;
	const struct env_pool *pool;

	(void)state;
	assert_int_equal(read_env("{}", &env, &err), 0);
	assert_int_equal(env.n_servers, 0);
	assert_null(env.host.cpu_model);
	assert_false(known(env.host.memory));
	env_wipe(&env);

	assert_int_equal(
		read_env("{\"servers\":[{\"name\":\"a\",\"pools\":[{\"name\":\"b\",\"driver\":\"c\"}]}]}",
			 &env, &err), 0);
	pool = &env.servers[0].pools[0];
	assert_int_equal(env.servers[0].pid, 0);
	assert_false(env.servers[0].local);
	assert_null(env.servers[0].version);
	assert_null(pool->source);
	assert_int_equal(pool->backing, BACKING_UNKNOWN);
	assert_false(known(pool->used));
	assert_false(known(pool->total));
	assert_true(pool->instances == SIZE_MAX);
	env_wipe(&env);
}

static void
unknown_figures_are_not_written(void **state)
{
	struct env_pool pool = { .name = "a", .driver = "b", .used = UNKNOWN, .total = 0, .instances = 0 };
	struct env_server one = { .name = "c", .pools = &pool, .n_pools = 1 };
	struct env env = { .host.memory = UNKNOWN, .servers = &one, .n_servers = 1 };
	autofree_mem char *text = formatted(&env);

	(void)state;
	assert_string_equal(text, "{\"servers\":[{\"name\":\"c\",\"local\":false,\"idmapped_mounts\":false,"
				  "\"pools\":[{\"name\":\"a\",\"driver\":\"b\",\"total\":0,\"instances\":0}]}]}");
}

static void
hostile_ones_are_refused_by_the_name_of_the_key(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "{\"host\":[]}", "\"host\" is a list" },
		{ "{\"host\":{\"cpus\":-1}}", "host: \"cpus\" is -1" },
		{ "{\"host\":{\"cpus\":1000001}}", "host: \"cpus\" is 1000001" },
		{ "{\"host\":{\"memory\":1.5}}", "host: \"memory\" is a number" },
		{ "{\"servers\":{}}", "\"servers\" is an object" },
		{ "{\"servers\":[null]}", "\"servers\" has an element that is no object" },
		{ "{\"servers\":[{\"name\":\"a\",\"pid\":2147483648}]}", "servers[0]: \"pid\" is 2147483648" },
		{ "{\"servers\":[{\"name\":\"a\",\"local\":\"yes\"}]}", "servers[0]: \"local\" is a text" },
		{ "{\"servers\":[{\"name\":\"a\",\"pools\":[{\"name\":\"b\"}]}]}",
		  "servers[0]: pools[0]: \"driver\" is missing" },
		{ "{\"servers\":[{\"name\":\"a\",\"pools\":[{\"name\":\"b\",\"driver\":\"c\",\"backing\":\"?\"}]}]}",
		  "\"backing\" is not a word" },
		{ "{\"servers\":[{\"name\":\"a\",\"images\":[{\"alias\":\"b\"}]}]}",
		  "images[0]: \"fingerprint\" is missing" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct env env;
		struct err err = { 0 };

		assert_int_equal(read_env(rows[i].text, &env, &err), -1);
		if (!strstr(err.text, rows[i].says))
			fail_msg("%s, not %s", err.text, rows[i].says);
	}
}

static void
too_many_servers_are_refused(void **state)
{
	struct err err = { 0 };
	struct env env;
	autobuf text = { 0 };

	(void)state;
	buf_puts(&text, "{\"servers\":[{}");
	for (int i = 0; i < 100; i++)
		buf_puts(&text, ",{}");
	buf_puts(&text, "]}");
	assert_int_equal(read_env(text.data, &env, &err), -1);
	assert_string_equal(err.text, "\"servers\" has 101 elements, more than 100");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(image_is_found_by_alias_or_fingerprint),
		cmocka_unit_test(pool_is_found_by_its_whole_name),
		cmocka_unit_test(image_is_called_what_a_person_knows),
		cmocka_unit_test(backings_have_words),
		cmocka_unit_test(all_of_it_comes_back),
		cmocka_unit_test(what_is_left_out_is_not_known),
		cmocka_unit_test(unknown_figures_are_not_written),
		cmocka_unit_test(hostile_ones_are_refused_by_the_name_of_the_key),
		cmocka_unit_test(too_many_servers_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
