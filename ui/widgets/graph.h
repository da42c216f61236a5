/*
 * graph.h - a series as a filled graph: braille (2x4 dots a cell), blocks or ASCII.
 *
 * The newest value is at the right edge. A gap (NAN) stays blank. Colours
 * follow the role's gradient by height.
 */
#ifndef UI_WIDGETS_GRAPH_H
#define UI_WIDGETS_GRAPH_H

#include "canvas.h"
#include "record/series.h"

/* Values from 0 to `max`; max 0 or NAN: the largest shown. */
void graph_draw(struct canvas *canvas, struct rect area, const struct series *series, double max,
		enum role role);
/* How many values stand side by side in a column. */
int graph_across(enum glyphs glyphs);

#endif
