/*
 * setup_pools.c - the pools of all servers, what is in them, and why one
 * cannot be used.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "names.h"
#include "record/naming.h"
#include "views/setup.h"
#include "views/shown.h"
#include "widgets/bars.h"

#define NAME_MOST     24
#define NAME_LEAST    6
#define GLYPH_WIDTH   2
#define BYTES_WIDTH   8
#define PERCENT_WIDTH 5
#define BACKING_WIDTH 6
#define BAR_LEAST     4

/* ---- the rows ---- */

/* The pool of a row, counted over all servers. */
static const struct env_pool *
pool_at(const struct ui *ui, size_t row, const struct env_server **server)
{
	*server = NULL;
	for (size_t i = 0; i < ui->env->n_servers; i++) {
		*server = &ui->env->servers[i];
		if (row < (*server)->n_pools)
			return &(*server)->pools[row];
		row -= (*server)->n_pools;
	}
	return NULL;
}

static size_t
lines(const struct ui *ui)
{
	size_t n = 0;

	for (size_t i = 0; i < ui->env->n_servers; i++)
		n += ui->env->servers[i].n_pools;
	return n;
}

static bool
chosen(const struct ui *ui, size_t row)
{
	const struct env_server *server;
	const struct env_pool *pool = pool_at(ui, row, &server);

	return choices_has_pool(&ui->choices, server->name, pool->name);
}

static void
toggle(struct ui *ui, size_t row)
{
	const struct env_server *server;
	const struct env_pool *pool = pool_at(ui, row, &server);

	choices_toggle_pool(&ui->choices, server->name, pool->name);
}

static bool
refused(const struct ui *ui, size_t row, char why[SETUP_WHY])
{
	const struct env_server *server;
	const char *unusable = pool_at(ui, row, &server)->unusable;

	snprintf(why, SETUP_WHY, "%s", unusable ? unusable : "");
	return unusable != NULL;
}

/* ---- what is shown of one ---- */

static void
pool_name(const struct ui *ui, size_t row, char *out, size_t size)
{
	const struct env_server *server;
	const struct env_pool *pool = pool_at(ui, row, &server);
	bool several = ui->env->n_servers > 1;
	char name[SHOWN_NAME] = "";

	snprintf(out, size, "%s%s%s", several ? naming_server(server->name, name, sizeof(name)) : "",
		 several ? ":" : "", pool->name);
}

static double
used_part(const struct env_pool *pool)
{
	if (!known(pool->used) || !known(pool->total) || pool->total == 0)
		return NAN;
	return (double)pool->used / (double)pool->total;
}

/* ---- columns ---- */

struct columns {
	int name, driver, bar;
	bool backing;
};

static int
at_most(int n, int most)
{
	return n < most ? n : most;
}

static int
at_least(int n, int least)
{
	return n > least ? n : least;
}

/* Figures keep their room and the bar takes the rest; where there is none, less is said and names
 * are cut. */
static struct columns
columns_of(const struct canvas *canvas, const struct ui *ui, int width)
{
	struct columns columns = { .backing = true };
	const struct env_server *server;
	char name[2 * SHOWN_NAME];
	int fixed;

	for (size_t row = 0; row < lines(ui); row++) {
		pool_name(ui, row, name, sizeof(name));
		columns.name = at_least(columns.name, canvas_width(canvas, name));
		columns.driver = at_least(columns.driver,
					  canvas_width(canvas, pool_at(ui, row, &server)->driver));
	}
	columns.name = at_most(columns.name, NAME_MOST);
	/* A blank behind each column. */
	fixed = GLYPH_WIDTH + columns.name + 1 + columns.driver + 1 + BYTES_WIDTH + 1 +
		PERCENT_WIDTH;
	columns.bar = width - fixed - 1 - BACKING_WIDTH - 1;
	if (columns.bar < BAR_LEAST) {
		columns.backing = false;
		columns.bar = width - fixed - 1;
	}
	if (columns.bar < BAR_LEAST)
		columns.bar = 0;
	if (fixed > width)
		columns.name = at_least(NAME_LEAST, columns.name - (fixed - width));
	return columns;
}

/* ---- drawing ---- */

static void
draw_usage(struct canvas *canvas, int x, int y, const struct env_pool *pool,
	   const struct columns *columns, enum role role, enum role driver)
{
	char text[UNITS_LEN];

	canvas_text_right(canvas, x, y, BYTES_WIDTH, role, units_size(text, pool->total));
	x += BYTES_WIDTH + 1;
	if (columns->bar > 0) {
		bar_draw(canvas, x, y, columns->bar, used_part(pool), driver);
		x += columns->bar + 1;
	}
	canvas_text_right(canvas, x, y, PERCENT_WIDTH, role,
			  units_percent(text, used_part(pool) * 100));
	if (columns->backing)
		canvas_text(canvas, x + PERCENT_WIDTH + 1, y, BACKING_WIDTH, role,
			    env_backing_name(pool->backing));
}

