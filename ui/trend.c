#include "trend.h"

#include <stdlib.h>
#include <string.h>

#include "record/naming.h"
#include "record/summary.h"
#include "record/sums.h"

#define NAME 128

static void
wipe_run(struct trend_run *run)
{
	for (size_t i = 0; i < run->n; i++) {
		free(run->points[i].key);
		free(run->points[i].name);
	}
	free(run->points);
	free(run->path);
}

void
trends_wipe(struct trends *trends)
{
	for (size_t i = 0; i < trends->n; i++)
		wipe_run(&trends->runs[i]);
	free(trends->runs);
	*trends = (struct trends){ 0 };
}

/* ---- one run ---- */

static const char *
or_none(const char *text)
{
	return text ? text : "";
}

static struct trend_point
point_of(const struct model *model, const struct summary *row)
{
	const struct cell *cell = model_plan_cell(model, row->cell);
	const struct target *target = model_cell_target(model, row->cell);
	char group[NAME], where[NAME], work[NAME];

	summary_group_name(model, row->cell, group, sizeof(group));
	return (struct trend_point){
		.key = xasprintf("%s\n%s\n%s\n%s\n%u\n%u", or_none(target->server),
				 or_none(target->member), target->pool, group, model->plan->count,
				 model->plan->parallel),
		.name = xasprintf("%s %s", naming_where(model->plan, row->cell, where, sizeof(where)),
				  naming_work(cell, work, sizeof(work))),
		.ns = (double)row->makespan,
	};
}

static void
add_points(const struct model *model, struct trend_run *run)
{
	autofree_mem struct summary *rows = NULL;
	size_t n = summary_rows(model, &rows);

	run->points = xcalloc(n, sizeof(*run->points));
	for (size_t i = 0; i < n; i++)
		if (rows[i].rounds > 0 && !cell_is_prime(model_plan_cell(model, rows[i].cell)))
			run->points[run->n++] = point_of(model, &rows[i]);
}

static struct trend_run
read_run(const struct index_entry *entry)
{
	struct trend_run run = { xstrdup(entry->path), entry->changed_ns, NULL, 0 };
	autofree(model) model = NULL;
	struct err ignored;

	model = sums_open(entry->path, &ignored);
	if (model)
		add_points(model, &run);
	return run;
}

/* ---- all of them ---- */

/* One that was read before and has not changed since is moved over. */
static struct trend_run
take_run(struct trends *before, const struct index_entry *entry)
{
	for (size_t i = 0; i < before->n; i++) {
		struct trend_run run = before->runs[i];

		if (!run.path || strcmp(run.path, entry->path) != 0 ||
		    run.changed_ns != entry->changed_ns)
			continue;
		before->runs[i] = (struct trend_run){ 0 };
		return run;
	}
	return read_run(entry);
}

static void
turn_round(struct trends *trends)
{
	for (size_t i = 0; i < trends->n / 2; i++) {
		struct trend_run run = trends->runs[i];

		trends->runs[i] = trends->runs[trends->n - 1 - i];
		trends->runs[trends->n - 1 - i] = run;
	}
}

void
trends_read(struct trends *trends, const struct index_entry *entries, size_t n)
{
	struct trends now = { xcalloc(TREND_RUNS, sizeof(struct trend_run)), 0 };

	for (size_t i = 0; i < n && now.n < TREND_RUNS; i++)
		if (index_is_measured(&entries[i]))
			now.runs[now.n++] = take_run(trends, &entries[i]);
	turn_round(&now);
	trends_wipe(trends);
	*trends = now;
}

const struct trend_run *
trends_run(const struct trends *trends, const char *path)
{
	for (size_t i = 0; i < trends->n; i++)
		if (strcmp(trends->runs[i].path, path) == 0)
			return &trends->runs[i];
	return NULL;
}

size_t
trends_series(const struct trends *trends, const struct trend_point *point, struct series *ret)
{
	size_t found = 0;

	series_init(ret);
	for (size_t i = 0; i < trends->n; i++)
		for (size_t k = 0; k < trends->runs[i].n; k++) {
			if (strcmp(trends->runs[i].points[k].key, point->key) != 0)
				continue;
			series_add(ret, trends->runs[i].points[k].ns);
			found++;
		}
	return found;
}
