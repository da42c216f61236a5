/*
 * event.h - the one stream: everything the engine tells, and how it is written down.
 *
 * A live run emits these, a recording holds one a line, a replay reads them;
 * model_apply() is fed by all three. Times are nanoseconds since the run's
 * start on the monotonic clock. The JSON of each is in doc/recording.md.
 */
#ifndef RECORD_EVENT_H
#define RECORD_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/units.h"
#include "record/env.h"
#include "record/plan.h"

#define RECORDING_VERSION 1

enum event_type {
	EV_HEADER,	/* first line: what, where, when */
	EV_STEP_BEGIN,	/* a cell's turn in a round begins */
	EV_OP_BEGIN,	/* one instance's share is sent */
	EV_OP_PROGRESS,	/* the server says how far it is */
	EV_OP_END,
	EV_STEP_END,
	EV_USAGE,	/* disk usage of a target at a named point, or in between */
	EV_SETTLING,	/* a target is waited for to come to rest: until its EV_SETTLE, unless it is left alone */
	EV_SETTLE,	/* asynchronous frees of a target have come to rest, or not in time */
	EV_TICK,	/* the host, once a second */
	EV_NOTE,	/* a line for the log */
	EV_PAUSE,
	EV_RESUME,
	EV_EXTEND,	/* rounds were added to a finished run */
	EV_END,
	EVENT_TYPES
};

enum run_kind {
	RUN_MEASURED,
	RUN_IMPORTED,		/* of another tool: only makespans */
	RUN_PUBLISHED,		/* figures of a document, with its source */
};

enum op_state {
	OP_OK,
	OP_FAILED,
	OP_REFUSED,	/* the driver does not do this: a finding, not a failure */
	OP_UNKNOWN,	/* nobody can tell how it ended; in no timing */
	OP_SKIPPED,	/* nothing to do: the image volume was already there */
	OP_STATES
};

enum usage_point {
	USAGE_EMPTY,
	USAGE_IMAGE,
	USAGE_FULL,
	USAGE_DELETED,
	USAGE_SETTLED,
	USAGE_LIVE,	/* in between: for the peak and the bar on the screen */
	USAGE_POINTS
};

enum note_level {
	NOTE_INFO,
	NOTE_WARN,	/* the figures may not be what they seem */
	NOTE_ERROR,
};

enum run_end {
	END_DONE,
	END_ABORTED,	/* the person, or a signal; cleaned up */
	END_STOPPED,	/* a limit of ours: space floor, the same failure again and again */
	END_FAILED,	/* the server went away, or we */
	RUN_ENDS
};

/* Why a step's figures should be read with care; bits. */
enum taint {
	TAINT_STEAL = 1 << 0,		/* the hypervisor took more than 5 % */
	TAINT_DISTURBED = 1 << 1,	/* others used more than 10 % of the machine */
	TAINT_SUSPENDED = 1 << 2,	/* the machine slept */
	TAINT_CLOCK = 1 << 3,		/* a clock went backwards */
	TAINT_LAG = 1 << 4,		/* our own loop was late by more than 100 ms */
	TAINT_SHARED = 1 << 5,		/* another run of ours at the same time */
	TAINT_RACE = 1 << 6,		/* pools ran at once, on purpose */
	TAINT_PAUSED = 1 << 7,		/* the person paused within the step */
};

/* CPU time of the whole machine between two exact reads of /proc/stat, seconds; NAN: unknown. */
struct cpu_seconds {
	double user, system, iowait, irq, steal;
	double self;		/* of `user` and `system`: ourselves */
	double server;		/* the server's daemon; not its children */
	double wall;		/* seconds x CPUs the machine had in the span */
};

#define EVENT_PARTS 3	/* named spans inside an op: "create", "start" */

struct op_part {
	char name[16];
	uint64_t ns;
};

struct event_header {
	int version;
	enum run_kind kind;
	char *run;		/* 8 hex digits */
	char *label;		/* NULL: none */
	char *program;		/* "poolscope 0.1.0" */
	char *source;		/* of published and imported figures */
	uint64_t started_wall_ns;
	struct env env;
	struct plan *plan;
};

struct event_step_begin {
	uint32_t step;		/* counts up over the run, from 0 */
	size_t cell;
	unsigned round;		/* warm-up rounds are the first; a prime has round 0 */
	uint32_t n;		/* ops it will have; 0: not told, only its time is (another tool's) */
};

