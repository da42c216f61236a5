/*
 * prompt.h - one line of text that is typed: a filter, a file's name, a label.
 *
 * Typing adds at the end, Backspace takes away, Ctrl-U all of it; of a path
 * that was only proposed a first / or ~ takes the place. What is
 * pasted is text, whatever it holds: a line break in it ends nothing.
 */
#ifndef UI_WIDGETS_PROMPT_H
#define UI_WIDGETS_PROMPT_H

#include "canvas.h"
#include "key.h"

#define PROMPT_LEN 192

struct prompt {
	bool open;
	bool proposed;			/* the text is a path, and no key has been pressed yet */
	const char *label;		/* not owned; "filter" */
	char text[PROMPT_LEN];		/* UTF-8; what is too long is not taken */
};

enum prompt_answer {
	PROMPT_TYPING,
	PROMPT_TAKEN,			/* Enter: it is closed, the text is what is wanted */
	PROMPT_LEFT,			/* Esc or Ctrl-C: it is closed, nothing is wanted */
};

void prompt_open(struct prompt *prompt, const char *label, const char *text);
enum prompt_answer prompt_key(struct prompt *prompt, struct key key);
/* "label: text_"; of a text that is too wide, its end. */
void prompt_draw(struct canvas *canvas, int x, int y, int width, const struct prompt *prompt);

#endif
