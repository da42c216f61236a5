#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/jsonio.h"
#include "base/mem.h"
#include "fake/fake_incus.h"
#include "fake/fake_server.h"
#include "server/server.h"

#define PATIENCE_NS (60 * NS_PER_S)	/* a test that takes longer has lost its callback */

/* A fake server, ours that talks to it, and what came of the last verb. */
struct scene {
	struct fake_incus *incus;
	struct fake *fake;
	struct loop *loop;
	bool owns_loop;
	struct server *server;
	struct loop_timer *patience;
	/* the last end */
	unsigned ends;
	struct server_result result;
	char *error;
	const char *diagnosis;
	char *metadata;
	struct err err;
	bool failed;
	/* lists and figures */
	size_t n_marked;
	char names[256];
	uint64_t used, total;
	unsigned told;		/* progress */
	char progress[128];
};

static void
out_of_patience(void *arg)
{
	(void)arg;
	fprintf(stderr, "no end was told\n");
	abort();
}

static struct server *
server_at(struct scene *scene, const char *socket)
{
	struct remote remote = { .name = (char *)"fake", .socket = (char *)socket };
	struct server *server = NULL;
	struct err err = { 0 };

	if (server_new(scene->loop, &remote, &server, &err) < 0)
		fail_msg("%s", err.text);
	return server;
}

/* Some tables play all their scenes at once, in one loop, since some of them take seconds. */
static struct scene *
scene_in(struct loop *loop, const struct fake_row *rows)
{
	struct scene *scene = xcalloc(1, sizeof(*scene));

	scene->incus = fake_incus_new(20);
	scene->fake = fake_start(rows, fake_incus_rows(scene->incus));
	scene->loop = loop;
	scene->patience = loop_timer_at(loop, clock_now_ns() + PATIENCE_NS, out_of_patience, NULL);
	scene->server = server_at(scene, fake_socket(scene->fake));
	return scene;
}

static struct loop *
new_loop(void)
{
	struct loop *loop = NULL;
	struct err err = { 0 };

	if (loop_new(&loop, &err) < 0)
		fail_msg("%s", err.text);
	return loop;
}

static struct scene *
scene_new(const struct fake_row *rows)
{
	struct scene *scene = scene_in(new_loop(), rows);

	scene->owns_loop = true;
	return scene;
}

static void
scene_free(struct scene *scene)
{
	server_free(scene->server);
	loop_timer_cancel(scene->patience);
	if (scene->owns_loop)
		loop_free(scene->loop);
	fake_stop(scene->fake);
	fake_incus_free(scene->incus);
	free(scene->error);
	free(scene->metadata);
	free(scene);
}

/* ---- what ends ---- */

static void
on_done(void *arg, const struct server_result *result)
{
	struct scene *scene = arg;

	scene->ends++;
	scene->result = *result;
	free(scene->error);
	scene->error = xstrdup(result->error ? result->error : "");
	free(scene->metadata);
	scene->metadata = xstrdup(result->metadata ? json_object_to_json_string(result->metadata) : "");
	scene->diagnosis = result->diagnosis ? result->diagnosis->name : "";
	loop_stop(scene->loop);
}

static void
on_connected(void *arg, const struct err *err)
{
	struct scene *scene = arg;

	scene->ends++;
	scene->failed = err != NULL;
	scene->err = err ? *err : (struct err){ 0 };
	loop_stop(scene->loop);
}

static void
on_marked(void *arg, const struct marked *list, size_t n, const struct err *err)
{
	struct scene *scene = arg;

	scene->failed = err != NULL;
	scene->err = err ? *err : (struct err){ 0 };
	scene->n_marked = n;
	scene->names[0] = '\0';
	for (size_t i = 0; i < n; i++)
		snprintf(scene->names + strlen(scene->names),
			 sizeof(scene->names) - strlen(scene->names), "%s%s", i ? " " : "",
			 list[i].name);
	loop_stop(scene->loop);
}

static void
on_usage(void *arg, uint64_t used, uint64_t total, uint64_t took_ns, const struct err *err)
{
	struct scene *scene = arg;

	scene->failed = err != NULL;
	scene->used = used;
	scene->total = total;
	assert_true(took_ns > 0);
	loop_stop(scene->loop);
}

static void
on_progress(void *arg, const char *text)
{
	struct scene *scene = arg;

	scene->told++;
	snprintf(scene->progress, sizeof(scene->progress), "%s", text);
}

static const struct server_ask *
ask(struct scene *scene, uint64_t timeout_ms)
{
	static struct server_ask how;

	how = (struct server_ask){ .doing = "launch", .done = on_done, .arg = scene,
				   .timeout_ms = timeout_ms };
	return &how;
}

static void
connect_now(struct scene *scene)
{
	server_connect(scene->server, on_connected, scene);
	loop_run(scene->loop);
}

static const struct instance_spec launch_spec = {
	.name = "ps-1", .pool = "bt", .fingerprint = FAKE_FINGERPRINT, .start = true,
	.vm_size = 64,	/* never a container's */
	.run = "0011aabb", .owner = "root@host",
};

/* Create and start in one operation; the extension must be known first. */
static void
launch(struct scene *scene, uint64_t timeout_ms)
{
	connect_now(scene);
	assert_false(scene->failed);
	scene->ends = 0;
	server_instance_create(scene->server, &launch_spec, ask(scene, timeout_ms));
	loop_run(scene->loop);
	assert_int_equal(scene->ends, 1);
}

