/*
 * exchange.h - inside server/: the connection, and one question with its answer.
 *
 * An exchange ends in one `done`, from the loop, and is gone when that is
 * called. What it was part of (a verb, a connect) is a `pending`, of which the
 * server keeps a list, so that it or the one who asked can go away at any time.
 */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "server/answer.h"
#include "server/server.h"
#include "sys/http.h"

/* First member of what waits for answers. */
struct pending {
	LIST_ENTRY(pending) next;
	const void *arg;	/* of whoever is called back */
	void (*drop)(struct pending *pending);	/* frees it, and calls nothing back */
};
LIST_HEAD(pendings, pending);

struct server {
	struct loop *loop;
	struct http *http;
	struct remote *remote;
	size_t address;			/* which of the remote's */
	char *project;
	struct server_about about;
	struct env_server env;
	bool connected;			/* env is filled */
	struct json_object *extensions;	/* each a key; NULL before */
	char *warnings;
	struct pendings pendings;
};

/*
 * Goes on to the next of its remote's addresses; false: there is none. No
 * question may be open, since its connection ends.
 */
bool server_next_address(struct server *server);
bool server_has_next_address(const struct server *server);

void pending_add(struct server *server, struct pending *pending, const void *arg,
		 void (*drop)(struct pending *pending));
void pending_remove(struct pending *pending);

struct exchange;
typedef void answer_fn(void *arg, const struct answer *answer);

struct exchange_spec {
	const char *method;
	const char *path;		/* below /1.0, encoded, without the project */
	const char *body;		/* JSON; NULL: none; copied */
	const char *const *headers;
	http_source_fn *source;		/* or streamed */
	void *source_arg;
	uint64_t source_len;
	http_sink_fn *sink;		/* takes the body of a 200, which then is no JSON: it counts as ANSWER_SYNC */
	void *sink_arg;
	uint64_t timeout_ms;		/* of one request; 0: none */
	bool all_projects;		/* the project is left out */
	bool patient;			/* GET only: put again for some time while the server starts or stops */
	bool through_restart;		/* patient also while nobody answers */
	answer_fn *done;
	void *arg;
};

struct exchange *exchange_start(struct server *server, const struct exchange_spec *spec);
/* A GET that is put once. */
struct exchange *exchange_get(struct server *server, const char *path, uint64_t timeout_ms, answer_fn *done,
			      void *arg);
void exchange_cancel(struct exchange *exchange);	/* NULL is fine */

/* Below /1.0: "/instances/NAME" and what follows, the name encoded. The caller frees. */
char *instance_path(const char *name, const char *behind);

#endif
