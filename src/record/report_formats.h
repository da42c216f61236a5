/*
 * report_formats.h - the writers behind the rows of report.c, and what they share.
 */
#ifndef RECORD_REPORT_FORMATS_H
#define RECORD_REPORT_FORMATS_H

#include "record/chart.h"
#include "record/report.h"
#include "record/summary.h"

typedef void report_writer(const struct model *model, const struct samples *samples, struct buf *out);

report_writer report_table, report_md, report_csv, report_samples, report_json, report_html, report_svg,
	report_jmeter;

#define REPORT_COLUMNS 80
#define REPORT_TEXT 256	/* room for a name */

/*
 * What is said around the figures, a line each. `label` is a word of ours, or
 * ""; `text` may have anything in it and is not yet safe to show.
 */
typedef void report_line(void *arg, const char *label, const char *text);
/* Where the lines go. */
struct report_lines {
	const struct model *model;
	report_line *line;
	void *arg;
};
void report_say(const struct report_lines *lines, const char *label, const struct buf *text);

void report_environment(const struct model *model, report_line *line, void *arg);
void report_notes(const struct model *model, report_line *line, void *arg);

/*
 * The groups of which something has been run and not only skipped, in plan
 * order: a group is the cells that are compared with each other.
 *
 *	autogroup group = report_groups(model);
 *	while (report_next_group(&group)) ...
 */
struct report_group {
	const struct model *model;
	char name[REPORT_TEXT];		/* what its cells have in common; not yet safe to show */
	struct summary *rows;		/* of all cells; which are the group's: report_in_group() */
	size_t n;
	struct summary_pair *pairs;	/* of all groups */
	size_t n_pairs;
	size_t first, next;		/* the group's first row; where the next one may begin */
	bool by_rate;			/* nothing is known of its times, and something of its throughput */
};
struct report_group report_groups(const struct model *model);
bool report_next_group(struct report_group *group);
bool report_in_group(const struct report_group *group, size_t row);
void report_groups_wipe(struct report_group *group);
#define autogroup __attribute__((cleanup(report_groups_wipe))) struct report_group

/* A pair's verdict in words, and what the two have not done alike; returns out. */
const char *report_sentence(const struct model *model, const struct summary_pair *pair, char *out,
			    size_t size);
/*
 * Who is faster, a line a pair, and how many are told together; what cannot be
 * decided is said once, not for every pair.
 */
void report_verdicts(const struct report_group *group, report_line *line, void *arg);

/* The length of a row's bar: the median of its rounds, ns, or the throughput, bytes a second; NAN: none. */
double report_bar(const struct report_group *group, size_t row);
double report_longest_bar(const struct report_group *group);	/* of the group; NAN: there is none */
/* ns: the interval of the median where there is one, else the range of the rounds; false: there is one round, or none. */
bool report_bar_span(const struct report_group *group, size_t row, double *low, double *high);
/* "3.03 s (3.01 s to 3.06 s)", "430 MB/s", or why there is no bar; returns out. */
const char *report_bar_text(const struct report_group *group, size_t row, char *out, size_t size);

/* A step's round as people count: from 1, those to warm up and those that count each on their own. */
unsigned report_round(const struct model_step *step, const struct plan *plan);
/* "5 rounds", "2 of 5 rounds" where so many have been measured of one cell's workload, of all for NO_CELL; returns out. */
const char *report_rounds_text(const struct model *model, size_t like, char *out, size_t size);
/* "round 5", "warm-up round 1"; returns out. */
const char *report_round_text(const struct model_step *step, const struct plan *plan, char *out, size_t size);

/*
 * A table, to be set as text or as HTML. What is shown last, and goes first
 * where there is no room, is the column of the highest rank; those of rank 0
 * stay. "-" and "?" tell nothing.
 */
