/*
 * env.h - what a run ran on: the servers with their pools and images, and the host.
 *
 * Filled live by server/ and sys/, written into every recording's header and
 * read back from it, so that the Setup screen of a replay and the notes of a
 * comparison see what the live screen saw. A text that is not known is NULL, a
 * number UNKNOWN.
 */
#ifndef RECORD_ENV_H
#define RECORD_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/jsonio.h"
#include "base/mem.h"

enum pool_backing {
	BACKING_UNKNOWN,	/* the server does not tell us its pools' configuration */
	BACKING_LOOP,		/* a file */
	BACKING_DISK,		/* a block device, or a volume group or zpool of its own */
	BACKING_FOLDER,		/* dir: a folder of the host's file system */
	BACKING_REMOTE,		/* ceph, linstor: others write there too */
};

/* Whether others write where the pool is, so that its use tells of them as well. */
enum pool_shared {
	SHARED_UNKNOWN,
	SHARED_NO,
	SHARED_YES,		/* or so it may be: a folder that is no mount of its own, or remote */
};

struct env_pool {
	char *name;
	char *driver;
	char *driver_version;
	char *source;		/* file, device, folder, dataset */
	char *unusable;		/* why no instance can be made there; NULL: it can */
	char *encryption;	/* "dm-crypt aes-xts-plain64", "zfs aes-256-gcm"; NULL: none seen */
	char *device;		/* the block device whose counters tell its traffic: "vda", "loop3" */
	enum pool_backing backing;
	enum pool_shared shared;
	uint64_t used;		/* bytes, when the server was asked */
	uint64_t total;
	size_t instances;	/* that were there before us */
};

struct env_image {
	char *fingerprint;	/* whole */
	char *alias;		/* the first; NULL: none */
	char *description;
	char *architecture;
	bool vm;
	uint64_t size;		/* bytes, packed as the server keeps it */
};

struct env_server {
	char *name;		/* as the person names it: a remote, a path, "local" */
	char *kind;		/* "incus", "lxd" */
	char *version;
	char *kernel;
	char *os;
	char *project;
	char *container_backend;	/* "lxc 6.0.0 | qemu 9.0" as the server says */
	bool local;		/* on this machine: /proc and /sys tell about it */
	bool idmapped_mounts;	/* it says so; LXD 5.0 also where a newer kernel refuses them and ids are shifted */
	int pid;		/* of the daemon when local; 0: unknown */
	char *backups;		/* where it writes them: a folder, when local, or "POOL/VOLUME"; NULL: unknown */
	struct env_pool *pools;
	size_t n_pools;
	struct env_image *images;
	size_t n_images;
};

struct env_host {
	char *cpu_model;
	char *governor;
	char *kernel;
	char *virt;		/* "physical", "virtual machine", "container"; NULL: unknown */
	unsigned cpus;
	uint64_t memory;	/* bytes */
};

struct env {
	struct env_host host;
	struct env_server *servers;
	size_t n_servers;
};

void env_wipe(struct env *env);			/* frees what is inside */
void env_server_wipe(struct env_server *server);
/* All of it, owned by the caller. */
void env_server_copy(const struct env_server *from, struct env_server *ret);

/* NULL when there is none of that name, or no name. */
const struct env_server *env_find_server(const struct env *env, const char *name);
/* NULL when there is none of that name. An image is found by alias, fingerprint or a prefix of 8 or more of it. */
const struct env_pool *env_find_pool(const struct env_server *server, const char *name);
const struct env_image *env_find_image(const struct env_server *server, const char *name);

/* Of one of its own pools: the place among all pools of all its servers. */
size_t env_pool_place(const struct env *env, const struct env_pool *pool);

/* What an image is called on the screen: its alias, else its description, else 12 digits. Never NULL. */
const char *env_image_name(const struct env_image *image, char short_print[13]);
const char *env_backing_name(enum pool_backing backing);	/* "loop", "disk", ...; "?" */

/* The member "env" of a recording's header (doc/recording.md). */
void env_to_json(const struct env *env, struct json_object *into);

#endif
