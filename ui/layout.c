#include "layout.h"

#include <assert.h>
#include <stdbool.h>

#include "base/mem.h"

enum { LINES_MAX = 8 }; /* bands of a screen, columns of a band, panels of a column */

/* What stands in a line: its least and preferred length, and its share of the rest. */
struct share {
	int min, pref, weight;
	bool used;
};

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static bool
is_shown(const struct rect *place)
{
	return place->w > 0;
}

/* The panels that stand in this band and column. */
static bool
stands_in(const struct panel_spec *panel, int band, int column)
{
	return panel->band == band && panel->column == column;
}

static struct share
column_width(const struct panel_spec *panels, size_t n, const struct rect *places, int band,
	     int column)
{
	struct share width = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!is_shown(&places[i]) || !stands_in(&panels[i], band, column))
			continue;
		width.used = true;
		width.min = larger(width.min, panels[i].min_w);
		width.pref = larger(width.pref, panels[i].pref_w);
		width.weight = larger(width.weight, panels[i].weight);
	}
	return width;
}

static struct share
column_height(const struct panel_spec *panels, size_t n, const struct rect *places, int band,
	      int column)
{
	struct share height = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!is_shown(&places[i]) || !stands_in(&panels[i], band, column))
			continue;
		height.used = true;
		height.min += panels[i].min_h;
		height.pref += larger(panels[i].min_h, panels[i].pref_h);
		height.weight = larger(height.weight, panels[i].weight);
	}
	return height;
}

/* A band is as high as the highest of its columns. */
static struct share
band_height(const struct panel_spec *panels, size_t n, const struct rect *places, int band)
{
	struct share height = { 0 };

	for (int column = 0; column < LINES_MAX; column++) {
		struct share of = column_height(panels, n, places, band, column);

		height.used |= of.used;
		height.min = larger(height.min, of.min);
		height.pref = larger(height.pref, of.pref);
		height.weight = larger(height.weight, of.weight);
	}
	return height;
}

static bool
all_fit(const struct panel_spec *panels, size_t n, const struct rect *places, struct rect area)
{
	int height = 0;

	for (int band = 0; band < LINES_MAX; band++) {
		int width = 0;

		for (int column = 0; column < LINES_MAX; column++)
			width += column_width(panels, n, places, band, column).min;
		if (width > area.w)
			return false;
		height += band_height(panels, n, places, band).min;
	}
	return height <= area.h;
}

/* The next panel to be tried: the focus, then by priority, then in table order; n: none. */
static size_t
next_panel(const struct panel_spec *panels, size_t n, const bool *tried, int focus)
{
	size_t next = n;

	if (focus >= 0 && !tried[focus])
		return (size_t)focus;
	for (size_t i = 0; i < n; i++)
		if (!tried[i] && (next == n || panels[i].priority < panels[next].priority))
			next = i;
	return next;
}

/* What is for a large screen only leaves its room to the others on a smaller one. */
static bool
has_place(const struct panel_spec *panel, struct rect area)
{
	return panel->priority < LAYOUT_LARGE ||
	       (area.w >= LAYOUT_LARGE_W && area.h >= LAYOUT_LARGE_H);
}

/* Marks with w = 1 those that are shown. The first one always is, whether it fits or not. */
static size_t
choose(const struct panel_spec *panels, size_t n, struct rect area, int focus, struct rect *places)
{
	autofree_mem bool *tried = xcalloc(n, sizeof(*tried));
	size_t shown = 0;

	for (size_t i; (i = next_panel(panels, n, tried, focus)) < n;) {
		tried[i] = true;
		places[i].w = 1;
		if (shown && (!has_place(&panels[i], area) || !all_fit(panels, n, places, area)))
			places[i].w = 0;
		else
			shown++;
	}
	return shown;
}

