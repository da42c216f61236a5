/*
 * results_notes.c - what can be said of the figures in words: who is faster and
 * whether that is sure, what failed, and what the figures may suffer from.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "views/results.h"
#include "views/shown.h"
#include "widgets/text.h"

struct note {
	enum role role;
	char *text;
};

struct notes {
	struct note *items;
	size_t n, room;
};

static void __attribute__((format(printf, 3, 4)))
add(struct notes *notes, enum role role, const char *fmt, ...)
{
	va_list args;
	char text[1024];

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	notes->items = mem_grow(notes->items, notes->n, &notes->room, sizeof(*notes->items));
	notes->items[notes->n++] = (struct note){ role, xstrdup(text) };
}

static void
notes_wipe(struct notes *notes)
{
	for (size_t i = 0; i < notes->n; i++)
		free(notes->items[i].text);
	free(notes->items);
}

/* ---- who is faster ---- */

static void
say_pair(struct notes *notes, const struct model *model, const struct summary_pair *pair)
{
	bool sure = pair->verdict.kind == VERDICT_FASTER || pair->verdict.kind == VERDICT_SLOWER;
	char a[SHOWN_NAME], b[SHOWN_NAME], sentence[512];

	summary_pool_name(model, pair->a, a, sizeof(a));
	summary_pool_name(model, pair->b, b, sizeof(b));
	add(notes, sure ? ROLE_OK : ROLE_TEXT, "%s against %s: %s%s", a, b,
	    stats_sentence(&pair->verdict, a, b, sentence, sizeof(sentence)),
	    pair->paired ? " (compared within rounds)" : "");
}

static void
add_verdicts(struct notes *notes, const struct results *results)
{
	const struct model *model = results->model;
	autofree_mem struct summary_pair *pairs = NULL;
	size_t n = summary_pairs(model, &pairs);

	for (size_t i = 0; i < n; i++)
		if (model->cells[pairs[i].a].phase == model->cells[results->rows[0].cell].phase)
			say_pair(notes, model, &pairs[i]);
}

/* ---- what the figures suffer from ---- */

static void
add_failures(struct notes *notes, const struct results *results, const struct summary *row)
{
	const struct model_cell *cell = &results->model->cells[row->cell];
	char name[SHOWN_NAME];

	if (row->refused)
		add(notes, ROLE_NOTE, "%s: refused %" PRIu64 " times: %s",
		    shown_name(results->model->plan, row->cell, name), row->refused,
		    cell->first_error ? cell->first_error : UNITS_UNKNOWN);
	else if (row->failed || row->unknown)
		add(notes, ROLE_FAIL, "%s: %" PRIu64 " failed, %" PRIu64 " unknown; the first: %s",
		    shown_name(results->model->plan, row->cell, name), row->failed, row->unknown,
		    cell->first_error ? cell->first_error : UNITS_UNKNOWN);
}

static void
add_taint(struct notes *notes, const struct results *results, const struct summary *row)
{
	char name[SHOWN_NAME], words[256];

	if (row->taint)
		add(notes, ROLE_WARN, "%s: read with care: %s",
		    shown_name(results->model->plan, row->cell, name),
		    taint_words(row->taint, words, sizeof(words)));
}

static void
add_end(struct notes *notes, const struct model *model)
{
	if (model->state != MODEL_ENDED)
		add(notes, ROLE_NOTE, "the run has not ended: what was measured so far");
	else if (model->end.how != END_DONE)
		add(notes, ROLE_WARN, "the run was not finished: %s%s%s",
		    run_end_name(model->end.how), model->end.text ? ": " : "",
		    model->end.text ? model->end.text : "");
	if (model->warnings)
		add(notes, ROLE_WARN, "%zu warning%s: ! reads them", model->warnings,
		    model->warnings == 1 ? "" : "s");
}

static void
collect(struct notes *notes, const struct ui *ui)
{
	autoresults results = { 0 };

	if (!results_of(ui, &results))
		return;
	add_verdicts(notes, &results);
	for (size_t i = 0; i < results.n; i++) {
		add_failures(notes, &results, &results.rows[i]);
		add_taint(notes, &results, &results.rows[i]);
	}
	add_end(notes, ui->model);
}

/* ---- the panel ---- */

size_t
results_notes_lines(const struct ui *ui)
{
	struct notes notes = { 0 };
	size_t n;

	collect(&notes, ui);
	n = notes.n;
	notes_wipe(&notes);
	return n;
}

/* A note may take several lines; those before the cursor are above the panel. */
void
results_notes_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		   struct table_state *list, bool focused)
{
	struct notes notes = { 0 };

	collect(&notes, ui);
	table_move(list, notes.n, 0);
	for (size_t i = focused ? list->cursor : 0; i < notes.n && inside.h > 0; i++) {
		int used = text_draw(canvas, inside, notes.items[i].role, notes.items[i].text);

		inside.y += used;
		inside.h -= used;
	}
	notes_wipe(&notes);
}
