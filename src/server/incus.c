/* The verbs of server.h, in the words of the REST interface of Incus and LXD. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/call.h"
#include "server/incus_json.h"

#define LIST_MS (30 * 1000)
#define USAGE_MS (10 * 1000)

/* ---- create ---- */

static void
add_config(struct json_object *body, const struct instance_spec *spec)
{
	struct json_object *config = json_add_object(body, "config");

	json_add_text(config, MARK_RUN, spec->run);
	json_add_text(config, MARK_OWNER, spec->owner);
	if (spec->privileged)
		json_add_text(config, "security.privileged", "true");
}

static void
add_root_disk(struct json_object *body, const struct instance_spec *spec)
{
	struct json_object *root = json_add_object(json_add_object(body, "devices"), "root");
	char size[16];

	json_add_text(root, "type", "disk");
	json_add_text(root, "path", "/");
	json_add_text(root, "pool", spec->pool);
	if (spec->vm && spec->vm_size) {
		snprintf(size, sizeof(size), "%uMiB", spec->vm_size);
		json_add_text(root, "size", size);
	}
}

static void
add_source(struct json_object *body, const char *fingerprint)
{
	struct json_object *source = json_add_object(body, "source");

	json_add_text(source, "type", fingerprint ? "image" : "none");
	json_add_text(source, "fingerprint", fingerprint);
}

static struct json_object *
create_body(const struct instance_spec *spec)
{
	struct json_object *body = json_object_new_object();

	json_add_text(body, "name", spec->name);
	json_add_text(body, "type", spec->vm ? "virtual-machine" : "container");
	add_source(body, spec->fingerprint);
	add_root_disk(body, spec);
	add_config(body, spec);
	/* An empty list is no profile; without a list the default one is applied. */
	if (!spec->network)
		json_add_array(body, "profiles");
	if (spec->start)
		json_add_bool(body, "start", true);
	return body;
}

/* With "?target=MEMBER" behind it when there is one. The caller frees. */
static char *
on_member(const char *path, const char *member)
{
	autofree_mem char *encoded = member ? http_escape(member) : NULL;

	return member ? xasprintf("%s?target=%s", path, encoded) : xstrdup(path);
}

bool
server_can_create_started(const struct server *server)
{
	return server_has(server, "instance_create_start");
}

void
server_instance_create(struct server *server, const struct instance_spec *spec,
		       const struct server_ask *ask)
{
	autofree(json_object) json = create_body(spec);
	autofree_mem char *path = on_member("/instances", spec->member);
	autobuf body = { 0 };

	assert(!spec->start || server_can_create_started(server));
	json_format(json, &body);
	/* A created one exists from early on, so only one that runs is known to be whole. */
	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "POST", .path = path, .body = body.data },
			   .instance = spec->name,
			   .proof = spec->start ? PROOF_RUNNING : PROOF_NONE,
		   },
		   ask);
}

/* ---- change and delete ---- */

/* clang-format off */
static const struct {
	const char *action;
	enum proof proof;
} actions[] = {
	{ "start",    PROOF_RUNNING },
	{ "stop",     PROOF_STOPPED },
	{ "restart",  PROOF_NONE },	/* it runs before and after */
	{ "freeze",   PROOF_FROZEN },
	{ "unfreeze", PROOF_RUNNING },
};
/* clang-format on */

static enum proof
proof_of(const char *action)
{
	for (size_t i = 0; i < COUNTOF(actions); i++)
		if (strcmp(actions[i].action, action) == 0)
			return actions[i].proof;
	return PROOF_NONE;
}

void
server_instance_action(struct server *server, const char *name, const char *action, bool force,
		       const struct server_ask *ask)
{
	autofree(json_object) json = json_object_new_object();
	autofree_mem char *path = instance_path(name, "/state");
	autobuf body = { 0 };

	json_add_text(json, "action", action);
	json_add_bool(json, "force", force);
	/* No time limit of the server's: ours ends it. */
	json_add_i64(json, "timeout", -1);
	json_format(json, &body);
	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "PUT", .path = path, .body = body.data },
			   .instance = name,
			   .proof = proof_of(action),
		   },
		   ask);
}

