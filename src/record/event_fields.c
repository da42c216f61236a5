/* The rows of every event, and the words in them: what doc/recording.md tells at length. */
#include <stdio.h>
#include <string.h>

#include "record/fields.h"

/* The highest number a round can have, with all that may be added. */
#define ROUND_MAX (PLAN_ROUNDS_MAX + PLAN_WARMUP_MAX - 1)

static const char *const run_kinds[] = {
	[RUN_MEASURED] = "measured",
	[RUN_IMPORTED] = "imported",
	[RUN_PUBLISHED] = "published",
};

static const char *const op_states[] = {
	[OP_OK] = "ok",
	[OP_FAILED] = "failed",
	[OP_REFUSED] = "refused",
	[OP_UNKNOWN] = "unknown",
	[OP_SKIPPED] = "skipped",
};

static const char *const usage_points[] = {
	[USAGE_EMPTY] = "empty",
	[USAGE_IMAGE] = "image",
	[USAGE_FULL] = "full",
	[USAGE_DELETED] = "deleted",
	[USAGE_SETTLED] = "settled",
	[USAGE_LIVE] = "live",
};

static const char *const note_levels[] = {
	[NOTE_INFO] = "info",
	[NOTE_WARN] = "warning",
	[NOTE_ERROR] = "error",
};

static const char *const run_ends[] = {
	[END_DONE] = "done",
	[END_ABORTED] = "aborted",
	[END_STOPPED] = "stopped",
	[END_FAILED] = "failed",
};

/* In the order of the bits of enum taint. */
static const char *const taints[] = {
	"steal", "disturbed", "suspended", "clock", "lag", "shared", "race", "paused",
};
_Static_assert(TAINT_PAUSED == 1 << (COUNTOF(taints) - 1), "a word for each bit");

/* clang-format off */

#define AT(member) FIELD_AT(struct event_header, member)
static const struct field header_rows[] = {
	{ "version",	FIELD_U32,    REQUIRED, AT(version), .min = 1, .max = RECORDING_VERSION },
	{ "kind",	FIELD_WORD,   REQUIRED, AT(kind), .max = RUN_PUBLISHED, .words = run_kinds },
	{ "run",	FIELD_TEXT,   REQUIRED, AT(run), .names = NAMES_RUN },
	{ "started",	FIELD_U64,    REQUIRED, AT(started_wall_ns), .max = UNKNOWN - 1 },
	{ "label",	FIELD_TEXT,   OPTIONAL, AT(label) },
	{ "program",	FIELD_TEXT,   OPTIONAL, AT(program), .names = NAMES_NOTHING },
	{ "source",	FIELD_TEXT,   OPTIONAL, AT(source) },
	{ "env",	FIELD_OBJECT, REQUIRED, AT(env), .of = &env_fields },
	{ "plan",	FIELD_OWNED,  REQUIRED, AT(plan), .of = &plan_fields },
};
#undef AT

#define AT(member) FIELD_AT(struct cpu_seconds, member)
static const struct field cpu_rows[] = {
	{ "user",	FIELD_REAL, OPTIONAL, AT(user) },
	{ "system",	FIELD_REAL, OPTIONAL, AT(system) },
	{ "iowait",	FIELD_REAL, OPTIONAL, AT(iowait) },
	{ "irq",	FIELD_REAL, OPTIONAL, AT(irq) },
	{ "steal",	FIELD_REAL, OPTIONAL, AT(steal) },
	{ "self",	FIELD_REAL, OPTIONAL, AT(self) },
	{ "server",	FIELD_REAL, OPTIONAL, AT(server) },
	{ "wall",	FIELD_REAL, OPTIONAL, AT(wall) },
};
#undef AT
static const struct fields cpu_fields = FIELDS(cpu_rows, struct cpu_seconds, NULL);

