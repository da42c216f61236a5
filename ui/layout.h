/*
 * layout.h - where the panels of a screen are, at any size.
 *
 * A screen is a table of panels in reading order. Each stands in a band (a
 * row of panels side by side); it has a smallest and a preferred size, a
 * weight for what is left over and a priority. When they do not all fit, the
 * one of least priority goes first. Where nothing has a weight, the last one
 * takes what is left over, so that no hole stays. Never refuses a size.
 */
#ifndef UI_LAYOUT_H
#define UI_LAYOUT_H

#include <stddef.h>

#include "canvas.h"

struct panel_spec {
	int band;		/* 0..7, from the top; panels of one band stand side by side, in table order */
	int column;		/* 0..7; panels of one band and the same column are stacked in it */
	int min_w, min_h;	/* with its border; below, the panel is left out */
	int pref_w, pref_h;	/* given before others grow */
	int weight;		/* share of what is left, 0: stays at its preferred size */
	int priority;		/* 0 goes last */
};

/* From this priority on a panel is one more for a large screen: elsewhere it is seen only when it has the focus. */
#define LAYOUT_LARGE 6
#define LAYOUT_LARGE_W 180
#define LAYOUT_LARGE_H 41	/* of 45 lines, what the bars leave */

/*
 * Places the panels in the area; one that is left out gets w = 0. `expanded`
 * (an index, or -1) gets everything. `focus` (or -1) is placed before all
 * others, so it is always seen; where it does not fit either, it gets all.
 * Returns how many are shown.
 */
size_t layout_place(const struct panel_spec *panels, size_t n, struct rect area, int focus,
		    int expanded, struct rect *places);

#endif
