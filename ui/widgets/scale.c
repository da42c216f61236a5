#include "widgets/scale.h"

#include <math.h>
#include <stdio.h>

#include "base/mem.h"

#define TICKS_MOST 8 /* on a linear scale, besides the 0 */
#define SCALE_TEXT 32
#define TICK_GAP   2 /* columns between the texts of two ticks */

/* From the largest; the last serves everything below. The borders are those of units.h. */
static const struct {
	enum quantity quantity;
	double from, unit;
	const char *name;
} quantity_units[] = {
	{ QUANTITY_TIME, 1e8, 1e9, "s" },
	{ QUANTITY_TIME, 0, 1e6, "ms" },
	{ QUANTITY_DELTA, 0x1p40, 0x1p40, "TiB" },
	{ QUANTITY_DELTA, 0x1p30, 0x1p30, "GiB" },
	{ QUANTITY_DELTA, 0x1p20, 0x1p20, "MiB" },
	{ QUANTITY_DELTA, 0x1p10, 0x1p10, "KiB" },
	{ QUANTITY_DELTA, 0, 1, "B" },
	{ QUANTITY_PER_S, 0, 1, "/s" },
	{ QUANTITY_SECONDS, 0, 1, "s" },
	{ QUANTITY_RATE, 0, 1e6, "MB/s" },
	{ QUANTITY_OPS, 0, 1, "ops" },
	{ QUANTITY_ROUNDS, 0, 1, "rounds" },
	{ QUANTITY_TIMES, 0, 1, "x" },
};

static void
choose_unit(struct scale *scale, double max)
{
	for (size_t i = 0; i < COUNTOF(quantity_units); i++) {
		if (quantity_units[i].quantity != scale->quantity || max < quantity_units[i].from)
			continue;
		scale->unit = quantity_units[i].unit;
		scale->unit_name = quantity_units[i].name;
		return;
	}
}

/* Not 7 steps, of which nothing can be left out evenly. */
static void
round_linear(struct scale *scale, double max)
{
	double step = units_round_up(max / scale->unit / TICKS_MOST);
	double steps = ceil(max / scale->unit / step * (1 - 1e-9));

	scale->low = 0;
	scale->step = step * scale->unit;
	scale->high = (steps == 7 ? 8 : steps) * scale->step;
}

/* Whole powers of ten of the unit, one at least. */
static void
round_log(struct scale *scale, double min, double max)
{
	double low = floor(log10(min / scale->unit));
	double high = ceil(log10(max / scale->unit));

	scale->low = pow(10, low) * scale->unit;
	scale->high = pow(10, high > low ? high : low + 1) * scale->unit;
}

struct scale
scale_of(enum quantity quantity, double min, double max, bool log)
{
	struct scale scale = { .quantity = quantity, .log = log };

	if (!isfinite(max) || max <= 0) {
		scale.high = NAN;
		return scale;
	}
	if (!(min > 0) || min > max)
		min = max;
	choose_unit(&scale, max);
	if (log)
		round_log(&scale, min, max);
	else
		round_linear(&scale, max);
	return scale;
}

double
scale_part(const struct scale *scale, double value)
{
	double part;

	if (isnan(value) || isnan(scale->high))
		return NAN;
	if (!scale->log)
		part = value / scale->high;
	else
		part = log10(value / scale->low) / log10(scale->high / scale->low);
	return fmin(fmax(part, 0), 1);
}

/* The value of the tick `index`, from 0; NAN: there are not that many. */
static double
tick_value(const struct scale *scale, int index)
{
	double value = scale->log ? scale->low * pow(10, index) : scale->step * index;

	return value <= scale->high * (1 + 1e-9) ? value : NAN;
}

static void
tick_text(const struct scale *scale, double value, bool unit, char out[SCALE_TEXT])
{
	snprintf(out, SCALE_TEXT, "%g%s%s", value / scale->unit, unit ? " " : "",
		 unit ? scale->unit_name : "");
}

static int
tick_place(const struct scale *scale, int index, int width)
{
	return (int)lround(scale_part(scale, tick_value(scale, index)) * width);
}

static int
count_steps(const struct scale *scale)
{
	int n = 0;

	while (!isnan(tick_value(scale, n + 1)))
		n++;
	return n;
}

/* Each tick's text ends before the next one begins, the last one's before the end's. */
static bool
have_room(const struct canvas *canvas, const struct scale *scale, int width, int end, int stride,
	  int steps)
{
	char text[SCALE_TEXT];

	for (int i = 0; i < steps; i += stride) {
		int next = i + stride < steps ? tick_place(scale, i + stride, width) : end;

		tick_text(scale, tick_value(scale, i), false, text);
		if (tick_place(scale, i, width) + canvas_width(canvas, text) + TICK_GAP > next)
			return false;
	}
	return true;
}

/* Of how many ticks one is told: all are as far from the next, also the last from the end. */
static int
tick_stride(const struct canvas *canvas, const struct scale *scale, int width, int end)
{
	int steps = count_steps(scale);

	for (int stride = 1; stride <= steps; stride++)
		if (steps % stride == 0 && have_room(canvas, scale, width, end, stride, steps))
			return stride;
	return 0;
}

/* The end stands always, with the unit; the others if they have room. */
void
scale_draw(struct canvas *canvas, int x, int y, int width, const struct scale *scale)
{
	char text[SCALE_TEXT];
	int stride, end;

	if (isnan(scale->high))
		return;
	tick_text(scale, scale->high, true, text);
	end = width - canvas_width(canvas, text);
	if (end < 0)
		return;
	canvas_text(canvas, x + end, y, width - end, ROLE_GRAPH_TEXT, text);
	stride = tick_stride(canvas, scale, width, end);
	for (int i = 0; stride && i < count_steps(scale); i += stride) {
		int at = tick_place(scale, i, width);

		tick_text(scale, tick_value(scale, i), false, text);
		canvas_text(canvas, x + at, y, width - at, ROLE_GRAPH_TEXT, text);
	}
}

const char *
scale_ends(const struct scale *scale, char out[SCALE_ENDS])
{
	if (isnan(scale->high))
		*out = '\0';
	else
		snprintf(out, SCALE_ENDS, "%g to %g %s", scale->low / scale->unit,
			 scale->high / scale->unit, scale->unit_name);
	return out;
}

const char *
quantity_text(enum quantity quantity, double value, char out[UNITS_LEN])
{
	if (isnan(value)) {
		snprintf(out, UNITS_LEN, UNITS_UNKNOWN);
		return out;
	}
	switch (quantity) {
	case QUANTITY_TIME: return units_time(out, (uint64_t)value);
	case QUANTITY_DELTA: return units_delta(out, (int64_t)value);
	case QUANTITY_PER_S: return units_per_s(out, value);
	case QUANTITY_RATE: return units_rate(out, value);
	case QUANTITY_OPS:
	case QUANTITY_ROUNDS: snprintf(out, UNITS_LEN, "%.0f", value); break;
	case QUANTITY_SECONDS: snprintf(out, UNITS_LEN, "%.2f s", value); break;
	case QUANTITY_TIMES: snprintf(out, UNITS_LEN, "%.2fx", value); break;
	}
	return out;
}
