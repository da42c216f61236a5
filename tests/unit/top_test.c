/* What the first line says of a run, which keys the last one offers then, and what Pools says of others. */
#include "story.h"

#include <stdlib.h>
#include <string.h>

#include "hints.h"
#include "top.h"
#include "views/run.h"

static const char *const pools[] = { "btrfs", "dir", NULL };

/* ---- sources, which are what their names say ---- */

static unsigned
once(const struct ui *ui)
{
	(void)ui;
	return 1;
}

static bool
until_its_end(const struct ui *ui)
{
	return ui->model->state != MODEL_ENDED;
}

static void
as_asked(const struct ui *ui, struct playing *ret)
{
	*ret = *(const struct playing *)ui->source_arg;
}

static void
nothing(struct ui *ui)
{
	(void)ui;
}

static const struct ui_source live = { .name = "live", .running = until_its_end };
static const struct ui_source stopping = { .name = "live",
					   .running = until_its_end,
					   .stops = once };
static const struct ui_source playing = { .name = "replay",
					  .playing = as_asked,
					  .faster = nothing,
					  .again = nothing };

/* ---- a run that is so far ---- */

struct screen {
	struct model *model;
	struct playing playing;
	struct env_server servers[2];
	struct ui ui;
};

static void
tell(struct screen *screen, struct event event)
{
	struct err err;

	assert_int_equal(model_apply(screen->model, &event, &err), 0);
}

static struct screen *
screen_new(const struct ui_source *source, const struct playing *how)
{
	struct screen *screen = xcalloc(1, sizeof(*screen));
	struct event_header *header = story_header(story_plan(pools, 100, 0, 1));

	screen->model = model_new();
	screen->playing = *how;
	tell(screen, (struct event){ .type = EV_HEADER, .header = header });
	screen->servers[0].name = (char *)"/srv/eng/unix.socket";
	screen->servers[1].name = (char *)"far";
	ui_init(&screen->ui, source, &screen->playing);
	screen->ui.model = screen->model;
	screen->ui.env = &header->env;
	screen->ui.view = VIEW_RUN;
	return screen;
}

static void
set_servers(struct screen *screen, size_t n)
{
	struct env *env = &screen->model->header->env;

	env->servers = n ? screen->servers : NULL;
	env->n_servers = n;
}

static void
screen_free(struct screen *screen)
{
	set_servers(screen, 0);
	ui_wipe(&screen->ui);
	model_free(screen->model);
	free(screen);
}
DEFINE_AUTOFREE(screen, screen_free)

static void
assert_line(const struct canvas *canvas, size_t row, const char *want)
{
	autobuf text = { 0 };
	char *line;

	canvas_dump(canvas, &text);
	line = text.data;
	line[strcspn(line, "\n")] = '\0';
	if (!strstr(line, want))
		fail_msg("row %zu: no \"%s\" in \"%s\"", row, want, line);
}

/* ---- the state ---- */

static const struct event paused = { .type = EV_PAUSE };

static struct event
end_of(enum run_end how)
{
	return (struct event){ .type = EV_END, .end = { .how = how } };
}

static void
the_first_line_says_what_goes_on(void **state)
{
	const struct {
		const struct ui_source *source;
		struct playing playing;
		struct event event; /* EV_HEADER: none */
		const char *want;
	} rows[] = {
		{ &live, { .speed = 0 }, { .type = EV_HEADER }, "RUN  0/402  00:00  ETA ?" },
		{ &live, { .speed = 0 }, paused, "PAUSED  0/402" },
		{ &stopping, { .speed = 0 }, { .type = EV_HEADER }, "STOPPING  0/402" },
		{ &stopping, { .speed = 0 }, paused, "STOPPING  0/402" },
		{ &live, { .speed = 0 }, end_of(END_DONE), "DONE  run 7f3a91c2" },
		{ &stopping, { .speed = 0 }, end_of(END_ABORTED), "ABORTED  run 7f3a91c2" },
		{ &live, { .speed = 0 }, end_of(END_STOPPED), "STOPPED  run 7f3a91c2" },
		{ &live, { .speed = 0 }, end_of(END_FAILED), "FAILED  run 7f3a91c2" },
		{ &playing, { .speed = 1 }, { .type = EV_HEADER }, "REPLAY 1x  0/402" },
		{ &playing, { .speed = 0.5, .paused = true }, { .type = EV_HEADER }, "REPLAY 0.5x PAUSED  0/402" },
		{ &playing, { .speed = 8, .again = true }, { .type = EV_HEADER }, "REPLAY 8x LOOP  0/402" },
		{ &playing, { .speed = 8 }, paused, "REPLAY 8x  PAUSED  0/402" },
		{ &playing, { .speed = 8 }, end_of(END_DONE), "REPLAY 8x  DONE  run 7f3a91c2" },
	};
	autofree(canvas) canvas = canvas_new(120, 1, GLYPHS_ASCII);

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(screen) screen = screen_new(rows[i].source, &rows[i].playing);

		if (rows[i].event.type != EV_HEADER)
			tell(screen, rows[i].event);
		canvas_clear(canvas);
		top_draw(canvas, &screen->ui);
		assert_line(canvas, i, rows[i].want);
	}
}

