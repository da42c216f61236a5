#include "server/remotes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "server/remotes_client.h"
#include "server/remotes_socket.h"
#include "server/sandbox.h"

#define DEFAULT_PORT ":8443"

void
remote_free(struct remote *remote)
{
	if (!remote)
		return;
	free(remote->name);
	free(remote->kind);
	free(remote->socket);
	free(remote->url);
	free(remote->auth);
	free(remote->client_cert);
	free(remote->client_key);
	free(remote->server_cert);
	free(remote->project);
	free(remote->unusable);
	free(remote);
}

struct remote *
remote_copy(const struct remote *remote)
{
	struct remote *copy = xmalloc(sizeof(*copy));

	*copy = (struct remote){
		.name = xstrdup(remote->name),
		.kind = xstrdup(remote->kind),
		.socket = xstrdup(remote->socket),
		.url = xstrdup(remote->url),
		.auth = xstrdup(remote->auth),
		.client_cert = xstrdup(remote->client_cert),
		.client_key = xstrdup(remote->client_key),
		.server_cert = xstrdup(remote->server_cert),
		.project = xstrdup(remote->project),
		.unusable = xstrdup(remote->unusable),
	};
	return copy;
}

char *
remote_url(const struct remote *remote, size_t i)
{
	const char *url = remote->url;

	for (; url && i > 0; i--)
		url = strchr(url, ',') ? strchr(url, ',') + 1 : NULL;
	return url ? xstrndup(url, strcspn(url, ",")) : NULL;
}

static void
rename_to(struct remote *remote, const char *name)
{
	char *copy = xstrdup(name);

	free(remote->name);
	remote->name = copy;
}

/* A remote that was found takes the name it was asked for by. */
static int
take(struct remote *remote, const char *name, struct remote **ret, struct err *err)
{
	if (remote->unusable) {
		err_set_kind(err, ERR_UNREACHABLE, "%s: %s", name, remote->unusable);
		remote_free(remote);
		return -1;
	}
	rename_to(remote, name);
	*ret = remote;
	return 0;
}

/* ---- the local one, and the default ---- */

/* `ret` stays NULL when the local server is wanted and cannot be used. */
static int
take_first(const struct client *client, const char *name, const struct locals *locals,
	   struct remote **ret, struct err *err)
{
	struct local *local = locals_first_usable(locals);
	bool remote_wanted = strcmp(name, REMOTE_LOCAL) != 0;
	struct remote *remote = remote_wanted ? client_remote(client, name) : NULL;

	if (remote)
		return take(remote, name, ret, err);
	if (remote_wanted)
		return err_set_kind(err, ERR_USAGE,
				    "%s is the default remote of %s, which has none of that name",
				    name, client->row->command);
	if (!local)
		return locals_named(locals) ? locals_none_usable(locals, err) : 0;
	remote_set_project(local->remote, client_local_project(client));
	return take(steal(local->remote), REMOTE_LOCAL, ret, err);
}

static int
find_first(bool local, struct remote **ret, struct err *err)
{
	struct remote *found = NULL;
	autolocals tried = { 0 };

	for (size_t i = 0; i < N_CLIENTS && !found; i++) {
		autoclient client = { 0 };
		autolocals locals = { 0 };
		const char *name = REMOTE_LOCAL;

		if (client_open(&client_rows[i], &client, err) < 0)
			return -1;
		locals_add(&locals, &client_rows[i]);
		locals_add(&tried, &client_rows[i]);
		if (!local)
			name = client_default(&client);
		if (take_first(&client, name, &locals, &found, err) < 0)
			return -1;
	}
	if (!found)
		return locals_none_usable(&tried, err);
	*ret = found;
	return 0;
}

/* Below all remotes, so that one of the same name is never hidden by a sandbox. */
static int
find_sandbox(const char *name, struct remote **ret, struct err *err)
{
	static const char prefix[] = "sandbox:";
	bool said = strncmp(name, prefix, strlen(prefix)) == 0;
	autofree_mem char *socket = sandbox_running(said ? name + strlen(prefix) : name, NULL);

	if (socket)
		return take(socket_remote(socket, NULL, NULL), socket, ret, err);
	if (said)
		return err_set_kind(err, ERR_UNREACHABLE,
				    "%s: no sandbox of that name runs%s; \"poolscope sandbox up %s\" starts it",
				    name, geteuid() == 0 ? "" : ", or it takes root to see it",
				    name + strlen(prefix));
	return err_set_kind(err, ERR_USAGE,
			    "%s: no server of that name; \"poolscope list servers\" shows all, "
			    "and a sandbox's name, a path of a socket or a URL will do as well",
			    name);
}

static int
find_named(const char *name, struct remote **ret, struct err *err)
{
	for (size_t i = 0; i < N_CLIENTS; i++) {
		autoclient client = { 0 };
		struct remote *remote;

		if (client_open(&client_rows[i], &client, err) < 0)
			return -1;
		remote = client_remote(&client, name);
		if (remote)
			return take(remote, name, ret, err);
	}
	return find_sandbox(name, ret, err);
}

/* ---- all of them ---- */

