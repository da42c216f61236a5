#include "server/remotes.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buf.h"

/* Where the servers' own clients look, in their order. */
struct place {
	const char *kind;
	const char *socket_variable, *folder_variable;
	const char *sockets[3];
	bool user_socket;	/* beside the socket there may be one for everybody, each with a project */
};

/* clang-format off */
static const struct place places[] = {
	{ "incus", "INCUS_SOCKET", "INCUS_DIR",
	  { "/run/incus/unix.socket", "/var/lib/incus/unix.socket" }, true },
	{ "lxd",   "LXD_SOCKET",   "LXD_DIR",
	  { "/var/snap/lxd/common/lxd/unix.socket", "/var/lib/lxd/unix.socket" }, false },
};
/* clang-format on */

struct candidate {
	struct remote *remote;
	bool missing;		/* there is nothing at its path */
	const char *variable;	/* that named it; NULL: a package's place */
};

struct candidates {
	struct candidate *list;
	size_t n, room;
};

void
remote_free(struct remote *remote)
{
	if (!remote)
		return;
	free(remote->name);
	free(remote->kind);
	free(remote->socket);
	free(remote->url);
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
		.client_cert = xstrdup(remote->client_cert),
		.client_key = xstrdup(remote->client_key),
		.server_cert = xstrdup(remote->server_cert),
		.project = xstrdup(remote->project),
		.unusable = xstrdup(remote->unusable),
	};
	return copy;
}

/* ---- a socket ---- */

static char *
no_right(const struct stat *st)
{
	const struct group *group = getgrgid(st->st_gid);
	const struct passwd *owner = getpwuid(st->st_uid);

	if ((st->st_mode & S_IWGRP) && group)
		return xasprintf("no right to it: that takes the group %s "
				 "(usermod -aG %s YOU, then log in again)",
				 group->gr_name, group->gr_name);
	return xasprintf("no right to it: it is for %s only", owner ? owner->pw_name : "its owner");
}

/* Why the socket cannot be used, for the caller to free. NULL: it seems it can. */
static char *
complaint(const char *path, bool *missing)
{
	const struct sockaddr_un *address;
	struct stat st;

	*missing = false;
	if (strlen(path) >= sizeof(address->sun_path))
		return xasprintf("a socket's path has at most %zu bytes",
				 sizeof(address->sun_path) - 1);
	if (stat(path, &st) < 0) {
		*missing = errno == ENOENT || errno == ENOTDIR;
		return *missing ? xstrdup("not there") : xstrdup(strerror(errno));
	}
	if (!S_ISSOCK(st.st_mode))
		return xstrdup("not a socket");
	return euidaccess(path, R_OK | W_OK) < 0 ? no_right(&st) : NULL;
}

static struct remote *
socket_remote(const char *path, const char *kind, bool *missing)
{
	struct remote *remote = xcalloc(1, sizeof(*remote));

	remote->name = xstrdup(path);
	remote->socket = xstrdup(path);
	remote->kind = xstrdup(kind);
	remote->unusable = complaint(path, missing);
	return remote;
}

/* ---- the places ---- */

static struct candidate *
add(struct candidates *all, const char *path, const char *kind, const char *variable)
{
	struct candidate *candidate;

	all->list = mem_grow(all->list, all->n, &all->room, sizeof(*all->list));
	candidate = &all->list[all->n++];
	candidate->remote = socket_remote(path, kind, &candidate->missing);
	candidate->variable = variable;
	return candidate;
}

/* The one for everybody; who may use it has a project of his own behind it. */
static void
add_user_socket(struct candidates *all, const char *beside, const char *kind)
{
	autofree_mem char *path = xasprintf("%s.user", beside);
	struct candidate *candidate = add(all, path, kind, NULL);

	candidate->remote->project = xasprintf("user-%u", (unsigned)geteuid());
}

static void
add_packaged(struct candidates *all, const struct place *place)
{
	for (size_t i = 0; place->sockets[i]; i++) {
		struct candidate *candidate = add(all, place->sockets[i], place->kind, NULL);

		if (place->user_socket && candidate->remote->unusable && !candidate->missing)
			add_user_socket(all, place->sockets[i], place->kind);
	}
}

