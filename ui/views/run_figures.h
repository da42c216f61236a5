/*
 * run_figures.h - the figures behind a bar of Timings: as texts whose parts
 * stand below each other, and never cut.
 */
#ifndef UI_VIEWS_RUN_FIGURES_H
#define UI_VIEWS_RUN_FIGURES_H

#include "canvas.h"
#include "record/model.h"

#define FIGURES_LEN 96

struct figures {
	int median, tail, count, failed; /* columns of the parts */
	int width;			 /* of the widest text */
};

/*
 * What a workload's bars are of. Others have mostly published the times of
 * whole steps, or only how many bytes a second there were.
 */
enum figures_kind { FIGURES_OPS, FIGURES_STEPS, FIGURES_RATES };
enum figures_kind figures_kind_of(const struct model *model, size_t cell);
/* Of the ops, or of whole steps where no op of the workload was timed; ns, UNKNOWN: none. */
uint64_t figures_median(const struct model *model, size_t cell);
/* The length of the bar: that, or bytes a second; NAN: none. */
double figures_bar(const struct model *model, size_t cell);

/* For all cells of the run, so that every workload's figures are in the same columns. */
struct figures figures_measure(const struct canvas *canvas, const struct model *model);
/* "0.881 s  p95 1.10 s  n 20  err 0", "10.2 s  whole step", "430 MB/s", or why there is no figure yet; in `out` or constant. */
const char *figures_text(const struct figures *figures, const struct model *model, size_t cell,
			 char out[FIGURES_LEN]);
/* "0.701 s to 1.21 s, last 0.912 s"; returns out. */
const char *figures_range(const struct model_cell *cell, char out[FIGURES_LEN]);
enum role figures_role(const struct model_cell *cell);

#endif