/* The same in many scenes of one loop. */
static void
launch_all(struct scene **scenes, size_t n, uint64_t timeout_ms)
{
	for (size_t i = 0; i < n; i++) {
		connect_now(scenes[i]);
		assert_false(scenes[i]->failed);
		scenes[i]->ends = 0;
	}
	for (size_t i = 0; i < n; i++)
		server_instance_create(scenes[i]->server, &launch_spec, ask(scenes[i], timeout_ms));
	for (size_t i = 0; i < n; i++)
		while (scenes[i]->ends == 0)
			loop_run(scenes[i]->loop);
}

#define ROWS 4	/* of a case in such a table, the end included */

static struct scene *
case_scene(struct loop *loop, const struct fake_row *const *rows, struct fake_row copies[ROWS])
{
	for (size_t i = 0; i < ROWS; i++)
		copies[i] = i < ROWS - 1 && rows[i] ? *rows[i] : (struct fake_row){ 0 };
	return scene_in(loop, copies);
}

/* ---- the ordinary course ---- */

static void
a_launch_is_done_when_its_operation_is(void **state)
{
	struct scene *scene = scene_new(NULL);
	const char *body;

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_OK);
	assert_false(scene->result.found_done);
	assert_null(scene->result.error);
	assert_true(scene->result.done_ns - scene->result.sent_ns >= 20 * NS_PER_MS);
	assert_true(fake_incus_has(scene->incus, "ps-1"));
	assert_int_equal(fake_seen(scene->fake, "POST", "*"), 1);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/operations/*/wait?project=default"), 1);

	body = fake_body(scene->fake, "POST", "/1.0/instances?project=default");
	assert_string_equal(body, "{\"name\":\"ps-1\",\"type\":\"container\","
				  "\"source\":{\"type\":\"image\",\"fingerprint\":\"" FAKE_FINGERPRINT "\"},"
				  "\"devices\":{\"root\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"bt\"}},"
				  "\"config\":{\"user.poolscope\":\"0011aabb\","
				  "\"user.poolscope.owner\":\"root@host\"},"
				  "\"profiles\":[],\"start\":true}");
	scene_free(scene);
}

static void
a_virtual_machine_with_a_network_says_so(void **state)
{
	struct scene *scene = scene_new(NULL);
	const struct instance_spec spec = { .name = "ps-2", .pool = "d", .member = "node/1", .vm = true, .vm_size = 64,
					    .privileged = true, .network = true, .run = "r", .owner = "o" };

	(void)state;
	server_instance_create(scene->server, &spec, ask(scene, 0));
	loop_run(scene->loop);
	assert_string_equal(fake_body(scene->fake, "POST", "/1.0/instances?target=node%2F1&project=default"),
			    "{\"name\":\"ps-2\",\"type\":\"virtual-machine\",\"source\":{\"type\":\"none\"},"
			    "\"devices\":{\"root\":{\"type\":\"disk\",\"path\":\"/\",\"pool\":\"d\",\"size\":\"64MiB\"}},"
			    "\"config\":{\"user.poolscope\":\"r\",\"user.poolscope.owner\":\"o\","
			    "\"security.privileged\":\"true\"}}");
	scene_free(scene);
}

static void
stop_and_delete_reach_the_instance(void **state)
{
	struct scene *scene = scene_new(NULL);

	(void)state;
	fake_incus_add(scene->incus, "c1", "bt", "0011aabb", true);
	server_instance_action(scene->server, "c1", "stop", true, ask(scene, 0));
	loop_run(scene->loop);
	assert_int_equal(scene->result.state, OP_OK);
	assert_string_equal(fake_body(scene->fake, "PUT", "/1.0/instances/c1/state?*"),
			    "{\"action\":\"stop\",\"force\":true,\"timeout\":-1}");
	server_instance_delete(scene->server, "c1", ask(scene, 0));
	loop_run(scene->loop);
	assert_int_equal(scene->result.state, OP_OK);
	assert_int_equal(fake_incus_count(scene->incus), 0);
	scene_free(scene);
}

static void
names_and_project_are_encoded(void **state)
{
	struct scene *scene = scene_new(NULL);

	(void)state;
	server_set_project(scene->server, "a b/c%d&e");
	server_pool_usage(scene->server, "odd/% name", "node 1", on_usage, scene);
	loop_run(scene->loop);
	assert_false(scene->failed);
	assert_int_equal(scene->used, 1000000000);
	assert_string_equal(fake_path(scene->fake, "GET", "/1.0/storage-pools/*"),
			    "/1.0/storage-pools/odd%2F%25%20name/resources?target=node%201"
			    "&project=a%20b%2Fc%25d%26e");
	server_instance_delete(scene->server, "../../etc", ask(scene, 0));
	loop_run(scene->loop);
	assert_int_equal(fake_seen(scene->fake, "DELETE", "/1.0/instances/..%2F..%2Fetc?*"), 1);
	scene_free(scene);
}

/* ---- answers that are not what they seem ---- */

/* Each row: what the server answers to the creation or to the wait for it, and what that means. */
static void
an_operation_can_fail_inside_an_http_200(void **state)
{
	static const struct fake_row as_error[] = {
		{ "GET", "/1.0/operations/*/wait?*",
		  .body = FAKE_ERROR("500", "Failed creating instance: no space left on device") },
		{ 0 },
	};
	static const struct fake_row as_operation[] = {
		{ "GET", "/1.0/operations/*/wait?*",
		  .body = FAKE_SYNC(FAKE_OP("400", "Failed creating instance: no space left on device", "null")) },
		{ 0 },
	};
	static const struct fake_row not_found_inside[] = {
		{ "GET", "/1.0/operations/*/wait?*",
		  .body = FAKE_ERROR("404", "Failed loading storage pool: no space left on device") },
		{ 0 },
	};
	static const struct {
		const struct fake_row *rows;
		int status;
	} cases[] = { { as_error, 500 }, { as_operation, 400 }, { not_found_inside, 404 } };

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct scene *scene = scene_new(cases[i].rows);

		launch(scene, 0);
		assert_int_equal(scene->result.state, OP_FAILED);
		assert_int_equal(scene->result.status, cases[i].status);
		assert_non_null(strstr(scene->error, "no space left on device"));
		assert_string_equal(scene->diagnosis, "no space");
		scene_free(scene);
	}
}

