#include "fake_incus.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/jsonio.h"
#include "base/units.h"

struct instance {
	struct instance *next;
	char *name, *pool;
	struct json_object *config;
	struct json_object *snapshots; /* their names, as keys */
	struct json_object *files;     /* sizes by path; a folder has none */
	bool running;
	bool gone;
};

/* What an operation does at its end; the request was looked at before. */
struct operation {
	struct instance *instance;
	bool running, gone; /* how it leaves the instance */
	int code;	    /* of its failure; 0: it succeeds */
	const char *error;
	bool ended;
};

struct fake_incus {
	pthread_mutex_t mutex; /* the test asks while the server's threads answer */
	struct instance *instances;
	struct operation **operations; /* by the number in their id */
	size_t n_operations, room;
	struct fake_row rows[24];
};

static const char server_answer[] = FAKE_SYNC(
	"{\"config\":{},\"api_extensions\":[\"instance_create_start\",\"resources\",\"warnings\","
	"\"instance_pool_move\",\"instances_rebuild\","
	"\"api_filtering\",\"instance_all_projects\",\"operation_wait\",\"projects\"],\"api_status\":\"stable\","
	"\"api_version\":\"1.0\",\"auth\":\"trusted\",\"public\":false,\"auth_methods\":[\"tls\"],"
	"\"environment\":{\"addresses\":[],\"architectures\":[\"x86_64\",\"i686\"],"
	"\"driver\":\"lxc\",\"driver_version\":\"6.0.5\",\"kernel\":\"Linux\","
	"\"kernel_version\":\"6.1.0-18-amd64\",\"kernel_features\":{\"idmapped_mounts\":\"true\"},"
	"\"os_name\":\"Debian GNU/Linux\",\"os_version\":\"12\",\"project\":\"default\","
	"\"server\":\"incus\",\"server_clustered\":false,\"server_name\":\"fake\","
	"\"server_pid\":0,\"server_version\":\"6.0.4\",\"storage\":\"btrfs | dir\","
	"\"storage_version\":\"6.2 | 1\",\"storage_supported_drivers\":["
	"{\"Name\":\"dir\",\"Version\":\"1\",\"Remote\":false},"
	"{\"Name\":\"btrfs\",\"Version\":\"6.2\",\"Remote\":false}]}}");

static const char pools_answer[] = FAKE_SYNC(
	"[{\"name\":\"bt\",\"driver\":\"btrfs\",\"status\":\"Created\",\"description\":\"\","
	"\"config\":{\"size\":\"5GiB\",\"source\":\"/nowhere/disks/bt.img\"},\"used_by\":[],"
	"\"locations\":[\"none\"]},"
	"{\"name\":\"d\",\"driver\":\"dir\",\"status\":\"Created\",\"description\":\"\","
	"\"config\":{\"source\":\"/nowhere/storage-pools/d\"},\"used_by\":[],"
	"\"locations\":[\"none\"]},"
	"{\"name\":\"odd/% name\",\"driver\":\"dir\",\"status\":\"Created\",\"description\":\"\","
	"\"config\":{\"source\":\"/nowhere/storage-pools/odd\"},\"used_by\":[],"
	"\"locations\":[\"none\"]}]");

static const char images_answer[] =
	FAKE_SYNC("[{\"fingerprint\":\"" FAKE_FINGERPRINT "\",\"aliases\":[{\"name\":\"busybox\","
		  "\"description\":\"\"}],\"architecture\":\"x86_64\",\"type\":\"container\","
		  "\"size\":1048576,\"properties\":{\"description\":\"Busybox\"}}]");

/* ---- instances ---- */

static struct instance *
find(struct fake_incus *incus, const char *name)
{
	for (struct instance *i = incus->instances; i; i = i->next)
		if (!i->gone && strcmp(i->name, name) == 0)
			return i;
	return NULL;
}

