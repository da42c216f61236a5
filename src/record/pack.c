#include "record/pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/xdg.h"

#define NAME_LEN 8
#define SUM_LEN	 8
#define FILE_MAX (256u << 20)

/* FNV-1a of 64 bits, a word at a time: it need not withstand anybody, only tell torn from whole. */
static uint64_t
sum_of(const char *bytes, size_t len)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
	return sum;
}

static void
break_off(struct pack *pack)
{
	pack->broken = true;
	pack->at = pack->bytes.len;
}

static void
put_fixed(struct pack *pack, uint64_t value, unsigned len)
{
	for (unsigned i = 0; i < len; i++)
		buf_putc(&pack->bytes, (char)(value >> 8 * i));
}

static uint64_t
get_fixed(struct pack *pack, unsigned len)
{
	uint64_t value = 0;

	if (pack->bytes.len - pack->at < len) {
		break_off(pack);
		return 0;
	}
	for (unsigned i = 0; i < len; i++)
		value |= (uint64_t)(unsigned char)pack->bytes.data[pack->at++] << 8 * i;
	return value;
}

/* Seven bits a byte, the lowest first; a byte with the highest bit set is not the last. */
static void
put_number(struct pack *pack, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		buf_putc(&pack->bytes, (char)(value | 0x80));
	buf_putc(&pack->bytes, (char)value);
}

static uint64_t
get_number(struct pack *pack)
{
	uint64_t value = 0;
	unsigned char byte;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		byte = (unsigned char)get_fixed(pack, 1);
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	break_off(pack);
	return 0;
}

/* ---- values ---- */

/* One more than it is, so that UNKNOWN, the largest, takes one byte and not ten. */
void
pack_u64(struct pack *pack, uint64_t *value)
{
	if (pack->reading)
		*value = get_number(pack) - 1;
	else
		put_number(pack, *value + 1);
	if (pack->broken)
		*value = 0;
}

void
pack_i64(struct pack *pack, int64_t *value)
{
	uint64_t bits = (uint64_t)*value << 1 ^ (uint64_t)(*value < 0 ? -1 : 0);

	pack_u64(pack, &bits);
	*value = (int64_t)(bits >> 1 ^ (bits & 1 ? UINT64_MAX : 0));
}

void
pack_u32(struct pack *pack, uint32_t *value)
{
	pack_word(pack, value, UINT32_MAX);
}

void
pack_size(struct pack *pack, size_t *value)
{
	uint64_t number = *value == SIZE_MAX ? UINT64_MAX : *value;

	pack_u64(pack, &number);
	*value = number == UINT64_MAX ? SIZE_MAX : (size_t)number;
}

void
pack_bool(struct pack *pack, bool *value)
{
	unsigned bit = *value;

	pack_word(pack, &bit, 1);
	*value = bit;
}

void
pack_real(struct pack *pack, double *value)
{
	uint64_t bits;

	memcpy(&bits, value, sizeof(bits));
	if (pack->reading)
		bits = get_fixed(pack, sizeof(bits));
	else
		put_fixed(pack, bits, sizeof(bits));
	memcpy(value, &bits, sizeof(bits));
}

void
pack_float(struct pack *pack, float *value)
{
	uint32_t bits;

	memcpy(&bits, value, sizeof(bits));
	if (pack->reading)
		bits = (uint32_t)get_fixed(pack, sizeof(bits));
	else
		put_fixed(pack, bits, sizeof(bits));
	memcpy(value, &bits, sizeof(bits));
}

void
pack_text(struct pack *pack, char **text)
{
	bool some = *text != NULL;
	size_t len = some && !pack->reading ? strlen(*text) : 0;

	pack_bool(pack, &some);
	if (!some) {
		*text = NULL;
		return;
	}
	pack_count(pack, &len);
	if (pack->reading) {
		*text = xstrndup(buf_text(&pack->bytes) + pack->at, len);
		pack->at += len;
	} else {
		buf_add(&pack->bytes, *text, len);
	}
}

void
pack_chars(struct pack *pack, char *text, size_t size)
{
	char *copy = pack->reading ? NULL : xstrdup(text);

	pack_text(pack, &copy);
	if (pack->reading && copy && strlen(copy) >= size)
		break_off(pack);
	if (pack->reading) {
		memset(text, 0, size);
		if (copy && !pack->broken)
			memcpy(text, copy, strlen(copy));
	}
	free(copy);
}

void
pack_index(struct pack *pack, size_t *value, size_t max)
{
	pack_size(pack, value);
	if (!pack->reading || *value <= max)
		return;
	break_off(pack);
	*value = 0;
}

void
pack_word(struct pack *pack, unsigned *value, unsigned max)
{
	size_t number = *value;

	pack_index(pack, &number, max);
	*value = (unsigned)number;
}

void
pack_count(struct pack *pack, size_t *n)
{
	pack_size(pack, n);
	if (!pack->reading || *n <= pack->bytes.len - pack->at)
		return;
	break_off(pack);
	*n = 0;
}

/* ---- files ---- */

void
pack_begin(struct pack *pack, const char *name, unsigned version)
{
	*pack = (struct pack){ 0 };
	buf_add(&pack->bytes, name, NAME_LEN);
	put_fixed(pack, version, 4);
}

int
pack_save(struct pack *pack, const char *path, struct err *err)
{
	put_fixed(pack, sum_of(pack->bytes.data, pack->bytes.len), SUM_LEN);
	return xdg_write_again(path, pack->bytes.data, pack->bytes.len, err);
}

/* The sum is taken off the end, so that the contents end where the pack does. */
static bool
is_sound(struct pack *pack, const char *name, unsigned version)
{
	uint64_t sum;

	if (pack->bytes.len < NAME_LEN + 4 + SUM_LEN ||
	    memcmp(pack->bytes.data, name, NAME_LEN) != 0)
		return false;
	pack->at = pack->bytes.len - SUM_LEN;
	sum = get_fixed(pack, SUM_LEN);
	pack->bytes.len -= SUM_LEN;
	pack->at = NAME_LEN;
	return get_fixed(pack, 4) == version && sum == sum_of(pack->bytes.data, pack->bytes.len);
}

int
pack_load(struct pack *pack, const char *path, const char *name, unsigned version)
{
	struct err ignored;

	*pack = (struct pack){ .reading = true };
	if (xdg_read_file(path, FILE_MAX, &pack->bytes.data, &pack->bytes.len, &ignored))
		return -1;
	return is_sound(pack, name, version) ? 0 : -1;
}

bool
pack_is_whole(const struct pack *pack)
{
	return !pack->broken && pack->at == pack->bytes.len;
}

void
pack_wipe(struct pack *pack)
{
	buf_wipe(&pack->bytes);
}
