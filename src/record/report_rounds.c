/* Of a report: how many rounds the figures are of, which may be fewer than were planned. */
#include <limits.h>
#include <stdio.h>

#include "record/report_formats.h"

struct range {
	unsigned least, most;
	bool begun;
};

static bool
is_meant(const struct model *model, size_t cell, size_t like)
{
	if (like != NO_CELL)
		return model->cells[cell].phase == model->cells[like].phase;
	return !cell_is_prime(model_plan_cell(model, cell));
}

/* Of two turns in one round the round is counted once; rounds come in order. False: the cell had no
 * turn. */
static bool
count_rounds(const struct model *model, size_t cell, unsigned *rounds)
{
	unsigned last = UINT_MAX;
	bool begun = false;

	*rounds = 0;
	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (step->cell != cell)
			continue;
		begun = true;
		if (step->warmup || step->running || step->round == last)
			continue;
		last = step->round;
		++*rounds;
	}
	return begun;
}

static void
widen(struct range *range, unsigned rounds)
{
	range->least = !range->begun || rounds < range->least ? rounds : range->least;
	range->most = rounds > range->most ? rounds : range->most;
	range->begun = true;
}

const char *
report_rounds_text(const struct model *model, size_t like, char *out, size_t size)
{
	unsigned planned = model->plan->rounds;
	const char *plural = planned == 1 ? "" : "s";
	struct range range = { 0 };
	unsigned rounds;

	for (size_t i = 0; i < model->plan->n_cells; i++)
		if (is_meant(model, i, like) && count_rounds(model, i, &rounds))
			widen(&range, rounds);
	if (range.least >= planned)
		snprintf(out, size, "%u round%s", planned, plural);
	else if (range.least == range.most)
		snprintf(out, size, "%u of %u round%s", range.most, planned, plural);
	else
		snprintf(out, size, "%u to %u of %u round%s", range.least, range.most, planned,
			 plural);
	return out;
}