static struct instance *
add(struct fake_incus *incus, const char *name, const char *pool, struct json_object *config)
{
	struct instance *instance = xcalloc(1, sizeof(*instance));

	instance->name = xstrdup(name);
	instance->pool = xstrdup(pool);
	instance->config = config ? json_object_get(config) : json_object_new_object();
	instance->snapshots = json_object_new_object();
	instance->files = json_object_new_object();
	instance->next = incus->instances;
	incus->instances = instance;
	return instance;
}

static struct json_object *
instance_json(const struct instance *instance)
{
	struct json_object *json = json_object_new_object();
	struct json_object *root =
		json_add_object(json_add_object(json, "expanded_devices"), "root");

	json_add_text(root, "type", "disk");
	json_add_text(root, "path", "/");
	json_add_text(root, "pool", instance->pool);
	json_add_text(json, "name", instance->name);
	json_add_text(json, "type", "container");
	json_add_text(json, "status", instance->running ? "Running" : "Stopped");
	json_add_u64(json, "status_code", instance->running ? 103 : 102);
	json_object_object_add(json, "config", json_object_get(instance->config));
	return json;
}

/* ---- answers ---- */

static struct fake_answer
sync_answer(struct json_object *metadata)
{
	const char *text = json_object_to_json_string_ext(metadata, JSON_C_TO_STRING_PLAIN);
	struct fake_answer answer = { 200, xasprintf(FAKE_SYNC("%s"), text) };

	json_object_put(metadata);
	return answer;
}

static struct fake_answer
error_answer(int code, const char *text)
{
	return (struct fake_answer){ code, xasprintf("{\"type\":\"error\",\"error_code\":%d,"
						     "\"error\":\"%s\",\"metadata\":null}",
						     code, text) };
}

static struct fake_answer
operation_answer(struct fake_incus *incus, struct operation what)
{
	struct operation *operation = xmalloc(sizeof(*operation));
	size_t id = incus->n_operations;

	*operation = what;
	incus->operations =
		mem_grow(incus->operations, id, &incus->room, sizeof(struct operation *));
	incus->operations[incus->n_operations++] = operation;
	return (struct fake_answer){ 202, xasprintf(FAKE_ASYNC("%08zu-fake"), id, id) };
}

static struct fake_answer
copy(struct fake_incus *incus, const char *from, const char *to)
{
	struct instance *source = find(incus, from);

	if (!source)
		return error_answer(404, "Instance not found");
	return operation_answer(incus, (struct operation){ .instance = add(incus, to, source->pool,
									   source->config) });
}

static struct fake_answer
create(struct fake_incus *incus, const struct fake_request *request)
{
	struct err err;
	autofree(json_object) body = json_parse(request->body, request->body_len, &err);
	struct json_object *source = json_get(body, "source", json_type_object);
	struct json_object *devices = json_get(body, "devices", json_type_object);
	const char *name = json_text_or(body, "name", "");
	const char *pool = json_text_or(json_get(devices, "root", json_type_object), "pool", "");
	struct operation operation = { .running = json_bool_or(body, "start", false) };

	if (!body || !*name)
		return error_answer(400, "Invalid instance name");
	if (strcmp(json_text_or(source, "type", ""), "copy") == 0)
		return copy(incus, json_text_or(source, "source", ""), name);
	if (find(incus, name))
		operation.code = 500, operation.error = "Instance already exists";
	else if (!strstr(pools_answer, pool) || !*pool)
		operation.code = 404, operation.error = "Storage pool not found";
	else
		operation.instance =
			add(incus, name, pool, json_get(body, "config", json_type_object));
	return operation_answer(incus, operation);
}

static struct fake_answer
change(struct fake_incus *incus, const struct fake_request *request)
{
	struct err err;
	autofree(json_object) body = json_parse(request->body, request->body_len, &err);
	struct instance *instance = find(incus, request->part[0]);
	const char *action = json_text_or(body, "action", "");
	bool stop = strcmp(action, "stop") == 0, start = strcmp(action, "start") == 0;
	struct operation operation = { .instance = instance, .running = !stop };

	if (!instance)
		return error_answer(404, "Instance not found");
	if (instance->running == start)
		operation.code = 400, operation.error = "The instance is already so";
	return operation_answer(incus, operation);
}

