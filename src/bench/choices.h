/*
 * choices.h - what a person has picked, from the command line, a form or a
 * file, before anyone knows whether it can be done.
 */
#ifndef BENCH_CHOICES_H
#define BENCH_CHOICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/options.h"
#include "record/env.h"
#include "record/plan.h"

/* The choice of a virtual machine without an image: it can be made, and not be started. */
#define EMPTY_VM "empty-vm"

struct pool_choice {
	char *server;		/* env_server.name; NULL: the first, or the pool says it: "SERVER:POOL" */
	char *pool;
};

struct choices {
	struct pool_choice *pools;
	size_t n_pools;
	char **images;		/* aliases, fingerprints, EMPTY_VM */
	size_t n_images;
	char **chains;		/* "launch,delete": one text a chain */
	size_t n_chains;
	unsigned count, rounds, warmup;
	unsigned parallel;	/* 0: as many as this host has CPUs */
	bool until_good;	/* as many rounds as it takes (enough.h); `rounds` is not looked at */
	bool batch, privileged, network;
	unsigned fill;		/* MiB; 0: none */
	unsigned vm_size;	/* MiB; 0: the server's own */
	enum plan_order order;
	uint64_t seed;		/* 0: a new one */
	char *label;		/* NULL: none */
	char *archives;		/* folder in which exports are kept; NULL: they are not */
};

/* From the options (a preset's values first, then what was given), nothing checked against a server. */
int choices_from_options(const struct options *options, struct choices *ret, struct err *err);
/* What was not chosen: every pool that can be used, the first image, as many at once as there are CPUs. */
void choices_fill_in(struct choices *choices, const struct env *env);
/* What would make this plan again: a replay's Setup, a run done once more. */
void choices_from_plan(const struct plan *plan, struct choices *ret);
void choices_wipe(struct choices *choices);

/* Takes the pool in, or out when it is in. */
void choices_toggle_pool(struct choices *choices, const char *server, const char *pool);
bool choices_has_pool(const struct choices *choices, const char *server, const char *pool);
void choices_toggle_image(struct choices *choices, const char *image);
bool choices_has_image(const struct choices *choices, const char *image);

/*
 * A chain by its number; the one after the last is a new one. Toggling puts a
 * workload where it can follow the others, and leaves those as they are.
 */
const char *choices_chain(const struct choices *choices, size_t chain);	/* "" when it is new */
/* As text; "" takes it away. Nothing is checked. */
void choices_set_chain(struct choices *choices, size_t chain, const char *text);
void choices_toggle_workload(struct choices *choices, size_t chain, const char *workload);
bool choices_has_workload(const struct choices *choices, size_t chain, const char *workload);
/* A word of the workload's variant, or the pool that it goes to; of words of one kind one stays. */
void choices_toggle_word(struct choices *choices, size_t chain, const char *workload,
			 const char *word);
bool choices_has_word(const struct choices *choices, size_t chain, const char *workload,
		      const char *word);
/* "launch,stop,start" becomes "launch:freeze,stop,start:freeze", in every chain. */
void choices_freeze(struct choices *choices);

#endif
