/*
 * cmd_doctor.c - `poolscope doctor`: what is known of the terminal, and what
 * would spoil the run that these options make, as `run --dry-run` says it.
 */
#include <stdio.h>

#include "cmd.h"
#include "outlook.h"
#include "terminal.h"

int
cmd_doctor(const struct options *options)
{
	struct connection connection;
	autobuf text = { 0 };
	struct err err;
	int code = -1;

	terminal_describe(options, &text);
	fputs(buf_text(&text), stdout);
	buf_clear(&text);
	if (connect_open(options, &connection, &err) < 0)
		return cmd_fail(&err);
	if (connect_wait(&connection, &err) == 0)
		code = outlook(options, &connection, &text, &err);
	fputs(buf_text(&text), stdout);
	connect_close(&connection);
	return code < 0 ? cmd_fail(&err) : code;
}
