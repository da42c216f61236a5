/*
 * shown.h - which part of the plan a screen shows: one workload, its cells in
 * the order that was picked, and what they are called.
 *
 * Unless a person has picked one, Run shows the workload that is running, and
 * everything else the first of the plan.
 */
#ifndef UI_VIEWS_SHOWN_H
#define UI_VIEWS_SHOWN_H

#include "names.h"
#include "view.h"

/* A cell of the workload that is shown; NO_CELL: there is no plan. */
size_t shown_workload(const struct ui *ui);
/* The next one (1) or the one before (-1); between the last and the first nothing is picked. */
void shown_workload_by(struct ui *ui, int by);

/* The order that was picked; before that, a race is by median and all else as planned. */
enum bar_sort shown_sort(const struct ui *ui);
void shown_next_sort(struct ui *ui);
/* All cells with the workload of `like`, in that order; the caller frees the array. */
size_t shown_cells(const struct ui *ui, size_t like, size_t **ret);
/* How many cells the workload that is shown has: the lines of a list of them. */
size_t shown_lines(const struct ui *ui);
/* The cells that share target and image with `cell` but not the workload, primes left out. */
size_t shown_beside(const struct model *model, size_t cell, size_t **ret);

/* The pool, with whatever tells it from the others of this plan: server, member, image, variant. */
const char *shown_name(const struct plan *plan, size_t cell, char out[SHOWN_NAME]);
/* The same of a target. */
const char *shown_target(const struct plan *plan, size_t target, char out[SHOWN_NAME]);
enum role shown_role(const struct plan *plan, size_t target);
/* The target's driver; "?" when it is not known. */
const char *shown_driver(const struct plan *plan, size_t target);

#endif
