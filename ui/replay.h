/*
 * replay.h - the screens' source when a recording is played: its events reach
 * the model at the time they have, times a speed.
 */
#ifndef UI_REPLAY_H
#define UI_REPLAY_H

#include "record/model.h"
#include "sys/loop.h"
#include "view.h"

struct replay;

/* Reads the header; no event is played yet. Initialises `ui`, which must outlive it. `loop` NULL: no clock, seek only. */
int replay_open(const char *path, double speed, struct loop *loop, struct ui *ui, struct replay **ret,
		struct err *err);
/* Begins to play. */
void replay_start(struct replay *replay);
/* Begins anew whenever it has ended, after a pause in which the results can be read. */
void replay_again(struct replay *replay);
/* Plays everything that is left at once. -1: the recording is damaged, see err; what came before is shown. */
int replay_to_end(struct replay *replay, struct err *err);
void replay_free(struct replay *replay);
DEFINE_AUTOFREE(replay, replay_free)

#endif
