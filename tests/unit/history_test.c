/* The recordings there are: which are shown, in what order, what is followed, and what is done with one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/xdg.h"
#include "replay.h"

#define RUNS 3

static const char *const names[RUNS] = {
	"20261128T120000Z-7f3a91c2", "20261129T120000Z-00000001", "20261130T120000Z-7f3a91c3"
};
static const char *const recordings[RUNS] = { "report/run", "quick", "report/run" };

struct fixture {
	char folder[64]; /* of all data */
	struct history history;
};

static void
run_path(const struct fixture *f, size_t run, const char *suffix, char out[256])
{
	snprintf(out, 256, "%s/poolscope/runs/%s%s", f->folder, names[run], suffix);
}

static int
put_recording(const struct fixture *f, size_t run)
{
	const char *srcdir = getenv("srcdir");
	autofree_mem char *from = xasprintf("%s/tests/golden/%s.jsonl", srcdir ? srcdir : ".",
					    recordings[run]);
	autofree_mem char *bytes = NULL;
	struct err err;
	char path[256];
	size_t len;

	run_path(f, run, ".jsonl", path);
	return xdg_read_file(from, 1 << 24, &bytes, &len, &err) ||
	       xdg_write_file(path, bytes, len, &err);
}

static int
begin(void **state)
{
	struct fixture *f = xcalloc(1, sizeof(*f));

	snprintf(f->folder, sizeof(f->folder), "/tmp/history_test.XXXXXX");
	if (!mkdtemp(f->folder))
		return -1;
	setenv("XDG_DATA_HOME", f->folder, 1);
	for (size_t i = 0; i < RUNS; i++)
		if (put_recording(f, i))
			return -1;
	history_read(&f->history);
	*state = f;
	return 0;
}

static int
end(void **state)
{
	struct fixture *f = *state;
	autofree_mem char *command = xasprintf("rm -r %s", f->folder);
	int status = system(command);

	history_wipe(&f->history);
	free(f);
	return status;
}

/* The runs that are shown, without those that came with the program: "210". */
static const char *
shown(const struct fixture *f, char out[RUNS + 1])
{
	size_t n = 0;

	for (size_t row = 0; row < f->history.n_shown; row++)
		for (size_t run = 0; run < RUNS; run++)
			if (strstr(history_at(&f->history, row)->path, names[run]))
				out[n++] = (char)('0' + run);
	out[n] = '\0';
	return out;
}

static void
a_filter_finds_all_words_in_what_is_told(void **state)
{
	static const struct {
		const char *filter, *want;
	} rows[] = {
		{ "", "210" },	      { "fast", "20" },		{ "FAST", "20" },
		{ "fast btrfs", "" }, { "btrfs launch", "1" },	{ "00000001", "1" },
		{ "no such", "" },    { "measured done", "210" },
	};
	struct fixture *f = *state;
	char out[RUNS + 1];

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		history_set_filter(&f->history, rows[i].filter);
		assert_string_equal(shown(f, out), rows[i].want);
	}
}

static void
the_order_can_be_picked_and_turned(void **state)
{
	static const struct {
		enum history_sort sort;
		const char *want, *turned;
	} rows[] = {
		{ HISTORY_BY_TIME, "210", "012" },
		{ HISTORY_BY_POOLS, "120", "021" }, /* btrfs before fast; of the same the newer first */
		{ HISTORY_BY_SIZE, "120", "021" },
	};
	struct fixture *f = *state;
	char out[RUNS + 1];

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		while (f->history.sort != rows[i].sort)
			history_next_sort(&f->history);
		assert_string_equal(shown(f, out), rows[i].want);
		history_turn(&f->history);
		assert_string_equal(shown(f, out), rows[i].turned);
		history_turn(&f->history);
	}
}

static void
marks_stay_when_the_folder_is_read_again(void **state)
{
	struct fixture *f = *state;
	autofree_mem const struct index_entry **marked = NULL;

	history_mark(&f->history, 0);
	history_mark(&f->history, 2);
	history_mark(&f->history, 1);
	history_mark(&f->history, 1);
	history_mark(&f->history, 9999);
	history_set_filter(&f->history, "quick");
	history_read(&f->history);
	assert_int_equal(history_marked(&f->history, &marked), 2);
	assert_non_null(strstr(marked[0]->path, "7f3a91c"));
	assert_true(history_is_own(&f->history, marked[0]));
}

