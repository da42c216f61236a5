#include "runs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/xdg.h"
#include "share.h"

char *
runs_folder(void)
{
	return xdg_data("runs");
}

static char *
published_folder(void)
{
	autofree_mem char *beside = share_beside_program("published");

	return access(beside, F_OK) == 0 ? steal(beside) : xstrdup(PUBLISHEDDIR);
}

static size_t
append(struct index_entry **entries, size_t n, struct index_entry *more, size_t n_more)
{
	*entries = xrealloc(*entries, n + n_more, sizeof(**entries));
	if (n_more)
		memcpy(*entries + n, more, n_more * sizeof(*more));
	free(more);
	return n + n_more;
}

size_t
runs_scan(struct index_entry **ret)
{
	autofree_mem char *own = runs_folder();
	autofree_mem char *published = published_folder();
	struct index_entry *more;
	size_t n = index_scan(own, ret);
	size_t n_more = index_scan(published, &more);

	return append(ret, n, more, n_more);
}

int
runs_find(const char *run, char **path, struct err *err)
{
	autofree_mem char *own = runs_folder();
	autofree_mem char *published = published_folder();
	const char *const folders[] = { own, published, NULL };

	return index_find(folders, run, path, err);
}
