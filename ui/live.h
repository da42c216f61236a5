/*
 * live.h - the screens' source when there are servers: they are asked who they
 * are while the first frame is already shown, and runs are started on them.
 */
#ifndef UI_LIVE_H
#define UI_LIVE_H

#include <stdio.h>

#include "connect.h"
#include "view.h"

struct live;

/* Called when an answer has changed what the screens look at. */
typedef void live_changed_fn(void *arg);

/*
 * `connection` without servers is fine: then `why` (which may be NULL) is what
 * the Setup screen says. Initialises `ui`, which must outlive it.
 */
struct live *live_new(struct connection *connection, const struct options *options, const char *why,
		      struct ui *ui, struct err *err);
/* Asks the servers; from now on `changed` may be called. */
void live_connect(struct live *live, live_changed_fn *changed, void *arg);
/* The exit code that the runs so far give: 0, or that of the last one, which may go on. */
int live_exit_code(const struct live *live);
/* Says what the last run leaves behind, and how to remove it; nothing where it leaves nothing. */
void live_left_behind(const struct live *live, FILE *out);
void live_free(struct live *live);
DEFINE_AUTOFREE(live, live_free)

#endif
