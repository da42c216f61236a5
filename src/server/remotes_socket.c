#include "server/remotes_socket.h"

#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buf.h"
#include "server/sandbox.h"
#include "sys/unixsocket.h"

/* ---- a socket ---- */

static char *
no_right(const struct stat *st)
{
	const char *group = unixsocket_group(st);
	const struct passwd *owner = getpwuid(st->st_uid);

	if (group)
		return xasprintf("no right to it: that takes the group %s "
				 "(sudo usermod -aG %s YOU, then log in again)",
				 group, group);
	if (st->st_uid == 0)
		return xstrdup("no right to it: it is for root only; with sudo it can be used");
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

struct remote *
socket_remote(const char *path, const char *kind, bool *missing)
{
	struct remote *remote = xcalloc(1, sizeof(*remote));
	bool ignored;

	remote->name = xstrdup(path);
	remote->socket = xstrdup(path);
	remote->kind = xstrdup(kind);
	remote->auth = xstrdup("socket");
	remote->unusable = complaint(path, missing ? missing : &ignored);
	return remote;
}

/* ---- places ---- */

static struct local *
add(struct locals *locals, const char *path, const char *kind, const char *variable)
{
	struct local *local;

	locals->list = mem_grow(locals->list, locals->n, &locals->room, sizeof(*locals->list));
	local = &locals->list[locals->n++];
	*local = (struct local){ .variable = variable };
	local->remote = socket_remote(path, kind, &local->missing);
	return local;
}

static void
add_place(struct locals *locals, const struct socket_place *place, const char *kind,
	  const char *variable)
{
	const struct local *local = add(locals, place->path, kind, variable);
	struct remote *user;

	if (!local->remote->unusable || local->missing || !place->user_path)
		return;
	user = add(locals, place->user_path, kind, variable)->remote;
	user->project = xasprintf("user-%u", (unsigned)geteuid());
}

void
locals_add(struct locals *locals, const struct client_row *row)
{
	const char *socket = set_variable(row->socket_variable);
	const char *folder = set_variable(row->folder_variable);

	if (socket) {
		add(locals, socket, row->kind, row->socket_variable);
	} else if (folder) {
		autofree_mem char *path = xasprintf("%s/unix.socket", folder);
		autofree_mem char *user_path = xasprintf("%s.user", path);

		add_place(locals, &(struct socket_place){ path, user_path }, row->kind,
			  row->folder_variable);
	} else {
		for (const struct socket_place *place = row->sockets; place->path; place++)
			add_place(locals, place, row->kind, NULL);
	}
}

void
locals_wipe(struct locals *locals)
{
	for (size_t i = 0; i < locals->n; i++)
		remote_free(locals->list[i].remote);
	free(locals->list);
	*locals = (struct locals){ 0 };
}

bool
locals_named(const struct locals *locals)
{
	return locals->n > 0 && locals->list[0].variable;
}

struct local *
locals_first_usable(const struct locals *locals)
{
	for (size_t i = 0; i < locals->n; i++)
		if (!locals->list[i].remote->unusable)
			return &locals->list[i];
	return NULL;
}

int
locals_none_usable(const struct locals *locals, struct err *err)
{
	autofree_mem char *sandbox = NULL, *socket = NULL;
	autobuf text = { 0 };

	for (size_t i = 0; i < locals->n; i++) {
		const struct local *local = &locals->list[i];

		buf_printf(&text, "%s%s", i > 0 ? "; " : "", local->remote->socket);
		if (local->variable)
			buf_printf(&text, " (%s)", local->variable);
		buf_printf(&text, ": %s", local->remote->unusable);
	}
	socket = sandbox_running(NULL, &sandbox);
	if (socket)
		buf_printf(&text, "; the sandbox %s is up: --server sandbox:%s", sandbox, sandbox);
	else
		buf_puts(&text, "; --sandbox starts a private one");
	return err_set_kind(err, ERR_UNREACHABLE, "no server found: %s", buf_text(&text));
}
