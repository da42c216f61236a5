/*
 * screen_fuzz_test.c - any key at any moment of a run, at any size.
 *
 * FRAMES says how many (2000), SEED which ones. What goes wrong is found by the
 * sanitizers that the program is built with, and by the clock if it hangs.
 * Everything is written into a folder of the test's own.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <ftw.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/splitmix.h"
#include "clipboard.h"
#include "record/recording.h"
#include "view.h"

#define FRAMES	  2000
#define SEED	  7
#define COLS_MOST 300
#define ROWS_MOST 100
#define HANG_S	  60

static char folder[] = "/tmp/screen_fuzz.XXXXXX";

struct fuzz {
	uint64_t random;
	char *path;
	struct recording *rec;
	struct model *model;
	struct canvas *canvas;
	struct ui ui;
};

static unsigned
below(struct fuzz *fuzz, unsigned n)
{
	fuzz->random += SPLITMIX_STEP;
	return (unsigned)(splitmix(fuzz->random) % n);
}

/* ---- a run that begins again when it has ended ---- */

static int
nothing_starts(struct ui *ui, struct err *err)
{
	(void)ui;
	return err_set(err, "nothing is started here");
}

static void
nothing(struct ui *ui)
{
	(void)ui;
}

static const struct ui_source source = {
	.name = "fuzz",
	.start = nothing_starts,
	.pause = nothing,
	.resume = nothing,
	.cancel = nothing,
	.reload = nothing,
};

static void
begin_run(struct fuzz *fuzz)
{
	static const struct env nowhere;
	struct err err;

	fuzz->ui.env = &nowhere;
	recording_free(fuzz->rec);
	model_free(fuzz->model);
	fuzz->model = model_new();
	fuzz->ui.model = fuzz->model;
	assert_int_equal(recording_open(fuzz->path, &fuzz->rec, &err), 0);
}

static void
play(struct fuzz *fuzz, unsigned n)
{
	struct event event;
	struct err err;

	for (; n > 0; n--) {
		if (recording_next(fuzz->rec, &event, &err) != 1) {
			begin_run(fuzz);
			continue;
		}
		model_apply(fuzz->model, &event, &err);
		event_wipe(&event);
		if (fuzz->model->header)
			fuzz->ui.env = &fuzz->model->header->env;
	}
}

/* ---- a person who is not quite themselves ---- */

static struct key
random_key(struct fuzz *fuzz)
{
	struct key key = { .code = KEY_NONE_ + below(fuzz, KEY_EOF_ - KEY_NONE_) };

	if (below(fuzz, 2))
		key.code = 1 + below(fuzz, 127);
	if (below(fuzz, 2)) /* one that means something */
		assert_true(key_parse(keymap[below(fuzz, (unsigned)n_keymap)].key, &key));
	if (below(fuzz, 6) == 0)
		key.code = KEY_MOUSE_ + below(fuzz, 3);
	key.x = (int)below(fuzz, COLS_MOST + 9);
	key.y = (int)below(fuzz, below(fuzz, 2) ? 30 : ROWS_MOST + 9);
	key.pasted = below(fuzz, 16) == 0;
	/* Nothing is written outside of our folder. */
	if (fuzz->ui.ask.done && fuzz->ui.ask.path && key.code == KEY_ENTER_ &&
	    strncmp(fuzz->ui.ask.prompt.text, folder, strlen(folder)) != 0)
		key.code = KEY_ESC_;
	return key;
}

static void
resize(struct fuzz *fuzz)
{
	bool small = below(fuzz, 4) == 0;

	canvas_resize(fuzz->canvas, 1 + (int)below(fuzz, small ? 45 : COLS_MOST),
		      1 + (int)below(fuzz, small ? 15 : ROWS_MOST));
	fuzz->canvas->glyphs = (enum glyphs)below(fuzz, GLYPHS_BRAILLE + 1);
}

static void
copy(struct fuzz *fuzz)
{
	autobuf text = { 0 };

	if (fuzz->ui.copy && below(fuzz, 8) == 0)
		clipboard_text(&fuzz->ui, fuzz->canvas->glyphs, &text);
	fuzz->ui.copy = false;
}

static void
frame(struct fuzz *fuzz)
{
	if (below(fuzz, 8) == 0)
		resize(fuzz);
	screen_draw(fuzz->canvas, &fuzz->ui);
	ui_key(&fuzz->ui, random_key(fuzz));
	fuzz->ui.quit = fuzz->ui.quit_at_end = false;
	fuzz->ui.outside = NULL;
	if (below(fuzz, 256) == 0) {
		fuzz->ui.welcomed = false;
		ui_welcome(&fuzz->ui);
	}
	copy(fuzz);
	play(fuzz, below(fuzz, 4));
}

/* ---- the test ---- */

static uint64_t
number_in(const char *variable, uint64_t otherwise)
{
	const char *text = getenv(variable);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static int
remove_one(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void
no_key_at_no_size_does_harm(void **state)
{
	struct fuzz *fuzz = *state;
	uint64_t frames = number_in("FRAMES", FRAMES);

	begin_run(fuzz);
	play(fuzz, 1);
	choices_from_plan(fuzz->model->plan, &fuzz->ui.choices);
	ui_choices_changed(&fuzz->ui);
	for (uint64_t i = 0; i < frames; i++) {
		alarm(HANG_S);
		frame(fuzz);
		assert_in_range(fuzz->ui.view, 0, N_VIEWS - 1);
		assert_in_range(fuzz->ui.focus[fuzz->ui.view], 0, MAX_PANELS - 1);
	}
	alarm(0);
}

static int
set_up(void **state)
{
	static const char *const variables[] = { "XDG_DATA_HOME", "XDG_STATE_HOME",
						 "XDG_CONFIG_HOME", "XDG_CACHE_HOME" };
	const char *srcdir = getenv("srcdir");
	struct fuzz *fuzz = xcalloc(1, sizeof(*fuzz));
	autofree_mem char *name =
		xasprintf("%s/tests/golden/quick.jsonl", srcdir ? srcdir : ".");

	*state = fuzz;
	fuzz->path = realpath(name, NULL);
	if (!fuzz->path || !mkdtemp(folder) || chdir(folder) < 0)
		return -1;
	for (size_t i = 0; i < COUNTOF(variables); i++)
		setenv(variables[i], folder, 1);
	fuzz->random = number_in("SEED", SEED);
	fuzz->canvas = canvas_new(80, 24, GLYPHS_BRAILLE);
	ui_init(&fuzz->ui, &source, fuzz);
	return 0;
}

static int
tear_down(void **state)
{
	struct fuzz *fuzz = *state;

	ui_wipe(&fuzz->ui);
	recording_free(fuzz->rec);
	model_free(fuzz->model);
	canvas_free(fuzz->canvas);
	free(fuzz->path);
	free(fuzz);
	return chdir("/") + nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_key_at_no_size_does_harm),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