#define AT(member) FIELD_AT(struct tick_disk, member)
static const struct field disk_rows[] = {
	{ "name",	FIELD_CHARS, REQUIRED, AT(name), .max = sizeof(((struct tick_disk *)0)->name) - 1 },
	{ "read",	FIELD_REAL,  OPTIONAL, AT(read) },
	{ "written",	FIELD_REAL,  OPTIONAL, AT(written) },
	{ "busy",	FIELD_REAL,  OPTIONAL, AT(busy) },
};
#undef AT
static const struct fields disk_fields = FIELDS(disk_rows, struct tick_disk, NULL);

#define AT(member) FIELD_AT(struct event, member)
#define COUNT(member) FIELD_COUNT(struct event, member)

static const struct field step_begin_rows[] = {
	{ "step",	FIELD_U32,  REQUIRED, AT(step_begin.step), .max = UINT32_MAX },
	{ "cell",	FIELD_SIZE, REQUIRED, AT(step_begin.cell), .max = PLAN_CELLS_MAX - 1 },
	{ "round",	FIELD_U32,  REQUIRED, AT(step_begin.round), .max = ROUND_MAX },
	{ "n",		FIELD_U32,  REQUIRED, AT(step_begin.n), .max = PLAN_COUNT_MAX },
};

static const struct field op_begin_rows[] = {
	{ "step",	FIELD_U32,  REQUIRED, AT(op.step), .max = UINT32_MAX },
	{ "op",		FIELD_U32,  REQUIRED, AT(op.op), .max = PLAN_COUNT_MAX - 1 },
	{ "name",	FIELD_TEXT, OPTIONAL, AT(op.name), .names = NAMES_INSTANCE },
};

static const struct field op_progress_rows[] = {
	{ "step",	FIELD_U32,  REQUIRED, AT(op.step), .max = UINT32_MAX },
	{ "op",		FIELD_U32,  REQUIRED, AT(op.op), .max = PLAN_COUNT_MAX - 1 },
	{ "text",	FIELD_TEXT, REQUIRED, AT(op.text) },
};

static const struct field op_end_rows[] = {
	{ "step",	FIELD_U32,   REQUIRED, AT(op.step), .max = UINT32_MAX },
	{ "op",		FIELD_U32,   REQUIRED, AT(op.op), .max = PLAN_COUNT_MAX - 1 },
	{ "state",	FIELD_WORD,  REQUIRED, AT(op.state), .max = OP_STATES - 1, .words = op_states },
	{ "start",	FIELD_U64,   OPTIONAL, AT(op.start), .max = UNKNOWN - 1 },
	{ "end",	FIELD_U64,   OPTIONAL, AT(op.end), .max = UNKNOWN - 1 },
	{ "bytes",	FIELD_U64,   OPTIONAL, AT(op.bytes), .max = UNKNOWN - 1 },
	{ "parts",	FIELD_PARTS, OPTIONAL, AT(op.parts), .max = EVENT_PARTS, COUNT(op.n_parts) },
	{ "remark",	FIELD_TEXT,  OPTIONAL, AT(op.remark) },
	{ "text",	FIELD_TEXT,  OPTIONAL, AT(op.text) },
};

static const struct field step_end_rows[] = {
	{ "step",	FIELD_U32,    REQUIRED, AT(step_end.step), .max = UINT32_MAX },
	{ "start",	FIELD_U64,    OPTIONAL, AT(step_end.start), .max = UNKNOWN - 1 },
	{ "end",	FIELD_U64,    OPTIONAL, AT(step_end.end), .max = UNKNOWN - 1 },
	{ "ok",		FIELD_U32,    OPTIONAL, AT(step_end.count[OP_OK]), .max = PLAN_COUNT_MAX },
	{ "failed",	FIELD_U32,    OPTIONAL, AT(step_end.count[OP_FAILED]), .max = PLAN_COUNT_MAX },
	{ "refused",	FIELD_U32,    OPTIONAL, AT(step_end.count[OP_REFUSED]), .max = PLAN_COUNT_MAX },
	{ "unknown",	FIELD_U32,    OPTIONAL, AT(step_end.count[OP_UNKNOWN]), .max = PLAN_COUNT_MAX },
	{ "skipped",	FIELD_U32,    OPTIONAL, AT(step_end.count[OP_SKIPPED]), .max = PLAN_COUNT_MAX },
	{ "cpu",	FIELD_OBJECT, OPTIONAL, AT(step_end.cpu), .of = &cpu_fields },
	{ "lag",	FIELD_U64,    OPTIONAL, AT(step_end.lag_ns), .max = UNKNOWN - 1 },
	{ "taint",	FIELD_WORDS,  OPTIONAL, AT(step_end.taint), .max = COUNTOF(taints) - 1, .words = taints },
	{ "rate",	FIELD_U64,    OPTIONAL, AT(step_end.rate), .max = UNKNOWN - 1 },
};

