#include "record/sums.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "record/index.h"
#include "record/model_parts.h"
#include "record/recording.h"

#define NAME   "psc-sums"
#define SUFFIX ".jsonl"

/* What the recording was when its lines were added up. */
struct key {
	uint64_t size;
	uint64_t changed_s, changed_ns;
};

static int
key_of(const char *recording, struct key *key)
{
	struct stat st;

	if (stat(recording, &st))
		return -1;
	*key = (struct key){ (uint64_t)st.st_size, (uint64_t)st.st_mtim.tv_sec,
			     (uint64_t)st.st_mtim.tv_nsec };
	return 0;
}

static bool
same_key(const struct key *a, const struct key *b)
{
	return a->size == b->size && a->changed_s == b->changed_s && a->changed_ns == b->changed_ns;
}

static void
pack_key(struct pack *pack, struct key *key)
{
	pack_u64(pack, &key->size);
	pack_u64(pack, &key->changed_s);
	pack_u64(pack, &key->changed_ns);
}

char *
sums_path(const char *recording)
{
	size_t len = strlen(recording), suffix = strlen(SUFFIX);

	if (len > suffix && strcmp(recording + len - suffix, SUFFIX) == 0)
		len -= suffix;
	return xasprintf("%.*s.sums", (int)len, recording);
}

/* A pack reads and writes through the same functions, so it takes what it only reads as if it could
 * change. */
static int
save(const char *recording, struct key *key, const struct model *model, struct err *err)
{
	autofree_mem char *path = sums_path(recording);
	autopack pack;

	pack_begin(&pack, NAME, MODEL_PACK_VERSION);
	pack_key(&pack, key);
	model_pack(&pack, (struct model *)model);
	return pack_save(&pack, path, err);
}

int
sums_write(const char *recording, const struct model *model, struct err *err)
{
	struct key key;

	if (model->state != MODEL_ENDED)
		return err_set(err, "the run has not ended");
	if (key_of(recording, &key))
		return err_sys(err, "look at %s", recording);
	return save(recording, &key, model, err);
}

/* A model that knows the recording's header; NULL: it cannot be read. */
static struct model *
begin_model(const char *recording)
{
	autofree(recording) rec = NULL;
	autofree(model) model = model_new();
	struct event event;
	struct err ignored;
	int refused;

	if (recording_open(recording, &rec, &ignored) || recording_next(rec, &event, &ignored) != 1)
		return NULL;
	index_take_label(recording, &event);
	refused = model_apply(model, &event, &ignored);
	event_wipe(&event);
	return refused ? NULL : steal(model);
}

struct model *
sums_read(const char *recording)
{
	autofree_mem char *path = sums_path(recording);
	autofree(model) model = NULL;
	struct key key, now;
	autopack pack;

	if (pack_load(&pack, path, NAME, MODEL_PACK_VERSION) || key_of(recording, &now))
		return NULL;
	pack_key(&pack, &key);
	if (!same_key(&key, &now))
		return NULL;
	model = begin_model(recording);
	if (!model)
		return NULL;
	model_pack(&pack, model);
	model->state = MODEL_ENDED;
	return pack_is_whole(&pack) ? steal(model) : NULL;
}

/* That they could not be left there is nothing to tell: the folder may be another's. */
static void
leave(const char *recording, struct key *key, const struct model *model)
{
	struct err ignored;

	if (model->state == MODEL_ENDED && key->size >= SUMS_LEAST)
		save(recording, key, model, &ignored);
}

void
sums_leave(const char *recording, const struct model *model)
{
	struct key key;

	if (key_of(recording, &key) == 0)
		leave(recording, &key, model);
}

struct model *
sums_open(const char *recording, struct err *err)
{
	struct model *model = sums_read(recording);
	struct key before, after;
	bool there;

	if (model)
		return model;
	there = key_of(recording, &before) == 0;
	model = model_load(recording, err);
	/* Of one that went on while it was read, nobody knows what is in the model. */
	if (model && there && key_of(recording, &after) == 0 && same_key(&before, &after))
		leave(recording, &before, model);
	return model;
}