static void
what_is_waited_for_is_told(void **state)
{
	const struct {
		const struct ui_source *source;
		struct event event;
		const char *want;
	} rows[] = {
		{ &live, { .type = EV_NOTE }, "between steps" },
		{ &live, paused, "paused" },
		{ &stopping, { .type = EV_NOTE }, "cleaning up" },
		{ &live, { .type = EV_SETTLING, .settling = { 1, 0 } }, "settling dir" },
		{ &stopping, { .type = EV_SETTLING, .settling = { 0, 0 } }, "settling btrfs" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(screen) screen = screen_new(rows[i].source, &(struct playing){ 0 });
		char text[64];

		tell(screen, rows[i].event);
		top_step(&screen->ui, text, sizeof(text));
		assert_string_equal(text, rows[i].want);
	}
}

/* ---- the room ---- */

static void
what_can_be_missed_goes_first(void **state)
{
	static const struct {
		int cols;
		size_t servers;
		const char *want;
	} rows[] = {
		{ 100, 1, " poolscope  1 Setup [2 Run]" },
		{ 100, 1, "RUN  0/402  00:00  ETA ?  eng" },
		{ 100, 2, "RUN  0/402  00:00  ETA ?  eng +1" },
		{ 100, 0, "RUN  0/402  00:00  ETA ?" },
		{ 75, 1, "  1 Setup [2 Run] 3 Results  4 History    " }, /* the title is gone */
		{ 75, 1, "RUN  0/402  00:00  ETA ?  eng" },
		{ 66, 1, "RUN  0/402  ETA ?  eng" },
		{ 60, 1, "RUN  0/402  ETA ?" },
		{ 53, 1, "RUN  0/402" },
		{ 47, 1, "RUN" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].cols, 1, GLYPHS_ASCII);
		autofree(screen) screen = screen_new(&live, &(struct playing){ 0 });

		set_servers(screen, rows[i].servers);
		top_draw(canvas, &screen->ui);
		assert_line(canvas, i, rows[i].want);
	}
}

/* ---- the keys ---- */

static void
only_what_can_be_done_now_is_offered(void **state)
{
	static const struct {
		const struct ui_source *source;
		bool ended;
		const char *want;
	} rows[] = {
		{ &live, false, " p pause  x stop  ? help  q quit  Tab next panel" },
		{ &live, true, " 3 results  ? help  q quit  w write  R again  4 history  Tab" },
		{ &playing, false, " p pause  > faster  ? help  q quit  Tab next panel" },
		{ &playing, true, " 3 results  ? help  q quit  w write  R again  4 history  Tab" },
	};
	autofree(canvas) canvas = canvas_new(120, 1, GLYPHS_ASCII);

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(screen) screen = screen_new(rows[i].source, &(struct playing){ 1, 0, 0 });

		if (rows[i].ended)
			tell(screen, end_of(END_DONE));
		canvas_clear(canvas);
		hints_draw(canvas, &screen->ui, 0);
		assert_line(canvas, i, rows[i].want);
	}
}

/* Only where the use has shrunk would "more than at the start" be wrong. */
static void
that_others_write_is_told_where_the_use_has_shrunk(void **state)
{
	static const struct {
		enum pool_shared shared;
		uint64_t used;
		const char *note, *line;
	} rows[] = {
		{ SHARED_YES, 400, "others write here too", "others write" },
		{ SHARED_YES, 600, "used, and more than at the start", "" },
		{ SHARED_NO, 400, "used, and more than at the start", "" },
		{ SHARED_UNKNOWN, 400, "used, and more than at the start", "" },
	};
	autofree(canvas) canvas = canvas_new(80, 2, GLYPHS_ASCII);

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(screen) screen = screen_new(&live, &(struct playing){ 0 });
		struct env_pool pool = { .name = (char *)"btrfs", .shared = rows[i].shared };
		struct table_state list = { 0 };
		autobuf text = { 0 };
		char note[64];

		screen->servers[0] = (struct env_server){ .name = (char *)"local", .pools = &pool, .n_pools = 1 };
		set_servers(screen, 1);
		tell(screen, (struct event){ .type = EV_USAGE,
					     .usage = { .point = USAGE_EMPTY, .used = 500, .total = 1000, .blocks = UNKNOWN } });
		tell(screen, (struct event){ .type = EV_USAGE,
					     .usage = { .point = USAGE_LIVE, .used = rows[i].used, .total = 1000, .blocks = UNKNOWN } });
		run_pools_note(&screen->ui, note, sizeof(note));
		assert_string_equal(note, rows[i].note);
		canvas_clear(canvas);
		run_pools_draw(canvas, (struct rect){ 0, 0, 80, 2 }, &screen->ui, &list, false);
		canvas_dump(canvas, &text);
		assert_true(*rows[i].line ? strstr(text.data, rows[i].line) != NULL
					  : strstr(text.data, "others") == NULL);
	}
}

static void
how_to_leave_is_told_in_the_smallest_window(void **state)
{
	static const struct {
		int cols, rows;
		const char *want; /* in the last line */
	} rows[] = {
		{ 39, 11, "q quit" }, { 20, 2, "q quit" }, { 20, 1, "RUN 0/402     q quit" },
		{ 6, 1, "q quit" },   { 5, 1, "RUN q" },   { 1, 1, "q" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].cols, rows[i].rows, GLYPHS_ASCII);
		autofree(screen) screen = screen_new(&live, &(struct playing){ 0 });
		autobuf text = { 0 };

		screen_draw(canvas, &screen->ui);
		canvas_dump(canvas, &text);
		if (!strstr(text.data, rows[i].want))
			fail_msg("row %zu: no \"%s\" in\n%s", i, rows[i].want, text.data);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_line_says_what_goes_on),
		cmocka_unit_test(what_is_waited_for_is_told),
		cmocka_unit_test(what_can_be_missed_goes_first),
		cmocka_unit_test(only_what_can_be_done_now_is_offered),
		cmocka_unit_test(that_others_write_is_told_where_the_use_has_shrunk),
		cmocka_unit_test(how_to_leave_is_told_in_the_smallest_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
