/*
 * theme_watch.h - tells when a theme's file has changed on disk.
 *
 * Its folder is watched, since editors put a new file in the place of the old
 * one. Where the kernel has no watch to give, nothing is ever told.
 */
#ifndef UI_THEME_WATCH_H
#define UI_THEME_WATCH_H

#include "sys/loop.h"

struct theme_watch;

/* `changed` is called from the loop, when the new file is whole. */
struct theme_watch *theme_watch_new(struct loop *loop, loop_fn *changed, void *arg);
/* From now on this file; NULL: none (a theme that is built in). */
void theme_watch_file(struct theme_watch *watch, const char *path);
void theme_watch_free(struct theme_watch *watch);
DEFINE_AUTOFREE(theme_watch, theme_watch_free)

#endif
