/*
 * recordings.c - how long a long recording takes to open, how much memory, and a frame of it.
 *
 * Makes recordings of 10 000, 100 000 and 1 000 000 ops (or of the numbers
 * given) in a folder of its own, measures each in a process of its own, so that
 * one's memory is not another's, and prints a table. No part of the tests:
 * times are for reading, never for asserting.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/units.h"
#include "canvas.h"
#include "record/recording.h"
#include "record/report.h"
#include "record/sums.h"
#include "view.h"

#define POOLS	 4
#define STEP_OPS 250
#define FRAMES	 200
#define COLS	 200
#define ROWS	 50

/* ---- a recording ---- */

struct telling {
	struct recorder *recorder;
	uint64_t t;
	uint32_t step;
	uint64_t random; /* state of a linear congruential generator */
};

static void
die(const struct err *err)
{
	fprintf(stderr, "recordings: %s\n", err->text);
	exit(1);
}

static void
tell(struct telling *telling, struct event event)
{
	struct err err;

	event.t = telling->t;
	if (recorder_add(telling->recorder, &event, &err) < 0)
		die(&err);
}

/* 0.3 s to 0.7 s, with a pool's own shift. */
static uint64_t
some_time(struct telling *telling, size_t pool)
{
	telling->random = telling->random * UINT64_C(6364136223846793005) + 1442695040888963407;
	return 300 * NS_PER_MS + (telling->random >> 33) % (400 * NS_PER_MS) +
	       pool * 50 * NS_PER_MS;
}

static void
tell_op(struct telling *telling, size_t pool, uint32_t op)
{
	uint64_t start = telling->t;
	char name[32];

	snprintf(name, sizeof(name), "psc-0badcafe-%04u", op);
	tell(telling, (struct event){ .type = EV_OP_BEGIN,
				      .op = { .step = telling->step, .op = op, .name = name } });
	telling->t += some_time(telling, pool);
	tell(telling,
	     (struct event){ .type = EV_OP_END,
			     .op = { .step = telling->step,
				     .op = op,
				     .state = OP_OK,
				     .start = start,
				     .end = telling->t,
				     .bytes = UNKNOWN,
				     .n_parts = 2,
				     .parts = { { "create", (telling->t - start) / 3 },
						{ "start", (telling->t - start) / 2 } } } });
}

static void
tell_step(struct telling *telling, size_t pool, unsigned round)
{
	uint64_t start = telling->t;
	struct event end = { .type = EV_STEP_END };

	tell(telling, (struct event){ .type = EV_STEP_BEGIN,
				      .step_begin = { telling->step, pool, round, STEP_OPS } });
	for (uint32_t op = 0; op < STEP_OPS; op++)
		tell_op(telling, pool, op);
	end.step_end = (struct event_step_end){
		.step = telling->step,
		.start = start,
		.end = telling->t,
		.count = { [OP_OK] = STEP_OPS },
		.cpu = { 1.5, 2.5, 0.25, 0.125, 0, 0.0625, 0.5, 80 },
	};
	tell(telling, end);
	telling->step++;
}

static struct plan *
make_plan(unsigned rounds)
{
	static const char *const names[POOLS] = { "btrfs", "dir", "lvm", "zfs" };
	struct plan *plan = xcalloc(1, sizeof(*plan));

	for (size_t i = 0; i < POOLS; i++) {
		struct cell cell = {
			.target = plan_add_target(plan, "local", NULL, names[i], names[i]),
			.image = (char *)"alpine",
			.workload = (char *)"launch",
			.place = PLACE_CONTAINER,
		};
		size_t index = plan_add_cell(plan, &cell);

		plan_add_chain(plan, &index, 1, NO_CELL);
	}
	plan->count = STEP_OPS;
	plan->parallel = 1;
	plan->rounds = rounds;
	return plan;
}

/* The path, which the caller frees. */
static char *
make_recording(const char *folder, size_t ops)
{
	struct telling telling = { .random = 1 };
	struct event_header *header = xcalloc(1, sizeof(*header));
	unsigned rounds = (unsigned)(ops / STEP_OPS / POOLS);
	char *path;
	struct err err;

	header->version = RECORDING_VERSION;
	header->run = xasprintf("%08zx", ops);
	header->started_wall_ns = UINT64_C(1796040221) * NS_PER_S;
	header->env.host.memory = UNKNOWN;
	header->plan = make_plan(rounds < PLAN_ROUNDS_MAX ? rounds : PLAN_ROUNDS_MAX);
	if (recorder_create(folder, header, &telling.recorder, &err) < 0)
		die(&err);
	event_wipe(&(struct event){ .type = EV_HEADER, .header = header });
	for (unsigned i = 0; i < rounds; i++)
		for (size_t pool = 0; pool < POOLS; pool++)
			tell_step(&telling, pool, i % PLAN_ROUNDS_MAX);
	tell(&telling, (struct event){ .type = EV_END });
	path = xstrdup(recorder_path(telling.recorder));
	recorder_free(telling.recorder);
	return path;
}

/* ---- what is measured ---- */

/* Of the clock, and of the CPU: on a machine that does other things as well the latter tells more.
 */
struct span {
	double wall, cpu; /* ms */
};

static struct span
now(void)
{
	return (struct span){ (double)clock_now_ns() / 1e6, (double)clock_own_cpu_ns() / 1e6 };
}

static struct span
since(struct span before, double part)
{
	struct span it = now();

	return (struct span){ (it.wall - before.wall) / part, (it.cpu - before.cpu) / part };
}

