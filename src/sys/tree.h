/*
 * tree.h - whole folders: removed, or walked. Links are not followed, mounts not entered.
 */
#ifndef SYS_TREE_H
#define SYS_TREE_H

#include <stdbool.h>

#include "base/err.h"

/* Removes it with all it holds; that it is not there is no error. Changes the directory meanwhile. */
int tree_remove(const char *top, struct err *err);

typedef bool tree_dir_fn(const char *path);
/* Each folder of the tree, inner ones first, while `visit` says true. What it said last. */
bool tree_each_dir(const char *top, tree_dir_fn *visit);

#endif
