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

#define BLOCK USTAR_BLOCK

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

/* A header of ours, with these bytes put into it at `at`; its sum is made right again, or is not. */
static void
spoil(char header[BLOCK], size_t at, const char *bytes, size_t len, bool right)
{
	autofree_mem char *text = NULL;
	size_t room;
	FILE *out = open_memstream(&text, &room);
	char sum[8];

	ustar_file(out, "a/b", 0644, 01234567);
	fclose(out);
	memcpy(header, text, BLOCK);
	memcpy(header + at, bytes, len);
	if (!right)
		return;
	snprintf(sum, sizeof(sum), "%06o", sum_of(header));
	memcpy(header + SUM, sum, sizeof(sum));
}

static void
a_header_of_a_file_is_read(void **state)
{
	static const struct {
		size_t at;
		const char *bytes;
		size_t len;
		const char *name;
		uint64_t size;
	} rows[] = {
		{ 0, "", 0, "a/b", 01234567 },
		{ TYPE, "\0", 1, "a/b", 01234567 },	/* as it was before POSIX */
		{ MAGIC, "ustar  \0", 8, "a/b", 01234567 },	/* as GNU has it */
		{ SIZE, "00000000017 ", 12, "a/b", 15 },
		{ SIZE, "777777777777", 12, "a/b", 0777777777777 },
		{ 0, "0123456789012345678901234567890123456789012345678901234567890123456789"
		     "012345678901234567890123456789", 100,
		  "0123456789012345678901234567890123456789012345678901234567890123456789"
		  "012345678901234567890123456789", 01234567 },
	};
	char header[BLOCK];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct ustar_member member;

		spoil(header, rows[i].at, rows[i].bytes, rows[i].len, true);
		assert_true(ustar_read_file(header, &member));
		assert_string_equal(member.name, rows[i].name);
		assert_int_equal(member.size, rows[i].size);
	}
}

static void
what_is_no_header_of_a_file_is_refused(void **state)
{
	static const struct {
		size_t at;
		const char *bytes;
		size_t len;
		bool right;
	} rows[] = {
		{ 0, "b", 1, false },				/* the sum is another's */
		{ SUM, "99999999", 8, false },			/* and this is none */
		{ SUM, "\0\0\0\0\0\0\0\0", 8, false },
		{ MAGIC, "ustam", 5, true },
		{ TYPE, "5", 1, true },				/* a folder */
		{ TYPE, "x", 1, true },				/* a pax header */
		{ 345, "before", 6, true },			/* a name in two parts */
		{ SIZE, "\x80\0\0\0\0\0\0\0\0\0\0\x10", 12, true },	/* base 256 */
		{ SIZE, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12, true },
		{ SIZE, "-0000000001", 12, true },
		{ SIZE, "0000000000x", 12, true },
		{ SIZE, "\0\0\0\0\0\0\0\0\0\0\0\0", 12, true },
	};
	char header[BLOCK];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct ustar_member member = { .size = 7 };

		spoil(header, rows[i].at, rows[i].bytes, rows[i].len, rows[i].right);
		assert_false(ustar_read_file(header, &member));
		assert_int_equal(member.size, 7);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_header_has_its_fields_and_sum, begin, finish),
		cmocka_unit_test_setup_teardown(a_file_fills_whole_blocks, begin, finish),
		cmocka_unit_test_setup_teardown(the_end_is_two_blocks_of_zeros, begin, finish),
		cmocka_unit_test(a_header_of_a_file_is_read),
		cmocka_unit_test(what_is_no_header_of_a_file_is_refused),
		cmocka_unit_test(a_full_disk_is_told_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
