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
#include "record/recording.h"
#include "runs.h"


struct cleaning {
	struct loop *loop;
	char *run;  /* id; NULL: whatever is ours */
	bool known; /* there is a recording of it */
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

/* An id that no recording has is mistyped: whoever typed it wants something else removed. */
static int
say_nothing_left(const struct cleaning *cleaning, struct err *err)
{
	if (cleaning->run && !cleaning->known)
		return err_set_kind(err, ERR_USAGE,
				    "no instance of a run %s was found, and no recording of it: "
				    "\"poolscope list runs\" shows all",
				    cleaning->run);
	if (cleaning->run)
		printf("run %s has left nothing behind\n", cleaning->run);
	else
		puts("nothing was left behind");
	return 0;
}

/* Other projects have not been looked at, and nothing is said of them. */
static void
say_where_nothing_is(const struct connection *connection)
{
	for (size_t i = 0; i < connection->n_servers; i++)
		printf("nothing of poolscope was found on %s in the project %s\n",
		       server_remote(connection->servers[i])->name,
		       server_project(connection->servers[i]));
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
		clean_servers(&connection, cleaning->run, cleaning);
	if (status == 0 && cleaning->removed + cleaning->left == 0) {
		if (cleaning->run)
			status = say_nothing_left(cleaning, err);
		else
			say_where_nothing_is(&connection);
	}
	connect_close(&connection);
	return status;
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

		if (cleaning->run && strcmp(cleaning->run, lists[i].run) != 0)
			continue;
		wanted++;
		if (lists[i].live) {
			printf("run %s still goes on and is left alone\n", lists[i].run);
			continue;
		}
		question = xasprintf("Remove what run %s left on %s?", lists[i].run, lists[i].server);
		if (!confirmed(options, question))
			cleaning->left++;
		else if (clean_listed(&lists[i], cleaning, err) < 0)
			status = cmd_fail(err);
	}
	leftovers_free(lists, n);
	if (wanted == 0 && say_nothing_left(cleaning, err) < 0)
		return cmd_fail(err);
	return status;
}

/* As with the other commands, a run is named by its id, its beginning, a label or "last" as well. */
static void
name_run(const char *run, struct cleaning *cleaning)
{
	autofree(recording) rec = NULL;
	autofree_mem char *path = NULL;
	struct err ignored;

	cleaning->known = runs_find(run, &path, &ignored) == 0 &&
			  recording_open(path, &rec, &ignored) == 0;
	cleaning->run = xstrdup(cleaning->known ? recording_header(rec)->run : run);
}

int
cmd_clean(const struct options *options)
{
	struct cleaning cleaning = { 0 };
	const char *run = options_text(options, OPT_RUN);
	struct err err;
	int code = 0;

	if (run)
		name_run(run, &cleaning);
	if (!options_flag(options, OPT_EVERY))
		code = clean_lists(options, &cleaning, &err);
	else if (!confirmed(options, run ? "Remove every instance that carries the mark of this run?"
					 : "Remove every instance that carries poolscope's mark?"))
		cleaning.left++;
	else if (clean_all(options, &cleaning, &err) < 0)
		code = cmd_fail(&err);
	free(cleaning.run);
	if (code)
		return code;
	return cleaning.left ? EXIT_LEFT_BEHIND : 0;
}
