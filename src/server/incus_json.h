/*
 * incus_json.h - what Incus and LXD answer, as our own structures.
 *
 * Pure functions on texts and JSON. Nothing is taken for granted: any member
 * may be missing, null, of another type or absurd; what cannot be read is
 * unknown. Texts that come out are clean (answer.h). A `struct json_object`
 * that goes in may be NULL.
 *
 * Source of the formats: the REST API documentation of Incus and LXD, and what
 * Incus 6.0.4 and LXD 5.0.2 answer.
 */
#ifndef SERVER_INCUS_JSON_H
#define SERVER_INCUS_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/jsonio.h"
#include "record/env.h"
#include "server/server.h"

/* ---- a server and what it has ---- */

/* GET /1.0, without pools and images. -1: no server for us (kind ERR_UNREACHABLE), `ret` untouched. */
int server_from_json(struct json_object *metadata, struct env_server *ret, struct err *err);
/* The extensions, each a key of an object that the caller puts. */
struct json_object *extensions_from_json(struct json_object *metadata);

/*
 * GET /1.0/storage-pools?recursion=1, sorted by name; usage unknown, no
 * instances yet. `server` is the metadata of GET /1.0, for the drivers.
 */
void pools_from_json(struct json_object *metadata, struct json_object *server,
		     struct env_server *ret);
/* GET /1.0/images?recursion=1, sorted by what they are called. */
void images_from_json(struct json_object *metadata, struct env_server *ret);
/* GET /1.0/instances?recursion=1: counts those on each pool of `server`. */
void instances_from_json(struct json_object *metadata, struct env_server *server);
/* GET /1.0/storage-pools/X/resources. */
void usage_from_json(struct json_object *metadata, uint64_t *used, uint64_t *total);
/* GET /1.0/warnings?recursion=1: the open ones in one text, for the caller to free. */
char *warnings_from_json(struct json_object *metadata);

/* ---- instances ---- */

enum instance_state {
	INSTANCE_OTHER,		/* also: not to be told */
	INSTANCE_STOPPED,
	INSTANCE_RUNNING,
	INSTANCE_FROZEN,
};
enum instance_state instance_state(struct json_object *instance);
/* The instances that carry our mark (of this run; NULL: of any). The caller frees with marked_free. */
size_t marked_from_json(struct json_object *metadata, const char *run, struct marked **ret);
void marked_free(struct marked *list, size_t n);

#endif
