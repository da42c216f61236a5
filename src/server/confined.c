#include "server/confined.h"

#include <json-c/linkhash.h>
#include <stdlib.h>
#include <string.h>

#define ASK_MS	  (10 * 1000)
#define POOLS_MAX 64 /* no profiles name more */

struct look {
	struct confined *confined;
	struct exchange *exchange;
};

struct confined {
	struct server *server;
	struct exchange *profiles;
	struct look looks[POOLS_MAX];
	unsigned n_looks, open;
	struct json_object *pools;
	confined_fn *done;
	void *arg;
};

void
confined_cancel(struct confined *confined)
{
	if (!confined)
		return;
	exchange_cancel(confined->profiles);
	for (unsigned i = 0; i < confined->n_looks; i++)
		exchange_cancel(confined->looks[i].exchange);
	json_object_put(confined->pools);
	free(confined);
}

static void
end_if_all_is_here(struct confined *confined)
{
	confined_fn *done = confined->done;
	void *arg = confined->arg;
	autofree(json_object) pools = NULL;

	if (confined->open > 0)
		return;
	pools = steal(confined->pools);
	confined_cancel(confined);
	done(arg, pools);
}

static void
on_pool(void *arg, const struct answer *answer)
{
	struct look *look = arg;
	struct confined *confined = look->confined;

	look->exchange = NULL;
	confined->open--;
	if (answer->type == ANSWER_SYNC && answer->metadata)
		json_object_array_add(confined->pools, json_object_get(answer->metadata));
	end_if_all_is_here(confined);
}

static void
ask_pool(struct confined *confined, const char *name)
{
	autofree_mem char *encoded = http_escape(name);
	autofree_mem char *path = xasprintf("/storage-pools/%s", encoded);
	struct look *look = &confined->looks[confined->n_looks++];

	look->confined = confined;
	look->exchange = exchange_get(confined->server, path, ASK_MS, on_pool, look);
	confined->open++;
}

/* The pools of a profile's root disks become keys of `names`. */
static void
take_profile(struct json_object *profile, struct json_object *names)
{
	struct json_object *devices = json_get(profile, "devices", json_type_object);

	if (!devices)
		return;
	json_object_object_foreach(devices, device_name, device)
	{
		const char *pool = json_text_or(device, "pool", "");

		(void)device_name;
		if (*pool && strcmp(json_text_or(device, "path", ""), "/") == 0)
			json_add_bool(names, pool, true);
	}
}

static void
on_profiles(void *arg, const struct answer *answer)
{
	struct confined *confined = arg;
	autofree(json_object) names = json_object_new_object();

	confined->profiles = NULL;
	for (size_t i = 0; i < answer_length(answer->metadata); i++)
		take_profile(answer_object(answer->metadata, i), names);
	json_object_object_foreach(names, name, is_there)
	{
		(void)is_there;
		if (confined->n_looks < POOLS_MAX)
			ask_pool(confined, name);
	}
	end_if_all_is_here(confined);
}

struct confined *
confined_start(struct server *server, confined_fn *done, void *arg)
{
	struct confined *confined = xcalloc(1, sizeof(*confined));

	confined->server = server;
	confined->done = done;
	confined->arg = arg;
	confined->pools = json_object_new_array();
	confined->profiles =
		exchange_get(server, "/profiles?recursion=1", ASK_MS, on_profiles, confined);
	return confined;
}
