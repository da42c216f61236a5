#include "server/ustar.h"

#include <assert.h>
#include <string.h>

#define BLOCK 512
#define MEMBER_TIME 1735689600	/* 2025-01-01: any fixed time will do, 1970 looks like a fault */

struct header {
	char name[100];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char mtime[12];
	char checksum[8];
	char type;
	char target[100];
	char magic[6];
	char version[2];
	char user[32];
	char group[32];
	char device_major[8];
	char device_minor[8];
	char prefix[155];
	char unused[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is one block");

/* Octal digits up to the last byte of the field, which stays NUL. */
static void
put_octal(char *field, size_t room, uint64_t value)
{
	for (size_t i = room - 1; i-- > 0; value >>= 3)
		field[i] = (char)('0' + (value & 7));
	assert(value == 0);
}

static unsigned
checksum(const struct header *header)
{
	const unsigned char *byte = (const unsigned char *)header;
	unsigned sum = 0;

	for (size_t i = 0; i < sizeof(*header); i++)
		sum += byte[i];
	return sum;
}

static void
put_header(FILE *out, char type, const char *name, unsigned mode, uint64_t size, const char *target)
{
	struct header header = { .type = type, .magic = "ustar", .version = { '0', '0' } };

	assert(strlen(name) < sizeof(header.name) && strlen(target) < sizeof(header.target));
	memcpy(header.name, name, strlen(name));
	memcpy(header.target, target, strlen(target));
	memcpy(header.user, "root", 4);
	memcpy(header.group, "root", 4);
	put_octal(header.mode, sizeof(header.mode), mode);
	put_octal(header.uid, sizeof(header.uid), 0);
	put_octal(header.gid, sizeof(header.gid), 0);
	put_octal(header.size, sizeof(header.size), size);
	put_octal(header.mtime, sizeof(header.mtime), MEMBER_TIME);

	/* The sum is taken as if its own field were blank. */
	memset(header.checksum, ' ', sizeof(header.checksum));
	put_octal(header.checksum, 7, checksum(&header));
	header.checksum[6] = '\0';
	fwrite(&header, sizeof(header), 1, out);
}

void
ustar_dir(FILE *out, const char *name, unsigned mode)
{
	put_header(out, '5', name, mode, 0, "");
}

void
ustar_symlink(FILE *out, const char *name, const char *target)
{
	put_header(out, '2', name, 0777, 0, target);
}

void
ustar_file(FILE *out, const char *name, unsigned mode, uint64_t size)
{
	put_header(out, '0', name, mode, size, "");
}

void
ustar_pad(FILE *out, uint64_t size)
{
	static const char zeros[BLOCK];

	if (size % BLOCK)
		fwrite(zeros, BLOCK - size % BLOCK, 1, out);
}

void
ustar_text(FILE *out, const char *name, unsigned mode, const char *text)
{
	size_t len = strlen(text);

	ustar_file(out, name, mode, len);
	fwrite(text, 1, len, out);
	ustar_pad(out, len);
}

int
ustar_finish(FILE *out, struct err *err)
{
	static const char end[2 * BLOCK];

	fwrite(end, sizeof(end), 1, out);
	if (fflush(out) != 0 || ferror(out))
		return err_sys(err, "write the archive");
	return 0;
}
