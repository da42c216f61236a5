/* What a click and the wheel do to the screens of a recorded run. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "replay.h"
#include "views/run.h"
#include "views/setup.h"

struct screen {
	struct ui ui;
	struct replay *replay;
	struct canvas *canvas;
};

static void
screen_free(struct screen *screen)
{
	ui_wipe(&screen->ui);
	replay_free(screen->replay);
	canvas_free(screen->canvas);
	free(screen);
}
DEFINE_AUTOFREE(screen, screen_free)

static struct screen *
screen_new(void)
{
	const char *srcdir = getenv("srcdir");
	autofree_mem char *path =
		xasprintf("%s/tests/golden/quick.jsonl", srcdir ? srcdir : ".");
	struct screen *screen = xcalloc(1, sizeof(*screen));
	struct err err;

	assert_int_equal(replay_open(path, 1, NULL, &screen->ui, &screen->replay, &err), 0);
	assert_int_equal(replay_to_end(screen->replay, &err), 0);
	screen->canvas = canvas_new(120, 40, GLYPHS_BLOCK);
	return screen;
}

static void
press(struct screen *screen, const char *names)
{
	autofree_mem char *copy = xstrdup(names);
	char *rest = copy;
	struct key key;

	for (char *name; (name = strsep(&rest, " "));) {
		assert_true(key_parse(name, &key));
		screen_draw(screen->canvas, &screen->ui);
		ui_key(&screen->ui, key);
	}
	screen_draw(screen->canvas, &screen->ui);
}

/* The first character of the text, wherever it stands; the recording is of this file's own tree. */
static struct key
at_text(struct screen *screen, const char *text)
{
	autobuf shown = { 0 };
	char *copy, *rest, *line;
	struct key key = { .code = KEY_MOUSE_ };

	canvas_dump(screen->canvas, &shown);
	rest = copy = xstrdup(buf_text(&shown));
	for (; (line = strsep(&rest, "\n")); key.y++) {
		char *found = strstr(line, text);

		if (!found)
			continue;
		*found = '\0';
		key.x = canvas_width(screen->canvas, line);
		free(copy);
		return key;
	}
	free(copy);
	fail_msg("\"%s\" is not on the screen:\n%s", text, buf_text(&shown));
	return key;
}

static void
click(struct screen *screen, const char *text)
{
	ui_key(&screen->ui, at_text(screen, text));
	screen_draw(screen->canvas, &screen->ui);
}

static void
tabs_and_hints_are_keys(void **state)
{
	static const struct {
		const char *keys, *text;
		enum view_id view;
		enum overlay overlay;
	} rows[] = {
		{ "2", "Setup", VIEW_SETUP, OVERLAY_NONE },
		{ "1", "Results", VIEW_RESULTS, OVERLAY_NONE },
		{ "1", "4 History", VIEW_HISTORY, OVERLAY_NONE },
		{ "2", "? help", VIEW_RUN, OVERLAY_HELP },
		{ "1", "help", VIEW_SETUP, OVERLAY_HELP },
		{ "2 ?", "poolscope", VIEW_RUN, OVERLAY_NONE },	/* beside it a click closes */
		{ "2 ?", "1 Setup", VIEW_RUN, OVERLAY_NONE },	/* and does nothing else */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(screen) screen = screen_new();

		press(screen, rows[i].keys);
		click(screen, rows[i].text);
		assert_int_equal(screen->ui.view, rows[i].view);
		assert_int_equal(screen->ui.overlay, rows[i].overlay);
	}
}

/* A click on the hint of the key that begins a run; no key: it is not there. */
static struct key
at_start(const struct screen *screen)
{
	const struct ui *ui = &screen->ui;

	for (size_t i = 0; i < ui->n_hits; i++)
		if (keymap_find(ui->view, ui->hits[i].key) == CMD_START)
			return (struct key){ .code = KEY_MOUSE_,
					     .x = ui->hits[i].place.x,
					     .y = ui->hits[i].place.y };
	return (struct key){ 0 };
}

static unsigned begun;

static int
begin(struct ui *ui, struct err *err)
{
	(void)ui;
	(void)err;
	begun++;
	return 0;
}