/* `searching`: whether the one that is called "local" is still to come. */
static void
add_locals(struct remotes *all, const struct client *client, bool *searching)
{
	autolocals locals = { 0 };
	struct local *first;

	locals_add(&locals, client->row);
	first = locals_first_usable(&locals);
	if (first && *searching)
		rename_to(first->remote, REMOTE_LOCAL);
	if (first || locals_named(&locals))
		*searching = false;
	for (size_t i = 0; i < locals.n; i++) {
		struct local *local = &locals.list[i];

		remote_set_project(local->remote, client_local_project(client));
		if (!local->missing || local->variable)
			remotes_add(all, steal(local->remote));
	}
}

static struct remote *
unreadable(const struct client_row *row, const struct err *err)
{
	struct remote *remote = xcalloc(1, sizeof(*remote));

	remote->name = xasprintf("configuration of %s", row->command);
	remote->kind = xstrdup(row->kind);
	remote->unusable = xstrdup(err->text);
	return remote;
}

static void
collect(struct remotes *all)
{
	bool searching = true;

	for (size_t i = 0; i < N_CLIENTS; i++) {
		autoclient client = { .row = &client_rows[i] };
		struct err err;

		if (client_open(&client_rows[i], &client, &err) < 0)
			remotes_add(all, unreadable(&client_rows[i], &err));
		add_locals(all, &client, &searching);
		client_remotes(&client, all);
	}
}

static bool
name_is_taken(const struct remotes *all, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcmp(all->list[k]->name, all->list[i]->name) == 0)
			return true;
	return false;
}

/* A namesake among another client's remotes can be named by its address. */
size_t
remote_list(struct remote ***ret)
{
	struct remotes all = { 0 };

	collect(&all);
	for (size_t i = 0; i < all.n; i++) {
		const struct remote *remote = all.list[i];
		const char *address = remote->socket ? remote->socket : remote->url;

		if (address && name_is_taken(&all, i))
			rename_to(all.list[i], address);
	}
	*ret = all.list;
	return all.n;
}

/* ---- by address ---- */

static char *
absolute(const char *path)
{
	autofree_mem char *folder = *path == '/' ? NULL : getcwd(NULL, 0);

	return folder ? xasprintf("%s/%s", folder, path) : xstrdup(path);
}

static int
find_socket(const char *name, struct remote **ret, struct err *err)
{
	autofree_mem char *path = absolute(name);
	autoremotes all = { 0 };

	collect(&all);
	for (size_t i = 0; i < all.n; i++) {
		const char *socket = all.list[i]->socket;

		if (socket && strcmp(socket, path) == 0)
			return take(steal(all.list[i]), path, ret, err);
	}
	return take(socket_remote(path, NULL, NULL), path, ret, err);
}

static size_t
without_slashes(const char *url)
{
	size_t len = strlen(url);

	while (len > 0 && url[len - 1] == '/')
		len--;
	return len;
}

/* Where no port is given it may be the one that the clients add. */
static bool
is_same_url(const char *url, const char *asked)
{
	static const char *const endings[] = { "", DEFAULT_PORT };
	size_t len = without_slashes(url), asked_len = without_slashes(asked);

	for (size_t i = 0; i < COUNTOF(endings); i++)
		if (len == asked_len + strlen(endings[i]) &&
		    strncasecmp(url, asked, asked_len) == 0 &&
		    strncmp(url + asked_len, endings[i], strlen(endings[i])) == 0)
			return true;
	return false;
}

/* Its address that is meant by `asked`, for the caller to free; NULL: none is. */
static char *
matching_url(const struct remote *remote, const char *asked)
{
	char *url;

	for (size_t i = 0; (url = remote_url(remote, i)); i++) {
		if (is_same_url(url, asked))
			return url;
		free(url);
	}
	return NULL;
}

static struct remote *
take_matching(const struct remotes *all, const char *asked, bool usable)
{
	for (size_t i = 0; i < all->n; i++) {
		char *url = matching_url(all->list[i], asked);

		if (url && !all->list[i]->unusable == usable) {
			free(all->list[i]->url);
			all->list[i]->url = url;
			return steal(all->list[i]);
		}
		free(url);
	}
	return NULL;
}

static int
find_url(const char *name, struct remote **ret, struct err *err)
{
	autoremotes all = { 0 };
	struct remote *remote;

	if (strncasecmp(name, "https://", strlen("https://")) != 0)
		return err_set_kind(err, ERR_USAGE,
				    "%s: only https:// addresses and sockets are reached", name);
	collect(&all);
	remote = take_matching(&all, name, true);
	if (!remote)
		remote = take_matching(&all, name, false);
	if (remote)
		return take(remote, name, ret, err);
	return err_set_kind(err, ERR_UNREACHABLE,
			    "%s: no remote has this address, so nothing tells that it is the right "
			    "server; \"incus remote add NAME %s\" shows its certificate and keeps "
			    "it, then give NAME",
			    name, name);
}

int
remote_find(const char *name, struct remote **ret, struct err *err)
{
	static const char unix_scheme[] = "unix:";

	if (!name || strcmp(name, REMOTE_LOCAL) == 0)
		return find_first(name != NULL, ret, err);
	if (strncmp(name, unix_scheme, strlen(unix_scheme)) == 0) {
		name += strlen(unix_scheme);
		return find_socket(strncmp(name, "//", 2) == 0 ? name + 2 : name, ret, err);
	}
	if (strstr(name, "://"))
		return find_url(name, ret, err);
	return strchr(name, '/') ? find_socket(name, ret, err) : find_named(name, ret, err);
}
