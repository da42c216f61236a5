#include "bench/filling.h"

#include <string.h>

#include "base/splitmix.h"

#define MIB	    (UINT64_C(1) << 20)
#define GROUP	    (16 * MIB)
#define SMALL	    (64 * UINT64_C(1024))
#define SMALL_FILES 16
#define LARGE	    (GROUP - SMALL_FILES * SMALL)

/* The large file of each group is its first, and what of the last group is missing is missing at
 * its end. */
uint64_t
filling_size(unsigned mib, uint32_t i)
{
	uint64_t group = i / (1 + SMALL_FILES), place = i % (1 + SMALL_FILES);
	uint64_t start = group * GROUP + (place ? LARGE + (place - 1) * SMALL : 0);
	uint64_t size = place ? SMALL : LARGE, all = mib * MIB;

	if (start >= all)
		return 0;
	return size < all - start ? size : all - start;
}

void
filling_bytes(uint32_t i, uint64_t offset, void *to, size_t len)
{
	uint64_t seed = splitmix(i + 1);
	unsigned char *out = to;

	while (len > 0) {
		uint64_t word = splitmix(seed + (offset / 8 + 1) * SPLITMIX_STEP);
		size_t skip = offset % 8;
		size_t n = 8 - skip < len ? 8 - skip : len;

		memcpy(out, (unsigned char *)&word + skip, n);
		out += n;
		offset += n;
		len -= n;
	}
}
