#include "base/jsonio.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/mem.h"
#include "base/units.h"

/* A literal with its length, for texts that hold a NUL. */
#define TEXT(literal) (literal), sizeof(literal) - 1

static void
reads_one_value(void **state)
{
	static const char *const rows[] = {
		"{}", " {\"a\":1}\r\n", "[1,2]", "12", "\"x\"", "true", "{\"a\":null}",
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err = { 0 };
		autofree(json_object) value = json_parse(rows[i], strlen(rows[i]), &err);

		assert_string_equal(err.text, "");
		assert_non_null(value);
	}
}

static void
refuses_what_is_no_json(void **state)
{
	static const struct {
		const char *text;
		size_t len;
		const char *says;
	} rows[] = {
		{ TEXT(""), "unexpected end of data at byte 0" },
		{ TEXT("  "), "unexpected end of data at byte 2" },
		{ TEXT("{\"a\":1"), "unexpected end of data at byte 6" },
		{ TEXT("null"), "null" },
		{ TEXT("{} {}"), "at byte 3" },
		{ TEXT("{\"a\":1,}"), "no JSON" },
		{ TEXT("{\"a\":01}"), "no JSON" },
		{ TEXT("{a:1}"), "no JSON" },
		{ TEXT("{\"a\":'x'}"), "no JSON" },
		{ TEXT("{} // why"), "no JSON" },
		{ TEXT("\"\xff\""), "no utf-8 at byte 1" },
		{ TEXT("\"\xe2\x82\""), "no utf-8 at byte 1" },
		{ TEXT("\"\\\xe2\x82\xac\""), "no such escape at byte 2" },
		{ TEXT("{\"a\":\xe2\x82\xac}"), "no JSON" },
		{ TEXT("{}\0{}"), "a NUL at byte 2" },	/* json-c alone stops there, content */
		{ TEXT("{\"a\":\"x\0y\"}"), "a NUL at byte 7" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err = { 0 };

		assert_null(json_parse(rows[i].text, rows[i].len, &err));
		assert_non_null(strstr(err.text, rows[i].says));
	}
}

static void
refuses_deep_nesting(void **state)
{
	char text[2 * (JSON_DEPTH + 1)];
	struct err err = { 0 };

	(void)state;
	memset(text, '[', JSON_DEPTH + 1);
	memset(text + JSON_DEPTH + 1, ']', JSON_DEPTH + 1);
	assert_null(json_parse(text, sizeof(text), &err));
	assert_non_null(strstr(err.text, "nesting too deep"));
}

static void
one_parser_reads_on_after_an_error(void **state)
{
	autofree(json_tokener) parser = json_parser_new();
	static const struct {
		const char *text;
		bool good;
	} rows[] = {
		{ "{\"a\":1}", true }, { "{\"a\":", false }, { "{\"b\":2}", true },
		{ "}", false },	       { "[[[", false },     { "3", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err = { 0 };
		autofree(json_object) value =
			json_parse_with(parser, rows[i].text, strlen(rows[i].text), &err);

		assert_int_equal(value != NULL, rows[i].good);
	}
}

static struct json_object *
parsed(const char *text)
{
	struct err err = { 0 };
	struct json_object *value = json_parse(text, strlen(text), &err);

	assert_non_null(value);
	return value;
}

static void
lenient_getters_fall_back(void **state)
{
	autofree(json_object) object = parsed(
		"{\"text\":\"x\",\"nul\":\"x\\u0000y\",\"n\":7,\"minus\":-7,\"real\":1.5,"
		"\"inf\":1e400,\"nan\":NaN,\"yes\":true,\"none\":null}");

	(void)state;
	assert_string_equal(json_text_or(object, "text", "-"), "x");
	assert_string_equal(json_text_or(object, "nul", "-"), "-");
	assert_string_equal(json_text_or(object, "n", "-"), "-");
	assert_string_equal(json_text_or(object, "none", "-"), "-");
	assert_string_equal(json_text_or(object, "absent", "-"), "-");
	assert_string_equal(json_text_or(NULL, "absent", "-"), "-");
	assert_int_equal(json_u64_or(object, "n", 3), 7);
	assert_int_equal(json_u64_or(object, "minus", 3), 3);
	assert_int_equal(json_u64_or(object, "real", 3), 3);
	assert_int_equal(json_u64_or(object, "text", 3), 3);
	assert_true(json_bool_or(object, "yes", false));
	assert_true(json_bool_or(object, "n", true));
	assert_null(json_get(object, "none", json_type_null));
}

static void
strict_getters_say_what_is_wrong(void **state)
{
	autofree(json_object) object = parsed(
		"{\"text\":\"x\",\"nul\":\"x\\u0000y\",\"n\":7,\"minus\":-7,\"real\":1.5,"
		"\"huge\":18446744073709551615,\"none\":null}");
	static const struct {
		const char *key;
		const char *as_text, *as_u64;	/* the errors; NULL: it is one */
	} rows[] = {
		{ "text", NULL, "\"text\" is a text, not a whole number" },
		{ "nul", "\"nul\" has a NUL in it", "\"nul\" is a text, not a whole number" },
		{ "n", "\"n\" is a whole number, not a text", NULL },
		{ "minus", "\"minus\" is a whole number, not a text",
		  "\"minus\" is -7, not within 0 to 100" },
		{ "real", "\"real\" is a number, not a text", "\"real\" is a number, not a whole number" },
		{ "huge", "\"huge\" is a whole number, not a text",
		  "\"huge\" is 18446744073709551615, not within 0 to 100" },
		{ "none", "\"none\" is missing", "\"none\" is missing" },
		{ "absent", "\"absent\" is missing", "\"absent\" is missing" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err text_err = { 0 }, u64_err = { 0 };
		const char *text = "untouched";
		uint64_t number = 12345;
		int text_failed = json_need_text(object, rows[i].key, &text, &text_err);
		int u64_failed = json_need_u64(object, rows[i].key, 100, &number, &u64_err);

		assert_int_equal(text_failed, rows[i].as_text ? -1 : 0);
		assert_string_equal(text_err.text, rows[i].as_text ? rows[i].as_text : "");
		assert_string_equal(text, rows[i].as_text ? "untouched" : "x");
		assert_int_equal(u64_failed, rows[i].as_u64 ? -1 : 0);
		assert_string_equal(u64_err.text, rows[i].as_u64 ? rows[i].as_u64 : "");
		assert_int_equal(number, rows[i].as_u64 ? 12345 : 7);
	}
}

/* Which of the two it is, is json-c's: 0.18 refuses what 0.16 took for the largest. */
static void
numbers_past_64_bits_are_the_largest_or_refused(void **state)
{
	static const char text[] = "{\"n\":18446744073709551616}";
	struct err err = { 0 };
	autofree(json_object) object = json_parse(text, strlen(text), &err);

	(void)state;
	if (object)
		assert_true(json_u64_or(object, "n", 3) == UINT64_MAX);
	else
		assert_non_null(strstr(err.text, "no JSON"));
}

static void
whole_numbers_keep_all_their_digits(void **state)
{
	static const uint64_t rows[] = {
		0, 1, UINT64_C(9007199254740993), INT64_MAX, (uint64_t)INT64_MAX + 1, UNKNOWN - 1,
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) out = json_object_new_object();
		autofree(json_object) in = NULL;
		struct err err = { 0 };
		autobuf text = { 0 };
		uint64_t back = 0;

		json_add_u64(out, "n", rows[i]);
		json_format(out, &text);
		in = parsed(buf_text(&text));
		assert_int_equal(json_need_u64(in, "n", UINT64_MAX, &back, &err), 0);
		assert_true(back == rows[i]);
		assert_true(json_u64_or(in, "n", 12345) == rows[i]);
	}
}

static void
writes_only_what_is_known(void **state)
{
	autofree(json_object) object = json_object_new_object();
	struct json_object *list;
	autobuf text = { 0 };

	(void)state;
	json_add_u64(object, "u", UNKNOWN);
	json_add_real(object, "r", NAN);
	json_add_real(object, "i", INFINITY);
	json_add_text(object, "t", NULL);
	json_add_i64(object, "minus", -5);
	json_add_bool(object, "b", false);
	list = json_add_array(object, "l");
	json_push_real(list, NAN);
	json_push_real(list, 0.1);
	json_push_u64(list, UINT64_MAX);
	json_push_text(list, "a/b");
	json_add_bool(json_push_object(list), "x", true);
	json_add_text(json_add_object(object, "o"), "k", "v");
	json_format(object, &text);
	assert_string_equal(buf_text(&text),
			    "{\"minus\":-5,\"b\":false,\"l\":[null,0.1,18446744073709551615,\"a/b\","
			    "{\"x\":true}],\"o\":{\"k\":\"v\"}}");
}

static void
any_text_is_one_line_that_reads_back(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "plain", "plain" },
		{ "two\nlines\r\t\x1b[2J\"\\", "two\nlines\r\t\x1b[2J\"\\" },
		{ "\\\xc3\xa9", "\\\xc3\xa9" },
		{ "\xe6\xb1\xa0 \xf0\x9f\x98\x80", "\xe6\xb1\xa0 \xf0\x9f\x98\x80" },
		{ "a\xff" "b", "a\xef\xbf\xbd" "b" },
		{ "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },
		{ "cut \xe2\x82", "cut \xef\xbf\xbd\xef\xbf\xbd" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) out = json_object_new_object();
		autofree(json_object) in = NULL;
		autobuf text = { 0 };

		json_add_text(out, "t", rows[i].text);
		json_format(out, &text);
		assert_null(strpbrk(buf_text(&text), "\n\r"));
		in = parsed(buf_text(&text));
		assert_string_equal(json_text_or(in, "t", ""), rows[i].want);
	}
}

/* A locale with a comma for its point, if this machine has one. */
static bool
use_comma(void)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE" };

	for (size_t i = 0; i < COUNTOF(names); i++)
		if (setlocale(LC_NUMERIC, names[i]) && *localeconv()->decimal_point == ',')
			return true;
	return false;
}