void
server_instance_delete(struct server *server, const char *name, const struct server_ask *ask)
{
	autofree_mem char *path = instance_path(name, "");

	call_start(server,
		   &(struct call_spec){
			   .request = { .method = "DELETE", .path = path },
			   .instance = name,
			   .proof = PROOF_GONE,
		   },
		   ask);
}

/* ---- questions ---- */

struct inquiry {
	struct pending pending;
	struct exchange *exchange;
	char *run;
	server_marked_fn *marked;
	server_usage_fn *usage;
	void *arg;
};

static void
inquiry_free(struct inquiry *inquiry)
{
	free(inquiry->run);
	free(inquiry);
}

static void
drop(struct pending *pending)
{
	struct inquiry *inquiry = (struct inquiry *)pending;

	exchange_cancel(inquiry->exchange);
	pending_remove(pending);
	inquiry_free(inquiry);
}

static struct inquiry *
inquire(struct server *server, const char *path, uint64_t timeout_ms, answer_fn *done, void *arg)
{
	struct inquiry *inquiry = xcalloc(1, sizeof(*inquiry));

	inquiry->arg = arg;
	pending_add(server, &inquiry->pending, arg, drop);
	inquiry->exchange = exchange_start(server, &(struct exchange_spec){ .method = "GET",
									    .path = path,
									    .timeout_ms = timeout_ms,
									    .patient = true,
									    .done = done,
									    .arg = inquiry });
	return inquiry;
}

/* The answer as an error; NULL when it is none. */
static const struct err *
error_of(const struct answer *answer, const char *doing, struct err *err)
{
	if (answer->type == ANSWER_SYNC)
		return NULL;
	err_set_kind(err, answer->kind, "%s: %s", doing,
		     answer->error ? answer->error : "the answer is no list");
	return err;
}

static void
on_marked(void *arg, const struct answer *answer)
{
	struct inquiry *inquiry = arg;
	struct marked *list = NULL;
	struct err err;
	const struct err *failed = error_of(answer, "list of instances", &err);
	size_t n = failed ? 0 : marked_from_json(answer->metadata, inquiry->run, &list);

	pending_remove(&inquiry->pending);
	inquiry->marked(inquiry->arg, list, n, failed);
	marked_free(list, n);
	inquiry_free(inquiry);
}

/* The mark is looked at here in any case: a server that does not know the filter lists all. */
void
server_marked(struct server *server, const char *run, server_marked_fn *done, void *arg)
{
	autofree_mem char *filter = run ? xasprintf("config.%s eq %s", MARK_RUN, run) : NULL;
	autofree_mem char *encoded = filter ? http_escape(filter) : NULL;
	bool filtered = filter && server_has(server, "api_filtering");
	autofree_mem char *path = xasprintf("/instances?recursion=1%s%s",
					    filtered ? "&filter=" : "", filtered ? encoded : "");
	struct inquiry *inquiry = inquire(server, path, LIST_MS, on_marked, arg);

	inquiry->run = xstrdup(run);
	inquiry->marked = done;
}

static void
on_usage(void *arg, const struct answer *answer)
{
	struct inquiry *inquiry = arg;
	uint64_t used = UNKNOWN, total = UNKNOWN;
	struct err err;
	const struct err *failed = error_of(answer, "usage of the pool", &err);

	if (!failed)
		usage_from_json(answer->metadata, &used, &total);
	pending_remove(&inquiry->pending);
	inquiry->usage(inquiry->arg, used, total, answer->done_ns - answer->sent_ns, failed);
	inquiry_free(inquiry);
}

void
server_pool_usage(struct server *server, const char *pool, const char *member,
		  server_usage_fn *done, void *arg)
{
	autofree_mem char *encoded = http_escape(pool);
	autofree_mem char *resources = xasprintf("/storage-pools/%s/resources", encoded);
	autofree_mem char *path = on_member(resources, member);

	inquire(server, path, USAGE_MS, on_usage, arg)->usage = done;
}
