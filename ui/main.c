/*
 * main.c - finds the subcommand, reads the options, and calls it.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/xdg.h"
#include "bench/planfile.h"
#include "cmd.h"

static const struct {
	enum command_bit bit;
	int (*run)(const struct options *options);
} commands[] = {
	{ C_DASHBOARD, cmd_dashboard }, { C_RUN, cmd_run },	{ C_LIST, cmd_list },
	{ C_REPORT, cmd_report },	{ C_REPLAY, cmd_replay }, { C_CLEAN, cmd_clean },
	{ C_SANDBOX, cmd_sandbox },	{ C_COMPARE, cmd_compare }, { C_IMPORT, cmd_import },
	{ C_DOCTOR, cmd_doctor },
};

int
cmd_fail(const struct err *err)
{
	fprintf(stderr, "poolscope: %s\n", err->text);
	return err_exit_code(err->kind);
}

static int
show_help(enum command_bit bit)
{
	autobuf text = { 0 };

	options_help(bit, &text);
	fputs(buf_text(&text), stdout);
	return 0;
}

static int
dispatch(enum command_bit bit, const struct options *options)
{
	if (options_flag(options, OPT_HELP))
		return show_help(bit);
	if (options_flag(options, OPT_VERSION)) {
		puts("poolscope " PACKAGE_VERSION);
		return 0;
	}
	for (size_t i = 0; i < COUNTOF(commands); i++)
		if (commands[i].bit == bit)
			return commands[i].run(options);
	return 2;
}

static int
no_such_command(const char *name)
{
	struct err err;

	err_set_kind(&err, ERR_USAGE, "%s: no such command; poolscope --help lists them", name);
	return cmd_fail(&err);
}

/* Numbers in files and reports keep their dot, whatever the language. */
static void
set_locale(void)
{
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
}

/*
 * The configuration, then the plan's file that the command line names, then
 * the command line, each with the last word over the ones before: so the
 * command line is read twice when there is a plan.
 */
static int
read_options(struct options **options, enum command_bit bit, int argc, char **argv, struct err *err)
{
	autofree_mem char *config = xdg_config("config");
	autofree_mem char *plan = NULL;

	if (options_read_config(*options, config, err) < 0 ||
	    options_parse(*options, bit, argc, argv, err) < 0)
		return -1;
	if (!options_given(*options, OPT_PLAN))
		return 0;
	plan = xstrdup(options_text(*options, OPT_PLAN));
	options_free(*options);
	*options = options_new();
	if (options_read_config(*options, config, err) < 0 || planfile_read(plan, *options, err) < 0)
		return -1;
	return options_parse(*options, bit, argc, argv, err);
}

static int
carry_out(int argc, char **argv)
{
	autofree(options) options = options_new();
	const char *name = argc > 1 && argv[1][0] != '-' ? argv[1] : "";
	const struct command_row *command = command_find(name);
	int skip = *name ? 2 : 1;
	struct err err;

	if (!command)
		return no_such_command(name);
	if (read_options(&options, command->bit, argc - skip, argv + skip, &err) < 0)
		return cmd_fail(&err);
	return dispatch(command->bit, options);
}

/* The number of one that is closed must not become that of a file of ours: what is written to it fails instead. */
static void
hold_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* As after `| head`: it has what it wanted. A terminal that has gone away is another matter. */
static bool
reader_has_left(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) == POLLERR;
}

/* What was printed must have arrived. The cause is known where the last of it did not. */
static int
finish(int code)
{
	bool quiet = reader_has_left();
	bool lost = ferror(stdout);
	struct err err;
	int failed;

	errno = 0;
	lost |= fclose(stdout) != 0;
	if (!lost || quiet || errno == EPIPE)
		return code;
	err_set(&err, "write to standard output: %s",
		errno ? strerror(errno) : "not all of it has arrived");
	failed = cmd_fail(&err);
	return code ? code : failed;
}

int
main(int argc, char **argv)
{
	hold_streams();
	/* A file that may not grow (ulimit -f) is told by its write, which ends a run in order. */
	signal(SIGXFSZ, SIG_IGN);
	set_locale();
	return finish(carry_out(argc, argv));
}
