#include "widgets/box.h"

#include <stdio.h>

/* Corners from the upper left, clockwise. */
struct lines {
	char32_t corner[4];
	char32_t across, down;
};

static const struct lines round_lines = { U"╭╮╯╰", U'─', U'│' };
static const struct lines ascii_lines = { U"++++", U'-', U'|' };
/* Without colours and lines, the panel that has the keys must still be seen. */
static const struct lines ascii_focus = { U"++++", U'=', U'|' };

static const struct lines *
lines_for(const struct canvas *canvas, bool focused)
{
	if (canvas->glyphs != GLYPHS_ASCII)
		return &round_lines;
	return focused ? &ascii_focus : &ascii_lines;
}

static void
draw_frame(struct canvas *canvas, struct rect area, const struct lines *lines, enum role role)
{
	int right = area.x + area.w - 1;
	int bottom = area.y + area.h - 1;

	for (int x = area.x + 1; x < right; x++) {
		canvas_put(canvas, x, area.y, lines->across, role, 0);
		canvas_put(canvas, x, bottom, lines->across, role, 0);
	}
	for (int y = area.y + 1; y < bottom; y++) {
		canvas_put(canvas, area.x, y, lines->down, role, 0);
		canvas_put(canvas, right, y, lines->down, role, 0);
	}
	canvas_put(canvas, area.x, area.y, lines->corner[0], role, 0);
	canvas_put(canvas, right, area.y, lines->corner[1], role, 0);
	canvas_put(canvas, right, bottom, lines->corner[2], role, 0);
	canvas_put(canvas, area.x, bottom, lines->corner[3], role, 0);
}

/* A text in the edge with a blank at each side; returns the columns taken. */
static int
draw_label(struct canvas *canvas, int x, int y, int room, enum role role, const char *text)
{
	int used;

	if (room < 3)
		return 0;
	canvas_put(canvas, x, y, ' ', role, 0);
	used = canvas_text(canvas, x + 1, y, room - 2, role, text);
	canvas_put(canvas, x + 1 + used, y, ' ', role, 0);
	return used + 2;
}

/* "╭─ Title ─── note ─╮": between the corners and a piece of line at each end. */
static void
draw_labels(struct canvas *canvas, struct rect area, const char *title, const char *note,
	    bool focused)
{
	int x = area.x + 2;
	int room = area.w - 4;
	int note_room = note ? canvas_width(canvas, note) + 2 : 0;
	int used = 0;

	if (title)
		used = draw_label(canvas, x, area.y, room, focused ? ROLE_HOT : ROLE_TITLE, title);
	/* With at least one piece of line between the two. */
	if (note_room && used + 1 + note_room <= room)
		draw_label(canvas, x + room - note_room, area.y, note_room, ROLE_GRAPH_TEXT, note);
}

static int
inner(int length)
{
	return length > 2 ? length - 2 : 0;
}

struct rect
box_draw(struct canvas *canvas, struct rect area, const char *title, const char *note, bool focused)
{
	if (area.w >= 2 && area.h >= 2) {
		draw_frame(canvas, area, lines_for(canvas, focused),
			   focused ? ROLE_BOX_FOCUS : ROLE_BOX);
		draw_labels(canvas, area, title, note, focused);
	}
	return (struct rect){ area.x + 1, area.y + 1, inner(area.w), inner(area.h) };
}

void
box_below(struct canvas *canvas, struct rect area, size_t below, size_t chosen)
{
	char text[64];
	int width = snprintf(text, sizeof(text), " %zu more ", below);

	if (chosen)
		width = snprintf(text, sizeof(text), " %zu more, %zu chosen ", below, chosen);
	if (below && width + 2 < area.w)
		canvas_text(canvas, area.x + area.w - 2 - width, area.y + area.h - 1, width,
			    ROLE_GRAPH_TEXT, text);
}
