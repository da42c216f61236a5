#include "list_servers.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "names.h"
#include "server/server.h"
#include "server/sandbox.h"
#include "sys/loop.h"

#define AT_ONCE	  16 /* asked: each takes a dozen connections at most */
#define ANSWER_NS (15 * NS_PER_S)

struct asking;

struct candidate {
	struct asking *asking;
	struct remote *remote;
	struct server *server; /* NULL: cannot be asked */
	struct loop_timer *deadline;
	char *reason; /* NULL: usable, once it was asked */
	enum err_kind kind; /* of the reason */
};

struct asking {
	struct loop *loop;
	const char *project; /* NULL: each remote's own */
	struct candidate *list;
	size_t n, next, open;
};

/* ---- who there is ---- */

/* One that cannot be found is a line too, which says why. */
static struct candidate
candidate_named(const char *name)
{
	struct candidate candidate = { .kind = ERR_UNREACHABLE };
	struct err err;

	if (remote_find(name, &candidate.remote, &err) == 0)
		return candidate;
	candidate.kind = err.kind;
	candidate.remote = xcalloc(1, sizeof(*candidate.remote));
	candidate.remote->name = xstrdup(name);
	candidate.remote->unusable = xstrdup(err.text);
	return candidate;
}

static void
add(struct asking *asking, struct candidate candidate)
{
	candidate.asking = asking;
	asking->list = xrealloc(asking->list, asking->n + 1, sizeof(*asking->list));
	asking->list[asking->n++] = candidate;
}

/* Behind the client's remotes the sandboxes of this machine that run; who may not see them has none. */
static void
add_sandboxes(struct asking *asking)
{
	struct sandbox_info *sandboxes;
	size_t count;
	struct err err;

	if (sandbox_list(&sandboxes, &count, &err) < 0)
		return;
	for (size_t i = 0; i < count; i++)
		if (sandboxes[i].state == SANDBOX_RUNNING)
			add(asking, candidate_named(sandboxes[i].socket));
	sandbox_list_free(sandboxes, count);
}

static void
find_all(struct asking *asking)
{
	autofree_mem struct remote **remotes = NULL;
	size_t n = remote_list(&remotes);

	for (size_t i = 0; i < n; i++)
		add(asking, (struct candidate){ .remote = remotes[i], .kind = ERR_UNREACHABLE });
	add_sandboxes(asking);
}

/* ---- asking ---- */

static void ask_more(struct asking *asking);

static void
end(struct candidate *candidate, const char *reason)
{
	candidate->reason = xstrdup(reason);
	loop_timer_cancel(steal(candidate->deadline));
	candidate->asking->open--;
	ask_more(candidate->asking);
}

static void
on_answer(void *arg, const struct err *err)
{
	struct candidate *candidate = arg;

	if (err)
		candidate->kind = err->kind;
	end(candidate, err ? err->text : NULL);
}

static void
on_deadline(void *arg)
{
	struct candidate *candidate = arg;

	candidate->deadline = NULL;
	server_forget(candidate->server, candidate);
	end(candidate, "it does not answer in time");
}

static void
ask(struct candidate *candidate)
{
	struct asking *asking = candidate->asking;
	uint64_t due_ns;
	struct err err;

	if (candidate->remote->unusable) {
		candidate->reason = xstrdup(candidate->remote->unusable);
	} else if (server_new(asking->loop, candidate->remote, &candidate->server, &err) < 0) {
		candidate->reason = xstrdup(err.text);
	} else {
		if (asking->project)
			server_set_project(candidate->server, asking->project);
		asking->open++;
		due_ns = clock_now_ns() + ANSWER_NS;
		candidate->deadline = loop_timer_at(asking->loop, due_ns, on_deadline, candidate);
		server_connect(candidate->server, on_answer, candidate);
	}
}

static void
ask_more(struct asking *asking)
{
	while (asking->next < asking->n && asking->open < AT_ONCE)
		ask(&asking->list[asking->next++]);
	if (asking->open == 0)
		loop_stop(asking->loop);
}

/* ---- a line for each ---- */

static void
add_auth(struct listing *listing, const struct remote *remote, const char *word)
{
	const char *method = remote->auth ? remote->auth : "";
	autofree_mem char *both = word ? xasprintf("%s, %s", method, word) : NULL;

	listing_text(listing, both ? both : method);
}

void
list_server_name(struct listing *listing, const char *name)
{
	char shown[SHOWN_NAME];
	bool ours = name && strncmp(name, SANDBOX_BASE "/", strlen(SANDBOX_BASE "/")) == 0;

	listing_text(listing, listing->short_names && ours ? names_server(name, shown) : name);
}

static void
add_line(struct listing *listing, const struct candidate *candidate, const char *project)
{
	static const struct server_about nothing;
	const struct remote *remote = candidate->remote;
	const struct server_about *about =
		candidate->server ? server_about(candidate->server) : &nothing;

	if (!project)
		project = remote->project ? remote->project : "default";
	list_server_name(listing, remote->name);
	listing_text(listing, about->kind ? about->kind : remote->kind);
	listing_text(listing, candidate->reason ? "unusable" : "usable");
	listing_text(listing, about->version);
	listing_text(listing, remote->auth ? project : NULL);
	add_auth(listing, remote, about->auth);
	listing_text(listing, remote->socket ? remote->socket : remote->url);
	listing_text(listing, candidate->reason);
}

static void
wipe(struct asking *asking)
{
	for (size_t i = 0; i < asking->n; i++) {
		server_free(asking->list[i].server);
		remote_free(asking->list[i].remote);
		free(asking->list[i].reason);
	}
	free(asking->list);
	loop_free(asking->loop);
}

/* Whoever has named one wants that one. */
static int
check_named(const struct asking *asking, struct err *err)
{
	for (size_t i = 0; i < asking->n; i++)
		if (asking->list[i].reason)
			return err_set_kind(err, asking->list[i].kind, "%s", asking->list[i].reason);
	return 0;
}

/* Where there is none, what to do about it is what other commands would say. */
static int
check_any(const struct asking *asking, struct err *err)
{
	autofree(remote) remote = NULL;

	for (size_t i = 0; i < asking->n; i++)
		if (!asking->list[i].reason)
			return 0;
	if (remote_find(NULL, &remote, err) < 0)
		return -1;
	return err_set_kind(err, ERR_UNREACHABLE, "none of these servers can be used");
}

int
list_servers(const struct options *options, struct listing *listing, struct err *err)
{
	__attribute__((cleanup(wipe))) struct asking asking = { 0 };
	char *const *names;
	size_t n = options_list(options, OPT_SERVER, &names);

	asking.project = options_text(options, OPT_PROJECT);
	if (loop_new(&asking.loop, err) < 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		add(&asking, candidate_named(names[i]));
	if (n == 0)
		find_all(&asking);
	ask_more(&asking);
	if (asking.open > 0)
		loop_run(asking.loop);
	for (size_t i = 0; i < asking.n; i++)
		add_line(listing, &asking.list[i], asking.project);
	return n > 0 ? check_named(&asking, err) : check_any(&asking, err);
}
