/* Which recording a person means. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/index.h"

#define TOLD 5 /* of those that have one name: of more it is said how many */

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

/* 1: *path is set; 0: there is none; -1: there are several. */
static int
find_named(const struct index_entry *entries, size_t n, const char *run, char **path,
	   struct err *err)
{
	autobuf candidates = { 0 };
	size_t found = 0, at = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_named(&entries[i], run))
			continue;
		if (found++ < TOLD)
			buf_printf(&candidates, " %s", entries[i].run);
		at = i;
	}
	if (found == 0)
		return 0;
	if (found > TOLD)
		buf_printf(&candidates, " and %zu more", found - TOLD);
	if (found > 1)
		return err_set_kind(err, ERR_USAGE, "%s: could be any of%s", run,
				    buf_text(&candidates));
	*path = xstrdup(entries[at].path);
	return 1;
}

static int
find_in(const char *folder, const char *run, char **path, struct err *err)
{
	struct index_entry *entries;
	size_t n = index_scan(folder, &entries);
	int found = find_named(entries, n, run, path, err);

	index_free(entries, n);
	return found;
}

static int
find_newest(const char *folder, long back, char **path, struct err *err)
{
	struct index_entry *entries;
	size_t n = index_scan(folder, &entries);
	int status = find_last(entries, n, back, folder, path, err);

	index_free(entries, n);
	return status;
}

int
index_find(const char *const *folders, const char *run, char **path, struct err *err)
{
	long back = last_number(run);
	int found = 0;

	if (strchr(run, '/') || access(run, F_OK) == 0) {
		*path = xstrdup(run);
		return 0;
	}
	if (back >= 0)
		return find_newest(folders[0], back, path, err);
	for (size_t i = 0; folders[i] && found == 0; i++)
		found = find_in(folders[i], run, path, err);
	if (found == 0)
		return err_set_kind(
			err, ERR_USAGE,
			"%s: no such run in %s, of those that \"poolscope list runs\" shows; "
			"expected a path, an id, a label, last or last~N",
			run, folders[0]);
	return found < 0 ? -1 : 0;
}
