#include "base/err.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
says_what_went_wrong(void **state)
{
	struct err err = { .kind = ERR_USAGE };

	(void)state;
	assert_int_equal(err_set(&err, "no pool %s", "btrfs"), -1);
	assert_string_equal(err.text, "no pool btrfs");
	assert_int_equal(err.kind, ERR_FAILED);
}

static void
adds_the_words_of_errno(void **state)
{
	struct err err;

	(void)state;
	errno = ENOENT;
	assert_int_equal(err_sys(&err, "open %s", "a"), -1);
	assert_string_equal(err.text, "open a: No such file or directory");
}

static void
wraps_from_the_inside_out_and_keeps_the_kind(void **state)
{
	struct err err;

	(void)state;
	err_set_kind(&err, ERR_UNREACHABLE, "no answer");
	assert_int_equal(err_wrap(&err, "list of pools"), -1);
	assert_int_equal(err_wrap(&err, "server %s", "local"), -1);
	assert_string_equal(err.text, "server local: list of pools: no answer");
	assert_int_equal(err.kind, ERR_UNREACHABLE);
}

static void
cuts_long_text_between_characters(void **state)
{
	enum { ROOM = sizeof(((struct err *)0)->text) };
	static const struct {
		const char *character;
		size_t want;	/* bytes kept before the ellipsis */
	} rows[] = {
		{ "a", ROOM - 4 },
		{ "\xc3\xa9", (ROOM - 4) / 2 * 2 },
		{ "\xe2\x82\xac", (ROOM - 4) / 3 * 3 },
		{ "\xf0\x9f\x98\x80", (ROOM - 4) / 4 * 4 },
		{ "\x80", 0 },	/* no character at all: nothing to cut between */
	};
	char text[2 * ROOM];
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t len = strlen(rows[i].character);

		for (size_t k = 0; k < sizeof(text) - 1; k++)
			text[k] = rows[i].character[k % len];
		text[(sizeof(text) - 1) / len * len] = '\0';
		err_set(&err, "%s", text);
		assert_int_equal(strlen(err.text), rows[i].want + 3);
		assert_string_equal(err.text + rows[i].want, "...");
		assert_memory_equal(err.text, text, rows[i].want);
	}
}

static void
text_that_just_fits_is_whole(void **state)
{
	char text[sizeof(((struct err *)0)->text)];
	struct err err;

	(void)state;
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	err_set(&err, "%s", text);
	assert_string_equal(err.text, text);
}

static void
wrapping_a_full_text_stays_within_the_room(void **state)
{
	char text[2000];
	struct err err;

	(void)state;
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	err_set(&err, "%s", text);
	err_wrap(&err, "doing");
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	assert_memory_equal(err.text, "doing: xxx", 10);
	err_wrap(&err, "%s", text);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
}

static void
each_kind_has_its_exit_code(void **state)
{
	static const struct {
		enum err_kind kind;
		int code;
	} rows[] = {
		{ ERR_FAILED, 1 },
		{ ERR_USAGE, 2 },
		{ ERR_UNREACHABLE, 3 },
		{ ERR_REFUSED, 4 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(err_exit_code(rows[i].kind), rows[i].code);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_what_went_wrong),
		cmocka_unit_test(adds_the_words_of_errno),
		cmocka_unit_test(wraps_from_the_inside_out_and_keeps_the_kind),
		cmocka_unit_test(cuts_long_text_between_characters),
		cmocka_unit_test(text_that_just_fits_is_whole),
		cmocka_unit_test(wrapping_a_full_text_stays_within_the_room),
		cmocka_unit_test(each_kind_has_its_exit_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
