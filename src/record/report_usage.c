/* Of a report: what lay on each pool at the points of its newest chain. */
#include <stdlib.h>

#include "record/report_formats.h"

static const struct {
	enum usage_point point;
	const char *name;
	int rank;
} points[] = {
	{ USAGE_EMPTY, "empty", 4 },	 { USAGE_IMAGE, "image", 2 },	  { USAGE_FULL, "full", 1 },
	{ USAGE_DELETED, "deleted", 6 }, { USAGE_SETTLED, "settled", 3 },
};
#define RANK_PEAK 5

static bool
anything_known(const struct model_target *target)
{
	for (size_t i = 0; i < COUNTOF(points); i++)
		if (known(target->point[points[i].point]))
			return true;
	return false;
}

bool
report_instance_size(const struct model *model, size_t target, int64_t *bytes)
{
	const struct model_target *it = &model->targets[target];

	if (it->n_grown == 0 || model->plan->count == 0)
		return false;
	*bytes = it->grown / (int64_t)it->n_grown / (int64_t)model->plan->count;
	return true;
}

bool
report_image_cost(const struct model *model, size_t target, int64_t *bytes)
{
	const struct model_target *it = &model->targets[target];

	*bytes = (int64_t)it->primed - (int64_t)it->baseline;
	return known(it->primed) && known(it->baseline);
}

static bool
any_image_cost(const struct model *model)
{
	int64_t bytes;

	for (size_t i = 0; i < model->plan->n_targets; i++)
		if (report_image_cost(model, i, &bytes))
			return true;
	return false;
}

static void
add_target(const struct model *model, size_t target, struct report_grid *grid)
{
	const struct model_target *it = &model->targets[target];
	bool steady = summary_is_steady(model, target);
	char size[UNITS_LEN + 1], name[REPORT_TEXT];
	int64_t bytes;

	report_grid_add(grid, summary_target_name(model, target, name, sizeof(name)));
	for (size_t i = 0; i < COUNTOF(points); i++)
		report_grid_add(grid, units_size(size, it->point[points[i].point]));
	report_grid_add(grid, units_size(size, it->peak));
	if (any_image_cost(model))
		report_grid_add(grid, report_image_cost(model, target, &bytes)
					      ? summary_delta(size, bytes, steady)
					      : "-");
	report_grid_add(grid, report_instance_size(model, target, &bytes)
				      ? summary_delta(size, bytes, steady)
				      : UNITS_UNKNOWN);
}

struct report_grid
report_usage_grid(const struct model *model)
{
	struct report_grid grid = { 0 };

	report_grid_column(&grid, "pool", 0, false);
	for (size_t i = 0; i < COUNTOF(points); i++)
		report_grid_column(&grid, points[i].name, points[i].rank, true);
	report_grid_column(&grid, "peak", RANK_PEAK, true);
	if (any_image_cost(model))
		report_grid_column(&grid, "image cost", 0, true);
	report_grid_column(&grid, "an instance", 0, true);
	for (size_t i = 0; i < model->plan->n_targets; i++)
		if (anything_known(&model->targets[i]))
			add_target(model, i, &grid);
	return grid;
}
