/* A run as one JSON object: doc/report-json.md says what is in it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/report_formats.h"

#define REPORT_VERSION 1
#define TEXT	       256

static void
add_ns(struct json_object *object, const char *key, double ns)
{
	if (ns >= 0 && ns < 1e18)
		json_add_u64(object, key, (uint64_t)ns);
}

static void
add_run(const struct model *model, struct json_object *run)
{
	const struct event_header *header = model->header;

	json_add_text(run, "id", header->run);
	json_add_text(run, "label", header->label);
	json_add_text(run, "program", header->program);
	json_add_text(run, "source", header->source);
	json_add_u64(run, "started_ns", header->started_wall_ns);
	json_add_u64(run, "elapsed_ns", model_elapsed(model));
	json_add_bool(run, "ended", model->state == MODEL_ENDED);
	if (model->state != MODEL_ENDED)
		return;
	json_add_text(run, "end", run_end_name(model->end.how));
	json_add_text(run, "end_text", model->end.text);
	json_add_u64(run, "left_behind", model->end.left_behind);
}

static void
add_identity(const struct model *model, size_t index, struct json_object *object)
{
	const struct cell *cell = model_plan_cell(model, index);
	const struct target *target = model_cell_target(model, index);

	json_add_u64(object, "cell", index);
	json_add_text(object, "server", target->server);
	json_add_text(object, "member", target->member);
	json_add_text(object, "pool", target->pool);
	json_add_text(object, "driver", target->driver);
	json_add_text(object, "image", cell->image);
	json_add_text(object, "fingerprint", cell->fingerprint);
	json_add_text(object, "place", place_name(cell->place));
	json_add_text(object, "workload", cell->workload);
	json_add_text(object, "variant", cell->variant);
}

/* With its interval where each value is held: buckets tell no ranks. */
static void
add_percentile(const struct hist *hist, unsigned percent, struct json_object *object)
{
	double p = percent / 100.0;
	size_t low, high;
	char key[24];

	snprintf(key, sizeof(key), "p%u_ns", percent);
	json_add_u64(object, key, hist_quantile(hist, p));
	if (!hist->exact || !stats_quantile_ranks(hist->n, p, &low, &high))
		return;
	snprintf(key, sizeof(key), "p%u_low_ns", percent);
	json_add_u64(object, key, hist->exact[low - 1]);
	snprintf(key, sizeof(key), "p%u_high_ns", percent);
	json_add_u64(object, key, hist->exact[high - 1]);
}

/* The percentiles that so many values allow. */
static void
add_latency(const struct hist *hist, struct json_object *object)
{
	json_add_u64(object, "min_ns", hist->min);
	json_add_u64(object, "median_ns", hist_median(hist));
	if (hist->n >= 20)
		add_percentile(hist, 95, object);
	if (hist->n >= 100)
		add_percentile(hist, 99, object);
	json_add_u64(object, "max_ns", hist->max);
}

static void
add_parts(const struct model_cell *cell, struct json_object *object)
{
	struct json_object *parts = json_add_array(object, "parts");

	for (size_t i = 0; i < cell->n_parts; i++) {
		struct json_object *part = json_push_object(parts);

		json_add_text(part, "name", cell->part_name[i]);
		json_add_u64(part, "n", cell->part[i].n);
		add_latency(&cell->part[i], part);
	}
}

/* How the rounds vary, robustly and as others tell it. */
static void
add_spread(const struct model_cell *cell, struct json_object *object)
{
	autofree_mem double *times = summary_times(cell);
	double mean = stats_mean(times, cell->n_makespans);
	double deviation = stats_deviation(times, cell->n_makespans);
	struct fences fences = stats_fences(times, cell->n_makespans);

	if (cell->n_makespans < 2)
		return;
	add_ns(object, "makespan_mad_ns", stats_robust(times, cell->n_makespans).mad);
	add_ns(object, "makespan_mean_ns", mean);
	add_ns(object, "makespan_sd_ns", deviation);
	json_add_real(object, "makespan_cv", deviation / mean);
	add_ns(object, "makespan_inner_fence_ns", fences.inner);
	add_ns(object, "makespan_outer_fence_ns", fences.outer);
}