static void
a_refusal_is_a_finding(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*/wait?*",
		  .body = FAKE_ERROR("500", "cannot be restored due to subsequent snapshot(s)") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_REFUSED);
	scene_free(scene);
}

static void
a_refused_request_has_failed(void **state)
{
	static const struct {
		struct fake_row row;
		int status;
		const char *error;
	} cases[] = {
		{ { "POST", "*", .status = 400, .body = FAKE_ERROR("400", "Invalid instance name: x") }, 400,
		  "Invalid instance name: x" },
		{ { "POST", "*", .status = 403, .body = FAKE_ERROR("403", "not authorized") }, 403, "not authorized" },
		/* Unlike a question, what changes something is not put again. */
		{ { "POST", "*", .status = 503, .body = FAKE_ERROR("503", "Daemon is starting up") }, 503,
		  "Daemon is starting up" },
		{ { "POST", "*", .status = 502, .headers = "Content-Type: text/html\r\n",
		    .body = "<html>\x1b[31mBad gateway</html>" }, 502, "<html>\xef\xbf\xbd[31mBad gateway" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		const struct fake_row rows[] = { cases[i].row, { 0 } };
		struct scene *scene = scene_new(rows);

		launch(scene, 0);
		assert_int_equal(scene->result.state, OP_FAILED);
		assert_int_equal(scene->result.status, cases[i].status);
		assert_non_null(strstr(scene->error, cases[i].error));
		assert_int_equal(fake_seen(scene->fake, "POST", "*"), 1);
		scene_free(scene);
	}
}

static void
a_write_may_be_answered_at_once(void **state)
{
	static const struct fake_row rows[] = {
		{ "POST", "/1.0/instances?*", .body = FAKE_SYNC("{\"seen\":[1]}") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_OK);
	assert_string_equal(scene->metadata, "{ \"seen\": [ 1 ] }");
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/operations/*"), 0);
	scene_free(scene);
}

static void
a_wait_that_ends_too_early_is_begun_again(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*/wait?*", .times = 5,
		  .body = FAKE_SYNC(FAKE_OP("103", "", "null")) },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_OK);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/operations/*/wait?*"), 6);
	scene_free(scene);
}

/* ---- ends that are not seen ---- */

static const struct fake_row row_running = {
	"GET", "/1.0/instances/ps-1?*", .body = FAKE_SYNC("{\"status\":\"Running\",\"status_code\":103}"),
};
static const struct fake_row row_stopped = {
	"GET", "/1.0/instances/ps-1?*", .body = FAKE_SYNC("{\"status\":\"Stopped\",\"status_code\":102}"),
};
static const struct fake_row row_absent = {
	"GET", "/1.0/instances/ps-1?*", .status = 404, .body = FAKE_ERROR("404", "Instance not found"),
};
static const struct fake_row row_wait_lost = {
	"GET", "/1.0/operations/*/wait?*", .status = 404, .body = FAKE_ERROR("404", "Operation not found"),
};
static const struct fake_row row_operation_lost = {
	"GET", "/1.0/operations/*?*", .status = 404, .body = FAKE_ERROR("404", "Operation not found"),
};
static const struct fake_row row_wait_closed = { "GET", "/1.0/operations/*/wait?*", .how = FAKE_CLOSE };
static const struct fake_row row_wait_cut = {
	"GET", "/1.0/operations/*/wait?*", .body = FAKE_SYNC(FAKE_OP("200", "", "null")), .cut = 40,
};
static const struct fake_row row_wait_garbage = { "GET", "/1.0/operations/*/wait?*", .body = "{\"type\":" };
static const struct fake_row row_post_closed = { "POST", "*", .how = FAKE_CLOSE };
static const struct fake_row row_post_cut = {
	"POST", "*", .status = 202, .body = FAKE_ASYNC("a-1"), .cut = 30,
};
static const struct fake_row row_post_garbage = { "POST", "*", .body = "<html>ok</html>" };
static const struct fake_row row_post_nameless = {
	"POST", "*", .status = 202, .body = "{\"type\":\"async\",\"operation\":\"/1.0/instances/x\"}",
};

static void
an_end_that_is_not_seen_is_unknown_even_when_it_is_proven(void **state)
{
	static const struct {
		const struct fake_row *rows[ROWS];
		bool found;
	} cases[] = {
		/* The server was restarted, or we came too late: only one that runs is a launch. */
		{ { &row_wait_lost, &row_running }, true },
		{ { &row_wait_lost, &row_stopped }, false },
		{ { &row_wait_lost, &row_absent }, false },
		/* The wait was lost, and the operation with it. */
		{ { &row_wait_closed, &row_operation_lost, &row_running }, true },
		{ { &row_wait_closed, &row_operation_lost, &row_absent }, false },
		{ { &row_wait_cut, &row_operation_lost, &row_running }, true },
		{ { &row_wait_garbage, &row_operation_lost, &row_running }, true },
		{ { &row_wait_garbage, &row_operation_lost, &row_stopped }, false },
		/* The request went out and nobody knows what came of it. */
		{ { &row_post_closed, &row_running }, true },
		{ { &row_post_closed, &row_stopped }, false },
		{ { &row_post_closed, &row_absent }, false },
		{ { &row_post_cut, &row_running }, true },
		{ { &row_post_cut, &row_absent }, false },
		{ { &row_post_garbage, &row_absent }, false },
		{ { &row_post_nameless, &row_absent }, false },
	};

	struct fake_row copies[COUNTOF(cases)][ROWS];
	struct scene *scenes[COUNTOF(cases)];
	autofree(loop) loop = new_loop();

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++)
		scenes[i] = case_scene(loop, cases[i].rows, copies[i]);
	launch_all(scenes, COUNTOF(cases), 0);
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct scene *scene = scenes[i];
		bool found = cases[i].found;

		assert_int_equal(scene->result.state, OP_UNKNOWN);
		if (scene->result.found_done != found)
			fail_msg("case %zu: %s", i, scene->error);
		assert_int_equal(strstr(scene->error, "found done afterwards") != NULL, found);
		/* What was seen once is looked at again. */
		assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/instances/ps-1?*"), found ? 2 : 1);
		scene_free(scene);
	}
}

