/* What a terminal's mouse sends, as keys. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/mem.h"
#include "report_key.h"

static void
reports_become_keys(void **state)
{
	static const struct {
		enum report_form form;
		const char *bytes;
		bool want;
		char32_t code;
		int x, y;
	} rows[] = {
		{ REPORT_SGR, "0;1;1M", true, KEY_MOUSE_, 0, 0 },
		{ REPORT_SGR, "0;240;50M", true, KEY_MOUSE_, 239, 49 },
		{ REPORT_SGR, "64;3;4M", true, KEY_WHEEL_UP_, 2, 3 },
		{ REPORT_SGR, "65;3;4M", true, KEY_WHEEL_DOWN_, 2, 3 },
		{ REPORT_SGR, "16;3;4M", true, KEY_MOUSE_, 2, 3 },	/* with Ctrl */
		{ REPORT_SGR, "0;3;4m", false, 0, 0, 0 },		/* a release */
		{ REPORT_SGR, "2;3;4M", false, 0, 0, 0 },		/* the right button */
		{ REPORT_SGR, "32;3;4M", false, 0, 0, 0 },		/* moved */
		{ REPORT_SGR, "0;0;0M", false, 0, 0, 0 },
		{ REPORT_SGR, "M", false, 0, 0, 0 },
		{ REPORT_SGR, "0;;M", false, 0, 0, 0 },
		{ REPORT_SGR, "0;99999;1M", false, 0, 0, 0 },
		{ REPORT_SGR, "0;1;1q", false, 0, 0, 0 },
		{ REPORT_SGR, "1111111111111111111", false, 0, 0, 0 },	/* without an end */
		{ REPORT_OLD, "\x20\x21\x21", true, KEY_MOUSE_, 0, 0 },
		{ REPORT_OLD, "\x60\xff\x22", true, KEY_WHEEL_UP_, 222, 1 },
		{ REPORT_OLD, "\x23\x21\x21", false, 0, 0, 0 },		/* a release */
		{ REPORT_OLD, "\x20\x20\x20", false, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct report report = { .form = rows[i].form };
		struct key key = { 0 };
		bool got = false;

		for (const char *at = rows[i].bytes; *at; at++) {
			assert_int_not_equal(report.form, REPORT_NONE);
			got = report_take_byte(&report, (unsigned char)*at, &key);
		}
		assert_int_equal(report.form, REPORT_NONE);
		assert_int_equal(got, rows[i].want);
		if (!got)
			continue;
		assert_int_equal(key.code, rows[i].code);
		assert_int_equal(key.x, rows[i].x);
		assert_int_equal(key.y, rows[i].y);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_become_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