static void
numbers_have_a_point_in_every_locale(void **state)
{
	autofree(json_object) object = NULL;
	autofree(json_object) in = NULL;
	autobuf text = { 0 };

	(void)state;
	if (!use_comma()) {
		print_message("SKIP: no locale here writes 1.5 with a comma\n");
		skip();
	}
	object = json_object_new_object();
	json_add_real(object, "r", 1.5);
	json_format(object, &text);
	in = parsed(buf_text(&text));
	setlocale(LC_NUMERIC, "C");
	assert_string_equal(buf_text(&text), "{\"r\":1.5}");
	assert_true(json_object_get_double(json_get(in, "r", json_type_double)) == 1.5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_one_value),
		cmocka_unit_test(refuses_what_is_no_json),
		cmocka_unit_test(refuses_deep_nesting),
		cmocka_unit_test(one_parser_reads_on_after_an_error),
		cmocka_unit_test(lenient_getters_fall_back),
		cmocka_unit_test(strict_getters_say_what_is_wrong),
		cmocka_unit_test(numbers_past_64_bits_are_the_largest_or_refused),
		cmocka_unit_test(whole_numbers_keep_all_their_digits),
		cmocka_unit_test(writes_only_what_is_known),
		cmocka_unit_test(any_text_is_one_line_that_reads_back),
		cmocka_unit_test(numbers_have_a_point_in_every_locale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