static void
what_is_seen_only_once_is_not_proven(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*", .status = 404, .body = FAKE_ERROR("404", "Operation not found") },
		{ "GET", "/1.0/instances/ps-1?*", .times = 1,
		  .body = FAKE_SYNC("{\"status\":\"Running\",\"status_code\":103}") },
		{ "GET", "/1.0/instances/ps-1?*", .body = FAKE_SYNC("{\"status\":\"Error\",\"status_code\":112}") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_UNKNOWN);
	assert_false(scene->result.found_done);
	scene_free(scene);
}

static void
a_lost_wait_of_a_living_operation_goes_on(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*/wait?*", .times = 1, .how = FAKE_CLOSE, .delay_ms = 5 },
		{ "GET", "/1.0/operations/*/wait?*", .times = 1, .body = "junk" },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_OK);
	assert_false(scene->result.found_done);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/instances/ps-1?*"), 0);
	scene_free(scene);
}

static void
a_create_without_a_start_is_proven_by_nothing(void **state)
{
	const struct fake_row rows[] = { row_wait_lost, row_stopped, { 0 } };
	struct scene *scene = scene_new(rows);
	struct instance_spec spec = launch_spec;

	(void)state;
	spec.start = false;
	server_instance_create(scene->server, &spec, ask(scene, 0));
	loop_run(scene->loop);
	assert_int_equal(scene->result.state, OP_UNKNOWN);
	assert_string_equal(scene->diagnosis, "outcome unknown");
	scene_free(scene);
}

static void
each_action_has_its_own_proof(void **state)
{
	static const struct fake_row frozen = {
		"GET", "/1.0/instances/c1?*", .body = FAKE_SYNC("{\"status\":\"Frozen\",\"status_code\":110}"),
	};
	static const struct fake_row running = {
		"GET", "/1.0/instances/c1?*", .body = FAKE_SYNC("{\"status\":\"Running\",\"status_code\":103}"),
	};
	static const struct fake_row stopped = {
		"GET", "/1.0/instances/c1?*", .body = FAKE_SYNC("{\"status\":\"Stopped\",\"status_code\":102}"),
	};
	static const struct fake_row absent = {
		"GET", "/1.0/instances/c1?*", .status = 404, .body = FAKE_ERROR("404", "Instance not found"),
	};
	static const struct {
		const char *action;	/* NULL: delete */
		const struct fake_row *instance;
		bool found;
	} cases[] = {
		{ "start", &running, true },	   { "start", &stopped, false },
		{ "stop", &stopped, true },	   { "stop", &running, false },
		{ "stop", &absent, false },   { "freeze", &frozen, true },
		{ "unfreeze", &running, true },   { "unfreeze", &frozen, false },
		{ "restart", &running, false },
		{ NULL, &absent, true },	   { NULL, &stopped, false },
	};

	struct fake_row copies[COUNTOF(cases)][ROWS];
	struct scene *scenes[COUNTOF(cases)];
	autofree(loop) loop = new_loop();

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		const struct fake_row *rows[ROWS] = { &row_wait_lost, cases[i].instance };
		const char *action = cases[i].action;

		scenes[i] = case_scene(loop, rows, copies[i]);
		/* So that the request is accepted. */
		fake_incus_add(scenes[i]->incus, "c1", "bt", NULL, action && strcmp(action, "stop") == 0);
		if (action)
			server_instance_action(scenes[i]->server, "c1", action, false, ask(scenes[i], 0));
		else
			server_instance_delete(scenes[i]->server, "c1", ask(scenes[i], 0));
	}
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct scene *scene = scenes[i];

		while (scene->ends == 0)
			loop_run(loop);
		assert_int_equal(scene->result.state, OP_UNKNOWN);
		if (scene->result.found_done != cases[i].found)
			fail_msg("case %zu: %s", i, scene->error);
		scene_free(scene);
	}
}

static void
a_server_that_goes_and_comes_back_is_asked_afterwards(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*/wait?*", .how = FAKE_GONE, .delay_ms = 10, .back_ms = 600 },
		{ "GET", "/1.0/operations/*?*", .times = 1, .status = 503,
		  .body = FAKE_ERROR("503", "Daemon is starting up") },
		{ "GET", "/1.0/operations/*?*", .status = 404, .body = FAKE_ERROR("404", "Operation not found") },
		{ "GET", "/1.0/instances/ps-1?*", .body = FAKE_SYNC("{\"status\":\"Running\",\"status_code\":103}") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 0);
	assert_int_equal(scene->result.state, OP_UNKNOWN);
	assert_true(scene->result.found_done);
	assert_int_equal(fake_seen(scene->fake, "POST", "*"), 1);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/operations/*/wait?*"), 1);
	scene_free(scene);
}

static void
a_server_that_is_gone_for_good_leaves_it_unknown(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*/wait?*", .how = FAKE_GONE, .delay_ms = 10 },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	launch(scene, 1000);
	assert_int_equal(scene->result.state, OP_UNKNOWN);
	assert_non_null(strstr(scene->error, "does not answer any more"));
	/* Now that nobody is there, nothing can have been done. */
	server_instance_delete(scene->server, "ps-1", ask(scene, 0));
	loop_run(scene->loop);
	assert_int_equal(scene->result.state, OP_FAILED);
	assert_int_equal(scene->result.status, 0);
	assert_string_equal(scene->diagnosis, "server is down");
	scene_free(scene);
}

