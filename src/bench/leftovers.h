/*
 * leftovers.h - what a run has made and must take away, known on disk before
 * the first of it exists.
 *
 * A list is a small JSON file in the state folder, `run-ID.json`: how the
 * server is reached, project, prefix of the names, and whose run it is (pid
 * and start time: a live run's list is left alone by others). It is removed
 * when everything is gone. Nothing is ever deleted without our mark having
 * been read on it just before.
 */
#ifndef BENCH_LEFTOVERS_H
#define BENCH_LEFTOVERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "server/server.h"
#include "sys/loop.h"

/* Writes the list of a run that is about to begin. */
int leftovers_write(const char *run, const char *prefix, struct server *const *servers,
		    size_t n_servers, struct err *err);
/* The run is clean: its list goes. */
void leftovers_done(const char *run);
/* It is clean on this server (leftover.server); the list goes with its last one. */
void leftovers_done_on(const char *run, const char *server);

/* Another live run of ours on this machine, now; run is set to its id. */
bool leftovers_live_other(const char *own_run, char run[9]);

/* Whose instances are ours: "user@host", for the mark. */
#define OWNER_MAX 128
void leftovers_owner(char out[OWNER_MAX]);

struct leftover {
	char *run;
	char *server;		/* remote's name or socket */
	char *project;		/* NULL: the client's current one */
	bool live;		/* its run still goes on */
};
/* Every list in the state folder; a list of several servers is several of them. */
size_t leftovers_lists(struct leftover **ret);
void leftovers_free(struct leftover *lists, size_t n);

/*
 * Removes what carries our mark of this run (NULL: of every run of this owner
 * that is not live) on one server: stops, then deletes, 404 is success, busy is
 * tried again with a bound. Each outcome is told as a line; at the end how many
 * are left.
 */
#define CLEAN_UNKNOWN SIZE_MAX	/* left: the server could not be asked, for about a minute */
typedef void clean_line_fn(void *arg, const char *line);
typedef void clean_done_fn(void *arg, size_t removed, size_t left);
struct clean;
struct clean *clean_start(struct loop *loop, struct server *server, const char *run,
			  clean_line_fn *line, clean_done_fn *done, void *arg);
/* Right after its start: only those whose names begin so. The text is the caller's, and stays. */
void clean_only(struct clean *clean, const char *names);
/* Why something could not be removed, or the server not be asked, with names; "" when nothing went wrong. */
const char *clean_error(const struct clean *clean);
void clean_free(struct clean *clean);
DEFINE_AUTOFREE(clean, clean_free)

#endif
