/*
 * sandbox_sweep.h - what a sandbox whose daemon has ended may have left on the machine.
 *
 * Monitors of its containers (which take the containers with them), mounts,
 * loop devices on files of its folder, empty control groups of its instances,
 * lock files, and the folder itself. Each is recognised by the folder, never
 * by a name that others could have; what does not fit is left alone.
 */
#ifndef SERVER_SANDBOX_SWEEP_H
#define SERVER_SANDBOX_SWEEP_H

#include "base/err.h"
#include "server/sandbox_daemon.h"

/*
 * Clears everything, the folder last. -1: something of ours could not be
 * cleared, and the folder stays, so that it is found again. The daemon must
 * have been asked to stop before; if it still runs it is killed.
 */
int sandbox_sweep(const char *dir, const char *name, const struct sandbox_kind *kind,
		  struct err *err);

#endif
