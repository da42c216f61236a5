/*
 * sandbox_image.h - the images of a sandbox, made on the spot without a network.
 *
 * Each is a unified Incus or LXD image: an uncompressed tar archive of
 * metadata.yaml and rootfs/. The same busybox always gives the same bytes and
 * so the same fingerprint. Uncompressed, because then a create on a pool
 * measures the pool and not a decompressor.
 */
#ifndef SERVER_SANDBOX_IMAGE_H
#define SERVER_SANDBOX_IMAGE_H

#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

/* Of an image's properties the one that is its alias, whatever the server calls it. */
#define SANDBOX_IMAGE_PROPERTY "release"

struct sandbox_image {
	const char *alias;
	const char *description;
	const struct file_set *files;	/* ends with a count of 0; NULL: busybox alone */
};

extern const struct sandbox_image sandbox_images[];
extern const size_t sandbox_image_count;

/* Writes the whole archive to `out`, which the caller opened and closes. */
int sandbox_image_write(const struct sandbox_image *image, FILE *out, struct err *err);

#endif