static void
a_pool_is_followed_over_the_runs(void **state)
{
	struct fixture *f = *state;
	char path[256];
	const struct trend_run *run;
	struct series series;

	run_path(f, 2, ".jsonl", path);
	run = trends_run(&f->history.trends, path);
	assert_non_null(run);
	assert_string_equal(run->points[0].name, "fast launch");
	assert_int_equal(trends_series(&f->history.trends, &run->points[0], &series), 2);
	assert_true(series_back(&series, 0) == series_back(&series, 1));

	run_path(f, 1, ".jsonl", path);
	run = trends_run(&f->history.trends, path);
	assert_string_equal(run->points[0].name, "btrfs launch");
	assert_int_equal(trends_series(&f->history.trends, &run->points[0], &series), 1);
	assert_null(trends_run(&f->history.trends, "/no/such"));
}

/* ---- with keys ---- */

struct screen {
	struct ui ui;
	struct replay *replay;
};

static void
open_screen(const struct fixture *f, struct screen *screen)
{
	char path[256];
	struct err err;

	run_path(f, 1, ".jsonl", path);
	assert_int_equal(replay_open(path, 1, NULL, &screen->ui, &screen->replay, &err), 0);
	ui_show(&screen->ui, VIEW_HISTORY);
}

static void
close_screen(struct screen *screen)
{
	ui_wipe(&screen->ui);
	replay_free(screen->replay);
}

static void
press(struct screen *screen, const char *keys)
{
	autofree_mem char *copy = xstrdup(keys);
	char *rest = copy;
	struct key key;

	for (char *name; (name = strsep(&rest, " "));) {
		assert_true(key_parse(name, &key));
		ui_key(&screen->ui, key);
	}
}

static void
a_label_stands_beside_the_recording(void **state)
{
	struct fixture *f = *state;
	struct screen screen;
	autofree_mem char *found = NULL;
	char path[256];
	const char *folders[2] = { NULL };
	struct err err;

	open_screen(f, &screen);
	press(&screen, "L Ctrl-U n e w Enter");
	assert_string_equal(history_at(&screen.ui.history, 0)->label, "new");
	folders[0] = screen.ui.history.folder;
	assert_int_equal(index_find(folders, "new", &found, &err), 0);
	run_path(f, 2, ".jsonl", path);
	assert_string_equal(found, path);
	press(&screen, "L Ctrl-U Enter"); /* an empty one is none */
	assert_null(history_at(&screen.ui.history, 0)->label);
	press(&screen, "L x Esc");
	assert_null(history_at(&screen.ui.history, 0)->label);
	close_screen(&screen);
}

static void
only_a_yes_deletes_with_all_that_is_beside_it(void **state)
{
	static const char *const suffixes[] = { ".jsonl", ".label" };
	struct fixture *f = *state;
	struct screen screen;
	char path[256];

	open_screen(f, &screen);
	press(&screen, "L x Enter D n");
	for (size_t i = 0; i < COUNTOF(suffixes); i++) {
		run_path(f, 2, suffixes[i], path);
		assert_int_equal(access(path, F_OK), 0);
	}
	press(&screen, "D y");
	for (size_t i = 0; i < COUNTOF(suffixes); i++) {
		run_path(f, 2, suffixes[i], path);
		assert_int_equal(access(path, F_OK), -1);
	}
	assert_non_null(strstr(history_at(&screen.ui.history, 0)->path, names[1]));
	close_screen(&screen);
	assert_int_equal(put_recording(f, 2), 0);
}

static void
two_marked_runs_are_compared(void **state)
{
	struct fixture *f = *state;
	autofree(canvas) canvas = canvas_new(80, 24, GLYPHS_ASCII);
	struct screen screen;

	open_screen(f, &screen);
	press(&screen, "Space c");
	assert_int_equal(screen.ui.overlay, OVERLAY_NONE);
	assert_non_null(strstr(screen.ui.message, "marked now: 1"));
	press(&screen, "Space c");
	assert_int_equal(screen.ui.overlay, OVERLAY_SHEET);
	sheet_draw(canvas, &screen.ui);
	assert_non_null(strstr(buf_text(&screen.ui.sheet.text), "what differs"));
	press(&screen, "Down Up Esc");
	assert_int_equal(screen.ui.overlay, OVERLAY_NONE);
	close_screen(&screen);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_filter_finds_all_words_in_what_is_told, begin, end),
		cmocka_unit_test_setup_teardown(the_order_can_be_picked_and_turned, begin, end),
		cmocka_unit_test_setup_teardown(marks_stay_when_the_folder_is_read_again, begin, end),
		cmocka_unit_test_setup_teardown(a_pool_is_followed_over_the_runs, begin, end),
		cmocka_unit_test_setup_teardown(a_label_stands_beside_the_recording, begin, end),
		cmocka_unit_test_setup_teardown(only_a_yes_deletes_with_all_that_is_beside_it, begin, end),
		cmocka_unit_test_setup_teardown(two_marked_runs_are_compared, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