static const char *
set_variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static void
add_place(struct candidates *all, const struct place *place)
{
	const char *socket = set_variable(place->socket_variable);
	const char *folder = set_variable(place->folder_variable);

	if (socket) {
		add(all, socket, place->kind, place->socket_variable);
	} else if (folder) {
		autofree_mem char *path = xasprintf("%s/unix.socket", folder);

		add(all, path, place->kind, place->folder_variable);
	} else {
		add_packaged(all, place);
	}
}

static struct candidates
look_everywhere(void)
{
	struct candidates all = { 0 };

	for (size_t i = 0; i < COUNTOF(places); i++)
		add_place(&all, &places[i]);
	return all;
}

static void
candidates_wipe(struct candidates *all)
{
	for (size_t i = 0; i < all->n; i++)
		remote_free(all->list[i].remote);
	free(all->list);
}

/* "local": what a search without a name finds. NULL: nothing. */
static struct candidate *
first_usable(const struct candidates *all)
{
	for (size_t i = 0; i < all->n; i++) {
		if (!all->list[i].remote->unusable)
			return &all->list[i];
		if (all->list[i].variable)
			return NULL;
	}
	return NULL;
}

static int
none_usable(const struct candidates *all, struct err *err)
{
	autobuf text = { 0 };

	for (size_t i = 0; i < all->n; i++) {
		const struct candidate *candidate = &all->list[i];

		buf_printf(&text, "%s%s", i > 0 ? "; " : "", candidate->remote->socket);
		if (candidate->variable)
			buf_printf(&text, " (%s)", candidate->variable);
		buf_printf(&text, ": %s", candidate->remote->unusable);
		if (candidate->variable)
			break;
	}
	return err_set_kind(err, ERR_UNREACHABLE, "no server found: %s", buf_text(&text));
}

static struct remote *
take_local(struct candidate *candidate)
{
	free(candidate->remote->name);
	candidate->remote->name = xstrdup("local");
	return steal(candidate->remote);
}

static int
find_local(struct remote **ret, struct err *err)
{
	__attribute__((cleanup(candidates_wipe))) struct candidates all = look_everywhere();
	struct candidate *found = first_usable(&all);

	if (!found)
		return none_usable(&all, err);
	*ret = take_local(found);
	return 0;
}

/* ---- by name ---- */

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
	bool missing;
	autofree(remote) remote = socket_remote(path, NULL, &missing);

	if (remote->unusable)
		return err_set_kind(err, ERR_UNREACHABLE, "%s: %s", name, remote->unusable);
	*ret = steal(remote);
	return 0;
}

int
remote_find(const char *name, struct remote **ret, struct err *err)
{
	static const char unix_scheme[] = "unix:";

	if (!name || strcmp(name, "local") == 0)
		return find_local(ret, err);
	if (strncmp(name, unix_scheme, strlen(unix_scheme)) == 0) {
		name += strlen(unix_scheme);
		return find_socket(strncmp(name, "//", 2) == 0 ? name + 2 : name, ret, err);
	}
	if (strstr(name, "://"))
		return err_set_kind(err, ERR_USAGE,
				    "%s: only servers on this machine are reached, by their socket", name);
	if (strchr(name, '/'))
		return find_socket(name, ret, err);
	return err_set_kind(err, ERR_USAGE,
			    "%s: no server of that name; give \"local\" or the path of its socket",
			    name);
}

size_t
remote_list(struct remote ***ret)
{
	__attribute__((cleanup(candidates_wipe))) struct candidates all = look_everywhere();
	struct candidate *local = first_usable(&all);
	struct remote **list = xcalloc(all.n, sizeof(struct remote *));
	size_t n = 0;

	for (size_t i = 0; i < all.n; i++) {
		struct candidate *candidate = &all.list[i];

		if (candidate == local)
			list[n++] = take_local(candidate);
		else if (!candidate->missing || candidate->variable)
			list[n++] = steal(candidate->remote);
	}
	*ret = list;
	return n;
}
