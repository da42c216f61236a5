/*
 * A run in the columns of incus-benchmark's report file, which are a part of
 * JMeter's: a row a step. Unlike there, `success` tells the truth.
 */
#include <string.h>

#include "base/clock.h"
#include "base/csv.h"
#include "base/units.h"
#include "record/report_formats.h"

static const char *const jmeter_names[] = {
	"timeStamp", "elapsed", "label", "responseCode", "success", NULL,
};

/* Whether workload and pool do not tell two cells apart. */
static bool
needs_long_labels(const struct plan *plan)
{
	for (size_t i = 1; i < plan->n_cells; i++)
		if (plan->cells[i].place != plan->cells[0].place ||
		    (plan->cells[i].image && plan->cells[0].image &&
		     strcmp(plan->cells[i].image, plan->cells[0].image) != 0))
			return true;
	return false;
}

/*
 * "launch btrfs", "export, optimized btrfs"; the long form is "launch, busybox, vm btrfs".
 * Of an imported file whose label was no workload's it is that label again.
 */
static void
add_label(struct csv *csv, const struct model *model, size_t index, bool is_long)
{
	const struct cell *cell = model_plan_cell(model, index);
	char pool[REPORT_TEXT], group[REPORT_TEXT];
	autobuf label = { 0 };

	if (strcmp(cell->workload, UNITS_UNKNOWN) == 0 && cell->variant) {
		csv_text(csv, cell->variant);
		return;
	}
	if (is_long)
		buf_puts(&label, summary_group_name(model, index, group, sizeof(group)));
	else
		buf_printf(&label, "%s%s%s", cell->workload, cell->variant ? ", " : "",
			   cell->variant ? cell->variant : "");
	buf_printf(&label, " %s", summary_pool_name(model, index, pool, sizeof(pool)));
	csv_text(csv, buf_text(&label));
}

/* It counts, it is a workload, and there is a time to tell. */
static bool
is_a_row(const struct model *model, const struct model_step *step)
{
	return !step->warmup && !cell_is_prime(model_plan_cell(model, step->cell)) &&
	       known(step->start) && known(step->end);
}

void
report_jmeter(const struct model *model, const struct samples *samples, struct buf *out)
{
	struct csv csv = { out, "\n", false };
	bool is_long;

	(void)samples;
	if (!model->header)
		return;
	is_long = needs_long_labels(model->plan);
	csv_names(&csv, jmeter_names);
	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (!is_a_row(model, step))
			continue;
		csv_number(&csv, (model->header->started_wall_ns + step->end) / NS_PER_MS);
		csv_number(&csv, (step->end - step->start) / NS_PER_MS);
		add_label(&csv, model, step->cell, is_long);
		csv_text(&csv, NULL);
		csv_text(&csv, step->count[OP_OK] == step->n ? "true" : "false");
		csv_end_row(&csv);
	}
}
