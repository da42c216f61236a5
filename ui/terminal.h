/*
 * terminal.h - what is known of the terminal and what it was concluded from, in
 * words, for doctor; and which theme is right for it when nobody has said.
 */
#ifndef UI_TERMINAL_H
#define UI_TERMINAL_H

#include "background.h"
#include "base/buf.h"
#include "base/options.h"

/* Lines, each beginning with "terminal: ". Asks the terminal for its background. */
void terminal_describe(const struct options *options, struct buf *out);
/* That of the options; where none is set and the background is light, the default's light sister. */
const char *terminal_theme(const struct options *options, enum ground ground);
/* Whether terminal_theme() has a use for the background. */
bool terminal_theme_open(const struct options *options);

#endif
