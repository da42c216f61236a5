/*
 * archive_file.h - an archive in a file: a copy that a person keeps, or one of
 * our own that lasts as long as a step.
 *
 * Ours lie in a folder of the run's in the state folder, which goes with the
 * list of what must be cleaned up (leftovers.h), so a killed run's go as well.
 */
#ifndef BENCH_ARCHIVE_FILE_H
#define BENCH_ARCHIVE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"

struct archive_file;

/* A new file, mode 0600, its folder made when missing; one that is there is left alone, and an error. */
int archive_file_new(const char *path, struct archive_file **ret, struct err *err);
/* An http_sink_fn. After -1 archive_file_close() says why. */
int archive_file_sink(void *file, const void *bytes, size_t len);
/* -1: it is not whole, and was removed. In any case it is freed. */
int archive_file_close(struct archive_file *file, struct err *err);
/* Removes it, unfinished as it is. */
void archive_file_free(struct archive_file *file);
DEFINE_AUTOFREE(archive_file, archive_file_free)

/* ---- those of a run's own; the caller frees the paths ---- */
char *archive_folder(const char *run);
char *archive_of_step(const char *run, uint32_t step);
void archive_folder_drop(const char *run);

#endif
