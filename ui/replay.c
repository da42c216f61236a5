#include "replay.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "record/recording.h"

#define SPEED_MAX 10000.0
#define SPEED_MIN 0.01
#define REST_NS	  (5 * NS_PER_S)
#define FROZEN_NS NS_PER_S

struct replay {
	bool again;		/* when it has ended */
	char *path;
	struct recording *rec;
	struct model *model;
	struct loop *loop;
	struct ui *ui;
	struct loop_timer *timer;
	struct event next;
	bool has_next;
	double speed;
	bool paused;
	uint64_t anchor_wall;	/* loop's time at which ... */
	uint64_t anchor_run;	/* ... the run's time was this */
	uint64_t played_at;	/* loop's time, when events were last looked for */
};

/* ---- one event ---- */

static int
read_next(struct replay *replay, struct err *err)
{
	int status = recording_next(replay->rec, &replay->next, err);

	replay->has_next = status == 1;
	return status < 0 ? -1 : 0;
}

static int
apply_next(struct replay *replay, struct err *err)
{
	int status = model_apply(replay->model, &replay->next, err);

	if (status == 0)
		standing_event(&replay->ui->standing, replay->model, &replay->next, replay->speed);
	event_wipe(&replay->next);
	if (status < 0)
		return err_wrap(err, "%s:%" PRIu64, replay->path, recording_line(replay->rec));
	return read_next(replay, err);
}

/* What cannot be read ends the playing; what was read stays on the screen. */
static void
stop_at_damage(struct replay *replay, const struct err *err)
{
	replay->has_next = replay->again = false;
	ui_say(replay->ui, "%s", err->text);
}

/* ---- the clock ---- */

static uint64_t
run_now(const struct replay *replay)
{
	uint64_t passed = loop_now(replay->loop) - replay->anchor_wall;

	return replay->anchor_run + (uint64_t)((double)passed * replay->speed);
}

static void
anchor(struct replay *replay, uint64_t run_time)
{
	replay->anchor_wall = loop_now(replay->loop);
	replay->anchor_run = run_time;
}

static void play_due(void *arg);
static void begin_again(void *arg);

/*
 * Events may come by the hundred a second, and a frame shows all that have: none is
 * waited for within one. Of a display that stands still none is seen.
 */
static uint64_t
soonest(const struct replay *replay)
{
	const struct ui *ui = replay->ui;
	uint64_t rest = ui->frozen && ui->frame_ns < FROZEN_NS ? FROZEN_NS : ui->frame_ns;

	return replay->played_at + rest;
}

static void
wait_for_next(struct replay *replay)
{
	uint64_t ahead = 0, due;

	loop_timer_cancel(replay->timer);
	replay->timer = NULL;
	if (replay->paused)
		return;
	if (!replay->has_next) {
		if (replay->again)
			replay->timer = loop_timer_at(replay->loop, loop_now(replay->loop) + REST_NS,
						      begin_again, replay);
		return;
	}
	if (replay->next.t > replay->anchor_run)
		ahead = (uint64_t)((double)(replay->next.t - replay->anchor_run) / replay->speed);
	due = replay->anchor_wall + ahead;
	replay->timer = loop_timer_at(replay->loop, due > soonest(replay) ? due : soonest(replay),
				      play_due, replay);
}

static void
play_due(void *arg)
{
	struct replay *replay = arg;
	uint64_t now = run_now(replay);
	struct err err;

	replay->played_at = loop_now(replay->loop);
	while (replay->has_next && replay->next.t <= now)
		if (apply_next(replay, &err) < 0)
			stop_at_damage(replay, &err);
	wait_for_next(replay);
}

/* ---- from the beginning ---- */

/* Up to the header, so that the first frame knows what is run. What was read before goes. */
static int
read_header(struct replay *replay, struct err *err)
{
	struct model *before = replay->model;

	if (replay->has_next)
		event_wipe(&replay->next);
	replay->has_next = false;
	recording_free(steal(replay->rec));
	replay->model = model_new();
	replay->ui->model = replay->model;
	if (recording_open(replay->path, &replay->rec, err) == 0 && read_next(replay, err) == 0 &&
	    apply_next(replay, err) == 0) {
		replay->ui->env = &replay->model->header->env;
		model_free(before);
		return 0;
	}
	model_free(replay->model);
	replay->model = before;
	replay->ui->model = before;
	return -1;
}

