/*
 * cmd_clean.c - `poolscope clean`: removes what killed runs left on servers.
 *
 * What to remove comes from the leftover lists in the state folder, or with
 * --all from the marks on the server itself. Runs that still go on are left
 * alone. Every instance's mark is read again before it is deleted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/leftovers.h"
#include "cmd.h"
#include "connect.h"

#define EXIT_LEFT_BEHIND 5

struct cleaning {
	struct loop *loop;
	size_t removed, left;
};

static void
print_line(void *arg, const char *line)
{
	(void)arg;
	puts(line);
}

static void
cleaned(void *arg, size_t removed, size_t left)
{
	struct cleaning *cleaning = arg;

	cleaning->removed += removed;
	cleaning->left += left;
	loop_stop(cleaning->loop);
}

/* Every server of the connection; `run` NULL: whatever carries our mark. How many are left. */
static size_t
clean_servers(const struct connection *connection, const char *run, struct cleaning *cleaning)
{
	size_t before = cleaning->left;

	cleaning->loop = connection->loop;
	for (size_t i = 0; i < connection->n_servers; i++) {
		autofree(clean) clean = clean_start(connection->loop, connection->servers[i], run,
						    print_line, cleaned, cleaning);

		loop_run(connection->loop);
		if (*clean_error(clean))
			fprintf(stderr, "poolscope: %s\n", clean_error(clean));
	}
	return cleaning->left - before;
}

static int
clean_listed(const struct leftover *list, struct cleaning *cleaning, struct err *err)
{
	struct connection connection = { 0 };
	int status = loop_new(&connection.loop, err);

	if (status == 0)
		status = connect_add(&connection, list->server, list->project, err);
	if (status == 0)
		status = connect_wait(&connection, err);
	if (status == 0 && clean_servers(&connection, list->run, cleaning) == 0)
		leftovers_done_on(list->run, list->server);
	connect_close(&connection);
	return status < 0 ? err_wrap(err, "run %s", list->run) : 0;
}

static int
clean_all(const struct options *options, struct cleaning *cleaning, struct err *err)
{
	struct connection connection;
	int status;

	if (connect_open(options, &connection, err) < 0)
		return -1;
	status = connect_wait(&connection, err);
	if (status == 0)
		clean_servers(&connection, options_text(options, OPT_RUN), cleaning);
	connect_close(&connection);
	return status;
}

static bool
is_wanted(const struct options *options, const struct leftover *list)
{
	const char *run = options_text(options, OPT_RUN);

	if (run && strcmp(run, list->run) != 0)
		return false;
	if (list->live)
		printf("run %s still goes on and is left alone\n", list->run);
	return !list->live;
}

/* Without a terminal to ask on, the answer is no. */
static bool
confirmed(const struct options *options, const char *question)
{
	char answer[8];

	if (options_flag(options, OPT_YES))
		return true;
	if (!isatty(STDIN_FILENO)) {
		fprintf(stderr, "poolscope: %s --yes says so without being asked\n", question);
		return false;
	}
	printf("%s [y/N] ", question);
	fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static int
clean_lists(const struct options *options, struct cleaning *cleaning, struct err *err)
{
	struct leftover *lists;
	size_t n = leftovers_lists(&lists), wanted = 0;
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		autofree_mem char *question = NULL;

		if (!is_wanted(options, &lists[i]))
			continue;
		wanted++;
		question = xasprintf("Remove what run %s left on %s?", lists[i].run, lists[i].server);
		if (!confirmed(options, question))
			cleaning->left++;
		else if (clean_listed(&lists[i], cleaning, err) < 0)
			status = cmd_fail(err);
	}
	if (wanted == 0)
		puts("nothing was left behind");
	leftovers_free(lists, n);
	return status;
}

int
cmd_clean(const struct options *options)
{
	struct cleaning cleaning = { 0 };
	struct err err;
	int code = 0;

	if (!options_flag(options, OPT_EVERY))
		code = clean_lists(options, &cleaning, &err);
	else if (!confirmed(options, "Remove every instance that carries poolscope's mark?"))
		cleaning.left++;
	else if (clean_all(options, &cleaning, &err) < 0)
		code = cmd_fail(&err);
	if (code)
		return code;
	return cleaning.left ? EXIT_LEFT_BEHIND : 0;
}
