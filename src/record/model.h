/*
 * model.h - what has been measured so far: the events, added up.
 *
 * Fed by events only, whether live or replayed, and read by views and reports,
 * which change nothing. Every aggregate is brought up to date by the event
 * that changes it, so a frame costs the same at ten ops and at a million; the
 * single ops that are kept are the last of each cell (for sparklines) and
 * those in flight.
 */
#ifndef RECORD_MODEL_H
#define RECORD_MODEL_H

#include "record/event.h"
#include "record/hist.h"
#include "record/series.h"

enum model_state {
	MODEL_EMPTY,		/* no header yet */
	MODEL_RUNNING,
	MODEL_PAUSED,
	MODEL_ENDED,
};

/* One turn of a cell in a round. */
struct model_step {
	size_t cell;
	unsigned round;
	uint32_t n;
	uint32_t begun;			/* ops that were sent */
	bool running;
	bool warmup;		/* shown, never counted; a prime's step is none though its round is 0 */
	uint64_t begin;		/* of its first event */
	uint64_t start, end;	/* UNKNOWN until it has ended */
	uint32_t count[OP_STATES];
	struct cpu_seconds cpu;
	uint64_t lag_ns;
	unsigned taint;
};

/* What a cell has shown in its counted rounds. */
struct model_cell {
	uint32_t count[OP_STATES];
	struct hist latency;		/* of ops that were OK, ns */
	struct hist part[EVENT_PARTS];
	char part_name[EVENT_PARTS][16];
	size_t n_parts;
	uint64_t last;			/* the newest op's time, ns; UNKNOWN: none */
	struct series recent;		/* of the last ops, in order of completion, ns; warm-up too */
	uint64_t *makespans;		/* one a counted round in which every op was OK, or of which only the time was told, ns */
	unsigned *makespan_rounds;	/* which round each is of */
	size_t n_makespans, makespans_room;
	double ok_per_s_ops, ok_per_s_seconds;	/* succeeded ops and the seconds of their steps */
	double rates;			/* bytes a second, summed over the counted steps that told no more ... */
	unsigned n_rates;		/* ... and how many they are */
	struct cpu_seconds cpu;		/* summed over the counted steps that knew it */
	unsigned n_cpu;			/* how many did */
	uint64_t bytes;			/* summed over ok ops; UNKNOWN: none said */
	int64_t grown;			/* sum of full - image over the chains that begin with this cell */
	unsigned n_grown;		/* how many of them, counted and complete, knew it */
	unsigned taint;
	char *first_error;		/* of its first op that failed, was refused or is unknown; warm-up too */
	char *remark;			/* of its first op that has one; warm-up too; NULL */
	char *first_skip;		/* why its first op that was skipped had nothing to do; warm-up too; NULL */

	/* For the ETA. A turn is the time from one step's begin to the next one's, pauses left out. */
	struct hist turns;		/* ns, warm-up too */
	unsigned turns_planned, turns_begun;
	uint64_t ops;			/* that have ended, in any round */
	size_t phase;			/* index of the first cell with the same workload */
};

struct model_op {
	uint32_t step, op;
	char name[64];
	char progress[80];
	uint64_t start;
};

/*
 * The usage points of a chain come in the order of their numbers, so one that
 * is not later than the one before it begins the next chain, as a new round
 * does. A difference is taken within one chain only, and only of what is known.
 */
#define MODEL_MARKS 10

struct model_target {
	/*
	 * Tells pools apart where colour does not: a glyph, a hatching. It is the
	 * pool's place among those of the servers, so the same in every run there.
	 * What the header does not tell of, a pool on a second member, and one that
	 * would look like another, as looks repeat after MODEL_MARKS, has the lowest
	 * that is free in this plan, or as long as there is none, its place in it.
	 */
	unsigned mark;
	uint64_t used, total, blocks;		/* newest */
	uint64_t baseline;			/* `empty` of the first round */
	uint64_t primed;			/* after the newest prime that made an image ready; UNKNOWN: none did */
	uint64_t peak;				/* highest of the current chain */
	uint64_t point[USAGE_POINTS];		/* of the newest chain that has it */
	/* Sums over the chains of counted rounds, for means: full - image, deleted - empty. */
	int64_t grown, kept;
	unsigned n_grown, n_kept;
	uint64_t chain[USAGE_POINTS];		/* of the current chain */
	unsigned chain_round;
	int chain_point;			/* the latest of its points; -1: none yet */
	size_t chain_step;			/* its first step, in which its instances are made; NO_STEP */
	uint64_t settle_ns;			/* newest; UNKNOWN: none yet */
	bool settled;
	bool unsettled;				/* it did not come to rest in time, once at least */
	bool settling;				/* it is waited for now */
	struct series usage;			/* bytes, one a live sample */
	size_t turn_step;			/* whose turn it is here; NO_STEP */
	uint64_t turn_since;			/* since when, as model_elapsed() tells */
};

