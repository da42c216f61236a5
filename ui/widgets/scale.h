/*
 * scale.h - an axis with a round end, round ticks and its unit: linear from 0,
 * or logarithmic between two powers of ten.
 */
#ifndef UI_WIDGETS_SCALE_H
#define UI_WIDGETS_SCALE_H

#include "base/units.h"
#include "canvas.h"

enum quantity {
	QUANTITY_TIME,	/* ns */
	QUANTITY_DELTA, /* bytes more, or less */
	QUANTITY_PER_S,
	QUANTITY_SECONDS, /* of CPU */
	QUANTITY_RATE,    /* bytes a second */
	QUANTITY_OPS,
	QUANTITY_ROUNDS,
	QUANTITY_TIMES, /* as long as something else */
};

struct scale {
	enum quantity quantity;
	bool log;
	double low, high, step; /* of the quantity itself; step: between ticks, of a linear one */
	double unit;		/* what the ticks are told in */
	const char *unit_name;
};

/* Holds all from `min` (used by a logarithmic one only) to `max`; without a positive `max` it holds
 * 0 to 1. */
struct scale scale_of(enum quantity quantity, double min, double max, bool log);
/* Where a value lies, 0..1; NAN for NAN. */
double scale_part(const struct scale *scale, double value);
/* A line of ticks, as many as there is room for. */
void scale_draw(struct canvas *canvas, int x, int y, int width, const struct scale *scale);

/* Both ends in words, "0 to 0.6 s", where there is no room for a line; "" when it has none. */
#define SCALE_ENDS 48
const char *scale_ends(const struct scale *scale, char out[SCALE_ENDS]);

/* A figure with its unit, "?" for NAN; returns out. */
const char *quantity_text(enum quantity quantity, double value, char out[UNITS_LEN]);

#endif
