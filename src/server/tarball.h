/*
 * tarball.h - an export's archive, looked at while it passes and is not kept.
 *
 * It is counted; its last bytes tell whether it ends as a tar archive does, and
 * its first ones what the server has made: whether a wish for the driver's own
 * form was honoured is told nowhere but in the archive's own index.
 *
 * The bytes are another's. They are unpacked to a bound, and whatever they
 * are, the worst that comes of it is that nothing is known.
 *
 * Source of the formats: POSIX.1-2017 pax, "ustar Interchange Format"; the
 * exports of Incus 6.0.4, whose first member is backup/index.yaml.
 */
#ifndef SERVER_TARBALL_H
#define SERVER_TARBALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* So many of the first bytes are looked at, at most. */
#define TARBALL_HEAD (256u << 10)

struct tarball {
	uint64_t bytes;
	uint64_t zeros;		/* how many of the last ones are zero */
	struct buf head;	/* the first ones, as many as are looked at */
};

/* A zeroed one is one of which nothing has come yet. */
void tarball_add(struct tarball *tarball, const void *bytes, size_t len);
/* Of one that is not compressed: whether it is whole blocks and has the end mark. */
bool tarball_has_end(const struct tarball *tarball);

enum tarball_form {
	TARBALL_UNKNOWN,	/* it has no index that can be read */
	TARBALL_PLAIN,
	TARBALL_OPTIMIZED,
};
/* Compressed with gzip, zstd or not at all. */
enum tarball_form tarball_form(const struct tarball *tarball);
void tarball_wipe(struct tarball *tarball);

#endif
