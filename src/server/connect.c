/* server_connect: everything a server has, gathered with as many questions at once as can be. */
#include <stdlib.h>
#include <string.h>

#include "server/confined.h"
#include "server/exchange.h"
#include "server/incus_json.h"
#include "server/local.h"
#include "server/remotes_client.h"

#define ABOUT_MS (10 * 1000)
#define TRY_MS (3 * 1000)	/* instead, where there is another address */
#define LIST_MS (30 * 1000)
#define USAGE_MS (10 * 1000)

struct gathering;

/* One question; it is left out where its extension is missing and there is no narrower one. */
struct part_row {
	const char *path;	/* NULL: the project */
	const char *what;
	const char *extension;	/* NULL: always */
	const char *narrower;	/* about our project only: instead, also where the other is forbidden */
	bool all_projects;
	bool optional;		/* may be refused: older servers, fewer rights */
	/* NULL: that there is an answer is enough */
	void (*take)(struct gathering *gathering, struct json_object *metadata);
};

struct part {
	struct gathering *gathering;
	const struct part_row *row;
	bool narrower;
	struct exchange *exchange;
};

struct usage {
	struct gathering *gathering;
	struct env_pool *pool;
	struct exchange *exchange;
};

#define PARTS 5

struct gathering {
	struct pending pending;
	struct server *server;
	server_fn *done;
	void *arg;
	struct exchange *about;
	struct part parts[PARTS];
	struct confined *confined;	/* instead of the list of pools, when that is refused */
	struct err refusal;
	struct usage *usages;
	size_t n_usages;
	unsigned open;			/* questions without an answer yet */
	/* what was gathered */
	struct env_server env;
	struct json_object *server_json;
	struct json_object *instances;	/* counted when the pools are known too */
	struct json_object *extensions;
	char *warnings;
};

static void
gathering_free(struct gathering *gathering)
{
	env_server_wipe(&gathering->env);
	json_object_put(gathering->server_json);
	json_object_put(gathering->instances);
	json_object_put(gathering->extensions);
	free(gathering->warnings);
	free(gathering->usages);
	free(gathering);
}

static void
stop_asking(struct gathering *gathering)
{
	exchange_cancel(steal(gathering->about));
	for (size_t i = 0; i < PARTS; i++)
		exchange_cancel(steal(gathering->parts[i].exchange));
	confined_cancel(steal(gathering->confined));
	for (size_t i = 0; i < gathering->n_usages; i++)
		exchange_cancel(steal(gathering->usages[i].exchange));
}

static void
drop(struct pending *pending)
{
	struct gathering *gathering = (struct gathering *)pending;

	stop_asking(gathering);
	pending_remove(pending);
	gathering_free(gathering);
}

static void
fail(struct gathering *gathering, const struct err *err)
{
	server_fn *done = gathering->done;
	void *arg = gathering->arg;

	drop(&gathering->pending);
	done(arg, err);
}

/* ---- the end ---- */

/* What was found takes the place of what an earlier connect found. */
static void
hand_over(struct gathering *gathering)
{
	struct server *server = gathering->server;

	env_server_wipe(&server->env);
	server->env = gathering->env;
	gathering->env = (struct env_server){ 0 };
	json_object_put(server->extensions);
	server->extensions = steal(gathering->extensions);
	free(server->warnings);
	server->warnings = steal(gathering->warnings);
	server->connected = true;
}

static void
end_if_all_is_here(struct gathering *gathering)
{
	server_fn *done = gathering->done;
	void *arg = gathering->arg;

	if (gathering->open > 0)
		return;
	instances_from_json(gathering->instances, &gathering->env);
	local_add(&gathering->env, gathering->server->remote);
	hand_over(gathering);
	drop(&gathering->pending);
	done(arg, NULL);
}

/* ---- usage of the pools ---- */

static void
on_usage(void *arg, const struct answer *answer)
{
	struct usage *usage = arg;
	struct env_pool *pool = usage->pool;

	usage->exchange = NULL;
	usage->gathering->open--;
	if (answer->type == ANSWER_SYNC)
		usage_from_json(answer->metadata, &pool->used, &pool->total);
	else if (answer->type == ANSWER_NONE && !pool->unusable)
		pool->unusable = xasprintf("the server does not answer about it: %s", answer->error);
	end_if_all_is_here(usage->gathering);
}

