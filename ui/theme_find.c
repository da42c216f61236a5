/*
 * theme_find.c - where themes are, by their names.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xdg.h"
#include "share.h"
#include "theme_parts.h"

static char *
folder_beside_program(void)
{
	return share_beside_program("themes");
}

static char *
installed_folder(void)
{
	return xstrdup(THEMEDIR);
}

static char *
own_folder(void)
{
	return xdg_config("themes");
}

/* In the order in which they are searched. */
static char *(*const folders[])(void) = { own_folder, folder_beside_program, installed_folder };

/* A path; or a file of this folder, which its ending tells from a name. */
static bool
is_file(const char *name)
{
	size_t len = strlen(name), ending = strlen(THEME_SUFFIX);

	return strchr(name, '/') || (len > ending && strcmp(name + len - ending, THEME_SUFFIX) == 0);
}

struct theme *
theme_load(const char *name, struct err *err)
{
	if (is_file(name))
		return theme_load_file(name, err);

	for (size_t i = 0; i < COUNTOF(folders); i++) {
		autofree_mem char *folder = folders[i]();
		autofree_mem char *path = xasprintf("%s/%s" THEME_SUFFIX, folder, name);

		if (access(path, F_OK) == 0)
			return theme_load_file(path, err);
	}
	if (strcmp(name, "default") == 0)
		return theme_default();
	err_set_kind(err, ERR_USAGE, "no theme is named %s (see: poolscope list themes)", name);
	return NULL;
}

static int
is_theme_file(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len > strlen(THEME_SUFFIX) &&
	       strcmp(entry->d_name + len - strlen(THEME_SUFFIX), THEME_SUFFIX) == 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Of sorted names. */
static size_t
drop_doubles(char **names, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (kept && strcmp(names[kept - 1], names[i]) == 0)
			free(names[i]);
		else
			names[kept++] = names[i];
	}
	return kept;
}

size_t
theme_list(char ***ret)
{
	char **names = NULL;
	size_t n = 0, room = 0;

	names = mem_grow(names, n, &room, sizeof(*names));
	names[n++] = xstrdup("default");
	for (size_t i = 0; i < COUNTOF(folders); i++) {
		autofree_mem char *folder = folders[i]();
		struct dirent **entries = NULL;
		int found = scandir(folder, &entries, is_theme_file, NULL);

		for (int j = 0; j < found; j++) {
			names = mem_grow(names, n, &room, sizeof(*names));
			names[n++] = xstrndup(entries[j]->d_name,
					      strlen(entries[j]->d_name) - strlen(THEME_SUFFIX));
			free(entries[j]);
		}
		free(entries);
	}
	qsort(names, n, sizeof(*names), by_name);
	*ret = names;
	return drop_doubles(names, n);
}
