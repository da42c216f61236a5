#include "record/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "record/naming.h"

/* The chain's first workload is the one that makes its instances. */
static bool
begins_a_chain(const struct plan *plan, size_t cell)
{
	for (size_t i = 0; i < plan->n_chains; i++)
		if (plan->chains[i].n_cells > 0 && plan->chains[i].cells[0] == cell)
			return true;
	return false;
}

static double
busy_seconds(const struct model_cell *cell)
{
	const struct cpu_seconds *cpu = &cell->cpu;

	return cell->n_cpu ? (cpu->user + cpu->system + cpu->irq) / cell->n_cpu : NAN;
}

/* NAN also where the ops move nothing that is counted. */
static double
bytes_per_second(const struct model_cell *cell)
{
	if (cell->n_rates)
		return cell->rates / cell->n_rates;
	if (!known(cell->bytes) || !(cell->ok_per_s_seconds > 0))
		return NAN;
	return (double)cell->bytes / cell->ok_per_s_seconds;
}

/* Ops of one cell move bytes or none does. */
static uint64_t
bytes_of_an_op(const struct model_cell *cell)
{
	return known(cell->bytes) && cell->count[OP_OK] ? cell->bytes / cell->count[OP_OK] : UNKNOWN;
}

/* Older recordings do not tell; a folder is mostly on a file system with more in it. */
bool
summary_is_shared(const struct model *model, size_t target)
{
	const struct env_pool *pool = model_target_pool(model, target);

	if (pool && pool->shared == SHARED_UNKNOWN)
		return pool->backing == BACKING_FOLDER;
	return pool && pool->shared == SHARED_YES;
}

bool
summary_is_steady(const struct model *model, size_t target)
{
	return !model->targets[target].unsettled && !summary_is_shared(model, target);
}

const char *
summary_delta(char *out, int64_t bytes, bool steady)
{
	char text[UNITS_LEN];

	snprintf(out, UNITS_LEN + 1, "%s%s", steady ? "" : "~", units_delta(text, bytes));
	return out;
}

/* Who tells only how long a whole step took has not said that nothing in it failed. */
static uint64_t
ended(const struct model *model, const struct model_cell *cell, enum op_state state)
{
	bool told = model->header->kind == RUN_MEASURED || cell->count[OP_FAILED] > 0;

	return told || cell->count[state] ? cell->count[state] : UNKNOWN;
}

static struct summary
sum_up(const struct model *model, size_t index)
{
	const struct model_cell *cell = &model->cells[index];
	struct summary row = {
		.cell = index,
		.n = cell->count[OP_OK],
		.failed = ended(model, cell, OP_FAILED),
		.refused = ended(model, cell, OP_REFUSED),
		.unknown = ended(model, cell, OP_UNKNOWN),
		.skipped = ended(model, cell, OP_SKIPPED),
		.median = hist_median(&cell->latency),
		.min = cell->latency.min,
		.max = cell->latency.max,
		.tail = hist_p95_or_max(&cell->latency),
		.rate = NAN,
		.makes = begins_a_chain(model->plan, index),
		.disk_known = cell->n_grown > 0,
		.steady = summary_is_steady(model, model_plan_cell(model, index)->target),
		.bytes = bytes_of_an_op(cell),
		.throughput = bytes_per_second(cell),
		.cpu = busy_seconds(cell),
		.taint = cell->taint,
	};

	if (cell->ok_per_s_seconds > 0)
		row.rate = cell->ok_per_s_ops / cell->ok_per_s_seconds;
	if (row.disk_known)
		row.disk = cell->grown / (int64_t)cell->n_grown;
	summary_makespans(model, &row);
	return row;
}

size_t
summary_rows(const struct model *model, struct summary **ret)
{
	size_t n = model->plan ? model->plan->n_cells : 0;

	*ret = xcalloc(n, sizeof(**ret));
	for (size_t i = 0; i < n; i++)
		(*ret)[i] = sum_up(model, i);
	return n;
}

const char *
summary_target_name(const struct model *model, size_t target, char *out, size_t size)
{
	return naming_target(model->plan, target, out, size);
}

const char *
summary_pool_name(const struct model *model, size_t cell, char *out, size_t size)
{
	return summary_target_name(model, model_plan_cell(model, cell)->target, out, size);
}

const char *
summary_group_name(const struct model *model, size_t cell, char *out, size_t size)
{
	const struct cell *c = model_plan_cell(model, cell);

	snprintf(out, size, "%s%s%s%s%s, %s", c->workload, c->variant ? ", " : "",
		 c->variant ? c->variant : "", c->image ? ", " : "", c->image ? c->image : "",
		 place_name(c->place));
	return out;
}

bool
summary_same_work(const struct cell *a, const struct cell *b)
{
	return a->place == b->place && text_same(a->workload, b->workload) &&
	       text_same(a->variant, b->variant) && text_same(a->image, b->image);
}

bool
summary_same_group(const struct model *model, size_t a, size_t b)
{
	const struct cell *x = model_plan_cell(model, a), *y = model_plan_cell(model, b);

	return summary_same_work(x, y) && text_same(x->fingerprint, y->fingerprint);
}

