/*
 * outlook.h - what a run would be, and what would spoil it, as text: for
 * --dry-run and doctor. Nothing on the server is touched.
 */
#ifndef UI_OUTLOOK_H
#define UI_OUTLOOK_H

#include <stdbool.h>

#include "base/buf.h"
#include "connect.h"
#include "draft.h"

/* The draft of the options' plan on these servers; `fill_in`: what was not chosen is chosen for it. */
int outlook_draft(const struct options *options, const struct connection *connection, bool fill_in,
		  struct draft *ret, struct err *err);
/* The plan in a line, and space needed on each pool. */
void outlook_plan(const struct draft *draft, struct buf *out);
/* The findings, the worst first, each with its remedy. */
void outlook_findings(const struct draft *draft, struct buf *out);
/* A finding says that the run would not begin. */
bool outlook_refuses(const struct draft *draft);

#endif