static struct fake_answer delete (struct fake_incus *incus, const struct fake_request *request)
{
	struct instance *instance = find(incus, request->part[0]);

	if (!instance)
		return error_answer(404, "Instance not found");
	if (instance->running)
		return error_answer(400, "Instance is running");
	return operation_answer(incus, (struct operation){ .instance = instance, .gone = true });
}

/* What takes its time and leaves the instance as it is now. */
static struct fake_answer
work_on(struct fake_incus *incus, struct instance *instance, const char *error)
{
	return operation_answer(incus, (struct operation){ .instance = instance,
							   .running = instance->running,
							   .code = 500,
							   .error = error });
}

static struct fake_answer
snapshot(struct fake_incus *incus, const struct fake_request *request)
{
	struct err err;
	autofree(json_object) body = json_parse(request->body, request->body_len, &err);
	struct instance *instance = find(incus, request->part[0]);
	const char *name = json_text_or(body, "name", "");

	if (!instance)
		return error_answer(404, "Instance not found");
	if (json_object_object_get_ex(instance->snapshots, name, NULL))
		return work_on(incus, instance, "UNIQUE constraint failed");
	json_add_bool(instance->snapshots, name, true);
	return work_on(incus, instance, NULL);
}

static struct fake_answer
restore(struct fake_incus *incus, const struct fake_request *request)
{
	struct err err;
	autofree(json_object) body = json_parse(request->body, request->body_len, &err);
	struct instance *instance = find(incus, request->part[0]);
	const char *name = json_text_or(body, "restore", "");

	if (!instance || !json_object_object_get_ex(instance->snapshots, name, NULL))
		return error_answer(404, "Instance snapshot not found");
	return work_on(incus, instance, NULL);
}

static struct fake_answer
delete_snapshot(struct fake_incus *incus, const struct fake_request *request)
{
	struct instance *instance = find(incus, request->part[0]);
	const char *name = request->part[1];

	if (!instance || !json_object_object_get_ex(instance->snapshots, name, NULL))
		return error_answer(404, "Instance snapshot not found");
	json_object_object_del(instance->snapshots, name);
	return work_on(incus, instance, NULL);
}

static struct fake_answer
rebuild(struct fake_incus *incus, const struct fake_request *request)
{
	struct instance *instance = find(incus, request->part[0]);

	if (!instance)
		return error_answer(404, "Instance not found");
	if (json_object_object_length(instance->snapshots) > 0)
		return work_on(incus, instance,
			       "Cannot remove an instance volume that has snapshots");
	json_object_put(instance->files);
	instance->files = json_object_new_object();
	return work_on(incus, instance, NULL);
}

/* As 6.0.4: without "migration" it is a new name that is wanted. */
static struct fake_answer
move(struct fake_incus *incus, const struct fake_request *request)
{
	struct err err;
	autofree(json_object) body = json_parse(request->body, request->body_len, &err);
	struct instance *instance = find(incus, request->part[0]);

	if (!instance)
		return error_answer(404, "Instance not found");
	if (!json_bool_or(body, "migration", false))
		return work_on(incus, instance, "Invalid instance name");
	free(instance->pool);
	instance->pool = xstrdup(json_text_or(body, "pool", ""));
	return work_on(incus, instance, NULL);
}

static struct fake_answer
put_file(struct fake_incus *incus, const struct fake_request *request)
{
	struct instance *instance = find(incus, request->part[0]);

	if (!instance)
		return error_answer(404, "Instance not found");
	json_object_object_del(instance->files, request->part[1]);
	json_add_u64(instance->files, request->part[1], request->body_len);
	return sync_answer(json_object_new_object());
}

