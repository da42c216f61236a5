/*
 * cmd.h - the subcommands: one file each, one function each.
 *
 * A command returns the program's exit code. What goes wrong is shown on
 * standard error by the command itself, once, by cmd_fail().
 */
#ifndef UI_CMD_H
#define UI_CMD_H

#include "base/err.h"
#include "base/options.h"

#define EXIT_LEFT_BEHIND 5	/* and it is listed */

int cmd_dashboard(const struct options *options);
int cmd_run(const struct options *options);
int cmd_list(const struct options *options);
int cmd_report(const struct options *options);
int cmd_replay(const struct options *options);
int cmd_clean(const struct options *options);
int cmd_doctor(const struct options *options);
int cmd_sandbox(const struct options *options);
int cmd_compare(const struct options *options);
int cmd_import(const struct options *options);

/* "poolscope: TEXT" on standard error; returns the exit code for its kind. */
int cmd_fail(const struct err *err);

#endif
