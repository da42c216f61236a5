/*
 * naming.h - what servers, targets and cells are called, on every screen, in
 * logs and reports: as short as still tells them from the others of their plan.
 *
 * Each fills `out` and returns it. The texts are those of servers and files and
 * not yet safe to show.
 */
#ifndef RECORD_NAMING_H
#define RECORD_NAMING_H

#include "record/plan.h"

/* "lab"; of a socket's path, which is long and begins like any other, its folder. */
const char *naming_server(const char *server, char *out, size_t size);
/* "btrfs", "lab:btrfs@node1": the server where the plan has several. */
const char *naming_target(const struct plan *plan, size_t target, char *out, size_t size);
/* "btrfs", "btrfs busybox vm": the target, with the image and the place where they differ. */
const char *naming_where(const struct plan *plan, size_t cell, char *out, size_t size);
/* The same with the variant: "btrfs vm optimized". The workload is told elsewhere. */
const char *naming_cell(const struct plan *plan, size_t cell, char *out, size_t size);
/* "export:optimized", as in a chain. */
const char *naming_work(const struct cell *cell, char *out, size_t size);
/* "export:optimized on btrfs vm" */
const char *naming_step(const struct plan *plan, size_t cell, char *out, size_t size);

#endif
