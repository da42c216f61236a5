/* What keys do to the state of the screens, without a terminal and without a server. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "help.h"
#include "view.h"
#include "views/setup.h"

/* ---- a source that only remembers what it was asked ---- */

struct asked {
	int start, pause, resume, cancel, reload;
	bool running;
};

static struct asked *
asked_of(struct ui *ui)
{
	return ui->source_arg;
}

static int
start(struct ui *ui, struct err *err)
{
	(void)err;
	asked_of(ui)->start++;
	return 0;
}

static int
refuse(struct ui *ui, struct err *err)
{
	(void)ui;
	return err_set(err, "no room on pool tank");
}

static void
pause_run(struct ui *ui)
{
	asked_of(ui)->pause++;
}

static void
resume_run(struct ui *ui)
{
	asked_of(ui)->resume++;
}

static void
cancel(struct ui *ui)
{
	asked_of(ui)->cancel++;
}

static void
reload(struct ui *ui)
{
	asked_of(ui)->reload++;
}

static bool
running(const struct ui *ui)
{
	return ((const struct asked *)ui->source_arg)->running;
}

static unsigned
stops(const struct ui *ui)
{
	return (unsigned)((const struct asked *)ui->source_arg)->cancel;
}

static const struct ui_source live = {
	.name = "live",
	.start = start,
	.pause = pause_run,
	.resume = resume_run,
	.cancel = cancel,
	.reload = reload,
	.running = running,
	.stops = stops,
};
static const struct ui_source refusing = { .name = "live", .start = refuse, .running = running };
static const struct ui_source replay = { .name = "replay" };

/* ---- the screens, with one server of two pools and one image ---- */

struct fixture {
	struct asked asked;
	struct model *model;
	struct env_pool pools[3];
	struct env_image image;
	struct env_server server;
	struct env env;
	struct canvas *canvas;
	struct ui ui;
};

static struct fixture *
fixture_new(const struct ui_source *source)
{
	struct fixture *f = xcalloc(1, sizeof(*f));

	f->pools[0] = (struct env_pool){ .name = "tank", .driver = "zfs", .used = 1, .total = 4 };
	f->pools[1] =
		(struct env_pool){ .name = "default", .driver = "dir", .used = 1, .total = 4 };
	f->pools[2] = (struct env_pool){ .name = "vg0",
					 .driver = "lvm",
					 .used = UNKNOWN,
					 .total = UNKNOWN,
					 .unusable = "no such driver" };
	f->image = (struct env_image){ .fingerprint = "0123456789abcdef",
				       .alias = "busybox",
				       .size = 1 };
	f->server = (struct env_server){
		.name = "local", .pools = f->pools, .n_pools = 3, .images = &f->image, .n_images = 1
	};
	f->env = (struct env){ .servers = &f->server, .n_servers = 1 };
	f->model = model_new();
	f->canvas = canvas_new(80, 24, GLYPHS_ASCII);
	ui_init(&f->ui, source, &f->asked);
	f->ui.model = f->model;
	f->ui.env = &f->env;
	f->ui.choices.count = f->ui.choices.rounds = f->ui.choices.parallel = 1;
	ui_choices_changed(&f->ui);
	return f;
}

static void
fixture_free(struct fixture *f)
{
	ui_wipe(&f->ui);
	model_free(f->model);
	canvas_free(f->canvas);
	free(f);
}
DEFINE_AUTOFREE(fixture, fixture_free)

/* The keys by name, with a frame before each as a person sees it. */
static void
press(struct fixture *f, const char *names)
{
	autofree_mem char *copy = xstrdup(names);
	char *rest = copy;
	struct key key;

	for (char *name; (name = strsep(&rest, " "));) {
		assert_true(key_parse(name, &key));
		screen_draw(f->canvas, &f->ui);
		ui_key(&f->ui, key);
	}
	screen_draw(f->canvas, &f->ui);
}

static bool
shows(struct fixture *f, const char *text)
{
	autobuf screen = { 0 };

	canvas_dump(f->canvas, &screen);
	return strstr(buf_text(&screen), text) != NULL;
}

/* ---- leaving ---- */

