/*
 * results_notes.c - what can be said of the figures in words: who is faster and
 * whether that is sure, what failed, and what the figures may suffer from. The
 * sentences are those of every report.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "record/headline.h"
#include "record/report_formats.h"
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

static void
add(struct notes *notes, enum role role, const char *text)
{
	notes->items = mem_grow(notes->items, notes->n, &notes->room, sizeof(*notes->items));
	notes->items[notes->n++] = (struct note){ role, xstrdup(text) };
}

static void
add_verdict(void *arg, const char *label, const char *text)
{
	(void)label;
	add(arg, ROLE_TEXT, text);
}

static void
add_note(void *arg, const char *label, const char *text)
{
	(void)label;
	add(arg, ROLE_NOTE, text);
}

static void
add_verdicts(struct notes *notes, const struct model *model, size_t like)
{
	autogroup group = report_groups(model);

	while (report_next_group(&group)) {
		size_t cell = group.rows[group.first].cell;

		if (model->cells[cell].phase == model->cells[like].phase)
			report_verdicts(&group, add_verdict, notes);
	}
}

static void
add_source(struct notes *notes, const struct event_header *header)
{
	autofree_mem char *text = xasprintf("%s: %s", run_kind_name(header->kind), header->source);

	add(notes, ROLE_NOTE, text);
}

static void
collect(struct notes *notes, const struct ui *ui)
{
	const struct event_header *header = ui->model->header;
	size_t like = shown_workload(ui);
	char text[HEADLINE_LEN];

	if (header && header->source)
		add_source(notes, header);
	if (like == NO_CELL)
		return;
	if (ui_running(ui))
		add(notes, ROLE_NOTE, "the run goes on: this is what was measured so far");
	if (headline_of(ui->model, like, text, sizeof(text)))
		add(notes, ROLE_TITLE, text);
	add_verdicts(notes, ui->model, like);
	report_notes(ui->model, add_note, notes);
}

static void
notes_wipe(struct notes *notes)
{
	for (size_t i = 0; i < notes->n; i++)
		free(notes->items[i].text);
	free(notes->items);
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

/* A note may take several lines; the cursor's is the first that is seen. */
void
results_notes_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		   struct table_state *list, bool focused)
{
	struct notes notes = { 0 };
	size_t i;

	(void)focused;
	collect(&notes, ui);
	table_move(list, notes.n, 0);
	for (i = list->cursor; i < notes.n && inside.h > 0; i++) {
		int used = text_draw(canvas, inside, notes.items[i].role, notes.items[i].text);

		inside.y += used;
		inside.h -= used;
	}
	list->below = notes.n - i;
	notes_wipe(&notes);
}
