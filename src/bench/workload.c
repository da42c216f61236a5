#include "bench/workload.h"

#include <string.h>

#include "base/buf.h"

extern const struct workload workload_create, workload_launch, workload_start, workload_restart,
	workload_stop, workload_snapshot, workload_restore, workload_snapshot_delete, workload_copy,
	workload_export, workload_import, workload_rebuild, workload_move, workload_delete, workload_prime;

/* All there are; those that can be chosen first, in the order of the Setup screen. */
/* clang-format off */
static const struct workload *const workloads[] = {
	&workload_launch,
	&workload_create,
	&workload_start,
	&workload_restart,
	&workload_stop,
	&workload_snapshot,
	&workload_restore,
	&workload_snapshot_delete,
	&workload_copy,
	&workload_export,
	&workload_import,
	&workload_rebuild,
	&workload_move,
	&workload_delete,
	&workload_prime,
};
/* clang-format on */

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

/* ---- variants ---- */

bool
workload_variant_has(const char *variant, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = variant; at; at = strchr(at, '+') ? strchr(at, '+') + 1 : NULL)
		if (strcspn(at, "+") == len && strncmp(at, word, len) == 0)
			return true;
	return false;
}

const char *
workload_word_lacks(const struct workload *workload, const char *variant,
		    const struct server *server, const char **word)
{
	for (const struct variant_word *row = workload->variants; row && row->word; row++) {
		if (!row->extension || !workload_variant_has(variant, row->word) ||
		    server_has(server, row->extension))
			continue;
		*word = row->word;
		return row->extension;
	}
	return NULL;
}

const char *
workload_lacks(const struct workload *workload, const char *variant, const struct server *server)
{
	const char *word;

	if (workload->extension && !server_has(server, workload->extension))
		return workload->extension;
	return workload_word_lacks(workload, variant, server, &word);
}

static const struct variant_word *
find_word(const struct workload *workload, const char *word)
{
	for (const struct variant_word *row = workload->variants; row && row->word; row++)
		if (strcmp(row->word, word) == 0)
			return row;
	return NULL;
}

static int
no_such_word(const struct workload *workload, const char *word, struct err *err)
{
	autobuf known_ones = { 0 };

	for (const struct variant_word *row = workload->variants; row && row->word; row++)
		buf_printf(&known_ones, "%s%s", known_ones.len ? ", " : "", row->word);
	return err_set_kind(err, ERR_USAGE, "%s has no variant \"%s\"; there are %s",
			    workload->name, word, known_ones.len ? known_ones.data : "none");
}

/* Whether each of the words is one of the workload's. */
static int
check_words(const struct workload *workload, const char *words, struct err *err)
{
	for (const char *at = words; at; at = strchr(at, '+') ? strchr(at, '+') + 1 : NULL) {
		autofree_mem char *word = xstrndup(at, strcspn(at, "+"));

		if (!find_word(workload, word))
			return no_such_word(workload, word, err);
	}
	return 0;
}

/* The words in the table's order, each once. */
static int
join_words(const struct workload *workload, const char *words, struct buf *ret, struct err *err)
{
	const struct variant_word *row = workload->variants, *last = NULL;

	for (; row && row->word; row++) {
		if (!workload_variant_has(words, row->word))
			continue;
		if (last && row->kind && last->kind == row->kind)
			return err_set_kind(err, ERR_USAGE, "%s is either %s or %s", workload->name,
					    last->word, row->word);
		buf_printf(ret, "%s%s", ret->len ? "+" : "", row->word);
		last = row;
	}
	return 0;
}

static int
parse_variant(const char *text, struct chosen *ret, struct err *err)
{
	const struct workload *workload = ret->workload;
	autobuf variant = { 0 };

	if (workload->elsewhere)
		buf_puts(&variant, text);
	else if (check_words(workload, text, err) < 0 ||
		 join_words(workload, text, &variant, err) < 0)
		return -1;
	if (variant.len == 0 || variant.len >= sizeof(ret->variant))
		return err_set_kind(err, ERR_USAGE, "%s: no pool has the name \"%s\"",
				    workload->name, text);
	memcpy(ret->variant, variant.data, variant.len + 1);
	return 0;
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
	err_set_kind(err, ERR_USAGE, "no workload \"%s\"; there are %s", name,
		     buf_text(&known_ones));
	return NULL;
}

