/*
 * workload.h - what can be measured. One workload is one file wl_NAME.c with
 * one table at its end, and one line in workload.c.
 *
 * A step runs `n` ops of one workload. Only what lies between an op's first
 * request and its seen completion is measured; making ready and clearing away
 * are not.
 */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/plan.h"
#include "server/server.h"

struct op;

/* What a chain's instances are, before and after a workload. */
enum instances {
	INSTANCES_NONE,
	INSTANCES_STOPPED,
	INSTANCES_RUNNING,
	INSTANCES_ANY,	/* needs: stopped or running; leaves: as they were */
	INSTANCES_AWAY, /* leaves: on another pool, where nothing more is measured */
};

/*
 * What a workload has to do with snapshots. All of a chain's snapshots are of
 * one instance, and the op of the same number makes and deletes each.
 */
enum snapshots {
	SNAPSHOTS_ANY,	   /* nothing */
	SNAPSHOTS_NONE,	   /* there must be none */
	SNAPSHOTS_MADE,	   /* there must be none, and then there are */
	SNAPSHOTS_USED,	   /* there must be some */
	SNAPSHOTS_REMOVED, /* there must be some, and then there are none */
};

/*
 * A word that may stand behind a workload's name in a chain, and makes a cell
 * of its own of it: "gzip" in "export:optimized+gzip".
 */
struct variant_word {
	const char *word;
	const char *help;	/* a line: "compressed with gzip" */
	int kind;		/* of those of one kind only one can be meant; 0: it goes with all */
	const char *extension;	/* of the server, without which it does not do this; NULL: none */
};

struct workload {
	const char *name;	/* in plans, recordings and on the screen: "launch" */
	const char *help;	/* a line: "create and start instances from an image" */
	const char *did;	/* for sentences: "launches" */
	enum instances needs;
	enum instances leaves;
	enum snapshots snapshots;
	bool one;	/* all its ops are on the same instance, one after the other */
	bool copies;	/* each op makes one more instance, op_new_name() */
	bool unpacks;	/* ... from an archive, so that it shares nothing with its image on any driver */
	bool spares;	/* when an op does not succeed its instance is as it was before */
	bool fresh;	/* its instances are new, for --fill to go in */
	bool empties;	/* takes out of its instances what was filled in */
	bool elsewhere; /* its variant is the name of another pool */
	const char *extension;		       /* of the server, without which it does not do this; NULL: none */
	const struct variant_word *variants; /* in their canonical order, up to one without a word; NULL: none */
	bool hidden;		/* not for a person to choose (prime) */
	/* Begins one op; it ends exactly once, through op_ask() or op_end(). */
	void (*start)(struct op *op);
	/*
	 * What is in no timing: before the step's first op, and after its last one,
	 * whatever has come of them and also when the run is being stopped. Each
	 * ends in op_untimed_end(). NULL: there is nothing to be done.
	 */
	void (*prepare)(struct op *op);
	void (*clear)(struct op *op);
};

const struct workload *workload_find(const char *name);
/* Those that can be chosen, in the order of the Setup screen; NULL-terminated. */
const struct workload *const *workload_list(void);

/* Room for a workload's variant: its words with "+" between them. */
#define VARIANT_MAX 128

/* One workload of a chain, with what was asked of it. */
struct chosen {
	const struct workload *workload;
	char variant[VARIANT_MAX];	/* "optimized+gzip", in the table's order; "": none */
};

/*
 * Whether this can be a chain: known names, each fits what the one before
 * leaves; a "stop" is put in where running instances are to be stopped ones.
 * `names` are comma-separated, each a name or "name:word+word". The workloads
 * go to `ret` (room for CHAIN_MAX), their number is returned; -1: see err,
 * which names the place.
 */
#define CHAIN_MAX 16
int workload_parse_chain(const char *names, struct chosen ret[CHAIN_MAX], struct err *err);
/* An extension that the server would need for this and does not have; NULL: it can do it. */
const char *workload_lacks(const struct workload *workload, const char *variant,
			   const struct server *server);
/* The same of the variant's words alone; `word` is set to the one that needs it. */
const char *workload_word_lacks(const struct workload *workload, const char *variant,
				const struct server *server, const char **word);
/* Whether the word is one of the variant's ("optimized+gzip"; NULL: it has none). */
bool workload_variant_has(const char *variant, const char *word);

/* ---- for wl_*.c: one op, and how it ends ---- */

struct op_target {	/* what an op works on; constant over the step */
	struct server *server;
	const struct plan *plan;
	const struct cell *cell;
	const struct target *target;
	const char *run;	/* id */
	const char *owner;
	uint32_t step;		/* its number in the run, for what must be new */
};

const struct op_target *op_target(const struct op *op);
const char *op_name(const struct op *op);	/* the instance's */
/* Whether its cell's variant has this word. */
bool op_has(const struct op *op, const char *word);
/* The snapshot that is made, used or deleted. */
const char *op_snapshot(const struct op *op);
/* Of the instance that is made from op_name()'s. */
const char *op_new_name(const struct op *op);
/* Whether it is the first of the step's ops, for what is to be done once. */
bool op_is_first(const struct op *op);
/* What the workload keeps for it in place of what it kept before; `drop` frees it, at the step's end at the latest. */
void op_keep(struct op *op, void *kept, void (*drop)(void *kept));
void *op_kept(const struct op *op);	/* NULL: nothing yet */
/* What an instance of this op's cell is made from; not yet to be started. */
struct instance_spec op_instance(const struct op *op);

/* An ask whose end ends the op with the whole result, errors and diagnosis included, and whose progress is told. */
struct server_ask op_ask(struct op *op);
/*
 * For an op of several requests: names the span of this one ("create"; NULL:
 * it has no name). On success `next` is called, or the op ends when `next` is
 * NULL; anything else ends the op with that result.
 */
struct server_ask op_ask_part(struct op *op, const char *part, void (*next)(struct op *op));
/*
 * A question beside what is measured ("is it there already?"): its time is in
 * no figure. `then` asks on or ends the op, whatever the answer was.
 */
struct server_ask op_ask_aside(struct op *op,
			       void (*then)(struct op *op, const struct server_result *result));
/* Ends the op with this result; its time is that of the measured requests, if there were any. */
void op_end(struct op *op, const struct server_result *result);
/* Ends the op because there is nothing to do, for this reason. */
void op_skip(struct op *op, const char *why);
/* Before it ends: how many bytes it moved; what is to be known of it though it is OK, a text that stays. */
void op_moved(struct op *op, uint64_t bytes);
void op_remark(struct op *op, const char *remark);
/* Ends its `prepare` or `clear`. `trouble` is told as a warning; NULL: there was none. */
void op_untimed_end(struct op *op, const char *trouble);

/* ---- of wl_start.c, for launch as well ---- */

/* Starts the op's instance, and freezes it then if the variant says so. */
void op_start_instance(struct op *op);
void op_freeze_instance(struct op *op);
extern const struct variant_word start_variants[];

#endif
