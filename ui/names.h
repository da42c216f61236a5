/*
 * names.h - what servers are called on a screen, and which glyph a pool has.
 */
#ifndef UI_NAMES_H
#define UI_NAMES_H

#include "base/buf.h"
#include "canvas.h"

#define SHOWN_NAME 96
/* "sandbox NAME" of one of ours, of others what naming_server() has. */
const char *names_server(const char *name, char out[SHOWN_NAME]);
/* A text of the engine, with the paths in it of sandboxes of ours as these. */
void names_text(const char *text, struct buf *out);

/* A pool's glyph, by its mark (struct model_target); ASCII where the canvas is. */
char32_t pool_glyph(const struct canvas *canvas, size_t mark);

#endif