static void
begin_again(void *arg)
{
	struct replay *replay = arg;
	struct err err;

	replay->timer = NULL;
	if (read_header(replay, &err) < 0) {
		stop_at_damage(replay, &err);
		return;
	}
	ui_choices_changed(replay->ui);
	anchor(replay, 0);
	wait_for_next(replay);
}

/* ---- what the screens ask ---- */

static void
pause_play(struct ui *ui)
{
	struct replay *replay = ui->source_arg;

	replay->paused = !replay->paused;
	anchor(replay, replay->paused ? run_now(replay) : replay->anchor_run);
	ui_say(ui, replay->paused ? "the replay is paused" : "the replay goes on");
	wait_for_next(replay);
}

static void
set_speed(struct ui *ui, double factor)
{
	struct replay *replay = ui->source_arg;
	double speed = replay->speed * factor;

	if (!replay->paused)
		anchor(replay, run_now(replay));
	if (speed >= SPEED_MIN && speed <= SPEED_MAX)
		replay->speed = speed;
	ui_say(ui, "replay at %g times the speed it was", replay->speed);
	wait_for_next(replay);
}

static void
faster(struct ui *ui)
{
	set_speed(ui, 2);
}

static void
slower(struct ui *ui)
{
	set_speed(ui, 0.5);
}

int
replay_to_end(struct replay *replay, struct err *err)
{
	loop_timer_cancel(replay->timer);
	replay->timer = NULL;
	while (replay->has_next)
		if (apply_next(replay, err) < 0)
			return -1;
	return 0;
}

static void
seek_end(struct ui *ui)
{
	struct replay *replay = ui->source_arg;
	struct err err;

	if (replay_to_end(replay, &err) < 0)
		stop_at_damage(replay, &err);
	wait_for_next(replay);
}

static void
how_played(const struct ui *ui, struct playing *ret)
{
	const struct replay *replay = ui->source_arg;

	*ret = (struct playing){ replay->speed, replay->paused, replay->again };
}

static void
play_again(struct ui *ui)
{
	struct replay *replay = ui->source_arg;

	loop_timer_cancel(replay->timer);
	replay->paused = false;
	begin_again(replay);
}

static const char *
path_shown(const struct ui *ui)
{
	const struct replay *replay = ui->source_arg;

	return replay->path;
}

/* What is due at a key's frame need not wait for the next one. */
static void
update(struct ui *ui)
{
	struct replay *replay = ui->source_arg;

	if (replay->timer && replay->has_next)
		play_due(replay);
}

/* `pause` and `resume` are one switch here: the model's own state is the recorded run's. */
static const struct ui_source moving_source = {
	.name = "replay",
	.pause = pause_play,
	.resume = pause_play,
	.faster = faster,
	.slower = slower,
	.seek_end = seek_end,
	.playing = how_played,
	.again = play_again,
	.update = update,
	.path = path_shown,
};

/* Without a clock there is nothing to pause. */
static const struct ui_source still_source = {
	.name = "replay",
	.path = path_shown,
};

/* ---- making and ending ---- */

int
replay_open(const char *path, double speed, struct loop *loop, struct ui *ui, struct replay **ret,
	    struct err *err)
{
	autofree(replay) replay = xcalloc(1, sizeof(*replay));

	replay->path = xstrdup(path);
	replay->model = model_new();
	replay->loop = loop;
	replay->speed = speed;
	replay->ui = ui;
	if (recording_open(path, &replay->rec, err) < 0)
		return -1;
	/* The header is known from the first frame on. */
	if (read_next(replay, err) < 0 || apply_next(replay, err) < 0)
		return -1;
	ui_init(ui, loop ? &moving_source : &still_source, replay);
	ui->model = replay->model;
	ui->env = &replay->model->header->env;
	choices_from_plan(replay->model->plan, &ui->choices);
	ui_choices_changed(ui);
	ui->view = VIEW_RUN;
	*ret = steal(replay);
	return 0;
}

void
replay_start(struct replay *replay)
{
	anchor(replay, 0);
	wait_for_next(replay);
}

void
replay_again(struct replay *replay)
{
	replay->again = true;
}

void
replay_free(struct replay *replay)
{
	if (!replay)
		return;
	loop_timer_cancel(replay->timer);
	if (replay->has_next)
		event_wipe(&replay->next);
	recording_free(replay->rec);
	free(replay->path);
	model_free(replay->model);
	free(replay);
}
