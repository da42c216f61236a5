/*
 * runs.h - the recordings a person can name: the own ones, and behind them the
 * published figures that come with the program.
 */
#ifndef UI_RUNS_H
#define UI_RUNS_H

#include "record/index.h"

/* The own ones' folder; the caller frees it. */
char *runs_folder(void);
/* Own ones newest first, then the published ones; the caller frees them with index_free. */
size_t runs_scan(struct index_entry **ret);
/* As index_find, in both. */
int runs_find(const char *run, char **path, struct err *err);

#endif
