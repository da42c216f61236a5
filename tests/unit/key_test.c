#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "key.h"

static void
names_and_keys_belong_together(void **state)
{
	/* clang-format off */
	static const struct {
		const char *name;
		char32_t code;
	} rows[] = {
		{ "q", 'q' }, { "Q", 'Q' }, { "?", '?' }, { "/", '/' }, { "+", '+' }, { "1", '1' },
		{ "é", 0xe9 }, { "日", 0x65e5 }, { "😀", 0x1f600 },
		{ "Space", ' ' }, { "Enter", KEY_ENTER_ }, { "Esc", KEY_ESC_ }, { "Tab", KEY_TAB_ },
		{ "Shift-Tab", KEY_SHIFT_TAB_ }, { "Ctrl-C", 3 }, { "Ctrl-L", 12 }, { "Ctrl-Z", 26 },
		{ "Up", KEY_UP_ }, { "PgUp", KEY_PGUP_ }, { "PgDn", KEY_PGDN_ }, { "Home", KEY_HOME_ },
		{ "F1", KEY_F1_ }, { "F10", KEY_F10_ }, { "WheelUp", KEY_WHEEL_UP_ }, { "EOF", KEY_EOF_ },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char name[KEY_NAME_LEN];
		struct key key = { 0 };

		assert_true(key_parse(rows[i].name, &key));
		assert_int_equal(key.code, rows[i].code);
		assert_string_equal(key_name(key, name), rows[i].name);
	}
	(void)state;
}

static void
names_are_read_in_any_case(void **state)
{
	struct key key;

	assert_true(key_parse("ctrl-c", &key));
	assert_int_equal(key.code, 3);
	assert_true(key_parse("ENTER", &key));
	assert_int_equal(key.code, KEY_ENTER_);
	/* What the terminal sends for them cannot be told from these. */
	assert_true(key_parse("Ctrl-I", &key));
	assert_int_equal(key.code, KEY_TAB_);
	assert_true(key_parse("Ctrl-[", &key));
	assert_int_equal(key.code, KEY_ESC_);
	assert_true(key_parse(" ", &key));
	assert_int_equal(key.code, ' ');
	(void)state;
}

static void
other_names_are_refused(void **state)
{
	static const char *const rows[] = {
		"", "qq", "F3", "Ctrl-", "Ctrl-CC", "Ctrl-1", "Hyper-x", "\xff", "\x03", "éé",
		"q@1,2", "Mouse@", "Mouse@1", "Mouse@-1,2", "Mouse@1,2x", "Mouse@1,2@1,2", "@1,2",
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct key key = { .code = 'x' };

		assert_false(key_parse(rows[i], &key));
		assert_int_equal(key.code, 'x');
	}
	(void)state;
}

static void
the_mouse_may_say_where(void **state)
{
	struct key key;

	assert_true(key_parse("Mouse@12,7", &key));
	assert_int_equal(key.code, KEY_MOUSE_);
	assert_int_equal(key.x, 12);
	assert_int_equal(key.y, 7);
	assert_true(key_parse("wheeldown@0,999", &key));
	assert_int_equal(key.code, KEY_WHEEL_DOWN_);
	assert_int_equal(key.y, 999);
	(void)state;
}

static void
every_key_has_a_name_that_fits(void **state)
{
	for (char32_t code = 0; code <= KEY_EOF_; code++) {
		char name[KEY_NAME_LEN];

		key_name((struct key){ .code = code }, name);
		assert_true(strlen(name) > 0 && strlen(name) < KEY_NAME_LEN);
	}
	(void)state;
}

static void
bytes_become_keys(void **state)
{
	/* clang-format off */
	static const struct {
		const char *bytes;
		bool utf8;
		char32_t want[5];
	} rows[] = {
		{ "ab", true, { 'a', 'b' } },
		{ "\xc3\xa9x", true, { 0xe9, 'x' } },
		{ "\xe6\x97\xa5\xf0\x9f\x98\x80", true, { 0x65e5, 0x1f600 } },
		{ "\xffq", true, { 'q' } },		/* what is broken is dropped */
		{ "\xe6q", true, { 'q' } },		/* and holds up nothing */
		{ "\xe6\xc3\xa9q", true, { 0xe9, 'q' } },
		{ "\xa5\x80q", true, { 'q' } },
		{ "\xc0\xafq", true, { 'q' } },
		{ "\xc3\xa9q", false, { 'q' } },
		{ "\r\t\x7f\x1b\x03", true, { KEY_ENTER_, KEY_TAB_, KEY_BACKSPACE_, KEY_ESC_, 3 } },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct key_bytes bytes = { 0 };
		size_t n = 0;

		for (const char *at = rows[i].bytes; *at; at++) {
			struct key key;

			if (key_take_byte(&bytes, (unsigned char)*at, rows[i].utf8, &key))
				assert_int_equal(key.code, rows[i].want[n++]);
		}
		assert_true(n == COUNTOF(rows[i].want) || rows[i].want[n] == 0);
	}
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_keys_belong_together),
		cmocka_unit_test(names_are_read_in_any_case),
		cmocka_unit_test(other_names_are_refused),
		cmocka_unit_test(the_mouse_may_say_where),
		cmocka_unit_test(every_key_has_a_name_that_fits),
		cmocka_unit_test(bytes_become_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