static const struct field usage_rows[] = {
	{ "target",	FIELD_SIZE, REQUIRED, AT(usage.target), .max = PLAN_TARGETS_MAX - 1 },
	{ "round",	FIELD_U32,  REQUIRED, AT(usage.round), .max = ROUND_MAX },
	{ "point",	FIELD_WORD, REQUIRED, AT(usage.point), .max = USAGE_POINTS - 1, .words = usage_points },
	{ "used",	FIELD_U64,  OPTIONAL, AT(usage.used), .max = UNKNOWN - 1 },
	{ "total",	FIELD_U64,  OPTIONAL, AT(usage.total), .max = UNKNOWN - 1 },
	{ "blocks",	FIELD_U64,  OPTIONAL, AT(usage.blocks), .max = UNKNOWN - 1 },
};

static const struct field settling_rows[] = {
	{ "target",	FIELD_SIZE, REQUIRED, AT(settling.target), .max = PLAN_TARGETS_MAX - 1 },
	{ "round",	FIELD_U32,  REQUIRED, AT(settling.round), .max = ROUND_MAX },
};

static const struct field settle_rows[] = {
	{ "target",	FIELD_SIZE, REQUIRED, AT(settle.target), .max = PLAN_TARGETS_MAX - 1 },
	{ "round",	FIELD_U32,  REQUIRED, AT(settle.round), .max = ROUND_MAX },
	{ "ns",		FIELD_U64,  OPTIONAL, AT(settle.ns), .max = UNKNOWN - 1 },
	{ "settled",	FIELD_BOOL, REQUIRED, AT(settle.settled) },
};

static const struct field tick_rows[] = {
	{ "user",	 FIELD_REAL,  OPTIONAL, AT(tick.user) },
	{ "system",	 FIELD_REAL,  OPTIONAL, AT(tick.system) },
	{ "iowait",	 FIELD_REAL,  OPTIONAL, AT(tick.iowait) },
	{ "steal",	 FIELD_REAL,  OPTIONAL, AT(tick.steal) },
	{ "cores",	 FIELD_REALS, OPTIONAL, AT(tick.core), .max = TICK_CORES, COUNT(tick.n_cores) },
	{ "load",	 FIELD_REAL,  OPTIONAL, AT(tick.load) },
	{ "psi_cpu",	 FIELD_REAL,  OPTIONAL, AT(tick.psi_cpu) },
	{ "psi_io",	 FIELD_REAL,  OPTIONAL, AT(tick.psi_io) },
	{ "memory_free", FIELD_U64,   OPTIONAL, AT(tick.memory_free), .max = UNKNOWN - 1 },
	{ "disks",	 FIELD_ARRAY, OPTIONAL, AT(tick.disks), .max = TICK_DISKS, .of = &disk_fields, COUNT(tick.n_disks) },
	{ "self_cpu",	 FIELD_REAL,  OPTIONAL, AT(tick.self_cpu) },
	{ "self_memory", FIELD_U64,   OPTIONAL, AT(tick.self_memory), .max = UNKNOWN - 1 },
};

static const struct field note_rows[] = {
	{ "level",	FIELD_WORD, REQUIRED, AT(note.level), .max = NOTE_ERROR, .words = note_levels },
	{ "text",	FIELD_TEXT, REQUIRED, AT(note.text) },
};