static void
ask_usage(struct gathering *gathering, struct usage *usage, struct env_pool *pool)
{
	autofree_mem char *encoded = http_escape(pool->name);
	autofree_mem char *path = xasprintf("/storage-pools/%s/resources", encoded);

	*usage = (struct usage){ .gathering = gathering, .pool = pool };
	usage->exchange = exchange_get(gathering->server, path, USAGE_MS, on_usage, usage);
	gathering->open++;
}

/* Also of those that cannot be used for now: they are shown. */
static void
take_pools(struct gathering *gathering, struct json_object *metadata)
{
	struct env_server *env = &gathering->env;

	pools_from_json(metadata, gathering->server_json, env);
	if (!json_bool_or(gathering->extensions, "resources", false))
		return;
	gathering->usages = xcalloc(env->n_pools, sizeof(*gathering->usages));
	gathering->n_usages = env->n_pools;
	for (size_t i = 0; i < env->n_pools; i++)
		ask_usage(gathering, &gathering->usages[i], &env->pools[i]);
}

/* ---- the lists ---- */

static void
add_warning(struct gathering *gathering, const char *text)
{
	autofree_mem char *before = gathering->warnings;
	bool both = before && *before && *text;

	gathering->warnings = xasprintf("%s%s%s", before ? before : "", both ? "; " : "", text);
}

static void
on_confined(void *arg, struct json_object *pools)
{
	struct gathering *gathering = arg;
	struct err err;

	gathering->confined = NULL;
	gathering->open--;
	if (answer_length(pools) == 0) {
		err_set_kind(&err, ERR_UNREACHABLE, "%s, and no profile of project %s names a pool",
			     gathering->refusal.text, gathering->server->project);
		fail(gathering, &err);
		return;
	}
	take_pools(gathering, pools);
	add_warning(gathering, "the server does not list its pools to us: "
			       "these are those of the project's profiles");
	end_if_all_is_here(gathering);
}

static void
take_images(struct gathering *gathering, struct json_object *metadata)
{
	images_from_json(metadata, &gathering->env);
}

static void
take_instances(struct gathering *gathering, struct json_object *metadata)
{
	gathering->instances = json_object_get(metadata);
}

static void
take_warnings(struct gathering *gathering, struct json_object *metadata)
{
	autofree_mem char *text = warnings_from_json(metadata);

	add_warning(gathering, text);
}

/* clang-format off */
static const struct part_row part_rows[PARTS] = {
	/* A list of a project that does not exist is an empty list. */
	{ NULL, "project ", .extension = "projects", .all_projects = true },
	{ "/storage-pools?recursion=1", "list of pools", .take = take_pools },
	{ "/images?recursion=1", "list of images", .take = take_images },
	{ "/instances?recursion=1&all-projects=true", "list of instances",
	  .extension = "instance_all_projects", .narrower = "/instances?recursion=1",
	  .all_projects = true, .take = take_instances },
	{ "/warnings?recursion=1", "warnings",
	  .extension = "warnings", .all_projects = true, .optional = true, .take = take_warnings },
};
/* clang-format on */

static void
fail_part(struct gathering *gathering, const struct part_row *row, const struct answer *answer)
{
	const char *project = gathering->server->project;
	struct err err;

	/* A list of what is in it may be answered before it is. */
	if (answer->code == 404 && !(row->path && row->all_projects))
		err_set_kind(&err, ERR_USAGE, "there is no project %s on this server", project);
	else
		err_set_kind(&err, answer->kind, "%s%s: %s", row->what, row->path ? "" : project,
			     answer->error ? answer->error : "the answer is none");
	if (row->take != take_pools || answer->type != ANSWER_ERROR) {
		fail(gathering, &err);
		return;
	}
	gathering->refusal = err;
	gathering->confined = confined_start(gathering->server, on_confined, gathering);
	gathering->open++;
}

static void ask_narrower(struct part *part);

/* LXD 5.0 refuses the whole list to one who is confined to a project, with that one's in it. */
static bool
may_not_ask_for_all(const struct part *part, const struct answer *answer)
{
	return part->row->narrower && !part->narrower && answer->type == ANSWER_ERROR &&
	       answer->code == 403;
}

static void
on_part(void *arg, const struct answer *answer)
{
	struct part *part = arg;
	struct gathering *gathering = part->gathering;

	part->exchange = NULL;
	gathering->open--;
	if (may_not_ask_for_all(part, answer)) {
		ask_narrower(part);
		return;
	}
	if (answer->type != ANSWER_SYNC && !part->row->optional) {
		fail_part(gathering, part->row, answer);
		return;
	}
	if (answer->type == ANSWER_SYNC && part->row->take)
		part->row->take(gathering, answer->metadata);
	end_if_all_is_here(gathering);
}

