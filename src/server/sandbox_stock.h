/*
 * sandbox_stock.h - what a new sandbox is filled with: its pools and its images.
 */
#ifndef SERVER_SANDBOX_STOCK_H
#define SERVER_SANDBOX_STOCK_H

#include "base/err.h"
#include "server/sandbox_client.h"
#include "server/sandbox_record.h"
#include "server/sandbox_tell.h"

/*
 * Makes what is not there yet. Pools that do not work here are left out, and
 * the record says why; it is an error when none works, or an image cannot be
 * made. `dir` and `name` are the sandbox's; the record is not written.
 */
int sandbox_stock(struct sandbox_client *client, const char *dir, const char *name,
		  const struct sandbox_teller *teller, struct sandbox_record *record,
		  struct err *err);

#endif
