/*
 * What a project means for the requests: each carries it, whoever may see it only is served, and
 * one that there is not is said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "bench/leftovers.h"
#include "bench/run.h"
#include "fake/fake_incus.h"
#include "folder.h"

#define GIVE_UP_NS (60 * NS_PER_S)

/* A fake server and ours that talks to it, in the project "lab". */
struct scene {
	struct fake_incus *incus;
	struct fake *fake;
	struct loop *loop;
	struct loop_timer *patience;
	struct server *server;
	struct err err;
	bool failed;
	size_t removed, left;
};

#define LAB                                                                                        \
	{                                                                                          \
		"GET", "/1.0/projects/lab", .body = FAKE_SYNC("{\"name\":\"lab\"}")                \
	}

static void
give_up(void *arg)
{
	(void)arg;
	fail_msg("no end was told");
}

static void
on_connected(void *arg, const struct err *err)
{
	struct scene *scene = arg;

	scene->failed = err != NULL;
	scene->err = err ? *err : (struct err){ 0 };
	loop_stop(scene->loop);
}

static void
connect_now(struct scene *scene)
{
	server_connect(scene->server, on_connected, scene);
	loop_run(scene->loop);
}

static void
scene_open(struct scene *scene, const struct fake_row *rows)
{
	struct remote remote = { .name = (char *)"fake", .project = (char *)"lab" };
	struct err err;

	*scene = (struct scene){ .incus = fake_incus_new(5) };
	scene->fake = fake_start(rows, fake_incus_rows(scene->incus));
	remote.socket = (char *)fake_socket(scene->fake);
	assert_int_equal(loop_new(&scene->loop, &err), 0);
	scene->patience = loop_timer_at(scene->loop, clock_now_ns() + GIVE_UP_NS, give_up, NULL);
	assert_int_equal(server_new(scene->loop, &remote, &scene->server, &err), 0);
	connect_now(scene);
}

static void
scene_close(struct scene *scene)
{
	server_free(scene->server);
	loop_timer_cancel(scene->patience);
	loop_free(scene->loop);
	fake_stop(scene->fake);
	fake_incus_free(scene->incus);
}

/* ---- each request carries it ---- */

static void
on_end(void *arg)
{
	struct scene *scene = arg;

	loop_stop(scene->loop);
}

static void
on_cleaned(void *arg, size_t removed, size_t left)
{
	struct scene *scene = arg;

	scene->removed = removed;
	scene->left = left;
	loop_stop(scene->loop);
}

static void
on_line(void *arg, const char *line)
{
	(void)arg;
	(void)line;
}

static void
run_chain(struct scene *scene, const char *chain)
{
	struct pool_choice pool = { .pool = (char *)"bt" };
	char *image = (char *)"busybox", *only = (char *)chain;
	struct choices choices = { .pools = &pool, .n_pools = 1, .images = &image, .n_images = 1,
				   .chains = &only, .n_chains = 1, .count = 2, .parallel = 2,
				   .rounds = 1 };
	const struct run_config config = { .loop = scene->loop, .servers = &scene->server,
					   .n_servers = 1, .choices = &choices, .folder = folder,
					   .end = on_end, .arg = scene };
	autofree(run) run = NULL;
	struct err err;

	if (run_start(&config, &run, &err) < 0)
		fail_msg("%s: %s", chain, err.text);
	loop_run(scene->loop);
	assert_true(run_ended(run));
}

/* Those that ask for what no project has, or for what all of them have. */
static size_t
asked_of_all(struct fake *fake)
{
	return fake_seen(fake, "GET", "/1.0/projects/lab") +
	       fake_seen(fake, "GET", "/1.0/instances?recursion=1&all-projects=true") +
	       fake_seen(fake, "GET", "/1.0/warnings?recursion=1");
}

/* What the fake server does not know fails, and has been asked for all the same. */
static void
every_request_of_a_run_carries_it(void **state)
{
	static const struct fake_row rows[] = { LAB, { 0 } };
	static const char *const chains[] = {
		"create,start,stop,delete",
		"launch,restart,snapshot,restore,snapshot-delete,copy,delete",
	};
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	assert_false(scene.failed);
	assert_string_equal(server_env(scene.server)->project, "lab");
	for (size_t i = 0; i < COUNTOF(chains); i++)
		run_chain(&scene, chains[i]);
	assert_true(fake_seen(scene.fake, "POST", "/1.0/instances?*") >= 4);
	assert_true(fake_seen(scene.fake, "DELETE", "/1.0/instances/*") >= 4);
	assert_int_equal(fake_seen(scene.fake, "*", "*"),
			 fake_seen(scene.fake, "*", "*project=lab") + asked_of_all(scene.fake));
	scene_close(&scene);
}

