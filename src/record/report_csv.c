/*
 * A run as rows for a spreadsheet: csv has a row a cell, samples a row an op.
 * doc/reports.md tells the columns.
 */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/csv.h"
#include "record/report_formats.h"

/* ---- what it is of ---- */

#define IDENTITY                                                                                   \
	"run", "label", "started", "server", "member", "pool", "driver", "image", "fingerprint",   \
		"place", "workload", "variant"

static void
add_identity(struct csv *csv, const struct model *model, size_t index)
{
	const struct cell *cell = model_plan_cell(model, index);
	const struct target *target = model_cell_target(model, index);
	char stamp[CLOCK_STAMP_LEN];

	clock_stamp(model->header->started_wall_ns, stamp);
	csv_text(csv, model->header->run);
	csv_text(csv, model->header->label);
	csv_text(csv, stamp);
	csv_text(csv, target->server);
	csv_text(csv, target->member);
	csv_text(csv, target->pool);
	csv_text(csv, target->driver);
	csv_text(csv, cell->image);
	csv_text(csv, cell->fingerprint);
	csv_text(csv, place_name(cell->place));
	csv_text(csv, cell->workload);
	csv_text(csv, cell->variant);
}

/* ---- csv: a row a cell ---- */

static const char *const cell_names[] = {
	IDENTITY,
	"ok",
	"failed",
	"refused",
	"unknown",
	"skipped",
	"min_s",
	"median_s",
	"p95_s",
	"p99_s",
	"max_s",
	"rate_per_s",
	"rounds",
	"makespan_s",
	"makespan_low_s",
	"makespan_high_s",
	"makespan_coverage",
	"disk_bytes",
	"moved_bytes",
	"moved_bytes_per_s",
	"cpu_s",
	"taint",
	"first_error",
	"remark",
	"makespan_mad_s",
	"makespan_mean_s",
	"makespan_sd_s",
	"makespan_cv",
	"first_skip",
	"notes",
	"disk_steady",
	NULL,
};

static void
add_interval(struct csv *csv, const struct interval *interval)
{
	bool known_at_all = interval->coverage > 0;

	csv_seconds(csv, known_at_all ? (uint64_t)interval->low : UNKNOWN);
	csv_seconds(csv, known_at_all ? (uint64_t)interval->high : UNKNOWN);
	csv_real(csv, known_at_all ? interval->coverage : NAN);
}

/* How the rounds vary; one round does not. */
static void
add_spread(struct csv *csv, const struct model_cell *cell)
{
	autofree_mem double *times = summary_times(cell);
	size_t n = cell->n_makespans;
	bool several = n > 1;
	double mean = stats_mean(times, n), deviation = stats_deviation(times, n);

	csv_seconds(csv, several ? (uint64_t)stats_robust(times, n).mad : UNKNOWN);
	csv_seconds(csv, several ? (uint64_t)mean : UNKNOWN);
	csv_seconds(csv, several ? (uint64_t)deviation : UNKNOWN);
	csv_real(csv, several ? deviation / mean : NAN);
}

/* Warnings and failures that were told at its steps. */
static void
add_notes(struct csv *csv, const struct model *model, size_t cell)
{
	autobuf text = { 0 };

	for (size_t i = 0; i < model->n_notes; i++) {
		const struct model_note *note = &model->notes[i];

		if (note->step != NO_STEP && model->steps[note->step].cell == cell)
			buf_printf(&text, "%s%s", text.len ? "; " : "", note->text);
	}
	csv_text(csv, text.len ? buf_text(&text) : NULL);
}

