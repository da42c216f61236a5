#include "server/sandbox_stock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/sandbox_daemon.h"
#include "server/sandbox_image.h"
#include "server/sandbox_pool.h"

static int
make_pools(struct sandbox_client *client, const char *dir, const char *name,
	   const struct sandbox_teller *teller, struct sandbox_record *record, struct err *err)
{
	unsigned made = 0;
	struct err reason = { 0 };

	for (size_t i = 0; i < SANDBOX_POOLS; i++) {
		const struct sandbox_pool *pool = &sandbox_pools[i];
		char *left_out = record->pools[i].left_out;

		left_out[0] = '\0';
		record->pools[i].made = sandbox_pool_make(client, pool, dir, name, &reason) == 0;
		if (record->pools[i].made) {
			made++;
			sandbox_tell(teller, "pool %s is there", pool->name);
			continue;
		}
		if (sandbox_client_signal(client))
			return err_set(err, "interrupted");
		snprintf(left_out, SANDBOX_REASON_LEN, "%.*s", SANDBOX_REASON_LEN - 1, reason.text);
		sandbox_tell(teller, "pool %s is left out: %s", pool->name, left_out);
	}
	return made > 0 ? 0 : err_set(err, "no pool could be made: %s", reason.text);
}

/* A file without a name: it is gone when it is closed, however that comes about. */
static FILE *
open_nameless(const char *dir, struct err *err)
{
	autofree_mem char *path = xasprintf("%s/poolscope.image-XXXXXX", dir);
	int fd = mkostemp(path, O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");

	if (fd >= 0)
		unlink(path);
	if (fd >= 0 && !file)
		close(fd);
	if (!file)
		err_sys(err, "make a file in %s", dir);
	return file;
}

static int
upload_image(struct sandbox_client *client, const char *header_prefix,
	     const struct sandbox_image *image, FILE *file, struct err *err)
{
	autofree_mem char *header = xasprintf("%saliases: alias=%s", header_prefix, image->alias);

	if (sandbox_image_write(image, file, err) < 0)
		return -1;
	return sandbox_client_upload(client, "/images", header, file, err);
}

static int
make_image(struct sandbox_client *client, const char *dir, const struct sandbox_kind *kind,
	   const struct sandbox_image *image, const struct sandbox_teller *teller, struct err *err)
{
	autofree_mem char *path = xasprintf("/images/aliases/%s", image->alias);

	if (sandbox_client_has(client, path))
		return 0;

	sandbox_tell(teller, "making the image %s", image->alias);
	FILE *file = open_nameless(dir, err);
	if (!file)
		return -1;
	int result = upload_image(client, kind->header_prefix, image, file, err);
	fclose(file);
	return result < 0 ? err_wrap(err, "image %s", image->alias) : 0;
}

int
sandbox_stock(struct sandbox_client *client, const char *dir, const char *name,
	      const struct sandbox_teller *teller, struct sandbox_record *record, struct err *err)
{
	if (make_pools(client, dir, name, teller, record, err) < 0)
		return -1;
	for (size_t i = 0; i < sandbox_image_count; i++) {
		if (make_image(client, dir, record->kind, &sandbox_images[i], teller, err) < 0)
			return -1;
	}
	return 0;
}