/* ---- columns ---- */

typedef const char *column_text(const struct model *model, const struct summary *row, char *out,
				size_t size);

static const char *
say(char *out, size_t size, const char *text)
{
	snprintf(out, size, "%s", text);
	return out;
}

/* Nothing was measured; otherwise what is not there was not told. */
static bool
is_empty(const struct summary *row)
{
	return row->n == 0 && row->rounds == 0;
}

/* Of no ops there is no time; of some whose times were not told it is unknown. */
static const char *
say_time(const struct summary *row, uint64_t ns, const char *behind, char *out, size_t size)
{
	char text[UNITS_LEN];

	if (is_empty(row))
		return say(out, size, "-");
	snprintf(out, size, "%s%s", units_time(text, ns), known(ns) ? behind : "");
	return out;
}

static const char *
say_number(uint64_t number, char *out, size_t size)
{
	snprintf(out, size, "%llu", (unsigned long long)number);
	return out;
}

static const char *
driver_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	const char *driver = model_cell_target(model, row->cell)->driver;

	return say(out, size, driver ? driver : UNITS_UNKNOWN);
}

static const char *
pool_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	return summary_pool_name(model, row->cell, out, size);
}

static const char *
n_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	(void)model;
	if (row->n == 0 && row->rounds > 0)
		return say(out, size, UNITS_UNKNOWN);
	return say_number(row->n, out, size);
}

static const char *
failed_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	(void)model;
	return known(row->failed) ? say_number(row->failed, out, size) : say(out, size, "-");
}

static const char *
median_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	(void)model;
	return say_time(row, row->median, "", out, size);
}

static const char *
tail_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	bool max = strcmp(row->tail.name, "max") == 0;

	(void)model;
	return say_time(row, row->tail.value, max ? " max" : "", out, size);
}

static const char *
min_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	(void)model;
	return say_time(row, row->min, "", out, size);
}

static const char *
max_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	(void)model;
	return say_time(row, row->max, "", out, size);
}

static const char *
rate_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	char text[UNITS_LEN];

	(void)model;
	return say(out, size, is_empty(row) ? "-" : units_per_s(text, row->rate));
}

static const char *
makespan_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	char text[UNITS_LEN];

	(void)model;
	return say(out, size, row->rounds ? units_time(text, row->makespan) : "-");
}

static const char *
spread_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	(void)model;
	if (isnan(row->spread))
		return say(out, size, "-");
	snprintf(out, size, "%.1f %%", row->spread * 100);
	return out;
}

static const char *
throughput_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	char text[UNITS_LEN];

	(void)model;
	return say(out, size, isnan(row->throughput) ? "-" : units_rate(text, row->throughput));
}

static const char *
size_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	char text[UNITS_LEN];

	(void)model;
	return say(out, size, known(row->bytes) ? units_size(text, row->bytes) : "-");
}

static const char *
disk_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	char text[UNITS_LEN + 1];

	(void)model;
	if (!row->makes)
		return say(out, size, "-");
	if (!row->disk_known)
		return say(out, size, UNITS_UNKNOWN);
	return say(out, size, summary_delta(text, row->disk, row->steady));
}

static const char *
cpu_text(const struct model *model, const struct summary *row, char *out, size_t size)
{
	char text[UNITS_LEN];

	(void)model;
	if (!(row->cpu >= 0 && row->cpu < 1e9))
		return say(out, size, UNITS_UNKNOWN);
	return say(out, size, units_time(text, (uint64_t)(row->cpu * (double)NS_PER_S)));
}

/* clang-format off */
const struct summary_column summary_columns[] = {
	{ "pool",     "where",                                                                 0, false, false, pool_text },
	{ "driver",   "the pool's storage driver",                                             2, false, false, driver_text },
	{ "n",        "ops that succeeded in counted rounds",                                  0, true,  false, n_text },
	{ "failed",   "ops that failed in counted rounds; they are in no timing",              1, true,  false, failed_text },
	{ "median",   "half of the ops took no longer",                                        0, true,  false, median_text },
	{ "p95",      "95 % of the ops took no longer; under 20 ops the maximum, marked max",  3, true,  false, tail_text },
	{ "min",      "the quickest op",                                                       9, true,  false, min_text },
	{ "max",      "the slowest op",                                                        8, true,  false, max_text },
	{ "rate",     "ops that succeeded a second of their steps",                            7, true,  false, rate_text },
	{ "makespan", "a whole step from first request to last completion, median of rounds",  4, true,  false, makespan_text },
	{ "disk",     "what the instances of a round took on the pool, mean; ~: others may write there", 5, true,  false, disk_text },
	{ "size",     "bytes that an op moved, mean: an export's archive",                     3, true,  true,  size_text },
	{ "throughput", "bytes a second that the ops moved in their steps, or that were told", 4, true,  true,  throughput_text },
	{ "spread",   "how far the rounds' makespans lie from their median, half of them no more", 10, true, true, spread_text },
	{ "CPU",      "CPU-seconds of the whole machine a step took, mean",                    6, true,  false, cpu_text },
};
/* clang-format on */
const size_t n_summary_columns = COUNTOF(summary_columns);
