/*
 * admission.h - whether a plan may begin on these servers, asked before
 * anything is made anywhere, and what is told of it in the run's notes.
 */
#ifndef BENCH_ADMISSION_H
#define BENCH_ADMISSION_H

#include "bench/journal.h"
#include "bench/preflight.h"
#include "server/server.h"

struct admission {
	struct finding *findings; /* none of them refuses */
	size_t n;
};

/* Refusals are of kind ERR_REFUSED and name the remedy. The caller wipes it, also after a refusal. */
int admission_check(const struct plan *plan, const struct env *env, struct server *const *servers,
		    size_t n_servers, struct admission *ret, struct err *err);
/* Only whether the servers know each way that the plan's workloads ask for ("export:optimized"). */
int admission_words(const struct plan *plan, struct server *const *servers, size_t n_servers,
		    struct err *err);
/* The findings, and what the servers warn about themselves, as notes. */
void admission_tell(const struct admission *admission, struct server *const *servers,
		    size_t n_servers, struct journal *journal);
void admission_wipe(struct admission *admission);

#endif
