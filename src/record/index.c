#include "record/index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/recording.h"

#define SUFFIX ".jsonl"
#define LAST_LINE_MAX 65536

static bool
has_suffix(const char *name)
{
	size_t len = strlen(name);

	return len > strlen(SUFFIX) && strcmp(name + len - strlen(SUFFIX), SUFFIX) == 0;
}

/* Adds a word unless it is among them already. */
static void
add_word(struct buf *words, const char *word)
{
	autofree_mem char *padded = xasprintf(" %s ", buf_text(words));
	autofree_mem char *wanted = xasprintf(" %s ", word);

	if (!strstr(padded, wanted))
		buf_printf(words, "%s%s", words->len ? " " : "", word);
}

static void
describe(struct index_entry *entry, const struct event_header *header)
{
	const struct plan *plan = header->plan;
	autobuf pools = { 0 };
	autobuf workloads = { 0 };

	for (size_t i = 0; i < plan->n_targets; i++)
		add_word(&pools, plan->targets[i].pool);
	for (size_t i = 0; i < plan->n_cells; i++)
		add_word(&workloads, plan->cells[i].workload);
	snprintf(entry->run, sizeof(entry->run), "%s", header->run);
	entry->label = xstrdup(header->label);
	entry->server = header->env.n_servers ? xstrdup(header->env.servers[0].name) : NULL;
	entry->pools = buf_steal(&pools);
	entry->workloads = buf_steal(&workloads);
	entry->kind = header->kind;
	entry->started_wall_ns = header->started_wall_ns;
}

/* The start of the last whole line in `text`, its length in `len`; NULL: there is none. */
static const char *
last_line(const char *text, size_t size, size_t *len)
{
	size_t end = size;
	size_t start;

	while (end > 0 && text[end - 1] != '\n')
		end--;	/* torn */
	if (end == 0)
		return NULL;
	end--;
	for (start = end; start > 0 && text[start - 1] != '\n';)
		start--;
	*len = end - start;
	return text + start;
}

/* How the run ended stands in its last line; the lines between are not read. */
static void
read_end(struct index_entry *entry)
{
	autofree_mem char *tail = xmalloc(LAST_LINE_MAX);
	off_t from = entry->size > LAST_LINE_MAX ? (off_t)(entry->size - LAST_LINE_MAX) : 0;
	int fd = open(entry->path, O_RDONLY | O_CLOEXEC);
	struct event event;
	struct err ignored;
	const char *line;
	size_t len;
	ssize_t n;

	if (fd < 0)
		return;
	n = pread(fd, tail, LAST_LINE_MAX, from);
	close(fd);
	line = n > 0 ? last_line(tail, (size_t)n, &len) : NULL;
	if (!line || event_parse(line, len, &event, &ignored) < 0)
		return;
	entry->ended = event.type == EV_END;
	if (entry->ended)
		entry->end = event.end.how;
	event_wipe(&event);
}

static void
read_entry(struct index_entry *entry)
{
	autofree(recording) rec = NULL;
	struct stat st;
	struct err err;

	if (recording_open(entry->path, &rec, &err) < 0) {
		entry->damage = xstrdup(err.text);
		return;
	}
	describe(entry, recording_header(rec));
	entry->size = stat(entry->path, &st) == 0 ? (uint64_t)st.st_size : 0;
	read_end(entry);
}

/* File names begin with the start's date, so their order is the runs' order. */
static int
newest_first(const void *a, const void *b)
{
	const struct index_entry *x = a;
	const struct index_entry *y = b;

	return strcmp(y->path, x->path);
}

size_t
index_scan(const char *folder, struct index_entry **ret)
{
	struct index_entry *entries = NULL;
	size_t n = 0, room = 0;
	DIR *dir = opendir(folder);
	struct dirent *file;

	while (dir && (file = readdir(dir))) {
		if (!has_suffix(file->d_name))
			continue;
		entries = mem_grow(entries, n, &room, sizeof(*entries));
		entries[n] = (struct index_entry){ .path = xasprintf("%s/%s", folder, file->d_name) };
		read_entry(&entries[n++]);
	}
	if (dir)
		closedir(dir);
	if (n)
		qsort(entries, n, sizeof(*entries), newest_first);
	*ret = entries;
	return n;
}

void
index_free(struct index_entry *entries, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(entries[i].path);
		free(entries[i].label);
		free(entries[i].server);
		free(entries[i].pools);
		free(entries[i].workloads);
		free(entries[i].damage);
	}
	free(entries);
}

/* ---- finding one ---- */

/* The N of "last~N", 0 for "last"; -1: it is neither. */
static long
last_number(const char *run)
{
	char *end;
	long n;

	if (strcmp(run, "last") == 0)
		return 0;
	if (strncmp(run, "last~", 5) != 0 || run[5] < '0' || run[5] > '9')
		return -1;
	n = strtol(run + 5, &end, 10);
	return *end ? -1 : n;
}

static int
find_last(const struct index_entry *entries, size_t n, long back, const char *folder, char **path,
	  struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		if (entries[i].damage)
			continue;
		if (back-- > 0)
			continue;
		*path = xstrdup(entries[i].path);
		return 0;
	}
	return err_set_kind(err, ERR_USAGE, "there are not that many runs in %s", folder);
}

static bool
is_named(const struct index_entry *entry, const char *run)
{
	if (entry->damage)
		return false;
	return (strlen(run) >= 4 && strncmp(entry->run, run, strlen(run)) == 0) ||
	       (entry->label && strcmp(entry->label, run) == 0);
}

static int
find_named(const struct index_entry *entries, size_t n, const char *run, const char *folder,
	   char **path, struct err *err)
{
	autobuf candidates = { 0 };
	size_t found = 0, at = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_named(&entries[i], run))
			continue;
		buf_printf(&candidates, " %s", entries[i].run);
		at = i;
		found++;
	}
	if (found == 0)
		return err_set_kind(err, ERR_USAGE,
				    "%s: no such run in %s; expected a path, an id, a label, last or last~N",
				    run, folder);
	if (found > 1)
		return err_set_kind(err, ERR_USAGE, "%s: could be any of%s", run,
				    buf_text(&candidates));
	*path = xstrdup(entries[at].path);
	return 0;
}

int
index_find(const char *folder, const char *run, char **path, struct err *err)
{
	struct index_entry *entries;
	long back = last_number(run);
	size_t n;
	int status;

	if (strchr(run, '/') || access(run, F_OK) == 0) {
		*path = xstrdup(run);
		return 0;
	}
	n = index_scan(folder, &entries);
	if (back >= 0)
		status = find_last(entries, n, back, folder, path, err);
	else
		status = find_named(entries, n, run, folder, path, err);
	index_free(entries, n);
	return status;
}
