/*
 * diagnose.h - from the text of an error to its cause and a first advice.
 *
 * A table, matched in order, case-blind, on short stable parts of the text
 * (servers' wordings differ by version). The raw text always stays beside the
 * diagnosis: a wrong guess must never hide the message.
 */
#ifndef SERVER_DIAGNOSE_H
#define SERVER_DIAGNOSE_H

#include <stdbool.h>

struct diagnosis {
	const char *name;	/* "inotify limit": what is shown in front */
	const char *advice;	/* "raise fs.inotify.max_user_instances" */
	bool refusal;		/* the driver does not do this: a finding, not a failure */
	bool fatal;		/* the same will hit every further op: stop the run */
	bool transient;		/* worth a bounded retry in clean-up */
};

/* `doing` is the workload's name, "" when none ("delete" rows apply to deletes only). NULL: no row fits. */
const struct diagnosis *diagnose(const char *text, const char *doing);
/* The same when the pool still showed free space: "no space left" has other causes then. */
const struct diagnosis *diagnose_with_space(const char *text, const char *doing);
/* A long text with its cause in front, if one is known, a short one as it is; the caller frees it. NULL stays NULL. */
char *diagnosis_tell(const struct diagnosis *diagnosis, const char *text);

#endif
