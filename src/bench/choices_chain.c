/* A chain of choices as text, "launch:freeze,delete": its workloads and their variants. */
#include "bench/choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "bench/workload.h"

/* What stands behind the comma; NULL: nothing. */
static const char *
next_link(const char *at)
{
	const char *comma = strchr(at, ',');

	return comma ? comma + 1 : NULL;
}

static bool
is_link_of(const char *at, const char *workload)
{
	size_t len = strcspn(at, ":,");

	return strlen(workload) == len && strncmp(at, workload, len) == 0;
}

/* The workload in the chain, as it stands there ("export:gzip,..."); NULL: it is not. */
static const char *
find_in_chain(const char *chain, const char *workload)
{
	for (const char *at = chain; at; at = next_link(at))
		if (is_link_of(at, workload))
			return at;
	return NULL;
}

bool
choices_has_workload(const struct choices *choices, size_t chain, const char *workload)
{
	return find_in_chain(choices_chain(choices, chain), workload) != NULL;
}

static void
add_link(struct buf *chain, const char *text, size_t len)
{
	buf_printf(chain, "%s%.*s", chain->len ? "," : "", (int)len, text);
}

/* Its place in the order in which workloads can follow each other. */
static size_t
rank_of(const char *at)
{
	size_t rank = 0;

	while (workload_list()[rank] && !is_link_of(at, workload_list()[rank]->name))
		rank++;
	return rank;
}

void
choices_toggle_workload(struct choices *choices, size_t chain, const char *workload)
{
	const char *before = choices_chain(choices, chain);
	bool placed = find_in_chain(before, workload) != NULL;
	autobuf text = { 0 };

	for (const char *at = before; at; at = next_link(at)) {
		if (!*at || is_link_of(at, workload))
			continue;
		if (!placed && rank_of(at) > rank_of(workload)) {
			add_link(&text, workload, strlen(workload));
			placed = true;
		}
		add_link(&text, at, strcspn(at, ","));
	}
	if (!placed)
		add_link(&text, workload, strlen(workload));
	choices_set_chain(choices, chain, buf_text(&text));
}

/* ---- variants ---- */

/* What stands behind the colon: "optimized+gzip"; "": nothing. */
static char *
variant_of(const char *link)
{
	size_t name = strcspn(link, ":,"), len = strcspn(link, ",");

	return xstrndup(&link[name] + (len > name), len - name - (len > name));
}

static bool
has_word(const struct workload *workload, const char *variant, const char *word)
{
	return workload->elsewhere ? strcmp(variant, word) == 0
				   : workload_variant_has(variant, word);
}

bool
choices_has_word(const struct choices *choices, size_t chain, const char *workload,
		 const char *word)
{
	const char *link = find_in_chain(choices_chain(choices, chain), workload);
	autofree_mem char *variant = link ? variant_of(link) : NULL;

	return link && has_word(workload_find(workload), variant, word);
}

/* The words with this one in or out, in the table's order. */
static void
toggle_word(const struct workload *workload, const char *variant, const char *word, struct buf *out)
{
	bool in = !has_word(workload, variant, word);
	const struct variant_word *toggled = workload->variants;

	if (workload->elsewhere) {
		buf_puts(out, in ? word : "");
		return;
	}
	while (strcmp(toggled->word, word) != 0)
		toggled++;
	for (const struct variant_word *row = workload->variants; row->word; row++) {
		bool ousted = in && row->kind && row->kind == toggled->kind;

		if (row == toggled ? in : !ousted && workload_variant_has(variant, row->word))
			buf_printf(out, "%s%s", out->len ? "+" : "", row->word);
	}
}

void
choices_toggle_word(struct choices *choices, size_t chain, const char *workload, const char *word)
{
	const char *before = choices_chain(choices, chain);
	const char *link = find_in_chain(before, workload);
	autofree_mem char *variant = link ? variant_of(link) : NULL;
	autobuf words = { 0 }, text = { 0 };

	if (!link)
		return;
	toggle_word(workload_find(workload), variant, word, &words);
	buf_add(&text, before, (size_t)(link - before));
	buf_printf(&text, "%s%s%s%s", workload, words.len ? ":" : "", buf_text(&words),
		   link + strcspn(link, ","));
	choices_set_chain(choices, chain, buf_text(&text));
}

static bool
can_freeze(const char *link)
{
	autofree_mem char *text = xstrndup(link, strcspn(link, ","));
	const struct workload *workload = workload_find(text);

	return workload && workload->variants == start_variants;
}

void
choices_freeze(struct choices *choices)
{
	for (size_t i = 0; i < choices->n_chains; i++) {
		autobuf frozen = { 0 };

		for (const char *at = choices->chains[i]; at; at = next_link(at)) {
			add_link(&frozen, at, strcspn(at, ","));
			buf_puts(&frozen, can_freeze(at) ? ":freeze" : "");
		}
		free(choices->chains[i]);
		choices->chains[i] = buf_steal(&frozen);
	}
}
