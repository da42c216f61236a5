#include "server/tarball.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "server/ustar.h"

#define END_BLOCKS	    2
#define PIECE		    4096
#define INDEX_MAX	    (1u << 20) /* bytes of an index that are read */
#define GZIP_WINDOW	    (16 + 15)  /* 15 is the largest there is, and 16 is for a gzip header */
#define ZSTD_WINDOW_LOG_MAX 23 /* 8 MiB: what RFC 8878 asks of every reader; zstd makes 2 MiB */

/* zstd unpacks up to 128 KiB at once, and random bytes become no fewer by packing. */
_Static_assert(TARBALL_HEAD > (128u << 10), "room for what zstd wants to have at once");

static uint64_t
count_zeros_at_end(const unsigned char *bytes, size_t len)
{
	size_t n = 0;

	while (n < len && bytes[len - 1 - n] == 0)
		n++;
	return n;
}

void
tarball_add(struct tarball *tarball, const void *bytes, size_t len)
{
	size_t looked_at = len < USTAR_BLOCK * END_BLOCKS ? len : USTAR_BLOCK * END_BLOCKS;
	const unsigned char *end = (const unsigned char *)bytes + len;
	uint64_t zeros = count_zeros_at_end(end - looked_at, looked_at);
	size_t room = TARBALL_HEAD - tarball->head.len;

	tarball->bytes += len;
	tarball->zeros = zeros == len ? tarball->zeros + len : zeros;
	buf_add(&tarball->head, bytes, len < room ? len : room);
}

bool
tarball_has_end(const struct tarball *tarball)
{
	return tarball->bytes % USTAR_BLOCK == 0 && tarball->zeros >= USTAR_BLOCK * END_BLOCKS;
}

/* ---- the index ---- */

/* A key of the outermost level stands at the beginning of a line, and only such a one does. */
static enum tarball_form
form_in_index(const char *text)
{
	static const struct {
		const char *line;
		enum tarball_form form;
	} rows[] = {
		{ "optimized: true\n", TARBALL_OPTIMIZED },
		{ "optimized: false\n", TARBALL_PLAIN },
	};

	for (const char *line = text; line;
	     line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		for (size_t i = 0; i < COUNTOF(rows); i++)
			if (strncmp(line, rows[i].line, strlen(rows[i].line)) == 0)
				return rows[i].form;
	return TARBALL_UNKNOWN;
}

/* How much of what is still wanted fits into a piece. */
static size_t
next_piece(const struct buf *out, size_t want)
{
	return want - out->len < PIECE ? want - out->len : PIECE;
}

static void
unpack_gzip(const struct buf *head, size_t want, struct buf *out)
{
	z_stream stream = { .next_in = (unsigned char *)head->data,
			    .avail_in = (unsigned)head->len };
	int state = inflateInit2(&stream, GZIP_WINDOW);
	unsigned char piece[PIECE];

	if (state == Z_MEM_ERROR)
		mem_exhausted();
	while (state == Z_OK && out->len < want) {
		stream.next_out = piece;
		stream.avail_out = (unsigned)next_piece(out, want);
		state = inflate(&stream, Z_NO_FLUSH);
		buf_add(out, piece, (size_t)(stream.next_out - piece));
	}
	inflateEnd(&stream);
}

static void
unpack_zstd(const struct buf *head, size_t want, struct buf *out)
{
	ZSTD_DStream *stream = ZSTD_createDStream();
	ZSTD_inBuffer in = { .src = head->data, .size = head->len };
	char piece[PIECE];
	bool going = true;

	if (!stream)
		mem_exhausted();
	ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG_MAX);
	while (going && out->len < want) {
		ZSTD_outBuffer next = { .dst = piece, .size = next_piece(out, want) };

		going = !ZSTD_isError(ZSTD_decompressStream(stream, &next, &in)) && next.pos > 0;
		buf_add(out, piece, going ? next.pos : 0);
	}
	ZSTD_freeDStream(stream);
}

static void
copy_plain(const struct buf *head, size_t want, struct buf *out)
{
	buf_add(out, buf_text(head), head->len < want ? head->len : want);
}

/* The archive's first `want` bytes, or as many as there are. */
static void
unpack(const struct buf *head, size_t want, struct buf *out)
{
	static const struct {
		const char *magic;
		size_t len;
		void (*unpack)(const struct buf *head, size_t want, struct buf *out);
	} rows[] = {
		{ "\x1f\x8b", 2, unpack_gzip },
		{ "\x28\xb5\x2f\xfd", 4, unpack_zstd },
		{ "", 0, copy_plain },
	};
	size_t i = 0;

	while (head->len < rows[i].len || memcmp(buf_text(head), rows[i].magic, rows[i].len) != 0)
		i++;
	rows[i].unpack(head, want, out);
}

enum tarball_form
tarball_form(const struct tarball *tarball)
{
	autobuf header = { 0 }, index = { 0 };
	struct ustar_member member;

	unpack(&tarball->head, USTAR_BLOCK, &header);
	if (header.len < USTAR_BLOCK || !ustar_read_file(header.data, &member) ||
	    strcmp(member.name, "backup/index.yaml") != 0)
		return TARBALL_UNKNOWN;
	unpack(&tarball->head, USTAR_BLOCK + (member.size < INDEX_MAX ? member.size : INDEX_MAX),
	       &index);
	return form_in_index(buf_text(&index) + USTAR_BLOCK);
}

void
tarball_wipe(struct tarball *tarball)
{
	buf_wipe(&tarball->head);
	*tarball = (struct tarball){ 0 };
}
