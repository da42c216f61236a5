#include "server/tarball.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#define BLOCK	   512
#define END_BLOCKS 2
#define INDEX_MAX  (1u << 20) /* bytes of an index that is read */

/* It unpacks up to 128 KiB at once, and random bytes become no fewer by packing. */
_Static_assert(TARBALL_HEAD > (128u << 10), "room for what libarchive wants to have at once");

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
	size_t looked_at = len < BLOCK * END_BLOCKS ? len : BLOCK * END_BLOCKS;
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
	return tarball->bytes % BLOCK == 0 && tarball->zeros >= BLOCK * END_BLOCKS;
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

static enum tarball_form
read_index(struct archive *archive)
{
	autobuf text = { 0 };
	char piece[4096];
	ssize_t len;

	while (text.len < INDEX_MAX && (len = archive_read_data(archive, piece, sizeof(piece))) > 0)
		buf_add(&text, piece, (size_t)len);
	return form_in_index(buf_text(&text));
}

/* No other formats and no programs: ARCHIVE_WARN would be that it calls one. */
static bool
open_head(struct archive *archive, const struct buf *head)
{
	return archive_read_support_format_tar(archive) == ARCHIVE_OK &&
	       archive_read_support_filter_gzip(archive) == ARCHIVE_OK &&
	       archive_read_support_filter_zstd(archive) == ARCHIVE_OK &&
	       archive_read_open_memory(archive, buf_text(head), head->len) == ARCHIVE_OK;
}

enum tarball_form
tarball_form(const struct tarball *tarball)
{
	struct archive *archive = archive_read_new();
	enum tarball_form form = TARBALL_UNKNOWN;
	struct archive_entry *entry;

	if (!archive)
		mem_exhausted();
	if (open_head(archive, &tarball->head) &&
	    archive_read_next_header(archive, &entry) == ARCHIVE_OK &&
	    archive_entry_pathname(entry) &&
	    strcmp(archive_entry_pathname(entry), "backup/index.yaml") == 0)
		form = read_index(archive);
	archive_read_free(archive);
	return form;
}

void
tarball_wipe(struct tarball *tarball)
{
	buf_wipe(&tarball->head);
	*tarball = (struct tarball){ 0 };
}
