/*
 * clipboard.h - a table as text, and how a terminal is asked to keep it.
 *
 * The text is the panel as it would be on a screen of 160 columns that is high
 * enough for all of it; a longer line of the log ends in an ellipsis. OSC 52 reaches the clipboard of the machine in
 * front of the person, also over SSH; no terminal answers whether it did.
 */
#ifndef UI_CLIPBOARD_H
#define UI_CLIPBOARD_H

#include "view.h"

/* Terminals drop what is longer, some without a word. */
#define CLIPBOARD_MAX (50u << 10)

/* The list that has the keys, or the screen's first panel where that is no list. Returns its lines. */
size_t clipboard_text(const struct ui *ui, enum glyphs glyphs, struct buf *out);
/* OSC 52; inside tmux also in the form that tmux hands on to the terminal it is in. */
void clipboard_sequence(const char *text, size_t len, bool tmux, struct buf *out);

#endif
