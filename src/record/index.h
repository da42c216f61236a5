/*
 * index.h - the recordings in a folder, newest first, and how one is named.
 *
 * What was read of each is kept in a file `index` beside them, and taken from
 * there as long as the recording's size and time of change are the same, so
 * that a folder of a thousand opens at once. The file is never needed: missing,
 * torn or of another version, it is made again.
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
	uint64_t changed_ns;	/* the file's time of change, since 1970 */
	bool ended;		/* false: cut short, or still going on */
	enum run_end end;
	char *damage;		/* why it cannot be read; NULL: it can */
};

/* It measured something here, came to its end and can be read: what trends and estimates go by. */
static inline bool
index_is_measured(const struct index_entry *entry)
{
	return !entry->damage && entry->ended && entry->kind == RUN_MEASURED;
}

/* A folder that does not exist has none. The caller frees with index_free. */
size_t index_scan(const char *folder, struct index_entry **ret);
void index_free(struct index_entry *entries, size_t n);

/*
 * The path of RUN, which the caller frees. The first of the folders
 * (NULL-terminated) that has one counts; `last` is of the first folder. An
 * ambiguous prefix is an error that names the candidates.
 */
int index_find(const char *const *folders, const char *run, char **path, struct err *err);

/*
 * A label from now on, in place of the header's; "": none. It is kept in
 * NAME.label beside the recording, which stays as it is. At most 200 bytes.
 */
int index_label(const char *recording, const char *label, struct err *err);
/* For whoever reads a recording from its first line on: what was so given takes its place in a header. */
void index_take_label(const char *recording, struct event *event);
/* For index.c: it has the last word there too. */
void index_take_labels(struct index_entry *entries, size_t n);
/* Where it is; the caller frees it. */
char *index_label_path(const char *recording);

/* A recording, with all that was kept beside it. */
int index_delete(const char *path, struct err *err);

#endif
