/*
 * course.h - how a run's ops went on, in a room that does not grow with them.
 *
 * For pictures of single ops: of each cell the ops that count, in the order in
 * which they ended, and how many a second ended over the sequence of a step. A
 * few are held each on its own, of many the slowest of so and so many in a row,
 * so that no outlier is lost; a picture of a million costs what one of a
 * thousand does.
 */
#ifndef RECORD_COURSE_H
#define RECORD_COURSE_H

#include "record/model.h"

#define COURSE_ROOM  1024	/* ops that are held each on its own; even */
#define COURSE_PACES 512	/* places over the sequence of a step */

struct course_cell {
	double slowest[COURSE_ROOM];	/* ns; NAN: none of them has a time */
	size_t n;			/* that are there; the last may still be filling */
	size_t each;			/* ops that one stands for */
	size_t last;			/* those of the newest so far */
	/* From the end of one op to that of the next, summed over the steps; and how many such. */
	double gap_ns[COURSE_PACES], gaps[COURSE_PACES];
	size_t paces;			/* places there are: not more than a step has ops */
};

struct course;

/* For a run that has been read; it is not looked at again but by course_add. */
struct course *course_new(const struct model *model);
void course_free(struct course *course);
DEFINE_AUTOFREE(course, course_free)

/* Takes the ends of ops that count and passes over all else, also what the model does not know. */
void course_add(struct course *course, const struct model *model, const struct event *event);
size_t course_ops(const struct course *course);	/* it has taken in all */
/* NULL: there is no such cell. */
const struct course_cell *course_of(const struct course *course, size_t cell);

#endif