static void
what_is_cleaned_up_is_in_it(void **state)
{
	static const struct fake_row rows[] = { LAB, { 0 } };
	struct clean *clean;
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	fake_incus_add(scene.incus, "psc-0011aabb-1", "bt", "0011aabb", true);
	fake_incus_add(scene.incus, "c2", "bt", NULL, false);
	assert_string_equal(server_project(scene.server), "lab");
	clean = clean_start(scene.loop, scene.server, "0011aabb", on_line, on_cleaned, &scene);
	loop_run(scene.loop);
	clean_free(clean);
	assert_int_equal(scene.removed, 1);
	assert_true(fake_incus_has(scene.incus, "c2"));
	assert_int_equal(fake_seen(scene.fake, "*", "*"),
			 fake_seen(scene.fake, "*", "*project=lab") + asked_of_all(scene.fake));
	scene_close(&scene);
}

/* ---- one that there is not, and one that is all one may see ---- */

static void
one_that_there_is_not_is_said(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/projects/lab", .status = 404, .body = FAKE_ERROR("404", "Project not found") },
		{ 0 },
	};
	/* Whichever answer comes first. */
	static const struct fake_row images_first[] = {
		{ "GET", "/1.0/projects/lab", .delay_ms = 2000, .status = 404,
		  .body = FAKE_ERROR("404", "Project not found") },
		{ "GET", "/1.0/images?*", .status = 404, .body = FAKE_ERROR("404", "Project not found") },
		{ 0 },
	};
	struct scene scene;

	(void)state;
	scene_open(&scene, images_first);
	assert_true(scene.failed);
	assert_int_equal(scene.err.kind, ERR_USAGE);
	assert_string_equal(scene.err.text, "there is no project lab on this server");
	scene_close(&scene);
	scene_open(&scene, rows);
	assert_true(scene.failed);
	assert_int_equal(scene.err.kind, ERR_USAGE);
	assert_string_equal(scene.err.text, "there is no project lab on this server");
	scene_close(&scene);
}

static void
one_that_is_not_for_us_is_said_in_the_servers_words(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/projects/lab", .status = 403,
		  .body = FAKE_ERROR("403", "User does not have permission for project \\\"lab\\\"") },
		{ 0 },
	};
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	assert_true(scene.failed);
	assert_int_equal(scene.err.kind, ERR_UNREACHABLE);
	assert_non_null(strstr(scene.err.text, "does not have permission"));
	scene_close(&scene);
}

#define NO_LIST                                                                                    \
	{                                                                                          \
		"GET", "/1.0/storage-pools?*", .status = 500,                                      \
			.body = FAKE_ERROR("500", "Certificate is restricted")                     \
	}

static void
who_is_confined_to_it_sees_the_pools_of_its_profiles(void **state)
{
	static const struct fake_row rows[] = {
		LAB,
		NO_LIST,
		{ "GET", "/1.0/profiles?recursion=1&project=lab",
		  .body = FAKE_SYNC("[{\"devices\":{\"root\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"d\"},"
				    "\"data\":{\"type\":\"disk\",\"path\":\"/data\",\"pool\":\"other\"}}},"
				    "{\"devices\":{\"r\":{\"path\":\"/\",\"pool\":\"a b\"},\"x\":7}},"
				    "{\"devices\":{\"r\":{\"path\":\"/\",\"pool\":\"d\"}}},"
				    "{\"devices\":{\"r\":{\"path\":\"/\",\"pool\":\"gone\"}}},"
				    "{\"devices\":null},7]") },
		{ "GET", "/1.0/storage-pools/d?project=lab",
		  .body = FAKE_SYNC("{\"name\":\"d\",\"driver\":\"dir\",\"status\":\"Created\",\"config\":null}") },
		{ "GET", "/1.0/storage-pools/a%20b?project=lab",
		  .body = FAKE_SYNC("{\"name\":\"a b\",\"driver\":\"btrfs\",\"status\":\"Created\"}") },
		{ "GET", "/1.0/storage-pools/other?*", .body = FAKE_SYNC("{\"name\":\"other\"}") },
		{ 0 },
	};
	const struct env_server *env;
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	if (scene.failed)
		fail_msg("%s", scene.err.text);
	env = server_env(scene.server);
	assert_int_equal(env->n_pools, 2);
	assert_string_equal(env->pools[0].name, "a b");
	assert_string_equal(env->pools[1].name, "d");
	assert_string_equal(env->pools[1].driver, "dir");
	assert_null(env->pools[1].unusable);
	assert_int_equal(env->pools[1].used, 1000000000);
	assert_non_null(strstr(server_warnings(scene.server), "does not list its pools"));
	assert_int_equal(fake_seen(scene.fake, "GET", "/1.0/storage-pools/d?*"), 1);
	scene_close(&scene);
}

