/*
 * remotes_client.h - inside server/: the servers' own clients, `incus` and `lxc`.
 *
 * A person has told them already which servers there are and how each is
 * trusted, so we look where they look, and take what they would take: their
 * configuration, that of the whole system, and their environment variables.
 *
 * Source: the documentation of Incus and LXD (remotes, environment variables).
 */
#ifndef SERVER_REMOTES_CLIENT_H
#define SERVER_REMOTES_CLIENT_H

#include "server/remotes.h"
#include "server/remotes_config.h"

#define REMOTE_LOCAL "local"	/* the one remote that every client has */

/* A server's socket; the second one, where there is one, is for everybody, each with a project of his own. */
struct socket_place {
	const char *path, *user_path;
};

/* A row for each client; variables that there are not are NULL. */
struct client_row {
	const char *kind;		/* of its server */
	const char *command;
	/* the server on this machine */
	const char *socket_variable, *folder_variable;
	struct socket_place sockets[3];
	/* the client's configuration: folders below $XDG_CONFIG_HOME and below the home folder */
	const char *conf_variable;
	const char *xdg_folder;
	const char *home_folders[3];
	const char *global_variable;
	const char *global_folders[3];
	/* what goes before the file */
	const char *remote_variable, *project_variable;
	const char *trust_command;	/* for a person on the server, before a certificate's path */
};
#define N_CLIENTS 2
extern const struct client_row client_rows[N_CLIENTS];

/* The row of a kind of server, the first when there is none of it. */
const struct client_row *client_row_of(const char *kind);

struct client {
	const struct client_row *row;
	char *folder, *global_folder;	/* NULL: none has a configuration */
	struct remotes_config own, global;
};

/* Reads its configuration; that there is none is fine. */
int client_open(const struct client_row *row, struct client *ret, struct err *err);
void client_wipe(struct client *client);
#define autoclient __attribute__((cleanup(client_wipe))) struct client

/* Its default remote: a name, REMOTE_LOCAL when it says nothing. */
const char *client_default(const struct client *client);
/* The project for the socket of its own server; NULL: it says nothing. */
const char *client_local_project(const struct client *client);

/* Its remote of that name, the person's before the system's; NULL: there is none but perhaps the local one. */
struct remote *client_remote(const struct client *client, const char *name);

struct remotes {
	struct remote **list;
	size_t n, room;
};
void remotes_add(struct remotes *remotes, struct remote *remote);	/* NULL: nothing */
void remotes_wipe(struct remotes *remotes);
#define autoremotes __attribute__((cleanup(remotes_wipe))) struct remotes
/* Adds them all but the local one. */
void client_remotes(const struct client *client, struct remotes *into);

/* The client's project goes before that which comes with a socket for everybody; NULL: none is said. */
void remote_set_project(struct remote *remote, const char *project);

/* The value of an environment variable that is set to something; NULL also when `name` is. */
const char *set_variable(const char *name);

#endif