static void
leaving_asks_only_while_something_runs(void **state)
{
	static const struct {
		bool running;
		const char *keys;
		bool quit, quit_at_end;
		int cancelled;
		enum overlay overlay;
	} rows[] = {
		{ false, "q", true, false, 0, OVERLAY_NONE },
		/* meant for a run that has just ended, the first one leaves nothing */
		{ false, "Ctrl-C", false, false, 0, OVERLAY_NONE },
		{ false, "Ctrl-C Ctrl-C", true, false, 0, OVERLAY_NONE },
		{ false, "Ctrl-C Down Ctrl-C", false, false, 0, OVERLAY_NONE },
		{ false, "2 x x x", false, false, 0, OVERLAY_NONE },
		{ true, "q", false, false, 0, OVERLAY_QUIT },
		{ true, "q k", false, false, 0, OVERLAY_NONE },
		{ true, "q c", false, true, 1, OVERLAY_NONE },
		{ true, "q l", true, false, 0, OVERLAY_NONE },
		{ true, "q Esc", false, false, 0, OVERLAY_NONE }, /* no answer keeps it running */
		{ true, "Ctrl-C", false, false, 1,
		  OVERLAY_NONE }, /* stops the run, not the program */
		{ true, "Ctrl-C Ctrl-C Ctrl-C", false, false, 3, OVERLAY_NONE },
		{ true, "2 x", false, false, 1, OVERLAY_NONE },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(fixture) f = fixture_new(&live);

		f->asked.running = rows[i].running;
		press(f, rows[i].keys);
		assert_int_equal(f->ui.quit, rows[i].quit);
		assert_int_equal(f->ui.quit_at_end, rows[i].quit_at_end);
		assert_int_equal(f->asked.cancel, rows[i].cancelled);
		assert_int_equal(f->ui.overlay, rows[i].overlay);
	}
}

static void
a_run_that_ends_while_it_is_stopped_throws_nobody_out(void **state)
{
	static const char *const keys[] = { "2 x", "2 Ctrl-C" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(keys); i++) {
		autofree(fixture) f = fixture_new(&live);

		f->asked.running = true;
		press(f, keys[i]);
		press(f, keys[i] + 2);
		f->asked.running = false;
		press(f, keys[i] + 2);
		assert_false(f->ui.quit);
		assert_int_equal(f->asked.cancel, 2);
		assert_true(shows(f, "nothing is running"));
	}
}

static void
a_replay_is_left_at_once(void **state)
{
	autofree(fixture) stopped = fixture_new(&replay);
	autofree(fixture) interrupted = fixture_new(&replay);

	(void)state;
	press(stopped, "2 x");
	assert_false(stopped->ui.quit);
	assert_true(shows(stopped, "q leaves"));
	press(interrupted, "Ctrl-C");
	assert_true(interrupted->ui.quit);
}

/* ---- the run ---- */

static void
stopping_is_told_with_the_key_that_goes_further_and_as_long_as_it_lasts(void **state)
{
	static const struct {
		const char *keys, *says;
	} rows[] = {
		{ "2 x", "stopping (x again: no settling): what is in flight ends, all is removed" },
		{ "2 x x", "stopping without settling (x again: all is left behind)" },
		{ "1 Ctrl-C", "stopping (Ctrl-C again: no settling): what is in flight ends, all is removed" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(fixture) f = fixture_new(&live);

		f->asked.running = true;
		press(f, rows[i].keys);
		if (!shows(f, rows[i].says))
			fail_msg("%s: %s", rows[i].keys, f->ui.message);
		f->asked.running = false;
		screen_draw(f->canvas, &f->ui);
		assert_false(shows(f, "stopping"));
	}
}

static void
starting_shows_the_run_or_says_why_not(void **state)
{
	autofree(fixture) f = fixture_new(&live);
	autofree(fixture) refused = fixture_new(&refusing);
	autofree(fixture) recorded = fixture_new(&replay);

	(void)state;
	press(f, "r");
	assert_int_equal(f->asked.start, 1);
	assert_int_equal(f->ui.view, VIEW_RUN);

	press(refused, "r");
	assert_int_equal(refused->ui.view, VIEW_SETUP);
	assert_true(shows(refused, "no room on pool tank"));

	press(recorded, "r");
	assert_int_equal(recorded->ui.view, VIEW_SETUP);
	assert_true(shows(recorded, "a replay"));
}

static void
a_second_run_is_not_started_while_one_goes_on(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	f->asked.running = true;
	press(f, "1 r");
	assert_int_equal(f->asked.start, 0);
	assert_true(shows(f, "going on already"));
}

static void
pause_goes_on_when_paused(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "2 p");
	assert_int_equal(f->asked.pause, 0);
	assert_true(shows(f, "nothing is running"));

	f->asked.running = true;
	press(f, "p");
	assert_int_equal(f->asked.pause, 1);
	f->model->state = MODEL_PAUSED;
	press(f, "p");
	assert_int_equal(f->asked.resume, 1);
	f->model->state = MODEL_EMPTY;
}

