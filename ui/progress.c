#include "progress.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/units.h"
#include "base/utf8.h"
#include "record/naming.h"

#define REDRAW_NS (NS_PER_S / 4)
#define BAR_WIDTH 24
#define NAME	  256

void
progress_init(struct progress *progress, FILE *out, bool live)
{
	*progress = (struct progress){ .out = out, .live = live };
}

static void
begin_line(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", progress->out);
	progress->shown = false;
}

static const char *
round_name(const struct model *model, const struct model_step *step, char *out, size_t size)
{
	if (cell_is_prime(model_plan_cell(model, step->cell)))
		snprintf(out, size, "before");
	else if (step->warmup)
		snprintf(out, size, "warm-up");
	else
		snprintf(out, size, "round %u/%u", step->round - model->plan->warmup + 1,
			 model->plan->rounds);
	return out;
}

static void
print_step(struct progress *progress, const struct model *model, const struct event_step_end *end)
{
	const struct model_step *step = &model->steps[end->step];
	char round[32], where[NAME], work[NAME], time[UNITS_LEN];

	begin_line(progress);
	fprintf(progress->out, "%-10s %-12s %-15s %4" PRIu32 " ok",
		round_name(model, step, round, sizeof(round)),
		naming_where(model->plan, step->cell, where, sizeof(where)),
		naming_work(model_plan_cell(model, step->cell), work, sizeof(work)),
		end->count[OP_OK]);
	for (enum op_state state = OP_FAILED; state < OP_STATES; state++)
		if (end->count[state])
			fprintf(progress->out, ", %" PRIu32 " %s", end->count[state],
				op_state_name(state));
	if (end->count[OP_OK])
		fprintf(progress->out, "  %s", units_time(time, end->end - end->start));
	fputc('\n', progress->out);
}

static void
print_note(struct progress *progress, const struct event_note *note)
{
	static const char *const levels[] = {
		[NOTE_INFO] = "note", [NOTE_WARN] = "warning", [NOTE_ERROR] = "error"
	};
	autobuf text = { 0 };

	begin_line(progress);
	utf8_add_clean(&text, note->text);
	fprintf(progress->out, "%s: %s\n", levels[note->level], buf_text(&text));
}

static void
draw_bar(struct progress *progress, const struct model *model)
{
	const struct model_step *step = model_current_step(model);
	double part =
		model->ops_planned ? (double)model->ops_ended / (double)model->ops_planned : 0;
	char elapsed[UNITS_LEN], eta[UNITS_LEN], name[NAME];
	int full;

	if (part > 1)
		part = 1;
	full = (int)(part * BAR_WIDTH);
	begin_line(progress);
	fprintf(progress->out, "[%.*s%*s] %3.0f %%  %" PRIu64 "/%" PRIu64 "  %s  ETA %s", full,
		"########################", BAR_WIDTH - full, "", part * 100, model->ops_ended,
		model->ops_planned, units_span(elapsed, model_elapsed(model)),
		units_span(eta, model->eta_ns));
	if (step)
		fprintf(progress->out, "  %s",
			naming_step(model->plan, step->cell, name, sizeof(name)));
	fflush(progress->out);
	progress->shown = true;
	progress->drawn = model->now;
}

void
progress_event(struct progress *progress, const struct model *model, const struct event *event)
{
	if (event->type == EV_STEP_END)
		print_step(progress, model, &event->step_end);
	else if (event->type == EV_NOTE)
		print_note(progress, &event->note);
	if (progress->live && model->now - progress->drawn >= REDRAW_NS)
		draw_bar(progress, model);
}

void
progress_end(struct progress *progress)
{
	begin_line(progress);
	fflush(progress->out);
}
