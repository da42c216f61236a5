/*
 * axes.h - what a graph of samples means: at the left what its height is, below
 * it how long ago a column was.
 *
 * Each is left out where it would leave too little of the graph.
 */
#ifndef UI_WIDGETS_AXES_H
#define UI_WIDGETS_AXES_H

#include "canvas.h"

/* Below all graphs that stand on it; returns the area above. A column holds so many seconds. */
struct rect axes_time(struct canvas *canvas, struct rect area, int seconds);
/* From 0 to `high`, as a text without its unit; returns what is left for the graph. */
struct rect axes_height(struct canvas *canvas, struct rect area, const char *high);
/* On the graph, when it is drawn: "written, MB/s". */
void axes_title(struct canvas *canvas, struct rect graph, const char *title);

#endif
