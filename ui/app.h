/*
 * app.h - the dashboard on a terminal: keys in, frames out, and nothing else.
 *
 * Draws when something has changed and the last frame is old enough (a key is
 * answered at once); sleeps otherwise. What the screens look at is in `ui`,
 * filled by a source (live.h, replay.h).
 */
#ifndef UI_APP_H
#define UI_APP_H

#include "base/options.h"
#include "sys/loop.h"
#include "view.h"

struct app;

/* Opens the terminal with the options' theme and colours. */
int app_open(const struct options *options, struct loop *loop, struct ui *ui, struct app **ret,
	     struct err *err);
/* Runs the loop until the person leaves. Returns the signal that ended it, 0: none. */
int app_run(struct app *app);
/* Something outside the model has changed (an answer of a server): draw. */
void app_changed(struct app *app);
/* Gives the terminal back. */
void app_free(struct app *app);
DEFINE_AUTOFREE(app, app_free)

#endif
