/*
 * A run as rows for a spreadsheet (RFC 4180): csv has a row a cell, samples a
 * row an op, and jmeter a row a step in the columns of incus-benchmark's
 * reports. doc/reports.md tells the columns.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "record/report_formats.h"

/* A row that is being written. */
struct csv {
	struct buf *out;
	const char *end; /* of a line */
	bool begun;
};

static void
begin_field(struct csv *csv)
{
	if (csv->begun)
		buf_putc(csv->out, ',');
	csv->begun = true;
}

static void
end_row(struct csv *csv)
{
	buf_puts(csv->out, csv->end);
	csv->begun = false;
}

/* ---- fields ---- */

/* What makes a spreadsheet take a text for a formula, wide forms too. */
static bool
begins_formula(uint32_t c)
{
	static const uint32_t all[] = { '=', '+', '-', '@', 0xff1d, 0xff0b, 0xff0d, 0xff20 };

	for (size_t i = 0; i < COUNTOF(all); i++)
		if (all[i] == c)
			return true;
	return false;
}

/*
 * A ' in front keeps a formula from being one. Where a ; is what parts fields,
 * which depends on the reader's language, one may begin within the text.
 */
static void
disarm(struct buf *out, const char *text)
{
	bool begins = true;

	for (const char *from = text; *text; from = text) {
		uint32_t c = utf8_next(&text);

		if (begins && begins_formula(c))
			buf_putc(out, '\'');
		buf_add(out, from, (size_t)(text - from));
		begins = c == ';' || (begins && (c == ' ' || c == '"'));
	}
}

/* NULL: the field is empty. Control characters, tabs and line ends among them, become '?'. */
static void
add_text(struct csv *csv, const char *text)
{
	autobuf clean = { 0 };
	autobuf safe = { 0 };

	begin_field(csv);
	if (!text)
		return;
	utf8_add_clean(&clean, text);
	disarm(&safe, buf_text(&clean));
	if (!strpbrk(buf_text(&safe), ",;\"")) {
		buf_puts(csv->out, buf_text(&safe));
		return;
	}
	buf_putc(csv->out, '"');
	for (const char *at = buf_text(&safe); *at; at++)
		buf_puts(csv->out, *at == '"' ? "\"\"" : (char[]){ *at, '\0' });
	buf_putc(csv->out, '"');
}

static void
add_number(struct csv *csv, uint64_t number)
{
	begin_field(csv);
	if (known(number))
		buf_printf(csv->out, "%" PRIu64, number);
}

/* Every digit, so that nothing is lost. */
static void
add_seconds(struct csv *csv, uint64_t ns)
{
	begin_field(csv);
	if (known(ns))
		buf_printf(csv->out, "%" PRIu64 ".%09" PRIu64, ns / NS_PER_S, ns % NS_PER_S);
}

static void
add_real(struct csv *csv, double value)
{
	begin_field(csv);
	if (isfinite(value))
		buf_printf(csv->out, "%.6g", value);
}

static void
add_names(struct csv *csv, const char *const *names)
{
	for (; *names; names++)
		add_text(csv, *names);
	end_row(csv);
}

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
	add_text(csv, model->header->run);
	add_text(csv, model->header->label);
	add_text(csv, stamp);
	add_text(csv, target->server);
	add_text(csv, target->member);
	add_text(csv, target->pool);
	add_text(csv, target->driver);
	add_text(csv, cell->image);
	add_text(csv, cell->fingerprint);
	add_text(csv, place_name(cell->place));
	add_text(csv, cell->workload);
	add_text(csv, cell->variant);
}

/* ---- csv: a row a cell ---- */

static const char *const csv_names[] = {
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
	NULL,
};

static void
add_interval(struct csv *csv, const struct interval *interval)
{
	bool known_at_all = interval->coverage > 0;

	add_seconds(csv, known_at_all ? (uint64_t)interval->low : UNKNOWN);
	add_seconds(csv, known_at_all ? (uint64_t)interval->high : UNKNOWN);
	add_real(csv, known_at_all ? interval->coverage : NAN);
}