/* ---- our own deadline ---- */

static void
our_deadline_ends_the_wait_and_looks(void **state)
{
	static const struct fake_row never = { "GET", "/1.0/operations/*/wait?*", .how = FAKE_NEVER };
	static const struct fake_row ended = {
		"GET", "/1.0/operations/*?*", .body = FAKE_SYNC(FAKE_OP("200", "", "null")),
	};
	static const struct fake_row broken = {
		"GET", "/1.0/operations/*?*", .body = FAKE_SYNC(FAKE_OP("400", "it broke", "null")),
	};
	static const struct fake_row goes_on = {
		"GET", "/1.0/operations/*?*", .body = FAKE_SYNC(FAKE_OP("103", "", "null")),
	};
	static const struct fake_row no_answer = { "POST", "*", .how = FAKE_NEVER };
	static const struct {
		const struct fake_row *rows[ROWS];
		enum op_state want;
		bool found;
	} cases[] = {
		{ { &never, &ended }, OP_OK, false },
		{ { &never, &broken }, OP_FAILED, false },
		{ { &never, &goes_on, &row_stopped }, OP_UNKNOWN, false },
		{ { &never, &goes_on, &row_running }, OP_UNKNOWN, true },
		{ { &no_answer, &row_absent }, OP_UNKNOWN, false },
	};

	struct fake_row copies[COUNTOF(cases)][ROWS];
	struct scene *scenes[COUNTOF(cases)];
	autofree(loop) loop = new_loop();

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++)
		scenes[i] = case_scene(loop, cases[i].rows, copies[i]);
	launch_all(scenes, COUNTOF(cases), 150);
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		struct scene *scene = scenes[i];

		if (scene->result.state != cases[i].want)
			fail_msg("case %zu: %s: %s", i, op_state_name(scene->result.state), scene->error);
		assert_int_equal(scene->result.found_done, cases[i].found);
		if (cases[i].want == OP_UNKNOWN)
			assert_non_null(strstr(scene->error, "not ended within 0.150 s"));
		scene_free(scene);
	}
}

/* ---- progress ---- */

