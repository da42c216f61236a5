/*
 * cmd_list.c - `poolscope list WHAT`: one table a thing that can be listed.
 *
 * A listing is a row: its columns and how it is filled. The cells are texts;
 * the same cells become a table for people or JSON for scripts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/listing.h"
#include "bench/workload.h"
#include "cmd.h"
#include "connect.h"
#include "list_servers.h"
#include "runs.h"
#include "theme.h"

static void
add_pools(struct listing *listing, const struct env_server *server)
{
	for (size_t i = 0; i < server->n_pools; i++) {
		const struct env_pool *pool = &server->pools[i];

		list_server_name(listing, server->name);
		listing_text(listing, pool->name);
		listing_text(listing, pool->driver);
		listing_text(listing, env_backing_name(pool->backing));
		listing_size(listing, pool->used);
		listing_size(listing, pool->total);
		listing_text(listing, pool->unusable ? pool->unusable : "usable");
	}
}

static void
add_images(struct listing *listing, const struct env_server *server)
{
	for (size_t i = 0; i < server->n_images; i++) {
		const struct env_image *image = &server->images[i];

		list_server_name(listing, server->name);
		listing_text(listing, image->alias);
		listing_text(listing, image->fingerprint);
		listing_text(listing, image->vm ? "vm" : "container");
		listing_text(listing, image->architecture);
		listing_size(listing, image->size);
		listing_text(listing, image->description);
	}
}

static int
list_of_servers(const struct options *options, struct listing *listing,
		void (*add)(struct listing *, const struct env_server *), struct err *err)
{
	struct connection connection;
	int status;

	if (connect_open(options, &connection, err) < 0)
		return -1;
	status = connect_wait(&connection, err);
	for (size_t i = 0; status == 0 && i < connection.n_servers; i++)
		add(listing, server_env(connection.servers[i]));
	connect_close(&connection);
	return status;
}

static int
list_pools(const struct options *options, struct listing *listing, struct err *err)
{
	return list_of_servers(options, listing, add_pools, err);
}

static int
list_images(const struct options *options, struct listing *listing, struct err *err)
{
	return list_of_servers(options, listing, add_images, err);
}

static void
list_variants(struct listing *listing, const struct workload *workload)
{
	for (const struct variant_word *row = workload->variants; row && row->word; row++) {
		autofree_mem char *name = xasprintf("%s:%s", workload->name, row->word);

		listing_text(listing, name);
		listing_text(listing, row->help);
	}
}

static int
list_workloads(const struct options *options, struct listing *listing, struct err *err)
{
	(void)options;
	(void)err;
	for (const struct workload *const *w = workload_list(); *w; w++) {
		listing_text(listing, (*w)->name);
		listing_text(listing, (*w)->help);
		list_variants(listing, *w);
	}
	return 0;
}

/* One that cannot be read is listed with the reason. */
static void
add_theme(struct listing *listing, const char *name)
{
	struct err err;
	autofree(theme) theme = theme_load(name, &err);

	listing_text(listing, name);
	listing_text(listing, theme ? theme_about(theme) : err.text);
}

static int
list_themes(const struct options *options, struct listing *listing, struct err *err)
{
	char **names;
	size_t n = theme_list(&names);

	(void)options;
	(void)err;
	for (size_t i = 0; i < n; i++) {
		add_theme(listing, names[i]);
		free(names[i]);
	}
	free(names);
	return 0;
}

static const char *
state_of(const struct index_entry *run)
{
	if (run->damage)
		return run->damage;
	if (run->kind != RUN_MEASURED)
		return run_kind_name(run->kind);
	return run->ended ? run_end_name(run->end) : "not ended";
}

static int
list_runs(const struct options *options, struct listing *listing, struct err *err)
{
	struct index_entry *runs;
	size_t n = runs_scan(&runs);

	(void)options;
	(void)err;
	for (size_t i = 0; i < n; i++) {
		char when[CLOCK_STAMP_LEN] = "";

		if (!runs[i].damage)
			clock_stamp(runs[i].started_wall_ns, when);
		listing_text(listing, when);
		listing_text(listing, runs[i].run);
		listing_text(listing, runs[i].label);
		listing_size(listing, runs[i].size);
		listing_text(listing, state_of(&runs[i]));
		list_server_name(listing, runs[i].server);
		listing_words(listing, runs[i].pools);
		listing_words(listing, runs[i].workloads);
	}
	index_free(runs, n);
	return 0;
}

static const struct list_row {
	const char *name;
	const char *const columns[LISTING_COLUMNS];
	/* What it cannot fill in is an error, also where there are lines. */
	int (*fill)(const struct options *options, struct listing *listing, struct err *err);
	size_t n_below;	   /* columns that the table has on a line below */
	const char *none;  /* told where there is no line; NULL: that is an error */
} lists[] = {
	{ "servers",
	  { "server", "kind", "state", "version", "project", "auth", "address", "reason" },
	  list_servers, .n_below = 3 },
	{ "pools", { "server", "pool", "driver", "on", "used", "total", "state" }, list_pools,
	  .none = "the server has no storage pool" },
	{ "images",
	  { "server", "alias", "fingerprint", "type", "architecture", "size", "description" },
	  list_images, .none = "the server has no image" },
	{ "workloads", { "workload", "what it measures" }, list_workloads, .none = NULL },
	{ "themes", { "theme", "what it is" }, list_themes, .none = NULL },
	{ "runs",
	  { "when", "id", "label", "size", "state", "server", "pools", "workloads" },
	  list_runs, .n_below = 3, .none = "no run is recorded yet: `poolscope run` records one" },
};

static const struct list_row *
find_list(const char *name, struct err *err)
{
	autobuf known_ones = { 0 };

	for (size_t i = 0; i < COUNTOF(lists); i++) {
		if (strcmp(lists[i].name, name) == 0)
			return &lists[i];
		buf_printf(&known_ones, "%s%s", i ? ", " : "", lists[i].name);
	}
	err_set_kind(err, ERR_USAGE, "list %s: expected one of %s", name, buf_text(&known_ones));
	return NULL;
}

static const struct list_format {
	const char *name;
	void (*write)(const struct listing *listing, struct buf *out);
	bool for_people;
} formats[] = {
	{ "table", listing_table, true },
	{ "csv", listing_csv, false },
	{ "json", listing_json, false },
};

/* The option's row takes no other names. */
static const struct list_format *
find_format(const char *name)
{
	size_t i = 0;

	while (strcmp(formats[i].name, name) != 0)
		i++;
	return &formats[i];
}

int
cmd_list(const struct options *options)
{
	const struct list_format *format = find_format(options_text(options, OPT_LISTING));
	const struct list_row *row;
	struct listing listing = { 0 };
	autobuf text = { 0 };
	char *const *args;
	struct err err;
	int status;

	options_args(options, &args);
	row = find_list(args[0], &err);
	if (!row)
		return cmd_fail(&err);
	listing.columns = row->columns;
	listing.short_names = format->for_people;
	listing.n_below = row->n_below;
	status = row->fill(options, &listing, &err);
	if (listing.n > 0 || (!format->for_people && status == 0)) {
		format->write(&listing, &text);
		fputs(buf_text(&text), stdout);
	} else if (status == 0) {
		fprintf(stderr, "%s\n", row->none);
	}
	listing_wipe(&listing);
	return status < 0 ? cmd_fail(&err) : 0;
}