static void
a_message_stays_until_the_next_key(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "2 p");
	assert_true(shows(f, "nothing is running"));
	press(f, "Tab");
	assert_false(shows(f, "nothing is running"));
}

static void
a_key_that_does_nothing_says_so(void **state)
{
	static const struct {
		const char *keys, *says;
	} rows[] = {
		{ "1 o", "o does nothing on Setup; ? lists the keys" },
		{ "1 x", "x does nothing on Setup; on Run: stop" },
		{ "1 b", "b does nothing on Setup; on Results: set the times against" },
		{ "2 r", "r does nothing on Run; on Setup: run the plan" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(fixture) f = fixture_new(&live);

		press(f, rows[i].keys);
		if (!shows(f, rows[i].says))
			fail_msg("%s: %s", rows[i].keys, f->ui.message);
	}
}

/* ---- overlays ---- */

static void
help_scrolls_to_its_last_line_and_back(void **state)
{
	autofree(fixture) f = fixture_new(&live);
	size_t at_end;

	(void)state;
	press(f, "?");
	assert_int_equal(f->ui.overlay, OVERLAY_HELP);
	assert_false(shows(f, "fg returns")); /* the last of the list */
	press(f, "End");
	assert_true(shows(f, "fg returns"));
	at_end = f->ui.overlay_list.cursor;
	assert_in_range(at_end, 1, help_items(&f->ui) - 1);
	/* The end is where it can be seen, so the first step back already shows. */
	press(f, "Up");
	assert_int_equal(f->ui.overlay_list.cursor, at_end - 1);
	press(f, "Home");
	assert_int_equal(f->ui.overlay_list.cursor, 0);
	press(f, "Esc");
	assert_int_equal(f->ui.overlay, OVERLAY_NONE);
}

static void
a_key_on_an_overlay_does_nothing_else(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "? q");
	assert_false(f->ui.quit);
	assert_int_equal(f->ui.overlay, OVERLAY_NONE);
	press(f, "! r");
	assert_int_equal(f->asked.start, 0);
}

static void
help_tells_every_command_of_the_screen_once(void **state)
{
	autofree(fixture) f = fixture_new(&live);
	size_t commands = 0;

	(void)state;
	for (enum command command = CMD_NONE + 1; command < N_COMMANDS; command++)
		for (size_t i = 0; i < n_keymap; i++)
			if (keymap[i].command == command && (keymap[i].views & ON_SETUP)) {
				commands++;
				break;
			}
	press(f, "?");
	assert_int_equal(help_items(&f->ui), commands);
}

/* ---- panels ---- */

static void
tab_reaches_every_panel_at_every_size(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = { { 40, 12 }, { 80, 24 }, { 200, 50 } };

	(void)state;
	for (size_t i = 0; i < COUNTOF(sizes); i++) {
		for (enum view_id view = 0; view < N_VIEWS; view++) {
			autofree(fixture) f = fixture_new(&live);

			canvas_resize(f->canvas, sizes[i].cols, sizes[i].rows);
			f->ui.view = view;
			for (size_t panel = 0; panel < view_of(view)->n_panels; panel++) {
				assert_int_equal(f->ui.focus[view], panel);
				screen_draw(f->canvas, &f->ui);
				assert_true(f->ui.places[panel].w > 0);
				press(f, "Tab");
			}
			assert_int_equal(f->ui.focus[view], 0);
			press(f, "Shift-Tab");
			assert_int_equal(f->ui.focus[view], view_of(view)->n_panels - 1);
		}
	}
}

static void
an_expanded_panel_has_the_screen_until_esc(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "Tab e");
	assert_int_equal(f->ui.places[SETUP_IMAGES].w, 80);
	assert_int_equal(f->ui.places[SETUP_POOLS].w, 0);
	press(f, "Esc");
	assert_true(f->ui.places[SETUP_POOLS].w > 0);
}

/* ---- Setup ---- */

static void
space_chooses_and_what_cannot_be_chosen_says_why(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "Down Space");
	assert_true(choices_has_pool(&f->ui.choices, "local", "default"));
	assert_false(choices_has_pool(&f->ui.choices, "local", "tank"));
	press(f, "Space");
	assert_false(choices_has_pool(&f->ui.choices, "local", "default"));

	press(f, "Down Space");
	assert_false(choices_has_pool(&f->ui.choices, "local", "vg0"));
	assert_true(shows(f, "no such driver"));
}

