#include "bench/admission.h"

#include <string.h>

#include "bench/workload.h"

/* ---- whether it may ---- */

static const struct server *
server_of(struct server *const *servers, size_t n_servers, const struct target *target)
{
	for (size_t i = 0; i < n_servers; i++)
		if (strcmp(server_env(servers[i])->name, target->server) == 0)
			return servers[i];
	return NULL;
}

/* A word asks for one way of doing it, and another way would be no answer to that. */
int
admission_words(const struct plan *plan, struct server *const *servers, size_t n_servers,
		struct err *err)
{
	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];
		const struct target *target = &plan->targets[cell->target];
		const struct server *server = server_of(servers, n_servers, target);
		const char *word, *lacks = NULL;

		if (server)
			lacks = workload_word_lacks(workload_find(cell->workload), cell->variant,
						    server, &word);
		if (lacks)
			return err_set_kind(err, ERR_REFUSED,
					    "%s:%s: server %s has no %s; leave out \"%s\"",
					    cell->workload, cell->variant, target->server, lacks,
					    word);
	}
	return 0;
}

static int
refuse_findings(const struct admission *admission, struct err *err)
{
	for (size_t i = 0; i < admission->n; i++) {
		const struct finding *finding = &admission->findings[i];

		if (finding->level == FINDING_REFUSE)
			return err_set_kind(err, ERR_REFUSED, "%s; %s", finding->text,
					    finding->remedy);
	}
	return 0;
}

int
admission_check(const struct plan *plan, const struct env *env, struct server *const *servers,
		size_t n_servers, struct admission *ret, struct err *err)
{
	if (admission_words(plan, servers, n_servers, err) < 0)
		return -1;
	ret->n = preflight_check(plan, env, &ret->findings);
	return refuse_findings(ret, err);
}

/* ---- what is told of it ---- */

static void
note_warnings(struct journal *journal, const struct server *server)
{
	autofree_mem char *text =
		xasprintf("%s says: %s", server_remote(server)->name, server_warnings(server));

	if (*server_warnings(server))
		journal_note(journal, NOTE_INFO, text);
}

static void
note_finding(struct journal *journal, const struct finding *finding)
{
	autofree_mem char *text = xasprintf("%s%s%s", finding->text, finding->remedy ? ": " : "",
					    finding->remedy ? finding->remedy : "");

	journal_note(journal, finding->level == FINDING_NOTE ? NOTE_INFO : NOTE_WARN, text);
}

void
admission_tell(const struct admission *admission, struct server *const *servers, size_t n_servers,
	       struct journal *journal)
{
	for (size_t i = 0; i < n_servers; i++)
		note_warnings(journal, servers[i]);
	for (size_t i = 0; i < admission->n; i++)
		note_finding(journal, &admission->findings[i]);
}

void
admission_wipe(struct admission *admission)
{
	preflight_free(admission->findings, admission->n);
	*admission = (struct admission){ 0 };
}
