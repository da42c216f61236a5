/*
 * signals.h - signals told through a descriptor, for loop.c.
 *
 * A signal that is listened to is blocked in this process and read from a
 * signalfd, so that nothing ever runs inside a handler. signalfd(2).
 */
#ifndef SYS_SIGNALS_H
#define SYS_SIGNALS_H

#include <signal.h>

#include "base/err.h"
#include "sys/loop.h"

struct signals {
	int fd;			/* readable when one is waiting; -1: none was asked for */
	sigset_t mask;
	struct {
		loop_fn *fn;
		void *arg;
	} on[NSIG];
};

void signals_init(struct signals *signals);
/* Every signal that was listened to has its default action afterwards. */
void signals_end(struct signals *signals);
/* NULL gives the signal its default action back. */
int signals_on(struct signals *signals, int signo, loop_fn *fn, void *arg, struct err *err);
/* Reads and calls back for all that are waiting. */
void signals_tell(struct signals *signals);

#endif
