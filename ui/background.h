/*
 * background.h - whether the terminal's background is a light or a dark one.
 *
 * A terminal is asked for its colour (OSC 11), and behind that who it is, which
 * nearly every one answers: so one that does not know the first question is not
 * waited for. What comes after the time is over, term.c keeps from the keys
 * and tells (term_answer).
 */
#ifndef UI_BACKGROUND_H
#define UI_BACKGROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ground {
	GROUND_UNKNOWN,
	GROUND_DARK,
	GROUND_LIGHT,
};

#define BACKGROUND_TYPED 64

struct background {
	enum ground ground;
	const char *from;	      /* how that is known: "COLORFGBG"; NULL */
	int32_t colour;		      /* 0xRRGGBB as it was answered; COLOUR_DEFAULT: it was not */
	char typed[BACKGROUND_TYPED]; /* what a person has typed meanwhile, without sequences */
	size_t n_typed;
	char begun[BACKGROUND_TYPED]; /* an answer whose end has not come in time */
	size_t n_begun;
};

/* Room for the answers; whatever is longer is no answer. */
#define BACKGROUND_ANSWER 256
#define BACKGROUND_MS	  250
/* The first frame does not wait for more: what is answered later is shown then. */
#define BACKGROUND_FRAME_MS 40

/*
 * Asks the terminal, for as long as `ms` at most, before curses has it. One of
 * a type (TERM) that is known to take no such question is not asked; nor is it
 * where `in` and `out` are no terminal. Else COLORFGBG tells.
 */
void background_find(int in, int out, int ms, struct background *ret);

/* What is in the bytes: "\033]11;rgb:ffff/ffff/dddd" and an end. False: no colour. */
bool background_answer(const char *bytes, size_t len, int32_t *ret);
/* COLORFGBG, "15;0" or "0;default;15": its last number is a colour of the palette. */
enum ground background_of_variable(const char *text);

#endif
