/* A person's key file: what it changes, what it cannot, and what is wrong in it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "keyfile.h"
#include "keymap.h"

static char path[] = "/tmp/keyfile_test.XXXXXX";

static int
read_text(const char *text, size_t len, struct err *err)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fwrite(text, 1, len, file);
	fclose(file);
	return keyfile_read(path, err);
}

static enum command
found(enum view_id view, const char *name)
{
	struct key key;

	assert_true(key_parse(name, &key));
	return keymap_find(view, key);
}

static void
a_line_replaces_the_keys_of_its_command(void **state)
{
	static const struct {
		const char *text;
		enum view_id view;
		const char *key;
		enum command want;
	} rows[] = {
		{ "", VIEW_RUN, "p", CMD_PAUSE },
		{ "# pause = y\n\n", VIEW_RUN, "p", CMD_PAUSE },
		{ "pause = y", VIEW_RUN, "y", CMD_PAUSE },
		{ "pause = y", VIEW_RUN, "p", CMD_NONE },
		{ "pause = y Ctrl-P é", VIEW_RUN, "é", CMD_PAUSE },
		{ "  pause\t=\ty\tCtrl-P  ", VIEW_RUN, "Ctrl-P", CMD_PAUSE },
		{ "pause =", VIEW_RUN, "p", CMD_NONE },
		{ "rate-up = =", VIEW_RUN, "=", CMD_RATE_UP },
		{ "help = #", VIEW_RUN, "#", CMD_HELP },
		/* Whose key it was has it no longer, where both can be. */
		{ "pause = q", VIEW_RUN, "q", CMD_PAUSE },
		{ "pause = q", VIEW_SETUP, "q", CMD_QUIT },
		{ "quit = Q F10", VIEW_HISTORY, "Q", CMD_QUIT },
		/* On every screen on which the command has a key. */
		{ "accept = o", VIEW_HISTORY, "o", CMD_ACCEPT },
		{ "details = o", VIEW_SETUP, "o", CMD_DETAILS },
		{ "details = o", VIEW_SETUP, "Enter", CMD_NONE },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(read_text(rows[i].text, strlen(rows[i].text), &err), 0);
		assert_int_equal(found(rows[i].view, rows[i].key), rows[i].want);
	}
	keyfile_forget();
	assert_int_equal(found(VIEW_RUN, "p"), CMD_PAUSE);
}

static void
hints_show_the_persons_key(void **state)
{
	static const char text[] = "pause = y u";
	size_t hints = 0;
	struct err err;

	(void)state;
	assert_int_equal(read_text(text, strlen(text), &err), 0);
	assert_string_equal(keymap_key(VIEW_RUN, CMD_PAUSE), "y");
	for (size_t i = 0; i < n_keymap; i++)
		hints += keymap[i].command == CMD_PAUSE && keymap[i].hint;
	assert_int_equal(hints, 1);
}

static void
what_is_wrong_is_told_with_its_line(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "pause", ":1: expected COMMAND = KEY" },
		{ "\n\nfly = y", ":3: fly is no command" },
		{ "none = y", ":1: none is no command" },
		{ "= y", ":1:  is no command" },
		{ "pause = yy", ":1: yy is the name of no key" },
		{ "pause = Mouse", ":1: Mouse is the name of no key" },
		{ "pause = EOF", ":1: EOF is the name of no key" },
		{ "pause = \xff", ":1: \xff is the name of no key" },
		{ "pause = y\ncancel = y", ":2: y is the key of pause already" },
		{ "pause = y y", ":1: y is the key of pause already" },
		{ "pause = y\npause = u", ":2: pause has a line already" },
		{ "quit =", ": no key is left for quit" },
		{ "help = q\nexpand = F10", ": no key is left for quit" },
	};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(read_text(rows[i].text, strlen(rows[i].text), &err), -1);
		assert_int_equal(err.kind, ERR_USAGE);
		if (!strstr(err.text, rows[i].want))
			fail_msg("\"%s\" instead of \"%s\"", err.text, rows[i].want);
		/* And nothing has changed. */
		assert_int_equal(found(VIEW_RUN, "q"), CMD_QUIT);
	}
	assert_int_equal(read_text("pause = y\0", 10, &err), -1);
	assert_int_equal(keyfile_read("/nonexistent/keys", &err), -1);
}

static int
set_up(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int
tear_down(void **state)
{
	(void)state;
	keyfile_forget();
	return unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_replaces_the_keys_of_its_command),
		cmocka_unit_test(hints_show_the_persons_key),
		cmocka_unit_test(what_is_wrong_is_told_with_its_line),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
