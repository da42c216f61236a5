#include "sys/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <unistd.h>

int
tree_remove(const char *top, struct err *err)
{
	char *const roots[] = { (char *)top, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_XDEV, NULL);
	FTSENT *entry;
	int result = 0;

	if (!tree)
		return err_sys(err, "read %s", top);
	while ((entry = fts_read(tree)) != NULL && result == 0) {
		if (entry->fts_info == FTS_D)
			continue;
		int flags = entry->fts_info == FTS_DP ? AT_REMOVEDIR : 0;
		if (unlinkat(AT_FDCWD, entry->fts_accpath, flags) < 0 && errno != ENOENT)
			result = err_sys(err, "remove %s", entry->fts_path);
	}
	fts_close(tree);
	return result;
}

bool
tree_each_dir(const char *top, tree_dir_fn *visit)
{
	char *const roots[] = { (char *)top, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	const FTSENT *entry;
	bool go_on = true;

	while (tree && go_on && (entry = fts_read(tree)) != NULL) {
		if (entry->fts_info == FTS_DP)
			go_on = visit(entry->fts_path);
	}
	if (tree)
		fts_close(tree);
	return go_on;
}
