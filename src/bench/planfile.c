#include "bench/planfile.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/xdg.h"

int
planfile_read(const char *path, struct options *options, struct err *err)
{
	int status = access(path, R_OK) < 0 ? err_sys(err, "plan %s", path)
					    : options_read_config(options, path, err);

	/* Whatever is wrong with it: it is the person who has named it. */
	if (status < 0)
		err->kind = ERR_USAGE;
	return status;
}

static void
add_text(struct buf *out, enum option_id id, const char *value)
{
	buf_printf(out, "%s = %s\n", option_rows[id].name, value);
}

static void
add_number(struct buf *out, enum option_id id, unsigned value)
{
	buf_printf(out, "%s = %u\n", option_rows[id].name, value);
}

static void
add_flag(struct buf *out, enum option_id id, bool value)
{
	add_text(out, id, value ? "yes" : "no");
}

static bool
has_server(const struct choices *choices, size_t before, const char *server)
{
	for (size_t i = 0; i < before; i++)
		if (strcmp(choices->pools[i].server, server) == 0)
			return true;
	return false;
}

/* False where it is not known of each pool which server's it is. */
static bool
knows_servers(const struct choices *choices)
{
	for (size_t i = 0; i < choices->n_pools; i++)
		if (!choices->pools[i].server)
			return false;
	return true;
}

/* Pools of one server are named without it, so that the plan goes with another that is put in its place. */
static void
add_pools(struct buf *out, const struct choices *choices)
{
	bool known_ = knows_servers(choices), several = false;

	for (size_t i = 0; known_ && i < choices->n_pools; i++) {
		if (has_server(choices, i, choices->pools[i].server))
			continue;
		add_text(out, OPT_SERVER, choices->pools[i].server);
		several |= i > 0;
	}
	for (size_t i = 0; i < choices->n_pools; i++)
		buf_printf(out, "%s = %s%s%s\n", option_rows[OPT_POOL].name,
			   several ? choices->pools[i].server : "", several ? ":" : "",
			   choices->pools[i].pool);
}

static void
add_lists(struct buf *out, const struct choices *choices)
{
	add_pools(out, choices);
	for (size_t i = 0; i < choices->n_images; i++)
		add_text(out, OPT_IMAGE, choices->images[i]);
	for (size_t i = 0; i < choices->n_chains; i++)
		add_text(out, OPT_WORKLOAD, choices->chains[i]);
}

static void
add_size(struct buf *out, enum option_id id, unsigned mib)
{
	if (mib)
		buf_printf(out, "%s = %uMiB\n", option_rows[id].name, mib);
}

static void
add_all(struct buf *out, const struct choices *choices, const char *project)
{
	buf_puts(out, "# a plan of poolscope: poolscope run --plan FILE\n");
	if (project)
		add_text(out, OPT_PROJECT, project);
	add_lists(out, choices);
	add_number(out, OPT_COUNT, choices->count);
	if (choices->parallel)
		add_number(out, OPT_PARALLEL, choices->parallel);
	add_number(out, OPT_ROUNDS, choices->rounds);
	add_flag(out, OPT_UNTIL_GOOD, choices->until_good);
	add_number(out, OPT_WARMUP, choices->warmup);
	add_text(out, OPT_ORDER, plan_order_name(choices->order));
	add_flag(out, OPT_BATCH, choices->batch);
	add_flag(out, OPT_PRIVILEGED, choices->privileged);
	add_flag(out, OPT_NETWORK, choices->network);
	/* It stands with its workloads ("launch:freeze"); the configuration adds no more. */
	add_flag(out, OPT_FREEZE, false);
	add_size(out, OPT_FILL, choices->fill);
	add_size(out, OPT_VM_SIZE, choices->vm_size);
	if (choices->label)
		add_text(out, OPT_LABEL, choices->label);
	if (choices->archives)
		add_text(out, OPT_ARCHIVES, choices->archives);
	if (choices->seed)
		buf_printf(out, "%s = %" PRIu64 "\n", option_rows[OPT_SEED].name, choices->seed);
}

int
planfile_write(const char *path, const struct choices *choices, const char *project, bool replace,
	       struct err *err)
{
	autobuf text = { 0 };

	if (!replace && access(path, F_OK) == 0)
		return err_set_kind(err, ERR_USAGE, "%s exists and is left alone", path);
	add_all(&text, choices, project);
	return xdg_write_file(path, buf_text(&text), text.len, err);
}
