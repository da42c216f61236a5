#include "bench/fill.h"

#include <stdlib.h>

#include "base/clock.h"
#include "bench/filling.h"
#include "sys/child.h"

#define WRITE_OUT_NS (60 * NS_PER_S)

/* One instance that is filled, file after file. */
struct filler {
	struct fill *fill;
	struct member *member;
	uint32_t file;	/* the one under way */
	uint64_t given; /* bytes of it */
};

struct fill {
	struct stage *stage;
	struct server *server;
	const struct env_server *env;
	unsigned mib;
	struct filler *fillers;
	uint32_t n, next, in_flight;
	uint32_t filled;
	struct child *child; /* writes out */
	struct loop_timer *late;
	fill_done_fn *done;
	void *arg;
};

/* ---- the end ---- */

static void
finish(struct fill *fill)
{
	loop_timer_cancel(steal(fill->late));
	fill->done(fill->arg, fill->filled == fill->n);
}

static void
written_out(void *arg, int status, const char *complaint)
{
	struct fill *fill = arg;

	(void)status;
	(void)complaint;
	child_free(steal(fill->child));
	if (fill->late)
		finish(fill);
}

static void
too_late(void *arg)
{
	struct fill *fill = arg;

	fill->late = NULL;
	stage_note(fill->stage, NOTE_WARN,
		   "what was filled in is not yet written out, and may disturb the next step");
	finish(fill);
}

static void
write_out(void *arg)
{
	struct fill *fill = arg;
	struct loop *loop = fill->stage->config.loop;
	const struct child_spec spec = {
		.argv = (const char *const[]){ "sync", NULL },
		.end = written_out,
		.arg = fill,
	};
	struct err err;

	fill->late = loop_timer_at(loop, loop_now(loop) + WRITE_OUT_NS, too_late, fill);
	if (child_start(loop, &spec, &fill->child, &err) == 0)
		return;
	loop_timer_cancel(fill->late);
	too_late(fill);
}

static void
all_filled(struct fill *fill)
{
	if (fill->filled > 0)
		stage_note(fill->stage, NOTE_INFO, "filled: %u with %u MiB each", fill->filled,
			   fill->mib);
	if (fill->filled > 0 && fill->env->local && !fill->stage->stopping)
		write_out(fill);
	else
		finish(fill);
}

/* ---- one instance ---- */

static void work(struct fill *fill);
static void put_file(struct filler *filler);

/* NULL: it is full. */
static void
filler_ends(struct filler *filler, const char *why)
{
	struct fill *fill = filler->fill;

	fill->in_flight--;
	if (!why)
		fill->filled++;
	else
		filler->member->lost = "it could not be filled";
	if (why && !fill->stage->stopping)
		stage_note(fill->stage, NOTE_ERROR, "%s could not be filled: %s",
			   filler->member->name, why);
	work(fill);
}

static void
filler_fails(struct filler *filler, const struct server_result *result)
{
	autofree_mem char *why = diagnosis_tell(result->diagnosis, result->error);

	filler_ends(filler, why ? why : "no reason was given");
}

static char *
path_of(const struct filler *filler)
{
	return xasprintf("%s/%05u", FILLING_FOLDER, filler->file);
}

static void
on_size(void *arg, uint64_t bytes, const struct err *err)
{
	struct filler *filler = arg;

	if (err) {
		filler_ends(filler, err->text);
	} else if (bytes != filler->given) {
		filler_ends(filler, "the server has not all the bytes that it took");
	} else {
		filler->file++;
		put_file(filler);
	}
}

static void
on_put(void *arg, const struct server_result *result)
{
	struct filler *filler = arg;
	autofree_mem char *path = path_of(filler);

	if (result->state == OP_OK)
		server_file_size(filler->fill->server, filler->member->name, path, on_size, filler);
	else
		filler_fails(filler, result);
}

static long
give(void *arg, void *bytes, size_t room)
{
	struct filler *filler = arg;
	uint64_t left = filling_size(filler->fill->mib, filler->file) - filler->given;
	size_t n = left < room ? (size_t)left : room;

	filling_bytes(filler->file, filler->given, bytes, n);
	filler->given += n;
	return (long)n;
}

static void
put_file(struct filler *filler)
{
	struct fill *fill = filler->fill;
	struct server_ask ask = { .doing = "fill", .done = on_put, .arg = filler };
	uint64_t size = filling_size(fill->mib, filler->file);
	autofree_mem char *path = path_of(filler);

	if (size == 0 || fill->stage->stopping) {
		filler_ends(filler, size == 0 ? NULL : "the run ends");
		return;
	}
	filler->given = 0;
	server_file_put(fill->server,
			&(struct file_spec){ .instance = filler->member->name,
					     .path = path,
					     .source = give,
					     .source_arg = filler,
					     .len = size },
			&ask);
}

static void
on_folder(void *arg, const struct server_result *result)
{
	struct filler *filler = arg;

	if (result->state == OP_OK)
		put_file(filler);
	else
		filler_fails(filler, result);
}

static void
begin(struct filler *filler)
{
	struct fill *fill = filler->fill;
	struct server_ask ask = { .doing = "fill", .done = on_folder, .arg = filler };

	fill->in_flight++;
	server_file_put(fill->server,
			&(struct file_spec){ .instance = filler->member->name,
					     .path = FILLING_FOLDER,
					     .folder = true },
			&ask);
}

static void
work(struct fill *fill)
{
	unsigned most = fill->stage->config.plan->parallel;

	while (fill->next < fill->n && fill->in_flight < most && !fill->stage->stopping)
		begin(&fill->fillers[fill->next++]);
	if (fill->in_flight == 0)
		all_filled(fill);
}

/* ---- from outside ---- */

static void
first_work(void *arg)
{
	struct fill *fill = arg;

	fill->late = NULL;
	work(fill);
}

struct fill *
fill_start(struct stage *stage, size_t server, struct members *members, fill_done_fn *done,
	   void *arg)
{
	struct fill *fill = xcalloc(1, sizeof(*fill));
	struct loop *loop = stage->config.loop;

	fill->stage = stage;
	fill->server = stage->config.servers[server];
	fill->env = &stage->config.env->servers[server];
	fill->mib = stage->config.plan->fill;
	fill->fillers = xcalloc(members->n, sizeof(*fill->fillers));
	for (uint32_t i = 0; i < members->n; i++)
		if (!members->list[i].lost)
			fill->fillers[fill->n++] =
				(struct filler){ .fill = fill, .member = &members->list[i] };
	fill->done = done;
	fill->arg = arg;
	fill->late = loop_timer_at(loop, loop_now(loop), first_work, fill);
	return fill;
}

void
fill_free(struct fill *fill)
{
	if (!fill)
		return;
	for (uint32_t i = 0; i < fill->n; i++)
		server_forget(fill->server, &fill->fillers[i]);
	loop_timer_cancel(fill->late);
	child_free(fill->child);
	free(fill->fillers);
	free(fill);
}
