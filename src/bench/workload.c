#include "bench/workload.h"

#include <string.h>

#include "base/buf.h"

extern const struct workload workload_launch, workload_stop, workload_delete, workload_prime;

/* All there are; those that can be chosen first, in the order of the Setup screen. */
static const struct workload *const workloads[] = {
	&workload_launch,
	&workload_stop,
	&workload_delete,
	&workload_prime,
};

const struct workload *
workload_find(const char *name)
{
	for (size_t i = 0; i < COUNTOF(workloads); i++)
		if (strcmp(workloads[i]->name, name) == 0)
			return workloads[i];
	return NULL;
}

const struct workload *const *
workload_list(void)
{
	static const struct workload *choosable[COUNTOF(workloads) + 1];
	size_t n = 0;

	for (size_t i = 0; i < COUNTOF(workloads); i++)
		if (!workloads[i]->hidden)
			choosable[n++] = workloads[i];
	choosable[n] = NULL;
	return choosable;
}

/* ---- chains ---- */

static const struct workload *
find_choosable(const char *name, struct err *err)
{
	const struct workload *found = workload_find(name);
	autobuf known_ones = { 0 };

	if (found && !found->hidden)
		return found;
	for (const struct workload *const *w = workload_list(); *w; w++)
		buf_printf(&known_ones, "%s%s", known_ones.len ? ", " : "", (*w)->name);
	err_set_kind(err, ERR_USAGE, "no workload \"%s\"; there are %s", name, buf_text(&known_ones));
	return NULL;
}

static bool
fits(const struct workload *next, enum instances there)
{
	if (next->needs == INSTANCES_ANY)
		return there != INSTANCES_NONE;
	return next->needs == there;
}

static int
misfit(const struct workload *next, enum instances there, struct err *err)
{
	static const char *const words[] = {
		[INSTANCES_NONE] = "no instances",
		[INSTANCES_STOPPED] = "stopped instances",
		[INSTANCES_RUNNING] = "running instances",
		[INSTANCES_ANY] = "instances",
	};
	const char *remedy = there == INSTANCES_NONE	     ? "; put launch in front of it"
			     : next->needs == INSTANCES_NONE ? "; put delete in front of it"
							     : "";

	return err_set_kind(err, ERR_USAGE, "%s begins with %s, but here are %s%s", next->name,
			    words[next->needs], words[there], remedy);
}

struct parsed {
	const struct workload *chain[CHAIN_MAX];
	int n;
	enum instances there;	/* after the last one */
};

static int
append(struct parsed *parsed, const struct workload *next, struct err *err)
{
	if (!fits(next, parsed->there))
		return misfit(next, parsed->there, err);
	if (parsed->n == CHAIN_MAX)
		return err_set_kind(err, ERR_USAGE, "a chain has %d workloads at most", CHAIN_MAX);
	parsed->chain[parsed->n++] = next;
	if (next->leaves != INSTANCES_ANY)
		parsed->there = next->leaves;
	return 0;
}

static int
append_name(struct parsed *parsed, const char *name, struct err *err)
{
	const struct workload *next = find_choosable(name, err);

	if (!next)
		return -1;
	if (next->needs == INSTANCES_STOPPED && parsed->there == INSTANCES_RUNNING &&
	    append(parsed, &workload_stop, err) < 0)
		return -1;
	return append(parsed, next, err);
}

int
workload_parse_chain(const char *names, const struct workload *ret[CHAIN_MAX], struct err *err)
{
	struct parsed parsed = { .there = INSTANCES_NONE };

	for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		autofree_mem char *name = xstrndup(at, strcspn(at, ","));

		if (append_name(&parsed, name, err) < 0)
			return err_wrap(err, "chain \"%s\"", names);
	}
	memcpy(ret, parsed.chain, sizeof(parsed.chain));
	return parsed.n;
}