/* Each of these runs in a process of its own. */
static struct span
read_lines(const char *path)
{
	struct span before = now();
	struct recording *rec;
	struct event event;
	struct err err;
	int more;

	if (recording_open(path, &rec, &err) < 0)
		die(&err);
	while ((more = recording_next(rec, &event, &err)) == 1)
		event_wipe(&event);
	if (more < 0)
		die(&err);
	recording_free(rec);
	return since(before, 1);
}

static struct span
open_model(const char *path, struct model *(*open)(const char *path, struct err *err))
{
	struct span before = now();
	struct err err;
	struct model *model = open(path, &err);
	struct span span = since(before, 1);

	if (!model)
		die(&err);
	model_free(model);
	return span;
}

static struct span
open_lines(const char *path)
{
	return open_model(path, model_load);
}

/* The first time: the lines are read and the sums are left; after that they are there. */
static struct span
open_sums(const char *path)
{
	return open_model(path, sums_open);
}

struct ops {
	const struct model *model;
	struct course *course;
};

static int
take_op(void *arg, struct event *event, struct err *err)
{
	struct ops *ops = arg;

	(void)err;
	course_add(ops->course, ops->model, event);
	return 0;
}

/* What a picture of single ops asks for; the screen does so of recordings that are read quickly. */
static void
read_ops(struct ui *ui, const char *path)
{
	struct ops ops = { ui->model, ui->course = course_new(ui->model) };
	struct err err;

	if (report_each_event(path, false, take_op, &ops, &err) < 0)
		die(&err);
	ui->course_path = xstrdup(path);
}

static const char *shown;

static const char *
path_shown(const struct ui *ui)
{
	(void)ui;
	return shown;
}

/* The mean of many frames of a screen, each drawn whole. */
static struct span
draw(const char *path, enum view_id view, enum picture picture)
{
	static const struct ui_source source = { .name = "bench", .path = path_shown };
	struct canvas *canvas = canvas_new(COLS, ROWS, GLYPHS_BRAILLE);
	struct model *model;
	struct err err;
	struct ui ui;
	struct span before, span;

	model = sums_open(path, &err);
	if (!model)
		die(&err);
	ui_init(&ui, &source, NULL);
	ui.model = model;
	ui.env = &model->header->env;
	choices_from_plan(model->plan, &ui.choices);
	ui_choices_changed(&ui);
	ui.view = view;
	ui.picture = picture;
	shown = path;
	if (picture >= PICTURE_COURSE)
		read_ops(&ui, path);
	screen_draw(canvas, &ui);
	before = now();
	for (int i = 0; i < FRAMES; i++)
		screen_draw(canvas, &ui);
	span = since(before, FRAMES);
	ui_wipe(&ui);
	model_free(model);
	canvas_free(canvas);
	return span;
}

static struct span
draw_run(const char *path)
{
	return draw(path, VIEW_RUN, 0);
}

static struct span
draw_bars(const char *path)
{
	return draw(path, VIEW_RESULTS, PICTURE_BARS);
}

static struct span
draw_spread(const char *path)
{
	return draw(path, VIEW_RESULTS, PICTURE_SPREAD);
}

static struct span
draw_course(const char *path)
{
	return draw(path, VIEW_RESULTS, PICTURE_COURSE);
}

static struct span
draw_pace(const char *path)
{
	return draw(path, VIEW_RESULTS, PICTURE_PACE);
}

struct cost {
	struct span span;
	long kib; /* the process's peak */
};

static struct cost
in_a_process(struct span (*fn)(const char *path), const char *path)
{
	struct cost cost = { 0 };
	struct rusage usage;
	int fds[2], status;
	pid_t pid;

	if (pipe(fds) < 0 || (pid = fork()) < 0)
		abort();
	if (pid == 0) {
		struct span span = fn(path);

		_exit(write(fds[1], &span, sizeof(span)) != sizeof(span));
	}
	close(fds[1]);
	if (read(fds[0], &cost.span, sizeof(cost.span)) != sizeof(cost.span) ||
	    wait4(pid, &status, 0, &usage) != pid || status != 0)
		exit(1);
	close(fds[0]);
	cost.kib = usage.ru_maxrss;
	return cost;
}

/* ---- the table ---- */

static const struct {
	const char *name;
	struct span (*fn)(const char *path);
} measures[] = {
	{ "its lines read", read_lines },	{ "opened from its lines", open_lines },
	{ "opened, sums left", open_sums },	{ "opened from its sums", open_sums },
	{ "a frame of Run", draw_run },		{ "Results, bars", draw_bars },
	{ "Results, spread", draw_spread },	{ "Results, each op", draw_course },
	{ "Results, ops a second", draw_pace },
};

static void
measure(const char *folder, size_t ops)
{
	char *path = make_recording(folder, ops);
	char *sums = sums_path(path);
	struct stat st;

	if (stat(path, &st) < 0)
		abort();
	printf("%zu ops, %.1f MB\n", ops, (double)st.st_size / 1e6);
	for (size_t i = 0; i < COUNTOF(measures); i++) {
		struct cost cost = in_a_process(measures[i].fn, path);

		printf("  %-24s%10.2f ms%10.2f ms CPU%8.1f MiB\n", measures[i].name, cost.span.wall,
		       cost.span.cpu, (double)cost.kib / 1024);
	}
	unlink(path);
	unlink(sums);
	free(path);
	free(sums);
}

int
main(int argc, char **argv)
{
	static const size_t usual[] = { 10000, 100000, 1000000 };
	char folder[] = "recordings.XXXXXX";

	setlocale(LC_CTYPE, "C.UTF-8");
	if (!mkdtemp(folder))
		abort();
	for (int i = 1; i < argc; i++)
		measure(folder, strtoul(argv[i], NULL, 10));
	for (size_t i = 0; argc == 1 && i < COUNTOF(usual); i++)
		measure(folder, usual[i]);
	return rmdir(folder);
}
