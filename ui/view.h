/*
 * view.h - the screens, and what they look at.
 *
 * A view turns the model and its own small state into cells and changes
 * nothing else. It is a table of panels; screen.c places and frames them. A
 * live run and a replay differ only in `source`, which carries out what is
 * asked of the engine.
 */
#ifndef UI_VIEW_H
#define UI_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "ask.h"
#include "bench/choices.h"
#include "canvas.h"
#include "draft.h"
#include "history.h"
#include "keymap.h"
#include "layout.h"
#include "record/env.h"
#include "record/model.h"
#include "record/course.h"
#include "sheet.h"
#include "standing.h"
#include "themes.h"
#include "widgets/form.h"
#include "widgets/table.h"

struct ui;

/* How a recording is played. */
struct playing {
	double speed; /* times the one it was recorded at */
	bool paused;
	bool again; /* from the beginning, whenever it has ended */
};

/* Where the events come from: a server, or a recording. Any of them may be NULL: then it cannot be done there. */
struct ui_source {
	const char *name;		/* "live", "replay" */
	int (*start)(struct ui *ui, struct err *err);	/* the plan of ui->choices */
	void (*pause)(struct ui *ui);
	void (*resume)(struct ui *ui);
	void (*cancel)(struct ui *ui);	/* run_cancel's three levels */
	void (*reload)(struct ui *ui);	/* ask the servers again */
	int (*sandbox)(struct ui *ui, struct err *err);	/* starts one where there is no server; writes lines, takes seconds */
	int (*extend)(struct ui *ui, const char *path, unsigned more_rounds, struct err *err);	/* rounds to a run that has ended */
	/* Whether one of the servers has this extension of its interface. NULL: that is not known here. */
	bool (*has)(const struct ui *ui, const char *extension);
	int (*open)(struct ui *ui, const char *path, struct err *err);	/* a recording, from History */
	/* What is shown is a run that goes on here; NULL: what the model says. A recording may have no end. */
	bool (*running)(const struct ui *ui);
	unsigned (*stops)(const struct ui *ui);	/* how far it is stopped, and clears away, as sched_stops tells; NULL: never */
	void (*playing)(const struct ui *ui, struct playing *ret);	/* NULL: what is shown is not a recording that is played */
	void (*again)(struct ui *ui);	/* what has ended, from its beginning */
	void (*update)(struct ui *ui);	/* before a frame, where the model may be a little late; NULL: it never is */
	const char *(*path)(const struct ui *ui);	/* of the recording that is shown; NULL: there is none */
	void (*faster)(struct ui *ui);	/* replay speed */
	void (*slower)(struct ui *ui);
	void (*seek_end)(struct ui *ui);
};

enum bar_sort {
	SORT_PLAN,
	SORT_MEDIAN,
	SORT_NAME,
	N_SORTS
};

/* What is drawn of the results. */
enum picture {
	PICTURE_BARS,
	PICTURE_SPREAD,
	PICTURE_SHARE,		/* of the ops that took no longer */
	PICTURE_COURSE,		/* each op in order; this and the next need the single ops */
	PICTURE_PACE,
	PICTURE_USAGE,		/* what lay on the pools, and when */
	N_PICTURES
};

#define MAX_PANELS 12
#define MAX_HITS   48
#define FILTER_LEN 64

/* A place on the screen where a key stands written. */
struct hit {
	struct rect place;
	struct key key;
};

/* State of the screens; nothing here is a measurement. */
struct ui {
	/* what is looked at */
	const struct model *model;	/* never NULL; may be MODEL_EMPTY */
	const struct env *env;		/* never NULL; may be empty while connecting */
	struct choices choices;
	size_t chain;			/* Setup: which of the choices' chains; their number: a new one */
	struct draft draft;		/* of the choices */
	struct earlier earlier;		/* runs, for the draft's time */
	struct history history;		/* read when its screen comes up, and on Ctrl-R */
	const struct ui_source *source;
	void *source_arg;
	const char *connecting;		/* "asking local…" or why there is no server; NULL: connected */
	double self_cpu;		/* percent, and resident bytes, for the status line */
	uint64_t self_memory;

	/* where the person is */
	enum view_id view;
	int focus[N_VIEWS];		/* panel */
	bool expanded[N_VIEWS];
	struct table_state lists[N_VIEWS][MAX_PANELS];	/* cursor and top line of each panel */
	char filters[N_VIEWS][MAX_PANELS][FILTER_LEN];	/* filter.h */
	struct form_state form;
	struct rect places[MAX_PANELS];	/* of the current view's panels when last drawn; w 0: left out */
	struct hit hits[MAX_HITS];	/* of the last frame: pointer.h */
	size_t n_hits;
	struct standing standing;	/* of the bars by median; whoever feeds the model tells it each event */
	bool mouse;			/* it is wanted; the app turns it on and off */

