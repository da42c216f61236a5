/*
 * outlook.h - what a run would be, and what would spoil it, as text: for
 * --dry-run and doctor. Nothing on the server is touched.
 */
#ifndef UI_OUTLOOK_H
#define UI_OUTLOOK_H

#include "base/buf.h"
#include "connect.h"
#include "draft.h"

/*
 * What is run with these options: what was not chosen is filled in as on the
 * dashboard (choices_fill_in), for run and doctor alike. The caller wipes it.
 */
int outlook_choices(const struct options *options, const struct connection *connection,
		    struct choices *ret, struct err *err);
/*
 * The exit code: 0, or that of a run which would not begin, for what the text
 * says of it; -1: there is no plan, see err.
 */
int outlook(const struct options *options, const struct connection *connection, struct buf *out,
	    struct err *err);

/*
 * The plan in a line, the space needed on each pool, then the findings, the
 * worst first, each with its remedy. The draft has a plan.
 */
void outlook_text(const struct draft *draft, struct buf *out);
/* A finding says that the run would not begin. */
bool outlook_refuses(const struct draft *draft);

#endif
