#include "server/remotes_client.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/buf.h"
#include "server/remotes_socket.h"
#include "server/remotes_tls.h"

/* clang-format off */
const struct client_row client_rows[N_CLIENTS] = {
	{ .kind = "incus", .command = "incus",
	  .socket_variable = "INCUS_SOCKET", .folder_variable = "INCUS_DIR",
	  .sockets = { { "/run/incus/unix.socket", "/run/incus/unix.socket.user" },
		       { "/var/lib/incus/unix.socket", "/var/lib/incus/unix.socket.user" } },
	  .conf_variable = "INCUS_CONF", .xdg_folder = "incus",
	  .home_folders = { ".config/incus" },
	  .global_variable = "INCUS_GLOBAL_CONF", .global_folders = { "/etc/incus" },
	  .remote_variable = "INCUS_REMOTE", .project_variable = "INCUS_PROJECT",
	  .trust_command = "incus config trust add-certificate" },
	{ .kind = "lxd", .command = "lxc",
	  .socket_variable = "LXD_SOCKET", .folder_variable = "LXD_DIR",
	  .sockets = { { "/var/snap/lxd/common/lxd/unix.socket", "/var/snap/lxd/common/lxd-user/unix.socket" },
		       { "/var/lib/lxd/unix.socket", NULL } },
	  .conf_variable = "LXD_CONF", .xdg_folder = "lxc",
	  .home_folders = { ".config/lxc", "snap/lxd/common/config" },
	  .global_variable = "LXD_GLOBAL_CONF",
	  .global_folders = { "/etc/lxd", "/var/snap/lxd/common/global-conf" },
	  .remote_variable = "LXC_REMOTE",
	  .trust_command = "lxc config trust add" },
};
/* clang-format on */

const struct client_row *
client_row_of(const char *kind)
{
	for (size_t i = 1; i < N_CLIENTS; i++)
		if (kind && strcmp(client_rows[i].kind, kind) == 0)
			return &client_rows[i];
	return &client_rows[0];
}

const char *
set_variable(const char *name)
{
	const char *value = name ? getenv(name) : NULL;

	return value && *value ? value : NULL;
}

/* ---- where its configuration is ---- */

static const char *
home(void)
{
	const char *variable = set_variable("HOME");
	const struct passwd *user = variable ? NULL : getpwuid(geteuid());

	return user ? user->pw_dir : variable;
}

/* The folder, when there is a configuration in it. */
static char *
if_configured(char *folder)
{
	autofree_mem char *path = xasprintf("%s/config.yml", folder);

	if (access(path, F_OK) == 0)
		return folder;
	free(folder);
	return NULL;
}

static char *
own_folder(const struct client_row *row)
{
	const char *variable = set_variable(row->conf_variable);
	const char *xdg = set_variable("XDG_CONFIG_HOME");
	const char *base = home();
	char *found = NULL;

	if (variable)
		return xstrdup(variable);
	if (xdg && *xdg == '/')
		found = if_configured(xasprintf("%s/%s", xdg, row->xdg_folder));
	for (size_t i = 0; !found && base && row->home_folders[i]; i++)
		found = if_configured(xasprintf("%s/%s", base, row->home_folders[i]));
	return found;
}

static char *
global_folder(const struct client_row *row)
{
	const char *variable = set_variable(row->global_variable);
	char *found = NULL;

	if (variable)
		return xstrdup(variable);
	for (size_t i = 0; !found && row->global_folders[i]; i++)
		found = if_configured(xstrdup(row->global_folders[i]));
	return found;
}

static int
read_config(const char *folder, struct remotes_config *ret, struct err *err)
{
	autofree_mem char *path = folder ? xasprintf("%s/config.yml", folder) : NULL;

	return path ? remotes_config_read(path, ret, err) : 0;
}

int
client_open(const struct client_row *row, struct client *ret, struct err *err)
{
	struct client client = { .row = row,
				 .folder = own_folder(row),
				 .global_folder = global_folder(row) };

	if (read_config(client.folder, &client.own, err) < 0 ||
	    read_config(client.global_folder, &client.global, err) < 0) {
		client_wipe(&client);
		return -1;
	}
	*ret = client;
	return 0;
}

void
client_wipe(struct client *client)
{
	free(client->folder);
	free(client->global_folder);
	remotes_config_wipe(&client->own);
	remotes_config_wipe(&client->global);
	*client = (struct client){ 0 };
}

/* ---- what it says ---- */

const char *
client_default(const struct client *client)
{
	const char *variable = set_variable(client->row->remote_variable);

	if (variable)
		return variable;
	return client->own.default_remote ? client->own.default_remote : REMOTE_LOCAL;
}

/* The variable goes before whatever the files say. */
static const char *
project_of(const struct client *client, const struct remotes_entry *entry)
{
	const char *variable = set_variable(client->row->project_variable);

	if (variable)
		return variable;
	return entry ? entry->project : NULL;
}

const char *
client_local_project(const struct client *client)
{
	return project_of(client, remotes_config_find(&client->own, REMOTE_LOCAL));
}

/* ---- its remotes ---- */

/* Those that are `chosen`, or those that are not. */
static void
add_addresses(struct buf *out, const char *list, const char *chosen, bool wanted)
{
	size_t len;

	for (; *(list += strspn(list, ", ")); list += len) {
		len = strcspn(list, ", ");
		if ((strlen(chosen) == len && strncmp(list, chosen, len) == 0) == wanted)
			buf_printf(out, "%s%.*s", out->len ? "," : "", (int)len, list);
	}
}