static void
add_makespans(const struct model *model, const struct summary *row, struct json_object *object)
{
	const struct model_cell *cell = &model->cells[row->cell];
	struct json_object *rounds = json_add_array(object, "rounds");

	for (size_t i = 0; i < cell->n_makespans; i++) {
		struct json_object *round = json_push_object(rounds);

		json_add_u64(round, "round", cell->makespan_rounds[i]);
		json_add_u64(round, "makespan_ns", cell->makespans[i]);
	}
	json_add_u64(object, "makespan_ns", row->makespan);
	add_spread(cell, object);
	if (row->makespan_interval.coverage == 0)
		return;
	add_ns(object, "makespan_low_ns", row->makespan_interval.low);
	add_ns(object, "makespan_high_ns", row->makespan_interval.high);
	json_add_real(object, "makespan_coverage", row->makespan_interval.coverage);
}

/* Means of the counted steps that knew them. */
static void
add_cpu(const struct model_cell *cell, struct json_object *object)
{
	struct json_object *cpu;

	if (cell->n_cpu == 0)
		return;
	cpu = json_add_object(object, "cpu_s");
	json_add_real(cpu, "user", cell->cpu.user / cell->n_cpu);
	json_add_real(cpu, "system", cell->cpu.system / cell->n_cpu);
	json_add_real(cpu, "iowait", cell->cpu.iowait / cell->n_cpu);
	json_add_real(cpu, "irq", cell->cpu.irq / cell->n_cpu);
	json_add_real(cpu, "steal", cell->cpu.steal / cell->n_cpu);
	json_add_real(cpu, "self", cell->cpu.self / cell->n_cpu);
	json_add_real(cpu, "server", cell->cpu.server / cell->n_cpu);
	json_add_real(cpu, "wall", cell->cpu.wall / cell->n_cpu);
}

static void
add_taint(unsigned taint, struct json_object *object)
{
	struct json_object *words = json_add_array(object, "taint");
	char word[TEXT];

	for (unsigned bit = 1; bit && bit <= taint; bit <<= 1)
		if (taint & bit)
			json_push_text(words, taint_words(bit, word, sizeof(word)));
}

static void
add_cell(const struct model *model, const struct summary *row, struct json_object *object)
{
	const struct model_cell *cell = &model->cells[row->cell];

	add_identity(model, row->cell, object);
	json_add_u64(object, "ok", row->n);
	json_add_u64(object, "failed", row->failed);
	json_add_u64(object, "refused", row->refused);
	json_add_u64(object, "unknown", row->unknown);
	json_add_u64(object, "skipped", row->skipped);
	add_latency(&cell->latency, object);
	add_parts(cell, object);
	json_add_real(object, "rate_per_s", row->rate);
	add_makespans(model, row, object);
	if (row->disk_known)
		json_add_i64(object, "disk_bytes", row->disk);
	if (row->disk_known)
		json_add_bool(object, "disk_steady", row->steady);
	json_add_u64(object, "moved_bytes", cell->bytes);
	json_add_real(object, "moved_bytes_per_s", row->throughput);
	add_cpu(cell, object);
	add_taint(row->taint, object);
	json_add_text(object, "first_error", cell->first_error);
	json_add_text(object, "first_skip", cell->first_skip);
	json_add_text(object, "remark", cell->remark);
}

static void
add_pair(const struct model *model, const struct summary_pair *pair, struct json_object *object)
{
	const struct verdict *verdict = &pair->verdict;
	char sentence[4 * TEXT];

	json_add_u64(object, "a", pair->a);
	json_add_u64(object, "b", pair->b);
	json_add_text(object, "verdict", stats_verdict_name(verdict->kind));
	json_add_u64(object, "rounds_a", verdict->n);
	json_add_u64(object, "rounds_b", verdict->m);
	json_add_bool(object, "paired", pair->paired);
	json_add_real(object, "p", verdict->p);
	json_add_u64(object, "family", verdict->family);
	json_add_real(object, "ratio", verdict->ratio.estimate);
	if (verdict->ratio.interval.coverage > 0) {
		json_add_real(object, "ratio_low", verdict->ratio.interval.low);
		json_add_real(object, "ratio_high", verdict->ratio.interval.high);
		json_add_real(object, "ratio_coverage", verdict->ratio.interval.coverage);
	}
	json_add_text(object, "sentence", report_sentence(model, pair, sentence, sizeof(sentence)));
}

