/*
 * colour.h - colours as numbers, and as theme files write them.
 *
 * A colour is 0xRRGGBB, an index of the terminal's palette (COLOUR_INDEX(n),
 * n from 0 to 255), or COLOUR_DEFAULT for the terminal's own. What an index
 * looks like is the terminal's business; where it must be known (contrast,
 * pictures, colours beside it) xterm's palette is assumed.
 */
#ifndef UI_COLOUR_H
#define UI_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

#define COLOUR_DEFAULT	(-1)
#define COLOUR_INDEX(n) (0x1000000 | (n))
#define COLOUR_TEXT_LEN 16

/*
 * "#rrggbb", "#rgb", "#gg" (grey) or "r g b" in decimal; an index "0" to "255"
 * or one of the first 16 by name ("red", "bright-red"); "default" or "" for
 * the terminal's own.
 */
bool colour_parse(const char *text, int32_t *ret);
/* As colour_parse reads it; returns `out`. */
const char *colour_text(int32_t colour, char out[COLOUR_TEXT_LEN]);

bool colour_is_index(int32_t colour);
/* 0xRRGGBB of what is an index; anything else as it is. */
int32_t colour_rgb(int32_t colour);
/* From one to another, `part` 0..100 of the way; indexes do not mix. */
int32_t colour_between(int32_t from, int32_t to, int part);

/* Of two that are not COLOUR_DEFAULT: 1 (the same) to 21 (black and white), as WCAG 2 has it. */
double colour_contrast(int32_t a, int32_t b);
/* Black is read better on it than white is. */
bool colour_is_light(int32_t colour);

/* The index 16 to 255 that is nearest to 0xRRGGBB; the first 16 are the person's own. */
int colour_256(int32_t colour);
/*
 * With `n` (8 or 16) colours there are six hues, black and white: the index for
 * a background, and the one for text on `behind`, where it can be read (if need
 * be in a hue beside its own). COLOUR_DEFAULT: the terminal's own is best.
 */
int colour_ansi_background(int32_t colour, int n);
int colour_ansi_text(int32_t colour, int32_t behind, int n);

#endif
