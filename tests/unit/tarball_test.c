#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

#include "server/tarball.h"
#include "server/ustar.h"

#define INDEX_PLAIN	"name: c1\nbackend: dir\noptimized: false\noptimized_header: false\n"
#define INDEX_OPTIMIZED "name: c1\nbackend: btrfs\noptimized: true\noptimized_header: true\n"

/* An archive as a server makes it: an index, and after it data that does not become smaller. */
struct made {
	char *bytes;
	size_t len;
};

static struct made
plain(const char *name, const char *index)
{
	static unsigned char data[1 << 20];
	struct made made;
	FILE *out = open_memstream(&made.bytes, &made.len);
	uint64_t word = 1;
	struct err err;

	for (size_t i = 0; i < sizeof(data); i++) {
		word = word * UINT64_C(6364136223846793005) + 1;
		data[i] = (unsigned char)(word >> 56);
	}
	ustar_text(out, name, 0644, index);
	ustar_file(out, "backup/container.bin", 0644, sizeof(data));
	fwrite(data, sizeof(data), 1, out);
	assert_int_equal(ustar_finish(out, &err), 0);
	fclose(out);
	return made;
}

static struct made
gzip(const struct made *from)
{
	size_t room = 2 * from->len;
	struct made made = { .bytes = xmalloc(room) };
	z_stream stream = { .next_in = (unsigned char *)from->bytes,
			    .avail_in = (unsigned)from->len,
			    .next_out = (unsigned char *)made.bytes,
			    .avail_out = (unsigned)room };

	assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	made.len = stream.total_out;
	deflateEnd(&stream);
	return made;
}

static struct made
zstd(const struct made *from)
{
	size_t room = ZSTD_compressBound(from->len);
	struct made made = { .bytes = xmalloc(room) };

	made.len = ZSTD_compress(made.bytes, room, from->bytes, from->len, 3);
	assert_false(ZSTD_isError(made.len));
	return made;
}

/* Nothing that is read: the first bytes say bzip2. */
static struct made
bzip2(const struct made *from)
{
	struct made made = { .bytes = xmalloc(from->len), .len = from->len };

	memcpy(made.bytes, from->bytes, from->len);
	memcpy(made.bytes, "BZh9", 4);
	return made;
}

typedef struct made pack_fn(const struct made *from);

static struct made
make(pack_fn *pack, const char *name, const char *index)
{
	struct made unpacked = plain(name, index), made;

	if (!pack)
		return unpacked;
	made = pack(&unpacked);
	free(unpacked.bytes);
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
		pack_fn *pack;
		const char *name, *index;
		enum tarball_form form;
	} rows[] = {
		{ NULL, "backup/index.yaml", INDEX_PLAIN, TARBALL_PLAIN },
		{ NULL, "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_OPTIMIZED },
		{ gzip, "backup/index.yaml", INDEX_PLAIN, TARBALL_PLAIN },
		{ gzip, "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_OPTIMIZED },
		{ zstd, "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_OPTIMIZED },
		/* no index, none first, and none that says it */
		{ NULL, "backup/container/index.yaml", INDEX_OPTIMIZED, TARBALL_UNKNOWN },
		{ NULL, "backup/index.yaml", "", TARBALL_UNKNOWN },
		{ NULL, "backup/index.yaml", "optimized: perhaps\n", TARBALL_UNKNOWN },
		{ NULL, "backup/index.yaml", "optimized: true", TARBALL_UNKNOWN },
		/* of a member of something, or in a text of somebody's */
		{ NULL, "backup/index.yaml", "config:\n  optimized: true\noptimized: false\n", TARBALL_PLAIN },
		{ NULL, "backup/index.yaml", "description: |\n  optimized: true\n", TARBALL_UNKNOWN },
		/* a filter that is not asked for */
		{ bzip2, "backup/index.yaml", INDEX_OPTIMIZED, TARBALL_UNKNOWN },
	};
	static const size_t pieces[] = { 1000, 16384, 1 << 22 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct made made = make(rows[i].pack, rows[i].name, rows[i].index);

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

static enum tarball_form
form_of(const void *bytes, size_t len)
{
	struct tarball tarball = { 0 };
	enum tarball_form form;

	tarball_add(&tarball, bytes, len);
	form = tarball_form(&tarball);
	tarball_wipe(&tarball);
	return form;
}

static void
an_index_is_read_as_far_as_it_has_come(void **state)
{
	static pack_fn *const packs[] = { NULL, gzip, zstd };
	autobuf text = { 0 };

	(void)state;
	buf_puts(&text, "optimized: true\n");
	while (text.len < 3000)
		buf_puts(&text, "# and more\n");
	for (size_t i = 0; i < COUNTOF(packs); i++) {
		struct made made = make(packs[i], "backup/index.yaml", text.data);

		assert_int_equal(form_of(made.bytes, made.len), TARBALL_OPTIMIZED);
		for (size_t len = 0; len < 20; len++)
			assert_int_equal(form_of(made.bytes, len), TARBALL_UNKNOWN);
		free(made.bytes);
	}
}

/* What follows the index is another's text, and a size that is claimed is no more than that. */
static void
an_index_ends_where_its_size_says(void **state)
{
	static const struct {
		uint64_t size;
		enum tarball_form form;
	} rows[] = {
		{ 0, TARBALL_UNKNOWN },
		{ 15, TARBALL_UNKNOWN },
		{ 16, TARBALL_OPTIMIZED },
		{ UINT64_C(8) * 1024 * 1024 * 1024 - 1, TARBALL_OPTIMIZED },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct made made;
		FILE *out = open_memstream(&made.bytes, &made.len);

		ustar_file(out, "backup/index.yaml", 0644, rows[i].size);
		fputs("optimized: true\noptimized: false\n", out);
		fclose(out);
		assert_int_equal(form_of(made.bytes, made.len), rows[i].form);
		free(made.bytes);
	}
}

static void
what_is_no_archive_tells_nothing(void **state)
{
	static char zeros[2048], text[] = "optimized: true\n";

	(void)state;
	assert_int_equal(form_of(zeros, sizeof(zeros)), TARBALL_UNKNOWN);
	assert_int_equal(form_of(text, strlen(text)), TARBALL_UNKNOWN);
	assert_int_equal(form_of("\x1f\x8b", 2), TARBALL_UNKNOWN);
	assert_int_equal(form_of("\x28\xb5\x2f\xfd", 4), TARBALL_UNKNOWN);
}

/* Whatever comes, the worst is that nothing is known; the sanitizers look on. */
static void
damaged_heads_do_no_harm(void **state)
{
	static pack_fn *const packs[] = { NULL, gzip, zstd };
	unsigned seed = 7;

	(void)state;
	for (size_t f = 0; f < COUNTOF(packs); f++) {
		struct made made = make(packs[f], "backup/index.yaml", INDEX_OPTIMIZED);

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
		cmocka_unit_test(an_index_is_read_as_far_as_it_has_come),
		cmocka_unit_test(an_index_ends_where_its_size_says),
		cmocka_unit_test(what_is_no_archive_tells_nothing),
		cmocka_unit_test(damaged_heads_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
