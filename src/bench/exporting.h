/*
 * exporting.h - what export and import have in common: an op's instance as an
 * archive, by way of a backup on the server or streamed while it is made.
 */
#ifndef BENCH_EXPORTING_H
#define BENCH_EXPORTING_H

#include <stdbool.h>

#include "bench/archive_file.h"
#include "bench/workload.h"
#include "server/tarball.h"

/* A large root through a slow compressor takes its time, and the server cannot be stopped at it. */
#define EXPORT_MS (60 * 60 * 1000)

/* The words that say how: those of export, and those of import, which has no use for the last one. */
extern const struct variant_word export_variants[];
extern const struct variant_word import_variants[];

typedef void exporting_fn(struct op *op, const char *trouble);

/* Kept by the op. */
struct exporting {
	char backup[32];	/* its name, which no other of this instance has */
	bool asked_for;		/* it may be on the server, and must go */
	bool whole;		/* the archive was got to its end */
	struct tarball tarball;	/* what passed */
	struct archive_file *file;	/* where it also goes, while it is got untimed; NULL: nowhere */
	char *trouble;		/* the first; NULL */
	exporting_fn *then;
};

/* Of this op, made when it is the first time. */
struct exporting *exporting_of(struct op *op);
/* What the op's variant asks for. */
struct backup_spec exporting_spec(struct op *op);
/* An http_sink_fn: counts, looks, and fills the file if there is one. */
int exporting_sink(void *exporting, const void *bytes, size_t len);
/* Why what has passed is no archive of the op's variant; NULL: it may be one. */
const char *exporting_fault(struct op *op);
/* Says so when the archive is not in the form that the variant asks for. */
void exporting_remark(struct op *op, const struct tarball *tarball);

/*
 * Untimed: the archive of the op's instance, from the backup that is there or
 * a new one, to a new file; and exporting_remove(). `then` is called at the end;
 * without trouble the file is there and whole.
 */
void exporting_to_file(struct op *op, const char *path, exporting_fn *then);
/* Untimed: nothing of it stays on the server. */
void exporting_remove(struct op *op, exporting_fn *then);

#endif