static void
add_usage(const struct model *model, size_t index, struct json_object *object)
{
	const struct model_target *target = &model->targets[index];
	int64_t bytes;

	json_add_u64(object, "target", index);
	json_add_u64(object, "empty_bytes", target->point[USAGE_EMPTY]);
	json_add_u64(object, "image_bytes", target->point[USAGE_IMAGE]);
	json_add_u64(object, "full_bytes", target->point[USAGE_FULL]);
	json_add_u64(object, "deleted_bytes", target->point[USAGE_DELETED]);
	json_add_u64(object, "settled_bytes", target->point[USAGE_SETTLED]);
	json_add_u64(object, "peak_bytes", target->peak);
	json_add_u64(object, "first_empty_bytes", target->baseline);
	json_add_u64(object, "primed_bytes", target->primed);
	if (report_image_cost(model, index, &bytes))
		json_add_i64(object, "image_cost_bytes", bytes);
	json_add_bool(object, "steady", summary_is_steady(model, index));
	if (report_instance_size(model, index, &bytes))
		json_add_i64(object, "instance_bytes", bytes);
}

/* What was told beside the figures, however often, each once. */
static void
add_notes(const struct model *model, struct json_object *notes)
{
	for (size_t i = 0; i < model->n_notes; i++) {
		const struct model_note *note = &model->notes[i];
		struct json_object *object = json_push_object(notes);

		json_add_text(object, "level", note->level == NOTE_ERROR ? "failure" : "warning");
		json_add_text(object, "text", note->text);
		json_add_u64(object, "n", note->n);
		if (note->step == NO_STEP)
			continue;
		json_add_u64(object, "cell", model->steps[note->step].cell);
		json_add_u64(object, "round", model->steps[note->step].round);
	}
}

static void
add_drift(const struct model *model, struct json_object *object)
{
	struct drift drift = summary_drift(model);

	json_add_bool(object, "found", drift.found);
	json_add_real(object, "change", drift.change);
	json_add_real(object, "p", drift.p);
}

static void
add_disturbance(const struct model *model, struct json_object *object)
{
	struct disturbance it = summary_disturbance(model);

	json_add_u64(object, "steps", it.steps);
	json_add_u64(object, "disturbed", it.disturbed);
}

void
report_json(const struct model *model, const struct samples *samples, struct buf *out)
{
	autofree(json_object) report = json_object_new_object();
	autofree_mem struct summary *rows = NULL;
	autofree_mem struct summary_pair *pairs = NULL;
	size_t n = summary_rows(model, &rows), n_pairs = summary_pairs(model, &pairs);
	struct json_object *cells, *comparisons, *usage;

	(void)samples;
	if (!model->header)
		return;
	json_add_text(report, "format", "poolscope-report");
	json_add_u64(report, "version", REPORT_VERSION);
	add_run(model, json_add_object(report, "run"));
	env_to_json(&model->header->env, json_add_object(report, "env"));
	plan_to_json(model->plan, json_add_object(report, "plan"));
	cells = json_add_array(report, "cells");
	for (size_t i = 0; i < n; i++)
		add_cell(model, &rows[i], json_push_object(cells));
	comparisons = json_add_array(report, "comparisons");
	for (size_t i = 0; i < n_pairs; i++)
		add_pair(model, &pairs[i], json_push_object(comparisons));
	usage = json_add_array(report, "usage");
	for (size_t i = 0; i < model->plan->n_targets; i++)
		add_usage(model, i, json_push_object(usage));
	add_drift(model, json_add_object(report, "drift"));
	add_disturbance(model, json_add_object(report, "disturbance"));
	add_notes(model, json_add_array(report, "notes"));
	if (model->notes_dropped > 0)
		json_add_u64(report, "notes_dropped", model->notes_dropped);
	json_format(report, out);
	buf_putc(out, '\n');
}
