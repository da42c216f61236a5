#include "top.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/units.h"
#include "names.h"
#include "pointer.h"
#include "record/naming.h"
#include "widgets/bars.h"

#define TITLE	    "poolscope"
#define TITLE_FROM  60 /* columns */
#define GAP	    2
#define BESIDE_STEP 30 /* columns of the progress line that its bar leaves */

/* ---- the state ---- */

struct state {
	const char *word;
	enum role role;
};

static struct state
state_of(const struct ui *ui)
{
	static const struct state ends[RUN_ENDS] = {
		[END_DONE] = { "DONE", ROLE_OK },
		[END_ABORTED] = { "ABORTED", ROLE_WARN },
		[END_STOPPED] = { "STOPPED", ROLE_WARN },
		[END_FAILED] = { "FAILED", ROLE_FAIL },
	};

	if (ui->model->header && ui->model->header->kind == RUN_PUBLISHED)
		return (struct state){ "PUBLISHED", ROLE_TITLE };
	if (ui->model->state == MODEL_ENDED)
		return ends[ui->model->end.how];
	if (!ui_running(ui))
		return (struct state){ "without an end", ROLE_WARN };
	if (ui_stopping(ui))
		return (struct state){ "STOPPING", ROLE_WARN };
	if (ui->model->state == MODEL_PAUSED)
		return (struct state){ "PAUSED", ROLE_WARN };
	return (struct state){ "RUN", ROLE_TEXT };
}

const char *
top_state(const struct ui *ui)
{
	return state_of(ui).word;
}

/* ---- the note at the right: its parts, and which of them have room ---- */

struct part {
	char text[SHOWN_NAME + 16];
	enum role role;
	int rank; /* the highest goes first; 0 never */
};

struct note {
	struct part parts[6];
	size_t n;
};

static void __attribute__((format(printf, 4, 5)))
add(struct note *note, int rank, enum role role, const char *fmt, ...)
{
	struct part *part = &note->parts[note->n++];
	va_list args;

	part->rank = rank;
	part->role = role;
	va_start(args, fmt);
	vsnprintf(part->text, sizeof(part->text), fmt, args);
	va_end(args);
}

static const struct env_server *
first_server(const struct ui *ui)
{
	const struct env *env = ui->model->header ? &ui->model->header->env : ui->env;

	return env->n_servers ? &env->servers[0] : NULL;
}

/* "local", and how many more */
static void
add_server(struct note *note, const struct ui *ui, int rank)
{
	const struct env_server *server = first_server(ui);
	size_t n = ui->model->header ? ui->model->header->env.n_servers : ui->env->n_servers;
	char name[SHOWN_NAME];

	if (!server)
		return;
	names_server(server->name, name);
	if (n > 1)
		add(note, rank, ROLE_DIM, "%s +%zu", name, n - 1);
	else
		add(note, rank, ROLE_DIM, "%s", name);
}

/* "incus 6.0.4  local" */
static void
add_whole_server(struct note *note, const struct env_server *server)
{
	char name[SHOWN_NAME];

	add(note, 1, ROLE_TEXT, "%s %s", server->kind ? server->kind : "server",
	    server->version ? server->version : UNITS_UNKNOWN);
	add(note, 0, ROLE_TEXT, "%s", names_server(server->name, name));
}

/* "REPLAY 8x PAUSED LOOP": true if a recording is being played. */
static bool
add_playing(struct note *note, const struct ui *ui)
{
	struct playing playing;

	if (!ui->source->playing)
		return false;
	ui->source->playing(ui, &playing);
	add(note, 0, playing.paused ? ROLE_WARN : ROLE_TITLE, "REPLAY %gx%s%s", playing.speed,
	    playing.paused ? " PAUSED" : "", playing.again ? " LOOP" : "");
	return true;
}

static void
add_state(struct note *note, const struct ui *ui, bool playing)
{
	struct state state = state_of(ui);
	bool plain = ui_running(ui) && ui->model->state == MODEL_RUNNING && !ui_stopping(ui);

	/* That a run goes on is no news where it is played. */
	if (!playing || !plain)
		add(note, 0, state.role, "%s", state.word);
}

/* "RUN  37/180  01:08  ETA 03:12  local" */
static void
add_run(struct note *note, const struct ui *ui)
{
	const struct model *model = ui->model;
	bool playing = add_playing(note, ui);
	char text[UNITS_LEN];

	add_state(note, ui, playing);
	if (ui_running(ui)) {
		add(note, 1, ROLE_TEXT, "%" PRIu64 "/%" PRIu64, model->ops_ended,
		    model->ops_planned);
		add(note, 4, ROLE_TEXT, "%s", units_span(text, model_elapsed(model)));
		add(note, 2, ROLE_TEXT, "ETA %s", units_span(text, model->eta_ns));
	} else if (model->header->kind != RUN_PUBLISHED) {
		add(note, 2, ROLE_TEXT, "run %s", model->header->run);
	}
	add_server(note, ui, 3);
}

static void
make_note(struct note *note, const struct ui *ui)
{
	if (ui_running(ui) || (ui->model->header && ui->view != VIEW_SETUP))
		add_run(note, ui);
	else if (ui->env->n_servers)
		add_whole_server(note, &ui->env->servers[0]);
	else
		add(note, 0, ROLE_TEXT, "%s",
		    ui->connecting && !ui->welcomed ? "connecting" : "no server");
}

static int
note_width(const struct canvas *canvas, const struct note *note)
{
	int width = 0;

	for (size_t i = 0; i < note->n; i++)
		width += canvas_width(canvas, note->parts[i].text) + (i ? GAP : 0);
	return width;
}

