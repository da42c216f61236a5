#include "path.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"

char *
path_expand(const char *typed)
{
	const char *home = getenv("HOME");

	if (home && typed[0] == '~' && (typed[1] == '/' || typed[1] == '\0'))
		return xasprintf("%s%s", home, typed + 1);
	return xstrdup(typed);
}

/* What the names that were seen have in common. */
struct common {
	char *text; /* NULL: none yet */
	size_t n;
};

static void
take_name(struct common *common, const char *name)
{
	size_t same = 0;

	if (common->n++ == 0) {
		common->text = xstrdup(name);
		return;
	}
	while (common->text[same] && common->text[same] == name[same])
		same++;
	/* Not within a character. */
	while (same > 0 && ((unsigned char)common->text[same] & 0xc0) == 0x80)
		same--;
	common->text[same] = '\0';
}

/* What is hidden is meant only by who types its dot. */
static bool
is_meant(const char *name, const char *begin)
{
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return false;
	return strncmp(name, begin, strlen(begin)) == 0 && (name[0] != '.' || begin[0] == '.');
}

static void
look_into(const char *folder, const char *begin, struct common *common)
{
	DIR *dir = opendir(folder);
	struct dirent *file;

	while (dir && (file = readdir(dir)))
		if (is_meant(file->d_name, begin))
			take_name(common, file->d_name);
	if (dir)
		closedir(dir);
}

static bool
is_folder(const char *folder, const char *name)
{
	autofree_mem char *path = xasprintf("%s/%s", folder, name);
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool
path_complete(char *typed, size_t size)
{
	autofree_mem char *full = path_expand(typed);
	char *slash = strrchr(full, '/');
	const char *begin = slash ? slash + 1 : full;
	autofree_mem char *folder =
		slash ? xstrndup(full, (size_t)(slash - full) + 1) : xstrdup(".");
	struct common common = { 0 };
	autofree_mem char *more = NULL;

	look_into(folder, begin, &common);
	if (common.text)
		more = xasprintf("%s%s", common.text + strlen(begin),
				 common.n == 1 && is_folder(folder, common.text) ? "/" : "");
	free(common.text);
	if (!more || !*more || strlen(typed) + strlen(more) >= size)
		return false;
	strcat(typed, more);
	return true;
}
