/*
 * clean.c - the second half of leftovers.h: taking away, pass by pass.
 *
 * A pass lists what carries our mark, stops what runs and deletes it, a few at
 * a time, newest first. Only the next pass's list tells what is really gone; a
 * server often refuses for a moment what it does gladly a second later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "bench/leftovers.h"
#include "record/plan.h"

#define IN_FLIGHT_MOST	   4
#define PASSES_MOST	   8
#define PAUSE_FIRST_NS	   (500 * NS_PER_MS)
#define PAUSE_MOST_NS	   (8 * NS_PER_S)
#define UNANSWERED_MOST_NS (60 * NS_PER_S)

struct item {
	struct clean *clean;
	char *name;
	bool running;
};

struct clean {
	struct loop *loop;
	struct server *server;
	char *run; /* NULL: of every run of ours that is not live */
	char owner[OWNER_MAX];
	const char *names; /* only those that begin so; NULL: all */
	clean_line_fn *line;
	clean_done_fn *done;
	void *arg;

	struct loop_timer *timer; /* of the next pass */
	uint64_t pause_ns;
	uint64_t unanswered_ns; /* since when the server does not answer; 0: it does */
	unsigned passes;
	struct item *items; /* of this pass */
	size_t n_items, next, in_flight;
	size_t removed;
	size_t failed, stuck; /* of this pass; stuck: it would fail again */
	struct buf error;
};

static void begin_pass(void *arg);

static void
say(struct clean *clean, const char *text, const char *name, const char *why)
{
	autofree_mem char *line =
		xasprintf("%s %s%s%s", text, name, why ? ": " : "", why ? why : "");

	if (clean->line)
		clean->line(clean->arg, line);
}

static void
drop_items(struct clean *clean)
{
	for (size_t i = 0; i < clean->n_items; i++) {
		server_forget(clean->server, &clean->items[i]);
		free(clean->items[i].name);
	}
	free(clean->items);
	clean->items = NULL;
	clean->n_items = clean->next = 0;
}

static void
pause_and_begin_pass(struct clean *clean)
{
	uint64_t when = loop_now(clean->loop) + clean->pause_ns;

	clean->timer = loop_timer_at(clean->loop, when, begin_pass, clean);
	if (clean->pause_ns < PAUSE_MOST_NS)
		clean->pause_ns *= 2;
}

/* ---- one instance ---- */

static void work(struct clean *clean);

static void
complain(struct clean *clean, const struct item *item, const struct server_result *result)
{
	const char *why = result->error ? result->error : "no reason was given";

	buf_printf(&clean->error, "%s%s: %s", clean->error.len ? "; " : "", item->name, why);
	say(clean, "could not remove", item->name, why);
}

static void
deleted(void *arg, const struct server_result *result)
{
	struct item *item = arg;
	struct clean *clean = item->clean;

	clean->in_flight--;
	if (result->state == OP_OK || result->found_done || result->status == 404) {
		clean->removed++;
		say(clean, "removed", item->name, NULL);
	} else {
		complain(clean, item, result);
		clean->failed++;
		clean->stuck += result->diagnosis && !result->diagnosis->transient;
	}
	work(clean);
}

static void
delete_it(struct item *item)
{
	struct server_ask ask = { .doing = "delete", .done = deleted, .arg = item };

	server_instance_delete(item->clean->server, item->name, &ask);
}

/* Whatever came of it: the deletion tells whether it was enough. */
static void
stopped(void *arg, const struct server_result *result)
{
	(void)result;
	delete_it(arg);
}

static void
remove_it(struct item *item)
{
	struct server_ask ask = { .doing = "stop", .done = stopped, .arg = item };

	item->clean->in_flight++;
	if (item->running)
		server_instance_action(item->clean->server, item->name, "stop", true, &ask);
	else
		delete_it(item);
}

/* ---- a pass ---- */

static void
work(struct clean *clean)
{
	while (clean->next < clean->n_items && clean->in_flight < IN_FLIGHT_MOST)
		remove_it(&clean->items[clean->next++]);
	if (clean->in_flight > 0)
		return;
	if (clean->failed)
		pause_and_begin_pass(clean);
	else
		begin_pass(clean);
}

