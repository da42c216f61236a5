#include "record/course.h"

#include <math.h>
#include <stdlib.h>

/* Of a step that goes on: when the last of its ops ended, and how many have. */
struct turn {
	uint64_t end;
	size_t ended;
};

struct course {
	struct course_cell *cells;
	struct turn *turns; /* by the numbers of the steps */
	size_t n_cells, n_turns, ops;
	size_t count; /* ops of a step */
};

struct course *
course_new(const struct model *model)
{
	struct course *course = xcalloc(1, sizeof(*course));

	course->n_cells = model->plan->n_cells;
	course->n_turns = model->n_steps;
	course->count = model->plan->count;
	course->cells = xcalloc(course->n_cells, sizeof(*course->cells));
	course->turns = xcalloc(course->n_turns, sizeof(*course->turns));
	for (size_t i = 0; i < course->n_cells; i++) {
		course->cells[i].each = 1;
		course->cells[i].paces =
			course->count < COURSE_PACES ? course->count : COURSE_PACES;
	}
	return course;
}

void
course_free(struct course *course)
{
	if (!course)
		return;
	free(course->cells);
	free(course->turns);
	free(course);
}

size_t
course_ops(const struct course *course)
{
	return course->ops;
}

const struct course_cell *
course_of(const struct course *course, size_t cell)
{
	return cell < course->n_cells ? &course->cells[cell] : NULL;
}

/* Two become one, so that half of the room is free again. */
static void
halve(struct course_cell *cell)
{
	cell->n /= 2;
	for (size_t i = 0; i < cell->n; i++)
		cell->slowest[i] = fmax(cell->slowest[2 * i], cell->slowest[2 * i + 1]);
	cell->each *= 2;
	cell->last = cell->each;
}

/* NAN: it has no time. */
static void
add_time(struct course_cell *cell, double ns)
{
	if (cell->n > 0 && cell->last < cell->each) {
		cell->slowest[cell->n - 1] = fmax(cell->slowest[cell->n - 1], ns);
		cell->last++;
		return;
	}
	if (cell->n == COURSE_ROOM)
		halve(cell);
	cell->slowest[cell->n++] = ns;
	cell->last = 1;
}

/* As the k-th of its step that ended well it took so long after the one before, the first after the
 * step's start. */
static void
add_gap(const struct course *course, struct course_cell *cell, struct turn *turn, uint64_t start,
	uint64_t end)
{
	size_t k = turn->ended++, place;

	if (k == 0)
		turn->end = start;
	if (k >= course->count || end < turn->end)
		return;
	place = k * cell->paces / course->count;
	cell->gap_ns[place] += (double)(end - turn->end);
	cell->gaps[place]++;
	turn->end = end;
}

void
course_add(struct course *course, const struct model *model, const struct event *event)
{
	const struct event_op *op = &event->op;
	const struct model_step *step;
	struct course_cell *cell;

	if (event->type != EV_OP_END || op->step >= course->n_turns || op->step >= model->n_steps)
		return;
	step = &model->steps[op->step];
	if (step->warmup || step->cell >= course->n_cells)
		return;
	cell = &course->cells[step->cell];
	course->ops++;
	if (op->state != OP_OK) {
		add_time(cell, NAN);
		return;
	}
	add_time(cell, (double)(op->end - op->start));
	if (known(step->start))
		add_gap(course, cell, &course->turns[op->step], step->start, op->end);
}
