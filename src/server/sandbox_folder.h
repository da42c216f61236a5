/*
 * sandbox_folder.h - the folder of a sandbox, and the lock on it.
 *
 * The lock is on the folder itself, so that it leaves no file, and it is gone
 * with the process that holds it, however that ends.
 */
#ifndef SERVER_SANDBOX_FOLDER_H
#define SERVER_SANDBOX_FOLDER_H

#include "base/err.h"

#define SANDBOX_BASE "/var/lib/poolscope/sandbox"

/* Makes SANDBOX_BASE and `dir` in it, and locks that; closing *lock unlocks. */
int sandbox_folder_claim(const char *dir, int *lock, struct err *err);
/* The same for one that exists. ERR_REFUSED: another process holds it. */
int sandbox_folder_lock(const char *dir, int *lock, struct err *err);
/* Removes SANDBOX_BASE and what is ours above it, when no sandbox is left in it. */
void sandbox_folder_leave(void);

#endif
