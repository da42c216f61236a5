/* Questions to the person, and what is written to a file because of the answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <cmocka.h>

#include "replay.h"
#include "base/xdg.h"

struct fixture {
	char folder[64];
	struct ui ui;
	struct replay *replay;
};

static int
begin(void **state)
{
	const char *srcdir = getenv("srcdir");
	struct fixture *f = xcalloc(1, sizeof(*f));
	autofree_mem char *path =
		xasprintf("%s/tests/golden/report/run.jsonl", srcdir ? srcdir : ".");
	struct err err;

	snprintf(f->folder, sizeof(f->folder), "/tmp/ask_test.XXXXXX");
	if (!mkdtemp(f->folder))
		return -1;
	if (replay_open(path, 1, NULL, &f->ui, &f->replay, &err) ||
	    replay_to_end(f->replay, &err))
		return -1;
	*state = f;
	return 0;
}

static int
end(void **state)
{
	struct fixture *f = *state;
	autofree_mem char *command = xasprintf("rm -r %s", f->folder);
	int status = system(command);

	ui_wipe(&f->ui);
	replay_free(f->replay);
	free(f);
	return status;
}

static void
press(struct fixture *f, const char *name)
{
	struct key key;

	assert_true(key_parse(name, &key));
	ui_key(&f->ui, key);
}

static void
type(struct fixture *f, const char *text)
{
	for (; *text; text++)
		ui_key(&f->ui, (struct key){ .code = (unsigned char)*text });
}

/* Replaces the proposed name by one in the test's folder. */
static void
answer(struct fixture *f, const char *name)
{
	ui_key(&f->ui, (struct key){ .code = 21 });
	type(f, f->folder);
	type(f, "/");
	type(f, name);
	press(f, "Enter");
}

/* The first bytes of what was written; the caller frees it. NULL: nothing was. */
static char *
written(const struct fixture *f, const char *name)
{
	autofree_mem char *path = xasprintf("%s/%s", f->folder, name);
	struct err err;
	char *bytes;
	size_t len;

	return xdg_read_file(path, 1 << 24, &bytes, &len, &err) ? NULL : bytes;
}

static void
a_report_has_the_format_of_its_name(void **state)
{
	static const struct {
		const char *name, *begins;
	} rows[] = {
		{ "a.md", "fast launches" },	{ "a.txt", "run " },   { "a.csv", "run," },
		{ "a.json", "{" },		{ "a.html", "<!doc" }, { "a.svg", "<svg " },
		{ "a.jsonl", "{\"ev\":\"header\"" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text = NULL;

		press(f, "3");
		press(f, "w");
		assert_non_null(f->ui.ask.done);
		answer(f, rows[i].name);
		assert_null(f->ui.ask.done);
		text = written(f, rows[i].name);
		assert_non_null(text);
		text[strlen(rows[i].begins)] = '\0';
		if (strcasecmp(text, rows[i].begins) != 0)
			fail_msg("%s begins with %s", rows[i].name, text);
	}
}

static void
a_name_that_tells_no_format_is_refused(void **state)
{
	static const char *const names[] = { "a", "a.exe", "a.md/b" };
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNTOF(names); i++) {
		autofree_mem char *text = NULL;

		press(f, "3");
		press(f, "w");
		answer(f, names[i]);
		text = written(f, names[i]);
		assert_null(text);
		assert_non_null(strstr(f->ui.message, ".html"));
	}
}

static void
a_file_is_written_over_only_after_a_yes(void **state)
{
	static const struct {
		const char *view, *name, *answer;
		bool replaced;
	} rows[] = {
		{ "3", "b.md", "n", false }, { "3", "b.md", "Enter", false },
		{ "3", "b.md", "Esc", false }, { "3", "b.md", "y", true },
		{ "1", "b.plan", "n", false }, { "1", "b.plan", "y", true },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *path = xasprintf("%s/%s", f->folder, rows[i].name);
		autofree_mem char *text = NULL;
		struct err err;

		assert_int_equal(xdg_write_file(path, "mine", 4, &err), 0);
		press(f, rows[i].view);
		press(f, "w");
		answer(f, rows[i].name);
		assert_true(f->ui.ask.whether);
		press(f, rows[i].answer);
		assert_null(f->ui.ask.done);
		text = written(f, rows[i].name);
		assert_int_equal(strcmp(text, "mine") != 0, rows[i].replaced);
	}
}

static void
a_plan_can_be_run_again(void **state)
{
	struct fixture *f = *state;
	autofree_mem char *text = NULL;

	press(f, "1");
	press(f, "w");
	answer(f, "c.plan");
	text = written(f, "c.plan");
	assert_non_null(text);
	assert_non_null(strstr(text, "rounds = 6\n"));
}

static void
while_something_is_asked_a_key_is_text(void **state)
{
	struct fixture *f = *state;

	press(f, "3");
	press(f, "w");
	type(f, "q1?");
	assert_false(f->ui.quit);
	assert_int_equal(f->ui.view, VIEW_RESULTS);
	assert_int_equal(f->ui.overlay, OVERLAY_NONE);
	assert_non_null(strstr(f->ui.ask.prompt.text, "q1?"));
	press(f, "Esc");
	assert_null(f->ui.ask.done);
}

static void
a_folder_that_is_missing_is_told_and_not_made(void **state)
{
	static const struct {
		const char *view, *name;
	} rows[] = { { "1", "no/p1.plan" }, { "3", "no/p1.md" } };
	struct fixture *f = *state;
	autofree_mem char *missing = xasprintf("%s/no", f->folder);
	autofree_mem char *want = xasprintf("folder %s: No such file or directory", missing);

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		press(f, rows[i].view);
		press(f, "w");
		answer(f, rows[i].name);
		assert_string_equal(f->ui.message, want);
		assert_int_equal(access(missing, F_OK), -1);
	}
}

/* As in file dialogs: a path that is typed is not meant as an end of the one proposed. */
static void
a_path_takes_the_place_of_the_proposed_one(void **state)
{
	static const struct {
		const char *typed, *text;
	} rows[] = {
		{ "/x", "/x" },
		{ "~/x", "~/x" },
		{ "2", "poolscope.plan2" },
		{ "2/x", "poolscope.plan2/x" },
		{ "/x/~", "/x/~" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		press(f, "1");
		press(f, "w");
		type(f, rows[i].typed);
		assert_string_equal(f->ui.ask.prompt.text, rows[i].text);
		press(f, "Esc");
	}
}

static void
tab_completes_a_path(void **state)
{
	struct fixture *f = *state;
	autofree_mem char *path = xasprintf("%s/only.md", f->folder);
	struct err err;

	assert_int_equal(xdg_write_file(path, "x", 1, &err), 0);
	press(f, "3");
	press(f, "w");
	ui_key(&f->ui, (struct key){ .code = 21 });
	type(f, f->folder);
	type(f, "/on");
	press(f, "Tab");
	assert_string_equal(f->ui.ask.prompt.text, path);
	press(f, "Esc");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_report_has_the_format_of_its_name),
		cmocka_unit_test(a_name_that_tells_no_format_is_refused),
		cmocka_unit_test(a_file_is_written_over_only_after_a_yes),
		cmocka_unit_test(a_plan_can_be_run_again),
		cmocka_unit_test(while_something_is_asked_a_key_is_text),
		cmocka_unit_test(a_folder_that_is_missing_is_told_and_not_made),
		cmocka_unit_test(a_path_takes_the_place_of_the_proposed_one),
		cmocka_unit_test(tab_completes_a_path),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
