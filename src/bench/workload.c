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
	return err_set_kind(err, ERR_USAGE, "%s has no variant \"%s\"; there are %s", workload->name,
			    word, known_ones.len ? known_ones.data : "none");
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
parse_words(const char *words, struct chosen *ret, struct err *err)
{
	const struct variant_word *row = ret->workload->variants, *last = NULL;
	autobuf variant = { 0 };

	if (check_words(ret->workload, words, err) < 0)
		return -1;
	for (; row && row->word; row++) {
		if (!workload_variant_has(words, row->word))
			continue;
		if (last && row->kind && last->kind == row->kind)
			return err_set_kind(err, ERR_USAGE, "%s is either %s or %s",
					    ret->workload->name, last->word, row->word);
		buf_printf(&variant, "%s%s", variant.len ? "+" : "", row->word);
		last = row;
	}
	if (variant.len >= sizeof(ret->variant))
		return err_set_kind(err, ERR_USAGE, "the variant of %s is too long",
				    ret->workload->name);
	memcpy(ret->variant, buf_text(&variant), variant.len + 1);
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
	err_set_kind(err, ERR_USAGE, "no workload \"%s\"; there are %s", name, buf_text(&known_ones));
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
	return text[len] ? parse_words(&text[len + 1], ret, err) : 0;
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
	struct chosen chain[CHAIN_MAX];
	int n;
	enum instances there;	/* after the last one */
};

static int
append(struct parsed *parsed, const struct chosen *next, struct err *err)
{
	if (!fits(next->workload, parsed->there))
		return misfit(next->workload, parsed->there, err);
	if (parsed->n == CHAIN_MAX)
		return err_set_kind(err, ERR_USAGE, "a chain has %d workloads at most", CHAIN_MAX);
	parsed->chain[parsed->n++] = *next;
	if (next->workload->leaves != INSTANCES_ANY)
		parsed->there = next->workload->leaves;
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
