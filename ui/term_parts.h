/*
 * term_parts.h - the terminal's own state, for the files it is made of: term.c
 * opens it and gives it back, term_draw.c shows what has changed, term_keys.c
 * reads what is pressed. No other may include this, nor curses.
 */
#ifndef UI_TERM_PARTS_H
#define UI_TERM_PARTS_H

/* Curses has a function of this name too, which is not used here. */
#define key_name curses_key_name
#include <curses.h>
#undef key_name

#include "report_key.h"
#include "term.h"

enum { COLS_MAX = 1000, ROWS_MAX = 500 };
enum { LOOKS = 1024 }; /* a power of two */

/* A style as this terminal can show it. */
struct look {
	attr_t attr;
	int pair;
};

struct look_slot {
	bool used;
	struct style style;
	uint8_t attr;
	struct look look;
};

/* What a terminal answers to background_find() after we have stopped waiting. */
enum answer {
	ANSWER_NONE,
	ANSWER_TEXT,	 /* up to BEL or ESC \\ */
	ANSWER_SEQUENCE, /* up to a letter */
};

struct term {
	SCREEN *screen;
	WINDOW *input; /* a pad: reading from a window would refresh it */
	int cols, rows;
	enum glyphs glyphs;
	bool utf8;
	enum depth depth; /* not AUTO */
	bool direct;	  /* colour numbers are 0xRRGGBB */
	bool own_default; /* -1 is understood as the terminal's own colour */
	bool repaint;
	struct canvas_cell *shown;
	struct look_slot looks[LOOKS];
	cchar_t run[COLS_MAX];	/* changed cells side by side */
	struct key_bytes bytes; /* of a character of which some are still to come */
	struct report report;	/* of the mouse, the same */
	bool has_mouse;		/* and so tells pastes from keys too */
	bool mouse;		/* it is on */
	bool pasting;
	enum answer answer;
	char answered[BACKGROUND_TYPED]; /* that text, as far as it has come */
	size_t n_answered;
	bool has_answered;	/* it is whole */
	char typed[BACKGROUND_TYPED]; /* before there was a screen */
	size_t n_typed, typed_at;
	uint64_t came_at; /* the newest byte */
};

/* Tells curses how begins what is no key: a report of the mouse, a paste, an answer. */
void term_define_beginnings(void);
/* Of an answer that had begun when the waiting was over, the rest is no key either. */
void term_take_begun(struct term *term, const struct background *background);

#endif