#define NO_STEP SIZE_MAX

struct model_disk {
	char name[32];
	double carried;		/* bytes, of one tick a second */
};

struct model_line {
	uint64_t t;
	enum note_level level;
	char *text;
};

/* A warning or a failure, however often it was told: with other numbers in it, it is the same. */
struct model_note {
	enum note_level level;	/* NOTE_WARN or NOTE_ERROR */
	char *text;		/* when it was told first */
	uint64_t n;		/* how often it was told */
	size_t step;		/* the newest one then; NO_STEP: there was none, or several ran */
};

#define MODEL_NOTES 100
#define MODEL_LOG_LINES 2000
#define MODEL_IN_FLIGHT 256
#define MODEL_TEXT 2200		/* bytes that are kept of a text from outside */

/*
 * What is worked out of a model and takes too long for each frame: whoever does
 * that (summary_pairs.c) keeps it here until the next step has ended.
 */
struct model_memo {
	void *kept; /* NULL: nothing */
	void (*free)(void *kept);
	size_t steps; /* that had ended then */
};

struct model {
	enum model_state state;
	struct event_header *header;	/* owned; NULL until it came */
	const struct plan *plan;	/* the header's */
	uint64_t now;			/* time of the newest event: every time on a screen comes from it */
	uint64_t paused_ns;		/* sum of the pauses, and of the times between an end and an extension */
	uint64_t paused_since;		/* when it is paused or has ended */

	struct model_cell *cells;	/* plan->n_cells */
	struct model_target *targets;	/* plan->n_targets */
	struct model_step *steps;	/* every one, in order of their numbers */
	size_t n_steps, steps_room;
	size_t n_running;

	struct model_op in_flight[MODEL_IN_FLIGHT];
	size_t n_in_flight;		/* those beyond the room are only counted */
	size_t n_in_flight_all;

	uint64_t ops_ended;		/* in all, warm-up and primes too */
	uint64_t ops_planned;
	uint32_t ended[OP_STATES];
	/*
	 * What is left, each cell weighed by its own median turn. UNKNOWN while a
	 * workload that is still to come has ended fewer than two ops; never under
	 * a second before the end. Brought up to date each tick and step.
	 */
	uint64_t eta_ns;

	struct event_tick tick;		/* the newest */
	struct series cpu_busy, cpu_iowait;	/* percent, one a tick */
	struct series disk_written, disk_read;	/* bytes a second, of the disk named in disk_name */
	char disk_name[32];		/* the pool device that carries most; the series begin anew when it changes */
	struct model_disk disks[TICK_DISKS];

	/* Ring of MODEL_LOG_LINES: the notes, and a line for each step, op and pause. */
	struct model_line *log;
	size_t log_first, log_count;	/* oldest line's index, lines held */
	uint64_t log_dropped;

	struct event_end end;		/* when state is MODEL_ENDED */
	size_t warnings, failures;	/* notes of level WARN, and of level ERROR; of ops see `ended` */
	struct model_note *notes;	/* these, each once */
	size_t n_notes;			/* MODEL_NOTES at most ... */
	uint64_t notes_dropped;		/* ... and of more, how many were told */
	uint64_t revision;		/* grows with every event: what was drawn is still true while it is the same */
	struct model_memo *memo;
};

struct model *model_new(void);
void model_free(struct model *model);
DEFINE_AUTOFREE(model, model_free)

/*
 * Adds one event. The event stays the caller's except a header, which is taken
 * (event->header is NULL afterwards). An event that does not fit what came
 * before (unknown step, second header, cell out of range) is refused: -1.
 */
int model_apply(struct model *model, struct event *event, struct err *err);

/* Reads a whole recording into a new model, with the label that was given last. NULL: see err, which names file and line. */
struct model *model_load(const char *path, struct err *err);

const struct model_line *model_log_line(const struct model *model, size_t index);	/* 0 is the oldest held */
/* What the header tells of the target's pool; NULL: nothing. */
const struct env_pool *model_target_pool(const struct model *model, size_t target);
/* Others are known to write to the target's storage. */
bool model_target_is_shared(const struct model *model, size_t target);
const struct cell *model_plan_cell(const struct model *model, size_t cell);
const struct target *model_cell_target(const struct model *model, size_t cell);
/* The step that is running and began last; NULL: none. */
const struct model_step *model_current_step(const struct model *model);
/*
 * Chains that share a workload take its cell several times a round. What is
 * compared are rounds, so the mean of these turns is the round's one figure:
 * true for the last of them, if each was whole.
 */
bool model_round_time(const struct model *model, size_t step, uint64_t *ns);
/* Elapsed without pauses, ns. */
uint64_t model_elapsed(const struct model *model);

#endif
