/*
 * server.h - one Incus or LXD server: what it has, and what it is asked to do.
 *
 * Every verb ends in exactly one callback, from the loop. A verb is done when
 * its *operation* ended with success, whatever HTTP said before; sync and async
 * answers are told apart by their `type`, on every call. What a server can do
 * is decided by its list of extensions, never by its version. All names go out
 * percent-encoded and every call carries the project.
 *
 * Source of the formats: the REST API documentation of Incus and LXD.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
#include "record/env.h"
#include "record/event.h"
#include "server/diagnose.h"
#include "server/remotes.h"
#include "sys/http.h"
#include "sys/loop.h"

struct server;
struct json_object;

/* Our marks on every instance we make (config keys). */
#define MARK_RUN "user.poolscope"		/* the run's id */
#define MARK_OWNER "user.poolscope.owner"	/* user@host that started it */

int server_new(struct loop *loop, const struct remote *remote, struct server **ret, struct err *err);
/* Forgets open calls; what the server was asked to do goes on there. */
void server_free(struct server *server);
DEFINE_AUTOFREE(server, server_free)

/* The project that every call carries; NULL: "default". Before server_connect. */
void server_set_project(struct server *server, const char *project);
const char *server_project(const struct server *server);

typedef void server_fn(void *arg, const struct err *err);	/* err NULL: done */

/*
 * Asks who it is (GET /1.0: kind, version, extensions, rights), then its pools
 * with their usage, its images, and how many instances each pool has. Also used
 * to ask again (Ctrl-R); a pool that does not answer in 10 s is listed as
 * unusable with that reason and holds up nothing. Of several addresses the
 * first that answers is kept.
 */
void server_connect(struct server *server, server_fn *done, void *arg);
/* What the last successful connect found; its strings live until the next one. NULL before. */
const struct env_server *server_env(const struct server *server);
/* What the server itself warns about (AppArmor off, …), joined with "; ", for notes; may be "". */
const char *server_warnings(const struct server *server);
bool server_has(const struct server *server, const char *extension);
const struct remote *server_remote(const struct server *server);
/* What it last said of itself, also when it could not be connected to; NULL: it did not say. */
struct server_about {
	char *kind;
	char *version;
	char *auth;	/* whether it trusts us: "trusted", "untrusted" */
};
const struct server_about *server_about(const struct server *server);

/* ---- how a verb ends ---- */
struct server_result {
	enum op_state state;	/* OP_OK, OP_FAILED, OP_REFUSED, or OP_UNKNOWN: nobody could tell */
	uint64_t sent_ns;	/* first request sent, CLOCK_MONOTONIC */
	uint64_t done_ns;	/* completion seen */
	bool found_done;	/* OP_UNKNOWN, yet found done afterwards: nobody saw when */
	const char *error;	/* the server's own words, cleaned of control characters; NULL when OK */
	const struct diagnosis *diagnosis;	/* NULL: none fits */
	int status;		/* the answer's or operation's code (404, 500, …); 0: no answer */
	/* Of the answer, or the ended operation whole; valid in the callback; may be NULL. */
	struct json_object *metadata;
};
typedef void server_done_fn(void *arg, const struct server_result *result);
/* While an operation is older than a second: its progress, "unpacking image 61 %". */
typedef void server_progress_fn(void *arg, const char *text);

struct server_ask {
	const char *doing;		/* workload's name, for the diagnosis, stays the caller's; NULL: none */
	server_done_fn *done;
	server_progress_fn *progress;	/* NULL: not wanted */
	void *arg;
	uint64_t timeout_ms;		/* our own deadline for the whole; 0: 10 minutes */
};

/* ---- verbs ---- */
struct instance_spec {
	const char *name;
	const char *pool;
	const char *member;		/* cluster member; NULL: the server chooses */
	const char *fingerprint;	/* NULL: an empty instance */
	bool vm;
	unsigned vm_size;		/* MiB of a virtual machine's root; 0: the server's own. Never a container's: a size turns on quotas for a whole btrfs pool. */
	bool start;			/* in the same operation; only where server_can_create_started() */
	bool privileged;
	bool network;			/* the default profile, for its network; false: no profile at all */
	const char *run;		/* id, for the mark */
	const char *owner;
};
/* Extension instance_create_start: without it `start` would be silently ignored. */
bool server_can_create_started(const struct server *server);
void server_instance_create(struct server *server, const struct instance_spec *spec,
			    const struct server_ask *ask);
/* action: "start", "stop", "restart", "freeze", "unfreeze". */
void server_instance_action(struct server *server, const char *name, const char *action, bool force,
			    const struct server_ask *ask);
/* A stopped instance. The caller has just seen its mark (server_marked). */
void server_instance_delete(struct server *server, const char *name, const struct server_ask *ask);

/*
 * A stopped instance's root, without its snapshots, as a new instance on the
 * same pool. Its configuration comes along, our marks in it.
 */
