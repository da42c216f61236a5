/*
 * cmd_dashboard.c - `poolscope`: the dashboard on the servers there are.
 *
 * Without a server it opens as well: the Setup screen says why, and earlier
 * runs can be looked at.
 */
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "cmd.h"
#include "connect.h"
#include "keyfile.h"
#include "keymap.h"
#include "live.h"

static void
changed(void *arg)
{
	app_changed(arg);
}

/* The exit code, or -1 when the screen could not be opened. */
static int
show(const struct options *options, struct connection *connection, const char *why, struct err *err)
{
	struct ui ui;
	autofree(live) live = live_new(connection, options, why, &ui, err);
	struct app *app;
	int signo;
	int code;

	if (!live)
		return -1;
	if (app_open(options, connection->loop, &ui, &app, err) < 0) {
		ui_wipe(&ui);
		return -1;
	}
	live_connect(live, changed, app);
	signo = app_run(app);
	app_free(app);
	live_left_behind(live, stderr);
	code = live_exit_code(live);
	if (signo && code != EXIT_LEFT_BEHIND)
		code = 128 + signo;
	ui_wipe(&ui);
	return code;
}

static int
print_theme(const struct options *options)
{
	struct err err;
	autofree(theme) theme = theme_load(options_text(options, OPT_THEME), &err);
	autobuf text = { 0 };

	if (!theme)
		return cmd_fail(&err);
	theme_print(theme, &text);
	fputs(buf_text(&text), stdout);
	return 0;
}

static void
add_keys(struct buf *out, enum command command)
{
	for (size_t i = 0; i < n_keymap; i++) {
		bool before = false;

		for (size_t j = 0; j < i; j++)
			before |= keymap[j].command == command &&
				  strcmp(keymap[j].key, keymap[i].key) == 0;
		if (keymap[i].command == command && !before)
			buf_printf(out, " %s", keymap[i].key);
	}
}

/* As a key file that changes nothing. */
static int
list_keys(void)
{
	autobuf text = { 0 };
	struct err err;

	if (keyfile_load(&err) < 0)
		return cmd_fail(&err);
	for (enum command command = CMD_NONE + 1; command < N_COMMANDS; command++) {
		buf_printf(&text, "# %s\n%s =", command_texts[command].help,
			   command_texts[command].name);
		add_keys(&text, command);
		buf_puts(&text, "\n");
	}
	fputs(buf_text(&text), stdout);
	return 0;
}

int
cmd_dashboard(const struct options *options)
{
	struct connection connection = { 0 };
	const char *why = NULL;
	struct err absent, err;
	int code = -1;

	if (options_flag(options, OPT_PRINT_THEME))
		return print_theme(options);
	if (options_flag(options, OPT_LIST_KEYS))
		return list_keys();
	if (connect_open(options, &connection, &absent) < 0) {
		if (absent.kind != ERR_UNREACHABLE || options_given(options, OPT_SERVER))
			return cmd_fail(&absent);
		why = absent.text;
		if (loop_new(&connection.loop, &err) < 0)
			return cmd_fail(&err);
	}
	code = show(options, &connection, why, &err);
	connect_close(&connection);
	return code < 0 ? cmd_fail(&err) : code;
}
