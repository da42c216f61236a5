#include "record/headline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/naming.h"

#define NAME  128
#define CLOSE 0.8 /* a ratio of times from which one decimal hides what matters */

/* ---- words ---- */

/* What a pool does; a workload that is no verb is done. */
static void
add_deed(const struct cell *cell, struct buf *out)
{
	static const struct {
		const char *workload, *word;
	} verbs[] = {
		{ "launch", "launches" },    { "create", "creates" }, { "start", "starts" },
		{ "restart", "restarts" },   { "stop", "stops" },     { "delete", "deletes" },
		{ "snapshot", "snapshots" }, { "copy", "copies" },    { "restore", "restores" },
		{ "rebuild", "rebuilds" },   { "move", "moves" },     { "export", "exports" },
		{ "import", "imports" },
	};

	for (size_t i = 0; i < COUNTOF(verbs); i++) {
		if (strcmp(verbs[i].workload, cell->workload) != 0)
			continue;
		buf_printf(out, "%s%s%s", verbs[i].word, cell->variant ? " " : "",
			   cell->variant ? cell->variant : "");
		return;
	}
	buf_printf(out, "does %s%s%s", cell->workload, cell->variant ? " " : "",
		   cell->variant ? cell->variant : "");
}

/*
 * The pair's ratio is one of times, the fastest's over the other's: as a speed
 * it is turned round. One decimal, two where one would say 1.0x, none from 10x.
 */
static void
add_speed(const struct ratio *ratio, struct buf *out)
{
	int places = ratio->estimate > CLOSE ? 2 : ratio->estimate > 0.1 ? 1 : 0;

	buf_printf(out, "%.*fx", places, 1 / ratio->estimate);
	if (ratio->interval.coverage > 0)
		buf_printf(out, " (%.*f to %.*f)", places, 1 / ratio->interval.high, places,
			   1 / ratio->interval.low);
}

static void
add_pool(const struct model *model, size_t cell, struct buf *out)
{
	char name[NAME];

	buf_puts(out, naming_where(model->plan, cell, name, sizeof(name)));
}

/* ---- pairs ---- */

static int
largest_difference_first(const void *a, const void *b)
{
	double x = ((const struct summary_pair *)a)->verdict.ratio.estimate;
	double y = ((const struct summary_pair *)b)->verdict.ratio.estimate;

	return (x > y) - (x < y);
}

static bool
is_faster(const struct model *model, const struct summary_pair *pair)
{
	return pair->verdict.kind == VERDICT_FASTER &&
	       summary_alike(&model->cells[pair->a], &model->cells[pair->b]);
}

static const char *
words_for(const struct model *model, const struct summary_pair *pair)
{
	static const char *const words[] = {
		[VERDICT_SMALL] = "little faster than ",
		[VERDICT_SAME] = "as fast as ",
		[VERDICT_UNDECIDED] = "no clear difference from ",
		[VERDICT_TOO_FEW] = "too few rounds against ",
		[VERDICT_SLOWER] = "no clear difference from ",
	};

	if (!summary_alike(&model->cells[pair->a], &model->cells[pair->b]))
		return "not like with like: ";
	return words[pair->verdict.kind];
}

/* The others of its group, in the words of their verdicts. */
static void
add_others(const struct model *model, const struct summary_pair *pairs, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (is_faster(model, &pairs[i]))
			continue; /* told first */
		buf_printf(out, "; %s", words_for(model, &pairs[i]));
		add_pool(model, pairs[i].b, out);
	}
}

static size_t
add_all_faster(const struct model *model, const struct summary_pair *pairs, size_t n,
	       struct buf *out)
{
	size_t faster = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_faster(model, &pairs[i]))
			continue;
		if (faster++ == 0) {
			add_pool(model, pairs[i].a, out);
			buf_putc(out, ' ');
			add_deed(model_plan_cell(model, pairs[i].a), out);
			buf_putc(out, ' ');
		} else {
			buf_puts(out, ", ");
		}
		add_speed(&pairs[i].verdict.ratio, out);
		buf_puts(out, " as fast as ");
		add_pool(model, pairs[i].b, out);
	}
	return faster;
}

/* Moves the group's pairs with its fastest to the front; returns their number. */
static size_t
keep_group(const struct model *model, size_t cell, struct summary_pair *pairs, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (pairs[i].fastest && summary_same_group(model, cell, pairs[i].a))
			pairs[kept++] = pairs[i];
	qsort(pairs, kept, sizeof(*pairs), largest_difference_first);
	return kept;
}

bool
headline_of(const struct model *model, size_t cell, char *out, size_t size)
{
	autofree_mem struct summary_pair *pairs = NULL;
	size_t n = summary_pairs(model, &pairs);
	autobuf text = { 0 };
	size_t faster;

	n = keep_group(model, cell, pairs, n);
	faster = add_all_faster(model, pairs, n, &text);
	if (faster)
		add_others(model, pairs, n, &text);
	snprintf(out, size, "%s", buf_text(&text));
	return faster > 0;
}

bool
headline(const struct model *model, char *out, size_t size)
{
	size_t n = model->plan ? model->plan->n_cells : 0;

	out[0] = '\0';
	for (size_t i = 0; i < n; i++)
		if (headline_of(model, i, out, size))
			return true;
	return false;
}