/* "export:optimized+gzip", or a name alone. */
static int
parse_one(const char *text, struct chosen *ret, struct err *err)
{
	size_t len = strcspn(text, ":");
	autofree_mem char *name = xstrndup(text, len);

	*ret = (struct chosen){ .workload = find_choosable(name, err) };
	if (!ret->workload)
		return -1;
	return text[len] ? parse_variant(&text[len + 1], ret, err) : 0;
}

static bool
fits(const struct workload *next, enum instances there)
{
	if (next->needs == INSTANCES_ANY)
		return there == INSTANCES_STOPPED || there == INSTANCES_RUNNING;
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
		[INSTANCES_AWAY] = "instances that have left the pool",
	};
	const char *remedy = there == INSTANCES_NONE ? "; put launch in front of it"
			     : there == INSTANCES_STOPPED && next->needs == INSTANCES_RUNNING
				     ? "; put start in front of it"
			     : there == INSTANCES_AWAY	     ? "; end the chain there"
			     : next->needs == INSTANCES_NONE ? "; put delete in front of it"
							     : "";

	return err_set_kind(err, ERR_USAGE, "%s begins with %s, but here are %s%s", next->name,
			    words[next->needs], words[there], remedy);
}

static int
check_snapshots(const struct workload *next, bool there, struct err *err)
{
	bool none = next->snapshots == SNAPSHOTS_NONE || next->snapshots == SNAPSHOTS_MADE;

	if (next->snapshots == SNAPSHOTS_ANY || none == !there)
		return 0;
	return err_set_kind(err, ERR_USAGE, "%s begins %s snapshots; put %s in front of it",
			    next->name, none ? "without" : "with",
			    none ? "snapshot-delete" : "snapshot");
}

struct parsed {
	struct chosen chain[CHAIN_MAX];
	int n;
	enum instances there; /* after the last one */
	bool snapshots;
};

static int
append(struct parsed *parsed, const struct chosen *next, struct err *err)
{
	const struct workload *workload = next->workload;

	if (!fits(workload, parsed->there))
		return misfit(workload, parsed->there, err);
	if (check_snapshots(workload, parsed->snapshots, err) < 0)
		return -1;
	if (parsed->n == CHAIN_MAX)
		return err_set_kind(err, ERR_USAGE, "a chain has %d workloads at most", CHAIN_MAX);
	parsed->chain[parsed->n++] = *next;
	if (workload->leaves != INSTANCES_ANY)
		parsed->there = workload->leaves;
	if (workload->snapshots == SNAPSHOTS_MADE)
		parsed->snapshots = true;
	if (workload->snapshots == SNAPSHOTS_REMOVED || parsed->there == INSTANCES_NONE)
		parsed->snapshots = false;
	return 0;
}

static int
append_text(struct parsed *parsed, const char *text, struct err *err)
{
	static const struct chosen stop = { .workload = &workload_stop };
	struct chosen next;

	if (parse_one(text, &next, err) < 0)
		return -1;
	if (next.workload->needs == INSTANCES_STOPPED && parsed->there == INSTANCES_RUNNING &&
	    append(parsed, &stop, err) < 0)
		return -1;
	return append(parsed, &next, err);
}

int
workload_parse_chain(const char *names, struct chosen ret[CHAIN_MAX], struct err *err)
{
	struct parsed parsed = { .there = INSTANCES_NONE };

	for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		autofree_mem char *text = xstrndup(at, strcspn(at, ","));

		if (append_text(&parsed, text, err) < 0)
			return err_wrap(err, "chain \"%s\"", names);
	}
	memcpy(ret, parsed.chain, sizeof(parsed.chain));
	return parsed.n;
}