struct report_grid {
	struct report_column {
		const char *name;
		int rank;
		bool numeric;	/* set to the right */
	} *columns;
	size_t n_columns;
	char **cells;		/* row after row, safe for a terminal */
	size_t n_cells, room;
};
#define autogrid __attribute__((cleanup(report_grid_wipe))) struct report_grid
void report_grid_column(struct report_grid *grid, const char *name, int rank, bool numeric);
void report_grid_add(struct report_grid *grid, const char *text);	/* the next cell; what is unsafe becomes '?' */
void report_grid_wipe(struct report_grid *grid);

/* Columns that had something to tell and no room. */
struct report_omitted {
	const char *names[32];
	size_t n;
};
/* At most so many columns wide where that is possible: the first column's names are cut before a figure goes. */
void report_grid_text(const struct report_grid *grid, size_t columns, struct report_omitted *omitted,
		      struct buf *out);
/* How wide it then is. */
size_t report_grid_width(const struct report_grid *grid, size_t columns);
void report_omissions(const struct report_omitted *omitted, report_line *line, void *arg);

/* The group's rows and the columns of summary.h. The caller wipes it, as the one below. */
struct report_grid report_group_grid(const struct report_group *group);
/*
 * What lay on each pool in its newest round: before all, with the image, with
 * the instances, after them, once frees had come to rest, and the most in
 * between; what the images took when they were made ready, which no later round
 * shows; and what an instance took, mean over the rounds. No cells: nothing is
 * known.
 */
struct report_grid report_usage_grid(const struct model *model);
#define REPORT_USAGE_HEAD "disk usage, newest round"
/*
 * Bytes that the pool's use grew by while the run made the images ready there,
 * once, before its rounds. False: they were there already, or it is unknown.
 */
bool report_image_cost(const struct model *model, size_t target, int64_t *bytes);
/* Bytes, mean over the rounds; false: unknown. */
bool report_instance_size(const struct model *model, size_t target, int64_t *bytes);

/* Charts. Colours tell drivers apart, hatchings and shapes pools; each returns the height it took from `y` on. */
struct chart_ink report_ink(const struct model *model, size_t target);
/* The pool's mark and name. */
void report_chart_name(const struct model *model, size_t target, double y, double width, struct buf *out);
double report_bars(const struct report_group *group, double y, double width, struct buf *out);
const char *report_bars_caption(const struct report_group *group);
/* The most that lay on each pool in its newest round; 0: of none it is known. */
double report_usage_bars(const struct model *model, double y, double width, struct buf *out);
#define REPORT_USAGE_CAPTION "The most that lay on each pool in its newest round"
#define REPORT_BARS_HELP                                                                           \
	"A whole step is timed from its first request to its last completion. Bar: the median of " \
	"the rounds. Line: its interval of 95 % or more; below 6 rounds their range. Marks: the "  \
	"rounds, those in which every op was OK."

/* The ops of each cell, in the order in which they ended: order[first[cell]] to before order[first[cell + 1]]. */
struct report_ops {
	const struct samples *samples;
	size_t *order;	/* indexes of samples */
	size_t *first;
	size_t most;	/* of which a strip draws each; of more, several share a mark */
};
struct report_ops report_ops_of(const struct model *model, const struct samples *samples);
void report_ops_wipe(struct report_ops *ops);
/* The group's ops, a strip a pool; 0: there are none. */
double report_strips(const struct report_group *group, const struct report_ops *ops, double width,
		     struct buf *out);
#define REPORT_STRIPS_HELP                                                                         \
	"In the order in which they ended. The mouse over a mark tells its round, its number and " \
	"its time. Numbers below: rounds. Pale: warm-up, not counted. Cross: without a time, such " \
	"as one that failed. A mark of several ops stands at their median, on a line from the "    \
	"quickest to the slowest."

/* A paragraph behind a label, wrapped at REPORT_COLUMNS, indented like its first line, made safe to show. */
void report_paragraph(struct buf *out, const char *label, size_t indent, const char *text);
/* The same, wrapped at `columns`. */
void report_wrapped(struct buf *out, const char *label, size_t indent, size_t columns, const char *text);

#endif
