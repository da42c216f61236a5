/*
 * index.h - the recordings in a folder, newest first, and how one is named.
 *
 * RUN on the command line is a path, an id prefix (4 digits or more), a label,
 * `last`, or `last~N`.
 */
#ifndef RECORD_INDEX_H
#define RECORD_INDEX_H

#include "record/event.h"

struct index_entry {
	char *path;
	char run[9];
	char *label;		/* NULL: none */
	char *server;		/* the first one's name; NULL */
	char *pools;		/* "btrfs dir" */
	char *workloads;	/* "launch delete" */
	enum run_kind kind;
	uint64_t started_wall_ns;
	uint64_t size;		/* bytes */
	bool ended;		/* false: cut short, or still going on */
	enum run_end end;
	char *damage;		/* why it cannot be read; NULL: it can */
};

/* A folder that does not exist has none. The caller frees with index_free. */
size_t index_scan(const char *folder, struct index_entry **ret);
void index_free(struct index_entry *entries, size_t n);

/* The path of RUN, which the caller frees. An ambiguous prefix is an error that names the candidates. */
int index_find(const char *folder, const char *run, char **path, struct err *err);

#endif
