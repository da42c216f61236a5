#include "widgets/scale.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/mem.h"

static void
the_end_is_round_and_holds_the_largest(void **state)
{
	static const struct {
		enum quantity quantity;
		double max, high;
	} rows[] = {
		{ QUANTITY_TIME, 2.1e9, 2.5e9 }, /* ns: steps of half a second */
		{ QUANTITY_TIME, 0.397e9, 0.4e9 },
		{ QUANTITY_TIME, 1e9, 1e9 },	 /* already round */
		{ QUANTITY_TIME, 46.1e6, 50e6 }, /* in ms */
		{ QUANTITY_DELTA, 300 * 1048576.0, 300 * 1048576.0 },
		{ QUANTITY_PER_S, 8.17, 10 },
		{ QUANTITY_TIME, 0.13e9, 0.16e9 }, /* 7 steps of 0.02 s could not be thinned out */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct scale scale = scale_of(rows[i].quantity, NAN, rows[i].max, false);

		assert_true(fabs(scale.high - rows[i].high) < rows[i].high * 1e-9);
		assert_true(scale.low == 0);
	}
}

static void
a_logarithmic_scale_lies_between_powers_of_ten(void **state)
{
	static const struct {
		double min, max, low, high;
	} rows[] = {
		{ 0.2e9, 7e9, 0.1e9, 10e9 },
		{ 2e9, 3e9, 1e9, 10e9 },
		{ 1e9, 1e9, 1e9, 10e9 }, /* one decade at least */
		{ NAN, 5e9, 1e9, 10e9 },
		{ 9e9, 5e9, 1e9, 10e9 }, /* the least is not above the most */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct scale scale = scale_of(QUANTITY_TIME, rows[i].min, rows[i].max, true);

		assert_true(fabs(scale.low / rows[i].low - 1) < 1e-9);
		assert_true(fabs(scale.high / rows[i].high - 1) < 1e-9);
	}
}

static void
a_value_has_its_part(void **state)
{
	struct scale linear = scale_of(QUANTITY_TIME, NAN, 2e9, false);
	struct scale log = scale_of(QUANTITY_TIME, 1e9, 100e9, true);
	struct scale none = scale_of(QUANTITY_TIME, NAN, NAN, false);

	(void)state;
	assert_true(fabs(scale_part(&linear, 1e9) - 0.5) < 1e-9);
	assert_true(fabs(scale_part(&log, 10e9) - 0.5) < 1e-9);
	assert_true(scale_part(&linear, 9e9) == 1); /* kept within */
	assert_true(scale_part(&linear, -1) == 0);
	assert_true(scale_part(&log, 0) == 0);
	assert_true(isnan(scale_part(&linear, NAN)));
	assert_true(isnan(scale_part(&none, 1)));
}

static void
ticks_have_room_and_the_end_has_its_unit(void **state)
{
	static const struct {
		enum quantity quantity;
		double min, max;
		bool log;
		int width;
		const char *want;
	} rows[] = {
		{ QUANTITY_TIME, NAN, 2e9, false, 40,
		  "0         0.5       1         1.5    2 s\n" },
		{ QUANTITY_TIME, NAN, 2e9, false, 24, "0           1        2 s\n" },
		{ QUANTITY_TIME, NAN, 0.13e9, false, 40,
		  "0                   0.08          0.16 s\n" },
		{ QUANTITY_TIME, NAN, 3e9, false, 20, "0      1     2   3 s\n" },
		{ QUANTITY_TIME, NAN, 160e9, false, 30, "0              80        160 s\n" },
		{ QUANTITY_TIME, NAN, 2e9, false, 10, "0      2 s\n" },
		{ QUANTITY_TIME, NAN, 2e9, false, 2, "\n" }, /* not even the end */
		{ QUANTITY_TIME, 2e6, 90e6, true, 24, "1           10    100 ms\n" },
		{ QUANTITY_TIME, NAN, NAN, false, 24, "\n" }, /* nothing was measured */
		{ QUANTITY_DELTA, NAN, 3 * 1048576.0, false, 24, "0       1       2  3 MiB\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct scale scale =
			scale_of(rows[i].quantity, rows[i].min, rows[i].max, rows[i].log);
		autofree(canvas) canvas = canvas_new(rows[i].width, 1, GLYPHS_ASCII);
		autobuf text = { 0 };

		scale_draw(canvas, 0, 0, rows[i].width, &scale);
		canvas_dump(canvas, &text);
		assert_string_equal(buf_text(&text), rows[i].want);
	}
}

static void
figures_have_their_unit(void **state)
{
	static const struct {
		enum quantity quantity;
		double value;
		const char *want;
	} rows[] = {
		{ QUANTITY_TIME, 0.881e9, "0.881 s" }, { QUANTITY_DELTA, -1048576, "-1.00 MiB" },
		{ QUANTITY_PER_S, 4.21, "4.21/s" },    { QUANTITY_SECONDS, 12.5, "12.50 s" },
		{ QUANTITY_SECONDS, NAN, "?" },	       { QUANTITY_TIME, NAN, "?" },
	};
	char out[UNITS_LEN];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_string_equal(quantity_text(rows[i].quantity, rows[i].value, out),
				    rows[i].want);
}

static void
the_ends_are_told_in_words(void **state)
{
	static const struct {
		double min, max;
		bool log;
		const char *want;
	} rows[] = {
		{ NAN, 0.729e9, false, "0 to 0.8 s" },
		{ NAN, 39.3e6, false, "0 to 40 ms" },
		{ 0.03e9, 0.7e9, true, "0.01 to 1 s" },
		{ NAN, NAN, false, "" }, /* nothing is measured yet */
	};
	char out[SCALE_ENDS];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct scale scale = scale_of(QUANTITY_TIME, rows[i].min, rows[i].max, rows[i].log);

		assert_string_equal(scale_ends(&scale, out), rows[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_end_is_round_and_holds_the_largest),
		cmocka_unit_test(a_logarithmic_scale_lies_between_powers_of_ten),
		cmocka_unit_test(a_value_has_its_part),
		cmocka_unit_test(ticks_have_room_and_the_end_has_its_unit),
		cmocka_unit_test(figures_have_their_unit),
		cmocka_unit_test(the_ends_are_told_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