static void
draw(struct canvas *canvas, struct rect line, const struct ui *ui, size_t row, enum role role)
{
	const struct env_server *server;
	const struct env_pool *pool = pool_at(ui, row, &server);
	struct columns columns = columns_of(canvas, ui, line.w);
	enum role driver = role == ROLE_TEXT ? theme_driver_role(pool->driver) : role;
	char name[2 * SHOWN_NAME];
	int x = line.x;

	canvas_put(canvas, x, line.y, pool_glyph(canvas, env_pool_place(ui->env, pool)), driver, 0);
	x += GLYPH_WIDTH;
	pool_name(ui, row, name, sizeof(name));
	canvas_text(canvas, x, line.y, columns.name, role, name);
	x += columns.name + 1;
	canvas_text(canvas, x, line.y, columns.driver, driver, pool->driver);
	x += columns.driver + 1;
	if (pool->unusable)
		canvas_text(canvas, x, line.y, line.x + line.w - x, role, pool->unusable);
	else
		draw_usage(canvas, x, line.y, pool, &columns, role, driver);
}

static void
filter_text(const struct ui *ui, size_t row, char *out, size_t size)
{
	const struct env_server *server;
	const struct env_pool *pool = pool_at(ui, row, &server);

	snprintf(out, size, "%s:%s %s", server->name, pool->name, pool->driver);
}

/* ---- all that is known of one ---- */

static const char *const backings[] = {
	[BACKING_UNKNOWN] = "unknown",
	[BACKING_LOOP] = "a loop file of the host's file system",
	[BACKING_DISK] = "a disk, or a volume group or zpool of its own",
	[BACKING_FOLDER] = "a folder of the host's file system",
	[BACKING_REMOTE] = "remote storage",
};

static const char *const sharings[] = {
	[SHARED_UNKNOWN] = "unknown whether others write there too",
	[SHARED_NO] = "nobody else writes there: what changes is the run's",
	[SHARED_YES] = "others may write there too: its figures of disk use have a ~",
};

static const char *
or_unknown(const char *text)
{
	return text ? text : "unknown";
}

static void
tell_server(struct details *details, const struct env_server *server)
{
	char name[SHOWN_NAME];

	setup_tell(details, "server", "%s", names_server(server->name, name));
	setup_tell(details, "", "%s %s, project %s, %s", or_unknown(server->kind),
		   server->version ? server->version : "of unknown version",
		   or_unknown(server->project),
		   server->local ? "on this machine" : "on another machine");
}

static void
tell_use(struct details *details, const struct env_pool *pool)
{
	char used[UNITS_LEN], total[UNITS_LEN], part[UNITS_LEN], left[UNITS_LEN];

	if (!known(pool->used) || !known(pool->total) || pool->used > pool->total)
		setup_tell(details, "use", "unknown");
	else
		setup_tell(details, "use", "%s of %s (%s), %s free", units_size(used, pool->used),
			   units_size(total, pool->total), units_percent(part, used_part(pool) * 100),
			   units_size(left, pool->total - pool->used));
	setup_tell(details, "", "%s", sharings[pool->shared]);
}

static void
tell(const struct ui *ui, size_t row, struct details *details)
{
	const struct env_server *server;
	const struct env_pool *pool = pool_at(ui, row, &server);

	setup_tell(details, "pool", "%s", pool->name);
	setup_tell(details, "driver", "%s%s%s", pool->driver, pool->driver_version ? " " : "",
		   pool->driver_version ? pool->driver_version : ", version unknown");
	tell_server(details, server);
	setup_tell(details, "lies on", "%s", backings[pool->backing]);
	setup_tell(details, "source", "%s", or_unknown(pool->source));
	setup_tell(details, "device", "%s",
		   pool->device ? pool->device : "none known, so its throughput is not shown");
	setup_tell(details, "encryption", "%s", pool->encryption ? pool->encryption : "none seen");
	tell_use(details, pool);
	if (pool->instances == SIZE_MAX)
		setup_tell(details, "instances", "unknown");
	else if (pool->instances == 0)
		setup_tell(details, "instances", "none there yet");
	else
		setup_tell(details, "instances", "%zu there already", pool->instances);
}

const struct setup_list setup_pools = {
	.what = "Pool",
	.tell = tell,
	.text = filter_text,
	.lines = lines,
	.chosen = chosen,
	.toggle = toggle,
	.refused = refused,
	.draw = draw,
	.none = "this server has no storage pool",
};
