/*
 * completion.h - what a shell offers for the Tab key, made of the rows of
 * options.h, so that it knows what the program knows and nothing else.
 *
 * Each is a script as the shell loads it from its own folder.
 */
#ifndef UI_COMPLETION_H
#define UI_COMPLETION_H

#include "base/buf.h"

void completion_bash(struct buf *out);
void completion_zsh(struct buf *out);
void completion_fish(struct buf *out);

#endif
