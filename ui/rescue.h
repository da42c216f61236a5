/*
 * rescue.h - gives the terminal back on the ways out that nobody chose: a
 * crash, an abort, an exit() from deep inside, a signal that ends a process
 * unless it is taken. One that is ignored stays so.
 *
 * Part of term.c without curses: all that happens in a signal handler is a
 * write of bytes prepared beforehand and a tcsetattr().
 */
#ifndef UI_RESCUE_H
#define UI_RESCUE_H

#include <stddef.h>

/* Keeps the terminal's state as it is now, and watches for fatal signals and exit(). */
void rescue_begin(void);
/* From now on the terminal is ours: `bytes` (copied, cut at 256) put it back. */
void rescue_arm(const char *bytes, size_t len);
/* It has been given back in the regular way. */
void rescue_disarm(void);
/* Puts it back now, when it is armed. Safe in a signal handler. */
void rescue_now(void);
/* The signals' handlers are again those before rescue_begin(). */
void rescue_end(void);

#endif
