/*
 * names.h - what servers are called on a screen, and which glyph a pool has.
 */
#ifndef UI_NAMES_H
#define UI_NAMES_H

#include "canvas.h"

#define SHOWN_NAME 96
/* Of a socket's path, which is long and begins like any other, the folder it is in. */
const char *names_server(const char *name, char out[SHOWN_NAME]);

/* A pool's glyph, by its place among the plan's targets; ASCII where the canvas is. */
char32_t pool_glyph(const struct canvas *canvas, size_t target);

#endif
