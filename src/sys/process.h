/*
 * process.h - another process of this machine: whether it is still the one we mean, and its end.
 *
 * A pid alone is reused; a pid with its start time is not. Linux only: proc(5).
 */
#ifndef SYS_PROCESS_H
#define SYS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* When it was started, in ticks since boot (/proc/PID/stat, field 22). 0: none, or a zombie. */
uint64_t process_start_time(pid_t pid);
/* 0: none, or not to be told. */
pid_t process_parent(pid_t pid);
/* The file it runs, also when that was replaced since. False: not to be told. */
bool process_program(pid_t pid, char *out, size_t size);
/* Whether the environment it was started with holds exactly "NAME=value". */
bool process_has_env(pid_t pid, const char *name, const char *value);

/* A descriptor that means this process and never another one, or -1. The caller closes it. */
int process_open(pid_t pid);
void process_signal(int pidfd, int signo);
/* Waits for its end, for what is done outside a loop. False: it still runs. */
bool process_wait(int pidfd, unsigned timeout_ms);

typedef void process_fn(void *arg, pid_t pid);
/* Calls back for each process of the machine; those that come or go meanwhile may be missed. */
void process_each(process_fn *fn, void *arg);

#endif
