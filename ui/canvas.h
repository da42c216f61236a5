/*
 * canvas.h - a sheet of cells of our own, which views draw on.
 *
 * A cell knows a character and a role, not a colour: the theme says what a
 * role looks like, term_draw.c shows it, canvas_dump() prints it for tests and for
 * terminals that do not exist. Everything clips: a rectangle may lie outside,
 * a size may be zero or negative, nothing is drawn then.
 */
#ifndef UI_CANVAS_H
#define UI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <uchar.h>

#include "base/buf.h"
#include "base/mem.h"
#include "theme.h"

struct rect {
	int x, y, w, h;
};

#define LEVEL_NONE 255	/* no place on a gradient */

struct canvas_cell {
	char32_t ch;		/* 0: the right half of a wide character */
	uint8_t role;		/* enum role */
	uint8_t level;		/* 0..100 on the role's gradient, or LEVEL_NONE */
	uint8_t attr;		/* ATTR_* on top of the role's own */
};

enum { ATTR_BOLD = 1, ATTR_REVERSE = 2, ATTR_UNDERLINE = 4 };

/* What characters may be used. */
enum glyphs {
	GLYPHS_ASCII,	/* C locale: # - | + */
	GLYPHS_BLOCK,	/* eighth blocks, box lines */
	GLYPHS_BRAILLE,	/* and braille for graphs */
};

struct canvas {
	int cols, rows;
	struct canvas_cell *cells;	/* rows * cols */
	struct rect clip;
	enum glyphs glyphs;
};

struct canvas *canvas_new(int cols, int rows, enum glyphs glyphs);
void canvas_free(struct canvas *canvas);
DEFINE_AUTOFREE(canvas, canvas_free)
void canvas_resize(struct canvas *canvas, int cols, int rows);
void canvas_clear(struct canvas *canvas);	/* blanks in ROLE_TEXT, the clip is the whole */

/* Only what is inside is drawn from now on; returns the clip before, to put back. */
struct rect canvas_clip(struct canvas *canvas, struct rect to);

void canvas_put(struct canvas *canvas, int x, int y, char32_t ch, enum role role, uint8_t attr);
void canvas_put_level(struct canvas *canvas, int x, int y, char32_t ch, enum role role, uint8_t level);
void canvas_fill(struct canvas *canvas, struct rect area, char32_t ch, enum role role);
/* Adds an attribute to what is there: the line under the cursor. */
void canvas_mark(struct canvas *canvas, struct rect area, uint8_t attr);

/*
 * Text in at most `width` columns; longer text ends in an ellipsis. Invalid
 * UTF-8 and control characters become U+FFFD, on an ASCII canvas whatever is
 * not ASCII becomes '?'. Returns the columns used.
 */
int canvas_text(struct canvas *canvas, int x, int y, int width, enum role role, const char *text);
int canvas_printf(struct canvas *canvas, int x, int y, int width, enum role role, const char *fmt, ...)
	__attribute__((format(printf, 6, 7)));
/* The same with its end at column x + width. */
int canvas_text_right(struct canvas *canvas, int x, int y, int width, enum role role, const char *text);
/* Columns that the text takes on this canvas. */
int canvas_width(const struct canvas *canvas, const char *text);

/* The characters as lines of text, blanks at the ends of lines left out. */
void canvas_dump(const struct canvas *canvas, struct buf *out);
/* The same shape, a letter a role (see role_rows), so that colours can be tested. */
void canvas_dump_roles(const struct canvas *canvas, struct buf *out);

#endif
