/*
 * cmd_doctor.c - `poolscope doctor`: what would spoil a run of this size. What
 * is not given is filled in: every pool that can be used, the first image.
 */
#include <stdio.h>

#include "cmd.h"
#include "outlook.h"

static int
examine(const struct options *options, const struct connection *connection, struct err *err)
{
	struct draft draft;
	autobuf text = { 0 };
	int code;

	if (outlook_draft(options, connection, true, &draft, err) < 0)
		return -1;
	outlook_plan(&draft, &text);
	outlook_findings(&draft, &text);
	if (draft.n_findings == 0)
		buf_puts(&text, "nothing stands against this run\n");
	fputs(buf_text(&text), stdout);
	code = outlook_refuses(&draft) ? err_exit_code(ERR_REFUSED) : 0;
	draft_wipe(&draft);
	return code;
}

int
cmd_doctor(const struct options *options)
{
	struct connection connection;
	struct err err;
	int code = -1;

	if (connect_open(options, &connection, &err) < 0)
		return cmd_fail(&err);
	if (connect_wait(&connection, &err) == 0)
		code = examine(options, &connection, &err);
	connect_close(&connection);
	return code < 0 ? cmd_fail(&err) : code;
}
