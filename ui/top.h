/*
 * top.h - the upper lines: the screens, how the run goes, and how far it is.
 *
 * What has no room is left out by rank: of a run's state the word stays
 * longest, of the rest the count, the ETA, the server's name, the time.
 */
#ifndef UI_TOP_H
#define UI_TOP_H

#include "view.h"

/* "RUN", "STOPPING", "DONE". */
const char *top_state(const struct ui *ui);
/* The step that is running; between two, what goes on instead: "settling tank", "cleaning up". */
void top_step(const struct ui *ui, char *out, size_t size);

void top_draw(struct canvas *canvas, struct ui *ui);
void top_draw_progress(struct canvas *canvas, const struct ui *ui, int y);

#endif
