/*
 * sandbox_lxc.h - what LXC leaves of a sandbox's containers outside its folder.
 *
 * Control groups that were not removed because the monitor was killed, and the
 * empty lock files that are never removed. Nothing with a process in it is touched.
 */
#ifndef SERVER_SANDBOX_LXC_H
#define SERVER_SANDBOX_LXC_H

/* `dir`: the sandbox's folder, which still lists its instances; no process of it is left. */
void sandbox_lxc_clear(const char *dir);

#endif