static void
add_ops(struct csv *csv, const struct summary *row, const struct hist *latency)
{
	csv_number(csv, row->n);
	csv_number(csv, row->failed);
	csv_number(csv, row->refused);
	csv_number(csv, row->unknown);
	csv_number(csv, row->skipped);
	csv_seconds(csv, latency->min);
	csv_seconds(csv, row->median);
	csv_seconds(csv, latency->n >= 20 ? hist_quantile(latency, 0.95) : UNKNOWN);
	csv_seconds(csv, latency->n >= 100 ? hist_quantile(latency, 0.99) : UNKNOWN);
	csv_seconds(csv, latency->max);
	csv_real(csv, row->rate);
}

static void
add_cell(struct csv *csv, const struct model *model, const struct summary *row)
{
	const struct model_cell *cell = &model->cells[row->cell];
	char words[REPORT_TEXT];

	add_identity(csv, model, row->cell);
	add_ops(csv, row, &cell->latency);
	csv_number(csv, row->rounds);
	csv_seconds(csv, row->makespan);
	add_interval(csv, &row->makespan_interval);
	if (row->disk_known)
		csv_signed(csv, row->disk);
	else
		csv_text(csv, NULL);
	csv_number(csv, cell->bytes);
	csv_real(csv, row->throughput);
	csv_real(csv, row->cpu);
	csv_text(csv, taint_words(row->taint, words, sizeof(words)));
	csv_text(csv, cell->first_error);
	csv_text(csv, cell->remark);
	add_spread(csv, cell);
	csv_text(csv, cell->first_skip);
	add_notes(csv, model, row->cell);
	csv_number(csv, row->disk_known ? row->steady : UNKNOWN);
	csv_end_row(csv);
}

void
report_csv(const struct model *model, const struct samples *samples, struct buf *out)
{
	autofree_mem struct summary *rows = NULL;
	struct csv csv = { out, CSV_END, false };
	size_t n = summary_rows(model, &rows);

	(void)samples;
	if (!model->header)
		return;
	csv_names(&csv, cell_names);
	for (size_t i = 0; i < n; i++)
		add_cell(&csv, model, &rows[i]);
}

/* ---- samples: a row an op ---- */

static const char *const sample_names[] = {
	IDENTITY,  "warmup",	"round",   "step",  "op",      "state",
	"start_s", "elapsed_s", "bytes",   "part1", "part1_s", "part2",
	"part2_s", "part3",	"part3_s", "error", NULL,
};
_Static_assert(EVENT_PARTS == 3, "a pair of columns for each part");

static void
add_sample(struct csv *csv, const struct model *model, const struct sample *sample)
{
	const struct model_step *step = &model->steps[sample->step];

	csv_number(csv, step->warmup);
	csv_number(csv, report_round(step, model->plan));
	csv_number(csv, sample->step);
	csv_number(csv, sample->op);
	csv_text(csv, op_state_name(sample->state));
	csv_seconds(csv, sample->start);
	csv_seconds(csv, sample_time(sample));
	csv_number(csv, sample->bytes);
	for (size_t i = 0; i < EVENT_PARTS; i++) {
		bool there = i < sample->n_parts;

		csv_text(csv, there ? sample->parts[i].name : NULL);
		csv_seconds(csv, there ? sample->parts[i].ns : UNKNOWN);
	}
	csv_text(csv, sample->text);
	csv_end_row(csv);
}

void
report_samples(const struct model *model, const struct samples *samples, struct buf *out)
{
	struct csv csv = { out, CSV_END, false };
	autobuf identity = { 0 };
	uint32_t step = 0;

	if (!model->header)
		return;
	csv_names(&csv, sample_names);
	for (size_t i = 0; samples && i < samples->n; i++) {
		const struct sample *sample = &samples->items[i];

		/* The ops of a step mostly follow each other, and have this in common. */
		if (i == 0 || sample->step != step) {
			struct csv part = { &identity, "", false };

			buf_clear(&identity);
			add_identity(&part, model, model->steps[sample->step].cell);
			step = sample->step;
		}
		buf_add(out, buf_text(&identity), identity.len);
		csv.begun = true;
		add_sample(&csv, model, sample);
	}
}
