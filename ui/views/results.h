/*
 * results.h - the panels of the Results screen, each in a file of its own, and
 * the figures they share.
 */
#ifndef UI_VIEWS_RESULTS_H
#define UI_VIEWS_RESULTS_H

#include "record/summary.h"
#include "view.h"

enum results_panel { RESULTS_TABLE, RESULTS_CHART, RESULTS_NOTES };

/* The figures of the workload that is shown, a row a cell, sorted as asked. */
struct results {
	const struct model *model;
	struct summary *rows;
	size_t n;
};

/* False, and nothing to wipe: there are no results yet. */
bool results_of(const struct ui *ui, struct results *ret);
void results_wipe(struct results *results);
#define autoresults __attribute__((cleanup(results_wipe))) struct results

void results_chart_note(const struct ui *ui, char *out, size_t size);
void results_chart_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);
void results_next_metric(struct ui *ui);

size_t results_notes_lines(const struct ui *ui);
void results_notes_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);

#endif