/* The length is told by a body of it, which a HEAD does not get. */
static struct fake_answer
file_size(struct fake_incus *incus, const struct fake_request *request)
{
	struct instance *instance = find(incus, request->part[0]);
	uint64_t size = json_u64_or(instance ? instance->files : NULL, request->part[1], UNKNOWN);
	char *body;

	if (!known(size))
		return error_answer(404, "Not Found");
	body = xmalloc(size + 1);
	memset(body, 'x', size);
	body[size] = '\0';
	return (struct fake_answer){ 200, body };
}

static struct fake_answer
list(struct fake_incus *incus, const struct fake_request *request)
{
	struct json_object *metadata = json_object_new_array();

	(void)request;
	for (struct instance *i = incus->instances; i; i = i->next)
		if (!i->gone)
			json_object_array_add(metadata, instance_json(i));
	return sync_answer(metadata);
}

static struct fake_answer
look(struct fake_incus *incus, const struct fake_request *request)
{
	struct instance *instance = find(incus, request->part[0]);

	return instance ? sync_answer(instance_json(instance))
			: error_answer(404, "Instance not found");
}

static struct operation *
operation_of(struct fake_incus *incus, const struct fake_request *request)
{
	size_t id = strtoul(request->part[0], NULL, 10);

	return id < incus->n_operations ? incus->operations[id] : NULL;
}

static struct fake_answer
operation_json(const struct operation *operation)
{
	struct json_object *metadata = json_object_new_object();

	json_add_u64(metadata, "status_code", operation->ended ? 200 : 103);
	json_add_text(metadata, "err", "");
	return sync_answer(metadata);
}

/* As 6.0.4: what failed is an error inside an HTTP 200. */
static struct fake_answer
wait_for(struct fake_incus *incus, const struct fake_request *request)
{
	struct operation *operation = operation_of(incus, request);
	struct fake_answer answer;

	if (!operation)
		return error_answer(404, "Operation not found");
	if (operation->error) {
		answer = error_answer(operation->code, operation->error);
		answer.status = 200;
		return answer;
	}
	operation->ended = true;
	operation->instance->running = operation->running;
	operation->instance->gone = operation->gone;
	return operation_json(operation);
}

static struct fake_answer
ask_operation(struct fake_incus *incus, const struct fake_request *request)
{
	struct operation *operation = operation_of(incus, request);

	return operation ? operation_json(operation) : error_answer(404, "Operation not found");
}

/* ---- under the mutex ---- */

#define LOCKED(name)                                                                               \
	static struct fake_answer name##_locked(void *arg, const struct fake_request *request)     \
	{                                                                                          \
		struct fake_incus *incus = arg;                                                    \
		struct fake_answer answer;                                                         \
                                                                                                   \
		pthread_mutex_lock(&incus->mutex);                                                 \
		answer = name(incus, request);                                                     \
		pthread_mutex_unlock(&incus->mutex);                                               \
		return answer;                                                                     \
	}

LOCKED(create)
LOCKED(change)
LOCKED(delete)
LOCKED(snapshot)
LOCKED(restore)
LOCKED(delete_snapshot)
LOCKED(rebuild)
LOCKED(move)
LOCKED(put_file)
LOCKED(file_size)
LOCKED(list)
LOCKED(look)
LOCKED(wait_for)
LOCKED(ask_operation)

