/*
 * fake_incus.h - an ordinary Incus server in memory, as rows for fake_server.h.
 *
 * It has the pools "bt" (btrfs on a loop file), "d" (dir) and "odd/% name"
 * (dir, for the encoding), the image "busybox" and the instances that were
 * created: create (also with start), state changes, delete, copy, snapshots,
 * rebuild, move, files and lists work as on 6.0.4, each operation taking
 * `op_ms`. What a test is about goes
 * into rows of its own in front:
 *
 *	struct fake_incus *incus = fake_incus_new(20);
 *	struct fake *fake = fake_start(rows, fake_incus_rows(incus));
 *	...
 *	fake_stop(fake);
 *	fake_incus_free(incus);
 */
#ifndef TESTS_FAKE_INCUS_H
#define TESTS_FAKE_INCUS_H

#include <stdbool.h>
#include <stddef.h>

#include "fake_server.h"

#define FAKE_FINGERPRINT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

struct fake_incus;

struct fake_incus *fake_incus_new(unsigned op_ms);
void fake_incus_free(struct fake_incus *incus);
/* Live as long as `incus`. */
const struct fake_row *fake_incus_rows(struct fake_incus *incus);

/* ---- its memory ---- */
size_t fake_incus_count(struct fake_incus *incus);	/* instances there are */
/* An instance that was there before; run NULL: without our marks. */
void fake_incus_add(struct fake_incus *incus, const char *name, const char *pool, const char *run,
		    bool running);
bool fake_incus_has(struct fake_incus *incus, const char *name);

#endif
