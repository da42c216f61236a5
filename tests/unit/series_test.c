#include "record/series.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static void
starts_empty(void **state)
{
	struct series series;

	(void)state;
	series_init(&series);
	assert_true(isnan(series.last));
	assert_true(isnan(series_back(&series, 0)));
	assert_true(isnan(series_max(&series, SERIES_ROOM)));
}

static void
keeps_the_newest(void **state)
{
	struct series series;

	(void)state;
	series_init(&series);
	for (int i = 0; i < SERIES_ROOM + 10; i++)
		series_add(&series, i);
	assert_int_equal(series.count, SERIES_ROOM);
	assert_true(series.last == SERIES_ROOM + 9);
	assert_true(series_back(&series, 0) == SERIES_ROOM + 9);
	assert_true(series_back(&series, SERIES_ROOM - 1) == 10);
	assert_true(isnan(series_back(&series, SERIES_ROOM)));
}

static void
a_gap_is_no_value(void **state)
{
	struct series series;

	(void)state;
	series_init(&series);
	series_add(&series, 9);
	series_add(&series, NAN);
	assert_true(isnan(series.last));
	assert_true(isnan(series_max(&series, 1)));
	assert_true(series_max(&series, 2) == 9);
	series_add(&series, 3);
	assert_true(series_max(&series, 2) == 3);
	assert_true(series_max(&series, 99) == 9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(starts_empty),
		cmocka_unit_test(keeps_the_newest),
		cmocka_unit_test(a_gap_is_no_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