void server_instance_copy(struct server *server, const char *from, const char *to,
			  const struct server_ask *ask);
/* A stopped instance to another pool of the same server. Extension instance_pool_move. */
void server_instance_move(struct server *server, const char *name, const char *pool,
			  const struct server_ask *ask);
/* A stopped instance without snapshots; fingerprint NULL: empty. Extension instances_rebuild. */
void server_instance_rebuild(struct server *server, const char *name, const char *fingerprint,
			     const struct server_ask *ask);

void server_snapshot_create(struct server *server, const char *instance, const char *snapshot,
			    const struct server_ask *ask);
/* Of a stopped instance. Some drivers restore the newest only: OP_REFUSED. */
void server_snapshot_restore(struct server *server, const char *instance, const char *snapshot,
			     const struct server_ask *ask);
void server_snapshot_delete(struct server *server, const char *instance, const char *snapshot,
			    const struct server_ask *ask);

/* ---- files in an instance, running or not (a virtual machine's: only while its agent runs) ---- */
struct file_spec {
	const char *instance;
	const char *path;	/* in the instance */
	bool folder;
	http_source_fn *source;	/* of a file's bytes */
	void *source_arg;
	uint64_t len;
};
void server_file_put(struct server *server, const struct file_spec *file,
		     const struct server_ask *ask);
/* What the server says that it has: it answers 200 also when it has lost a part (field.md has why). */
typedef void server_file_size_fn(void *arg, uint64_t bytes, const struct err *err);
void server_file_size(struct server *server, const char *instance, const char *path,
		      server_file_size_fn *done, void *arg);

/* ---- backups: an instance as one archive ---- */
struct backup_spec {
	const char *instance;
	const char *name;		/* of the backup, new on this instance */
	bool optimized;			/* in the driver's own form; one that has none ignores this, and says so nowhere */
	const char *compression;	/* "none", "gzip", "zstd": programs of the server's */
};
/* Without the snapshots. It expires after a day, should nobody delete it. */
void server_backup_create(struct server *server, const struct backup_spec *spec,
			  const struct server_ask *ask);
/* The archive, poured into the sink; its bytes are told as progress. A cut one is OP_FAILED. */
void server_backup_download(struct server *server, const char *instance, const char *name,
			    http_sink_fn *sink, void *sink_arg, const struct server_ask *ask);
/* That it is not there has the status 404. */
void server_backup_delete(struct server *server, const char *instance, const char *name,
			  const struct server_ask *ask);
/*
 * The archive while it is made, with nothing kept on the server; needs the
 * extension, and no name. That it has come to its end does not say that it is
 * whole: the archive does, and the operation.
 */
#define BACKUP_STREAM_EXTENSION "direct_backup"
void server_backup_stream(struct server *server, const struct backup_spec *spec, http_sink_fn *sink,
			  void *sink_arg, const struct server_ask *ask);
/* An instance of this name from an archive of `len` bytes; its configuration, our marks in it, is the archive's. */
void server_instance_import(struct server *server, const char *name, const char *pool,
			    http_source_fn *source, void *source_arg, uint64_t len,
			    const struct server_ask *ask);
/*
 * Of GET /1.0/operations?recursion=1: one on this instance that is in this
 * state ("running", "failure"), borrowed; NULL: none, or it ended some seconds ago.
 */
struct json_object *server_operation_on(struct json_object *operations, const char *state,
					const char *instance);

/* An instance that carries our mark. */
struct marked {
	char *name;
	char *run;		/* value of MARK_RUN */
	char *owner;
	char *pool;		/* of its root disk; NULL: unknown */
	bool running;
	bool vm;
};
/*
 * The instances with our mark (of one run; NULL: of every run), in the server's
 * project. The list is valid in the callback.
 */
typedef void server_marked_fn(void *arg, const struct marked *list, size_t n, const struct err *err);
void server_marked(struct server *server, const char *run, server_marked_fn *done, void *arg);

/* Bytes used and in all, as the server says; UNKNOWN where it does not (absent `used` is 0, an empty structure unknown). */
typedef void server_usage_fn(void *arg, uint64_t used, uint64_t total, uint64_t took_ns,
			     const struct err *err);
void server_pool_usage(struct server *server, const char *pool, const char *member,
		       server_usage_fn *done, void *arg);

/*
 * No callback with this `arg` is made any more (of any verb or question of
 * this server): who asked goes away. What the server was asked to do goes on there.
 */
void server_forget(struct server *server, const void *arg);

/* ---- anything else (sandbox, later workloads) ---- */
struct server_request {
	const char *method;
	const char *path;	/* below /1.0, already encoded, without the project */
	struct json_object *body;	/* NULL: none; put by the callee */
	http_source_fn *source;	/* or a streamed body (with its content type application/octet-stream) */
	void *source_arg;
	uint64_t source_len;
	const char *const *headers;
};
void server_request(struct server *server, const struct server_request *request,
		    const struct server_ask *ask);

#endif
