#include "server/ustar.h"

#include <assert.h>
#include <string.h>

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
_Static_assert(sizeof(struct header) == USTAR_BLOCK, "a header is one block");

/* Octal digits up to the last byte of the field, which stays NUL. */
static void
put_octal(char *field, size_t room, uint64_t value)
{
	for (size_t i = room - 1; i-- > 0; value >>= 3)
		field[i] = (char)('0' + (value & 7));
	assert(value == 0);
}

/* Octal digits, ended by a blank, a NUL or the field. */
static bool
get_octal(const char *field, size_t room, uint64_t *ret)
{
	uint64_t value = 0;
	size_t i = 0;

	for (; i < room && field[i] >= '0' && field[i] <= '7'; i++)
		value = value << 3 | (uint64_t)(field[i] - '0');
	if (i == 0 || (i < room && field[i] != ' ' && field[i] != '\0'))
		return false;
	*ret = value;
	return true;
}

/* The sum is taken as if its own field were blank. */
static unsigned
checksum(const struct header *header)
{
	struct header blank = *header;
	const unsigned char *byte = (const unsigned char *)&blank;
	unsigned sum = 0;

	memset(blank.checksum, ' ', sizeof(blank.checksum));
	for (size_t i = 0; i < sizeof(blank); i++)
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

	put_octal(header.checksum, 7, checksum(&header));
	header.checksum[7] = ' ';
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
	static const char zeros[USTAR_BLOCK];

	if (size % USTAR_BLOCK)
		fwrite(zeros, USTAR_BLOCK - size % USTAR_BLOCK, 1, out);
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
	static const char end[2 * USTAR_BLOCK];

	fwrite(end, sizeof(end), 1, out);
	if (fflush(out) != 0 || ferror(out))
		return err_sys(err, "write the archive");
	return 0;
}

bool
ustar_read_file(const void *block, struct ustar_member *ret)
{
	struct header header;
	uint64_t sum, size;

	memcpy(&header, block, sizeof(header));
	if (memcmp(header.magic, "ustar", 5) != 0 || (header.type != '0' && header.type != '\0') ||
	    *header.prefix || !get_octal(header.checksum, sizeof(header.checksum), &sum) ||
	    sum != checksum(&header) || !get_octal(header.size, sizeof(header.size), &size))
		return false;
	snprintf(ret->name, sizeof(ret->name), "%.*s", (int)sizeof(header.name), header.name);
	ret->size = size;
	return true;
}