static void
progress_is_told_when_it_is_wanted(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/operations/*/wait?*", .delay_ms = 2200, .body = FAKE_SYNC(FAKE_OP("200", "", "null")) },
		{ "GET", "/1.0/operations/*?*", .times = 1, .status = 500, .body = "junk" },
		{ "GET", "/1.0/operations/*?*",
		  .body = FAKE_SYNC(FAKE_OP("103", "", "{\"x_unpack_progress\":\"Unpacking: 61%\\u001b\"}")) },
		{ 0 },
	};

	(void)state;
	for (int wanted = 0; wanted < 2; wanted++) {
		struct scene *scene = scene_new(rows);
		struct server_ask how = *ask(scene, 0);

		connect_now(scene);
		how.progress = wanted ? on_progress : NULL;
		server_instance_create(scene->server, &launch_spec, &how);
		loop_run(scene->loop);
		assert_int_equal(scene->result.state, OP_OK);
		assert_int_equal(scene->told, wanted);	/* once: it did not change */
		if (wanted)
			assert_string_equal(scene->progress, "Unpacking: 61%\xef\xbf\xbd");
		else
			assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/operations/*"), 1);
		scene_free(scene);
	}
}

/* ---- connect ---- */

static void
connect_finds_what_is_there(void **state)
{
	struct scene *scene = scene_new(NULL);
	const struct env_server *env;

	(void)state;
	assert_null(server_env(scene->server));
	fake_incus_add(scene->incus, "c1", "bt", NULL, true);
	fake_incus_add(scene->incus, "c2", "bt", "0011aabb", false);
	connect_now(scene);
	assert_false(scene->failed);
	env = server_env(scene->server);
	assert_string_equal(env->name, "fake");
	assert_string_equal(env->kind, "incus");
	assert_string_equal(env->project, "default");
	assert_false(env->local);	/* it names no process */
	assert_int_equal(env->pid, 0);
	assert_int_equal(env->n_pools, 3);
	assert_string_equal(env->pools[0].name, "bt");
	assert_int_equal(env->pools[0].instances, 2);
	assert_int_equal(env->pools[0].used, 8265728);
	assert_int_equal(env->pools[0].total, 5368709120);
	assert_null(env->pools[0].unusable);
	assert_string_equal(env->pools[2].name, "odd/% name");
	assert_int_equal(env->pools[2].used, 1000000000);
	assert_int_equal(env->pools[2].instances, 0);
	assert_int_equal(env->n_images, 1);
	assert_string_equal(env->images[0].alias, "busybox");
	assert_true(server_has(scene->server, "resources"));
	assert_false(server_has(scene->server, "direct_backup"));
	assert_string_equal(server_warnings(scene->server), "");
	/* A project and all of them exclude each other. */
	assert_string_equal(fake_path(scene->fake, "GET", "/1.0/instances?*"),
			    "/1.0/instances?recursion=1&all-projects=true");
	scene_free(scene);
}

static void
connect_can_be_repeated(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools?*", .times = 1, .body = FAKE_SYNC("[{\"name\":\"only\"}]") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	connect_now(scene);
	assert_int_equal(server_env(scene->server)->n_pools, 1);
	connect_now(scene);
	assert_int_equal(server_env(scene->server)->n_pools, 3);
	scene_free(scene);
}

static void
connect_says_why_not(void **state)
{
	static const struct {
		struct fake_row row;
		const char *says;
	} cases[] = {
		{ { "GET", "/1.0?*", .body = FAKE_SYNC("{\"auth\":\"untrusted\",\"environment\":null}") },
		  "does not trust us" },
		{ { "GET", "/1.0?*", .status = 404, .body = "<html><body>nginx</body></html>" },
		  "no answer of an Incus or LXD server" },
		{ { "GET", "/1.0?*", .body = "[1,2,3]" }, "no answer of an Incus or LXD server" },
		{ { "GET", "/1.0?*", .body = FAKE_SYNC("null") }, "no Incus or LXD" },
		{ { "GET", "/1.0?*", .body = FAKE_SYNC("{\"environment\":{\"server\":\"other\"}}") }, "no Incus or LXD" },
		{ { "GET", "/1.0?*", .status = 202, .body = FAKE_ASYNC("a") }, "no Incus or LXD" },
		{ { "GET", "/1.0?*", .body = FAKE_SYNC("{}"), .cut = 20 }, "cut" },
		{ { "GET", "/1.0?*", .how = FAKE_CLOSE }, "without an answer" },
		{ { "GET", "/1.0/storage-pools?*", .status = 403, .body = FAKE_ERROR("403", "not authorized") },
		  "list of pools: not authorized" },
		{ { "GET", "/1.0/images?*", .how = FAKE_CLOSE }, "list of images: " },
		{ { "GET", "/1.0/projects/default", .status = 403, .body = FAKE_ERROR("403", "not authorized") },
		  "project default: not authorized" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		const struct fake_row rows[] = { cases[i].row, { 0 } };
		struct scene *scene = scene_new(rows);

		connect_now(scene);
		assert_true(scene->failed);
		assert_int_equal(scene->ends, 1);
		if (!strstr(scene->err.text, cases[i].says))
			fail_msg("case %zu: %s", i, scene->err.text);
		assert_int_equal(scene->err.kind, ERR_UNREACHABLE);
		assert_null(server_env(scene->server));
		scene_free(scene);
	}
}

static void
connect_waits_for_a_server_that_starts(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0?*", .times = 2, .status = 503, .body = FAKE_ERROR("503", "Daemon is starting up") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	connect_now(scene);
	assert_false(scene->failed);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0?*"), 3);
	scene_free(scene);
}

static void
connect_without_a_server_names_the_socket(void **state)
{
	struct scene *scene = scene_new(NULL);

	(void)state;
	server_free(scene->server);
	scene->server = server_at(scene, "/tmp/poolscope-nobody-is-here");
	connect_now(scene);
	assert_true(scene->failed);
	assert_int_equal(scene->err.kind, ERR_UNREACHABLE);
	assert_non_null(strstr(scene->err.text, "/tmp/poolscope-nobody-is-here"));
	scene_free(scene);
}

static void
a_pool_that_does_not_answer_holds_up_nothing(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools/bt/resources?*", .how = FAKE_NEVER },
		{ "GET", "/1.0/storage-pools/d/resources?*", .status = 500,
		  .body = FAKE_ERROR("500", "Not supported") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);
	const struct env_server *env;

	(void)state;
	connect_now(scene);
	assert_false(scene->failed);
	env = server_env(scene->server);
	assert_non_null(strstr(env->pools[0].unusable, "does not answer"));
	assert_int_equal(env->pools[0].used, UNKNOWN);
	/* Not told is not unusable. */
	assert_null(env->pools[1].unusable);
	assert_int_equal(env->pools[1].used, UNKNOWN);
	assert_int_equal(env->pools[2].used, 1000000000);
	scene_free(scene);
}

static void
an_old_server_gives_fewer_figures(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0?*", .body = FAKE_SYNC("{\"api_extensions\":[],\"environment\":{\"server\":\"lxd\","
						     "\"server_version\":\"4.0\"}}") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	connect_now(scene);
	assert_false(scene->failed);
	assert_string_equal(server_env(scene->server)->kind, "lxd");
	assert_int_equal(server_env(scene->server)->pools[0].used, UNKNOWN);
	assert_false(server_can_create_started(scene->server));
	assert_int_equal(fake_seen(scene->fake, "GET", "*/resources?*"), 0);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/warnings?*"), 0);
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/instances?recursion=1&project=default"), 1);
	scene_free(scene);
}

/* ---- questions ---- */

static void
marked_are_ours_only(void **state)
{
	struct scene *scene = scene_new(NULL);

	(void)state;
	fake_incus_add(scene->incus, "theirs", "bt", NULL, true);
	fake_incus_add(scene->incus, "ps-b", "bt", "bbbbbbbb", true);
	fake_incus_add(scene->incus, "ps-a", "bt", "aaaaaaaa", false);
	connect_now(scene);
	server_marked(scene->server, NULL, on_marked, scene);
	loop_run(scene->loop);
	assert_string_equal(scene->names, "ps-a ps-b");
	/* The fake server does not know the filter and lists all. */
	server_marked(scene->server, "bbbbbbbb", on_marked, scene);
	loop_run(scene->loop);
	assert_string_equal(scene->names, "ps-b");
	assert_int_equal(fake_seen(scene->fake, "GET", "/1.0/instances?recursion=1&filter="
						       "config.user.poolscope%20eq%20bbbbbbbb&project=default"), 1);
	scene_free(scene);
}

static void
a_list_that_is_none_is_an_error_and_not_empty(void **state)
{
	static const struct fake_row cases[] = {
		{ "GET", "/1.0/instances?*", .status = 500, .body = FAKE_ERROR("500", "database is locked") },
		{ "GET", "/1.0/instances?*", .body = "junk" },
		{ "GET", "/1.0/instances?*", .how = FAKE_CLOSE },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		const struct fake_row rows[] = { cases[i], { 0 } };
		struct scene *scene = scene_new(rows);

		server_marked(scene->server, NULL, on_marked, scene);
		loop_run(scene->loop);
		assert_true(scene->failed);
		assert_int_equal(scene->n_marked, 0);
		scene_free(scene);
	}
}

static void
a_usage_that_is_not_told_is_unknown(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/storage-pools/bt/*", .body = FAKE_SYNC("{\"space\":{\"total\":0}}") },
		{ "GET", "/1.0/storage-pools/d/*", .status = 500, .body = FAKE_ERROR("500", "Storage pool not found") },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	server_pool_usage(scene->server, "bt", NULL, on_usage, scene);
	loop_run(scene->loop);
	assert_false(scene->failed);
	assert_int_equal(scene->used, UNKNOWN);
	assert_int_equal(scene->total, UNKNOWN);
	server_pool_usage(scene->server, "d", NULL, on_usage, scene);
	loop_run(scene->loop);
	assert_true(scene->failed);
	assert_int_equal(scene->used, UNKNOWN);
	scene_free(scene);
}

/* ---- anything else ---- */

static long
three_pieces(void *arg, void *bytes, size_t room)
{
	unsigned *given = arg;

	assert_true(room >= 4);
	if (*given == 3)
		return 0;
	(*given)++;
	memcpy(bytes, "tar.", 4);
	return 4;
}

static void
a_body_can_be_streamed(void **state)
{
	static const char *const headers[] = { "X-Incus-name: busybox", NULL };
	static const struct fake_row rows[] = {
		{ "POST", "/1.0/images?*", .status = 202, .body = FAKE_ASYNC("a-1") },
		{ "GET", "/1.0/operations/a-1/wait?*",
		  .body = FAKE_SYNC(FAKE_OP("200", "", "{\"fingerprint\":\"00\"}")) },
		{ 0 },
	};
	struct scene *scene = scene_new(rows);
	unsigned given = 0;

	(void)state;
	server_request(scene->server,
		       &(struct server_request){ .method = "POST", .path = "/images",
						 .source = three_pieces, .source_arg = &given,
						 .source_len = 12, .headers = headers },
		       ask(scene, 0));
	loop_run(scene->loop);
	assert_int_equal(scene->result.state, OP_OK);
	assert_string_equal(fake_body(scene->fake, "POST", "/1.0/images?*"), "tar.tar.tar.");
	assert_non_null(strstr(scene->metadata, "fingerprint"));
	scene_free(scene);
}

static void
a_question_without_an_answer_has_failed(void **state)
{
	static const struct fake_row rows[] = {
		{ "GET", "/1.0/closed?*", .how = FAKE_CLOSE },
		{ "GET", "/1.0/never?*", .how = FAKE_NEVER },
		{ "GET", "/1.0/there?*", .body = FAKE_SYNC("{}") },
		{ 0 },
	};
	static const struct {
		const char *path;
		enum op_state want;
		int status;
	} cases[] = { { "/closed", OP_FAILED, 0 },
		      { "/never", OP_FAILED, 0 },
		      { "/nothing", OP_FAILED, 404 },
		      { "/there", OP_OK, 200 },
		      { "", OP_OK, 200 } };
	struct scene *scene = scene_new(rows);

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		server_request(scene->server,
			       &(struct server_request){ .method = "GET", .path = cases[i].path },
			       ask(scene, 150));
		loop_run(scene->loop);
		assert_int_equal(scene->result.state, cases[i].want);
		assert_int_equal(scene->result.status, cases[i].status);
	}
	scene_free(scene);
}

/* ---- files ---- */

static void
on_size(void *arg, uint64_t bytes, const struct err *err)
{
	struct scene *scene = arg;

	scene->used = bytes;
	scene->failed = err != NULL;
	scene->err = err ? *err : (struct err){ 0 };
	loop_stop(scene->loop);
}

static void
a_files_size_is_what_its_head_says_or_what_comes(void **state)
{
	static const struct fake_row rows[] = {
		{ "HEAD", "*/files?path=%2Fsilent*", .no_length = true },
		{ "GET", "*/files?path=%2Fsilent&*", .body = "12345" },
		{ "GET", "*/files?path=%2Fsilent-empty&*", .body = "" },
		{ "GET", "*/files?path=%2Fsilent-cut&*", .body = "12345", .cut = 3 },
		{ "GET", "*/files?path=%2Fsilent-gone&*", .status = 404, .body = FAKE_ERROR("404", "not found") },
		{ "HEAD", "*/files?path=%2Ftold&*", .body = "123" },
		{ "HEAD", "*/files?path=%2Fclosed&*", .how = FAKE_CLOSE },
		{ 0 },
	};
	static const struct {
		const char *path;
		uint64_t size;
		unsigned reads;		/* how often the file itself was asked for */
		const char *said;	/* NULL: it is known */
	} cases[] = {
		{ "/told", 3, 0, NULL },
		{ "/silent", 5, 1, NULL },
		{ "/silent-empty", 0, 1, NULL },
		{ "/silent-cut", UNKNOWN, 1, "size of a file: " },
		{ "/silent-gone", UNKNOWN, 1, "size of a file: not found" },
		{ "/nothing", UNKNOWN, 0, "size of a file: " },
		{ "/closed", UNKNOWN, 0, "size of a file: " },
	};
	struct scene *scene = scene_new(rows);

	(void)state;
	for (size_t i = 0; i < COUNTOF(cases); i++) {
		autofree_mem char *asked = xasprintf("/1.0/instances/c%%201/files?path=%%2F%s&*", cases[i].path + 1);

		server_file_size(scene->server, "c 1", cases[i].path, on_size, scene);
		loop_run(scene->loop);
		assert_int_equal(scene->used, cases[i].size);
		assert_int_equal(scene->failed, cases[i].said != NULL);
		if (cases[i].said)
			assert_non_null(strstr(scene->err.text, cases[i].said));
		assert_true(fake_seen(scene->fake, "HEAD", asked) > 0);
		assert_int_equal(fake_seen(scene->fake, "GET", asked), cases[i].reads);
	}
	scene_free(scene);
}

/* ---- going away ---- */

static void
stop_the_loop(void *arg)
{
	loop_stop(arg);
}

static void
run_for(struct scene *scene, unsigned ms)
{
	loop_timer_at(scene->loop, clock_now_ns() + ms * NS_PER_MS, stop_the_loop, scene->loop);
	loop_run(scene->loop);
}

static void
who_is_forgotten_is_not_called(void **state)
{
	struct scene *scene = scene_new(NULL);
	struct scene other = { .loop = scene->loop };
	struct server_ask how = { .done = on_done, .arg = &other };

	(void)state;
	fake_incus_add(scene->incus, "c1", "bt", NULL, false);
	server_instance_delete(scene->server, "c1", &how);
	server_connect(scene->server, on_connected, &other);
	server_marked(scene->server, NULL, on_marked, &other);
	server_pool_usage(scene->server, "bt", NULL, on_usage, &other);
	server_forget(scene->server, &other);
	server_pool_usage(scene->server, "bt", NULL, on_usage, scene);
	loop_run(scene->loop);
	run_for(scene, 100);
	assert_int_equal(other.ends, 0);
	assert_int_equal(other.total, 0);
	assert_int_equal(scene->total, 5368709120);
	scene_free(scene);
}

static void
free_the_server(void *arg, const struct server_result *result)
{
	struct scene *scene = arg;

	on_done(scene, result);
	server_free(steal(scene->server));
}

static void
the_server_can_go_from_within_a_callback(void **state)
{
	struct scene *scene = scene_new(NULL);
	struct server_ask how = { .done = free_the_server, .arg = scene };

	(void)state;
	fake_incus_add(scene->incus, "c1", "bt", NULL, false);
	server_marked(scene->server, NULL, on_marked, &(struct scene){ .loop = scene->loop });
	server_instance_delete(scene->server, "c1", &how);
	while (scene->ends == 0)
		loop_run(scene->loop);
	assert_int_equal(scene->result.state, OP_OK);
	run_for(scene, 50);
	scene_free(scene);
}

static void
many_at_once_all_end(void **state)
{
	struct scene *scene = scene_new(NULL);
	unsigned n = 40;

	(void)state;
	connect_now(scene);
	scene->ends = 0;
	for (unsigned i = 0; i < n; i++) {
		autofree_mem char *name = xasprintf("ps-%u", i);
		struct instance_spec spec = launch_spec;

		spec.name = name;
		server_instance_create(scene->server, &spec, ask(scene, 0));
	}
	while (scene->ends < n)
		loop_run(scene->loop);
	assert_int_equal(fake_incus_count(scene->incus), n);
	assert_int_equal(fake_seen(scene->fake, "POST", "/1.0/instances?*"), n);
	scene_free(scene);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_launch_is_done_when_its_operation_is),
		cmocka_unit_test(a_virtual_machine_with_a_network_says_so),
		cmocka_unit_test(stop_and_delete_reach_the_instance),
		cmocka_unit_test(names_and_project_are_encoded),
		cmocka_unit_test(an_operation_can_fail_inside_an_http_200),
		cmocka_unit_test(a_refusal_is_a_finding),
		cmocka_unit_test(a_refused_request_has_failed),
		cmocka_unit_test(a_write_may_be_answered_at_once),
		cmocka_unit_test(a_wait_that_ends_too_early_is_begun_again),
		cmocka_unit_test(an_end_that_is_not_seen_is_unknown_even_when_it_is_proven),
		cmocka_unit_test(what_is_seen_only_once_is_not_proven),
		cmocka_unit_test(a_lost_wait_of_a_living_operation_goes_on),
		cmocka_unit_test(a_create_without_a_start_is_proven_by_nothing),
		cmocka_unit_test(each_action_has_its_own_proof),
		cmocka_unit_test(a_server_that_goes_and_comes_back_is_asked_afterwards),
		cmocka_unit_test(a_server_that_is_gone_for_good_leaves_it_unknown),
		cmocka_unit_test(our_deadline_ends_the_wait_and_looks),
		cmocka_unit_test(progress_is_told_when_it_is_wanted),
		cmocka_unit_test(connect_finds_what_is_there),
		cmocka_unit_test(connect_can_be_repeated),
		cmocka_unit_test(connect_says_why_not),
		cmocka_unit_test(connect_waits_for_a_server_that_starts),
		cmocka_unit_test(connect_without_a_server_names_the_socket),
		cmocka_unit_test(a_pool_that_does_not_answer_holds_up_nothing),
		cmocka_unit_test(an_old_server_gives_fewer_figures),
		cmocka_unit_test(marked_are_ours_only),
		cmocka_unit_test(a_list_that_is_none_is_an_error_and_not_empty),
		cmocka_unit_test(a_usage_that_is_not_told_is_unknown),
		cmocka_unit_test(a_body_can_be_streamed),
		cmocka_unit_test(a_question_without_an_answer_has_failed),
		cmocka_unit_test(a_files_size_is_what_its_head_says_or_what_comes),
		cmocka_unit_test(who_is_forgotten_is_not_called),
		cmocka_unit_test(the_server_can_go_from_within_a_callback),
		cmocka_unit_test(many_at_once_all_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
