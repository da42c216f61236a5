#include "server/remotes_tls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xdg.h"

#define PEM_MAX (64u << 10)	/* bytes; a key has a few thousand */

/* "FOLDER/SUBFOLDER/NAME.END"; NULL when it is not there. */
static char *
file_of(const char *folder, const char *subfolder, const char *name, const char *end)
{
	autofree_mem char *path =
		folder ? xasprintf("%s/%s%s.%s", folder, subfolder, name, end) : NULL;

	return path && access(path, F_OK) == 0 ? steal(path) : NULL;
}

/* A pair of the remote's own goes before the one for all. */
static void
find_pair(const struct client *client, struct remote *remote)
{
	autofree_mem char *cert = file_of(client->folder, "clientcerts/", remote->name, "crt");
	autofree_mem char *key = file_of(client->folder, "clientcerts/", remote->name, "key");

	if (cert && key) {
		remote->client_cert = steal(cert);
		remote->client_key = steal(key);
		return;
	}
	remote->client_cert = file_of(client->folder, "", "client", "crt");
	remote->client_key = file_of(client->folder, "", "client", "key");
}

/* What its PEM header says of the key, which is not kept. */
static char *
complaint_of_key(const char *path)
{
	char *key, *why = NULL;
	struct err err;
	size_t len;

	if (xdg_read_file(path, PEM_MAX, &key, &len, &err) < 0)
		return xstrdup(err.text);
	if (strstr(key, "BEGIN ENCRYPTED") || strstr(key, "4,ENCRYPTED"))
		why = xasprintf("its key %s is locked with a password, which is not asked for: "
				"an unlocked pair of its own in clientcerts will do",
				path);
	else if (strstr(key, "BEGIN OPENSSH"))
		why = xasprintf("%s is a key for SSH, which is not read here", path);
	explicit_bzero(key, len);
	free(key);
	return why;
}

char *
tls_find(const struct client *client, bool global, struct remote *remote)
{
	const char *folder = global ? client->global_folder : client->folder;
	autofree_mem char *authority = file_of(client->folder, "", "client", "ca");

	remote->server_cert = file_of(folder, "servercerts/", remote->name, "crt");
	find_pair(client, remote);
	if (!remote->client_cert || !remote->client_key)
		return xasprintf("no client certificate for it: \"%s remote add\" makes client.crt "
				 "and client.key",
				 client->row->command);
	if (access(remote->client_cert, R_OK) < 0)
		return xasprintf("open %s: %s", remote->client_cert, strerror(errno));
	if (authority && !remote->server_cert)
		return xasprintf("its certificate is vouched for by %s, which is not read here; "
				 "one that is pinned in servercerts is",
				 authority);
	return complaint_of_key(remote->client_key);
}
