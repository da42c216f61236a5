#include "bench/leftovers.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/jsonio.h"
#include "base/xdg.h"
#include "bench/archive_file.h"
#include "sys/process.h"

#define LIST_VERSION 1
#define LIST_MAX     (1u << 20) /* bytes of a list that is read */
#define RUN_DIGITS   8

static char *
list_path(const char *run)
{
	autofree_mem char *name = xasprintf("run-%s.json", run);

	return xdg_state(name);
}

void
leftovers_owner(char out[OWNER_MAX])
{
	const char *user = getenv("USER");
	char host[65] = "";

	gethostname(host, sizeof(host) - 1);
	if (user && *user)
		snprintf(out, OWNER_MAX, "%.60s@%s", user, host);
	else
		snprintf(out, OWNER_MAX, "%u@%s", (unsigned)geteuid(), host);
	for (char *c = out; *c; c++)
		if (!isgraph((unsigned char)*c))
			*c = '?';
}

/* ---- writing ---- */

/* "local" may be another server by the time it is cleaned; its socket is not. */
static void
add_server(struct json_object *array, struct server *server)
{
	struct json_object *object = json_push_object(array);
	const struct env_server *env = server_env(server);
	const struct remote *remote = server_remote(server);

	json_add_text(object, "name", remote->socket ? remote->socket : remote->name);
	json_add_text(object, "project", env ? env->project : remote->project);
}

int
leftovers_write(const char *run, const char *prefix, struct server *const *servers,
		size_t n_servers, struct err *err)
{
	autofree(json_object) list = json_object_new_object();
	autofree_mem char *path = list_path(run);
	struct json_object *array;
	autobuf text = { 0 };

	json_add_u64(list, "version", LIST_VERSION);
	json_add_text(list, "run", run);
	json_add_text(list, "prefix", prefix);
	json_add_u64(list, "pid", (uint64_t)getpid());
	json_add_u64(list, "pid_start", process_start_time(getpid()));
	array = json_add_array(list, "servers");
	for (size_t i = 0; i < n_servers; i++)
		add_server(array, servers[i]);
	json_format(list, &text);
	buf_putc(&text, '\n');
	if (xdg_write_file(path, text.data, text.len, err) < 0)
		return err_wrap(err, "list of what the run must clean up");
	return 0;
}

void
leftovers_done(const char *run)
{
	autofree_mem char *path = list_path(run);

	archive_folder_drop(run);
	unlink(path);
}

/* ---- reading ---- */

/* "run-7f3a91c2.json": the run's id. Whatever else lies in the folder is none of ours. */
static bool
run_of_file(const char *name, char run[RUN_DIGITS + 1])
{
	int end = 0;

	if (sscanf(name, "run-%8[0-9a-f].json%n", run, &end) != 1 || strlen(run) != RUN_DIGITS)
		return false;
	return end > 0 && name[end] == '\0';
}

static struct json_object *
read_list(const char *run)
{
	autofree_mem char *path = list_path(run);
	autofree_mem char *text = NULL;
	struct err err;
	size_t len;

	if (xdg_read_file(path, LIST_MAX, &text, &len, &err) < 0)
		return NULL;
	return json_parse(text, len, &err);
}

static bool
is_live(struct json_object *list)
{
	uint64_t pid, start;
	struct err err;

	if (json_need_u64(list, "pid", INT32_MAX, &pid, &err) < 0 || pid == 0 ||
	    json_need_u64(list, "pid_start", UINT64_MAX - 1, &start, &err) < 0 || start == 0)
		return false;
	return process_start_time((pid_t)pid) == start;
}

/* Calls back for each list that can be read; stops when that returns true. */
static void
each_list(bool (*fn)(void *arg, const char *run, struct json_object *list), void *arg)
{
	autofree_mem char *folder = xdg_state(NULL);
	DIR *dir = opendir(folder);
	struct dirent *entry;
	bool stop = false;

	while (dir && !stop && (entry = readdir(dir))) {
		autofree(json_object) list = NULL;
		char run[RUN_DIGITS + 1];

		if (!run_of_file(entry->d_name, run))
			continue;
		list = read_list(run);
		stop = list && fn(arg, run, list);
	}
	if (dir)
		closedir(dir);
}

/* The servers of the list without this one. */
static struct json_object *
servers_but(struct json_object *list, const char *name)
{
	struct json_object *servers = json_get(list, "servers", json_type_array);
	struct json_object *others = json_object_new_array();
	size_t n = servers ? json_object_array_length(servers) : 0;

	for (size_t i = 0; i < n; i++) {
		struct json_object *server = json_object_array_get_idx(servers, i);

		if (strcmp(json_text_or(server, "name", ""), name) != 0)
			json_object_array_add(others, json_object_get(server));
	}
	return others;
}

void
leftovers_done_on(const char *run, const char *server)
{
	autofree(json_object) list = read_list(run);
	autofree_mem char *path = list_path(run);
	struct json_object *others;
	autobuf text = { 0 };
	struct err err;

	if (!list)
		return;
	others = servers_but(list, server);
	json_object_object_add(list, "servers", others);
	json_format(list, &text);
	if (json_object_array_length(others) == 0)
		leftovers_done(run);
	else
		/* If not: a list that says too much does no harm. */
		xdg_write_file(path, text.data, text.len, &err);
}

struct search {
	const char *own;
	char *found;
};

static bool
is_live_other(void *arg, const char *run, struct json_object *list)
{
	struct search *search = arg;

	if (strcmp(run, search->own) == 0 || !is_live(list))
		return false;
	memcpy(search->found, run, RUN_DIGITS + 1);
	return true;
}

bool
leftovers_live_other(const char *own_run, char run[9])
{
	struct search search = { .own = own_run, .found = run };

	run[0] = '\0';
	each_list(is_live_other, &search);
	return run[0] != '\0';
}

struct lists {
	struct leftover *items;
	size_t n, room;
};

static bool
add_list(void *arg, const char *run, struct json_object *list)
{
	struct json_object *servers = json_get(list, "servers", json_type_array);
	size_t n = servers ? json_object_array_length(servers) : 0;
	struct lists *lists = arg;

	for (size_t i = 0; i < n; i++) {
		struct json_object *server = json_object_array_get_idx(servers, i);
		const char *name = json_text_or(server, "name", NULL);

		if (!name)
			continue;
		lists->items =
			mem_grow(lists->items, lists->n, &lists->room, sizeof(*lists->items));
		lists->items[lists->n++] = (struct leftover){
			.run = xstrdup(run),
			.server = xstrdup(name),
			.project = xstrdup(json_text_or(server, "project", NULL)),
			.live = is_live(list),
		};
	}
	return false;
}

size_t
leftovers_lists(struct leftover **ret)
{
	struct lists lists = { 0 };

	each_list(add_list, &lists);
	*ret = lists.items;
	return lists.n;
}

void
leftovers_free(struct leftover *lists, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(lists[i].run);
		free(lists[i].server);
		free(lists[i].project);
	}
	free(lists);
}
