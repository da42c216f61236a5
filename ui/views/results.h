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

/* ns: the interval of a row's rounds, below 6 of them their range; false: there is one round, or none. */
bool results_span(const struct results *results, size_t row, double *low, double *high);

void results_table_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);
/* What lay on the pools, where that is all that is known; false: nothing is. */
bool results_usage_draw(struct canvas *canvas, struct rect inside, const struct model *model,
			struct table_state *list, bool focused);
/* The pool under the cursor is what the others' times are set against; again: the fastest is. */
void results_pick_baseline(struct ui *ui);

void results_chart_note(const struct ui *ui, char *out, size_t size);
void results_chart_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);
void results_next_metric(struct ui *ui);

/* The pictures other than bars, or why one shows nothing. */
void results_next_picture(struct ui *ui);
void results_picture_note(const struct ui *ui, char *out, size_t size);
void results_picture_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			  struct table_state *list);
/* A pool's mark and name at the head of a line; what is left of the line for the picture. */
struct rect results_draw_name(struct canvas *canvas, struct rect line, const struct results *results,
			      size_t row);
/* How many values a graph so wide shows, in the style that was picked. */
size_t results_graph_values(const struct canvas *canvas, const struct ui *ui, int width);
/* How the times of the ops are spread; returns how many pools had no room. */
size_t results_spread_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			   const struct results *results);
#define RESULTS_NAME_LEAST   12 /* to which a pool's name is cut before a column of figures goes */
#define RESULTS_FIGURE_WIDTH 10 /* right of a picture: a figure or the ends of its scale */

/* The single ops of the recording that is shown, if the picture needs them. */
void results_read_ops(struct ui *ui);
void results_forget_ops(struct ui *ui);

size_t results_notes_lines(const struct ui *ui);
void results_notes_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);

#endif
