/*
 * ask.h - a question to the person, in the line above the hints: for a text,
 * for a path, or whether to go on.
 */
#ifndef UI_ASK_H
#define UI_ASK_H

#include "canvas.h"
#include "widgets/prompt.h"

struct ui;

/* Gets what was typed; after ask_whether() the text of the question before. */
typedef void ask_fn(struct ui *ui, const char *text);

struct ask {
	ask_fn *done;		/* NULL: nothing is asked */
	ask_fn *typed;		/* after each key, and with "" when nothing is wanted; NULL */
	bool path;		/* Tab completes */
	bool whether;		/* y, or anything else for no */
	char question[256];
	struct prompt prompt;
};

/* `label` is not owned. */
void ask_text(struct ui *ui, const char *label, const char *text, ask_fn *done);
/* What is typed works at once. */
void ask_live(struct ui *ui, const char *label, const char *text, ask_fn *typed);
void ask_path(struct ui *ui, const char *label, const char *path, ask_fn *done);
void ask_whether(struct ui *ui, ask_fn *done, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* True: something was asked, and the key was for it. */
bool ask_key(struct ui *ui, struct key key);
void ask_draw(struct canvas *canvas, int x, int y, int width, const struct ask *ask);

#endif