static const struct field extend_rows[] = {
	{ "rounds",	FIELD_U32,  REQUIRED, AT(extend.rounds), .min = 1, .max = PLAN_ROUNDS_MAX },
};

static const struct field end_rows[] = {
	{ "how",	 FIELD_WORD, REQUIRED, AT(end.how), .max = RUN_ENDS - 1, .words = run_ends },
	{ "text",	 FIELD_TEXT, OPTIONAL, AT(end.text) },
	{ "left_behind", FIELD_SIZE, OPTIONAL, AT(end.left_behind), .max = SIZE_MAX - 1 },
};

#undef COUNT
#undef AT

/* clang-format on */

static int
check_header(const void *filled, struct err *err)
{
	const struct event_header *header = filled;

	/* The id is part of file names and instance names. */
	if (strlen(header->run) != 8 || strspn(header->run, "0123456789abcdef") != 8)
		return err_set(err, "\"run\" is not 8 hex digits");
	if (header->kind != RUN_MEASURED)
		return 0;
	if (!header->plan->count)
		return err_set(err, "plan: \"count\" is missing");
	if (!header->plan->parallel)
		return err_set(err, "plan: \"parallel\" is missing");
	return 0;
}

static int
check_span(uint64_t start, uint64_t end, struct err *err)
{
	if (known(start) && known(end) && end < start)
		return err_set(err, "\"end\" is before \"start\"");
	return 0;
}

static int
check_op_end(const void *filled, struct err *err)
{
	const struct event_op *op = &((const struct event *)filled)->op;

	if (op->state == OP_OK && !known(op->start))
		return err_set(err, "\"start\" is missing, and the op is ok");
	if (op->state == OP_OK && !known(op->end))
		return err_set(err, "\"end\" is missing, and the op is ok");
	return check_span(op->start, op->end, err);
}

static int
check_step_end(const void *filled, struct err *err)
{
	const struct event_step_end *step = &((const struct event *)filled)->step_end;

	return check_span(step->start, step->end, err);
}

const struct fields *
event_fields(enum event_type type)
{
	static const struct fields all[] = {
		[EV_HEADER] = FIELDS(header_rows, struct event_header, check_header),
		[EV_STEP_BEGIN] = FIELDS(step_begin_rows, struct event, NULL),
		[EV_OP_BEGIN] = FIELDS(op_begin_rows, struct event, NULL),
		[EV_OP_PROGRESS] = FIELDS(op_progress_rows, struct event, NULL),
		[EV_OP_END] = FIELDS(op_end_rows, struct event, check_op_end),
		[EV_STEP_END] = FIELDS(step_end_rows, struct event, check_step_end),
		[EV_USAGE] = FIELDS(usage_rows, struct event, NULL),
		[EV_SETTLING] = FIELDS(settling_rows, struct event, NULL),
		[EV_SETTLE] = FIELDS(settle_rows, struct event, NULL),
		[EV_TICK] = FIELDS(tick_rows, struct event, NULL),
		[EV_NOTE] = FIELDS(note_rows, struct event, NULL),
		[EV_PAUSE] = { NULL, 0, sizeof(struct event), NULL },
		[EV_RESUME] = { NULL, 0, sizeof(struct event), NULL },
		[EV_EXTEND] = FIELDS(extend_rows, struct event, NULL),
		[EV_END] = FIELDS(end_rows, struct event, NULL),
	};

	return &all[type];
}

const char *
run_kind_name(enum run_kind kind)
{
	return run_kinds[kind];
}

const char *
op_state_name(enum op_state state)
{
	return op_states[state];
}

const char *
run_end_name(enum run_end how)
{
	return run_ends[how];
}

const char *
taint_words(unsigned taint, char *out, size_t size)
{
	size_t len = 0;

	out[0] = '\0';
	for (size_t i = 0; i < COUNTOF(taints); i++)
		if (taint & 1u << i && len < size)
			len += (size_t)snprintf(out + len, size - len, "%s%s", len ? ", " : "",
						taints[i]);
	return out;
}
