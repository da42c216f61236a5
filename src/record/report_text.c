/* What is said before the figures: what was run, and what it ran on. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "record/naming.h"
#include "record/report_formats.h"

#define TEXT 256

void
report_say(const struct report_lines *lines, const char *label, const struct buf *text)
{
	lines->line(lines->arg, label, buf_text(text));
}

/* Adds ", " between what is told of one thing, and the text; nothing for what is not known. */
static void
add_item(struct buf *out, const char *before, const char *text)
{
	if (text)
		buf_printf(out, "%s%s%s", out->len ? ", " : "", before, text);
}

static void
add_size(struct buf *out, const char *before, unsigned mib)
{
	char text[24];

	snprintf(text, sizeof(text), "%u MiB", mib);
	add_item(out, before, mib ? text : NULL);
}

/* ---- the environment ---- */

static void
say_run(const struct report_lines *lines)
{
	const struct model *model = lines->model;
	const struct event_header *header = model->header;
	autobuf text = { 0 };
	char stamp[CLOCK_STAMP_LEN], span[UNITS_LEN];

	clock_stamp(header->started_wall_ns, stamp);
	add_item(&text, "", header->run);
	add_item(&text, "", header->label);
	add_item(&text, "", stamp);
	add_item(&text, "", header->program);
	add_item(&text, "source: ", header->source);
	/* Of a document the span is that of its figures in a row, which nobody has waited for. */
	if (header->kind != RUN_PUBLISHED) {
		add_item(&text,
			 model->state == MODEL_ENDED ? run_end_name(model->end.how) : "not ended",
			 "");
		buf_printf(&text, " after %s", units_span(span, model_elapsed(model)));
	}
	report_say(lines, "run", &text);
}

static void
say_server(const struct report_lines *lines, const struct env_server *server)
{
	char name[TEXT];
	autobuf text = { 0 };

	buf_puts(&text, naming_server(server->name, name, sizeof(name)));
	add_item(&text, "", server->kind);
	if (server->version)
		buf_printf(&text, " %s", server->version);
	add_item(&text, "", server->os);
	add_item(&text, "kernel ", server->kernel);
	report_say(lines, "server", &text);
}

static const char *const backings[] = {
	[BACKING_UNKNOWN] = NULL,
	[BACKING_LOOP] = "on a loop file",
	[BACKING_DISK] = "on a disk",
	[BACKING_FOLDER] = "in a folder",
	[BACKING_REMOTE] = "on remote storage",
};

static void
say_pool(const struct report_lines *lines, size_t index)
{
	const struct plan *plan = lines->model->plan;
	const struct target *target = &plan->targets[index];
	const struct env_server *server = env_find_server(&lines->model->header->env, target->server);
	const struct env_pool *pool = server ? env_find_pool(server, target->pool) : NULL;
	char name[TEXT];
	autobuf text = { 0 };

	buf_puts(&text, naming_target(plan, index, name, sizeof(name)));
	add_item(&text, "driver ", target->driver);
	if (pool && pool->driver_version)
		buf_printf(&text, " %s", pool->driver_version);
	if (pool) {
		add_item(&text, "", backings[pool->backing]);
		add_item(&text, "encrypted by ", pool->encryption);
	}
	report_say(lines, "pool", &text);
}

static void
say_image(const struct report_lines *lines, const struct cell *cell)
{
	const struct env_server *server =
		env_find_server(&lines->model->header->env,
				lines->model->plan->targets[cell->target].server);
	const struct env_image *image =
		server && cell->fingerprint ? env_find_image(server, cell->fingerprint) : NULL;
	autobuf text = { 0 };
	char size[UNITS_LEN];

	buf_puts(&text, cell->image);
	if (image) {
		add_item(&text, "", image->architecture);
		add_item(&text, "", units_size(size, image->size));
	}
	if (cell->fingerprint)
		buf_printf(&text, ", %.12s", cell->fingerprint);
	report_say(lines, "image", &text);
}

static bool
image_was_told(const struct plan *plan, size_t cell)
{
	for (size_t i = 0; i < cell; i++)
		if (plan->cells[i].image &&
		    strcmp(plan->cells[i].image, plan->cells[cell].image) == 0)
			return true;
	return false;
}

static void
say_host(const struct report_lines *lines, const struct env_host *host)
{
	autobuf text = { 0 };
	char size[UNITS_LEN];

	add_item(&text, "", host->cpu_model);
	if (host->cpus)
		buf_printf(&text, "%s%u CPU%s", text.len ? ", " : "", host->cpus,
			   host->cpus == 1 ? "" : "s");
	add_item(&text, "governor ", host->governor);
	if (known(host->memory))
		add_item(&text, "memory ", units_size(size, host->memory));
	add_item(&text, "", host->virt);
	add_item(&text, "kernel ", host->kernel);
	if (text.len)
		report_say(lines, "host", &text);
}

static void
say_plan(const struct report_lines *lines)
{
	const struct plan *plan = lines->model->plan;
	static const char *const orders[] = {
		[ORDER_SHUFFLED] = "shuffled",
		[ORDER_GIVEN] = "as given",
		[ORDER_RACE] = "a race, all pools at once",
	};
	char rounds[TEXT];
	autobuf text = { 0 };

	buf_printf(&text,
		   "%u instance%s, %u at a time (%s), %s after %u to warm up, order %s",
		   plan->count, plan->count == 1 ? "" : "s", plan->parallel,
		   plan->batch ? "in batches" : "a sliding window",
		   report_rounds_text(lines->model, NO_CELL, rounds, sizeof(rounds)), plan->warmup,
		   orders[plan->order]);
	if (plan->order == ORDER_SHUFFLED)
		buf_printf(&text, ", seed %" PRIu64, plan->seed);
	add_item(&text, "privileged", plan->privileged ? "" : NULL);
	add_size(&text, "filled with ", plan->fill);
	add_size(&text, "root disks of ", plan->vm_size);
	add_item(&text, "with the profile's network", plan->network ? "" : NULL);
	report_say(lines, "test", &text);
}

void
report_environment(const struct model *model, report_line *line, void *arg)
{
	const struct report_lines lines = { model, line, arg };
	const struct env *env = &model->header->env;
	const struct plan *plan = model->plan;

	say_run(&lines);
	for (size_t i = 0; i < env->n_servers; i++)
		say_server(&lines, &env->servers[i]);
	for (size_t i = 0; i < plan->n_targets; i++)
		say_pool(&lines, i);
	for (size_t i = 0; i < plan->n_cells; i++)
		if (plan->cells[i].image && !image_was_told(plan, i))
			say_image(&lines, &plan->cells[i]);
	say_host(&lines, &env->host);
	if (model->header->kind == RUN_MEASURED)
		say_plan(&lines);
}