static void
who_is_confined_and_has_no_pool_is_told(void **state)
{
	static const struct fake_row rows[] = {
		LAB,
		NO_LIST,
		{ "GET", "/1.0/profiles?*", .times = 1, .body = FAKE_SYNC("[{\"devices\":{}}]") },
		{ "GET", "/1.0/profiles?*", .times = 1, .status = 403, .body = FAKE_ERROR("403", "no") },
		{ "GET", "/1.0/profiles?*", .how = FAKE_CLOSE },
		{ 0 },
	};
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	for (int i = 0; i < 3; i++) {
		assert_true(scene.failed);
		assert_int_equal(scene.err.kind, ERR_UNREACHABLE);
		assert_string_equal(scene.err.text, "list of pools: Certificate is restricted, "
						    "and no profile of project lab names a pool");
		connect_now(&scene);
	}
	scene_close(&scene);
}

static void
who_may_not_ask_about_all_projects_asks_about_its_own(void **state)
{
	static const struct fake_row rows[] = {
		LAB,
		{ "GET", "/1.0/instances?recursion=1&all-projects=true", .status = 403,
		  .body = FAKE_ERROR("403", "not authorized") },
		{ "GET", "/1.0/instances?recursion=1&project=lab",
		  .body = FAKE_SYNC("[{\"name\":\"c1\",\"type\":\"container\",\"expanded_devices\":"
				    "{\"root\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"d\"}}}]") },
		{ 0 },
	};
	const struct env_server *env;
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	if (scene.failed)
		fail_msg("%s", scene.err.text);
	env = server_env(scene.server);
	assert_int_equal(env->pools[0].instances, 0);
	assert_string_equal(env->pools[1].name, "d");
	assert_int_equal(env->pools[1].instances, 1);
	assert_non_null(strstr(server_warnings(scene.server), "only those of our project"));
	scene_close(&scene);
}

static void
an_instance_list_that_fails_otherwise_is_not_asked_for_again(void **state)
{
	static const struct fake_row rows[] = {
		LAB,
		{ "GET", "/1.0/instances?recursion=1&all-projects=true", .times = 1, .status = 500,
		  .body = FAKE_ERROR("500", "the database is locked") },
		{ "GET", "/1.0/instances?*", .status = 403, .body = FAKE_ERROR("403", "not authorized") },
		{ 0 },
	};
	static const struct {
		const char *said;
		unsigned asked;
	} rounds[] = {
		{ "list of instances: the database is locked", 0 },
		{ "list of instances: not authorized", 1 },	/* neither about its own */
	};
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	for (size_t i = 0; i < COUNTOF(rounds); i++) {
		assert_true(scene.failed);
		assert_string_equal(scene.err.text, rounds[i].said);
		assert_int_equal(fake_seen(scene.fake, "GET", "/1.0/instances?*project=lab"), rounds[i].asked);
		connect_now(&scene);
	}
	scene_close(&scene);
}

/* Another question fails while the pools are looked at: one end is told, and nothing is left open. */
static void
a_failure_meanwhile_ends_it_once(void **state)
{
	static const struct fake_row rows[] = {
		LAB,
		NO_LIST,
		{ "GET", "/1.0/profiles?*",
		  .body = FAKE_SYNC("[{\"devices\":{\"r\":{\"path\":\"/\",\"pool\":\"d\"}}}]") },
		{ "GET", "/1.0/storage-pools/d?*", .how = FAKE_NEVER },
		{ "GET", "/1.0/images?*", .delay_ms = 100, .how = FAKE_CLOSE },
		{ 0 },
	};
	struct scene scene;

	(void)state;
	scene_open(&scene, rows);
	assert_true(scene.failed);
	assert_non_null(strstr(scene.err.text, "list of images"));
	scene_close(&scene);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_request_of_a_run_carries_it),
		cmocka_unit_test(what_is_cleaned_up_is_in_it),
		cmocka_unit_test(one_that_there_is_not_is_said),
		cmocka_unit_test(one_that_is_not_for_us_is_said_in_the_servers_words),
		cmocka_unit_test(who_is_confined_to_it_sees_the_pools_of_its_profiles),
		cmocka_unit_test(who_is_confined_and_has_no_pool_is_told),
		cmocka_unit_test(who_may_not_ask_about_all_projects_asks_about_its_own),
		cmocka_unit_test(an_instance_list_that_fails_otherwise_is_not_asked_for_again),
		cmocka_unit_test(a_failure_meanwhile_ends_it_once),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
