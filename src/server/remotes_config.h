/*
 * remotes_config.h - inside server/: the file config.yml of a server's own client, read.
 *
 * It is YAML that a person may have written by hand or got from somewhere, so
 * it is read event by event, nothing is expanded (an alias is refused), and
 * what is kept is a clean line of text. What is not asked for is passed over,
 * as the clients do. Errors are ERR_USAGE and name FILE:LINE.
 *
 * Source of the format: the documentation of Incus and LXD (remotes), and what
 * `incus` 6.0.4 writes.
 */
#ifndef SERVER_REMOTES_CONFIG_H
#define SERVER_REMOTES_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* A file or a list of remotes beyond these is none of a client's. */
#define REMOTES_CONFIG_BYTES (256u << 10)
#define REMOTES_CONFIG_ENTRIES 500

/* One remote. A text that is not there, null or empty is NULL. */
struct remotes_entry {
	char *name;		/* without a slash, as files are named after it */
	char *addr;		/* one or, comma between, several */
	char *last_address;	/* of several: the one that answered last */
	char *protocol, *auth_type, *project;
	bool public;
};

struct remotes_config {
	char *default_remote;
	struct remotes_entry *entries;	/* in the file's order */
	size_t n, room;
};

/* A file that is not there is an empty one. `ret` is untouched on failure. */
int remotes_config_read(const char *path, struct remotes_config *ret, struct err *err);
/* The same from memory; `path` is what the errors call it. */
int remotes_config_parse(const char *path, const char *text, size_t len, struct remotes_config *ret,
			 struct err *err);
const struct remotes_entry *remotes_config_find(const struct remotes_config *config,
						const char *name);
void remotes_config_wipe(struct remotes_config *config);

#endif
