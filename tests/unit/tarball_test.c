#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <archive.h>
#include <archive_entry.h>
#include <cmocka.h>

#include "server/tarball.h"

#define INDEX_PLAIN	"name: c1\nbackend: dir\noptimized: false\noptimized_header: false\n"
#define INDEX_OPTIMIZED "name: c1\nbackend: btrfs\noptimized: true\noptimized_header: true\n"

/* An archive as a server makes it: an index, and after it data that does not become smaller. */
struct made {
	char *bytes;
	size_t len;
};

static void
put(struct archive *archive, const char *name, const void *bytes, size_t len)
{
	struct archive_entry *entry = archive_entry_new();

	archive_entry_set_pathname(entry, name);
	archive_entry_set_size(entry, (la_int64_t)len);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
	assert_int_equal(archive_write_data(archive, bytes, len), (la_ssize_t)len);
	archive_entry_free(entry);
}

static struct made
make(const char *filter, const char *name, const char *index)
{
	static unsigned char data[1 << 20];
	struct archive *archive = archive_write_new();
	struct made made = { .bytes = xmalloc(2 * sizeof(data)) };
	uint64_t word = 1;

	for (size_t i = 0; i < sizeof(data); i++) {
		word = word * UINT64_C(6364136223846793005) + 1;
		data[i] = (unsigned char)(word >> 56);
	}
	assert_int_equal(archive_write_set_format_pax_restricted(archive), ARCHIVE_OK);
	if (filter)
		assert_int_equal(archive_write_add_filter_by_name(archive, filter), ARCHIVE_OK);
	assert_int_equal(archive_write_open_memory(archive, made.bytes, 2 * sizeof(data), &made.len),
			 ARCHIVE_OK);
	put(archive, name, index, strlen(index));
	put(archive, "backup/container.bin", data, sizeof(data));
	archive_write_free(archive);
	return made;
}

/* In pieces of this size, as they come from a connection. */
static void
pour(struct tarball *tarball, const struct made *made, size_t len, size_t piece)
{
	for (size_t at = 0; at < len; at += piece)
		tarball_add(tarball, made->bytes + at, len - at < piece ? len - at : piece);
}

static void
the_index_tells_the_form(void **state)
{
	static const struct {
		const char *filter, *name, *index;
		enum tarball_form form;
	} rows[] = {
		{ NULL, "backup/index.yaml", INDEX_PLAIN, TARBALL_PLAIN },
		{ NULL, "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_OPTIMIZED },
		{ "gzip", "backup/index.yaml", INDEX_PLAIN, TARBALL_PLAIN },
		{ "gzip", "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_OPTIMIZED },
		{ "zstd", "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_OPTIMIZED },
		/* no index, none first, and none that says it */
		{ NULL, "backup/container/index.yaml", INDEX_OPTIMIZED, TARBALL_UNKNOWN },
		{ NULL, "backup/index.yaml", "", TARBALL_UNKNOWN },
		{ NULL, "backup/index.yaml", "optimized: perhaps\n", TARBALL_UNKNOWN },
		{ NULL, "backup/index.yaml", "optimized: true", TARBALL_UNKNOWN },
		/* of a member of something, or in a text of somebody's */
		{ NULL, "backup/index.yaml", "config:\n  optimized: true\noptimized: false\n", TARBALL_PLAIN },
		{ NULL, "backup/index.yaml", "description: |\n  optimized: true\n", TARBALL_UNKNOWN },
		/* a filter that is not asked for */
		{ "bzip2", "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_UNKNOWN },
	};
	static const size_t pieces[] = { 1000, 16384, 1 << 22 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct made made = make(rows[i].filter, rows[i].name, rows[i].index);

		for (size_t p = 0; p < COUNTOF(pieces); p++) {
			struct tarball tarball = { 0 };

			pour(&tarball, &made, made.len, pieces[p]);
			assert_int_equal(tarball.bytes, made.len);
			assert_int_equal(tarball_form(&tarball), rows[i].form);
			assert_true(tarball.head.len <= TARBALL_HEAD);
			tarball_wipe(&tarball);
		}
		free(made.bytes);
	}
}

static void
the_end_mark_is_seen_and_missed(void **state)
{
	struct made made = make(NULL, "backup/index.yaml", INDEX_PLAIN);
	const struct {
		size_t len;
		bool end;
	} rows[] = {
		{ made.len, true },
		{ made.len - 1, false },
		{ made.len / 2, false },
		{ made.len / 2 / 512 * 512, false },
		{ 512, false },
		{ 0, false },
	};
	static const size_t pieces[] = { 1, 512, 700, 1 << 22 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		for (size_t p = 0; p < COUNTOF(pieces); p++) {
			struct tarball tarball = { 0 };

			pour(&tarball, &made, rows[i].len, pieces[p]);
			assert_int_equal(tarball_has_end(&tarball), rows[i].end);
			tarball_wipe(&tarball);
		}
	}
	free(made.bytes);
}

/* Whatever comes, the worst is that nothing is known; the sanitizers look on. */
static void
damaged_heads_do_no_harm(void **state)
{
	static const char *const filters[] = { NULL, "gzip", "zstd" };
	unsigned seed = 7;

	(void)state;
	for (size_t f = 0; f < COUNTOF(filters); f++) {
		struct made made = make(filters[f], "backup/index.yaml", INDEX_OPTIMIZED);

		for (int round = 0; round < 100; round++) {
			struct tarball tarball = { 0 };
			struct made copy = { xmalloc(8192), 8192 };

			memcpy(copy.bytes, made.bytes, copy.len);
			for (int i = 0; i < 8; i++)
				copy.bytes[(size_t)rand_r(&seed) % (round % 2 ? 600 : copy.len)] =
					(char)rand_r(&seed);
			pour(&tarball, &copy, (size_t)rand_r(&seed) % copy.len, 4096);
			assert_in_range(tarball_form(&tarball), TARBALL_UNKNOWN, TARBALL_OPTIMIZED);
			tarball_wipe(&tarball);
			free(copy.bytes);
		}
		free(made.bytes);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_index_tells_the_form),
		cmocka_unit_test(the_end_mark_is_seen_and_missed),
		cmocka_unit_test(damaged_heads_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
