/*
 * term.h - the terminal; the only module that knows curses.
 *
 * Every way out restores it: term_close, exit, a fatal signal (which is then
 * raised again, so that the exit status tells). The handler uses only what is
 * safe in a signal.
 *
 * The keyboard is raw: Ctrl-C, Ctrl-Z and Ctrl-\ come as keys and raise no
 * signal, so that they do not reach the worker, which is in our process group.
 */
#ifndef UI_TERM_H
#define UI_TERM_H

#include "base/err.h"
#include "base/mem.h"
#include "background.h"
#include "canvas.h"
#include "depth.h"
#include "key.h"
#include "theme.h"

struct term;

struct term_options {
	enum depth depth;	/* as depth_wanted() has it, but no more than the terminal has */
	bool ascii;		/* even where the locale is UTF-8 */
	const struct background *background;	/* what was typed while it was asked for comes as keys; NULL */
};

/* What can be told without opening it. */
struct term_about {
	int cols, rows;
	bool known;		/* there is a description of the type (TERM) */
	int colours;		/* that it tells of; 0: none */
	bool rgb;		/* it takes any colour */
	bool direct;		/* there is an entry of its family that does */
	enum depth depth;	/* that the dashboard would have; not AUTO */
};

/* Before term_open(). */
void term_look(enum depth wish, struct term_about *ret);
/* Standard input and output must be a terminal; an unknown TERM is told with what to set (ERR_USAGE). */
int term_open(const struct term_options *options, struct term **ret, struct err *err);
void term_close(struct term *term);
static inline void
term_free(struct term *term)
{
	term_close(term);
}
DEFINE_AUTOFREE(term, term_free)

/* What the locale and the options allow: braille where it is UTF-8. */
enum glyphs term_glyphs(const struct term *term);
/* Now; 80x24 when the terminal does not say. */
void term_size(const struct term *term, int *cols, int *rows);
/* After SIGWINCH: takes the new size over. */
void term_resized(struct term *term);
/* Shows what differs from what is shown. */
void term_draw(struct term *term, const struct canvas *canvas, const struct theme *theme);
/* Everything anew: Ctrl-L, after a stop, another theme. */
void term_redraw(struct term *term);
/*
 * The mouse tells what it does from now on, or no longer and the terminal's own
 * selection works again. False: this terminal has none. term_open leaves it off.
 */
bool term_mouse(struct term *term, bool on);
/* Writes bytes past the screen; false: this terminal is not one to understand them. */
bool term_pass(struct term *term, const char *bytes);
/* 1: a key; 0: none waits. Never blocks. A terminal that is gone gives KEY_EOF_. */
int term_key(struct term *term, struct key *ret);
/* True, once: the terminal has told its background (0xRRGGBB) after the time of background_find(). */
bool term_answer(struct term *term, int32_t *colour);
/* Gives the terminal back for a stop (Ctrl-Z), and takes it again. */
void term_suspend(struct term *term);
void term_resume(struct term *term);
/* Restores at once, by what is safe in a signal handler; for mem_on_exhausted. */
void term_emergency(void);

#endif