	/* what the person has switched */
	enum bar_sort sort;		/* views/shown.h says what it is until one is picked */
	bool sort_picked;
	bool log_scale;
	enum picture picture;		/* Results */
	size_t baseline;		/* Results: the target that times are set against; SIZE_MAX: the fastest */
	struct course *course;		/* Results: the single ops, if a picture has asked for them (NULL: none yet), ... */
	char *course_path;		/* ... the recording they are of, ... */
	uint64_t course_size;		/* ... and the bytes it had then */
	size_t metric;			/* Results: index of the bar chart's metric */
	size_t shown_workload;		/* Run and Results: which workload's bars, counted in plan order; SIZE_MAX: views/shown.h */
	bool follow;			/* log */
	bool frozen;			/* the display only */
	uint64_t frame_ns;		/* that a frame stands, as the app has it; 0: nobody draws by the clock */
	enum glyphs graph_glyphs;

	struct themes themes;		/* `shown` is loaded by whoever draws with colours */

	/* on top of the screen */
	enum overlay { OVERLAY_NONE, OVERLAY_HELP, OVERLAY_WARNINGS, OVERLAY_QUIT, OVERLAY_WELCOME, OVERLAY_THEMES, OVERLAY_SHEET } overlay;
	struct table_state overlay_list;
	char overlay_filter[FILTER_LEN];
	bool welcomed;			/* OVERLAY_WELCOME has been shown */
	unsigned interrupts;		/* in a row, with nothing running */
	struct sheet sheet;		/* of OVERLAY_SHEET */
	struct ask ask;			/* has the keys before all else */
	char message[256];		/* one line above the hints, until the next key; "" */

	/* what the app is asked to do after this key */
	bool quit;
	bool quit_at_end;		/* as soon as the run has ended */
	bool suspend;
	int (*outside)(struct ui *ui, struct err *err);	/* with the terminal given back meanwhile; NULL */
	bool redraw;
	bool copy;
	bool keep_theme;		/* the one that is shown, for the next time too */
	int rate_step;			/* +1, -1: refresh faster or slower */
};

struct panel {
	const char *title;
	struct panel_spec place;
	void (*note)(const struct ui *ui, char *out, size_t size);	/* right of the title; NULL: none */
	/* `list` is the panel's own cursor and top line; drawing brings them into range. */
	void (*draw)(struct canvas *canvas, struct rect inside, const struct ui *ui,
		     struct table_state *list, bool focused);
	size_t (*lines)(const struct ui *ui);	/* that the cursor moves over; NULL: no cursor */
	bool filtered;			/* of its lines only those are shown that filter_of() takes */
};

struct view {
	enum view_id id;
	const char *name;
	const struct panel *panels;
	size_t n_panels;
	void (*shown)(struct ui *ui);	/* it has come to the screen; NULL: nothing to be done */
	void (*forget)(struct ui *ui);	/* what it has kept in `ui`; NULL: nothing */
	/* True: it was for this view. What is the same everywhere (moving, focus, overlays) is not asked. */
	bool (*command)(struct ui *ui, enum command command);
	/* Keys before the keymap: a form being edited. NULL: none. */
	bool (*key)(struct ui *ui, struct key key);
};

extern const struct view view_setup, view_run, view_results, view_history;
const struct view *view_of(enum view_id id);

void ui_init(struct ui *ui, const struct ui_source *source, void *source_arg);
void ui_wipe(struct ui *ui);
/* One key: overlay, form, keymap, view, in this order. */
void ui_key(struct ui *ui, struct key key);
/* There is no server: says what can be done, once. */
void ui_welcome(struct ui *ui);
/* Why no sandbox can be started from here; NULL: one can. */
const char *ui_no_sandbox(const struct ui *ui);
/* What a key that is bound to it would do. */
void ui_command(struct ui *ui, enum command command);
void ui_show(struct ui *ui, enum view_id view);
/* The line above the hints, until the next key. */
void ui_say(struct ui *ui, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The choices or the environment have changed. */
void ui_choices_changed(struct ui *ui);
/* The same, and the folder of recordings is looked at anew for how long the plan would take. */
void ui_read_earlier(struct ui *ui);
/* A run is going on: it can be paused and cancelled, and leaving asks first. */
bool ui_running(const struct ui *ui);
/* How far it is stopped, by a person or a limit; it clears away. 0: it is not, or nothing is running. */
unsigned ui_stopping(const struct ui *ui);
/* The first key of a command on this screen, for messages; its own name where it has no key. */
const char *ui_key_name(const struct ui *ui, enum command command);
/* The key that stops a run on this screen. */
const char *ui_stop_key(const struct ui *ui);
/* "a run is going on already": for what cannot be begun meanwhile. */
void ui_say_running(struct ui *ui);
/* The whole frame. Also notes the panels' places in ui->places, for keys and the mouse. */
void screen_draw(struct canvas *canvas, struct ui *ui);
/* The same where no panel has room: in words, as many as fit. */
void tiny_draw(struct canvas *canvas, struct ui *ui);

#endif
