/* What y copies, and the bytes that ask a terminal to keep it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "clipboard.h"
#include "replay.h"
#include "views/run.h"

static void
the_sequence_holds_the_text(void **state)
{
	static const struct {
		const char *text;
		bool tmux;
		const char *want;
	} rows[] = {
		{ "", false, "\033]52;c;\a" },
		{ "f", false, "\033]52;c;Zg==\a" },
		{ "fo", false, "\033]52;c;Zm8=\a" },
		{ "foo", false, "\033]52;c;Zm9v\a" },
		{ "foobar", false, "\033]52;c;Zm9vYmFy\a" },
		{ "\xe2\x97\x8f\xff", false, "\033]52;c;4peP/w==\a" },
		{ "foo", true, "\033]52;c;Zm9v\a\033Ptmux;\033\033]52;c;Zm9v\a\033\\" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf out = { 0 };

		clipboard_sequence(rows[i].text, strlen(rows[i].text), rows[i].tmux, &out);
		assert_string_equal(buf_text(&out), rows[i].want);
	}
}

/* More lines than any screen shows, from the first one. */
static void
all_lines_of_a_list_are_copied(void **state)
{
	const char *srcdir = getenv("srcdir");
	autofree_mem char *path = xasprintf("%s/tests/golden/quick.jsonl", srcdir ? srcdir : ".");
	autofree(replay) replay = NULL;
	autobuf out = { 0 };
	struct ui ui;
	struct err err;
	size_t lines;

	(void)state;
	assert_int_equal(replay_open(path, 1, NULL, &ui, &replay, &err), 0);
	assert_int_equal(replay_to_end(replay, &err), 0);
	ui.view = VIEW_RUN;
	ui.focus[VIEW_RUN] = RUN_LOG;
	ui.follow = false;
	lines = clipboard_text(&ui, GLYPHS_ASCII, &out);
	assert_int_equal(lines, run_log_lines(&ui));
	assert_non_null(strstr(buf_text(&out), model_log_line(ui.model, 1)->text));
	assert_non_null(strstr(buf_text(&out), model_log_line(ui.model, lines - 1)->text));

	/* A panel that is no list: the first of the screen. */
	buf_wipe(&out);
	ui.focus[VIEW_RUN] = RUN_CPU;
	assert_true(clipboard_text(&ui, GLYPHS_ASCII, &out) > 2);
	assert_non_null(strstr(buf_text(&out), "btrfs"));
	ui_wipe(&ui);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sequence_holds_the_text),
		cmocka_unit_test(all_lines_of_a_list_are_copied),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