struct fake_incus *
fake_incus_new(unsigned op_ms)
{
	struct fake_incus *incus = xcalloc(1, sizeof(*incus));
	/* clang-format off */
	const struct fake_row rows[] = {
		{ "GET",    "/1.0?*",                      .body = server_answer },
		{ "GET",    "/1.0/storage-pools?*",        .body = pools_answer },
		{ "GET",    "/1.0/storage-pools/bt/resources?*",
		  .body = FAKE_SYNC("{\"space\":{\"used\":8265728,\"total\":5368709120},\"inodes\":{}}") },
		{ "GET",    "/1.0/storage-pools/*/resources?*",
		  .body = FAKE_SYNC("{\"space\":{\"used\":1000000000,\"total\":20000000000},\"inodes\":{}}") },
		{ "GET",    "/1.0/images?*",               .body = images_answer },
		{ "GET",    "/1.0/warnings?*",             .body = FAKE_SYNC("[]") },
		{ "GET",    "/1.0/projects/default",       .body = FAKE_SYNC("{\"name\":\"default\"}") },
		{ "GET",    "/1.0/operations/*/wait?*",    .fn = wait_for_locked, .delay_ms = op_ms },
		{ "GET",    "/1.0/operations/*?*",         .fn = ask_operation_locked },
		{ "GET",    "/1.0/instances?*",            .fn = list_locked },
		{ "POST",   "/1.0/instances?*",            .fn = create_locked },
		{ "PUT",    "/1.0/instances/*/state?*",    .fn = change_locked },
		{ "POST",   "/1.0/instances/*/snapshots?*",     .fn = snapshot_locked },
		{ "DELETE", "/1.0/instances/*/snapshots/*?*",   .fn = delete_snapshot_locked },
		{ "POST",   "/1.0/instances/*/rebuild?*",       .fn = rebuild_locked },
		{ "POST",   "/1.0/instances/*/files?path=*&*",  .fn = put_file_locked },
		{ "HEAD",   "/1.0/instances/*/files?path=*&*",  .fn = file_size_locked },
		{ "POST",   "/1.0/instances/*?*",               .fn = move_locked },
		{ "PUT",    "/1.0/instances/*?*",               .fn = restore_locked },
		{ "GET",    "/1.0/instances/*?*",          .fn = look_locked },
		{ "DELETE", "/1.0/instances/*?*",          .fn = delete_locked },
	};
	/* clang-format on */

	_Static_assert(COUNTOF(rows) < COUNTOF(incus->rows), "room for the end");
	pthread_mutex_init(&incus->mutex, NULL);
	memcpy(incus->rows, rows, sizeof(rows));
	for (size_t i = 0; i < COUNTOF(rows); i++)
		incus->rows[i].arg = incus;
	return incus;
}

void
fake_incus_free(struct fake_incus *incus)
{
	if (!incus)
		return;
	while (incus->instances) {
		struct instance *instance = incus->instances;

		incus->instances = instance->next;
		free(instance->name);
		free(instance->pool);
		json_object_put(instance->config);
		json_object_put(instance->snapshots);
		json_object_put(instance->files);
		free(instance);
	}
	for (size_t i = 0; i < incus->n_operations; i++)
		free(incus->operations[i]);
	free(incus->operations);
	pthread_mutex_destroy(&incus->mutex);
	free(incus);
}

const struct fake_row *
fake_incus_rows(struct fake_incus *incus)
{
	return incus->rows;
}

size_t
fake_incus_count(struct fake_incus *incus)
{
	size_t n = 0;

	pthread_mutex_lock(&incus->mutex);
	for (struct instance *i = incus->instances; i; i = i->next)
		n += !i->gone;
	pthread_mutex_unlock(&incus->mutex);
	return n;
}

void
fake_incus_add(struct fake_incus *incus, const char *name, const char *pool, const char *run,
	       bool running)
{
	autofree(json_object) config = json_object_new_object();

	json_add_text(config, "user.poolscope", run);
	json_add_text(config, "user.poolscope.owner", run ? "somebody@somewhere" : NULL);
	pthread_mutex_lock(&incus->mutex);
	add(incus, name, pool, config)->running = running;
	pthread_mutex_unlock(&incus->mutex);
}

bool
fake_incus_has(struct fake_incus *incus, const char *name)
{
	bool has;

	pthread_mutex_lock(&incus->mutex);
	has = find(incus, name) != NULL;
	pthread_mutex_unlock(&incus->mutex);
	return has;
}