struct event_op {
	uint32_t step;
	uint32_t op;		/* 0 .. n-1 within the step */
	char *name;		/* the instance; begin only */
	char *text;		/* progress, or the error of what did not end OK */
	enum op_state state;	/* end only, as all below */
	uint64_t start;		/* first request sent, on the run's clock */
	uint64_t end;		/* completion seen */
	uint64_t bytes;		/* archive size or bytes moved; UNKNOWN: does not apply */
	char *remark;		/* what is to be known of it, though it is OK: "optimized: ignored by driver"; NULL */
	struct op_part parts[EVENT_PARTS];
	size_t n_parts;
};

struct event_step_end {
	uint32_t step;
	uint64_t start;		/* the first op's */
	uint64_t end;		/* the last completed op's: end - start is the makespan */
	uint32_t count[OP_STATES];
	struct cpu_seconds cpu;
	uint64_t lag_ns;	/* longest turn of our own loop within the step */
	unsigned taint;		/* bits of enum taint */
	uint64_t rate;		/* bytes a second, where a document tells no more; UNKNOWN: see the ops' bytes and times */
};

struct event_usage {
	size_t target;
	unsigned round;
	enum usage_point point;
	uint64_t used;		/* bytes; UNKNOWN: the server does not say */
	uint64_t total;
	uint64_t blocks;	/* of the loop file, on the disk below; UNKNOWN: no loop file, not local */
};

struct event_settling {
	size_t target;
	unsigned round;
};

struct event_settle {
	size_t target;
	unsigned round;
	uint64_t ns;
	bool settled;		/* false: still freeing when we gave up waiting */
};

#define TICK_CORES 64	/* more are summed in the total only */
#define TICK_DISKS 8

struct tick_disk {
	char name[32];
	double read, written;	/* bytes a second */
	double busy;		/* percent of the time with I/O in flight; NAN: unknown */
};

struct event_tick {
	/* Percent of the whole machine over user+nice+kernel+idle+iowait (libstatgrab); NAN: first tick. */
	double user, system, iowait;
	double steal;		/* /proc/stat */
	float core[TICK_CORES];	/* percent busy */
	unsigned n_cores;
	double load;		/* 1 minute */
	double psi_cpu, psi_io;	/* "some", avg10, percent; NAN: kernel has none */
	uint64_t memory_free;	/* MemAvailable, bytes */
	struct tick_disk disks[TICK_DISKS];
	unsigned n_disks;
	double self_cpu;	/* percent of one core */
	uint64_t self_memory;	/* resident bytes */
};

struct event_note {
	enum note_level level;
	char *text;
};

struct event_end {
	enum run_end how;
	char *text;		/* why, when it is not done; NULL */
	size_t left_behind;	/* things of ours that could not be removed */
};

struct event {
	enum event_type type;
	uint64_t t;		/* ns since the run's start */
	union {
		struct event_header *header;	/* owned */
		struct event_step_begin step_begin;
		struct event_op op;
		struct event_step_end step_end;
		struct event_usage usage;
		struct event_settling settling;
		struct event_settle settle;
		struct event_tick tick;
		struct event_note note;
		struct { unsigned rounds; } extend;	/* counted rounds in all, from now on */
		struct event_end end;
	};
};

/* Frees what the event owns (texts, header). A live emitter may keep its texts and not wipe. */
void event_wipe(struct event *event);

/* One line of JSON, without the newline, added to `out`. */
void event_format(const struct event *event, struct buf *out);
/*
 * The event of one line. Checks every type, range and index that does not need
 * another line. 0: *ret is filled; 1: an event of a kind that is not known here,
 * which a later version may write and a reader passes over; -1: see err.
 */
int event_parse(const char *line, size_t len, struct event *ret, struct err *err);
/* The same with a parser that is kept, for one line after another. */
int event_parse_with(struct json_tokener *parser, const char *line, size_t len, struct event *ret,
		     struct err *err);
/* For these two, without json-c: an op's line as event_format() writes it. False: it is none, or not quite. */
bool event_parse_plain(const char *line, size_t len, struct event *ret);

/* The words used in files and on screens. */
const char *event_type_name(enum event_type type);	/* "op_end" */
const char *run_kind_name(enum run_kind kind);		/* "measured", "imported", "published" */
const char *op_state_name(enum op_state state);		/* "ok", "failed", "refused", "unknown", "skipped" */
const char *run_end_name(enum run_end how);
/* The words of the bits set, joined with ", "; returns out. */
const char *taint_words(unsigned taint, char *out, size_t size);

#endif