/* Grows lengths towards a goal by parts of `left`, in proportion to what each asks for. */
static void
hand_out(const int *asked, int *lengths, int left)
{
	int all = 0, given = 0;

	for (int i = 0; i < LINES_MAX; i++)
		all += asked[i];
	for (int i = 0, passed = 0; all > 0 && i < LINES_MAX; i++) {
		/* By the sum so far, so that no rounding is lost on the way. */
		int until = (int)((long)left * (passed + asked[i]) / all);

		lengths[i] += until - given;
		given = until;
		passed += asked[i];
	}
}

/* Divides `length`: the least first, then the preferred, then what is left by weight. */
static void
divide(const struct share *shares, int length, int *lengths)
{
	int wanted[LINES_MAX], weights[LINES_MAX];
	int missing = 0, heaviest = 0, last = -1;

	for (int i = 0; i < LINES_MAX; i++) {
		lengths[i] = shares[i].used ? shares[i].min : 0;
		length -= lengths[i];
		wanted[i] = larger(0, shares[i].pref - shares[i].min);
		missing += wanted[i];
		weights[i] = shares[i].weight;
		heaviest = larger(heaviest, weights[i]);
		if (shares[i].used)
			last = i;
	}
	if (heaviest == 0 && last >= 0)
		weights[last] = 1;
	if (length > missing) {
		hand_out(wanted, lengths, missing);
		hand_out(weights, lengths, length - missing);
	} else if (length > 0) {
		hand_out(wanted, lengths, length);
	}
}

/* Stacks the panels of a column in the place that the column has. */
static void
place_column(const struct panel_spec *panels, size_t n, int band, int column, struct rect area,
	     struct rect *places)
{
	struct share shares[LINES_MAX] = { 0 };
	int heights[LINES_MAX];
	size_t stack[LINES_MAX];
	size_t stacked = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_shown(&places[i]) || !stands_in(&panels[i], band, column))
			continue;
		assert(stacked < LINES_MAX);
		shares[stacked] =
			(struct share){ panels[i].min_h, panels[i].pref_h, panels[i].weight, true };
		stack[stacked++] = i;
	}
	divide(shares, area.h, heights);
	for (size_t i = 0; i < stacked; i++) {
		places[stack[i]] = (struct rect){ area.x, area.y, area.w, heights[i] };
		area.y += heights[i];
	}
}

static void
place_band(const struct panel_spec *panels, size_t n, int band, struct rect area,
	   struct rect *places)
{
	struct share shares[LINES_MAX];
	int widths[LINES_MAX];

	for (int column = 0; column < LINES_MAX; column++)
		shares[column] = column_width(panels, n, places, band, column);
	divide(shares, area.w, widths);
	for (int column = 0; column < LINES_MAX; column++) {
		struct rect in_column = { area.x, area.y, widths[column], area.h };

		place_column(panels, n, band, column, in_column, places);
		area.x += widths[column];
	}
}

static void
place_bands(const struct panel_spec *panels, size_t n, struct rect area, struct rect *places)
{
	struct share shares[LINES_MAX];
	int heights[LINES_MAX];

	for (int band = 0; band < LINES_MAX; band++)
		shares[band] = band_height(panels, n, places, band);
	divide(shares, area.h, heights);
	for (int band = 0; band < LINES_MAX; band++) {
		struct rect in_band = { area.x, area.y, area.w, heights[band] };

		place_band(panels, n, band, in_band, places);
		area.y += heights[band];
	}
}

size_t
layout_place(const struct panel_spec *panels, size_t n, struct rect area, int focus, int expanded,
	     struct rect *places)
{
	size_t shown;

	for (size_t i = 0; i < n; i++)
		places[i] = (struct rect){ 0 };
	if (n == 0 || area.w <= 0 || area.h <= 0)
		return 0;
	if (expanded >= 0 && (size_t)expanded < n) {
		places[expanded] = area;
		return 1;
	}
	if (focus < 0 || (size_t)focus >= n)
		focus = -1;

	shown = choose(panels, n, area, focus, places);
	if (shown > 1) {
		place_bands(panels, n, area, places);
		return shown;
	}
	/* The only one gets what there is, which may be less than its least. */
	for (size_t i = 0; i < n; i++)
		if (is_shown(&places[i]))
			places[i] = area;
	return shown;
}
