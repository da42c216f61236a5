#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void
empty_one_reads_as_no_text(void **state)
{
	autobuf buf = { 0 };
	autofree_mem char *stolen = NULL;

	(void)state;
	assert_string_equal(buf_text(&buf), "");
	buf_add(&buf, NULL, 0);
	assert_string_equal(buf_text(&buf), "");
	buf_clear(&buf);
	buf_drop(&buf, 0);
	buf_wipe(&buf);
	stolen = buf_steal(&buf);
	assert_string_equal(stolen, "");
}

static void
adds_at_the_end(void **state)
{
	autobuf buf = { 0 };

	(void)state;
	buf_puts(&buf, "pool");
	buf_putc(&buf, ' ');
	buf_printf(&buf, "%s %d", "btrfs", 7);
	buf_add(&buf, "!?", 1);
	assert_string_equal(buf_text(&buf), "pool btrfs 7!");
	assert_int_equal(buf.len, strlen("pool btrfs 7!"));
}

static void
printf_of_nothing_adds_nothing(void **state)
{
	autobuf buf = { 0 };

	(void)state;
	buf_printf(&buf, "%s", "");
	assert_int_equal(buf.len, 0);
	assert_string_equal(buf_text(&buf), "");
}

static void
holds_bytes_of_any_value(void **state)
{
	static const char bytes[] = { 'a', '\0', '\xff', '\n' };
	autobuf buf = { 0 };

	(void)state;
	buf_add(&buf, bytes, sizeof(bytes));
	assert_int_equal(buf.len, sizeof(bytes));
	assert_memory_equal(buf.data, bytes, sizeof(bytes));
	assert_int_equal(buf.data[buf.len], '\0');
}

static void
grows_far_beyond_its_first_room(void **state)
{
	autobuf buf = { 0 };

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_putc(&buf, (char)('a' + i % 26));
	assert_int_equal(buf.len, 100000);
	for (int i = 0; i < 100000; i++)
		assert_int_equal(buf.data[i], 'a' + i % 26);
	buf_printf(&buf, "%0200000d", 0);
	assert_int_equal(buf.len, 300000);
}

static void
drops_from_the_front(void **state)
{
	static const struct {
		size_t len;
		const char *want;
	} rows[] = {
		{ 0, "one\ntwo" },
		{ 4, "two" },
		{ 7, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf buf = { 0 };

		buf_puts(&buf, "one\ntwo");
		buf_drop(&buf, rows[i].len);
		assert_string_equal(buf_text(&buf), rows[i].want);
		assert_int_equal(buf.len, strlen(rows[i].want));
	}
}

static void
stolen_text_is_the_callers(void **state)
{
	autobuf buf = { 0 };
	autofree_mem char *text = NULL;

	(void)state;
	buf_puts(&buf, "kept");
	text = buf_steal(&buf);
	buf_puts(&buf, "new");
	assert_string_equal(text, "kept");
	assert_string_equal(buf_text(&buf), "new");
}

static void
clearing_keeps_the_room(void **state)
{
	autobuf buf = { 0 };
	size_t room;

	(void)state;
	buf_puts(&buf, "some text that needs room");
	room = buf.room;
	buf_clear(&buf);
	assert_string_equal(buf_text(&buf), "");
	assert_int_equal(buf.room, room);
	buf_wipe(&buf);
	assert_null(buf.data);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_one_reads_as_no_text),
		cmocka_unit_test(adds_at_the_end),
		cmocka_unit_test(printf_of_nothing_adds_nothing),
		cmocka_unit_test(holds_bytes_of_any_value),
		cmocka_unit_test(grows_far_beyond_its_first_room),
		cmocka_unit_test(drops_from_the_front),
		cmocka_unit_test(stolen_text_is_the_callers),
		cmocka_unit_test(clearing_keeps_the_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