static void
add_cell(struct csv *csv, const struct model *model, const struct summary *row)
{
	const struct model_cell *cell = &model->cells[row->cell];
	const struct hist *latency = &cell->latency;
	char words[REPORT_TEXT];

	add_identity(csv, model, row->cell);
	add_number(csv, row->n);
	add_number(csv, row->failed);
	add_number(csv, row->refused);
	add_number(csv, row->unknown);
	add_number(csv, row->skipped);
	add_seconds(csv, latency->min);
	add_seconds(csv, row->median);
	add_seconds(csv, latency->n >= 20 ? hist_quantile(latency, 0.95) : UNKNOWN);
	add_seconds(csv, latency->n >= 100 ? hist_quantile(latency, 0.99) : UNKNOWN);
	add_seconds(csv, latency->max);
	add_real(csv, row->rate);
	add_number(csv, row->rounds);
	add_seconds(csv, row->makespan);
	add_interval(csv, &row->makespan_interval);
	begin_field(csv);
	if (row->disk_known)
		buf_printf(csv->out, "%" PRId64, row->disk);
	add_number(csv, cell->bytes);
	add_real(csv, row->throughput);
	add_real(csv, row->cpu);
	add_text(csv, taint_words(row->taint, words, sizeof(words)));
	add_text(csv, cell->first_error);
	end_row(csv);
}

void
report_csv(const struct model *model, const struct samples *samples, struct buf *out)
{
	autofree_mem struct summary *rows = NULL;
	struct csv csv = { out, "\r\n", false };
	size_t n = summary_rows(model, &rows);

	(void)samples;
	if (!model->header)
		return;
	add_names(&csv, csv_names);
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

	add_identity(csv, model, step->cell);
	add_number(csv, step->warmup);
	add_number(csv, report_round(step, model->plan));
	add_number(csv, sample->step);
	add_number(csv, sample->op);
	add_text(csv, op_state_name(sample->state));
	add_seconds(csv, sample->start);
	add_seconds(csv, sample_time(sample));
	add_number(csv, sample->bytes);
	for (size_t i = 0; i < EVENT_PARTS; i++) {
		bool there = i < sample->n_parts;

		add_text(csv, there ? sample->parts[i].name : NULL);
		add_seconds(csv, there ? sample->parts[i].ns : UNKNOWN);
	}
	add_text(csv, sample->text);
	end_row(csv);
}

void
report_samples(const struct model *model, const struct samples *samples, struct buf *out)
{
	struct csv csv = { out, "\r\n", false };

	if (!model->header)
		return;
	add_names(&csv, sample_names);
	for (size_t i = 0; samples && i < samples->n; i++)
		add_sample(&csv, model, &samples->items[i]);
}

/* ---- jmeter: a row a step ---- */

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

/* "launch btrfs", "export, optimized btrfs"; where there are several images or places "launch,
 * busybox, vm btrfs". */
static void
add_label(struct csv *csv, const struct model *model, size_t index, bool is_long)
{
	const struct cell *cell = model_plan_cell(model, index);
	char pool[REPORT_TEXT], group[REPORT_TEXT];
	autobuf label = { 0 };

	if (is_long)
		buf_puts(&label, summary_group_name(model, index, group, sizeof(group)));
	else
		buf_printf(&label, "%s%s%s", cell->workload, cell->variant ? ", " : "",
			   cell->variant ? cell->variant : "");
	buf_printf(&label, " %s", summary_pool_name(model, index, pool, sizeof(pool)));
	add_text(csv, buf_text(&label));
}

/* It counts, it is a workload, and there is a time to tell. */
static bool
is_a_row(const struct model *model, const struct model_step *step)
{
	return !step->warmup &&
	       strcmp(model_plan_cell(model, step->cell)->workload, "prime") != 0 &&
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
	add_names(&csv, jmeter_names);
	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (!is_a_row(model, step))
			continue;
		add_number(&csv, (model->header->started_wall_ns + step->end) / NS_PER_MS);
		add_number(&csv, (step->end - step->start) / NS_PER_MS);
		add_label(&csv, model, step->cell, is_long);
		add_text(&csv, NULL);
		add_text(&csv, step->count[OP_OK] == step->n ? "true" : "false");
		end_row(&csv);
	}
}