/* The one that answered last goes first, as with the client. */
static char *
addresses_of(const struct remotes_entry *entry)
{
	const char *last = entry->last_address ? entry->last_address : "";
	autobuf out = { 0 };

	add_addresses(&out, entry->addr, last, true);
	add_addresses(&out, entry->addr, last, false);
	return buf_steal(&out);
}

static char *
no_https(const struct remote *remote)
{
	for (const char *url = remote->url; url; url = strchr(url, ',')) {
		url += *url == ',';
		if (strncasecmp(url, "https://", 8) != 0)
			return xasprintf("%s: only https:// addresses and sockets are reached",
					 remote->url);
	}
	return NULL;
}

/* "unix:///path" is that socket; "unix://" is where the client itself would look. */
static struct remote *
remote_at_socket(const struct client *client, const char *addr)
{
	const char *path = addr + strlen("unix:");
	autolocals places = { 0 };
	struct local *found;
	struct err err;

	path += strncmp(path, "//", 2) == 0 ? 2 : 0;
	if (*path)
		return socket_remote(path, client->row->kind, NULL);
	locals_add(&places, client->row);
	found = locals_first_usable(&places);
	if (found)
		return steal(found->remote);
	found = &places.list[0];
	locals_none_usable(&places, &err);
	free(found->remote->unusable);
	found->remote->unusable = xstrdup(err.text);
	return steal(found->remote);
}

static struct remote *
remote_over_tls(const struct client *client, const struct remotes_entry *entry, bool global)
{
	struct remote *remote = xcalloc(1, sizeof(*remote));

	remote->name = xstrdup(entry->name);
	remote->kind = xstrdup(client->row->kind);
	remote->url = addresses_of(entry);
	remote->auth = xstrdup(entry->auth_type ? entry->auth_type : "tls");
	if (strcmp(remote->auth, "tls") != 0)
		remote->unusable = xasprintf("it wants a login by %s, which poolscope does not do; "
					     "a client certificate would do",
					     remote->auth);
	else if (!(remote->unusable = no_https(remote)))
		remote->unusable = tls_find(client, global, remote);
	return remote;
}

/* An image server, or what we know nothing of. */
static struct remote *
remote_of_others(const struct remotes_entry *entry, char *unusable)
{
	struct remote *remote = xcalloc(1, sizeof(*remote));

	remote->url = xstrdup(entry->addr);
	remote->kind = xstrdup(entry->protocol);
	remote->unusable = unusable;
	return remote;
}

static bool
is_image_server(const struct remotes_entry *entry)
{
	return entry->public ||
	       (entry->protocol && (strcmp(entry->protocol, "simplestreams") == 0 ||
				    strcmp(entry->protocol, "oci") == 0));
}

static bool
is_ours(const char *protocol)
{
	return !protocol || strcmp(protocol, "incus") == 0 || strcmp(protocol, "lxd") == 0;
}

static struct remote *
remote_from(const struct client *client, const struct remotes_entry *entry, bool global)
{
	if (is_image_server(entry))
		return remote_of_others(entry, xstrdup("a public image server: it has no pools"));
	if (!is_ours(entry->protocol))
		return remote_of_others(entry,
					xasprintf("its protocol, %s, is not that of Incus or LXD",
						  entry->protocol));
	if (!entry->addr)
		return remote_of_others(entry,
					xstrdup("the client's configuration has no address of it"));
	if (strncmp(entry->addr, "unix:", strlen("unix:")) == 0)
		return remote_at_socket(client, entry->addr);
	return remote_over_tls(client, entry, global);
}

void
remote_set_project(struct remote *remote, const char *project)
{
	if (!project || (remote->project && strcmp(project, "default") == 0))
		return;
	free(remote->project);
	remote->project = xstrdup(project);
}

struct remote *
client_remote(const struct client *client, const char *name)
{
	const struct remotes_entry *own = remotes_config_find(&client->own, name);
	const struct remotes_entry *entry = own ? own : remotes_config_find(&client->global, name);
	struct remote *remote;

	if (!entry || strcmp(name, REMOTE_LOCAL) == 0)
		return NULL;
	remote = remote_from(client, entry, !own);
	free(remote->name);
	remote->name = xstrdup(name);
	remote_set_project(remote, project_of(client, entry));
	return remote;
}

void
remotes_add(struct remotes *remotes, struct remote *remote)
{
	if (!remote)
		return;
	remotes->list =
		mem_grow(remotes->list, remotes->n, &remotes->room, sizeof(struct remote *));
	remotes->list[remotes->n++] = remote;
}

void
remotes_wipe(struct remotes *remotes)
{
	for (size_t i = 0; i < remotes->n; i++)
		remote_free(remotes->list[i]);
	free(remotes->list);
	*remotes = (struct remotes){ 0 };
}

void
client_remotes(const struct client *client, struct remotes *into)
{
	for (size_t i = 0; i < client->own.n; i++)
		remotes_add(into, client_remote(client, client->own.entries[i].name));
	for (size_t i = 0; i < client->global.n; i++)
		if (!remotes_config_find(&client->own, client->global.entries[i].name))
			remotes_add(into, client_remote(client, client->global.entries[i].name));
}
