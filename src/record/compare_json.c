/* A comparison as one JSON object: doc/compare-json.md says what is in it. */
#include <math.h>
#include <stdlib.h>

#include "record/compare.h"
#include "record/summary.h"

#define FORMAT_VERSION 1
#define SENTENCE       1024

static void
add_run(const struct compare *compare, size_t run, struct json_object *object)
{
	const struct event_header *header = compare->models[run]->header;

	json_add_text(object, "name", compare->names[run]);
	json_add_text(object, "id", header->run);
	json_add_text(object, "label", header->label);
	json_add_text(object, "kind", run_kind_name(header->kind));
	json_add_text(object, "source", header->source);
	json_add_u64(object, "started_ns", header->started_wall_ns);
}

static void
add_difference(const struct compare *compare, const struct compare_difference *difference,
	       struct json_object *object)
{
	struct json_object *values = json_add_array(object, "values");

	json_add_text(object, "what", difference->what);
	for (size_t i = 0; i < compare->n; i++) {
		if (difference->values[i])
			json_push_text(values, difference->values[i]);
		else
			json_object_array_add(values, NULL);
	}
}

static void
add_cell(const struct compare *compare, const struct compare_row *row, size_t run,
	 struct json_object *object)
{
	const struct model_cell *cell = &compare->models[run]->cells[row->cells[run]];
	struct json_object *makespans = json_add_array(object, "makespans_ns");

	json_add_u64(object, "run", run);
	json_add_u64(object, "cell", row->cells[run]);
	json_add_text(object, "driver",
		      model_cell_target(compare->models[run], row->cells[run])->driver);
	for (size_t i = 0; i < cell->n_makespans; i++)
		json_push_u64(makespans, cell->makespans[i]);
}

static void
add_row(const struct compare *compare, const struct compare_row *row, struct json_object *object)
{
	struct json_object *cells;

	json_add_text(object, "pool", row->pool);
	cells = json_add_array(object, "cells");
	for (size_t run = 0; run < compare->n; run++)
		if (row->cells[run] != NO_CELL)
			add_cell(compare, row, run, json_push_object(cells));
}

static void
add_verdict(const struct verdict *verdict, struct json_object *object)
{
	json_add_text(object, "verdict", stats_verdict_name(verdict->kind));
	json_add_u64(object, "rounds_a", verdict->n);
	json_add_u64(object, "rounds_b", verdict->m);
	json_add_real(object, "p", verdict->p);
	json_add_u64(object, "family", verdict->family);
	json_add_real(object, "ratio", verdict->ratio.estimate);
	if (verdict->ratio.interval.coverage == 0)
		return;
	json_add_real(object, "ratio_low", verdict->ratio.interval.low);
	json_add_real(object, "ratio_high", verdict->ratio.interval.high);
	json_add_real(object, "ratio_coverage", verdict->ratio.interval.coverage);
}

static void
add_pair(const struct compare *compare, const struct compare_group *group,
	 const struct compare_pair *pair, struct json_object *object)
{
	char sentence[SENTENCE];

	json_add_u64(object, "row_a", pair->row_a);
	json_add_u64(object, "run_a", pair->run_a);
	json_add_u64(object, "row_b", pair->row_b);
	json_add_u64(object, "run_b", pair->run_b);
	add_verdict(&pair->verdict, object);
	json_add_text(object, "sentence",
		      compare_sentence(compare, group, pair, sentence, sizeof(sentence)));
}

static void
add_group(const struct compare *compare, const struct compare_group *group,
	  struct json_object *object)
{
	const struct cell *cell = model_plan_cell(compare->models[group->run], group->cell);
	struct json_object *rows, *pairs;

	json_add_text(object, "workload", cell->workload);
	json_add_text(object, "variant", cell->variant);
	json_add_text(object, "image", cell->image);
	json_add_text(object, "place", place_name(cell->place));
	json_add_bool(object, "counts_differ", group->counts_differ);
	rows = json_add_array(object, "rows");
	for (size_t i = 0; i < group->n_rows; i++)
		add_row(compare, &group->rows[i], json_push_object(rows));
	pairs = json_add_array(object, "comparisons");
	for (size_t i = 0; i < group->n_pairs; i++)
		add_pair(compare, group, &group->pairs[i], json_push_object(pairs));
}

void
compare_json(const struct compare *compare, struct buf *out)
{
	autofree(json_object) object = json_object_new_object();
	struct json_object *list;

	json_add_text(object, "format", "poolscope-compare");
	json_add_u64(object, "version", FORMAT_VERSION);
	list = json_add_array(object, "runs");
	for (size_t i = 0; i < compare->n; i++)
		add_run(compare, i, json_push_object(list));
	list = json_add_array(object, "differences");
	for (size_t i = 0; i < compare->n_differences; i++)
		add_difference(compare, &compare->differences[i], json_push_object(list));
	if (compare->in_a_row)
		json_add_text(object, "caution", COMPARE_CAUTION);
	list = json_add_array(object, "groups");
	for (size_t i = 0; i < compare->n_groups; i++)
		add_group(compare, &compare->groups[i], json_push_object(list));
	json_format(object, out);
	buf_putc(out, '\n');
}
