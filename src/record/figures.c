#include "record/figures.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/xdg.h"
#include "record/recording.h"

struct figures {
	struct event_header *header;
	struct buf lines;
	uint64_t now;
	uint32_t steps;
	bool ended;
};

static void
tell(struct figures *figures, struct event event)
{
	event.t = figures->now;
	event_format(&event, &figures->lines);
	buf_putc(&figures->lines, '\n');
}

struct figures *
figures_new(struct event_header *header)
{
	struct figures *figures = xcalloc(1, sizeof(*figures));

	figures->header = header;
	tell(figures, (struct event){ .type = EV_HEADER, .header = header });
	return figures;
}

void
figures_free(struct figures *figures)
{
	if (!figures)
		return;
	event_wipe(&(struct event){ .type = EV_HEADER, .header = figures->header });
	buf_wipe(&figures->lines);
	free(figures);
}

void
figures_note(struct figures *figures, enum note_level level, const char *text)
{
	tell(figures, (struct event){ .type = EV_NOTE, .note = { level, (char *)text } });
}

/* An op only where it says more than its step does. */
static void
tell_op(struct figures *figures, const struct figure *figure, uint64_t start)
{
	struct event_op op = {
		.step = figures->steps,
		.state = OP_OK,
		.start = start,
		.end = figures->now,
		.bytes = figure->bytes,
	};

	if (known(figure->bytes))
		tell(figures, (struct event){ .type = EV_OP_END, .op = op });
}

void
figures_step(struct figures *figures, const struct figure *figure)
{
	bool later = known(figure->start) && figure->start > figures->now;
	uint64_t start = later ? figure->start : figures->now;
	uint32_t n = figure->failed && figure->n == 0 ? 1 : figure->n;
	struct event_step_end end = {
		.step = figures->steps,
		.start = UNKNOWN,
		.end = UNKNOWN,
		.count = { [OP_OK] = figure->failed ? 0 : n,
			   [OP_FAILED] = figure->failed,
			   [OP_UNKNOWN] = figure->failed ? n - 1 : 0 },
		.cpu = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
		.lag_ns = UNKNOWN,
		.rate = figure->rate,
	};

	figures->now = start;
	tell(figures, (struct event){ .type = EV_STEP_BEGIN,
				      .step_begin = { figures->steps, figure->cell, figure->round,
						      n } });
	if (known(figure->ns))
		figures->now = start + figure->ns;
	tell_op(figures, figure, start);
	if (known(figure->ns)) {
		end.start = start;
		end.end = figures->now;
	}
	tell(figures, (struct event){ .type = EV_STEP_END, .step_end = end });
	figures->steps++;
}

void
figures_usage(struct figures *figures, size_t target, uint64_t used, uint64_t total)
{
	tell(figures,
	     (struct event){ .type = EV_USAGE,
			     .usage = { target, 0, USAGE_DELETED, used, total, UNKNOWN } });
}

const struct buf *
figures_end(struct figures *figures)
{
	if (!figures->ended)
		tell(figures, (struct event){ .type = EV_END, .end = { .how = END_DONE } });
	figures->ended = true;
	return &figures->lines;
}

int
figures_write(struct figures *figures, const char *folder, char **path, struct err *err)
{
	autofree_mem char *file = recording_path(folder, figures->header);
	const struct buf *lines = figures_end(figures);

	if (access(file, F_OK) == 0)
		return err_set(err, "%s is there already", file);
	if (xdg_make_folder(folder, err) || xdg_write_file(file, lines->data, lines->len, err))
		return -1;
	*path = steal(file);
	return 0;
}
