/*
 * run_env.c - the environment as it is now: this host, and copies of what the
 * servers were found to be when they were connected to.
 */
#include "bench/run.h"
#include "sys/host.h"

static char *
text_or_null(const char *text)
{
	return *text ? xstrdup(text) : NULL;
}

static void
fill_host(struct env_host *host)
{
	struct host_facts facts;

	host_facts(&facts);
	*host = (struct env_host){
		.cpu_model = text_or_null(facts.cpu_model),
		.governor = text_or_null(facts.governor),
		.kernel = text_or_null(facts.kernel),
		.virt = text_or_null(facts.virt),
		.cpus = facts.cpus,
		.memory = facts.memory,
	};
}

/* ---- copies ---- */

static struct env_pool
copy_pool(const struct env_pool *from)
{
	struct env_pool pool = *from;

	pool.name = xstrdup(from->name);
	pool.driver = xstrdup(from->driver);
	pool.driver_version = xstrdup(from->driver_version);
	pool.source = xstrdup(from->source);
	pool.unusable = xstrdup(from->unusable);
	pool.encryption = xstrdup(from->encryption);
	pool.device = xstrdup(from->device);
	return pool;
}

static struct env_image
copy_image(const struct env_image *from)
{
	struct env_image image = *from;

	image.fingerprint = xstrdup(from->fingerprint);
	image.alias = xstrdup(from->alias);
	image.description = xstrdup(from->description);
	image.architecture = xstrdup(from->architecture);
	return image;
}

static struct env_server
copy_server(const struct env_server *from)
{
	struct env_server server = *from;

	server.name = xstrdup(from->name);
	server.kind = xstrdup(from->kind);
	server.version = xstrdup(from->version);
	server.kernel = xstrdup(from->kernel);
	server.os = xstrdup(from->os);
	server.project = xstrdup(from->project);
	server.backups = xstrdup(from->backups);
	server.container_backend = xstrdup(from->container_backend);
	server.pools = xcalloc(from->n_pools, sizeof(*server.pools));
	for (size_t i = 0; i < from->n_pools; i++)
		server.pools[i] = copy_pool(&from->pools[i]);
	server.images = xcalloc(from->n_images, sizeof(*server.images));
	for (size_t i = 0; i < from->n_images; i++)
		server.images[i] = copy_image(&from->images[i]);
	return server;
}

/* ---- all of it ---- */

void
run_env(struct server *const *servers, size_t n_servers, struct env *ret)
{
	struct env env = { .servers = xcalloc(n_servers, sizeof(*env.servers)) };

	fill_host(&env.host);
	for (size_t i = 0; i < n_servers; i++) {
		const struct env_server *found = server_env(servers[i]);

		if (found)
			env.servers[env.n_servers++] = copy_server(found);
	}
	*ret = env;
}
