#include "record/index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "record/pack.h"
#include "record/recording.h"
#include "record/sums.h"

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
	/* Making the image ready is no one's choice. */
	for (size_t i = 0; i < plan->n_cells; i++)
		if (!cell_is_prime(&plan->cells[i]))
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
	struct err err;

	if (recording_open(entry->path, &rec, &err) < 0) {
		entry->damage = xstrdup(err.text);
		return;
	}
	describe(entry, recording_header(rec));
	read_end(entry);
}

static const char *
name_of(const struct index_entry *entry)
{
	return strrchr(entry->path, '/') + 1;
}

/* ---- the index file: what was read of each, to be taken as long as its size and time of change are the same ---- */

#define NAME	"psc-list"
#define FORMAT	2
#define FILE_NAME "index"
#define FEWEST	20	/* recordings; so many are read quickly enough without */

static void
pack_entry(struct pack *pack, struct index_entry *entry)
{
	pack_text(pack, &entry->path);
	pack_chars(pack, entry->run, sizeof(entry->run));
	pack_text(pack, &entry->label);
	pack_text(pack, &entry->server);
	pack_text(pack, &entry->pools);
	pack_text(pack, &entry->workloads);
	pack_word(pack, &entry->kind, RUN_PUBLISHED);
	pack_u64(pack, &entry->started_wall_ns);
	pack_u64(pack, &entry->size);
	pack_u64(pack, &entry->changed_ns);
	pack_bool(pack, &entry->ended);
	pack_word(pack, &entry->end, RUN_ENDS - 1);
	pack_text(pack, &entry->damage);
}

/* Either it can be read and is described, or it is told why not. */
static bool
is_complete(const struct index_entry *entry)
{
	return entry->path && strrchr(entry->path, '/') &&
	       (entry->damage || (entry->pools && entry->workloads));
}

static void
pack_entries(struct pack *pack, struct index_entry **entries, size_t *n)
{
	size_t room = 0, count = *n;

	pack_count(pack, &count);
	for (size_t i = 0; i < count && !pack->broken; i++) {
		if (pack->reading) {
			*entries = mem_grow(*entries, i, &room, sizeof(**entries));
			(*entries)[i] = (struct index_entry){ 0 };
			*n = i + 1;
		}
		pack_entry(pack, &(*entries)[i]);
		pack->broken |= !is_complete(&(*entries)[i]);
	}
}

/* What is not whole, or of another version, is as if it were not there. */
static size_t
read_index(const char *folder, struct index_entry **ret)
{
	autofree_mem char *path = xasprintf("%s/" FILE_NAME, folder);
	struct index_entry *entries = NULL;
	size_t n = 0;
	autopack pack;

	*ret = NULL;
	if (pack_load(&pack, path, NAME, FORMAT))
		return 0;
	pack_entries(&pack, &entries, &n);
	if (!pack_is_whole(&pack)) {
		index_free(entries, n);
		return 0;
	}
	*ret = entries;
	return n;
}

/* That it could not be written there is nothing to tell: the folder may be another's. */
static void
write_index(const char *folder, struct index_entry *entries, size_t n)
{
	autofree_mem char *path = xasprintf("%s/" FILE_NAME, folder);
	struct err ignored;
	autopack pack;

	pack_begin(&pack, NAME, FORMAT);
	pack_entries(&pack, &entries, &n);
	pack_save(&pack, path, &ignored);
}

/* ---- a folder ---- */

/* File names begin with the start's date, so their order is the runs' order. */
static int
newest_first(const void *a, const void *b)
{
	return strcmp(name_of(b), name_of(a));
}

/* Takes what the index has of this very file; false: nothing. What is damaged is read again: why may name a folder. */
static bool
take_from(struct index_entry *known_ones, size_t n, struct index_entry *entry)
{
	struct index_entry *found =
		n ? bsearch(entry, known_ones, n, sizeof(*known_ones), newest_first) : NULL;
	struct index_entry new = *entry;

	if (!found || found->damage || found->size != entry->size ||
	    found->changed_ns != entry->changed_ns)
		return false;
	*entry = *found;
	*found = new;	/* its path is freed with the others */
	free(entry->path);
	entry->path = xstrdup(new.path);
	return true;
}

static void
look_at(struct index_entry *entry)
{
	struct stat st;

	if (stat(entry->path, &st))
		return;
	entry->size = (uint64_t)st.st_size;
	entry->changed_ns = (uint64_t)st.st_mtim.tv_sec * NS_PER_S + (uint64_t)st.st_mtim.tv_nsec;
}

/* The names only. */
static size_t
list_files(const char *folder, struct index_entry **ret)
{
	struct index_entry *entries = NULL;
	size_t n = 0, room = 0;
	DIR *dir = opendir(folder);
	struct dirent *file;

	while (dir && (file = readdir(dir))) {
		if (!has_suffix(file->d_name))
			continue;
		entries = mem_grow(entries, n, &room, sizeof(*entries));
		entries[n++] = (struct index_entry){ .path = xasprintf("%s/%s", folder, file->d_name) };
	}
	if (dir)
		closedir(dir);
	*ret = entries;
	return n;
}

size_t
index_scan(const char *folder, struct index_entry **ret)
{
	struct index_entry *known_ones;
	size_t n = list_files(folder, ret), n_known = read_index(folder, &known_ones);
	bool changed = n != n_known;

	for (size_t i = 0; i < n; i++) {
		struct index_entry *entry = &(*ret)[i];

		look_at(entry);
		if (take_from(known_ones, n_known, entry))
			continue;
		read_entry(entry);
		changed |= !entry->damage;
	}
	if (n)
		qsort(*ret, n, sizeof(**ret), newest_first);
	if (n >= FEWEST && changed)
		write_index(folder, *ret, n);
	index_free(known_ones, n_known);
	index_take_labels(*ret, n);
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

int
index_delete(const char *path, struct err *err)
{
	autofree_mem char *sums = sums_path(path);
	autofree_mem char *label = index_label_path(path);

	if (unlink(path))
		return err_sys(err, "delete %s", path);
	unlink(sums);
	unlink(label);
	return 0;
}
