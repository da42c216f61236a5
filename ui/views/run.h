/*
 * run.h - the panels of the Run screen, each in a file of its own.
 */
#ifndef UI_VIEWS_RUN_H
#define UI_VIEWS_RUN_H

#include "view.h"

enum run_panel { RUN_TIMINGS, RUN_CPU, RUN_DISK, RUN_POOLS, RUN_IN_FLIGHT, RUN_LOG, RUN_COMPARISON };

typedef void panel_note(const struct ui *ui, char *out, size_t size);
typedef void panel_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);

panel_note run_timings_note, run_cpu_note, run_disk_note, run_pools_note, run_flight_note,
	run_log_note, run_comparison_note;
panel_draw run_timings_draw, run_cpu_draw, run_disk_draw, run_pools_draw, run_flight_draw,
	run_log_draw, run_comparison_draw;

/* Lines of the log that its filter takes. */
size_t run_log_lines(const struct ui *ui);

/* A series in the style of graph that was picked. */
void run_graph(struct canvas *canvas, struct rect area, const struct ui *ui,
	       const struct series *series, double max, enum role role);
/* How many samples stand in a column of it, of which there is one a second. */
int run_graph_seconds(const struct canvas *canvas, const struct ui *ui);

#endif
