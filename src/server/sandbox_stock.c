#include "server/sandbox_stock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/jsonio.h"
#include "base/mem.h"
#include "server/answer.h"
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
upload_image(struct sandbox_client *client, const char *dir, const struct sandbox_image *image,
	     struct err *err)
{
	FILE *file = open_nameless(dir, err);
	int result;

	if (!file)
		return -1;
	result = sandbox_image_write(image, file, err);
	if (result == 0)
		result = sandbox_client_upload(client, "/images", file, err);
	fclose(file);
	return result;
}

/* Its fingerprint in the list, by what is packed in the image itself; NULL: it is not there. */
static const char *
find_image(struct json_object *list, const struct sandbox_image *image)
{
	for (size_t i = 0; i < answer_length(list); i++) {
		struct json_object *json = answer_object(list, i);
		struct json_object *properties = json_get(json, "properties", json_type_object);

		if (strcmp(json_text_or(properties, SANDBOX_IMAGE_PROPERTY, ""), image->alias) == 0)
			return json_text_or(json, "fingerprint", NULL);
	}
	return NULL;
}

static int
name_image(struct sandbox_client *client, const struct sandbox_image *image, bool *found,
	   struct err *err)
{
	autofree(json_object) list = sandbox_client_get(client, "/images?recursion=1", err);
	const char *fingerprint = find_image(list, image);

	if (!list)
		return -1;
	*found = fingerprint != NULL;
	if (!fingerprint)
		return 0;

	struct json_object *body = json_object_new_object();
	json_add_text(body, "name", image->alias);
	json_add_text(body, "target", fingerprint);
	return sandbox_client_send(client, "POST", "/images/aliases", body, 0, err);
}

/* Uploaded and named in two steps, since older LXD takes no name along with the upload. */
static int
make_image(struct sandbox_client *client, const char *dir, const struct sandbox_image *image,
	   const struct sandbox_teller *teller, struct err *err)
{
	autofree_mem char *path = xasprintf("/images/aliases/%s", image->alias);
	bool found;

	if (sandbox_client_has(client, path))
		return 0;

	sandbox_tell(teller, "making the image %s", image->alias);
	if (name_image(client, image, &found, err) < 0)
		return -1;
	if (found)
		return 0;
	if (upload_image(client, dir, image, err) < 0 || name_image(client, image, &found, err) < 0)
		return -1;
	return found ? 0 : err_set(err, "the server does not list it");
}

int
sandbox_stock(struct sandbox_client *client, const char *dir, const char *name,
	      const struct sandbox_teller *teller, struct sandbox_record *record, struct err *err)
{
	if (make_pools(client, dir, name, teller, record, err) < 0)
		return -1;
	for (size_t i = 0; i < sandbox_image_count; i++) {
		const struct sandbox_image *image = &sandbox_images[i];

		if (make_image(client, dir, image, teller, err) < 0)
			return err_wrap(err, "image %s", image->alias);
	}
	return 0;
}
