/* A line that is typed: what a key does to it, what a paste cannot do, and what is seen of it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <string.h>

#include "base/mem.h"
#include "widgets/prompt.h"

/* Key names, separated by blanks; "paste" in front: they come from a paste. */
static enum prompt_answer
type(struct prompt *prompt, const char *names)
{
	autofree_mem char *copy = xstrdup(names);
	enum prompt_answer answer = PROMPT_TYPING;
	char *rest = copy;
	bool pasted = false;
	struct key key;

	for (char *name; (name = strsep(&rest, " "));) {
		if (strcmp(name, "paste") == 0) {
			pasted = true;
			continue;
		}
		assert_true(key_parse(name, &key));
		key.pasted = pasted;
		answer = prompt_key(prompt, key);
	}
	return answer;
}

static void
keys_make_the_text(void **state)
{
	static const struct {
		const char *before, *keys, *want;
		enum prompt_answer answer;
	} rows[] = {
		{ "", "z f s", "zfs", PROMPT_TYPING },
		{ "bt", "r Enter", "btr", PROMPT_TAKEN },
		{ "bt", "r Esc", "btr", PROMPT_LEFT },
		{ "bt", "Ctrl-C", "bt", PROMPT_LEFT },
		{ "bt", "Backspace", "b", PROMPT_TYPING },
		{ "", "Backspace", "", PROMPT_TYPING },
		{ "日é", "Backspace", "日", PROMPT_TYPING },	/* a whole character */
		{ "a b", "Ctrl-U x", "x", PROMPT_TYPING },
		{ "", "a Space b", "a b", PROMPT_TYPING },
		{ "a", "Up F1 Mouse@3,4 Ctrl-A b", "ab", PROMPT_TYPING },
		{ "", "paste q Enter Esc Ctrl-C Ctrl-U 1 Enter", "q1", PROMPT_TYPING },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct prompt prompt;

		prompt_open(&prompt, "filter", rows[i].before);
		assert_int_equal(type(&prompt, rows[i].keys), rows[i].answer);
		assert_string_equal(prompt.text, rows[i].want);
		assert_int_equal(prompt.open, rows[i].answer == PROMPT_TYPING);
	}
}

static void
what_is_too_long_is_not_taken(void **state)
{
	struct prompt prompt;

	(void)state;
	prompt_open(&prompt, "file", "");
	for (int i = 0; i < 2 * PROMPT_LEN; i++)
		type(&prompt, "é");
	/* No half of a character at the end. */
	assert_int_equal(strlen(prompt.text), (PROMPT_LEN - 1) / 2 * 2);
}

static void
its_end_is_seen(void **state)
{
	static const struct {
		int width;
		const char *text, *want;
	} rows[] = {
		{ 20, "zfs", "filter: zfs\n" },
		{ 12, "abcdefgh", "filter: fgh\n" },
		{ 12, "a日日", "filter: 日\n" },
		{ 8, "abc", "filter:\n" },
		{ 4, "abc", "fil…\n" },
		{ 1, "abc", "…\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(canvas) canvas = canvas_new(rows[i].width, 1, GLYPHS_BLOCK);
		autobuf text = { 0 };
		struct prompt prompt;

		prompt_open(&prompt, "filter", rows[i].text);
		prompt_draw(canvas, 0, 0, rows[i].width, &prompt);
		canvas_dump(canvas, &text);
		assert_string_equal(buf_text(&text), rows[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_make_the_text),
		cmocka_unit_test(what_is_too_long_is_not_taken),
		cmocka_unit_test(its_end_is_seen),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
