/*
 * child.h - a process of ours, read line by line.
 *
 * Its standard output comes as lines, its standard error is kept for the error
 * text; it gets an empty standard input, the signal mask of a fresh process
 * and no descriptors of ours. It is in a process group of its own, so that
 * Ctrl-C on the terminal reaches us alone. The loop must outlive it.
 */
#ifndef SYS_CHILD_H
#define SYS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/mem.h"
#include "sys/loop.h"

struct child;

/* Lines longer than this end the child. */
#define CHILD_LINE_MAX (1u << 20)

typedef void child_line_fn(void *arg, const char *line, size_t len);
/* `status` as waitpid(2) gives it; `complaint`: the last line of its standard error, "" for none. */
typedef void child_end_fn(void *arg, int status, const char *complaint);

struct child_spec {
	const char *const *argv;	/* NULL-terminated; argv[0] is looked up in PATH */
	const char *const *env;		/* "NAME=value" added to ours, NULL-terminated; NULL: none */
	child_line_fn *line;		/* NULL: output is dropped */
	child_end_fn *end;		/* after the last line, once */
	void *arg;
};

int child_start(struct loop *loop, const struct child_spec *spec, struct child **ret, struct err *err);
/* Kills its group when it still runs, waits for it (2 s at most), and calls nothing back. */
void child_free(struct child *child);
DEFINE_AUTOFREE(child, child_free)

/*
 * For what happens before there is a loop (sandbox, doctor): runs to the end,
 * at most `timeout_ms`, and gives its output. -1 when it could not be run, was
 * ended by a signal or the time, or exited with other than 0 (its complaint in err).
 */
int child_run(const char *const *argv, unsigned timeout_ms, char **output, struct err *err);

#endif