/* False: all that is left stays. */
static bool
drop_one(struct note *note)
{
	size_t least = 0;

	for (size_t i = 1; i < note->n; i++)
		if (note->parts[i].rank > note->parts[least].rank)
			least = i;
	if (note->n == 0 || note->parts[least].rank == 0)
		return false;
	note->n--;
	for (size_t i = least; i < note->n; i++)
		note->parts[i] = note->parts[i + 1];
	return true;
}

static void
draw_note(struct canvas *canvas, struct note *note, int from)
{
	int end = canvas->cols - 1;
	int x;

	while (note_width(canvas, note) > end - from && drop_one(note))
		;
	x = end - note_width(canvas, note);
	if (x < from)
		x = from;
	for (size_t i = 0; i < note->n; i++)
		x += canvas_text(canvas, x, 0, end - x, note->parts[i].role, note->parts[i].text) +
		     GAP;
}

/* ---- the screens ---- */

/* " 1 Setup ", and "[2 Run]" where one is. */
static int
draw_tab(struct canvas *canvas, int x, struct ui *ui, enum view_id id)
{
	const struct view *view = view_of(id);
	bool here = ui->view == id;
	const char *number = keymap_key(ui->view, CMD_SETUP + id);
	int from = x;

	x += canvas_text(canvas, x, 0, canvas->cols - x, here ? ROLE_TITLE : ROLE_DIM,
			 here ? "[" : " ");
	x += canvas_text(canvas, x, 0, canvas->cols - x, ROLE_HOT, number);
	x += canvas_text(canvas, x, 0, canvas->cols - x, ROLE_TEXT, " ");
	x += canvas_text(canvas, x, 0, canvas->cols - x, here ? ROLE_TITLE : ROLE_TEXT, view->name);
	x += canvas_text(canvas, x, 0, canvas->cols - x, here ? ROLE_TITLE : ROLE_DIM,
			 here ? "]" : " ");
	pointer_note(ui, (struct rect){ from, 0, x - from, 1 }, number);
	return x;
}

static int
tabs_width(const struct canvas *canvas, const struct ui *ui)
{
	int width = 0;

	for (enum view_id id = 0; id < N_VIEWS; id++)
		width += canvas_width(canvas, keymap_key(ui->view, CMD_SETUP + id)) +
			 canvas_width(canvas, view_of(id)->name) + 3;
	return width;
}

/* The program's own name is what can be missed first. */
static bool
has_title(const struct canvas *canvas, const struct ui *ui, const struct note *note)
{
	int needed = 1 + canvas_width(canvas, TITLE) + 1 + tabs_width(canvas, ui) + 1 +
		     note_width(canvas, note) + 1;

	return canvas->cols >= TITLE_FROM && needed <= canvas->cols;
}

void
top_draw(struct canvas *canvas, struct ui *ui)
{
	struct note note = { .n = 0 };
	int x = 1;

	make_note(&note, ui);
	if (has_title(canvas, ui, &note))
		x += canvas_text(canvas, x, 0, canvas->cols - x, ROLE_TITLE, TITLE) + 1;
	for (enum view_id id = 0; id < N_VIEWS; id++)
		x = draw_tab(canvas, x, ui, id);
	draw_note(canvas, &note, x + 1);
}

/* ---- progress ---- */

static double
done_part(const struct model *model)
{
	return model->ops_planned ? (double)model->ops_ended / (double)model->ops_planned : 0;
}

/* The first pool that is waited for; SIZE_MAX: none is. */
static size_t
settling_target(const struct model *model)
{
	for (size_t i = 0; model->plan && i < model->plan->n_targets; i++)
		if (model->targets[i].settling)
			return i;
	return SIZE_MAX;
}

/* What happens while no step is running. */
static void
between(const struct ui *ui, char *out, size_t size)
{
	size_t target = settling_target(ui->model);

	if (target != SIZE_MAX)
		snprintf(out, size, "settling %s", ui->model->plan->targets[target].pool);
	else if (ui->model->state == MODEL_ENDED)
		snprintf(out, size, "at its end");
	else if (ui_stopping(ui))
		snprintf(out, size, "cleaning up");
	else if (ui->model->state == MODEL_PAUSED)
		snprintf(out, size, "paused");
	else
		snprintf(out, size, "between steps");
}

void
top_step(const struct ui *ui, char *out, size_t size)
{
	const struct model *model = ui->model;
	const struct model_step *step = model_current_step(model);
	char workload[SHOWN_NAME];

	if (!step) {
		between(ui, out, size);
		return;
	}
	naming_work(model_plan_cell(model, step->cell), workload, sizeof(workload));
	if (cell_is_prime(model_plan_cell(model, step->cell)))
		snprintf(out, size, "%s", workload);
	else if (step->warmup)
		snprintf(out, size, "%s warm-up", workload);
	else
		snprintf(out, size, "%s r%u/%u", workload, step->round - model->plan->warmup + 1,
			 model->plan->rounds);
}

void
top_draw_progress(struct canvas *canvas, const struct ui *ui, int y)
{
	char step[64], percent[UNITS_LEN];
	int width = canvas->cols - BESIDE_STEP;

	top_step(ui, step, sizeof(step));
	if (width < 8)
		return;
	bar_draw(canvas, 1, y, width, done_part(ui->model), ROLE_OK);
	canvas_text_right(canvas, width + 1, y, 6, ROLE_TEXT,
			  units_percent(percent, done_part(ui->model) * 100));
	canvas_text(canvas, width + 9, y, canvas->cols - width - 10, ROLE_TEXT, step);
}
