/*
 * bars.h - horizontal bars, in eighths of a column where the glyphs allow it.
 */
#ifndef UI_WIDGETS_BARS_H
#define UI_WIDGETS_BARS_H

#include "canvas.h"

/* `part` 0..1 (clamped; NAN draws an empty bar) of `width` columns. */
void bar_draw(struct canvas *canvas, int x, int y, int width, double part, enum role role);
/* A mark (p95, median) over a bar, at `part` of its width. */
void bar_mark(struct canvas *canvas, int x, int y, int width, double part, enum role role);
/* A line from `low` to `high` with ends across it: an interval, a range. */
void bar_span(struct canvas *canvas, int x, int y, int width, double low, double high, enum role role);
/* A box on it: the middle half. */
void bar_box(struct canvas *canvas, int x, int y, int width, double low, double high, enum role role);

#endif