static void
all_and_none_and_the_other_way_round(void **state)
{
	static const struct {
		const char *keys;
		bool tank, other;
	} rows[] = {
		{ "a", true, true },	    { "a a", false, false },
		{ "Space a", true, true }, /* one is not all */
		{ "Space i", false, true }, { "i", true, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(fixture) f = fixture_new(&live);

		press(f, rows[i].keys);
		assert_int_equal(choices_has_pool(&f->ui.choices, "local", "tank"), rows[i].tank);
		assert_int_equal(choices_has_pool(&f->ui.choices, "local", "default"),
				 rows[i].other);
		assert_false(choices_has_pool(&f->ui.choices, "local", "vg0"));
	}
}

static void
an_image_is_chosen_by_what_the_server_knows_it_by(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "Tab Space");
	assert_int_equal(f->ui.choices.n_images, 1);
	assert_string_equal(f->ui.choices.images[0], "busybox");
	press(f, "Space");
	assert_int_equal(f->ui.choices.n_images, 0);

	/* Its description is shown, but no server finds an image by it. */
	f->image.alias = NULL;
	f->image.description = "Busybox";
	press(f, "Space");
	assert_string_equal(f->ui.choices.images[0], "0123456789abcdef");
	press(f, "Space");
	assert_int_equal(f->ui.choices.n_images, 0);
}

static void
digits_go_to_the_form_only_while_it_has_the_keys(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	press(f, "Tab Tab Tab 2 0 Enter");
	assert_int_equal(f->ui.choices.count, 20);
	assert_int_equal(f->ui.view, VIEW_SETUP);
	press(f, "Down Down 7 Esc"); /* the old value comes back */
	assert_int_equal(f->ui.choices.rounds, 1);
	press(f, "Enter 9 Enter");
	assert_int_equal(f->ui.choices.rounds, 9);
	press(f, "Tab 2");
	assert_int_equal(f->ui.view, VIEW_RUN);
}

static void
presets_follow_each_other(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	for (size_t i = 0; i < n_preset_rows; i++) {
		press(f, "P");
		assert_int_equal(f->ui.choices.count, preset_rows[i].count);
		assert_int_equal(f->ui.choices.rounds, preset_rows[i].rounds);
	}
	press(f, "P");
	assert_int_equal(f->ui.choices.count, preset_rows[0].count);
}

/* ---- every size ---- */

static void
every_size_can_be_drawn(void **state)
{
	autofree(fixture) f = fixture_new(&live);

	(void)state;
	for (int cols = 1; cols <= 130; cols += cols < 45 ? 1 : 7) {
		for (int rows = 1; rows <= 50; rows += rows < 14 ? 1 : 5) {
			canvas_resize(f->canvas, cols, rows);
			for (enum view_id view = 0; view < N_VIEWS; view++) {
				f->ui.view = view;
				screen_draw(f->canvas, &f->ui);
				f->ui.overlay = OVERLAY_HELP;
				screen_draw(f->canvas, &f->ui);
				f->ui.overlay = OVERLAY_NONE;
			}
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaving_asks_only_while_something_runs),
		cmocka_unit_test(a_run_that_ends_while_it_is_stopped_throws_nobody_out),
		cmocka_unit_test(a_replay_is_left_at_once),
		cmocka_unit_test(stopping_is_told_with_the_key_that_goes_further_and_as_long_as_it_lasts),
		cmocka_unit_test(starting_shows_the_run_or_says_why_not),
		cmocka_unit_test(a_second_run_is_not_started_while_one_goes_on),
		cmocka_unit_test(pause_goes_on_when_paused),
		cmocka_unit_test(a_message_stays_until_the_next_key),
		cmocka_unit_test(a_key_that_does_nothing_says_so),
		cmocka_unit_test(help_scrolls_to_its_last_line_and_back),
		cmocka_unit_test(a_key_on_an_overlay_does_nothing_else),
		cmocka_unit_test(help_tells_every_command_of_the_screen_once),
		cmocka_unit_test(tab_reaches_every_panel_at_every_size),
		cmocka_unit_test(an_expanded_panel_has_the_screen_until_esc),
		cmocka_unit_test(space_chooses_and_what_cannot_be_chosen_says_why),
		cmocka_unit_test(all_and_none_and_the_other_way_round),
		cmocka_unit_test(an_image_is_chosen_by_what_the_server_knows_it_by),
		cmocka_unit_test(digits_go_to_the_form_only_while_it_has_the_keys),
		cmocka_unit_test(presets_follow_each_other),
		cmocka_unit_test(every_size_can_be_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
