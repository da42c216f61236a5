#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "server/ustar.h"

#define BLOCK 512

/* Offsets and lengths of the fields, as POSIX has them. */
enum { MODE = 100, SIZE = 124, SUM = 148, TYPE = 156, TARGET = 157, MAGIC = 257 };

struct archive {
	char *bytes;
	size_t len;
	FILE *out;
};

static int
begin(void **state)
{
	struct archive *archive = xcalloc(1, sizeof(*archive));

	archive->out = open_memstream(&archive->bytes, &archive->len);
	assert_non_null(archive->out);
	*state = archive;
	return 0;
}

static int
finish(void **state)
{
	struct archive *archive = *state;

	fclose(archive->out);
	free(archive->bytes);
	free(archive);
	return 0;
}

static unsigned
sum_of(const char *header)
{
	unsigned sum = 0;

	for (size_t i = 0; i < BLOCK; i++)
		sum += i >= SUM && i < SUM + 8 ? ' ' : (unsigned char)header[i];
	return sum;
}

static void
a_header_has_its_fields_and_sum(void **state)
{
	struct archive *archive = *state;
	struct err err;

	ustar_file(archive->out, "a/b", 0755, 01234567);
	ustar_symlink(archive->out, "c", "a/b");
	assert_int_equal(ustar_finish(archive->out, &err), 0);

	const char *file = archive->bytes;
	const char *link = archive->bytes + BLOCK;
	assert_string_equal(file, "a/b");
	assert_string_equal(file + MODE, "0000755");
	assert_string_equal(file + SIZE, "00001234567");
	assert_int_equal(file[TYPE], '0');
	assert_memory_equal(file + MAGIC, "ustar\00000", 8);
	assert_int_equal(strtoul(file + SUM, NULL, 8), sum_of(file));
	assert_int_equal(link[TYPE], '2');
	assert_string_equal(link + TARGET, "a/b");
	assert_int_equal(strtoul(link + SUM, NULL, 8), sum_of(link));
}

static void
a_file_fills_whole_blocks(void **state)
{
	static const struct { size_t size, blocks; } rows[] = {
		{ 0, 0 }, { 1, 1 }, { 511, 1 }, { 512, 1 }, { 513, 2 },
	};
	struct archive *archive = *state;

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char text[514] = "";
		size_t before;

		fflush(archive->out);
		before = archive->len;
		memset(text, 'x', rows[i].size);
		ustar_text(archive->out, "x", 0644, text);
		fflush(archive->out);
		assert_int_equal(archive->len - before, (1 + rows[i].blocks) * BLOCK);
	}
}

static void
the_end_is_two_blocks_of_zeros(void **state)
{
	static const char zeros[2 * BLOCK];
	struct archive *archive = *state;
	struct err err;

	ustar_dir(archive->out, "d", 0755);
	assert_int_equal(ustar_finish(archive->out, &err), 0);
	assert_int_equal(archive->len, 3 * BLOCK);
	assert_memory_equal(archive->bytes + BLOCK, zeros, sizeof(zeros));
}

static void
a_full_disk_is_told_at_the_end(void **state)
{
	FILE *full = fopen("/dev/full", "we");
	struct err err;

	(void)state;
	assert_non_null(full);
	ustar_text(full, "x", 0644, "text");
	assert_int_equal(ustar_finish(full, &err), -1);
	assert_non_null(strstr(err.text, "No space left"));
	fclose(full);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_header_has_its_fields_and_sum, begin, finish),
		cmocka_unit_test_setup_teardown(a_file_fills_whole_blocks, begin, finish),
		cmocka_unit_test_setup_teardown(the_end_is_two_blocks_of_zeros, begin, finish),
		cmocka_unit_test(a_full_disk_is_told_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
