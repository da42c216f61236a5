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

void
run_env(struct server *const *servers, size_t n_servers, struct env *ret)
{
	struct env env = { .servers = xcalloc(n_servers, sizeof(*env.servers)) };

	fill_host(&env.host);
	for (size_t i = 0; i < n_servers; i++) {
		const struct env_server *found = server_env(servers[i]);

		if (found)
			env_server_copy(found, &env.servers[env.n_servers++]);
	}
	*ret = env;
}
