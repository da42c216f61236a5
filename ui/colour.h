/*
 * colour.h - colours as numbers, and the nearest one that a terminal has.
 *
 * A colour is 0xRRGGBB, or COLOUR_DEFAULT for the terminal's own.
 */
#ifndef UI_COLOUR_H
#define UI_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

#define COLOUR_DEFAULT (-1)

/* "#rrggbb", "#rgb", "#gg" (grey), "r g b" in decimal, "" for the terminal's own. */
bool colour_parse(const char *text, int32_t *ret);
/* From one to another, `part` 0..100 of the way. */
int32_t colour_between(int32_t from, int32_t to, int part);

/* The index 16..255 of the nearest in the 256 palette; the first 16 are the person's own. */
int colour_256(int32_t colour);
/*
 * The nearest of the eight ANSI colours, or COLOUR_DEFAULT for what is near
 * to black, white or grey: light and dark terminals both have a readable pair
 * of their own for those.
 */
int colour_8_background(int32_t colour);
/*
 * The same for text on one of those backgrounds. Blue, which cannot be read on
 * black, becomes cyan; on a coloured background all text is white or black.
 */
int colour_8_text(int32_t colour, int background);

#endif