/* The key begins at once; a click could have been meant for what is beside it. */
static void
a_click_on_run_asks_first(void **state)
{
	static const struct {
		const char *key; /* after the click; NULL: it is not clicked but pressed */
		unsigned begun;
	} rows[] = { { "y", 1 }, { "n", 0 }, { "Esc", 0 }, { NULL, 1 } };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(screen) screen = screen_new();
		struct ui_source source = *screen->ui.source;

		source.start = begin;
		screen->ui.source = &source;
		begun = 0;
		press(screen, "1");
		assert_non_null(screen->ui.draft.plan);
		if (rows[i].key) {
			ui_key(&screen->ui, at_start(screen));
			assert_int_equal(begun, 0);
			assert_non_null(strstr(screen->ui.ask.question, " round"));
			press(screen, rows[i].key);
		} else {
			press(screen, "r");
		}
		assert_int_equal(begun, rows[i].begun);
	}
}

/* What is shown is the plan that was run; nothing can be begun. */
static void
a_replay_offers_no_run(void **state)
{
	autofree(screen) screen = screen_new();

	(void)state;
	press(screen, "1");
	assert_int_equal(at_start(screen).code, 0);
}

static void
a_click_takes_focus_and_line(void **state)
{
	autofree(screen) screen = screen_new();
	const struct table_state *list = &screen->ui.lists[VIEW_SETUP][SETUP_WORKLOADS];
	bool chosen;

	(void)state;
	press(screen, "1");
	click(screen, "] stop");
	assert_int_equal(screen->ui.focus[VIEW_SETUP], SETUP_WORKLOADS);
	chosen = setup_workloads.chosen(&screen->ui, list->cursor);
	/* Again on the same line: as Enter. */
	click(screen, "] stop");
	assert_int_not_equal(setup_workloads.chosen(&screen->ui, list->cursor), chosen);
	click(screen, "Plan");
	assert_int_equal(screen->ui.focus[VIEW_SETUP], SETUP_PLAN);
}

static void
the_wheel_moves_what_is_below_it(void **state)
{
	autofree(screen) screen = screen_new();
	struct table_state *list = &screen->ui.lists[VIEW_RUN][RUN_LOG];
	struct key key;
	size_t before;

	(void)state;
	press(screen, "2");
	key = at_text(screen, "Log");
	key.y++;
	before = list->cursor;
	key.code = KEY_WHEEL_UP_;
	ui_key(&screen->ui, key);
	screen_draw(screen->canvas, &screen->ui);
	assert_int_equal(screen->ui.focus[VIEW_RUN], RUN_LOG);
	assert_int_equal(list->cursor, before - 3);
	assert_false(screen->ui.follow); /* older lines stay */
}

static void
nothing_is_hit_outside(void **state)
{
	autofree(screen) screen = screen_new();

	(void)state;
	press(screen, "2 Mouse@999,999 WheelUp@999,0 WheelDown@0,999 Mouse@119,0 Mouse@60,38");
	assert_int_equal(screen->ui.view, VIEW_RUN);
	assert_false(screen->ui.quit);
}

static void
what_is_pasted_is_no_key(void **state)
{
	autofree(screen) screen = screen_new();
	unsigned count;

	(void)state;
	press(screen, "1");
	ui_key(&screen->ui, (struct key){ .code = 'q', .pasted = true });
	ui_key(&screen->ui, (struct key){ .code = '2', .pasted = true });
	assert_false(screen->ui.quit);
	assert_int_equal(screen->ui.view, VIEW_SETUP);
	click(screen, "Options");
	count = screen->ui.choices.count;
	ui_key(&screen->ui, (struct key){ .code = '7', .pasted = true });
	ui_key(&screen->ui, (struct key){ .code = KEY_ENTER_, .pasted = true });
	assert_int_equal(screen->ui.choices.count, count);
	ui_key(&screen->ui, (struct key){ .code = KEY_ENTER_ });
	assert_int_equal(screen->ui.choices.count, 7);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tabs_and_hints_are_keys),
		cmocka_unit_test(a_click_on_run_asks_first),
		cmocka_unit_test(a_replay_offers_no_run),
		cmocka_unit_test(a_click_takes_focus_and_line),
		cmocka_unit_test(the_wheel_moves_what_is_below_it),
		cmocka_unit_test(nothing_is_hit_outside),
		cmocka_unit_test(what_is_pasted_is_no_key),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
