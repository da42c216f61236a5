/*
 * picture.h - a canvas as a picture: an SVG file of text that needs nothing else.
 */
#ifndef UI_PICTURE_H
#define UI_PICTURE_H

#include "base/buf.h"
#include "canvas.h"
#include "depth.h"

/* With the theme's colours, no more of them than `depth` (not AUTO). */
void picture_svg(const struct canvas *canvas, const struct theme *theme, enum depth depth,
		 struct buf *out);

#endif