static bool
is_of_live_run(const struct marked *marked, const struct leftover *lists, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (lists[i].live && strcmp(lists[i].run, marked->run) == 0)
			return true;
	return false;
}

/*
 * Under the name that the run gave it. A copy that somebody made of an instance
 * of ours, an archive of one that was imported, one that was renamed: each has
 * our mark still, and is not ours.
 */
static bool
has_runs_name(const struct marked *marked)
{
	autofree_mem char *prefix = xasprintf(PLAN_PREFIX "%s-", marked->run);

	return strncmp(marked->name, prefix, strlen(prefix)) == 0;
}

static bool
is_ours(const struct clean *clean, const struct marked *marked, const struct leftover *lists,
	size_t n)
{
	if (!has_runs_name(marked))
		return false;
	if (clean->names && strncmp(marked->name, clean->names, strlen(clean->names)) != 0)
		return false;
	if (clean->run)
		return strcmp(marked->run, clean->run) == 0;
	return marked->owner && strcmp(marked->owner, clean->owner) == 0 &&
	       !is_of_live_run(marked, lists, n);
}

/* Newest first: a clone goes before what it was cloned from. */
static void
take_items(struct clean *clean, const struct marked *list, size_t n)
{
	struct leftover *lists;
	size_t n_lists = leftovers_lists(&lists);

	drop_items(clean);
	clean->items = xcalloc(n, sizeof(*clean->items));
	for (size_t i = n; i-- > 0;) {
		if (!is_ours(clean, &list[i], lists, n_lists))
			continue;
		clean->items[clean->n_items++] = (struct item){
			.clean = clean,
			.name = xstrdup(list[i].name),
			.running = list[i].running,
		};
	}
	leftovers_free(lists, n_lists);
}

static void
list_failed(struct clean *clean, const struct err *err)
{
	uint64_t now = loop_now(clean->loop);

	if (clean->unanswered_ns == 0)
		clean->unanswered_ns = now;
	if (now - clean->unanswered_ns < UNANSWERED_MOST_NS) {
		pause_and_begin_pass(clean);
		return;
	}
	buf_clear(&clean->error);
	buf_puts(&clean->error, err->text);
	clean->done(clean->arg, clean->removed, CLEAN_UNKNOWN);
}

static void
finish(struct clean *clean)
{
	if (clean->n_items == 0)
		buf_clear(&clean->error);
	clean->done(clean->arg, clean->removed, clean->n_items);
}

static void
listed(void *arg, const struct marked *list, size_t n, const struct err *err)
{
	struct clean *clean = arg;

	if (err) {
		list_failed(clean, err);
		return;
	}
	clean->unanswered_ns = 0;
	take_items(clean, list, n);
	if (clean->n_items <= clean->stuck || clean->passes == PASSES_MOST) {
		finish(clean);
		return;
	}
	buf_clear(&clean->error);
	clean->passes++;
	clean->failed = clean->stuck = 0;
	work(clean);
}

static void
begin_pass(void *arg)
{
	struct clean *clean = arg;

	clean->timer = NULL;
	server_marked(clean->server, clean->run, listed, clean);
}

struct clean *
clean_start(struct loop *loop, struct server *server, const char *run, clean_line_fn *line,
	    clean_done_fn *done, void *arg)
{
	struct clean *clean = xcalloc(1, sizeof(*clean));

	clean->loop = loop;
	clean->server = server;
	clean->run = xstrdup(run);
	leftovers_owner(clean->owner);
	clean->line = line;
	clean->done = done;
	clean->arg = arg;
	clean->pause_ns = PAUSE_FIRST_NS;
	begin_pass(clean);
	return clean;
}

void
clean_only(struct clean *clean, const char *names)
{
	clean->names = names;
}

const char *
clean_error(const struct clean *clean)
{
	return buf_text(&clean->error);
}

void
clean_free(struct clean *clean)
{
	if (!clean)
		return;
	loop_timer_cancel(clean->timer);
	server_forget(clean->server, clean);
	drop_items(clean);
	free(clean->run);
	buf_wipe(&clean->error);
	free(clean);
}
