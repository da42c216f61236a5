/*
 * chart.h - pictures as SVG: axes with round ticks, bars, whiskers, marks, text.
 *
 * For light and dark pages, for eyes that tell few colours apart, and for
 * viewers that know no style sheets: a colour of Okabe and Ito's comes with a
 * hatching or a shape and a dark or light edge, attributes are those of a light
 * page, and the classes of chart_style override them on a dark one. There are
 * no ids and no scripts, so any number of pictures fit into one page.
 *
 * Lengths are in the picture's own units, y grows downwards. Texts may have
 * anything in them: they are made safe here.
 */
#ifndef RECORD_CHART_H
#define RECORD_CHART_H

#include <limits.h>
#include <stdbool.h>

#include "base/buf.h"

enum chart_colour {
	CHART_ORANGE,
	CHART_SKY,
	CHART_GREEN,
	CHART_PURPLE,
	CHART_VERMILLION,
	CHART_GREY,
};

/* How one kind of things looks: `mark`, any number, picks the hatching of bars and the shape of marks. */
struct chart_ink {
	enum chart_colour colour;
	unsigned mark;
};

enum chart_text {
	CHART_PLAIN,
	CHART_DIM,
	CHART_HEAD,
};

enum chart_anchor {
	CHART_START,
	CHART_MIDDLE,
	CHART_END,
};

/* Text and edges on a light page. */
#define CHART_INK "#1a1a1a"
/* Style rules, for the page that the pictures stand in. */
extern const char chart_style[];

/* Adds a text to HTML or XML, in an attribute as well; what cannot be there becomes '?'. */
void chart_escape(struct buf *out, const char *text);

/* A picture within a page, or a file of its own; `label` says what is to be seen. */
void chart_begin(struct buf *out, double width, double height, const char *label);
void chart_begin_file(struct buf *out, double width, double height, const char *label);
void chart_end(struct buf *out);

#define CHART_TEXT_HEIGHT 13
/* Cut with an ellipsis to `width`, by what such letters take on average; 0: not cut. */
void chart_text(struct buf *out, double x, double y, double width, enum chart_text style,
		enum chart_anchor anchor, const char *text);

/* Wrapped into lines of CHART_LINE; returns their height. */
#define CHART_LINE 18
double chart_paragraph(struct buf *out, double x, double y, double width, enum chart_text style,
		       const char *text);

enum chart_quantity {
	CHART_TIME,	/* ns */
	CHART_RATE,	/* bytes a second */
	CHART_SIZE,	/* bytes */
};

/* From 0, with some five round ticks. */
struct chart_scale {
	double high;		/* a tick */
	double step;		/* between ticks */
	double unit;		/* what the ticks are told in */
	const char *unit_name;	/* "s", "ms", "MB/s" */
};
/* Holds `max`; anything but a positive number: 0 to 1 of the largest unit. */
struct chart_scale chart_scale_of(enum chart_quantity quantity, double max);
double chart_part(const struct chart_scale *scale, double value);	/* 0..1, clamped; NAN stays */

/* Upright lines at the ticks, between two ys; and the ticks' figures, on a line below y. */
void chart_grid(struct buf *out, const struct chart_scale *scale, double x, double width, double top,
		double bottom);
void chart_ticks(struct buf *out, const struct chart_scale *scale, double x, double width, double y);
/* The 0 line and the top one, with their figures to the left. */
void chart_axis_y(struct buf *out, const struct chart_scale *scale, double x, double width, double top,
		  double bottom);
/* A faint upright line. */
void chart_rule(struct buf *out, double x, double top, double bottom);

/* `title` is told under the mouse; NULL: nothing. */
void chart_bar(struct buf *out, double x, double y, double width, double height, struct chart_ink ink,
	       const char *title);
/* A line from one x to another with ends across it, at a y. */
void chart_whisker(struct buf *out, double from, double to, double y);

/* Marks come in a group, which gives them their colour, that of `ink` or of the page; fine: with a thin edge. */
void chart_marks_begin(struct buf *out, struct chart_ink ink, bool fine);
void chart_marks_begin_paper(struct buf *out);
/* A mark where there is no room for shapes. */
#define CHART_DOT UINT_MAX
void chart_mark(struct buf *out, double x, double y, unsigned mark, bool hollow, const char *title);
/* A line with the mark on it: of several values the largest, the middle one and the least. */
void chart_mark_range(struct buf *out, double x, double low, double middle, double high, unsigned mark,
		      const char *title);
/* A cross: no value. */
void chart_mark_failed(struct buf *out, double x, double y, const char *title);
void chart_marks_end(struct buf *out);

#endif