static void
ask(struct part *part, const char *path)
{
	struct gathering *gathering = part->gathering;

	part->exchange = exchange_start(
		gathering->server,
		&(struct exchange_spec){ .method = "GET",
					 .path = path,
					 .timeout_ms = LIST_MS,
					 .all_projects = part->row->all_projects && !part->narrower,
					 .patient = true,
					 .done = on_part,
					 .arg = part });
	gathering->open++;
}

static void
ask_narrower(struct part *part)
{
	part->narrower = true;
	add_warning(part->gathering, "the server does not list other projects' instances to us: "
				     "only those of our project are counted");
	ask(part, part->row->narrower);
}

static void
ask_part(struct gathering *gathering, struct part *part, const struct part_row *row)
{
	autofree_mem char *encoded = http_escape(gathering->server->project);
	autofree_mem char *project = xasprintf("/projects/%s", encoded);
	bool has = !row->extension || json_bool_or(gathering->extensions, row->extension, false);

	if (!has && !row->narrower)
		return;
	*part = (struct part){ .gathering = gathering, .row = row, .narrower = !has };
	ask(part, !has ? row->narrower : row->path ? row->path : project);
}

/* ---- who it is ---- */

static void
take_text(char **ret, struct json_object *object, const char *key)
{
	free(*ret);
	*ret = answer_text(object, key);
}

static void
take_about(struct server_about *about, struct json_object *metadata)
{
	struct json_object *environment = json_get(metadata, "environment", json_type_object);

	take_text(&about->auth, metadata, "auth");
	take_text(&about->kind, environment, "server");
	take_text(&about->version, environment, "server_version");
}

static int
not_trusted(const struct remote *remote, struct err *err)
{
	return err_set_kind(err, ERR_UNREACHABLE,
			    "the server does not trust us: add our certificate there "
			    "(%s %s), or use its unix socket",
			    client_row_of(remote->kind)->trust_command,
			    remote->client_cert ? remote->client_cert : "FILE");
}

static int
read_about(struct gathering *gathering, const struct answer *answer, struct err *err)
{
	struct server *server = gathering->server;
	struct env_server *env = &gathering->env;

	if (answer->type != ANSWER_SYNC)
		return err_set_kind(err, ERR_UNREACHABLE, "%s",
				    answer->error ? answer->error : "this is no Incus or LXD server");
	take_about(&server->about, answer->metadata);
	if (server->about.auth && strcmp(server->about.auth, "untrusted") == 0)
		return not_trusted(server->remote, err);
	if (server_from_json(answer->metadata, env, err) < 0)
		return -1;
	env->name = xstrdup(server->remote->name);
	free(env->project);
	env->project = xstrdup(server->project);
	gathering->server_json = json_object_get(answer->metadata);
	gathering->extensions = extensions_from_json(answer->metadata);
	return 0;
}

static void ask_about(struct gathering *gathering);

static void
on_about(void *arg, const struct answer *answer)
{
	struct gathering *gathering = arg;
	struct server *server = gathering->server;
	struct err err;

	gathering->about = NULL;
	if (answer->type == ANSWER_NONE && !server->connected && server_next_address(server)) {
		ask_about(gathering);
		return;
	}
	if (read_about(gathering, answer, &err) < 0) {
		fail(gathering, &err);
		return;
	}
	for (size_t i = 0; i < PARTS; i++)
		ask_part(gathering, &gathering->parts[i], &part_rows[i]);
}

static void
ask_about(struct gathering *gathering)
{
	struct server *server = gathering->server;
	bool another = !server->connected && server_has_next_address(server);

	gathering->about = exchange_start(server,
					  &(struct exchange_spec){ .method = "GET",
								   .path = "",
								   .timeout_ms = another ? TRY_MS : ABOUT_MS,
								   .patient = true,
								   .done = on_about,
								   .arg = gathering });
}

void
server_connect(struct server *server, server_fn *done, void *arg)
{
	struct gathering *gathering = xcalloc(1, sizeof(*gathering));

	gathering->server = server;
	gathering->done = done;
	gathering->arg = arg;
	pending_add(server, &gathering->pending, arg, drop);
	ask_about(gathering);
}
